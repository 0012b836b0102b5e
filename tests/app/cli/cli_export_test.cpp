// `poscope export`: the numbers that are promised, every kind of file, figures read back, several
// files at once.
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>

#include "tests/app/cli/program.h"

using namespace poscope;

class CliExportTest : public QObject {
  Q_OBJECT

 private slots:
  void positionsFacts_areTheArticles_data();
  void positionsFacts_areTheArticles();
  void sinusoidalNpy_equalsTheFormulaInEveryCell();
  void json_hasTheKeysInOrder();
  void everyEnding_isWrittenAsThatKind_data();
  void everyEnding_isWrittenAsThatKind();
  void svgText_isWrittenWhereItIsAskedFor();
  void oneOption_severalFiles();
  void picture_isExportedAgainWithTheSameState_data();
  void picture_isExportedAgainWithTheSameState();
  void namedFigures_areStatesOfTheirView_data();
  void namedFigures_areStatesOfTheirView();
  void link_and_settings_giveTheSameState();
  void zoom_isInEveryLink_data();
  void zoom_isInEveryLink();
  void recipeAfterItsStage_keepsTheStage();
  void standardInput_takesALinkAPictureAndNumbers();
  void size_isThePicturesSize();
  void smallPage_saysWhatItLeavesOut();
  void chinese_isInTheJson();
};

namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString stateLink(const ProgramRun& run) {
  return run.json()["link"].toString();
}

constexpr std::size_t kNpyAlignment = 64;

// The numbers of a little-endian float32 .npy of the given shape; empty for anything else.
std::vector<float> floatsOfNpy(const QByteArray& bytes, const QByteArray& shape) {
  if (!bytes.startsWith("\x93NUMPY\x01") || !bytes.contains("'descr': '<f4'") ||
      !bytes.contains("'fortran_order': False") || !bytes.contains("'shape': " + shape)) {
    return {};
  }
  const auto header = static_cast<std::size_t>(static_cast<unsigned char>(bytes[8])) +
                      256 * static_cast<std::size_t>(static_cast<unsigned char>(bytes[9])) + 10;
  if (header % kNpyAlignment != 0) {
    return {};
  }
  std::vector<float> values((static_cast<std::size_t>(bytes.size()) - header) / sizeof(float));
  std::memcpy(values.data(), bytes.constData() + header, values.size() * sizeof(float));
  return values;
}

}  // namespace

void CliExportTest::positionsFacts_areTheArticles_data() {
  QTest::addColumn<QString>("context");
  QTest::addColumn<int>("total");
  QTest::addColumn<int>("exact");
  QTest::addColumn<int>("distinct");
  QTest::addColumn<int>("largestGroup");
  QTest::addColumn<int>("unshared");
  QTest::newRow("8192") << "8192" << 8192 << 896 << 897 << 33 << 320;
  QTest::newRow("8k") << "8k" << 8192 << 896 << 897 << 33 << 320;
  QTest::newRow("1048576") << "1048576" << 1048576 << 1792 << 1793 << 4097 << 320;
}

void CliExportTest::positionsFacts_areTheArticles() {
  QFETCH(QString, context);
  QFETCH(int, total);
  QFETCH(int, exact);
  QFETCH(int, distinct);
  QFETCH(int, largestGroup);
  QFETCH(int, unshared);
  const QTemporaryDir folder;
  const QString file = folder.filePath("x.json");
  const ProgramRun run = runProgram(
      {"export", "positions", "--set", "context=" + context, "--set", "format=bf16", "-o", file});
  QVERIFY2(run.code == 0, run.err.constData());
  QCOMPARE(run.out, QByteArray());
  const QJsonObject facts = QJsonDocument::fromJson(contents(file)).object()["facts"].toObject();
  QCOMPARE(facts["total"].toInt(), total);
  QCOMPARE(facts["exact"].toInt(), exact);
  QCOMPARE(facts["distinct"].toInt(), distinct);
  QCOMPARE(facts["largest_group"].toInt(), largestGroup);
  QCOMPARE(facts["unshared"].toInt(), unshared);
  QCOMPARE(facts["first_collision"].toArray(), (QJsonArray{256, 257}));
}

void CliExportTest::sinusoidalNpy_equalsTheFormulaInEveryCell() {
  const QTemporaryDir folder;
  const QString file = folder.filePath("pe.npy");
  const ProgramRun run = runProgram({"export", "sinusoidal", "--set", "length=50", "--set",
                                     "dim=128", "--set", "layout=interleaved", "-o", file});
  QVERIFY2(run.code == 0, run.err.constData());
  constexpr int kRows = 50;
  constexpr int kColumns = 128;
  const std::vector<float> values = floatsOfNpy(contents(file), "(50, 128)");
  QCOMPARE(values.size(), static_cast<std::size_t>(kRows * kColumns));
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const double exponent = -2.0 * (column / 2) / kColumns;
      const double angle = row * std::pow(10000.0, exponent);
      const double exact = column % 2 == 0 ? std::sin(angle) : std::cos(angle);
      const float value = values[static_cast<std::size_t>(row * kColumns + column)];
      QVERIFY2(value == static_cast<float>(exact),
               qPrintable(QString("row %1, column %2").arg(row).arg(column)));
    }
  }
}

