// Every row of cases/MANIFEST.tsv about a config.json, through the audit: what the report says.
#include <QtTest>
#include <map>

#include "audit_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class AuditCasesTest : public QObject {
  Q_OBJECT

 private slots:
  void manifestRow_data();
  void manifestRow();
  void manifest_everyConfigRow_hasACheck();
};

namespace {

void checkLlama3(const AuditReport& report) {
  QCOMPARE(valueOf(report, "head_dim"), "128");
  QCOMPARE(valueOf(report, "base"), "500000");
  QCOMPARE(valueOf(report, "context"), "131072");
  QCOMPARE(valueOf(report, "computed.pairs_kept"), "29");
  QCOMPARE(valueOf(report, "computed.pairs_blended"), "6");
  QCOMPARE(valueOf(report, "computed.pairs_divided"), "29");
  QVERIFY(std::abs(valueOf(report, "computed.longest_wavelength").toDouble() - 20473564) < 100);
  QVERIFY(said(report, "positions-cast").contains("1,408 of 131,072 keep their value"));
  QVERIFY(said(report, "positions-cast").contains("1,409 stay distinct"));
  const AuditReport half = audited("cases/cfg_llama3_f8.json", inFormat("fp16"));
  QVERIFY(said(half, "positions-lost").contains("65,552 of 131,072 become infinite"));
}

void checkNull(const AuditReport& report) {
  QCOMPARE(valueOf(report, "base"), "1000000");
  QCOMPARE(valueOf(report, "scaling"), "none");
  QCOMPARE(valueOf(report, "context"), "16384");
  for (const AuditFinding& finding : report.findings) {
    const bool scaling = finding.keyPath.find("scaling") != std::string::npos;
    QVERIFY2(!scaling, finding.rule().data());
  }
}

void checkYarnFactor(const AuditReport& report) {
  QCOMPARE(valueOf(report, "scaling.factor"), "4");
  QCOMPARE(valueOf(report, "context"), "131072");
  QVERIFY(said(report, "lengths-contradict").contains("40,960"));
  QVERIFY(std::abs(valueOf(report, "computed.table_factor").toDouble() - 1.1386294) < 1e-7);
  QCOMPARE(valueOf(report, "computed.ramp_low"), "23");
  QCOMPARE(valueOf(report, "computed.ramp_high"), "40");
  QCOMPARE(valueOf(report, "computed.pairs_kept"), "24");
  QCOMPARE(valueOf(report, "computed.pairs_divided"), "24");
}

void checkYarnMissing(const AuditReport& report) {
  const QString sentence = said(report, "original-assumed");
  QVERIFY(sentence.contains("original_max_position_embeddings"));
  QVERIFY(sentence.contains("32,768"));
  QVERIFY(english(report.conclusion).contains("not certain"));
  QVERIFY(!report.fixes.empty());
}

void checkV5(const AuditReport& report) {
  QCOMPARE(valueOf(report, "base"), "1000000");
  QCOMPARE(valueOf(report, "scaling"), "none");
  QCOMPARE(valueOf(report, "audited_format"), "bf16");
  QCOMPARE(valueOf(report, "context"), "202752");
}

void checkNested(const AuditReport& report) {
  const AuditWay* const full = wayOf(report, "hf-5", "full_attention");
  const AuditWay* const sliding = wayOf(report, "hf-5", "sliding_attention");
  QVERIFY(full != nullptr && sliding != nullptr);
  QCOMPARE(full->setup.shape.base, 1e6);
  QCOMPARE(full->setup.shape.scaling.type, "linear");
  QCOMPARE(full->setup.shape.scaling.number("factor"), 8.0);
  QCOMPARE(sliding->setup.shape.base, 1e4);
  QCOMPARE(sliding->setup.shape.scaling.type, "none");
  QCOMPARE(full->setup.shape.dim, 256);
  QVERIFY(full->safe && sliding->safe);
}

void checkFullDefault(const AuditReport& report) {
  const AuditWay* const full = wayOf(report, "hf-5", "full_attention");
  const AuditWay* const sliding = wayOf(report, "hf-5", "sliding_attention");
  QVERIFY(full != nullptr && sliding != nullptr);
  QCOMPARE(full->setup.shape.scaling.type, "none");
  QCOMPARE(full->setup.shape.base, 1e6);
  QCOMPARE(sliding->setup.shape.base, 1e4);
}

void checkOdd(const AuditReport& report, const char* dim) {
  const AuditFinding* const finding = findingOf(report, "rotary-odd");
  QVERIFY(finding != nullptr);
  QVERIFY(finding->level() == NoticeLevel::error);
  QVERIFY(english(finding->text).contains(dim));
  QVERIFY(report.broken());
  QVERIFY(report.ways.empty());
  QVERIFY(report.patch.empty());
}

void checkOddHead(const AuditReport& report) {
  checkOdd(report, "65");
}

void checkOddShare(const AuditReport& report) {
  checkOdd(report, "3 rotary");
  QCOMPARE(valueOf(report, "scheme"), "rope");
}

void checkLongrope(const AuditReport& report) {
  QCOMPARE(valueOf(report, "rotary_dim"), "96");
  QVERIFY(!report.broken());
  QVERIFY(std::abs(valueOf(report, "computed.table_factor").toDouble() - 1.1902381) < 1e-7);
  QVERIFY(said(report, "longrope-list").contains("long list"));
  const AuditReport shorter = audited("cases/cfg_longrope_partial_ok.json", inFormat("bf16", 4096));
  QVERIFY(said(shorter, "longrope-list").contains("the short list counts"));
}

void checkHeadDim(const AuditReport& report) {
  QCOMPARE(valueOf(report, "rotary_dim"), "256");
  QCOMPARE(valueOf(report, "base.sliding_attention"), "10000");
  QVERIFY(!report.broken());
}

void checkAlpha(const AuditReport& report) {
  QVERIFY(std::abs(valueOf(report, "computed.effective_base").toDouble() - 11158839.9) < 0.1);
  QVERIFY(findingOf(report, "alpha-factor") != nullptr);
  QVERIFY(findingOf(report, "dynamic-base") == nullptr);
}

void checkAlibi40(const AuditReport& report) {
  QCOMPARE(valueOf(report, "scheme"), "alibi");
  QCOMPARE(valueOf(report, "context"), "4096");
  QCOMPARE(report.ways.front().setup.heads, 40);
  QVERIFY(report.ways.front().safe);
  const AuditWay* const published = wayOf(report, "baichuan-13b");
  QVERIFY(published != nullptr && !published->fine());
  QVERIFY(english(report.conclusion).contains("published code rounds positions"));
}

void checkMpt(const AuditReport& report) {
  QCOMPARE(valueOf(report, "context"), "65536");
  QCOMPARE(report.ways.front().setup.maxBias, 16.0);
  QCOMPARE(report.ways.front().recipe.id, "mpt");
  QVERIFY(report.ways.front().safe);
}

void checkInfinity(const AuditReport& report) {
  QVERIFY(said(report, "non-finite").contains("11"));
  QCOMPARE(valueOf(report, "head_dim"), "128");
  QCOMPARE(valueOf(report, "base"), "10000");
}

void checkString(const AuditReport& report) {
  QVERIFY(said(report, "block-is-text").contains("text"));
  QCOMPARE(valueOf(report, "scaling.factor"), "3.2");
  QCOMPARE(valueOf(report, "context"), "131072");
  QVERIFY(std::abs(valueOf(report, "computed.table_factor").toDouble() - 1.1163151) < 1e-7);
}

void checkDynamic(const AuditReport& report) {
  const QString sentence = said(report, "dynamic-base");
  QVERIFY(sentence.contains("10,000 up to 2,048"));
  QVERIFY(sentence.contains("30,527.7367 at 4,096"));
  QVERIFY(sentence.contains("72,195.8601 at 8,192"));
  const AuditReport longer = audited("cases/cfg_dynamic_ntk_f2.json", inFormat("bf16", 4096));
  QVERIFY(valueOf(longer, "computed.effective_base").startsWith("30527.73"));
  QVERIFY(findingOf(longer, "context-beyond")->level() == NoticeLevel::note);
}

const std::map<std::string, void (*)(const AuditReport&)>& checks() {
  static const std::map<std::string, void (*)(const AuditReport&)> kChecks{
      {"cfg_llama3_f8.json", checkLlama3},
      {"cfg_rope_scaling_null.json", checkNull},
      {"cfg_yarn_factor_vs_max.json", checkYarnFactor},
      {"cfg_yarn_missing_original.json", checkYarnMissing},
      {"cfg_v5_rope_parameters_default.json", checkV5},
      {"cfg_layer_types_nested.json", checkNested},
      {"cfg_layer_types_full_default.json", checkFullDefault},
      {"cfg_odd_head_dim.json", checkOddHead},
      {"cfg_neox_rotary_pct_odd.json", checkOddShare},
      {"cfg_longrope_partial_ok.json", checkLongrope},
      {"cfg_head_dim_explicit.json", checkHeadDim},
      {"cfg_dynamic_alpha.json", checkAlpha},
      {"cfg_alibi_40_heads.json", checkAlibi40},
      {"cfg_alibi_mpt_bias16.json", checkMpt},
      {"cfg_infinity_literal.json", checkInfinity},
      {"cfg_rope_scaling_string.json", checkString},
      {"cfg_dynamic_ntk_f2.json", checkDynamic},
  };
  return kChecks;
}

}  // namespace

