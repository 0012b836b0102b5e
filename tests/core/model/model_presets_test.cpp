// The presets that are compiled in: all open, all are named, and each equals the public file that
// it was copied from.
#include <QtTest>
#include <set>

#include "core/model/presets.h"
#include "model_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class TestModelPresets : public QObject {
  Q_OBJECT

 private slots:
  void everyPresetOpensAndEqualsItsFile();
  void idsAndTitlesAreUnique();
  void sourcesNameUnconfirmedKeys();
  void unknownIdNamesTheNearest();
};

void TestModelPresets::everyPresetOpensAndEqualsItsFile() {
  QCOMPARE(modelPresets().size(), std::size_t{28});
  for (const ModelPreset& preset : modelPresets()) {
    const auto config = presetConfig(preset.id);
    QVERIFY2(config.has_value(), preset.id.c_str());
    QVERIFY2(!config->broken(), preset.id.c_str());
    QVERIFY(config->scheme != Scheme::unknown);
    QCOMPARE(config->name, preset.title);
    QCOMPARE(std::string(preset.json), fileText(dataPath("configs/" + preset.id + "/config.json")));
    QVERIFY2(isComplete(preset.source), preset.id.c_str());
  }
}

void TestModelPresets::idsAndTitlesAreUnique() {
  std::set<std::string> ids;
  std::set<std::string> titles;
  for (const ModelPreset& preset : modelPresets()) {
    QVERIFY(!preset.id.empty() && !preset.title.empty());
    ids.insert(preset.id);
    titles.insert(preset.title);
  }
  QCOMPARE(ids.size(), modelPresets().size());
  QCOMPARE(titles.size(), modelPresets().size());
}

void TestModelPresets::sourcesNameUnconfirmedKeys() {
  for (const ModelPreset& preset : modelPresets()) {
    if (preset.id == "gpt-neox-20b") {
      QVERIFY(english(preset.source).contains("not confirmed: torch_dtype"));
      return;
    }
  }
  QFAIL("no gpt-neox-20b");
}

void TestModelPresets::unknownIdNamesTheNearest() {
  const auto config = presetConfig("lama-3-8b");
  QVERIFY(!config.has_value());
  QCOMPARE(exitCode(config.error()), 2);
  QVERIFY(english(config.error().text).contains("llama-3-8b?"));
  QVERIFY(!presetConfig(std::string(100'000, 'x')).has_value());
}

QTEST_GUILESS_MAIN(TestModelPresets)
#include "model_presets_test.moc"
