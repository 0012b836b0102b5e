// Completion: what the program says fits, and what the shells make of it. Shells that are not
// installed are left out.
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/subcommands.h"
#include "core/catalogue/views.h"
#include "core/model/presets.h"
#include "core/recipe/recipe.h"
#include "tests/app/cli/program.h"

using namespace poscope;

namespace {

// The values of `poscope __complete WORD...`.
QStringList completed(const QStringList& words) {
  const ProgramRun run = runProgram(QStringList{"__complete"} + words);
  QStringList values;
  for (const QString& line : QString::fromUtf8(run.out).split('\n', Qt::SkipEmptyParts)) {
    values << line.section('\t', 0, 0);
  }
  return run.code == 0 && run.err.isEmpty() ? values : QStringList{"failed"};
}

QStringList words(const QString& line) {
  return line.split(' ');
}

// What a shell prints, with the folder of the program first in its path.
ProgramRun runShell(const QString& shell, const QStringList& arguments, const QString& folder) {
  QProcessEnvironment environment = bareEnvironment();
  const QString program = QStringLiteral(POSCOPE_PROGRAM);
  environment.insert("PATH", QFileInfo(program).path() + ":" + environment.value("PATH"));
  environment.insert("HOME", folder);
  QProcess process;
  process.setProcessEnvironment(environment);
  process.setWorkingDirectory(folder);
  process.start(shell, arguments);
  process.closeWriteChannel();
  const bool ended = process.waitForFinished() && process.exitStatus() == QProcess::NormalExit;
  return {ended ? process.exitCode() : -1, process.readAllStandardOutput(),
          process.readAllStandardError()};
}

QString savedScript(const QString& shell, const QTemporaryDir& folder) {
  const QString path = folder.filePath("script." + shell);
  QFile file(path);
  if (file.open(QIODevice::WriteOnly)) {
    file.write(runProgram({"completion", shell}).out);
  }
  return path;
}

}  // namespace

class CliCompletionTest : public QObject {
  Q_OBJECT

