// `poscope audit` end to end: outputs, exit codes, and where a model may lie.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/app/cli/program.h"

using namespace poscope;

class CliAuditTest : public QObject {
  Q_OBJECT

 private slots:
  void everyConfig_isAuditedAsTextJsonAndMarkdown_data();
  void everyConfig_isAuditedAsTextJsonAndMarkdown();
  void exitCodes_data();
  void exitCodes();
  void messages_areOneLineWithThePlace();
  void model_isReadFromAFolderAHubCacheAndStandardInput();
  void options_changeWhatIsAudited();
  void language_isThatOfTheOption();
};

void CliAuditTest::everyConfig_isAuditedAsTextJsonAndMarkdown_data() {
  QTest::addColumn<QString>("config");
  const QStringList models = QDir(dataFile("configs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
  QVERIFY(models.size() >= 20);
  for (const QString& model : models) {
    QTest::newRow(qPrintable(model)) << dataFile("configs/" + model);
  }
}

void CliAuditTest::everyConfig_isAuditedAsTextJsonAndMarkdown() {
  QFETCH(QString, config);
  const ProgramRun text = runProgram({"audit", config, "--context", "1024"});
  QVERIFY2(text.code == 0, text.err.constData());
  QVERIFY(text.err.isEmpty());
  const ProgramRun json = runProgram({"audit", config, "--context", "1024", "--json"});
  QCOMPARE(json.code, 0);
  QCOMPARE(json.json()["schema"].toInt(), 1);
  const QByteArray conclusion = json.json()["conclusion"].toString().toUtf8();
  QVERIFY(text.out.simplified().contains(conclusion.simplified()));
  const ProgramRun markdown = runProgram({"audit", config, "--context", "1024", "--markdown"});
  QCOMPARE(markdown.code, 0);
  QVERIFY(markdown.out.startsWith("# "));
}

void CliAuditTest::exitCodes_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("code");
  const QString llama = dataFile("configs/llama-2-7b");
  const QString cases = dataFile("cases/");
  const auto row = [](const char* name, const QStringList& arguments, int code) {
    QTest::newRow(name) << (QStringList{"audit"} + arguments) << code;
  };
  row("fine", {llama}, 0);
  row("fine, all verdicts", {llama, "--fail-on", "unique,relative,faithful"}, 0);
  row("a preset", {"llama-2-7b"}, 0);
  row("default way is fine", {"llama-2-7b", "--fail-on", "faithful"}, 0);
  row("not all ways are", {"llama-2-7b", "--fail-on", "faithful", "--ways", "all"}, 1);
  row("default way is bad", {"bloom-560m", "--fail-on", "relative"}, 1);
  row("ways alone", {llama, "--ways", "all"}, 2);
  row("bad ways", {llama, "--fail-on", "unique", "--ways", "some"}, 2);
  row("mistyped preset", {"lama-2-7b"}, 3);
  row("bad verdict", {llama, "--recipe", "hf-4.31-cast", "--fail-on", "unique"}, 1);
  row("bad verdict that is not asked for", {llama, "--recipe", "hf-4.31-cast"}, 0);
  row("odd width", {cases + "cfg_odd_head_dim.json"}, 1);
  row("odd share", {cases + "cfg_neox_rotary_pct_odd.json"}, 1);
  row("no path", {}, 2);
  row("two paths", {llama, llama}, 2);
  row("unknown option", {llama, "--contexts", "5"}, 2);
  row("bad context", {llama, "--context", "long"}, 2);
  row("bad format", {llama, "--format", "bf17"}, 2);
  row("bad recipe", {llama, "--recipe", "hf-6"}, 2);
  row("bad fail-on", {llama, "--fail-on", "all"}, 2);
  row("two outputs", {llama, "--json", "--markdown"}, 2);
  row("missing", {"nothing.json"}, 3);
  row("hub name", {"meta-llama/Llama-2-7b-hf"}, 3);
  row("cut off", {cases + "cfg_truncated.json"}, 3);
  row("folder without a config", {dataFile("cases")}, 3);
  row("git lfs", {cases + "st_git_lfs_pointer.safetensors"}, 3);
  row("no table", {cases + "arr_f4_c.npy"}, 3);
  row("truncated array", {cases + "arr_truncated.npy"}, 3);
  row("device", {"/dev/zero"}, 3);
  row("help", {"--help"}, 0);
}

void CliAuditTest::exitCodes() {
  QFETCH(QStringList, arguments);
  QFETCH(int, code);
  const ProgramRun run = runProgram(arguments);
  QVERIFY2(run.code == code, run.err + run.out);
  QCOMPARE(run.out.isEmpty(), code > 1);
  QCOMPARE(run.err.isEmpty(), code <= 1);
}

void CliAuditTest::messages_areOneLineWithThePlace() {
  const ProgramRun cut = runProgram({"audit", dataFile("cases/cfg_truncated.json")});
  QVERIFY(cut.err.contains("line 11, column"));
  QCOMPARE(cut.err.count('\n'), 1);
  const ProgramRun hub = runProgram({"audit", "owner/model"});
  QVERIFY(hub.err.contains("config.json"));
  QCOMPARE(hub.err.count('\n'), 1);
}

void CliAuditTest::model_isReadFromAFolderAHubCacheAndStandardInput() {
  QTemporaryDir folder;
  QFile file(dataFile("configs/llama-2-7b/config.json"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray config = file.readAll();

  // As the hub's client lays a cache out: links from a snapshot to blobs.
  const QString cache = folder.filePath("models--owner--tiny");
  QVERIFY(QDir().mkpath(cache + "/blobs") && QDir().mkpath(cache + "/refs") &&
          QDir().mkpath(cache + "/snapshots/abc123"));
  const auto write = [](const QString& path, const QByteArray& bytes) {
    QFile out(path);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(bytes);
  };
  write(cache + "/blobs/0f0f", config);
  write(cache + "/refs/main", "abc123");
  QVERIFY(QFile::link("../../blobs/0f0f", cache + "/snapshots/abc123/config.json"));
  const ProgramRun cached = runProgram({"audit", cache, "--json"});
  QVERIFY2(cached.code == 0, cached.err.constData());
  QCOMPARE(cached.json()["name"].toString(), "owner/tiny");

  const ProgramRun piped = runProgram({"audit", "-", "--json"}, bareEnvironment(), config);
  QVERIFY2(piped.code == 0, piped.err.constData());
  QCOMPARE(piped.json()["ways"], cached.json()["ways"]);
  const ProgramRun bad = runProgram({"audit", "-"}, bareEnvironment(), "{\"a\": ");
  QCOMPARE(bad.code, 3);
  QVERIFY(bad.err.contains("-, line 1"));
}

void CliAuditTest::options_changeWhatIsAudited() {
  const QString llama = dataFile("configs/llama-2-7b");
  const ProgramRun run = runProgram({"audit", llama, "--context", "8k", "--format", "bf16",
                                     "--recipe", "hf-4.31-cast", "--json"});
  QCOMPARE(run.code, 0);
  const QJsonArray ways = run.json()["ways"].toArray();
  QCOMPARE(ways.size(), 1);
  const QJsonObject way = ways[0].toObject();
  QCOMPARE(way["context"].toInt(), 8192);
  QCOMPARE(way["format"].toString(), "bf16");
  QCOMPARE(way["unique"].toObject()["distinct"].toInt(), 897);
}

void CliAuditTest::language_isThatOfTheOption() {
  const ProgramRun run = runProgram({"audit", dataFile("configs/gpt2"), "--lang", "zh"});
  QCOMPARE(run.code, 0);
  QVERIFY(QString::fromUtf8(run.out).contains(QStringLiteral("理解到的设置")));
}

QTEST_GUILESS_MAIN(CliAuditTest)
#include "cli_audit_test.moc"