void CliExportTest::json_hasTheKeysInOrder() {
  const ProgramRun run = runProgram({"export", "exact-share", "-o", "-"});
  QCOMPARE(run.code, 0);
  qsizetype at = 0;
  for (const char* key : {"\"view\"", "\"link\"", "\"version\"", "\"parameters\"", "\"finding\"",
                          "\"facts\"", "\"layers\""}) {
    at = run.out.indexOf(key, at);
    QVERIFY2(at >= 0, key);
  }
  QCOMPARE(run.json()["view"].toString(), QString("exact-share"));
}

void CliExportTest::everyEnding_isWrittenAsThatKind_data() {
  QTest::addColumn<QString>("ending");
  QTest::addColumn<QByteArray>("start");
  QTest::newRow("png") << "png" << QByteArray("\x89PNG\r\n");
  QTest::newRow("PNG in capitals") << "PNG" << QByteArray("\x89PNG\r\n");
  QTest::newRow("svg") << "svg" << QByteArray("<?xml");
  QTest::newRow("pdf") << "pdf" << QByteArray("%PDF-");
  QTest::newRow("csv") << "csv" << QByteArray("");
  QTest::newRow("npy") << "npy" << QByteArray("\x93NUMPY");
  QTest::newRow("json") << "json" << QByteArray("{");
}

void CliExportTest::everyEnding_isWrittenAsThatKind() {
  QFETCH(QString, ending);
  QFETCH(QByteArray, start);
  const QTemporaryDir folder;
  const QString file = folder.filePath("x." + ending);
  const ProgramRun run = runProgram({"export", "sinusoidal", "-o", file});
  QVERIFY2(run.code == 0, run.err.constData());
  QVERIFY2(run.err.count(QByteArray("Wrote ")) == 1, run.err.constData());
  const QByteArray bytes = contents(file);
  QVERIFY(!bytes.isEmpty() && bytes.startsWith(start));
  const ProgramRun piped =
      runProgram({"export", "sinusoidal", "-o", "-", "--type", ending.toLower()});
  QCOMPARE(piped.out, bytes);
}

void CliExportTest::svgText_isWrittenWhereItIsAskedFor() {
  const QTemporaryDir folder;
  const QString svg = folder.filePath("x.svg");
  const QString pdf = folder.filePath("x.pdf");
  const ProgramRun run =
      runProgram({"export", "--figure", "fig9", "-o", svg, "-o", pdf, "--text", "text"});
  QVERIFY2(run.code == 0, run.err.constData());
  QVERIFY(contents(svg).contains("Which position does the machine see?</text>"));
  QCOMPARE(runProgram({"export", "--figure", "fig9", "-o", svg, "--text", "outlines"}).code, 0);
  QVERIFY(!contents(svg).contains("<text"));
}

void CliExportTest::oneOption_severalFiles() {
  const QTemporaryDir folder;
  const QStringList files{folder.filePath("a.json"), folder.filePath("b.csv"),
                          folder.filePath("c.npy")};
  QCOMPARE(runProgram({"export", "positions", "-o", files[0], files[1], "-o", files[2]}).code, 0);
  for (const QString& file : files) {
    QVERIFY(!contents(file).isEmpty());
    QVERIFY(QFile::remove(file));
  }
  QCOMPARE(runProgram({"export", "--figure", "fig9", "-o", files[0], files[1]}).code, 0);
  QVERIFY(!contents(files[0]).isEmpty() && !contents(files[1]).isEmpty());
}

void CliExportTest::picture_isExportedAgainWithTheSameState_data() {
  QTest::addColumn<QString>("ending");
  for (const char* ending : {"png", "svg", "pdf"}) {
    QTest::newRow(ending) << QString(ending);
  }
}

void CliExportTest::picture_isExportedAgainWithTheSameState() {
  QFETCH(QString, ending);
  const QTemporaryDir folder;
  const QString first = folder.filePath("first." + ending);
  const QString again = folder.filePath("again." + ending);
  const QString link = "poscope:alibi?heads=40&context=2048";
  QCOMPARE(runProgram({"export", link, "-o", first}).code, 0);
  const ProgramRun run = runProgram({"export", first, "-o", again});
  QVERIFY2(run.code == 0, run.err.constData());
  QCOMPARE(contents(again), contents(first));
  QCOMPARE(stateLink(runProgram({"export", first, "-o", "-"})),
           stateLink(runProgram({"export", link, "-o", "-"})));
}

void CliExportTest::namedFigures_areStatesOfTheirView_data() {
  QTest::addColumn<QString>("figure");
  QTest::addColumn<QString>("view");
  QTest::newRow("fig2") << "fig2"
                        << "sinusoidal";
  QTest::newRow("fig4") << "fig4"
                        << "alibi";
  QTest::newRow("fig9") << "fig9"
                        << "positions";
  QTest::newRow("fig10") << "fig10"
                         << "exact-share";
  QTest::newRow("fig11") << "fig11"
                         << "alibi";
}

