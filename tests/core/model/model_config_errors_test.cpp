// Files that are no usable config.json: one clear message with file, line, column, key, value and
// what was expected.
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include "core/model/model_config.h"
#include "model_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class TestModelConfigErrors : public QObject {
  Q_OBJECT

 private slots:
  void badValueIsRefused_data();
  void badValueIsRefused();
  void brokenFileIsRefused_data();
  void brokenFileIsRefused();
  void impossibleModelGetsAnErrorNotice_data();
  void impossibleModelGetsAnErrorNotice();
  void duplicateKeyIsMentionedAndTheLastCounts();
  void wholeNumberWrittenAsRealIsAccepted();
  void nullMeansAbsent();
  void blockWithThousandsOfKeysIsRefused();
  void emptyObjectOpensWithNotices();
  void controlCharactersOfTheFileAreNotShown();
  void pathThatIsNoFileIsRefused();
  void bigFileIsRefusedBeforeReading();
};

namespace {

QString problemOf(const QByteArray& json) {
  const auto config = parseModelConfig(json.toStdString(), "m/config.json");
  if (config) {
    return "(opened)";
  }
  return isComplete(config.error().text) && exitCode(config.error()) == 3
             ? english(config.error().text)
             : "(incomplete)";
}

}  // namespace

void TestModelConfigErrors::badValueIsRefused_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::addColumn<QStringList>("parts");  // What the message must name.
  const auto row = [](const char* name, const char* json, const QStringList& parts) {
    QTest::newRow(name) << QByteArray(json) << parts;
  };
  row("heads as text", "{\n  \"num_attention_heads\": \"32\"}",
      {"m/config.json", "line 2, column 26", "num_attention_heads", "\"32\" (a text)",
       "whole number"});
  row("heads zero", R"({"num_attention_heads": 0})", {"is 0", "from 1 to 65,536"});
  row("heads negative", R"({"n_head": -12})", {"n_head is -12"});
  row("heads with a fraction", R"({"n_head": 12.5})", {"is 12.5"});
  row("heads a list", R"({"n_head": [12]})", {"n_head is a list"});
  row("context huge", R"({"model_max_length": 1000000000000000019884624838656})",
      {"model_max_length", "1e+30", "1,099,511,627,776"});
  row("context true", R"({"max_position_embeddings": true})", {"is true", "whole number"});
  row("scaling a list", R"({"rope_theta": 1e4, "rope_scaling": [4.0]})",
      {"rope_scaling is a list", "an object or null"});
  row("scaling a number", R"({"rope_scaling": 4.0})", {"rope_scaling is 4"});
  row("scaling a word", R"({"rope_theta": 1e4, "rope_scaling": "linear"})",
      {"\"linear\" (a text)", "an object or null"});
  row("scaling a text with a list", R"({"rope_theta": 1e4, "rope_scaling": "[1]"})",
      {"rope_scaling"});
  row("scaling a text with a bad factor",
      "{\"rope_theta\": 1e4,\n\"rope_scaling\": \"{\\\"type\\\":\\\"yarn\\\",\\\"factor\\\":-1}\"}",
      {"line 2, column 17", "rope_scaling.factor is -1"});
  row("factor a text", R"({"rope_scaling": {"type": "linear", "factor": "8.0"}})",
      {"rope_scaling.factor", "\"8.0\" (a text)", "number"});
  row("factor zero", R"({"rope_scaling": {"type": "linear", "factor": 0}})", {"factor is 0"});
  row("type a number", R"({"rope_scaling": {"type": 4}})", {"rope_scaling.type is 4", "a text"});
  row("factors with a text", R"({"rope_scaling": {"type": "longrope", "long_factor": [1, "2"]}})",
      {"long_factor[1]", "(a text)"});
  row("factors no list", R"({"rope_scaling": {"type": "longrope", "long_factor": 2}})",
      {"long_factor is 2", "a list of numbers"});
  row("layer block a number", R"({"rope_parameters": {"full_attention": 3}})",
      {"rope_parameters.full_attention is 3"});
  row("original huge", R"({"rope_scaling": {"type": "yarn", "factor": 2,
      "original_max_position_embeddings": 1e300}})",
      {"1e+300"});
  row("alibi a number", R"({"model_type": "falcon", "alibi": 1})", {"alibi is 1", "true or false"});
  row("bias max negative", R"({"alibi": true, "n_heads": 4, "alibi_bias_max": -8})",
      {"alibi_bias_max is -8"});
  row("type of the model a list", R"({"model_type": ["llama"]})",
      {"model_type is a list", "a text"});
  row("dtype a number", R"({"torch_dtype": 16})", {"torch_dtype is 16"});
  row("nested text config", R"({"text_config": {"num_attention_heads": {}}})",
      {"text_config.num_attention_heads is an object"});
}

