// `poscope verdict` end to end: numbers, words, settings, mistakes, Ctrl-C.
#include <QJsonArray>
#include <QtTest>
#include <csignal>

#include "tests/app/cli/program.h"

using namespace poscope;

class CliVerdictTest : public QObject {
  Q_OBJECT

 private slots:
  void json_ofTheModuleCast_hasTheNumbersOfTheBug() {
    const ProgramRun run = runProgram({"verdict", "module-cast", "--context", "8192", "--json"});
    QCOMPARE(run.code, 0);
    QVERIFY(run.err.isEmpty());
    const QJsonObject json = run.json();
    QCOMPARE(json["schema"].toInt(), 1);
    QCOMPARE(json["scheme"].toString(), QStringLiteral("rope"));
    QCOMPARE(json["context"].toInt(), 8192);
    QCOMPARE(json["fine"].toBool(true), false);
    const QJsonObject unique = json["unique"].toObject();
    QCOMPARE(unique["state"].toString(), QStringLiteral("bad"));
    QCOMPARE(unique["total"].toInt(), 8192);
    QCOMPARE(unique["distinct"].toInt(), 897);
    QCOMPARE(unique["largest_group"].toInt(), 33);
    QCOMPARE(unique["unshared"].toInt(), 320);
    QCOMPARE(unique["lost"].toInt(-1), 0);
    QCOMPARE(unique["first_collision"].toArray(), (QJsonArray{256, 257}));
    QCOMPARE(json["relative"].toObject()["state"].toString(), QStringLiteral("bad"));
    QCOMPARE(json["relative"].toObject()["spreads"].toArray().size(), 13);
    QCOMPARE(json["faithful"].toObject()["state"].toString(), QStringLiteral("bad"));
    QVERIFY(json["faithful"].toObject().contains("pair"));
    QVERIFY(json["faithful"].toObject()["reach"].isNull());
    QVERIFY(json["effect"].toObject()["mean"].toDouble() > 0.1);
  }

  void text_ofTheFp32Phase_saysUpToWhereItIsFine() {
    const ProgramRun run = runProgram({"verdict", "hf-llama", "--context", "8k"});
    QCOMPARE(run.code, 0);
    QVERIFY(run.out.contains("Unique: ● good, all 8,192 positions differ"));
    QVERIFY(run.out.contains("This setting is fine up to a context of 112,169"));
    QVERIFY(run.out.contains("position       Position"));
    QVERIFY(!run.out.contains('['));
  }

  void text_beyondTheReach_callsTheDriftHarmless() {
    const ProgramRun run = runProgram({"verdict", "hf-llama", "--context", "128k"});
    QCOMPARE(run.code, 0);
    QVERIFY(run.out.contains("Faithful: ○ harmless"));
    QVERIFY(run.out.contains("a context of 112,169"));
    QVERIFY(run.out.contains("This setting is fine at a context of 131,072"));
  }

