// Data files as scripts meet them: what docs/data.md shows, parts, refusals, several files at once.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/app/cli/program.h"

using namespace poscope;

class CliDataTest : public QObject {
  Q_OBJECT

 private slots:
  void examplesOfTheDocumentation_areTrue_data();
  void examplesOfTheDocumentation_areTrue();
  void rowsAndColumns_areThoseAskedFor();
  void zoom_isWhatTheFileSpans();
  void tooManyNumbers_areRefusedWithAWayOut_data();
  void tooManyNumbers_areRefusedWithAWayOut();
  void badSlices_areNamed_data();
  void badSlices_areNamed();
  void array_itsAxesAreTold();
  void locale_changesNoDataFile();
};

namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// A block of commands and the block of what the last of them writes, as docs/data.md has them.
struct Example {
  QString command;
  QStringList lines;
};

std::vector<Example> examples() {
  const QString text = QString::fromUtf8(contents(dataFile("../../docs/data.md")));
  static const QRegularExpression kBlocks("```sh\n(poscope [^\n]*)\n```\n+```text\n(.*?)```",
                                          QRegularExpression::DotMatchesEverythingOption);
  std::vector<Example> found;
  for (auto each = kBlocks.globalMatch(text); each.hasNext();) {
    const QRegularExpressionMatch match = each.next();
    found.push_back({match.captured(1), match.captured(2).split('\n', Qt::SkipEmptyParts)});
  }
  return found;
}

}  // namespace

void CliDataTest::examplesOfTheDocumentation_areTrue_data() {
  QTest::addColumn<QString>("command");
  QTest::addColumn<QStringList>("lines");
  const auto all = examples();
  QVERIFY(all.size() >= 6);
  for (const Example& example : all) {
    QTest::addRow("%s", qPrintable(example.command)) << example.command << example.lines;
  }
}

// "..." at a line's end stands for its rest.
void CliDataTest::examplesOfTheDocumentation_areTrue() {
  QFETCH(QString, command);
  QFETCH(QStringList, lines);
  const ProgramRun run = runProgram(QProcess::splitCommand(command).mid(1));
  QVERIFY2(run.code == 0, run.err.constData());
  const QStringList written = QString::fromUtf8(run.out).split('\n');
  for (qsizetype i = 0; i < lines.size(); ++i) {
    const QString wanted = lines[i];
    if (wanted.endsWith("...")) {
      QVERIFY2(written.value(i).startsWith(wanted.chopped(3)), qPrintable(written.value(i)));
    } else {
      QCOMPARE(written.value(i), wanted);
    }
  }
}

void CliDataTest::rowsAndColumns_areThoseAskedFor() {
  const ProgramRun run =
      runProgram({"export", "poscope:alibi?picture=matrix&context=1048576", "--rows",
                  "1048000::500", "--columns", "0:3", "-o", "-", "--type", "csv"});
  QVERIFY2(run.code == 0, run.err.constData());
  const QList<QByteArray> lines = run.out.split('\n');
  QCOMPARE(lines.size(), 4);
  QVERIFY(lines[0].endsWith(",0,1,2"));
  QVERIFY(lines[1].startsWith("1048000,") && lines[2].startsWith("1048500,"));
  const ProgramRun keys = runProgram(
      {"export", "alibi", "--rows", "4090:", "-o", "-", "--type", "csv", "--layer", "reference"});
  QCOMPARE(keys.out.count('\n'), 7);
}

void CliDataTest::zoom_isWhatTheFileSpans() {
  const ProgramRun run = runProgram({"export", "poscope:decay?x=10..12.5&y=0..130", "-o", "-",
                                     "--type", "csv", "--layer", "reference"});
  QVERIFY2(run.code == 0, run.err.constData());
  const QList<QByteArray> lines = run.out.split('\n');
  QCOMPARE(lines.size(), 5);
  QVERIFY(lines[1].startsWith("10,") && lines[2].startsWith("11,") && lines[3].startsWith("12,"));
}

void CliDataTest::tooManyNumbers_areRefusedWithAWayOut_data() {
  QTest::addColumn<QString>("ending");
  for (const char* ending : {"csv", "npy", "json"}) {
    QTest::newRow(ending) << QString(ending);
  }
}

// That file is not written, the one beside it is.
void CliDataTest::tooManyNumbers_areRefusedWithAWayOut() {
  QFETCH(QString, ending);
  const QTemporaryDir folder;
  const ProgramRun run =
      runProgram({"export", "poscope:alibi?picture=matrix&context=65536&length=65536", "-o",
                  folder.filePath("x." + ending), folder.filePath("x.png")});
  QCOMPARE(run.code, 2);
  QVERIFY2(run.err.contains("65,536 rows of 65,536 numbers"), run.err.constData());
  QVERIFY(run.err.contains("--rows A:B:STEP"));
  QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"x.png"});
}

void CliDataTest::badSlices_areNamed_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QByteArray>("said");
  QTest::newRow("words") << QStringList{"alibi", "--rows", "first"} << QByteArray("\"first\"");
  QTest::newRow("from the end") << QStringList{"alibi", "--rows", "-5:"} << QByteArray("\"-5:\"");
  QTest::newRow("beyond") << QStringList{"alibi", "--rows", "4096:"}
                          << QByteArray("key [tokens] goes over 3996:4096");
  QTest::newRow("a curve's columns")
      << QStringList{"alibi", "--columns", "0:5"} << QByteArray("no columns");
  QTest::newRow("a table") << QStringList{"cases", "--layer", "list", "--rows", "0:5"}
                           << QByteArray("is a table");
}

void CliDataTest::badSlices_areNamed() {
  QFETCH(QStringList, arguments);
  QFETCH(QByteArray, said);
  const ProgramRun run =
      runProgram(QStringList{"export"} + arguments + QStringList{"-o", "-", "--type", "csv"});
  QCOMPARE(run.code, 2);
  QVERIFY2(run.err.contains(said), run.err.constData());
  QCOMPARE(run.err.count('\n'), 1);
  QCOMPARE(run.out, QByteArray());
}

void CliDataTest::array_itsAxesAreTold() {
  const QTemporaryDir folder;
  const ProgramRun run = runProgram({"export", "sinusoidal", "--set", "start=1000", "--columns",
                                     "::2", "-o", folder.filePath("x.npy")});
  QCOMPARE(run.code, 0);
  QVERIFY2(run.err.contains("rows are position [tokens] 1000:1050, columns are dimension 0:127:2"),
           run.err.constData());
}

// A table too: its columns have names, and its numbers a point, wherever the program runs.
void CliDataTest::locale_changesNoDataFile() {
  QProcessEnvironment chinese = bareEnvironment();
  chinese.insert("LC_ALL", "zh_CN.UTF-8");
  for (const char* layer : {"a.exact", "table"}) {
    const QStringList arguments{"export", "exact-share", "-o",      "-",
                                "--type", "csv",         "--layer", layer};
    const ProgramRun here = runProgram(arguments);
    QCOMPARE(here.code, 0);
    QCOMPARE(runProgram(arguments, chinese).out, here.out);
    QCOMPARE(runProgram(arguments + QStringList{"--lang", "zh"}).out, here.out);
  }
}

QTEST_GUILESS_MAIN(CliDataTest)
#include "cli_data_test.moc"