void TestModelConfigErrors::badValueIsRefused() {
  QFETCH(QByteArray, json);
  QFETCH(QStringList, parts);
  const QString problem = problemOf(json);
  for (const QString& part : parts) {
    QVERIFY2(problem.contains(part), qPrintable(problem + " | " + part));
  }
}

void TestModelConfigErrors::brokenFileIsRefused_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::addColumn<QString>("expected");
  const auto truncated = fileText(dataPath("cases/cfg_truncated.json"));
  QTest::newRow("cut off") << QByteArray::fromStdString(truncated)
                           << "line 11, column 4: the file ends";
  QTest::newRow("empty") << QByteArray("") << "is empty";
  QTest::newRow("blank") << QByteArray(" \n\t") << "is empty";
  QTest::newRow("a list") << QByteArray("\n[1, 2]") << "line 2, column 1";
  QTest::newRow("a number") << QByteArray("7") << "this is 7";
  QTest::newRow("a web page") << QByteArray("<html>") << "line 1, column 1";
  QTest::newRow("a pointer")
      << QByteArray("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n")
      << "Git LFS";
  QTest::newRow("depth bomb") << QByteArray("{\"a\":").repeated(5000) << "more than 64 levels";
  QTest::newRow("list bomb") << "{\"a\":" + QByteArray("[").repeated(100000)
                             << "more than 64 levels";
}

void TestModelConfigErrors::brokenFileIsRefused() {
  QFETCH(QByteArray, json);
  QFETCH(QString, expected);
  const QString problem = problemOf(json);
  QVERIFY2(problem.contains(expected), qPrintable(problem));
}

void TestModelConfigErrors::impossibleModelGetsAnErrorNotice_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::addColumn<NoticeId>("id");
  QTest::addColumn<QString>("part");
  const auto row = [](const char* json, NoticeId id, const char* part) {
    QTest::newRow(json) << QByteArray(json) << id << QString(part);
  };
  row(R"({"rope_theta": 1e4, "head_dim": 65})", NoticeId::oddRotary, "head_dim = 65");
  row(R"({"rope_theta": 1e4, "head_dim": 64, "rotary_dim": 128})", NoticeId::wideRotary,
      "more than the 64");
  row(R"({"rope_theta": 1e4, "head_dim": 64, "rotary_pct": 0.001})", NoticeId::noRotary,
      "rotary_pct");
  row(R"({"head_dim": 64, "rope_scaling": {"type": "linear"}})", NoticeId::missingKey,
      "rope_scaling.factor");
  row(R"({"head_dim": 64, "rope_scaling": {"factor": 4}})", NoticeId::noType,
      "neither rope_type nor type");
  row(R"({"head_dim": 64, "max_position_embeddings": 9000, "rope_scaling": {"type": "llama3", "factor": 8,
      "low_freq_factor": 4, "high_freq_factor": 1, "original_max_position_embeddings": 8192}})",
      NoticeId::lowHigh, "high_freq_factor 1");
  row(R"({"head_dim": 64, "rope_scaling": {"type": "yarn", "factor": 1e300,
      "original_max_position_embeddings": 8192}})",
      NoticeId::scaledLength, "8.192×10³⁰³");
  row(R"({"model_type": "bloom"})", NoticeId::alibiHeads, "number of heads");
  row(R"({"model_type": "llama", "rope_theta": -10000.0})", NoticeId::badBase,
      "rope_theta is -10000; a RoPE base must be a finite number over 1");
  row(R"({"model_type": "llama", "rope_theta": 1})", NoticeId::badBase, "rope_theta is 1;");
  row(R"({"rope_theta": Infinity})", NoticeId::badBase, "rope_theta is inf;");
  row(R"({"rope_theta": "1e6"})", NoticeId::badBase, "\"1e6\" (a text)");
  row(R"({"rope_parameters": {"rope_theta": -1}})", NoticeId::badBase,
      "rope_parameters.rope_theta is -1;");
  row(R"({"model_type": "chatglm", "rope_ratio": 1e308})", NoticeId::badBase,
      "rope_ratio is 1e+308");
  row(R"({"model_type": "chatglm", "rope_ratio": "x"})", NoticeId::badBase, "rope_ratio is \"x\"");
}

void TestModelConfigErrors::impossibleModelGetsAnErrorNotice() {
  QFETCH(QByteArray, json);
  QFETCH(NoticeId, id);
  QFETCH(QString, part);
  const auto config = parseModelConfig(json.toStdString(), "config.json");
  QVERIFY(config.has_value());
  QVERIFY(config->broken());
  const Notice* const notice = noticeOf(*config, id);
  QVERIFY(notice != nullptr);
  QVERIFY(notice->level() == NoticeLevel::error);
  QVERIFY(isComplete(notice->text));
  QVERIFY2(english(notice->text).contains(part), qPrintable(english(notice->text)));
}