void AuditCasesTest::manifestRow_data() {
  QTest::addColumn<QString>("file");
  for (const auto& entry : checks()) {
    QTest::newRow(entry.first.c_str()) << QString::fromStdString(entry.first);
  }
}

void AuditCasesTest::manifestRow() {
  QFETCH(QString, file);
  const AuditReport report = audited("cases/" + file.toStdString());
  QVERIFY(!report.settings.empty());
  checks().at(file.toStdString())(report);
  for (const AuditFinding& finding : report.findings) {
    QVERIFY2(isComplete(finding.text), finding.text.key.c_str());
    QVERIFY(finding.fix.empty() || isComplete(finding.fix));
  }
  QVERIFY(isComplete(report.conclusion));
}

// cfg_truncated.json cannot be read: the command line's tests have it.
void AuditCasesTest::manifest_everyConfigRow_hasACheck() {
  const QString manifest = QString::fromStdString(fileText(dataPath("cases/MANIFEST.tsv")));
  int rows = 0;
  for (const QString& line : manifest.split('\n')) {
    const QString file = line.section('\t', 0, 0);
    if (file.startsWith("cfg_") && file != "cfg_truncated.json") {
      QVERIFY2(checks().count(file.toStdString()) == 1, qPrintable(file));
      ++rows;
    }
  }
  QCOMPARE(rows, static_cast<int>(checks().size()));
}

QTEST_GUILESS_MAIN(AuditCasesTest)
#include "audit_cases_test.moc"
