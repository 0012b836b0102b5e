// Exit codes and streams: results on stdout only, one message on stderr, codes 0, 1, 2, 3.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/subcommands.h"
#include "core/catalogue/views.h"
#include "tests/app/cli/program.h"

using namespace poscope;

class CliExitCodesTest : public QObject {
  Q_OBJECT

 private slots:
  void fine_printsOnStdoutOnly_data();
  void fine_printsOnStdoutOnly();
  void wrong_saysOneLineOnStderrOnly_data();
  void wrong_saysOneLineOnStderrOnly();
  void wrongParameter_leavesNoFile();
  void oneBadTarget_leavesNoneOfTheFiles();
  void missingFolder_failsForItsFileOnly();
  void spareWords_overwriteNothing_data();
  void spareWords_overwriteNothing();
  void unusableDevice_isFourBeforeAnyWork();
  void unwritableOutput_isThreeAndLeavesNoFile();
  void fullStdout_isThree();
  void helpWord_isTheHelpOption_data();
  void helpWord_isTheHelpOption();
};

namespace {

QStringList split(const QString& words) {
  return words.split(' ', Qt::SkipEmptyParts);
}

}  // namespace

void CliExitCodesTest::fine_printsOnStdoutOnly_data() {
  QTest::addColumn<QString>("arguments");
  QTest::addColumn<bool>("json");
  QStringList lists{"round bf16 257", "inspect " POSCOPE_TEST_DATA "/cases/arr_f4_c.npy"};
  QStringList plain{"--help", "--version", "help", "help help", "--help --lang=zh"};
  for (const Subcommand& subcommand : subcommands()) {
    const QString name = subcommand.name;
    plain << name + " --help"
          << "help " + name << name + " --help --lang zh";
    // Those that need no words.
    if (subcommand.lists && (*subcommand.usage == '\0' || *subcommand.usage == '[')) {
      lists << name;
    }
  }
  plain << "round fp16 -1.5 -inf -.5 -nan --lang zh";
  for (const QString& arguments : lists) {
    QTest::addRow("%s", qPrintable(arguments)) << arguments << false;
    QTest::addRow("%s --json", qPrintable(arguments)) << arguments + " --json" << true;
  }
  for (const QString& arguments : plain) {
    QTest::addRow("%s", qPrintable(arguments)) << arguments << false;
  }
  QTest::addRow("bench") << "bench --runs 1 --backend cpu --json" << true;
  for (const View& view : views()) {
    const bool sized = view.judges && Params(view.schema).has("context");
    const QString id = QString::fromStdString(view.id);
    QTest::addRow("export %s", view.id.c_str())
        << QString("export %1 -o -%2").arg(id, sized ? " --set context=2k" : "") << true;
  }
  QTest::addRow("export link") << "export poscope:positions?context=512 -o -" << true;
  QTest::addRow("export figure") << "export --figure fig9 -o - --type csv" << false;
}

void CliExitCodesTest::fine_printsOnStdoutOnly() {
  QFETCH(QString, arguments);
  QFETCH(bool, json);
  const ProgramRun run = runProgram(split(arguments));
  QVERIFY2(run.code == 0, run.err.constData());
  QCOMPARE(run.err, QByteArray());
  QVERIFY(!run.out.isEmpty());
  for (const char* missing : {"[command.", "[parameter.", "[export."}) {
    QVERIFY2(!run.out.contains(missing), run.out.constData());
  }
  if (json) {
    QVERIFY(!run.json().isEmpty());
  }
}