void TestModelConfigErrors::duplicateKeyIsMentionedAndTheLastCounts() {
  const auto config = parseModelConfig(
      "{\"rope_theta\": 1e4,\n\"head_dim\": 64,\n\"rope_theta\": 1e6,\n"
      "\"rope_scaling\": {\"type\": \"linear\", \"factor\": \"bad\", \"factor\": 2}}",
      "config.json");
  QVERIFY(config.has_value());
  QCOMPARE(config->rope[0].base, 1e6);
  QCOMPARE(config->rope[0].scaling.number("factor").value_or(0), 2.0);
  const QString sentence = english(noticeOf(*config, NoticeId::duplicate)->text);
  QVERIFY2(sentence.contains("factor") || sentence.contains("lines 1 and 3"), qPrintable(sentence));
}

void TestModelConfigErrors::wholeNumberWrittenAsRealIsAccepted() {
  const auto config =
      parseModelConfig(R"({"hidden_size": 4096.0, "n_head": 3.2e1})", "config.json");
  QVERIFY(config.has_value());
  QCOMPARE(config->headDim.value_or(0), std::int64_t{128});
}

void TestModelConfigErrors::nullMeansAbsent() {
  const auto config = parseModelConfig(
      R"({"head_dim": null, "hidden_size": 64, "n_head": 4, "rope_theta": null, "rope_parameters": null,
          "model_type": "llama", "rope_scaling": null, "torch_dtype": null})",
      "config.json");
  QVERIFY(config.has_value());
  QCOMPARE(config->headDim.value_or(0), std::int64_t{16});
  QVERIFY(config->rope[0].baseKeyPath.empty());
}

void TestModelConfigErrors::emptyObjectOpensWithNotices() {
  const auto config = parseModelConfig("{}", "config.json");
  QVERIFY(config.has_value());
  QVERIFY(config->scheme == Scheme::unknown);
  QVERIFY(noticeOf(*config, NoticeId::noScheme) != nullptr);
}

// Every key of a block becomes a setting: a million of them would keep the program busy for an
// hour.
void TestModelConfigErrors::blockWithThousandsOfKeysIsRefused() {
  for (const QByteArray value : {"0", "{}"}) {
    QByteArray json = R"({"model_type": "llama", "rope_parameters": {)";
    for (int i = 0; i < 3000; ++i) {
      json += "\"k" + QByteArray::number(i) + "\": " + value + ", ";
    }
    const QString problem = problemOf(json + R"("z": {}}})");
    QVERIFY2(problem.contains("rope_parameters is an object; expected an object of at most"),
             qPrintable(problem));
  }
}

void TestModelConfigErrors::controlCharactersOfTheFileAreNotShown() {
  const auto config = parseModelConfig(
      R"({"model_type": "\u001b[2Jx\u009b", "rope_parameters": {"a\u0007": {"rope_theta": 1, "\u001b": 2}}})",
      "config.json");
  QVERIFY(config.has_value());
  QCOMPARE(config->modelType, std::string("?[2Jx?"));
  for (const Notice& notice : config->notices) {
    QVERIFY(!english(notice.text).contains(QChar(0x1B)));
    QVERIFY(notice.keyPath.find('\x07') == std::string::npos);
  }
  QCOMPARE(config->rope[0].layerType, std::string("a?"));
}

void TestModelConfigErrors::pathThatIsNoFileIsRefused() {
  QTemporaryDir temporary;
  const std::filesystem::path folder = temporary.path().toStdString();
  const auto messageFor = [](const std::filesystem::path& path) {
    const auto config = readModelConfig(path);
    return config ? QString("(opened)") : english(config.error().text);
  };
  QVERIFY(messageFor(folder / "none.json").contains("no such file"));
  QVERIFY(messageFor(folder).contains("holds no config.json"));
  std::filesystem::create_directory(folder / "config.json");
  QVERIFY(messageFor(folder).contains("is a folder"));
  QCOMPARE(mkfifo((folder / "pipe").c_str(), 0600), 0);
  QVERIFY(messageFor(folder / "pipe").contains("is a pipe"));
  std::filesystem::create_symlink("loop", folder / "loop");
  QVERIFY(!messageFor(folder / "loop").contains("(opened)"));
}

void TestModelConfigErrors::bigFileIsRefusedBeforeReading() {
  QTemporaryDir temporary;
  const std::filesystem::path file =
      std::filesystem::path(temporary.path().toStdString()) / "config.json";
  writeFile(file, "{}");
  std::filesystem::resize_file(file, std::uintmax_t{1} << 34);  // Sparse: takes no disk.
  const auto config = readModelConfig(file);
  QVERIFY(!config.has_value());
  QVERIFY2(english(config.error().text).contains("17,179,869,184 bytes"),
           qPrintable(english(config.error().text)));
}

QTEST_GUILESS_MAIN(TestModelConfigErrors)
#include "model_config_errors_test.moc"
