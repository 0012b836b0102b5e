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
  void voidTypeOffersReadAs();
  void configTextNamesKeysAndAssumptions();
  void brokenModelExitsWithOne();
  void unreadableFileIsAFileError();
  void foreignFileIsNamed();
  void chineseTextIsChinese();
};

namespace {

std::filesystem::path data(const char* name) {
  return std::filesystem::path(POSCOPE_TEST_DATA) / name;
}

QString textOf(const char* name, Language language = Language::english) {
  const auto output = inspectCommand(data(name), false, language);
  return output ? QString::fromStdString(output->text) : QString("(error)");
}

QJsonObject jsonOf(const char* name) {
  const auto output = inspectCommand(data(name), true, Language::english);
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
  QVERIFY2(text.contains("wpe.weight  fp32  4 x 3  48"), qPrintable(text));
  QVERIFY(text.contains("a, b } c"));
  QVERIFY(text.endsWith('\n'));
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
  const auto output = inspectCommand(data("cases/cfg_odd_head_dim.json"), false, Language::english);
  QVERIFY(output.has_value());
  QCOMPARE(output->exitCode, 1);
  QVERIFY(QString::fromStdString(output->text)
              .contains("ERROR: hidden_size / num_attention_heads = 65"));
}

void TestInspect::unreadableFileIsAFileError() {
  for (const char* name : {"cases/arr_truncated.npy", "cases/cfg_truncated.json", "none.npy",
                           "cases/st_git_lfs_pointer.safetensors", "cases"}) {
    const auto output = inspectCommand(data(name), true, Language::english);
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
    const auto output =
        inspectCommand(std::filesystem::path(path.toStdString()), false, Language::english);
    QVERIFY(!output);
    QCOMPARE(exitCode(output.error()), 3);
    const QString message =
        QString::fromStdString(renderPlain(output.error().text, Language::english));
    QVERIFY2(message.startsWith(path + " is " + row.said), qPrintable(message));
  }
}

void TestInspect::chineseTextIsChinese() {
  const QString text = textOf("configs/bloom-560m", Language::chinese);
  QVERIFY2(text.contains("假定为 bloom 的默认值"), qPrintable(text));
  QVERIFY(!text.contains("["));
}

QTEST_GUILESS_MAIN(TestInspect)
#include "inspect_test.moc"