void CliExitCodesTest::wrong_saysOneLineOnStderrOnly_data() {
  QTest::addColumn<QString>("arguments");
  QTest::addColumn<int>("code");
  QTest::addColumn<QByteArray>("named");
  const auto row = [](const char* arguments, int code, const char* named) {
    QTest::addRow("%s", arguments) << QString(arguments) << code << QByteArray(named);
  };
  row("exprot positions", 2, "exprot");
  row("exprot positions -o x.png", 2, "\"exprot\" is neither a subcommand");
  row("exprot positions -o x.png", 2, "Did you mean export?");
  row("positions", 2, "poscope export positions -o FILE");
  row("llama-2-7b", 2, "poscope --model llama-2-7b");
  row("help exprot", 2, "Did you mean export?");
  row("export positons -o x.json", 2, "Did you mean positions?");
  row("export --figure fg9 -o x.json", 2, "Did you mean fig9?");
  row("export positions --set contxt=5 -o x.json", 2, "Did you mean context?");
  row("export positions --set format=bf61 -o x.json", 2, "Did you mean bf16?");
  row("export alibi --set show=diference -o x.json", 2, "Did you mean difference");
  row("export alibi --set a=baichuan -o x.json", 2, "Did you mean baichuan-");
  row("export rope-precision --set a=modul-cast -o x.json", 2, "Did you mean module-cast?");
  row("export rope-precision --set a.postion=bf16 -o x.json", 2, "Did you mean position?");
  row("export rope-precision --set a.position=bf61 -o x.json", 2, "Did you mean bf16?");
  row("export rope-precision --set c.position=bf16 -o x.json", 2, "a.position or b.position?");
  row("export decay --set scaling=yarm~factor~4 -o x.json", 2, "Did you mean yarn?");
  row("export positions --model lama-2-7b -o x.json", 3, "Did you mean llama-2-7b");
  row("export positions --paper neurps -o x.pdf", 2, "Did you mean neurips");
  row("export positions --size 84x60 -o x.pdf", 2, "Did you mean 84mmx60mm?");
  row("export positions --theme drak -o x.pdf", 2, "Did you mean dark?");
  row("export positions --lang eng -o x.pdf", 2, "Did you mean en?");
  row("export positions --backend cpuu -o x.pdf", 2, "Did you mean cpu?");
  row("export rope-precision --layer eror -o x.npy", 2, "Did you mean error");
  row("export positions -o x.pgn", 2, "Did you mean png?");
  row("export positions -o - --type jsn", 2, "Did you mean json?");
  row("export positions --contxt 5 -o x.json", 2, "Did you mean --set context=...?");
  row("verdict modul-cast --context 4096", 2, "Did you mean module-cast?");
  row("verdict module-cast --context 4096 --set postion=bf16", 2, "Did you mean position?");
  row("round bf61 1", 2, "Did you mean bf16?");
  row("round bf16 1 --rounding nearest", 2, "Did you mean nearest-even?");
  row("missing.json", 3, "missing.json");
  row("poscope:nowhere", 2, "nowhere");
  row("", 2, "poscope gallery");
  row("views extra", 2, "There is no view \"extra\"");
  row("views positions extra", 2, "extra");
  row("views positons", 2, "Did you mean positions?");
  row("recipes --filter modul-cast", 2, "Did you mean module-cast");
  row("completion", 2, "SHELL");
  row("completion tcsh", 2, "bash, fish, zsh");
  row("completion zhs", 2, "Did you mean zsh?");
  row("views --bogus", 2, "--bogus");
  row("views --lang fr", 2, "fr");
  row("views --jsn", 2, "Did you mean --json?");
  row("export positions --out x.json", 2, "--output");
  row("export positions --sise 80x60 -o x.png", 2, "poscope export --help");
  row("--jason", 2, "poscope --help");
  row("round bf16 1 --scale 1 --scale 2", 2, "--scale is given more than once");
  row("help nowhere", 2, "nowhere");
  row("round", 2, "FORMAT");
  row("round bf16", 2, "NUMBER");
  row("round bf17 1", 2, "bf17");
  row("round bf16 12x", 2, "12x");
  row("round bf16 1 --rounding sideways", 2, "sideways");
  row("round bf16 1 --overflow wrap", 2, "wrap");
  row("round bf16 1 --scale 2", 2, "bf16");
  row("round bf16 1 --scale", 2, "--scale needs a value: STEP.");
  row("export positions -o", 2, "poscope export --help");
  row("round bf16 1 --scale 2 --scale 3", 2, "--scale is given more than once");
  row("round bf16 1 --json=maybe", 2, "--json takes no value");
  row("export", 2,
      "what to export (a view, a link, a figure that Poscope wrote, or --figure) and -o FILE");
  row("export fig9 -o x.json", 2, "--figure fig9");
  row("export llama-2-7b -o x.json", 2, "--model llama-2-7b");
  row("export " POSCOPE_TEST_DATA "/configs/llama-2-7b/config.json -o x.json", 2, "--model");
  row("export missing/x.json -o x.json", 3, "missing/x.json");
  row("export positions -o x.json ./x.json", 2, "./x.json");
  row("export positions -o x.png --paper neurips --size 84mmx60mm", 2, "--paper");
  row("export positions -o x.png --layer nothing", 2, "nothing");
  row("export positions -o x.svg --text runes", 2, "outlines, text");
  row("export positions -o x.pdf -o x.png --text text", 2, "--text");
  row("export poscope:positions?context=5&context=6 -o x.json", 2, "context");
  row("export positions --model " POSCOPE_TEST_DATA "/cases/arr_f4_c.npy -o x.json", 3,
      "arr_f4_c.npy");
  row("export positions", 2, "-o FILE");
  row("export -o x.json", 2, "poscope views");  // They are too many to be named.
  row("export nowhere -o x.json", 2, "nowhere");
  row("export positions -o x.gif", 2, "x.gif");
  row("export positions -o -", 0, "");
  row("export positions -o - -o -", 2, "\"-\"");
  row("export positions -o - --type gif", 2, "gif");
  row("export positions --set context=abc -o x.json", 2, "abc");
  row("export positions --set context -o x.json", 2, "context");
  row("export positions --set contxt=5 -o x.json", 2, "contxt");
  row("export poscope:positions?contxt=5 -o x.json", 2, "contxt");
  row("export poscope:positions?context=0 -o x.json", 2, "context");
  row("export --figure fig99 -o x.json", 2, "fig99");
  row("export alibi --figure fig9 -o x.json", 2, "alibi");
  row("export positions -o x.png --size 84", 2, "84");
  row("export positions -o x.png --dpi many", 2, "many");
  row("export positions -o x.png --dpi 5", 2, "5");
  row("export positions -o x.png --paper napkin", 2, "napkin");
  row("export positions -o x.png --theme sepia", 2, "sepia");
  row("export positions -o x.json --layer nothing", 2, "nothing");
  row("export positions -o x.json --backend abacus", 2, "abacus");
  row("export missing.png -o x.json", 3, "missing.png");
  row("export " POSCOPE_TEST_DATA "/cases/MANIFEST.tsv -o x.json", 3, "MANIFEST.tsv");
  row("export positions --model missing.json -o x.json", 3, "missing.json");
  row("gallery", 2, "DIR");
  row("gallery " POSCOPE_TEST_DATA "/cases", 3, "cases");
  row("inspect", 2, "FILE");
  row("inspect missing.npy", 3, "missing.npy");
  row("bench --runs 0", 2, "0");
  row("bench --backend abacus", 2, "abacus");
}

