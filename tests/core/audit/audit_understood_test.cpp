// How far an audit understood its model: the headline, and what comes by default.
#include <QtTest>
#include <map>

#include "audit_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class AuditUnderstoodTest : public QObject {
  Q_OBJECT

 private slots:
  void modelCase_saysHowFarItIsUnderstood_data();
  void modelCase_saysHowFarItIsUnderstood();
  void modelCases_allHaveARow();
  void unreadKey_isInTheHeadline();
  void badVerdict_isSaidOfWhatIsUnderstood();
  void assumedFormat_standsInTheHeadline();
  void badBase_isAnErrorWithoutWays_data();
  void badBase_isAnErrorWithoutWays();
  void baseThatNothingUses_isNoError();
  void defaultWay_isThePublishedCodeAsLoaded_data();
  void defaultWay_isThePublishedCodeAsLoaded();
};

namespace {

// What the headline has to begin with.
constexpr const char* kFine = "Fine in";
constexpr const char* kLimited = "As far as understood";
constexpr const char* kBroken = "This model cannot work";
constexpr const char* kUnknown = "How this model encodes positions is not known";
constexpr const char* kRounds = "In bf16 at a context of 512 the published code rounds";

// Of tests/data/cases/models/EXPECTED.tsv: controls are fine, all others must not say so.
const std::map<std::string, const char*>& headlines() {
  static const std::map<std::string, const char*> kHeadlines{
      {"c01_nope_every_4th_interval.json", kLimited},
      {"c05_hybrid_ssm_no_encoding.json", kLimited},
      {"c06_mla_use_nope.json", kLimited},
      {"c08_swa_base_fraction_0334.json", kLimited},
      {"c10_base_1e11.json", kFine},
      {"c12_yarn_full_layers_only.json", kLimited},
      {"c13_global_layers_without_rope.json", kLimited},
      {"c15_rotary_dim_64_of_128.json", kFine},
      {"c18_block_type_default.json", kFine},
      {"c20_local_global_linear_defaults.json", "No verdict"},
      {"c22_nomic_n_positions.json", kLimited},
      {"c23_protein_rotary.json", kLimited},
      {"c24_audio_encoder_sinusoids.json", kUnknown},
      {"c25_linear_and_full_layers.json", kFine},
      {"c26_llama3_equal_factors_nope.json", kBroken},
      {"c27_global_head_dim_proportional.json", kLimited},
      {"c28_rope_ratio_500.json", kRounds},
      {"c29_attn_rotary_emb_64.json", kLimited},
      {"c32_alibi_encoder_both_sides.json", kLimited},
      {"c33_yarn_override_encoder.json", kLimited},  // Code of its own, which is not known here.
      {"c34_vision_2d_base_100.json", kLimited},
      {"c37_release_params_scaled_flag.json", kLimited},
      {"c39_mrope_interleaved_sections.json", kFine},
      {"c43_yarn_and_mrope_together.json", kLimited},
      {"c44_ntk_base_wanted.json", kFine},
  };
  return kHeadlines;
}

QString headline(const AuditReport& report) {
  return english(report.conclusion);
}

AuditRequest shortContext() {
  AuditRequest request;
  request.context = 512;
  return request;
}

constexpr const char* kModel = R"({"model_type": "llama", "hidden_size": 256,
    "num_attention_heads": 4, "max_position_embeddings": 512, )";

}  // namespace

void AuditUnderstoodTest::modelCase_saysHowFarItIsUnderstood_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("begins");
  for (const auto& [file, begins] : headlines()) {
    QTest::newRow(file.c_str()) << QString::fromStdString(file) << QString(begins);
  }
}

