// `poscope inspect`: text for people, JSON for scripts, exit codes.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "core/command/inspect.h"

using namespace poscope;

class TestInspect : public QObject {
  Q_OBJECT

 private slots:
  void npyJsonHasTypeShapeAndBytes();
  void safetensorsTextListsTensors();
  void summariesStandInTextAndJson();
  void headerReadsNoValues();
  void sliceIsPrintedWithItsIndices();
  void sliceJsonHasNumbersAndTheirIndices();
  void sliceOfManyAxesIsPrintedInTables();
  void notFiniteValuesAreTextsInJson();
  void wrongRequestsNameWhatIsWrong_data();
  void wrongRequestsNameWhatIsWrong();
  void voidTypeOffersReadAs();
  void voidOfOneByteSaysWhatIsUnknown();
  void configTextNamesKeysAndAssumptions();
  void brokenModelExitsWithOne();
  void unreadableFileIsAFileError();
  void foreignFileIsNamed();
  void textOfAnotherEncodingIsNamed();
  void chineseTextIsChinese();

 private:
  QTemporaryDir folder_;
};

namespace {

std::filesystem::path data(const char* name) {
  return std::filesystem::path(POSCOPE_TEST_DATA) / name;
}

InspectOptions optionsOf(const std::filesystem::path& path, bool json = false) {
  InspectOptions options;
  options.path = path;
  options.json = json;
  return options;
}

QString slicedText(const char* name, const char* slice) {
  InspectOptions options = optionsOf(data(name));
  options.slice = slice;
  const auto output = inspectCommand(options, Language::english);
  return output ? QString::fromStdString(output->text) : QString("(error)");
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

QString textOf(const char* name, Language language = Language::english) {
  const auto output = inspectCommand(optionsOf(data(name)), language);
  return output ? QString::fromStdString(output->text) : QString("(error)");
}

QJsonObject jsonOf(const char* name) {
  const auto output = inspectCommand(optionsOf(data(name), true), Language::english);
  return output ? QJsonDocument::fromJson(QByteArray::fromStdString(output->text)).object()
                : QJsonObject();
}

}  // namespace

void TestInspect::npyJsonHasTypeShapeAndBytes() {
  const QJsonObject json = jsonOf("cases/arr_be_f4.npy");
  QCOMPARE(json["kind"].toString(), "npy");
  QCOMPARE(json["version"].toString(), "1.0");
  QCOMPARE(json["bytes"].toInt(), 152);
  const QJsonObject array = json["arrays"].toArray()[0].toObject();
  QCOMPARE(array["dtype"].toString(), "fp32");
  QCOMPARE(array["shape"].toArray(), (QJsonArray{2, 3}));
  QCOMPARE(array["big_endian"].toBool(), true);
  QCOMPARE(array["bytes"].toInt(), 24);
  QCOMPARE(array["begin"].toInt(), 128);
}

void TestInspect::safetensorsTextListsTensors() {
  const QString text = textOf("cases/st_f32_metadata.safetensors");
  QVERIFY2(text.contains("wpe.weight  fp32  4 x 3     48"), qPrintable(text));
  QVERIFY(text.contains("a, b } c"));
  QVERIFY(text.endsWith('\n'));
}

void TestInspect::summariesStandInTextAndJson() {
  const QString text = textOf("cases/arr_f4_c.npy");
  QVERIFY2(text.contains(QRegularExpression("fp32  4 x 6 +96 +0 +2.875 +0 +0 +0")),
           qPrintable(text));
  const QJsonObject array = jsonOf("cases/arr_f4_c.npy")["arrays"].toArray()[0].toObject();
  QCOMPARE(array["values"].toInt(), 24);
  QCOMPARE(array["least"].toDouble(-1), 0.0);
  QCOMPARE(array["greatest"].toDouble(), 2.875);
  for (const char* count : {"nan", "inf", "minus_inf"}) {
    QCOMPARE(array[count].toInt(-1), 0);
  }
}

void TestInspect::headerReadsNoValues() {
  InspectOptions options = optionsOf(data("cases/arr_f4_c.npy"), true);
  options.header = true;
  bool read = false;
  const auto output =
      inspectCommand(options, Language::english, {[&](double) { read = true; }, {}});
  QVERIFY(output.has_value());
  QVERIFY(!read);
  QVERIFY(!QString::fromStdString(output->text).contains("least"));
  options.json = false;
  QVERIFY(
      !QString::fromStdString(inspectCommand(options, Language::english)->text).contains("least"));
}

void TestInspect::sliceIsPrintedWithItsIndices() {
  const QString text = slicedText("cases/arr_f4_c.npy", "1:3,::-2");
  QVERIFY2(text.contains("[1:3,::-2]: 2 x 3, fp32\n"
                         "         5      3      1\n"
                         "  1  1.375  1.125  0.875\n"
                         "  2  2.125  1.875  1.625\n"),
           qPrintable(text));
  QVERIFY(slicedText("cases/arr_f4_c.npy", "-1,-1").contains("]: 1, fp32\n  2.875\n"));
  QVERIFY(slicedText("cases/arr_f4_c.npy", "...,0").contains("]: 4, fp32\n  0     0\n  1  0.75\n"));
  QVERIFY(slicedText("cases/arr_f4_c.npy", "2:2").contains("no values"));
}

void TestInspect::sliceJsonHasNumbersAndTheirIndices() {
  InspectOptions options = optionsOf(data("cases/arr_f4_c.npy"), true);
  options.slice = "-1,1:4:2";
  const auto output = inspectCommand(options, Language::english);
  QVERIFY(output.has_value());
  const QJsonObject slice =
      QJsonDocument::fromJson(QByteArray::fromStdString(output->text))["slice"].toObject();
  QCOMPARE(slice["shape"].toArray(), QJsonArray{2});
  QCOMPARE(slice["values"].toArray(), (QJsonArray{2.375, 2.625}));
  const QJsonObject rows = slice["axes"].toArray()[0].toObject();
  QCOMPARE(rows["first"].toInt(), 3);
  QCOMPARE(rows["single"].toBool(), true);
  const QJsonObject columns = slice["axes"].toArray()[1].toObject();
  QCOMPARE(columns["first"].toInt(), 1);
  QCOMPARE(columns["step"].toInt(), 2);
  QCOMPARE(columns["count"].toInt(), 2);
}

void TestInspect::sliceOfManyAxesIsPrintedInTables() {
  QByteArray header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2, 1, 2), }\n";
  const QString path = folder_.filePath("four.npy");
  write(path, "\x93NUMPY\x01" + QByteArray(1, '\0') + QByteArray(1, char(header.size())) +
                  QByteArray(1, '\0') + header + "01234567");
  InspectOptions options = optionsOf(path.toStdString());
  options.slice = ":,::-1";
  const auto output = inspectCommand(options, Language::english);
  QVERIFY(output.has_value());
  const QString text = QString::fromStdString(output->text);
  QVERIFY2(text.contains("[0, 1, :, :]\n      0   1\n  0  50  51\n"
                         "[0, 0, :, :]\n      0   1\n  0  48  49\n"
                         "[1, 1, :, :]\n      0   1\n  0  54  55\n"),
           qPrintable(text));
}