void CliExitCodesTest::wrong_saysOneLineOnStderrOnly() {
  QFETCH(QString, arguments);
  QFETCH(int, code);
  QFETCH(QByteArray, named);
  const QTemporaryDir folder;
  const ProgramRun run = runProgram(split(arguments), bareEnvironment(), {}, folder.path());
  QVERIFY2(run.code == code, run.err.constData());
  QVERIFY2(run.err.contains(named), run.err.constData());
  QVERIFY(QDir(folder.path()).isEmpty());
  if (code == 0) {
    return;
  }
  QCOMPARE(run.out, QByteArray());
  QVERIFY(run.err.startsWith("poscope: "));
  QCOMPARE(run.err.count('\n'), 1);
}

void CliExitCodesTest::wrongParameter_leavesNoFile() {
  const QTemporaryDir folder;
  const QString file = folder.filePath("x.json");
  QCOMPARE(runProgram({"export", "positions", "--set", "context=abc", "-o", file}).code, 2);
  QVERIFY(!QFile::exists(file));
}

void CliExitCodesTest::oneBadTarget_leavesNoneOfTheFiles() {
  const QTemporaryDir folder;
  const ProgramRun run = runProgram({"export", "positions", "-o", folder.filePath("x.json"), "-o",
                                     folder.filePath("x.npy"), "--layer", "nothing"});
  QCOMPARE(run.code, 2);
  QVERIFY(QDir(folder.path()).isEmpty());
}

void CliExitCodesTest::missingFolder_failsForItsFileOnly() {
  const QTemporaryDir folder;
  const ProgramRun run = runProgram({"export", "positions", "-o", folder.filePath("x.json"), "-o",
                                     folder.filePath("missing/x.csv")});
  QCOMPARE(run.code, 3);
  QVERIFY2(run.err.contains("missing/x.csv"), run.err.constData());
  QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"x.json"});
}

