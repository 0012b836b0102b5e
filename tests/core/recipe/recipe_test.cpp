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
    QVERIFY2(ids.insert(recipe.id).second, recipe.id.c_str());
    QVERIFY(!recipe.source.empty());
    for (const std::string& format : recipe.formats) {
      QVERIFY2(format == kModelFormat || findFormat(format) != nullptr, format.c_str());
    }
    for (const Language language : {Language::english, Language::chinese}) {
      QVERIFY2(hasText("recipe." + recipe.id, language), recipe.id.c_str());
      QVERIFY2(hasText("recipe." + recipe.id + ".about", language), recipe.id.c_str());
      for (const std::string_view stage : stageNames(recipe.scheme)) {
        QVERIFY(hasText("stage." + std::string(stage), language));
      }
    }
  }
  QVERIFY(ids.size() >= 8);
}

void RecipeTest::withStage_changesOneStage() {
  const Recipe& plain = *findRecipe(RecipeScheme::phase, "hf-llama");
  const auto changed = withStage(plain, "angle", "e4m3");
  QVERIFY(changed);
  QCOMPARE(changed->formats[2], std::string("e4m3fn"));
  QCOMPARE(changed->formats[0], plain.formats[0]);
  QCOMPARE(changed->formats[3], plain.formats[3]);
}

void RecipeTest::withStage_unknown_isRefused() {
  const Recipe& plain = *findRecipe(RecipeScheme::alibi, "relative");
  QVERIFY(!withStage(plain, "table", "bf16"));
  QVERIFY(!withStage(plain, "bias", "bf61"));
  QVERIFY(findRecipe(RecipeScheme::alibi, "hf-llama") == nullptr);
}

void RecipeTest::stageFormat_model_isTheModelsFormat() {
  const Recipe& recipe = *findRecipe(RecipeScheme::phase, "zero-init");
  const NumberFormat& fp16 = *findFormat("fp16");
  QCOMPARE(stageFormat(recipe, 0, fp16).id, fp16.id);
  QCOMPARE(stageFormat(recipe, 1, fp16).id, std::string_view("fp32"));
}

QTEST_GUILESS_MAIN(RecipeTest)
#include "recipe_test.moc"