void AuditUnderstoodTest::modelCase_saysHowFarItIsUnderstood() {
  QFETCH(QString, file);
  QFETCH(QString, begins);
  const AuditReport report = audited("cases/models/" + file.toStdString(), shortContext());
  QVERIFY2(headline(report).startsWith(begins), qPrintable(headline(report)));
  QCOMPARE(headline(report).contains("Fine"), begins == kFine);
  QCOMPARE(report.understood(), begins != kLimited && begins != kUnknown && begins != kBroken);
  QVERIFY(isComplete(report.conclusion));
  // Which keys are left out stands in a warning each.
  for (const AuditFinding& finding : report.findings) {
    QVERIFY(begins != kFine || finding.rule() != "key-unknown");
    QVERIFY2(isComplete(finding.text), finding.text.key.c_str());
    QVERIFY(!begins.startsWith(kLimited) || !english(finding.text).contains("is fine"));
  }
}

void AuditUnderstoodTest::modelCases_allHaveARow() {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dataPath("cases/models"))) {
    if (entry.path().extension() == ".json") {
      QVERIFY2(headlines().contains(entry.path().filename().string()), entry.path().c_str());
      ++files;
    }
  }
  QCOMPARE(files, headlines().size());
}

void AuditUnderstoodTest::unreadKey_isInTheHeadline() {
  const std::string model = std::string(kModel) + R"("torch_dtype": "bfloat16")";
  QVERIFY(headline(auditedText(model + "}")).startsWith("Fine in bf16"));
  const QString limited = headline(auditedText(model + R"(, "no_rope_layer_interval": 4})"));
  QVERIFY2(limited.startsWith("As far as understood: positions are kept in bf16"),
           qPrintable(limited));
  QVERIFY2(limited.endsWith("This key is not understood: no_rope_layer_interval."),
           qPrintable(limited));
  const QString many =
      headline(auditedText(model + R"(, "rope_a": 1, "rope_b": 1, "rope_c": 1, "rope_d": 1})"));
  QVERIFY2(many.endsWith("These keys, among others, are not understood: rope_a, rope_b, rope_c."),
           qPrintable(many));
}

void AuditUnderstoodTest::badVerdict_isSaidOfWhatIsUnderstood() {
  const AuditReport report = auditedText(
      R"({"model_type": "bloom", "n_embed": 64, "n_head": 16, "hidden_size": 1024,
          "torch_dtype": "bfloat16", "alibi_slope_scale": 2})",
      shortContext());
  QVERIFY2(headline(report).startsWith("As far as understood: In bf16 at a context of 512 the "
                                       "published code rounds positions"),
           qPrintable(headline(report)));
}

void AuditUnderstoodTest::assumedFormat_standsInTheHeadline() {
  const AuditReport report = auditedText(std::string(kModel) + R"("rope_theta": 1e4})");
  QVERIFY(report.formatAssumed);
  QVERIFY2(headline(report).startsWith("Assuming fp32"), qPrintable(headline(report)));
  const QString both =
      headline(auditedText(std::string(kModel) + R"("rope_theta": 1e4, "rope_a": 1})"));
  QVERIFY2(both.startsWith("As far as understood, and assuming fp32"), qPrintable(both));
  const AuditReport asked =
      auditedText(std::string(kModel) + R"("rope_theta": 1e4})", inFormat("bf16"));
  QVERIFY(!asked.formatAssumed);
  QVERIFY2(headline(asked).startsWith("Fine in bf16"), qPrintable(headline(asked)));
}