void TestInspect::notFiniteValuesAreTextsInJson() {
  QByteArray header = "{'descr': '<f2', 'fortran_order': False, 'shape': (3,), }\n";
  const QString path = folder_.filePath("lost.npy");
  write(path, "\x93NUMPY\x01" + QByteArray(1, '\0') + QByteArray(1, char(header.size())) +
                  QByteArray(1, '\0') + header + QByteArray("\x00\x7E\x00\x7C\x00\xFC", 6));
  InspectOptions options = optionsOf(path.toStdString(), true);
  options.slice = ":";
  const auto output = inspectCommand(options, Language::english);
  QVERIFY(output.has_value());
  const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(output->text));
  QCOMPARE(json["slice"]["values"].toArray(), (QJsonArray{"nan", "inf", "-inf"}));
  const QJsonObject array = json["arrays"].toArray()[0].toObject();
  QVERIFY(array["least"].isNull());
  QCOMPARE(array["nan"].toInt(), 1);
  QCOMPARE(array["minus_inf"].toInt(), 1);
}

void TestInspect::wrongRequestsNameWhatIsWrong_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("tensor");
  QTest::addColumn<QString>("slice");
  QTest::addColumn<QString>("as");
  QTest::addColumn<QStringList>("named");
  const auto row = [](const char* file, const char* tensor, const char* slice, const char* as,
                      const QStringList& named) {
    QTest::addRow("%s %s %s %s", file, tensor, slice, as)
        << QString(file) << QString(tensor) << QString(slice) << QString(as) << named;
  };
  const char* const npy = "cases/arr_f4_c.npy";
  const char* const tensors = "cases/st_f32_metadata.safetensors";
  row(npy, "", "4", "", {"axis 0", "4", "length is 4"});
  row(npy, "", "0:1,-7", "", {"axis 1", "-7", "length is 6"});
  row(npy, "", "0:1,a", "", {"axis 1", "\"a\"", "length 6", "0:4"});
  row(npy, "", "::0", "", {"axis 0", "::0", "length 4"});
  row(npy, "", "0,0,0", "", {"3 ranges", "2 axes", "4 x 6"});
  row(npy, "", "...,...", "", {"...", "once"});
  row(npy, "w", "", "", {"--tensor", "arr_f4_c.npy"});
  row(npy, "", "", "bf16", {"bf16", "32 bits", "fp32, int32, uint32"});
  row(npy, "", "", "fp33", {"fp33", "32 bits"});
  row(tensors, "wpe.wieght", "", "", {"wpe.wieght", "wpe.weight"});
  row("configs/llama-2-7b", "", "0", "", {"--slice", "llama-2-7b"});
  row("configs/llama-2-7b", "w", "", "", {"--tensor", "llama-2-7b"});
}

