// No display is needed for any subcommand, whatever the environment says; the language follows it.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/catalogue/views.h"
#include "tests/app/cli/program.h"

using namespace poscope;

class CliEnvironmentTest : public QObject {
  Q_OBJECT

 private slots:
  void hostileEnvironment_changesNothing_data();
  void hostileEnvironment_changesNothing();
  void dataOnly_worksWithoutAnyPlatformPlugin();
  void gallery_worksWithoutADisplay();
  void language_followsTheEnvironment_data();
  void language_followsTheEnvironment();
  void numbers_areWrittenWithAPointInEveryLocale();
  void windowWithoutADisplay_saysWhatToDo();
  void windowThatCannotOpen_isTwoNotAnAbort_data();
  void windowThatCannotOpen_isTwoNotAnAbort();
};

namespace {

QByteArray picture(const QProcessEnvironment& environment) {
  const ProgramRun run = runProgram(
      {"export", "positions", "-o", "-", "--type", "png", "--size", "600x400"}, environment);
  return run.code == 0 && run.err.isEmpty() ? run.out : QByteArray();
}

}  // namespace

void CliEnvironmentTest::hostileEnvironment_changesNothing_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("value");
  const auto row = [](const char* name, const char* value) {
    QTest::addRow("%s=%s", name, value) << QString(name) << QString(value);
  };
  row("QT_QPA_PLATFORM", "nonsense");
  row("QT_QPA_PLATFORM", "xcb");
  row("DISPLAY", ":77");
  row("WAYLAND_DISPLAY", "nowhere");
  row("QT_QPA_PLATFORM_PLUGIN_PATH", "/nonexistent");
  row("QT_QPA_PLATFORMTHEME", "nonsense");
  row("QT_STYLE_OVERRIDE", "nonsense");
  row("QT_SCALE_FACTOR", "3");
  row("QT_FONT_DPI", "300");
  row("QT_FATAL_WARNINGS", "1");
  row("LC_ALL", "C");
  row("HOME", "/nonexistent");
}

void CliEnvironmentTest::hostileEnvironment_changesNothing() {
  QFETCH(QString, name);
  QFETCH(QString, value);
  static const QByteArray kExpected = picture(bareEnvironment());
  QVERIFY(!kExpected.isEmpty());
  QProcessEnvironment environment = bareEnvironment();
  environment.insert(name, value);
  QCOMPARE(picture(environment), kExpected);
}

// With no plugin folder that could serve, a QGuiApplication would abort.
void CliEnvironmentTest::dataOnly_worksWithoutAnyPlatformPlugin() {
  QProcessEnvironment environment = bareEnvironment();
  environment.insert("QT_QPA_PLATFORM", "nonsense");
  environment.insert("QT_DEBUG_PLUGINS", "1");
  for (const QStringList& arguments :
       {QStringList{"views"}, QStringList{"devices"}, QStringList{"round", "bf16", "257"},
        QStringList{"export", "positions", "-o", "-"}}) {
    const ProgramRun run = runProgram(arguments, environment);
    QCOMPARE(run.code, 0);
    QVERIFY2(!run.err.contains("platforms"), run.err.constData());
  }
}

void CliEnvironmentTest::gallery_worksWithoutADisplay() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("gallery");
  QProcessEnvironment environment = bareEnvironment();
  environment.insert("QT_QPA_PLATFORM", "nonsense");
  const ProgramRun run = runProgram({"gallery", path}, environment);
  QVERIFY2(run.code == 0, run.err.constData());
  QCOMPARE(run.out, QByteArray());
  QVERIFY(QFile::exists(path + "/index.html"));
  for (const View& view : views()) {
    QVERIFY2(QFile::exists(path + "/" + QString::fromStdString(view.id) + ".png"), view.id.c_str());
    for (const NamedFigure& figure : view.figures) {
      QVERIFY2(QFile::exists(path + "/" + QString::fromStdString(figure.name) + ".png"),
               figure.name.c_str());
    }
  }
}