 private slots:
  void line_isCompleted_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("values");
    const auto row = [](const char* line, const QStringList& values) {
      QTest::addRow("%s", line) << line << values;
    };
    row("exp", {"export", ":files"});
    row("help exp", {"export"});
    row("views pos", {"positions"});
    row("views positions pos", {});
    row("export posi", {"positions", ":files"});
    row("export --paper neurips-h", {"neurips-half"});
    row("export --paper=neurips-h", {"--paper=neurips-half"});
    row("export --figure fig9", {"fig9"});
    row("export --no", {"--no-caption"});
    row("export --type j", {"json"});
    row("export positions --theme d", {"dark"});
    row("export positions -o x", {":files"});
    row("export positions --set cont", {"context="});
    row("export positions --set=cont", {"--set=context="});
    row("export positions -s cont", {"context="});
    row("export positions --set format=bf", {"format=bf16"});
    row("export poscope:positions?context=5 --set form", {"format=", "format_b="});
    row("export --figure fig9 --set cont", {"context="});
    row("export rope-precision --set a.pos", {"a.position="});
    row("export rope-precision --set a=hf-llama-c", {"a=hf-llama-cast"});
    row("export rope-precision --set a.position=bf", {"a.position=bf16"});
    row("export --set cont", {});  // Of no view.
    row("export nowhere --set cont", {});
    row("export --model baichuan-13", {"baichuan-13b", ":files"});
    row("audit --recipe hf-llama-c", {"hf-llama-cast"});
    row("verdict hf-llama-c", {"hf-llama-cast"});
    row("verdict module-cast --context 4096 --set posit", {"position="});
    row("verdict module-cast --set position=bf", {"position=bf16"});
    row("round bf", {"bf16"});
    row("round bf16 1 --rounding near", {"nearest-even"});
    row("audit x --fail-on u", {"unique"});
    row("audit x --fail-on faithful,", {"faithful,unique", "faithful,relative"});
    row("audit x --fail-on unique,relative,f", {"unique,relative,faithful"});
    row("audit x --fail-on unique --ways a", {"all"});
    row("completion ba", {"bash"});
    row("inspect x", {":files"});
    row("--lang z", {"zh"});
    row("nowhere --set x", {":files"});
    row("export --nowhere x", {":files"});
  }
  void line_isCompleted() {
    QFETCH(QString, line);
    QFETCH(QStringList, values);
    QCOMPARE(completed(words(line)), values);
  }

  void nothing_isAnsweredToo() { QVERIFY(completed({}).contains("export")); }

  void emptyWord_offersEverything() {
    const QStringList start = completed({""});
    for (const Subcommand& subcommand : subcommands()) {
      QVERIFY2(start.contains(subcommand.name), subcommand.name);
    }
    const QStringList exported = completed({"export", ""});
    for (const View& view : views()) {
      const QString id = QString::fromStdString(view.id);
      QVERIFY2(exported.contains(id), view.id.c_str());
      const QStringList settings = completed({"export", id, "--set", ""});
      for (const ParameterSpec& spec : view.schema) {
        QVERIFY2(settings.contains(QString::fromStdString(spec.name) + "="), spec.name.c_str());
      }
    }
    const QStringList recipes = completed({"verdict", ""});
    QCOMPARE(static_cast<std::size_t>(recipes.size()), recipeCatalogue().size());
    const QStringList presets = completed({"export", "positions", "--model", ""});
    QCOMPARE(static_cast<std::size_t>(presets.size()), modelPresets().size() + 1);
  }

  void candidates_areToldInTheLanguage() {
    const auto told = [](const QString& locale) {
      QProcessEnvironment environment = bareEnvironment();
      environment.insert("LC_ALL", locale);
      return runProgram({"__complete", "exp"}, environment).out;
    };
    QVERIFY(told("C.UTF-8").startsWith("export\tWrites "));
    QVERIFY(told("zh_CN.UTF-8").startsWith("export\t把"));
  }

  void bash_completesAsTheProgramSays_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("parts");  // As bash cuts the line, at = and : too.
    QTest::addColumn<QStringList>("reply");
    const auto row = [](const char* line, const QStringList& parts, const QStringList& reply) {
      QTest::addRow("%s", line) << line << parts << reply;
    };
    row("exp", {"exp"}, {"export"});
    row("export positi", {"export", "positi"}, {"positions"});
    row("export --paper=neurips-h", {"export", "--paper", "=", "neurips-h"}, {"neurips-half"});
    row("export --paper ", {"export", "--paper", ""}, completed({"export", "--paper", ""}));
    row("export positions --set ", {"export", "positions", "--set", ""},
        completed({"export", "positions", "--set", ""}));
    row("export positions --set format=", {"export", "positions", "--set", "format", "="},
        completed({"round", ""}));
    row("export positions --set format=bf", {"export", "positions", "--set", "format", "=", "bf"},
        {"bf16"});
    row("export \"poscope:positions?context=5\" --set cont",
        {"export", "\"poscope:positions?context=5\"", "--set", "cont"}, {"context="});
    row("inspect mine", {"inspect", "mine"}, {"mine one.npy", "mine.npy"});
  }
  void bash_completesAsTheProgramSays() {
    QFETCH(QString, line);
    QFETCH(QStringList, parts);
    QFETCH(QStringList, reply);
    const QTemporaryDir folder;
    for (const char* name : {"mine.npy", "mine one.npy"}) {
      QFile file(folder.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
    }
    // The words of the line are arguments of the driver: nothing has to be quoted.
    const QString driver =
        "source \"$1\"; shift; COMP_LINE=\"poscope $1\"; shift; COMP_POINT=${#COMP_LINE}; "
        "COMP_WORDS=(poscope \"$@\"); COMP_CWORD=$#; _poscope; "
        "printf '%s\\n' \"${COMPREPLY[@]}\" | sort";
    const ProgramRun run = runShell(
        "bash", QStringList{"-c", driver, "bash", savedScript("bash", folder), line} + parts,
        folder.path());
    QCOMPARE(run.err, QByteArray());
    reply.sort();
    QStringList replied = QString::fromUtf8(run.out).split('\n', Qt::SkipEmptyParts);
    replied.sort();
    QCOMPARE(replied, reply);
  }

  void fish_completesAsTheProgramSays_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("reply");
    const auto row = [](const char* line, const QStringList& reply) {
      QTest::addRow("%s", line) << line << reply;
    };
    row("poscope export positi", {"positions"});
    row("poscope export --paper neurips-h", {"neurips-half"});
    row("poscope export positions --set format=bf", {"format=bf16"});
    row("poscope inspect mine", {"mine.npy"});
  }
  void fish_completesAsTheProgramSays() {
    QFETCH(QString, line);
    QFETCH(QStringList, reply);
    if (QStandardPaths::findExecutable("fish").isEmpty()) {
      QSKIP("fish is not installed");
    }
    const QTemporaryDir folder;
    QFile file(folder.filePath("mine.npy"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const ProgramRun run = runShell("fish",
                                    {"--no-config", "-c", "source $argv[1]; complete -C $argv[2]",
                                     savedScript("fish", folder), line},
                                    folder.path());
    QStringList replied;
    for (const QString& each : QString::fromUtf8(run.out).split('\n', Qt::SkipEmptyParts)) {
      replied << each.section('\t', 0, 0);
    }
    QCOMPARE(replied, reply);
  }

  void scripts_areRightInTheirShell_data() {
    QTest::addColumn<QString>("shell");
    for (const char* shell : {"bash", "zsh", "fish"}) {
      QTest::addRow("%s", shell) << shell;
    }
  }
  void scripts_areRightInTheirShell() {
    QFETCH(QString, shell);
    if (QStandardPaths::findExecutable(shell).isEmpty()) {
      QSKIP("this shell is not installed");
    }
    const QTemporaryDir folder;
    const ProgramRun run = runShell(shell, {"-n", savedScript(shell, folder)}, folder.path());
    QVERIFY2(run.code == 0, run.err.constData());
    QCOMPARE(run.err, QByteArray());
  }
};

QTEST_GUILESS_MAIN(CliCompletionTest)
#include "cli_completion_test.moc"