void AuditUnderstoodTest::badBase_isAnErrorWithoutWays_data() {
  QTest::addColumn<QByteArray>("keys");
  QTest::addColumn<QString>("said");
  const auto row = [](const char* keys, const char* words) {
    QTest::newRow(keys) << QByteArray(keys) << QString(words);
  };
  row(R"("rope_theta": 0)", "rope_theta is 0");
  row(R"("rope_theta": 1)", "rope_theta is 1;");
  row(R"("rope_theta": 1.0)", "rope_theta is 1;");
  row(R"("rope_theta": 0.5)", "rope_theta is 0.5");
  row(R"("rope_theta": -10000)", "rope_theta is -10000");
  row(R"("rope_theta": NaN)", "rope_theta is nan");
  row(R"("rope_theta": Infinity)", "rope_theta is inf");
  row(R"("rope_theta": -Infinity)", "rope_theta is -inf");
  row(R"("rope_theta": 1e400)", "rope_theta is inf");
  row(R"("rope_theta": -1e400)", "rope_theta is -inf");
  row(R"("rope_theta": "1e6")", "rope_theta is \"1e6\" (a text)");
  row(R"("rope_theta": true)", "rope_theta is true");
  row(R"("rope_theta": [10000])", "rope_theta is a list");
  row(R"("rope_parameters": {"rope_theta": 1, "rope_type": "default"})",
      "rope_parameters.rope_theta is 1;");
  row(R"("rope_parameters": "{\"rope_theta\": 1e400, \"rope_type\": \"default\"}")",
      "rope_parameters.rope_theta is inf");
  row(R"("rope_local_base_freq": 1)", "rope_local_base_freq is 1;");
  row(R"("rope_parameters": {"full_attention": {"rope_theta": 1e6},
                             "sliding_attention": {"rope_theta": "x"}})",
      "rope_parameters.sliding_attention.rope_theta is \"x\"");
}

void AuditUnderstoodTest::badBase_isAnErrorWithoutWays() {
  QFETCH(QByteArray, keys);
  QFETCH(QString, said);
  const AuditReport report =
      auditedText(kModel + keys.toStdString() + R"(, "torch_dtype": "bfloat16"})");
  const AuditFinding* const finding = findingOf(report, "base");
  QVERIFY(finding != nullptr && finding->level() == NoticeLevel::error);
  QVERIFY2(english(finding->text).contains(said), qPrintable(english(finding->text)));
  QVERIFY(isComplete(finding->text) && !finding->fix.empty());
  QVERIFY(report.broken());
  QVERIFY(report.ways.empty());
}

void AuditUnderstoodTest::baseThatNothingUses_isNoError() {
  const AuditReport report = auditedText(
      R"({"model_type": "bert", "hidden_size": 64, "rope_theta": 0, "torch_dtype": "float32"})");
  QVERIFY(!report.broken());
  QVERIFY(report.config.scheme == Scheme::learned);
  QVERIFY2(said(report, "key-unknown").contains("rope_theta is 0"),
           qPrintable(said(report, "key-unknown")));
}

void AuditUnderstoodTest::defaultWay_isThePublishedCodeAsLoaded_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("recipe");
  QTest::addColumn<bool>("fine");
  QTest::newRow("llama") << "llama-2-7b"
                         << "hf-5" << true;
  QTest::newRow("neox") << "gpt-neox-20b"
                        << "hf-5" << true;
  QTest::newRow("gpt-j") << "gpt-j-6b"
                         << "gpt-j" << true;
  QTest::newRow("bloom") << "bloom-560m"
                         << "bloom" << false;
  QTest::newRow("baichuan") << "baichuan-13b"
                            << "baichuan-13b" << false;
  QTest::newRow("chatglm") << "chatglm-6b"
                           << "chatglm-6b" << false;
}

void AuditUnderstoodTest::defaultWay_isThePublishedCodeAsLoaded() {
  QFETCH(QString, model);
  QFETCH(QString, recipe);
  QFETCH(bool, fine);
  const AuditReport report = audited("configs/" + model.toStdString());
  const auto isDefault = [](const AuditWay& way) { return way.byDefault; };
  QCOMPARE(std::count_if(report.ways.begin(), report.ways.end(), isDefault), 1);
  const auto way = std::find_if(report.ways.begin(), report.ways.end(), isDefault);
  QCOMPARE(QString::fromStdString(way->recipe.id), recipe);
  QVERIFY(way->way == CastWay::load && way->published && !way->changed);
  QCOMPARE(way->fine(), fine);
}

QTEST_GUILESS_MAIN(AuditUnderstoodTest)
#include "audit_understood_test.moc"