void CliEnvironmentTest::language_followsTheEnvironment_data() {
  QTest::addColumn<QString>("all");
  QTest::addColumn<QString>("lang");
  QTest::addColumn<QStringList>("option");
  QTest::addColumn<bool>("chinese");
  QTest::newRow("LC_ALL zh") << "zh_CN.UTF-8"
                             << "en_US.UTF-8" << QStringList() << true;
  QTest::newRow("LANG zh") << ""
                           << "zh_CN.UTF-8" << QStringList() << true;
  QTest::newRow("LC_ALL before LANG") << "C.UTF-8"
                                      << "zh_CN.UTF-8" << QStringList() << false;
  QTest::newRow("option before both") << "zh_CN.UTF-8"
                                      << "zh_CN.UTF-8" << QStringList{"--lang", "en"} << false;
  QTest::newRow("option zh") << "C.UTF-8"
                             << "" << QStringList{"--lang=zh"} << true;
  QTest::newRow("another language") << "de_DE.UTF-8"
                                    << "" << QStringList() << false;
}

void CliEnvironmentTest::language_followsTheEnvironment() {
  QFETCH(QString, all);
  QFETCH(QString, lang);
  QFETCH(QStringList, option);
  QFETCH(bool, chinese);
  QProcessEnvironment environment = bareEnvironment();
  environment.insert("LC_ALL", all);
  environment.insert("LANG", lang);
  QCOMPARE(runProgram(QStringList{"formats"} + option, environment).out.contains("最大值"),
           chinese);
  QCOMPARE(
      runProgram(QStringList{"round", "bf16", "x"} + option, environment).err.contains("不是数"),
      chinese);
  QCOMPARE(runProgram(QStringList{"export", "--help"} + option, environment).out.contains("用法"),
           chinese);
}

void CliEnvironmentTest::numbers_areWrittenWithAPointInEveryLocale() {
  QProcessEnvironment environment = bareEnvironment();
  environment.insert("LC_ALL", "de_DE.UTF-8");
  environment.insert("LC_NUMERIC", "de_DE.UTF-8");
  QVERIFY(runProgram({"round", "bf16", "0.1"}, environment).out.contains("0.10009765625"));
}

void CliEnvironmentTest::windowWithoutADisplay_saysWhatToDo() {
  const ProgramRun run = runProgram({});
  QCOMPARE(run.code, 2);
  QVERIFY(run.err.contains("poscope gallery"));
}

void CliEnvironmentTest::windowThatCannotOpen_isTwoNotAnAbort_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QByteArray>("named");
  QTest::newRow("unknown platform") << "QT_QPA_PLATFORM"
                                    << "nonsense" << QByteArray("offscreen");
  QTest::newRow("list of unknown platforms") << "QT_QPA_PLATFORM"
                                             << "nonsense:a=b;worse" << QByteArray("worse");
  QTest::newRow("X without a display") << "QT_QPA_PLATFORM"
                                       << "xcb" << QByteArray("no display");
  QTest::newRow("unreachable X display") << "DISPLAY"
                                         << ":7777" << QByteArray(":7777");
  QTest::newRow("unreachable Wayland display") << "WAYLAND_DISPLAY"
                                               << "nowhere-0" << QByteArray("nowhere-0");
}

void CliEnvironmentTest::windowThatCannotOpen_isTwoNotAnAbort() {
  QFETCH(QString, name);
  QFETCH(QString, value);
  QFETCH(QByteArray, named);
  QProcessEnvironment environment = bareEnvironment();
  environment.insert(name, value);
  const ProgramRun run = runProgram({"--fresh"}, environment);
  QVERIFY2(run.code == 2, run.err.constData());
  QVERIFY2(run.err.contains(named), run.err.constData());
  QCOMPARE(run.err.count('\n'), 1);
}

QTEST_GUILESS_MAIN(CliEnvironmentTest)
#include "cli_environment_test.moc"
