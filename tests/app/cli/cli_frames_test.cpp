// `poscope export --frames`: the files of a range, what they hold, what is refused, and Ctrl-C.
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <set>

#include "tests/app/cli/program.h"

using namespace poscope;

class CliFramesTest : public QObject {
  Q_OBJECT

 private slots:
  void eachValue_isAWholeFileOfItsState();
  void pictures_areOfOneSize_andDiffer();
  void severalKinds_ofEachFrame();
  void settings_andLinks_holdForEveryFrame();
  void parameterWithoutEffect_isToldOnce();
  void mistakes_writeNothing_data();
  void mistakes_writeNothing();
  void frameThatIsNoFigure_saysWhich();
  void missingFolder_isNamed();
  void fileThatIsRead_isNotWrittenOver();
  void verbose_namesEachFile();
  void interrupted_leavesWholeFramesOnly_data();
  void interrupted_leavesWholeFramesOnly();
};

namespace {

QStringList filesIn(const QTemporaryDir& folder) {
  return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

ProgramRun exportIn(const QTemporaryDir& folder, const QStringList& arguments) {
  return runProgram(QStringList{"export"} + arguments, bareEnvironment(), {}, folder.path());
}

}  // namespace

void CliFramesTest::eachValue_isAWholeFileOfItsState() {
  const QTemporaryDir folder;
  const ProgramRun run =
      exportIn(folder, {"positions", "--frames", "context=256:2k:x2", "-o", "f-%02d.json"});
  QCOMPARE(run.code, 0);
  QCOMPARE(run.err, QByteArray("poscope: Wrote 4 frames, f-01.json to f-04.json: context from 256 "
                               "to 2,048.\n"));
  QCOMPARE(filesIn(folder), (QStringList{"f-01.json", "f-02.json", "f-03.json", "f-04.json"}));
  // bf16 keeps 256 positions, then 128 more with every doubling.
  const int distinct[] = {256, 385, 513, 641};
  for (int k = 0; k < 4; ++k) {
    const QByteArray bytes = contents(folder.filePath(QStringLiteral("f-0%1.json").arg(k + 1)));
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    QCOMPARE(json["parameters"].toObject()["context"].toInt(), 256 << k);
    QCOMPARE(json["facts"].toObject()["distinct"].toInt(), distinct[k]);
  }
}

void CliFramesTest::pictures_areOfOneSize_andDiffer() {
  const QTemporaryDir folder;
  const ProgramRun run = exportIn(folder, {"waves", "--frames", "dim=8:128:x4", "-o", "f-%d.png"});
  QCOMPARE(run.code, 0);
  QCOMPARE(filesIn(folder), (QStringList{"f-1.png", "f-2.png", "f-3.png"}));
  std::set<QByteArray> different;
  std::set<QByteArray> sizes;
  for (const QString& name : filesIn(folder)) {
    const QByteArray bytes = contents(folder.filePath(name));
    sizes.insert(bytes.mid(16, 8));                            // Of IHDR.
    different.insert(bytes.mid(bytes.indexOf("IDAT"), 4096));  // Behind what says the link.
  }
  QCOMPARE(sizes.size(), std::size_t{1});
  QCOMPARE(different.size(), std::size_t{3});
}

void CliFramesTest::severalKinds_ofEachFrame() {
  const QTemporaryDir folder;
  const ProgramRun run = exportIn(folder, {"alibi", "--frames", "heads=8:9", "-o", "a%d.svg", "-o",
                                           "b%d.csv", "--size", "84mmx60mm"});
  QCOMPARE(run.code, 0);
  QCOMPARE(filesIn(folder), (QStringList{"a1.svg", "a2.svg", "b1.csv", "b2.csv"}));
  QVERIFY(contents(folder.filePath("a1.svg")).contains("width=\"84.0000mm\""));
  QVERIFY(contents(folder.filePath("b1.csv")) != contents(folder.filePath("b2.csv")));
}

void CliFramesTest::settings_andLinks_holdForEveryFrame() {
  const QTemporaryDir folder;
  const ProgramRun run = exportIn(folder, {"poscope:positions?format=fp16", "--set", "length=50",
                                           "--frames", "context=4096:2048:x2", "-o", "f%d.json"});
  QCOMPARE(run.code, 0);
  const QJsonObject first = QJsonDocument::fromJson(contents(folder.filePath("f1.json"))).object();
  const QJsonObject second = QJsonDocument::fromJson(contents(folder.filePath("f2.json"))).object();
  QCOMPARE(first["link"].toString(), QString("poscope:positions?format=fp16&length=50"));
  QCOMPARE(second["link"].toString(),
           QString("poscope:positions?context=2048&format=fp16&length=50"));
}

void CliFramesTest::parameterWithoutEffect_isToldOnce() {
  const QTemporaryDir folder;
  const ProgramRun run = exportIn(
      folder, {"alibi", "--set", "picture=heads", "--frames", "head=0:1", "-o", "f%d.json"});
  QCOMPARE(run.code, 0);
  QCOMPARE(run.err.count("Every frame will be the same."), 1);
  QCOMPARE(filesIn(folder).size(), 2);
}

void CliFramesTest::mistakes_writeNothing_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("said");
  const QStringList view{"positions", "--frames"};
  QTest::newRow("no number in the name")
      << view + QStringList{"context=256:512", "-o", "f.png"} << "f.png: the name has no place";
  QTest::newRow("one of two names")
      << view + QStringList{"context=256:512", "-o", "f%d.png", "-o", "g.csv"}
      << "g.csv: the name has no place";
  QTest::newRow("standard output")
      << view + QStringList{"context=256:512", "-o", "-"} << "cannot go to the standard output";
  QTest::newRow("unknown parameter")
      << view + QStringList{"contxt=256:512", "-o", "f%d.png"} << "Did you mean context?";
  QTest::newRow("no whole number")
      << view + QStringList{"format=bf16:fp16", "-o", "f%d.png"} << "format is no whole number";
  QTest::newRow("outside") << view + QStringList{"context=0:512", "-o", "f%d.png"}
                           << "context: \"0\" is not accepted. Expected an integer from 2";
  QTest::newRow("too many") << view + QStringList{"context=2:100000:1", "-o", "f%d.png"}
                            << "are 99,999 frames, and at most 10,000";
  QTest::newRow("the same names") << view + QStringList{"context=256:512", "-o", "f%d.png", "-o",
                                                        "f%01d.png"}
                                  << "f1.png";
  QTest::newRow("unknown ending") << view + QStringList{"context=256:512", "-o", "f%d.gif"}
                                  << "the ending of the name decides";
}