void TestInspect::wrongRequestsNameWhatIsWrong() {
  QFETCH(QString, file);
  QFETCH(QString, tensor);
  QFETCH(QString, slice);
  QFETCH(QString, as);
  QFETCH(QStringList, named);
  InspectOptions options = optionsOf(data(file.toUtf8().constData()));
  options.tensor = tensor.toStdString();
  options.slice = slice.toStdString();
  options.as = as.toStdString();
  const auto output = inspectCommand(options, Language::english);
  QVERIFY(!output);
  QCOMPARE(exitCode(output.error()), 2);
  const QString said = QString::fromStdString(renderPlain(output.error().text, Language::english));
  for (const QString& word : named) {
    QVERIFY2(said.contains(word), qPrintable(said));
  }
}

void TestInspect::voidOfOneByteSaysWhatIsUnknown() {
  QByteArray header = "{'descr': '<V1', 'fortran_order': False, 'shape': (2,), }\n";
  const QString path = folder_.filePath("void.npy");
  write(path, "\x93NUMPY\x01" + QByteArray(1, '\0') + QByteArray(1, char(header.size())) +
                  QByteArray(1, '\0') + header + "\x38\x3C");
  InspectOptions options = optionsOf(path.toStdString());
  const auto output = inspectCommand(options, Language::english);
  QVERIFY(output.has_value());
  const QString text = QString::fromStdString(output->text);
  QVERIFY2(text.contains("e4m3fn, e5m2") && text.contains("is unknown"), qPrintable(text));
  options.as = "e5m2";
  options.slice = ":";
  const auto read = inspectCommand(options, Language::english);
  QVERIFY(read.has_value());
  const QString values = QString::fromStdString(read->text);
  QVERIFY2(values.contains("  0  0.5\n  1    1\n"), qPrintable(values));
  QVERIFY(!values.contains("unknown"));
}

