// Files on the command line: what is read is not written over, "-" is a file everywhere, and what
// the system objects to is named.
#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/app/cli/program.h"

using namespace poscope;

class CliFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void inputAsOutput_isRefused_data();
  void inputAsOutput_isRefused();
  void viewOfTheNameOfAFile_isNoInput();
  void oneOutputUnderTwoNames_isRefused();
  void unreadableInput_saysWhy_data();
  void unreadableInput_saysWhy();
  void severalOutputs_thePossibleOnesAreWritten();
  void severalOutputs_theFirstFailureIsTheExitCode();
  void writtenFile_isALineOnStderr();
  void fullDisk_isNamed();
  void inspect_readsTheStandardInput();
  void inspect_slicesWhatItIsAskedFor();
  void inspect_printsWhatItsPageShows();

 private:
  [[nodiscard]] ProgramRun run(const QString& arguments, const QByteArray& input = {}) const {
    return runProgram(arguments.split(' ', Qt::SkipEmptyParts), bareEnvironment(), input,
                      folder_->path());
  }
  [[nodiscard]] QByteArray contents(const QString& name) const {
    QFile file(folder_->filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
  }
  std::unique_ptr<QTemporaryDir> folder_;
};

void CliFilesTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  QVERIFY(QFile::copy(dataFile("configs/llama-2-7b/config.json"), folder_->filePath("m.json")));
  QVERIFY(QDir(folder_->path()).mkdir("model"));
  QVERIFY(QFile::copy(folder_->filePath("m.json"), folder_->filePath("model/config.json")));
  QVERIFY(QFile::link("m.json", folder_->filePath("link.json")));
}

void CliFilesTest::inputAsOutput_isRefused_data() {
  QTest::addColumn<QString>("arguments");
  QTest::addColumn<QByteArray>("named");
  const auto row = [](const char* arguments, const char* named) {
    QTest::addRow("%s", arguments) << QString(arguments) << QByteArray(named);
  };
  row("export positions --model m.json -o m.json", "m.json");
  row("export positions --model m.json -o ./model/../m.json", "model/../m.json");
  row("export positions --model m.json -o link.json", "link.json");
  row("export positions --model link.json -o m.json", "m.json");
  row("export positions --model model -o model/config.json", "model/config.json");
  row("export positions --model m.json -o x.csv -o m.json", "m.json");
}

void CliFilesTest::inputAsOutput_isRefused() {
  QFETCH(QString, arguments);
  QFETCH(QByteArray, named);
  const QByteArray before = contents("m.json");
  const ProgramRun refused = run(arguments);
  QVERIFY2(refused.code == 2, refused.err.constData());
  QVERIFY2(refused.err.contains(named), refused.err.constData());
  QCOMPARE(refused.err.count('\n'), 1);
  QCOMPARE(contents("m.json"), before);
  QVERIFY(!QFile::exists(folder_->filePath("x.csv")));
}

// A figure is read as well; only its state comes back, so the old file would be lost.
void CliFilesTest::viewOfTheNameOfAFile_isNoInput() {
  QCOMPARE(run("export positions -o positions --type csv").code, 0);
  QCOMPARE(run("export positions -o positions --type csv").code, 0);
  QCOMPARE(run("export positions -o f.svg").code, 0);
  const QByteArray before = contents("f.svg");
  const ProgramRun refused = run("export f.svg -o ./f.svg");
  QVERIFY2(refused.code == 2, refused.err.constData());
  QCOMPARE(contents("f.svg"), before);
}

void CliFilesTest::oneOutputUnderTwoNames_isRefused() {
  for (const char* outputs : {"-o new.json -o ./new.json", "-o m.json -o link.json",
                              "-o new.json -o model/../new.json"}) {
    const ProgramRun refused = run(QString("export positions ") + outputs);
    QVERIFY2(refused.code == 2, refused.err.constData());
    QVERIFY2(refused.err.contains("twice"), refused.err.constData());
    QVERIFY(!QFile::exists(folder_->filePath("new.json")));
  }
}

void CliFilesTest::unreadableInput_saysWhy_data() {
  QTest::addColumn<QString>("command");
  QTest::addColumn<QString>("name");
  QTest::addColumn<QByteArray>("reason");
  for (const char* command :
       {"inspect %1", "audit %1", "export positions -o x.csv --model %1", "export %1 -o x.csv"}) {
    const auto row = [&](const char* name, const char* reason) {
      QTest::addRow("%s: %s", command, name)
          << QString(command) << QString(name) << QByteArray(reason);
    };
    row("circle.png", "links lead in a circle");
    row("m.json/x.png", "not a folder");
    row("pipe.png", "is a pipe");
    row("/dev/zero", "is a device");
    const QByteArray longName = QByteArray(300, 'n') + ".png";
    row(longName.constData(), "name is too long");
  }
}