void CliFramesTest::mistakes_writeNothing() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, said);
  const QTemporaryDir folder;
  const ProgramRun run = exportIn(folder, arguments);
  QCOMPARE(run.code, 2);
  QVERIFY2(run.err.contains(said.toUtf8()), run.err.constData());
  QCOMPARE(run.err.count('\n'), 1);
  QVERIFY(filesIn(folder).isEmpty());
}

// With four heads the fifth is none; data need no common page, so that those before it are there.
void CliFramesTest::frameThatIsNoFigure_saysWhich() {
  const QTemporaryDir folder;
  const ProgramRun run = exportIn(folder, {"alibi", "--set", "heads=4", "--set", "picture=keys",
                                           "--frames", "head=2:9", "-o", "f%d.csv"});
  QCOMPARE(run.code, 2);
  QVERIFY2(run.err.contains("Frame head=4: "), run.err.constData());
  QCOMPARE(filesIn(folder), (QStringList{"f1.csv", "f2.csv"}));
}

void CliFramesTest::missingFolder_isNamed() {
  const QTemporaryDir folder;
  const ProgramRun run =
      exportIn(folder, {"positions", "--frames", "context=256:512", "-o", "frames/f%d.png"});
  QCOMPARE(run.code, 3);
  QVERIFY2(run.err.contains("frames/f1.png: there is no folder frames"), run.err.constData());
}

void CliFramesTest::fileThatIsRead_isNotWrittenOver() {
  const QTemporaryDir folder;
  QCOMPARE(exportIn(folder, {"positions", "-o", "f2.png"}).code, 0);
  const QByteArray before = contents(folder.filePath("f2.png"));
  const ProgramRun run =
      exportIn(folder, {"f2.png", "--frames", "context=256:1024", "-o", "f%d.png"});
  QCOMPARE(run.code, 2);
  QVERIFY2(run.err.contains("f2.png"), run.err.constData());
  QCOMPARE(filesIn(folder), QStringList{"f2.png"});
  QCOMPARE(contents(folder.filePath("f2.png")), before);
}

void CliFramesTest::verbose_namesEachFile() {
  const QTemporaryDir folder;
  const ProgramRun run =
      exportIn(folder, {"-v", "positions", "--frames", "context=256:512", "-o", "f%d.json"});
  QCOMPARE(run.code, 0);
  QVERIFY(run.err.contains("Wrote f1.json"));
  QVERIFY(run.err.contains("Wrote f2.json"));
}

void CliFramesTest::interrupted_leavesWholeFramesOnly_data() {
  QTest::addColumn<int>("signal");
  QTest::newRow("SIGINT") << SIGINT;
  QTest::newRow("SIGTERM") << SIGTERM;
}

void CliFramesTest::interrupted_leavesWholeFramesOnly() {
  QFETCH(int, signal);
  const QTemporaryDir folder;
  QProcess process;
  process.setProcessEnvironment(bareEnvironment());
  process.setWorkingDirectory(folder.path());
  process.start(QStringLiteral(POSCOPE_PROGRAM),
                {"export", "positions", "--frames", "context=2:10001:1", "-o", "f%05d.png"});
  QVERIFY(process.waitForStarted());
  QTRY_VERIFY_WITH_TIMEOUT(!QDir(folder.path()).entryList({"*.png"}, QDir::Files).isEmpty(),
                           60'000);
  QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
  QVERIFY(process.waitForFinished(60'000));
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(process.exitCode(), 4);
  QVERIFY(process.readAllStandardError().contains("The frames that are there are whole"));
  const QStringList names = filesIn(folder);
  QVERIFY(names.size() < 10'000);
  for (const QString& name : names) {
    QVERIFY2(name.endsWith(".png"), qPrintable(name));
    const QByteArray bytes = contents(folder.filePath(name));
    QVERIFY(bytes.startsWith("\x89PNG"));
    QCOMPARE(bytes.right(8).left(4), QByteArray("IEND"));
  }
}

QTEST_GUILESS_MAIN(CliFramesTest)
#include "cli_frames_test.moc"