void CliExportTest::namedFigures_areStatesOfTheirView() {
  QFETCH(QString, figure);
  QFETCH(QString, view);
  const ProgramRun run = runProgram({"export", "--figure", figure, "-o", "-"});
  QVERIFY2(run.code == 0, run.err.constData());
  QCOMPARE(run.json()["view"].toString(), view);
  QCOMPARE(runProgram({"export", view, "--figure", figure, "-o", "-"}).out, run.out);
}

void CliExportTest::link_and_settings_giveTheSameState() {
  const ProgramRun link =
      runProgram({"export", "poscope:positions?context=2048&format=fp16", "-o", "-"});
  const ProgramRun sets =
      runProgram({"export", "positions", "--set", "context=2k", "--set", "format=fp16", "-o", "-"});
  QCOMPARE(link.code, 0);
  QCOMPARE(sets.out, link.out);
}

void CliExportTest::zoom_isInEveryLink_data() {
  QTest::addColumn<QString>("ending");
  for (const char* ending : {"json", "png", "svg", "pdf"}) {
    QTest::newRow(ending) << QString(ending);
  }
}

void CliExportTest::zoom_isInEveryLink() {
  QFETCH(QString, ending);
  const QTemporaryDir folder;
  const QString file = folder.filePath("z." + ending);
  const ProgramRun first =
      runProgram({"export", "alibi", "--set", "picture=matrix", "--set", "length=4096", "--set",
                  "x=100..300", "--set", "y=200..400", "-o", file});
  QVERIFY2(first.code == 0, first.err.constData());
  const QString link = ending == "json"
                           ? QJsonDocument::fromJson(contents(file)).object()["link"].toString()
                           : stateLink(runProgram({"export", file, "-o", "-"}));
  QCOMPARE(link, QString("poscope:alibi?picture=matrix&length=4096&x=100..300&y=200..400"));
}

void CliExportTest::recipeAfterItsStage_keepsTheStage() {
  const ProgramRun run = runProgram(
      {"export", "sinusoidal", "--set", "a.position=bf16", "--set", "a=hf-llama", "-o", "-"});
  QVERIFY2(run.code == 0, run.err.constData());
  QVERIFY(stateLink(run).contains("a=hf-llama") && stateLink(run).contains("a.position=bf16"));
}

void CliExportTest::standardInput_takesALinkAPictureAndNumbers() {
  const ProgramRun link =
      runProgram({"export", "-", "-o", "-"}, bareEnvironment(), "poscope:positions?context=512\n");
  QVERIFY2(link.code == 0, link.err.constData());
  QCOMPARE(stateLink(link), QString("poscope:positions?context=512"));
  const ProgramRun svg =
      runProgram({"export", "poscope:positions?context=512", "-o", "-", "--type", "svg"});
  const ProgramRun again = runProgram({"export", "-", "-o", "-"}, bareEnvironment(), svg.out);
  QCOMPARE(again.out, link.out);
  const ProgramRun numbers =
      runProgram({"round", "bf16", "-", "--json"}, bareEnvironment(), "255\n257 8191\n");
  QCOMPARE(numbers.json()["numbers"].toArray().size(), 3);
}

void CliExportTest::size_isThePicturesSize() {
  const ProgramRun run =
      runProgram({"export", "formats", "-o", "-", "--type", "png", "--size", "800x500"});
  QVERIFY2(run.code == 0, run.err.constData());
  // The header chunk: width and height, big-endian, from byte 16.
  QCOMPARE(run.out.mid(16, 8), QByteArray("\0\0\x03\x20\0\0\x01\xF4", 8));
}

void CliExportTest::smallPage_saysWhatItLeavesOut() {
  const QTemporaryDir folder;
  const QString file = folder.filePath("stages.pdf");
  const QStringList asked{"export", "rope-precision", "--size", "84mmx60mm", "-o", file};
  const ProgramRun run = runProgram(asked);
  QVERIFY2(run.code == 0, run.err.constData());
  for (const char* const thing :
       {"stages.pdf", "no room for", "the explanation", "What the code does", "largest error"}) {
    QVERIFY2(run.err.contains(thing), run.err.constData());
  }
  const ProgramRun quiet = runProgram(asked + QStringList{"-q"});
  QCOMPARE(quiet.code, 0);
  QCOMPARE(quiet.err, QByteArray());
}

void CliExportTest::chinese_isInTheJson() {
  const ProgramRun run = runProgram({"export", "positions", "-o", "-", "--lang", "zh"});
  QVERIFY(run.out.contains("位置"));
  QVERIFY(!runProgram({"export", "positions", "-o", "-"}).out.contains("位置"));
}

QTEST_GUILESS_MAIN(CliExportTest)
#include "cli_export_test.moc"
