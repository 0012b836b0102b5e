// The audit as text, Markdown and JSON, through the command: what stands where, in both languages,
// and the exit codes.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "audit_test_data.h"
#include "core/command/audit.h"
#include "core/command/audit_report.h"

using namespace poscope;
using namespace poscope::testing;

class AuditReportTest : public QObject {
  Q_OBJECT

 private slots:
  void everyModel_isWrittenInEveryForm_data();
  void everyModel_isWrittenInEveryForm();
  void json_hasTheDocumentedKeys();
  void json_verdictsAreThoseOfTheReport();
  void markdown_ofAHostileFile_isNoMarkup();
  void failOn_countsTheDefaultWayOrTheAsked_data();
  void failOn_countsTheDefaultWayOrTheAsked();
  void failOnAllWays_countsEachOfThem();
  void failOn_saysWhichWayWasJudged();
  void preset_isAuditedByItsNameWhereNoFileHasIt();
  void badOption_isAUsageError_data();
  void badOption_isAUsageError();
  void brokenModel_isExitCodeOne();
  void hubName_isToldWhatToFetch();
};

namespace {

QString rendered(const std::string& text) {
  return QString::fromStdString(text);
}

// A text that is missing shows as "[key]", an argument as "{name}".
bool isComplete(const std::string& text) {
  return text.find("[audit.") == std::string::npos && text.find("[recipe.") == std::string::npos &&
         text.find("[model.") == std::string::npos && text.find("[way.") == std::string::npos;
}

AuditOptions optionsOf(const std::string& name) {
  AuditOptions options;
  options.path = dataPath(name);
  return options;
}

QJsonObject parsed(const std::string& json) {
  return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

}  // namespace

void AuditReportTest::everyModel_isWrittenInEveryForm_data() {
  QTest::addColumn<QString>("name");
  for (const char* name :
       {"configs/llama-2-7b", "configs/gpt2", "configs/bloom-560m", "configs/chatglm-6b",
        "configs/mpt-7b", "configs/gemma-3-1b", "configs/deepseek-v3", "configs/gpt-j-6b",
        "configs/falcon-7b", "configs/baichuan2-7b", "cases/cfg_odd_head_dim.json",
        "cases/cfg_yarn_missing_original.json", "cases/cfg_longrope_partial_ok.json"}) {
    QTest::newRow(name) << name;
  }
}

void AuditReportTest::everyModel_isWrittenInEveryForm() {
  QFETCH(QString, name);
  AuditRequest request;
  request.context = 2048;
  const AuditReport report = audited(name.toStdString(), request);
  for (const Language language : allLanguages()) {
    const std::string text = auditText(report, language);
    const std::string markdown = auditMarkdown(report, language);
    const std::string json = auditJson(report, language);
    for (const std::string& written : {text, markdown, json}) {
      QVERIFY2(isComplete(written), written.c_str());
      QVERIFY(written.ends_with('\n'));
    }
    const std::string conclusion = renderPlain(report.conclusion, language);
    QCOMPARE(parsed(json)["conclusion"].toString(), rendered(conclusion));
    QVERIFY(markdown.starts_with("# "));
    QCOMPARE(rendered(markdown).count("\n### "), static_cast<int>(report.ways.size()));
    QCOMPARE(rendered(markdown).contains("```python"), !report.patch.empty());
    for (const AuditWay& way : report.ways) {
      QVERIFY(rendered(text).contains(rendered(way.link)));
    }
    for (const QString& line : rendered(text).section("\n\n", 0, 0).split('\n')) {
      QVERIFY2(line.size() <= 100, qPrintable(line));
    }
  }
}

void AuditReportTest::json_hasTheDocumentedKeys() {
  const QJsonObject json =
      parsed(auditJson(audited("configs/llama-2-7b", inFormat("bf16")), Language::english));
  QCOMPARE(json["schema"].toInt(), kAuditSchema);
  QCOMPARE(json.keys(),
           QStringList({"broken", "conclusion", "fail_on", "findings", "fixes", "format_assumed",
                        "hash", "kind", "model_type", "name", "patch", "schema", "scheme",
                        "settings", "table", "understood", "version", "ways"}));
  const QJsonObject way = json["ways"].toArray().first().toObject();
  for (const char* key :
       {"recipe",   "link",    "scheme", "implementation", "way",       "title",
        "about",    "layer",   "safe",   "changed",        "published", "fine",
        "default",  "context", "format", "stages",         "unique",    "relative",
        "faithful", "phase",   "effect", "source",         "unverified"}) {
    QVERIFY2(way.contains(QLatin1String(key)), key);
  }
  const QJsonObject finding = json["findings"].toArray().first().toObject();
  QCOMPARE(finding.keys(), QStringList({"fix", "key", "level", "rule", "text"}));
  QCOMPARE(json["hash"].toString().size(), 16);
  const QString docs = rendered(fileText(dataPath("../../docs/audit.md")));
  for (const QJsonObject& object : {json, way, finding}) {
    for (const QString& key : object.keys()) {
      QVERIFY2(docs.contains("`" + key + "`"), qPrintable(key));
    }
  }
}

void AuditReportTest::json_verdictsAreThoseOfTheReport() {
  const AuditReport report = audited("configs/llama-2-7b", inFormat("bf16"));
  const QJsonArray ways = parsed(auditJson(report, Language::english))["ways"].toArray();
  QCOMPARE(ways.size(), static_cast<qsizetype>(report.ways.size()));
  for (qsizetype i = 0; i < ways.size(); ++i) {
    const AuditWay& way = report.ways[static_cast<std::size_t>(i)];
    const QJsonObject json = ways[i].toObject();
    QCOMPARE(json["unique"].toObject()["distinct"].toInt(),
             static_cast<int>(way.verdicts.unique.distinct));
    QCOMPARE(json["phase"].toObject()["radians"].toDouble(), way.phase.radians);
    QCOMPARE(json["effect"].toObject()["mean"].toDouble(), way.effect.mean);
    QCOMPARE(json["fine"].toBool(), way.fine());
    QCOMPARE(json["stages"].toObject()["position"].toString(),
             rendered(std::string(way.recipe.setting(Stage::position))));
  }
}

void AuditReportTest::markdown_ofAHostileFile_isNoMarkup() {
  const AuditReport report = auditedText(
      R"({"model_type": "<script>alert(1)</script>|`x`", "rope_theta": 1e4, "hidden_size": 256,
          "num_attention_heads": 4, "max_position_embeddings": 512})");
  const QString markdown = rendered(auditMarkdown(report, Language::english));
  QVERIFY(!markdown.contains("<script"));
  QVERIFY(!markdown.contains("`x`"));
}

