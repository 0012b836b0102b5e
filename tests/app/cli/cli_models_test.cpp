// Models on the command line: every public config opens in every view; broken files are told, never
// a crash.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "core/catalogue/views.h"
#include "core/views/view.h"
#include "tests/app/cli/program.h"

using namespace poscope;

class CliModelsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyConfig_opensInEveryView_data();
  void everyConfig_opensInEveryView();
  void model_setsParametersAndSettingsGoFirst();
  void model_isReadFromStandardInputAndByPreset();
  void brokenModel_isOneAndWritesNothing_data();
  void brokenModel_isOneAndWritesNothing();
  void unreadableModel_isThree();
  void otherScheme_isToldAndInTheJson_data();
  void otherScheme_isToldAndInTheJson();
  void inspectOfAPipe_namesTheDash();
  void oddModel_isTold_data();
  void oddModel_isTold();
  void everyCase_isInspectedWithoutACrash_data();
  void everyCase_isInspectedWithoutACrash();
};

namespace {

QString parameterOf(const ProgramRun& run, const char* name) {
  const QJsonValue value = run.json()["parameters"].toObject()[QLatin1String(name)];
  return value.isString() ? value.toString() : QString::number(value.toDouble(), 'g', 17);
}

}  // namespace

void CliModelsTest::everyConfig_opensInEveryView_data() {
  QTest::addColumn<QString>("config");
  const QStringList models = QDir(dataFile("configs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
  QVERIFY(models.size() >= 20);
  for (const QString& model : models) {
    QTest::newRow(qPrintable(model)) << dataFile("configs/" + model);
  }
}

void CliModelsTest::everyConfig_opensInEveryView() {
  QFETCH(QString, config);
  for (const View& view : views()) {
    const QString id = QString::fromStdString(view.id);
    QStringList words{"export", id, "--model", config + "/config.json", "-o", "-"};
    if (view.judges && Params(view.schema).has("context")) {
      words << "--set"
            << "context=2k";  // Judging all of them at 2^17 would take minutes.
    }
    const ProgramRun run = runProgram(words);
    QVERIFY2(run.code == 0, run.err.constData());
    QCOMPARE(run.json()["view"].toString(), id);
    QVERIFY(!run.json()["facts"].toObject().isEmpty());
  }
  QCOMPARE(runProgram({"inspect", config, "--json"}).code, 0);
}

void CliModelsTest::model_setsParametersAndSettingsGoFirst() {
  const QString config = dataFile("configs/baichuan-13b");
  const ProgramRun model = runProgram({"export", "alibi", "--model", config, "-o", "-"});
  QCOMPARE(parameterOf(model, "heads"), QString("40"));
  QCOMPARE(parameterOf(model, "context"), QString("4096"));
  const ProgramRun set =
      runProgram({"export", "alibi", "--model", config, "--set", "heads=8", "-o", "-"});
  QCOMPARE(parameterOf(set, "heads"), QString("8"));
  QCOMPARE(parameterOf(set, "context"), QString("4096"));
}

void CliModelsTest::model_isReadFromStandardInputAndByPreset() {
  QFile file(dataFile("configs/llama-2-7b/config.json"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const ProgramRun piped =
      runProgram({"export", "decay", "--model", "-", "-o", "-"}, bareEnvironment(), file.readAll());
  QVERIFY2(piped.code == 0, piped.err.constData());
  QCOMPARE(parameterOf(piped, "dim"), QString("128"));
  const ProgramRun preset = runProgram({"export", "decay", "--model", "llama-2-7b", "-o", "-"});
  QVERIFY2(preset.code == 0, preset.err.constData());
  QCOMPARE(parameterOf(preset, "context"), parameterOf(piped, "context"));
}

void CliModelsTest::brokenModel_isOneAndWritesNothing_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QByteArray>("named");
  QTest::newRow("odd head dim") << "cases/cfg_odd_head_dim.json" << QByteArray("65");
  QTest::newRow("odd rotary dims") << "cases/cfg_neox_rotary_pct_odd.json" << QByteArray("3");
}

void CliModelsTest::brokenModel_isOneAndWritesNothing() {
  QFETCH(QString, file);
  QFETCH(QByteArray, named);
  const QTemporaryDir folder;
  const ProgramRun run = runProgram(
      {"export", "sinusoidal", "--model", dataFile(file), "-o", folder.filePath("x.json")});
  QCOMPARE(run.code, 1);
  QVERIFY2(run.err.contains("error: ") && run.err.contains(named), run.err.constData());
  QVERIFY(QDir(folder.path()).isEmpty());
  QCOMPARE(runProgram({"inspect", dataFile(file)}).code, 1);
}

void CliModelsTest::unreadableModel_isThree() {
  const ProgramRun run =
      runProgram({"export", "decay", "--model", dataFile("cases/cfg_truncated.json"), "-o", "-"});
  QCOMPARE(run.code, 3);
  QCOMPARE(run.out, QByteArray());
  QVERIFY2(run.err.contains("line"), run.err.constData());
}

void CliModelsTest::otherScheme_isToldAndInTheJson_data() {
  QTest::addColumn<QString>("view");
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("said");
  QTest::newRow("alibi of RoPE") << "alibi"
                                 << "llama-3.1-8b"
                                 << "Llama 3.1 8B does not use ALiBi: it uses RoPE";
  QTest::newRow("decay of ALiBi") << "decay"
                                  << "baichuan-13b"
                                  << "does not use RoPE: it uses ALiBi";
  QTest::newRow("decay with a scaling") << "decay"
                                        << "llama-3.1-8b"
                                        << "asks for llama3 scaling";
  QTest::newRow("table with a scaling") << "sinusoidal"
                                        << "llama-3.1-8b"
                                        << "asks for llama3 scaling";
}

void CliModelsTest::otherScheme_isToldAndInTheJson() {
  QFETCH(QString, view);
  QFETCH(QString, model);
  QFETCH(QString, said);
  const ProgramRun run = runProgram({"export", view, "--model", model, "-o", "-"});
  QCOMPARE(run.code, 0);
  QVERIFY2(run.err.contains(said.toUtf8()), run.err.constData());
  bool found = run.json()["finding"].toObject()["sentence"].toString().contains(said);
  for (const QJsonValue note : run.json()["notes"].toArray()) {
    found = found || note.toString().contains(said);
  }
  QVERIFY(found);
}

void CliModelsTest::inspectOfAPipe_namesTheDash() {
  for (const char* name : {"cases/arr_f4_c.npy", "cases/arr_truncated.npy",
                           "configs/llama-2-7b/config.json", "cases/cfg_truncated.json"}) {
    QFile file(dataFile(name));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const ProgramRun run = runProgram({"inspect", "-"}, bareEnvironment(), file.readAll());
    const QByteArray said = run.out + run.err;
    QVERIFY2(said.startsWith("-: ") || said.startsWith("poscope: -"), said.constData());
    QVERIFY2(!said.contains("/tmp") && !said.contains("poscope-"), said.constData());
  }
}

void CliModelsTest::oddModel_isTold_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QByteArray>("named");
  QTest::newRow("yarn and max") << "cfg_yarn_factor_vs_max.json" << QByteArray("40,960");
  QTest::newRow("yarn without original")
      << "cfg_yarn_missing_original.json" << QByteArray("original_max_position_embeddings");
  QTest::newRow("bare Infinity") << "cfg_infinity_literal.json" << QByteArray("11");
  QTest::newRow("scaling as text") << "cfg_rope_scaling_string.json" << QByteArray("rope_scaling");
}

void CliModelsTest::oddModel_isTold() {
  QFETCH(QString, file);
  QFETCH(QByteArray, named);
  const ProgramRun run =
      runProgram({"export", "decay", "--model", dataFile("cases/" + file), "-o", "-"});
  QVERIFY2(run.code == 0, run.err.constData());
  QVERIFY2(run.err.contains(named), run.err.constData());
  QVERIFY(!run.json().isEmpty());
}

void CliModelsTest::everyCase_isInspectedWithoutACrash_data() {
  QTest::addColumn<QString>("file");
  const QStringList files =
      QDir(dataFile("cases")).entryList({"*.json", "*.npy", "*.safetensors"}, QDir::Files);
  QVERIFY(files.size() >= 30);
  for (const QString& file : files) {
    QTest::newRow(qPrintable(file)) << file;
  }
}

void CliModelsTest::everyCase_isInspectedWithoutACrash() {
  QFETCH(QString, file);
  static const QHash<QString, int> kCodes{{"cfg_odd_head_dim.json", 1},
                                          {"cfg_neox_rotary_pct_odd.json", 1},
                                          {"cfg_truncated.json", 3},
                                          {"arr_truncated.npy", 3},
                                          {"arr_header_too_long.npy", 3},
                                          {"st_git_lfs_pointer.safetensors", 3},
                                          {"st_header_132MB_claim.safetensors", 3},
                                          {"st_data_truncated.safetensors", 3}};
  const ProgramRun run = runProgram({"inspect", dataFile("cases/" + file), "--json"});
  if (file == "arr_object.npy") {  // Listed or refused, both name it; never read.
    QVERIFY(run.code == 0 || run.code == 3);
    return;
  }
  QVERIFY2(run.code == kCodes.value(file, 0), run.err.constData());
  QCOMPARE(run.out.isEmpty(), run.code == 3);
  QCOMPARE(run.err.isEmpty(), run.code != 3);
}

QTEST_GUILESS_MAIN(CliModelsTest)
#include "cli_models_test.moc"
