// The catalogue: complete rows, known formats, words in both languages; stages change one by one.
#include "core/recipe/recipe.h"

#include <QtTest>
#include <set>

using namespace poscope;

class RecipeTest : public QObject {
  Q_OBJECT

 private slots:
  void catalogue_everyRow_isComplete();
  void withStage_changesOneStage();
  void withStage_unknown_isRefused();
  void stageFormat_model_isTheModelsFormat();
};

void RecipeTest::catalogue_everyRow_isComplete() {
  std::set<std::string> ids;
  for (const Recipe& recipe : recipeCatalogue()) {
    QVERIFY2(ids.insert(std::string(recipeSchemeName(recipe.scheme)) + "/" + recipe.id).second,
             recipe.id.c_str());
    QVERIFY(!recipe.source.empty());
    QVERIFY(!recipe.implementation.empty());
    const auto stages = stagesOf(recipe.scheme);
    QCOMPARE(recipe.settings.size(), stages.size());
    for (std::size_t s = 0; s < stages.size(); ++s) {
      const auto again = withStage(recipe, stages[s].name, recipe.settings[s]);
      QVERIFY2(again && *again == recipe, recipe.id.c_str());
    }
    for (const Language language : allLanguages()) {
      QVERIFY2(hasText("recipe." + recipe.id, language), recipe.id.c_str());
      QVERIFY2(hasText("recipe." + recipe.id + ".about", language), recipe.id.c_str());
      QVERIFY(hasText("way." + std::string(castWayName(recipe.way)), language));
      for (const StageSpec& stage : stages) {
        const std::string key = "stage." + std::string(stage.name);
        QVERIFY2(hasText(key, language), key.c_str());
        for (const std::string_view word : stage.words) {
          QVERIFY2(hasText(key + "." + std::string(word), language), word.data());
        }
      }
    }
  }
  QVERIFY(ids.size() >= 70);
}

void RecipeTest::withStage_changesOneStage() {
  const Recipe& plain = *findRecipe(Scheme::rope, "hf-llama");
  const auto changed = withStage(plain, "angle", "e4m3");
  QVERIFY(changed);
  QCOMPARE(changed->setting("angle"), std::string_view("e4m3fn"));
  QCOMPARE(changed->setting("position"), plain.setting("position"));
  QCOMPARE(changed->setting("table"), plain.setting("table"));
  const auto arange = withStage(plain, "making", "arange16");
  QVERIFY(arange);
  QCOMPARE(arangeLanes(*arange), std::int64_t{16});
  QCOMPARE(arangeLanes(plain), std::int64_t{1});
}

void RecipeTest::withStage_unknown_isRefused() {
  const Recipe& plain = *findRecipe(Scheme::alibi, "relative");
  QVERIFY(!withStage(plain, "table", "bf16"));
  QVERIFY(!withStage(plain, "bias", "bf61"));
  QVERIFY(!withStage(plain, "index", "bf16"));
  QVERIFY(findRecipe(Scheme::alibi, "hf-llama") == nullptr);
}

void RecipeTest::stageFormat_model_isTheModelsFormat() {
  const Recipe& recipe = *findRecipe(Scheme::rope, "zero-init");
  const NumberFormat& fp16 = *findFormat("fp16");
  QCOMPARE(stageFormat(recipe, "position", fp16).id, fp16.id);
  QCOMPARE(stageFormat(recipe, "frequency", fp16).id, std::string_view("fp32"));
}

QTEST_GUILESS_MAIN(RecipeTest)
#include "recipe_test.moc"
