// How much the program says: -q nothing but errors, -v more, before and after the subcommand; the
// results are the same at every level.
#include <pty.h>
#include <unistd.h>

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <array>

#include "app/cli/subcommands.h"
#include "app/export/figure_file.h"
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
  void terminal_getsNoBytesThatAreNoText_data();
  void terminal_getsNoBytesThatAreNoText();
};

namespace {

// A length that the scaling needs is missing: a warning.
const QStringList kWarned{"export",  "positions",
                          "-o",      "-",
                          "--model", POSCOPE_TEST_DATA "/cases/cfg_yarn_missing_original.json"};

// The program with a terminal as its standard output.
ProgramRun runInTerminal(const QStringList& arguments) {
  int ends[2] = {-1, -1};  // Ours and the program's.
  if (openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr) != 0) {
    return {};
  }
  QProcess process;
  process.setProcessEnvironment(bareEnvironment());
  process.setChildProcessModifier([ends] { dup2(ends[1], STDOUT_FILENO); });
  process.start(QStringLiteral(POSCOPE_PROGRAM), arguments);
  process.closeWriteChannel();
  process.waitForStarted();
  close(ends[1]);
  QByteArray out;
  std::array<char, 4096> block{};
  // Reading fails when the program has ended and with it the terminal.
  for (ssize_t got = 0; (got = read(ends[0], block.data(), block.size())) > 0;) {
    out.append(block.data(), static_cast<qsizetype>(got));
  }
  close(ends[0]);
  const bool ended = process.waitForFinished() && process.exitStatus() == QProcess::NormalExit;
  return {ended ? process.exitCode() : -1, out, process.readAllStandardError()};
}

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

void CliConsoleTest::terminal_getsNoBytesThatAreNoText_data() {
  QTest::addColumn<QString>("type");
  QTest::addColumn<bool>("text");
  for (const std::string& ending : exportEndings()) {
    QTest::addRow("%s", ending.c_str()) << QString::fromStdString(ending) << isTextEnding(ending);
  }
}

void CliConsoleTest::terminal_getsNoBytesThatAreNoText() {
  QFETCH(QString, type);
  QFETCH(bool, text);
  const QStringList arguments{"export", "positions", "-o", "-", "--type", type};
  const ProgramRun piped = runProgram(arguments);
  QVERIFY2(piped.code == 0, piped.err.constData());
  QCOMPARE(!piped.out.contains('\0'), text);
  const ProgramRun shown = runInTerminal(arguments);
  QCOMPARE(shown.code, text ? 0 : 2);
  if (!text) {
    QVERIFY2(shown.err.contains("> figure." + type.toUtf8()), shown.err.constData());
    QCOMPARE(shown.out, QByteArray());
  }
}

QTEST_GUILESS_MAIN(CliConsoleTest)
#include "cli_console_test.moc"
