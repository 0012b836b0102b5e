// The table of schemes: names, words and what its stages say about rounding.
#include "core/recipe/schemes.h"

#include <QtTest>
#include <set>

#include "core/recipe/recipe.h"

using namespace poscope;

namespace {

std::string settingsOf(const Recipe& recipe) {
  std::string text;
  for (const std::string& setting : recipe.settings) {
    text += (text.empty() ? "" : " ") + setting;
  }
  return text;
}

}  // namespace

class SchemesTest : public QObject {
  Q_OBJECT

 private slots:
  void names_areThoseOfLinksAndModels();
  void rows_everyScheme_isComplete();
  void stages_everyHandle_isFoundByPlaceAndByName();
  void recipesOf_allSchemes_areTheCatalogue();
  void findRecipe_idOfSeveralSchemes_isNotTheSinusoid();
  void counted_followsTheIndex();
  void storageAlone_takesEveryRoundingButStorage_data();
  void storageAlone_takesEveryRoundingButStorage();
};

void SchemesTest::names_areThoseOfLinksAndModels() {
  const std::pair<Scheme, std::string_view> names[] = {{Scheme::sinusoidal, "sinusoidal"},
                                                       {Scheme::rope, "rope"},
                                                       {Scheme::alibi, "alibi"},
                                                       {Scheme::kerpleLog, "kerple-log"},
                                                       {Scheme::learned, "learned"},
                                                       {Scheme::relative, "relative"},
                                                       {Scheme::none, "none"},
                                                       {Scheme::unknown, "unknown"}};
  for (const auto& [scheme, name] : names) {
    QCOMPARE(schemeName(scheme), name);
    QVERIFY2(findScheme(name) == scheme, name.data());
    for (const Language language : allLanguages()) {
      QVERIFY2(hasText("scheme." + std::string(name), language), name.data());
    }
  }
  QVERIFY(!findScheme("sinusoid") && !findScheme(""));
  QCOMPARE(recipeSchemeName(Scheme::sinusoidal), std::string_view("sinusoid"));
  QCOMPARE(recipeSchemeName(Scheme::alibi), std::string_view("alibi"));
}

void SchemesTest::rows_everyScheme_isComplete() {
  QCOMPARE(recipeSchemes().size(), kRecipeSchemes);
  std::set<std::string_view> names;
  for (const SchemeRow& row : recipeSchemes()) {
    QVERIFY2(names.insert(row.name).second, row.name.data());
    QVERIFY2(!recipesOf(row.scheme).empty(), row.name.data());
    for (const Language language : allLanguages()) {
      QVERIFY2(hasText("command.recipes.scheme." + std::string(row.name), language),
               row.name.data());
    }
    for (const StageSpec& stage : row.stages) {
      for (const std::string_view setting : {stage.exact, stage.sound}) {
        const Recipe& recipe = recipesOf(row.scheme).front();
        QVERIFY2(setting.empty() || withStage(recipe, stage.name(), setting), stage.name().data());
      }
    }
  }
}

void SchemesTest::stages_everyHandle_isFoundByPlaceAndByName() {
  std::set<std::string_view> names;
  std::set<Stage> used;
  for (std::size_t i = 0; i < kStages; ++i) {
    const auto stage = static_cast<Stage>(i);
    QVERIFY2(names.insert(stageName(stage)).second, stageName(stage).data());
    for (const SchemeRow& row : recipeSchemes()) {
      const StageSpec* const named = findStage(row.scheme, stageName(stage));
      QCOMPARE(hasStage(row.scheme, stage), named != nullptr);
      if (named != nullptr) {
        used.insert(stage);
        QVERIFY2(named->id == stage, named->name().data());
        QVERIFY2(&row.stages[stagePlace(row.scheme, stage)] == named, named->name().data());
      }
    }
  }
  QCOMPARE(used.size(), kStages);
  QVERIFY(findStage(Scheme::alibi, "table") == nullptr);
  QVERIFY(findStage(Scheme::rope, "") == nullptr);
  QCOMPARE(stageNames(Scheme::kerpleLog), std::string("position, logarithm, product, bias"));
}

void SchemesTest::recipesOf_allSchemes_areTheCatalogue() {
  std::size_t count = 0;
  for (const SchemeRow& row : recipeSchemes()) {
    for (const Recipe& recipe : recipesOf(row.scheme)) {
      QVERIFY2(recipe.scheme == row.scheme, recipe.id.c_str());
      ++count;
    }
  }
  QCOMPARE(count, recipeCatalogue().size());
}

void SchemesTest::findRecipe_idOfSeveralSchemes_isNotTheSinusoid() {
  QVERIFY(findRecipe("module-cast")->scheme == Scheme::rope);
  QVERIFY(findRecipe("exact")->scheme == Scheme::rope);
  QVERIFY(findRecipe("relative")->scheme == Scheme::alibi);
  QVERIFY(findRecipe("tutorial")->scheme == Scheme::sinusoidal);
  QVERIFY(findRecipe("sinusoid/module-cast")->scheme == Scheme::sinusoidal);
  QVERIFY(findRecipe("kerple-log")->scheme == Scheme::kerpleLog);
  QVERIFY(findRecipe("kerple-log/kerple-log-fp32") == findRecipe("kerple-log-fp32"));
  QVERIFY(findRecipe("sinusoidal/module-cast") == nullptr);
  QVERIFY(findRecipe("kerple-log/module-cast") == nullptr);
}

void SchemesTest::counted_followsTheIndex() {
  const auto counted = [](const char* id) {
    const Recipe& recipe = *findRecipe(id);
    return schemeRow(recipe.scheme).counted(recipe);
  };
  QVERIFY(counted("module-cast") == Counted::positions);
  QVERIFY(counted("press") == Counted::keys);
  QVERIFY(counted("relative") == Counted::distances);
  QVERIFY(counted("mpt") == Counted::distances);
  QVERIFY(counted("kerple-log") == Counted::distances);
}

void SchemesTest::storageAlone_takesEveryRoundingButStorage_data() {
  QTest::addColumn<QByteArray>("id");
  QTest::addColumn<QByteArray>("alone");
  QTest::addColumn<QByteArray>("practice");
  const char* const rows[][3] = {
      {"module-cast", "integers fp64 frequency power fp64 fp64 model each model model half",
       "integers fp32 frequency power fp32 fp32 model each model model half"},
      {"sinusoid/tensor2tensor", "integers fp64 timing fp64 fp64 model",
       "integers fp32 timing fp32 fp32 model"},
      {"falcon", "press fp64 relative fp64 fp64 model", "press fp32 relative fp32 fp32 model"},
      {"kerple-log", "fp64 fp64 fp64 model", "fp32 fp32 fp32 model"}};
  for (const auto& row : rows) {
    QTest::newRow(row[0]) << QByteArray(row[0]) << QByteArray(row[1]) << QByteArray(row[2]);
  }
}

void SchemesTest::storageAlone_takesEveryRoundingButStorage() {
  QFETCH(QByteArray, id);
  QFETCH(QByteArray, alone);
  QFETCH(QByteArray, practice);
  const Recipe& recipe = *findRecipe(id.toStdString());
  QCOMPARE(settingsOf(storageAlone(recipe)), alone.toStdString());
  QCOMPARE(settingsOf(fp32Practice(recipe)), practice.toStdString());
}

QTEST_GUILESS_MAIN(SchemesTest)
#include "schemes_test.moc"
