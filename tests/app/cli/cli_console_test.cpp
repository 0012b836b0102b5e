// How much the program says: -q nothing but errors, -v more, before and after the subcommand; the
// results are the same at every level.
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/subcommands.h"
#include "tests/app/cli/program.h"

using namespace poscope;

class CliConsoleTest : public QObject {
  Q_OBJECT

 private slots:
  void levels_changeStderrOnly_data();
  void levels_changeStderrOnly();
  void quiet_stillSaysErrors();
  void quietWarnings_areNotSaid();
  void verbose_namesTheBackendAndTheTime();
  void quietAndVerbose_contradict();
  void version_isTheSameEverywhere();
};

namespace {

// A length that the scaling needs is missing: a warning.
const QStringList kWarned{"export",  "positions",
                          "-o",      "-",
                          "--model", POSCOPE_TEST_DATA "/cases/cfg_yarn_missing_original.json"};

}  // namespace

void CliConsoleTest::levels_changeStderrOnly_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("before -q") << QStringList{"-q", "export", "positions", "-o", "-"};
  QTest::newRow("after -q") << QStringList{"export", "positions", "-o", "-", "--quiet"};
  QTest::newRow("before -v") << QStringList{"-v", "export", "positions", "-o", "-"};
  QTest::newRow("after -v") << QStringList{"export", "positions", "-o", "-", "--verbose"};
}

void CliConsoleTest::levels_changeStderrOnly() {
  QFETCH(QStringList, arguments);
  const ProgramRun usual = runProgram({"export", "positions", "-o", "-"});
  const ProgramRun run = runProgram(arguments);
  QCOMPARE(run.code, 0);
  QCOMPARE(run.out, usual.out);
  QVERIFY(!run.out.isEmpty());
}

void CliConsoleTest::quiet_stillSaysErrors() {
  const ProgramRun usual = runProgram({"export", "nowhere", "-o", "-"});
  const ProgramRun quiet = runProgram({"export", "nowhere", "-o", "-", "-q"});
  QCOMPARE(quiet.code, 2);
  QCOMPARE(quiet.err, usual.err);
  QVERIFY(!quiet.err.isEmpty());
}

void CliConsoleTest::quietWarnings_areNotSaid() {
  const ProgramRun usual = runProgram(kWarned);
  QVERIFY2(usual.err.contains("warning"), usual.err.constData());
  const ProgramRun quiet = runProgram(QStringList{"-q"} + kWarned);
  QCOMPARE(quiet.code, 0);
  QCOMPARE(quiet.err, QByteArray());
  QCOMPARE(quiet.out, usual.out);
}

void CliConsoleTest::verbose_namesTheBackendAndTheTime() {
  const ProgramRun run = runProgram({"export", "positions", "-o", "-", "-v"});
  QVERIFY2(run.err.contains("Computed by cpu: CPU"), run.err.constData());
  QVERIFY2(QRegularExpression("Finished in [0-9.e-]+ s\\.").match(run.err).hasMatch(),
           run.err.constData());
}

void CliConsoleTest::quietAndVerbose_contradict() {
  const ProgramRun run = runProgram({"-q", "formats", "-v"});
  QCOMPARE(run.code, 2);
  QVERIFY2(run.err.contains("--quiet") && run.err.contains("--verbose"), run.err.constData());
}

void CliConsoleTest::version_isTheSameEverywhere() {
  const QByteArray version = runProgram({"--version"}).out;
  QVERIFY(version.startsWith("poscope "));
  QCOMPARE(runProgram({"-V"}).out, version);
  for (const Subcommand& subcommand : subcommands()) {
    QCOMPARE(runProgram({subcommand.name, "-V"}).out, version);
  }
}

QTEST_GUILESS_MAIN(CliConsoleTest)
#include "cli_console_test.moc"