  void settings_changeShapeFormatAndStages() {
    const ProgramRun run = runProgram({"verdict", "hf-llama", "--context", "4096", "--set",
                                       "dim=64", "--set", "base=500k", "--set", "format=fp16",
                                       "--set", "position=bf16", "-s", "a.rotation=fp64", "-s",
                                       "scaling=linear~factor~2", "--start", "2^10", "--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject json = run.json();
    QCOMPARE(json["start"].toInt(), 1024);
    QCOMPARE(json["changed"].toBool(), true);
    QCOMPARE(json["stages"].toObject()["position"].toString(), QStringLiteral("bf16"));
    QCOMPARE(json["stages"].toObject()["rotation"].toString(), QStringLiteral("fp64"));
    const QJsonObject settings = json["settings"].toObject();
    QCOMPARE(settings["dim"].toInt(), 64);
    QCOMPARE(settings["base"].toInt(), 512000);
    QCOMPARE(settings["format"].toString(), QStringLiteral("fp16"));
    QCOMPARE(settings["scaling"].toString(), QStringLiteral("linear~factor~2"));
    QVERIFY(!settings.contains("heads"));
    QCOMPARE(json["unique"].toObject()["state"].toString(), QStringLiteral("bad"));
  }

  void alibi_countsKeysAndHeads() {
    const ProgramRun run =
        runProgram({"verdict", "alibi/press", "--context", "4096", "--set", "heads=8", "--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject json = run.json();
    QCOMPARE(json["settings"].toObject()["heads"].toInt(), 8);
    QVERIFY(json["faithful"].toObject().contains("head"));
    QCOMPARE(qRound(100 * json["effect"].toObject()["mean"].toDouble()), 14);
    QCOMPARE(qRound(100 * json["effect"].toObject()["worst"].toDouble()), 42);
  }

  void kerple_sharesFarDistancesInBf16() {
    const ProgramRun run = runProgram({"verdict", "kerple-log", "--context", "4096", "--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject json = run.json();
    QCOMPARE(json["scheme"].toString(), QStringLiteral("kerple-log"));
    QCOMPARE(json["fine"].toBool(), true);
    const QJsonObject settings = json["settings"].toObject();
    QCOMPARE(settings.keys(), (QStringList{"bias_a", "bias_p", "format", "overflow"}));
    QCOMPARE(settings["bias_p"].toDouble(), 2.0);
    QCOMPARE(settings["bias_a"].toDouble(), 0.5);
    const QJsonObject unique = json["unique"].toObject();
    QCOMPARE(unique["state"].toString(), QStringLiteral("harmless"));
    QCOMPARE(unique["first_collision"].toArray(), (QJsonArray{68, 69}));
    QCOMPARE(json["relative"].toObject()["spread"].toDouble(-1), 0.0);
    QCOMPARE(json["faithful"].toObject()["head"].toInt(-1), 0);
    const double moved = json["effect"].toObject()["mean"].toDouble();
    QVERIFY(moved > 1e-5 && moved < 1e-2);
  }

  void kerple_saysThatItsNumbersAreAnExample() {
    const ProgramRun run = runProgram({"verdict", "kerple-log-fp32", "--context", "1024", "--set",
                                       "bias_p=1.5", "--start", "7", "--set", "heads=8"});
    QCOMPARE(run.code, 0);
    QVERIFY(run.out.contains("KERPLE (logarithmic)"));
    QVERIFY(run.out.contains("p = 1.5 and a = 0.5 (an example"));
    QVERIFY(run.out.contains("all 1,024 distances differ"));
    QVERIFY(run.out.contains("heads has no effect here"));
    QVERIFY(run.out.contains("KERPLE (logarithmic) knows keys and distances"));
    QVERIFY(!run.out.contains("head 0") && !run.out.contains("]"));
    QCOMPARE(runProgram({"verdict", "kerple-log", "--context", "64", "--set", "bias_a=0"}).code, 2);
  }

  void settingsOfAnotherScheme_areNotedAndIgnored() {
    const ProgramRun run =
        runProgram({"verdict", "hf-llama", "--context", "300", "--set", "heads=8", "--json"});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.json()["notes"].toArray().size(), 1);
  }

  void schemeInTheName_choosesAmongRecipesOfOneName() {
    const ProgramRun run = runProgram(
        {"verdict", "sinusoid/module-cast", "--context", "5000", "--set", "dim=512", "--json"});
    QCOMPARE(run.json()["scheme"].toString(), QStringLiteral("sinusoid"));
    QCOMPARE(run.json()["unique"].toObject()["distinct"].toInt(), 797);
  }

  void mistakes_areWrongUsageAndSayWhatIsExpected_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("recipe") << QStringList{"nonsense", "--context", "8"}
                            << QByteArray("module-cast");
    QTest::newRow("scheme") << QStringList{"rope/relative", "--context", "8"}
                            << QByteArray("Did you mean relative?");
    QTest::newRow("nothing") << QStringList{} << QByteArray("RECIPE");
    QTest::newRow("no context") << QStringList{"hf-llama"} << QByteArray("--context N");
    QTest::newRow("context 1") << QStringList{"hf-llama", "--context", "1"}
                               << QByteArray("16,777,216");
    QTest::newRow("beyond") << QStringList{"hf-llama", "--context", "2^24", "--start", "1"}
                            << QByteArray("16,777,216");
    QTest::newRow("name") << QStringList{"hf-llama", "--context", "8", "--set", "slope=bf16"}
                          << QByteArray("interpolation");
    QTest::newRow("value") << QStringList{"hf-llama", "--context", "8", "--set", "dim=7"}
                           << QByteArray("dim");
    QTest::newRow("stage") << QStringList{"hf-llama", "--context", "8", "--set", "angle=bf17"}
                           << QByteArray("bf16");
    QTest::newRow("no value") << QStringList{"hf-llama", "--context", "8", "--set", "dim"}
                              << QByteArray("name=value");
    QTest::newRow("scaling") << QStringList{"hf-llama", "--context", "8", "--set", "scaling=x"}
                             << QByteArray("yarn");
  }
  void mistakes_areWrongUsageAndSayWhatIsExpected() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, told);
    const ProgramRun run = runProgram(QStringList{"verdict"} + arguments);
    QCOMPARE(run.code, 2);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.contains(told), run.err.constData());
  }

  void chinese_saysEverythingInChinese() {
    const ProgramRun run =
        runProgram({"verdict", "module-cast", "--context", "1024", "--lang", "zh"});
    QCOMPARE(run.code, 0);
    QVERIFY(run.out.contains("1,024 个位置只有 513 格"));
    QVERIFY(!run.out.contains("positions"));
  }

  void interrupted_endsWithoutAResult() {
    QProcess process;
    process.setProcessEnvironment(bareEnvironment());
    process.start(QStringLiteral(POSCOPE_PROGRAM),
                  {"verdict", "module-cast", "--context", "2^24", "--set", "dim=4096"});
    QVERIFY(process.waitForStarted());
    QVERIFY(!process.waitForFinished(1000));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 4);
    QVERIFY(process.readAllStandardOutput().isEmpty());
  }
};

QTEST_GUILESS_MAIN(CliVerdictTest)
#include "cli_verdict_test.moc"
