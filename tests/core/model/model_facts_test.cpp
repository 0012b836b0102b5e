// The table of model facts: what it says of a preset is what the preset's config says, and a broken
// file is named with its place.
#include <QRegularExpression>
#include <QtTest>
#include <algorithm>
#include <set>

#include "core/model/model_facts.h"
#include "core/model/presets.h"
#include "model_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class TestModelFacts : public QObject {
  Q_OBJECT

 private slots:
  void preset_facts_areThoseOfItsConfig_data();
  void preset_facts_areThoseOfItsConfig();
  void rows_areInTheOrderOfTheirRelease_andUnique();
  void presets_allHaveARow();
  void parse_brokenFile_namesThePlace_data();
  void parse_brokenFile_namesThePlace();
};

void TestModelFacts::preset_facts_areThoseOfItsConfig_data() {
  QTest::addColumn<int>("row");
  for (std::size_t k = 0; k < modelFacts().size(); ++k) {
    if (modelFacts()[k].preset) {
      QTest::newRow(modelFacts()[k].id.c_str()) << static_cast<int>(k);
    }
  }
}

void TestModelFacts::preset_facts_areThoseOfItsConfig() {
  QFETCH(int, row);
  const ModelFacts& facts = modelFacts()[static_cast<std::size_t>(row)];
  const auto config = presetConfig(facts.id);
  QVERIFY(config.has_value());
  QCOMPARE(facts.title, config->name);
  QCOMPARE(facts.uses, std::string(schemeName(config->scheme)));
  // A class default is no word of the config.
  const bool stated = std::any_of(
      config->settings.begin(), config->settings.end(),
      [](const Setting& setting) { return setting.name == "context" && !setting.assumed; });
  QCOMPARE(facts.lengthFromCard, !stated);
  if (config->context) {
    QCOMPARE(facts.length, *config->context);
  }
  if (config->rope.empty()) {
    QCOMPARE(facts.base, 0.0);
    QCOMPARE(facts.scaling, std::string("none"));
    return;
  }
  QCOMPARE(facts.base, config->rope.front().base);
  QCOMPARE(facts.localBase, config->rope.size() > 1 ? config->rope.back().base : 0.0);
  const RopeScaling& scaling = config->rope.front().scaling;
  QVERIFY(scaling.row() != nullptr);
  QCOMPARE(facts.scaling, std::string(scaling.row()->id));
  if (config->originalContext) {
    QCOMPARE(facts.original, *config->originalContext);
  } else {  // Position interpolation: its factor says it.
    const auto factor = scaling.number("factor");
    QCOMPARE(facts.original * static_cast<std::int64_t>(factor.value_or(0)),
             factor ? facts.length : std::int64_t{0});
  }
}

void TestModelFacts::rows_areInTheOrderOfTheirRelease_andUnique() {
  static const QRegularExpression kMonth("^20[12][0-9]-(0[1-9]|1[0-2])$");
  std::set<std::string> ids;
  std::string before;
  for (const ModelFacts& facts : modelFacts()) {
    QVERIFY2(ids.insert(facts.id).second, facts.id.c_str());
    QVERIFY2(facts.page.starts_with("https://"), facts.id.c_str());
    QVERIFY2(kMonth.match(QString::fromStdString(facts.released)).hasMatch(), facts.id.c_str());
    QVERIFY2(before <= facts.released, facts.id.c_str());
    QVERIFY2((facts.original > 0) == (facts.scaling != "none"), facts.id.c_str());
    QVERIFY2((facts.base > 0) == (facts.uses == "rope"), facts.id.c_str());
    before = facts.released;
  }
}

void TestModelFacts::presets_allHaveARow() {
  std::set<std::string> ids;
  for (const ModelFacts& facts : modelFacts()) {
    if (facts.preset) {
      ids.insert(facts.id);
    } else {
      QVERIFY2(findPreset(facts.id) == nullptr, facts.id.c_str());
    }
  }
  QCOMPARE(ids.size(), modelPresets().size());
  for (const ModelPreset& preset : modelPresets()) {
    QVERIFY2(ids.contains(preset.id), preset.id.c_str());
  }
}

void TestModelFacts::parse_brokenFile_namesThePlace_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::addColumn<QString>("named");
  const QByteArray start = "[{\"id\": \"a\", \"title\": \"A\", \"released\": \"2023-07\", ";
  QTest::newRow("missing") << start + "\"uses\": \"rope\"}]"
                           << "the row has no \"page\"";
  QTest::newRow("unknown") << start + "\"use\": \"rope\"}]"
                           << "the row has no \"uses\"";
  QTest::newRow("kind") << start + "\"uses\": \"rope\", \"page\": \"p\", \"length\": \"8k\"}]"
                        << "line 1, column 90: length holds no value";
  QTest::newRow("list") << QByteArray("{}") << "line 1, column 1: [] holds no value";
}

void TestModelFacts::parse_brokenFile_namesThePlace() {
  QFETCH(QByteArray, json);
  QFETCH(QString, named);
  const auto facts = parseModelFacts(json.toStdString(), "facts.json");
  QVERIFY(!facts.has_value());
  const QString problem = english(facts.error().text);
  QVERIFY2(problem.startsWith("facts.json") && problem.contains(named), qPrintable(problem));
}

QTEST_GUILESS_MAIN(TestModelFacts)
#include "model_facts_test.moc"
