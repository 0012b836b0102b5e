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
  void withStage_wrongWord_saysWhatThereIs_data();
  void withStage_wrongWord_saysWhatThereIs();
  void set_stage_isWhatTheLinkSets();
  void stageFormat_model_isTheModelsFormat();
  void stageFormatOrExact_sinusoid_roundsNoRotation();
  void rows_sayWhatACastWaitsForAndWhatNobodyRuns();
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
      const auto again = withStage(recipe, stages[s].name(), recipe.settings[s]);
      QVERIFY2(again && *again == recipe, recipe.id.c_str());
    }
    for (const Language language : allLanguages()) {
      QVERIFY2(hasText("recipe." + recipe.id, language), recipe.id.c_str());
      QVERIFY2(hasText("recipe." + recipe.id + ".about", language), recipe.id.c_str());
      QVERIFY(hasText("way." + std::string(castWayName(recipe.way)), language));
      for (const StageSpec& stage : stages) {
        const std::string key = "stage." + std::string(stage.name());
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
  QCOMPARE(changed->setting(Stage::angle), std::string_view("e4m3fn"));
  QCOMPARE(changed->setting(Stage::position), plain.setting(Stage::position));
  QCOMPARE(changed->setting(Stage::table), plain.setting(Stage::table));
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

void RecipeTest::withStage_wrongWord_saysWhatThereIs_data() {
  QTest::addColumn<QByteArray>("id");
  QTest::addColumn<QByteArray>("stage");
  QTest::addColumn<QByteArray>("setting");
  QTest::addColumn<QByteArray>("message");
  const char* const rows[][4] = {{"relative", "table", "bf16",
                                  "There is no stage \"table\". Expected one of: slopes, slope, "
                                  "index, position, product, bias."},
                                 {"hf-llama", "making", "arange64",
                                  "The stage making cannot be \"arange64\". Expected one of: "
                                  "integers, arange8, arange16, arange32. "
                                  "Did you mean arange8, arange16 or arange32?"},
                                 {"hf-llama", "making", "bf16",
                                  "The stage making cannot be \"bf16\". Expected one of: integers, "
                                  "arange8, arange16, arange32."}};
  for (const auto& row : rows) {
    QTest::addRow("%s.%s=%s", row[0], row[1], row[2])
        << QByteArray(row[0]) << QByteArray(row[1]) << QByteArray(row[2]) << QByteArray(row[3]);
  }
}

void RecipeTest::withStage_wrongWord_saysWhatThereIs() {
  QFETCH(QByteArray, id);
  QFETCH(QByteArray, stage);
  QFETCH(QByteArray, setting);
  QFETCH(QByteArray, message);
  const auto changed =
      withStage(*findRecipe(id.toStdString()), stage.toStdString(), setting.toStdString());
  QVERIFY(!changed);
  QCOMPARE(renderPlain(changed.error().text, Language::english), message.toStdString());
}

void RecipeTest::set_stage_isWhatTheLinkSets() {
  for (const Recipe& recipe : {*findRecipe("hf-llama"), *findRecipe("press")}) {
    for (const StageSpec& stage : stagesOf(recipe.scheme)) {
      const std::string_view setting = stage.isFormat() ? "bf16" : stage.words.back();
      Recipe changed = recipe;
      changed.set(stage.id, setting);
      QVERIFY2(changed == *withStage(recipe, stage.name(), setting), stage.name().data());
      QCOMPARE(changed.setting(stage.id), setting);
    }
  }
}

void RecipeTest::stageFormatOrExact_sinusoid_roundsNoRotation() {
  const NumberFormat& bf16 = *findFormat("bf16");
  const Recipe& sinusoid = *findRecipe("sinusoid/module-cast");
  QVERIFY(!sinusoid.has(Stage::score) && sinusoid.has(Stage::table));
  QCOMPARE(stageFormatOrExact(sinusoid, Stage::score, bf16).id, std::string_view("fp64"));
  QCOMPARE(stageFormatOrExact(sinusoid, Stage::table, bf16).id, bf16.id);
}

void RecipeTest::rows_sayWhatACastWaitsForAndWhatNobodyRuns() {
  const auto waits = [](const char* id) { return !findRecipe(id)->waitsFor.empty(); };
  QVERIFY(waits("hf-4.28-cast") && waits("hf-4.31-autocast") && waits("baichuan-7b-cast"));
  QVERIFY(!waits("hf-4.28") && !waits("hf-4.28-zero-init") && !waits("hf-5-cast"));
  for (const Recipe& recipe : recipeCatalogue()) {
    QCOMPARE(recipe.code, recipe.id != "exact" && recipe.id != "formula" &&
                              recipe.id != "position-and-frequency");
    const bool casts = recipe.way == CastWay::cast || recipe.way == CastWay::autocast;
    QVERIFY2(recipe.waitsFor.empty() || casts, recipe.id.c_str());
  }
}

void RecipeTest::stageFormat_model_isTheModelsFormat() {
  const Recipe& recipe = *findRecipe(Scheme::rope, "zero-init");
  const NumberFormat& fp16 = *findFormat("fp16");
  QCOMPARE(stageFormat(recipe, Stage::position, fp16).id, fp16.id);
  QCOMPARE(stageFormat(recipe, Stage::frequency, fp16).id, std::string_view("fp32"));
}

QTEST_GUILESS_MAIN(RecipeTest)
#include "recipe_test.moc"