void TestInspect::voidTypeOffersReadAs() {
  const QJsonObject json = jsonOf("cases/arr_bf16_as_V2.npy");
  QCOMPARE(json["arrays"].toArray()[0].toObject()["read_as"].toString(), "bf16");
  QCOMPARE(json["notices"].toArray()[0].toObject()["level"].toString(), "warning");
}

void TestInspect::configTextNamesKeysAndAssumptions() {
  const QString text = textOf("configs/falcon-7b");
  QVERIFY2(text.contains(QRegularExpression("base +10000 +assumed")), qPrintable(text));
  QVERIFY(text.contains(QRegularExpression("key_value_heads +1 +multi_query")));
  const QJsonObject json = jsonOf("configs/llama-3.1-8b");
  QCOMPARE(json["scheme"].toString(), "rope");
  bool found = false;
  for (const QJsonValue setting : json["settings"].toArray()) {
    found =
        found || (setting["name"].toString() == "base" && setting["value"].toString() == "500000" &&
                  setting["key"].toString() == "rope_theta");
  }
  QVERIFY(found);
}

void TestInspect::brokenModelExitsWithOne() {
  const auto output =
      inspectCommand(optionsOf(data("cases/cfg_odd_head_dim.json")), Language::english);
  QVERIFY(output.has_value());
  QCOMPARE(output->exitCode, 1);
  QVERIFY(QString::fromStdString(output->text)
              .contains("ERROR: hidden_size / num_attention_heads = 65"));
}

void TestInspect::unreadableFileIsAFileError() {
  for (const char* name : {"cases/arr_truncated.npy", "cases/cfg_truncated.json", "none.npy",
                           "cases/st_git_lfs_pointer.safetensors", "cases"}) {
    const auto output = inspectCommand(optionsOf(data(name), true), Language::english);
    QVERIFY2(!output.has_value(), name);
    QCOMPARE(exitCode(output.error()), 3);
  }
}

void TestInspect::foreignFileIsNamed() {
  const QTemporaryDir folder;
  struct Row {
    const char* name;
    QByteArray start;
    const char* said;
  };
  for (const Row& row : {Row{"f.png", "\x89PNG\r\n\x1A\n", "a PNG picture"},
                         {"f.npy", "%PDF-1.7", "a PDF document"},
                         {"f.npz", QByteArray("PK\x03\x04", 4), "a zip archive"},
                         {"config.json", QByteArray("\x1F\x8B\x08", 3), "a gzip archive"}}) {
    const QString path = folder.filePath(row.name);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(row.start);
    file.close();
    const auto output = inspectCommand(optionsOf(path.toStdString()), Language::english);
    QVERIFY(!output);
    QCOMPARE(exitCode(output.error()), 3);
    const QString message =
        QString::fromStdString(renderPlain(output.error().text, Language::english));
    QVERIFY2(message.startsWith(path + " is " + row.said), qPrintable(message));
  }
}

void TestInspect::textOfAnotherEncodingIsNamed() {
  for (const char* name : {"config.json", "config.txt", "config"}) {
    const QString path = folder_.filePath(name);
    write(path, QByteArray("\xFF\xFE{\0}\0", 6));
    const auto output = inspectCommand(optionsOf(path.toStdString()), Language::english);
    QVERIFY(!output);
    const QString said =
        QString::fromStdString(renderPlain(output.error().text, Language::english));
    QVERIFY2(said.startsWith(path + " is UTF-16 text"), qPrintable(said));
  }
}

void TestInspect::chineseTextIsChinese() {
  const QString text = textOf("configs/bloom-560m", Language::chinese);
  QVERIFY2(text.contains("假定为 bloom 的默认值"), qPrintable(text));
  QVERIFY(!text.contains("["));
}

QTEST_GUILESS_MAIN(TestInspect)
#include "inspect_test.moc"