void CliFilesTest::unreadableInput_saysWhy() {
  QFETCH(QString, command);
  QFETCH(QString, name);
  QFETCH(QByteArray, reason);
  QVERIFY(QFile::link("circle.png", folder_->filePath("circle.png")));
  QCOMPARE(::mkfifo(folder_->filePath("pipe.png").toLocal8Bit().constData(), 0600), 0);
  const ProgramRun refused = run(command.arg(name));
  QVERIFY2(refused.code == 3, refused.err.constData());
  QVERIFY2(refused.err.contains(reason), refused.err.constData());
  QVERIFY2(refused.err.contains(name.toUtf8()), refused.err.constData());
  QCOMPARE(refused.err.count('\n'), 1);
  QVERIFY(!QFile::exists(folder_->filePath("x.csv")));
}

// An array cannot hold a table of words.
void CliFilesTest::severalOutputs_thePossibleOnesAreWritten() {
  const ProgramRun audited = run("export audit --model m.json -o x.json -o x.npy -o x.csv");
  QVERIFY2(audited.code == 2, audited.err.constData());
  QVERIFY(!QFile::exists(folder_->filePath("x.npy")));
  QVERIFY(contents("x.json").startsWith('{'));
  QVERIFY(contents("x.csv").size() > 100);
  QVERIFY2(audited.err.contains("poscope: x.npy is not written."), audited.err.constData());
  QVERIFY2(audited.err.contains("Wrote x.csv"), audited.err.constData());
}

void CliFilesTest::severalOutputs_theFirstFailureIsTheExitCode() {
  const ProgramRun folderFirst =
      run("export audit --model m.json -q -o none/x.csv -o x.npy -o x.json");
  QVERIFY2(folderFirst.code == 3, folderFirst.err.constData());
  QCOMPARE(folderFirst.err.count('\n'), 2);
  const ProgramRun arrayFirst =
      run("export audit --model m.json -q -o x.npy -o none/x.csv -o x.json");
  QVERIFY2(arrayFirst.code == 2, arrayFirst.err.constData());
  QVERIFY(QFile::exists(folder_->filePath("x.json")));
}

void CliFilesTest::writtenFile_isALineOnStderr() {
  const ProgramRun written = run("export positions -o x.svg -o x.csv --size 84mmx60mm");
  QCOMPARE(written.code, 0);
  QCOMPARE(written.out, QByteArray());
  QCOMPARE(written.err.count("Wrote "), 2);
  QVERIFY2(written.err.contains("x.svg: 84 × 60 mm"), written.err.constData());
  QVERIFY2(written.err.contains("x.csv: "), written.err.constData());
  QCOMPARE(run("export positions -q -o x.svg").err, QByteArray());
  QCOMPARE(run("export positions -o -").err, QByteArray());
}

void CliFilesTest::fullDisk_isNamed() {
  if (!QFile::exists("/dev/full")) {
    QSKIP("there is no /dev/full");
  }
  for (const char* type : {"json", "png", "npy"}) {
    const ProgramRun full = run(QString("export positions -o /dev/full --type ") + type);
    QVERIFY2(full.code == 3, full.err.constData());
    QVERIFY2(full.err.contains("/dev/full: the disk is full"), full.err.constData());
  }
  const ProgramRun chinese = run("export positions -o /dev/full --type csv --lang zh");
  QVERIFY2(chinese.err.contains("磁盘已满"), chinese.err.constData());
}

void CliFilesTest::inspect_readsTheStandardInput() {
  QFile file(dataFile("cases/arr_f4_c.npy"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const ProgramRun read = run("inspect - --json --slice 0,:2", file.readAll());
  QCOMPARE(read.code, 0);
  QCOMPARE(read.json()["file"].toString(), "-");
  QCOMPARE(read.json()["slice"].toObject()["values"].toArray(), (QJsonArray{0, 0.125}));
  const ProgramRun nothing = run("inspect -");
  QCOMPARE(nothing.code, 3);
  QVERIFY2(nothing.err.contains("- is empty"), nothing.err.constData());
}

void CliFilesTest::inspect_slicesWhatItIsAskedFor() {
  const QString file = dataFile("cases/st_f32_metadata.safetensors");
  const ProgramRun slice = run("inspect " + file + " --tensor wpe.weight --slice -1,0:2");
  QVERIFY2(slice.code == 0, slice.err.constData());
  QVERIFY2(slice.out.contains("wpe.weight[-1,0:2]: 2, fp32"), slice.out.constData());
  const ProgramRun wrong = run("inspect " + file + " --slice 9 --lang zh");
  QCOMPARE(wrong.code, 2);
  QCOMPARE(wrong.out, QByteArray());
  QVERIFY2(wrong.err.contains("下标 9"), wrong.err.constData());
}

// The first block of docs/inspect.md: a command after "$ ", and what it prints.
void CliFilesTest::inspect_printsWhatItsPageShows() {
  const QString root = dataFile("../..");
  QFile page(root + "/docs/inspect.md");
  QVERIFY(page.open(QIODevice::ReadOnly));
  const QString block = QString::fromUtf8(page.readAll()).split("```").value(1);
  const qsizetype end = block.indexOf('\n', 1);
  const QString command = block.mid(1, end - 1);
  QVERIFY2(command.startsWith("$ poscope inspect "), qPrintable(command));
  const ProgramRun shown = runProgram(command.split(' ').mid(2), bareEnvironment(), {}, root);
  QCOMPARE(QString::fromUtf8(shown.out), block.mid(end + 1));
}

QTEST_GUILESS_MAIN(CliFilesTest)
#include "cli_files_test.moc"