void AuditReportTest::failOn_countsTheDefaultWayOrTheAsked_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("recipe");
  QTest::addColumn<QString>("failOn");
  QTest::addColumn<int>("code");
  QTest::newRow("as it comes") << "llama-2-7b" << QString() << "unique,relative,faithful" << 0;
  QTest::newRow("collides") << "llama-2-7b"
                            << "hf-4.31-cast"
                            << "unique" << 1;
  QTest::newRow("drifts, unique only") << "llama-2-7b"
                                       << "hf-5-cast"
                                       << "unique" << 0;
  QTest::newRow("drifts, unique and relative") << "llama-2-7b"
                                               << "hf-5-cast"
                                               << "unique,relative" << 0;
  QTest::newRow("drifts, faithful") << "llama-2-7b"
                                    << "hf-5-cast"
                                    << "unique,faithful" << 1;
  QTest::newRow("nothing asked") << "llama-2-7b"
                                 << "hf-4.31-cast" << QString() << 0;
  QTest::newRow("alibi, as it comes") << "bloom-560m" << QString() << "relative" << 1;
  QTest::newRow("alibi, published") << "bloom-560m"
                                    << "bloom"
                                    << "relative" << 1;
  QTest::newRow("no ways") << "gpt2" << QString() << "unique" << 0;
}

void AuditReportTest::failOn_countsTheDefaultWayOrTheAsked() {
  QFETCH(QString, model);
  QFETCH(QString, recipe);
  QFETCH(QString, failOn);
  QFETCH(int, code);
  AuditOptions options = optionsOf("configs/" + model.toStdString());
  options.recipe = recipe.toStdString();
  options.failOn = failOn.toStdString();
  const auto output = auditCommand(options, Language::english);
  QVERIFY(output.has_value());
  QCOMPARE(output->exitCode, code);
}

void AuditReportTest::failOnAllWays_countsEachOfThem() {
  AuditOptions options = optionsOf("configs/llama-2-7b");
  options.json = true;
  options.failOn = "faithful";
  const auto byDefault = auditCommand(options, Language::english);
  options.ways = "all";
  const auto all = auditCommand(options, Language::english);
  QVERIFY(byDefault.has_value() && all.has_value());
  QCOMPARE(byDefault->exitCode, 0);
  QCOMPARE(all->exitCode, 1);
  const QJsonObject outcome = parsed(byDefault->text)["fail_on"].toObject();
  QCOMPARE(outcome["ways"].toString(), "default");
  QCOMPARE(outcome["judged"].toArray().size(), 1);
  QCOMPARE(outcome["judged"].toArray()[0].toObject()["link"].toString(), "hf-5");
  QVERIFY(!outcome["failed"].toBool());
  const QJsonObject every = parsed(all->text)["fail_on"].toObject();
  QCOMPARE(every["judged"].toArray().size(), parsed(all->text)["ways"].toArray().size());
  QCOMPARE(every["bad"].toInt(), 4);
  QVERIFY(every["failed"].toBool());
  options.failOn.clear();
  const auto alone = auditCommand(options, Language::english);
  QVERIFY(!alone.has_value() && alone.error().kind == ErrorKind::usage);
  options.ways.clear();
  QVERIFY(parsed(auditCommand(options, Language::english)->text)["fail_on"].isNull());
}

