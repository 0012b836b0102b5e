// The manual page: everything that help tells, and no mistake that a formatter would tell of.
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

#include "app/cli/subcommands.h"
#include "tests/app/cli/program.h"

using namespace poscope;

namespace {

// The page as a terminal shows it, without bold.
ProgramRun formatted(const QByteArray& source) {
  QProcess process;
  process.setProcessEnvironment(bareEnvironment());
  process.start("groff", {"-ww", "-Wbreak", "-man", "-Kutf8", "-Tutf8", "-rLL=100n", "-P-c"});
  process.write(source);
  process.closeWriteChannel();
  const bool ended = process.waitForFinished();
  QString shown = QString::fromUtf8(process.readAllStandardOutput());
  shown.remove(QRegularExpression(".\b"));
  return {ended ? process.exitCode() : -1, shown.toUtf8(), process.readAllStandardError()};
}

}  // namespace

class CliManTest : public QObject {
  Q_OBJECT

 private slots:
  void page_isWellFormed_data() {
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << "en";
    QTest::newRow("Chinese") << "zh";
  }
  void page_isWellFormed() {
    QFETCH(QString, language);
    const ProgramRun run = runProgram({"__man", "--lang", language});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.err, QByteArray());
    QVERIFY(run.out.startsWith(".TH POSCOPE 1 "));
    QVERIFY(!run.out.contains("[command."));
    if (QStandardPaths::findExecutable("groff").isEmpty()) {
      QSKIP("groff is not installed");
    }
    const ProgramRun page = formatted(run.out);
    QCOMPARE(page.code, 0);
    QCOMPARE(page.err, QByteArray());
  }

  // Every option of every help page, and the exit codes.
  void page_hasAllOfTheHelp() {
    const QByteArray page = runProgram({"__man"}).out.replace("\\-", "-");
    QStringList names{""};
    for (const Subcommand& subcommand : subcommands()) {
      QVERIFY2(page.contains(QByteArray(".SS ") + subcommand.name + "\n"), subcommand.name);
      names << subcommand.name;
    }
    static const QRegularExpression kOption("^  (-[^ ]*(?:, --[a-z-]+)?)",
                                            QRegularExpression::MultilineOption);
    for (const QString& name : names) {
      const ProgramRun run =
          runProgram(name.isEmpty() ? QStringList{"help"} : QStringList{"help", name});
      const QString help = QString::fromUtf8(run.out);
      auto options = kOption.globalMatch(help);
      QVERIFY2(options.hasNext(), qPrintable(name));
      while (options.hasNext()) {
        const QByteArray option = "\\fB" + options.next().captured(1).toUtf8();
        QVERIFY2(page.contains(option), option.constData());
      }
    }
    for (const char* code : {"0", "1", "2", "3", "4"}) {
      QVERIFY2(page.contains(QByteArray("\\fB") + code + "\\fR\n"), code);
    }
  }
};

QTEST_GUILESS_MAIN(CliManTest)
#include "cli_man_test.moc"