void CliExitCodesTest::spareWords_overwriteNothing_data() {
  QTest::addColumn<QString>("arguments");
  QTest::addColumn<QByteArray>("named");
  const auto row = [](const char* arguments, const char* named) {
    QTest::addRow("%s", arguments) << QString(arguments) << QByteArray(named);
  };
  row("export positions f.csv -o new.json", "f.csv");
  row("export positions decay -o f.csv", "decay");
  row("export positions -o f.csv decay", "decay");
  row("export f.csv --figure fig9 -o new.json", "f.csv");
  row("export f.csv g.json --figure fig9 -o new.json", "g.json");
  row("export positions -o new.json --json f.csv", "--json");
  row("export positions -o new.json --dpi 300 f.csv", "f.csv");
}

void CliExitCodesTest::spareWords_overwriteNothing() {
  QFETCH(QString, arguments);
  QFETCH(QByteArray, named);
  const QTemporaryDir folder;
  QFile file(folder.filePath("f.csv"));
  QVERIFY(file.open(QIODevice::ReadWrite));
  file.write("mine");
  file.close();
  const ProgramRun run = runProgram(split(arguments), bareEnvironment(), {}, folder.path());
  QVERIFY2(run.code == 2, run.err.constData());
  QVERIFY2(run.err.contains(named), run.err.constData());
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), QByteArray("mine"));
  QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"f.csv"});
}

// A machine that lacks the device is no wrong usage.
void CliExitCodesTest::unusableDevice_isFourBeforeAnyWork() {
  const QJsonArray backends = runProgram({"devices", "--json"}).json().value("backends").toArray();
  QVERIFY(!backends.isEmpty());
  for (const QJsonValue& backend : backends) {
    if (backend["usable"].toBool()) {
      continue;
    }
    const QString id = backend["id"].toString();
    for (const QStringList& arguments :
         {QStringList{"export", "positions", "-o", "x.json"}, QStringList{"gallery", "pictures"},
          QStringList{"bench"}}) {
      const QTemporaryDir folder;
      const ProgramRun run = runProgram(arguments + QStringList{"--backend", id}, bareEnvironment(),
                                        {}, folder.path());
      QVERIFY2(run.code == 4, run.err.constData());
      QVERIFY2(run.err.contains(id.toUtf8()), run.err.constData());
      QCOMPARE(run.out, QByteArray());
      QVERIFY(QDir(folder.path()).isEmpty());
    }
  }
}

void CliExitCodesTest::unwritableOutput_isThreeAndLeavesNoFile() {
  const QTemporaryDir folder;
  for (const QString& file : {folder.filePath("missing/x.json"), folder.path() + "/."}) {
    const ProgramRun run = runProgram({"export", "positions", "-o", file, "--type", "json"});
    QVERIFY2(run.code == 3, run.err.constData());
    QVERIFY(QDir(folder.path()).isEmpty());
  }
}

void CliExitCodesTest::fullStdout_isThree() {
  if (!QFile::exists("/dev/full")) {
    QSKIP("there is no /dev/full");
  }
  for (const QStringList& arguments :
       {QStringList{"views"}, QStringList{"export", "positions", "-o", "-"}}) {
    QProcess process;
    process.setProcessEnvironment(bareEnvironment());
    process.setStandardOutputFile("/dev/full");
    process.start(QStringLiteral(POSCOPE_PROGRAM), arguments);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 3);
  }
}

void CliExitCodesTest::helpWord_isTheHelpOption_data() {
  QTest::addColumn<QString>("name");
  QStringList names{""};
  for (const Subcommand& subcommand : subcommands()) {
    names << subcommand.name;
  }
  for (const QString& name : names) {
    QTest::addRow("%s", name.isEmpty() ? "program" : qPrintable(name)) << name;
  }
}

// Every page has examples of its own subcommand.
void CliExitCodesTest::helpWord_isTheHelpOption() {
  QFETCH(QString, name);
  const ProgramRun run = runProgram(split("help " + name));
  QCOMPARE(run.code, 0);
  QCOMPARE(run.out, runProgram(split(name + " --help")).out);
  const qsizetype examples = run.out.indexOf("Examples:");
  QVERIFY2(examples >= 0, run.out.constData());
  QVERIFY2(run.out.indexOf(("  poscope " + name).toUtf8().trimmed(), examples) >= 0,
           run.out.constData());
}

QTEST_GUILESS_MAIN(CliExitCodesTest)
#include "cli_exit_codes_test.moc"