void AuditReportTest::failOn_saysWhichWayWasJudged() {
  AuditOptions options = optionsOf("configs/bloom-560m");
  options.failOn = "relative";
  const QString sentence =
      "--fail-on relative judged what you get when you change nothing (loaded with a dtype: "
      "BLOOM): failed, 1 is bad.";
  const QString text = rendered(auditCommand(options, Language::english)->text).simplified();
  QVERIFY2(text.contains(sentence), qPrintable(text));
  QVERIFY2(text.contains("BLOOM - DEFAULT"), qPrintable(text));
  options.markdown = true;
  const QString markdown = rendered(auditCommand(options, Language::english)->text);
  QVERIFY2(markdown.contains(sentence), qPrintable(markdown));
  QVERIFY2(markdown.contains("BLOOM - DEFAULT"), qPrintable(markdown));
  options.recipe = "relative";
  QVERIFY(rendered(auditCommand(options, Language::english)->text)
              .simplified()
              .contains("judged the recipe of --recipe"));
}

void AuditReportTest::preset_isAuditedByItsNameWhereNoFileHasIt() {
  AuditOptions options;
  options.path = "llama-2-7b";
  const auto output = auditCommand(options, Language::english);
  QVERIFY(output.has_value());
  QVERIFY(output->text.starts_with("Llama 2 7B: RoPE"));
  options.path = "lama-2-7b";
  const auto near = auditCommand(options, Language::english);
  QVERIFY(!near.has_value() && near.error().kind == ErrorKind::file);
  QVERIFY2(english(near.error().text).contains("Did you mean llama-2-7b?"),
           qPrintable(english(near.error().text)));
  options.path = "nothing-like-it.json";
  QVERIFY(english(auditCommand(options, Language::english).error().text).contains("no such file"));
}

void AuditReportTest::badOption_isAUsageError_data() {
  QTest::addColumn<QString>("option");
  QTest::addColumn<QString>("value");
  QTest::newRow("fail-on word") << "fail-on"
                                << "unique,uniq";
  QTest::newRow("fail-on end") << "fail-on"
                               << "unique,";
  QTest::newRow("context word") << "context"
                                << "long";
  QTest::newRow("context share") << "context"
                                 << "1.5";
  QTest::newRow("context low") << "context"
                               << "1";
  QTest::newRow("context high") << "context"
                                << "2^25";
  QTest::newRow("context huge") << "context"
                                << "1e300";
  QTest::newRow("format") << "format"
                          << "bf17";
  QTest::newRow("recipe") << "recipe"
                          << "hf-6";
}

void AuditReportTest::badOption_isAUsageError() {
  QFETCH(QString, option);
  QFETCH(QString, value);
  AuditOptions options = optionsOf("configs/llama-2-7b");
  (option == "fail-on"   ? options.failOn
   : option == "context" ? options.context
   : option == "format"  ? options.format
                         : options.recipe) = value.toStdString();
  const auto output = auditCommand(options, Language::english);
  QVERIFY(!output.has_value());
  QVERIFY(output.error().kind == ErrorKind::usage);
  const QString message = english(output.error().text);
  QVERIFY2(!message.contains('[') && !message.contains('{'), qPrintable(message));
}

void AuditReportTest::brokenModel_isExitCodeOne() {
  const auto output = auditCommand(optionsOf("cases/cfg_odd_head_dim.json"), Language::english);
  QVERIFY(output.has_value());
  QCOMPARE(output->exitCode, 1);
  QVERIFY(rendered(output->text).contains("65"));
}

void AuditReportTest::hubName_isToldWhatToFetch() {
  AuditOptions options;
  options.path = "meta-llama/Llama-2-7b-hf";
  const auto output = auditCommand(options, Language::english);
  QVERIFY(!output.has_value());
  QVERIFY(output.error().kind == ErrorKind::file);
  QVERIFY(english(output.error().text).contains("meta-llama/Llama-2-7b-hf config.json"));
  options.path = "no/such/config.json";
  QVERIFY(!english(auditCommand(options, Language::english).error().text).contains("hub"));
}

QTEST_GUILESS_MAIN(AuditReportTest)
#include "audit_report_test.moc"
