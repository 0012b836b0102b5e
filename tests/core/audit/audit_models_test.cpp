// The audit of public models: no false alarm with the safe way, the ways of transformers issue
// 30709, ALiBi as published, and what was asked for.
#include <QtTest>
#include <set>

#include "audit_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class AuditModelsTest : public QObject {
  Q_OBJECT

 private slots:
  void publicModel_isFineTheSafeWay_data();
  void publicModel_isFineTheSafeWay();
  void llama_threeLoadPaths_haveThreeOutcomes();
  void ways_haveTheVerdictsOfTheirRecipesAlone();
  void alibi_publishedAbsoluteBias_isAWarningWithASafeWay_data();
  void alibi_publishedAbsoluteBias_isAWarningWithASafeWay();
  void alibi_eightHeadsRelativeInBf16_isFine();
  void chatglm_publishedPhase_isAWarningWithASafeWay();
  void learnedTable_hasNoWays_data();
  void learnedTable_hasNoWays();
  void slidingLayers_areJudgedByThemselves();
  void context_beyondTheTrained_isAWarning();
  void context_beyondADynamicOne_isANote();
  void context_beyondTheLongest_isCapped();
  void hostileSizes_endWithAReport_data();
  void hostileSizes_endWithAReport();
  void context_outOfRange_isAUsageError();
  void recipe_askedFor_isTheOnlyOne();
  void recipe_ofAnotherScheme_isAUsageError();
  void dtype_missing_isAssumedAndSaid();
  void window_smallerThanTheContext_isANote();
  void deepSeek_softmaxFactor_isOfItsModelTypesOnly();
  void twoTypes_contradictEachOther();
  void unknownScaling_isAnErrorWithoutWays();
  void unknownType_isStoodInForAndSaid();
  void cancelled_givesNoReport();
};

namespace {

// Findings that speak of precision.
bool isPrecision(const AuditFinding& finding) {
  return finding.rule().starts_with("way-") || finding.rule() == "cannot-compute";
}

void addModels() {
  QTest::addColumn<QString>("name");
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(dataPath("configs"))) {
    if (entry.is_directory()) {
      names.insert(entry.path().filename().string());
    }
  }
  QVERIFY(names.size() >= 20);
  for (const std::string& name : names) {
    QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }
}

}  // namespace

void AuditModelsTest::publicModel_isFineTheSafeWay_data() {
  addModels();
}

void AuditModelsTest::publicModel_isFineTheSafeWay() {
  QFETCH(QString, name);
  const AuditReport report = audited("configs/" + name.toStdString());
  QVERIFY(!report.broken());
  std::set<std::string> layers;
  std::set<std::string> safe;
  for (const AuditWay& way : report.ways) {
    layers.insert(way.layer);
    if (way.safe) {
      QVERIFY(safe.insert(way.layer).second);
      QVERIFY(way.fine());
      QVERIFY(way.reach > 0);
    }
    QVERIFY(isComplete(way.title));
  }
  QCOMPARE(safe, layers);
  for (const AuditFinding& finding : report.findings) {
    QVERIFY2(isComplete(finding.text), finding.text.key.c_str());
    // No warning but those of other ways, and none that nothing can be done about.
    QVERIFY(finding.level() == NoticeLevel::note || !isPrecision(finding) || !finding.fix.empty());
    QVERIFY(finding.fix.empty() || isComplete(finding.fix));
  }
  const auto bad = std::count_if(report.ways.begin(), report.ways.end(),
                                 [](const AuditWay& way) { return !way.fine(); });
  QCOMPARE(std::count_if(report.findings.begin(), report.findings.end(), isPrecision), bad);
  QVERIFY(isComplete(report.conclusion));
  QCOMPARE(report.patch.empty(), bad == 0);

  // Asked for alone, the safe way raises no alarm.
  if (report.ways.empty() || report.ways.front().changed) {
    return;
  }
  AuditRequest request;
  request.recipe = report.ways.front().recipe.id;
  const AuditReport alone = audited("configs/" + name.toStdString(), request);
  QCOMPARE(std::count_if(alone.findings.begin(), alone.findings.end(), isPrecision), 0);
  QVERIFY(alone.patch.empty());
}

// transformers issue 30709.
void AuditModelsTest::llama_threeLoadPaths_haveThreeOutcomes() {
  const AuditReport report = audited("configs/llama-2-7b", inFormat("bf16"));
  const AuditWay* const loaded = wayOf(report, "hf-5");
  const AuditWay* const old = wayOf(report, "hf-4.31-cast");
  const AuditWay* const current = wayOf(report, "hf-5-cast");
  QVERIFY(loaded != nullptr && old != nullptr && current != nullptr);
  QCOMPARE(loaded, &report.ways.front());
  QVERIFY(loaded->safe);
  QCOMPARE(loaded->verdicts.unique.distinct, 4096);
  QVERIFY(std::abs(loaded->verdicts.faithful.storage - 0.001953) < 1e-6);
  QVERIFY(loaded->reach > 100'000);
  QCOMPARE(old->verdicts.unique.distinct, 769);
  QCOMPARE(old->verdicts.unique.firstCollision, std::pair(std::int64_t{256}, std::int64_t{257}));
  QCOMPARE(current->verdicts.unique.distinct, 4096);
  QVERIFY(std::abs(current->phase.radians - 5.009) < 0.001);
  QCOMPARE(current->phase.pair, 1);
  QCOMPARE(current->phase.position, 4095);
  QVERIFY(current->verdicts.faithful.state == VerdictState::bad);
  QVERIFY(english(report.conclusion).contains("4 of 5 ways"));
  QVERIFY(QString::fromStdString(report.patch).contains("torch.bfloat16"));
}

// The ways of a layer share what storage alone costs and what fp32 practice does.
void AuditModelsTest::ways_haveTheVerdictsOfTheirRecipesAlone() {
  for (const char* model : {"configs/llama-2-7b", "configs/gpt-neox-20b", "configs/chatglm3-6b"}) {
    for (const AuditWay& way : audited(model, inFormat("bf16")).ways) {
      const auto alone = judge(way.setup);
      QVERIFY(alone.has_value());
      QVERIFY(alone->unique.state == way.verdicts.unique.state);
      QCOMPARE(alone->unique.distinct, way.verdicts.unique.distinct);
      QVERIFY(alone->faithful.state == way.verdicts.faithful.state);
      QCOMPARE(alone->faithful.error, way.verdicts.faithful.error);
      QVERIFY(alone->relative.state == way.verdicts.relative.state);
      QCOMPARE(alone->relative.worst, way.verdicts.relative.worst);
      for (std::size_t d = 0; d < alone->relative.spreads.size(); ++d) {
        QCOMPARE(alone->relative.spreads[d].storage, way.verdicts.relative.spreads[d].storage);
      }
    }
  }
}

void AuditModelsTest::alibi_publishedAbsoluteBias_isAWarningWithASafeWay_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("published");
  QTest::addColumn<QString>("safe");
  QTest::newRow("bloom") << "bloom-560m"
                         << "bloom"
                         << "bloom&a.index=relative";
  QTest::newRow("baichuan") << "baichuan-13b"
                            << "baichuan-13b"
                            << "relative";
  QTest::newRow("falcon") << "falcon-rw-1b"
                          << "falcon"
                          << "falcon&a.slope=fp32&a.index=relative&a.position=fp32&a.product=fp32";
}

void AuditModelsTest::alibi_publishedAbsoluteBias_isAWarningWithASafeWay() {
  QFETCH(QString, model);
  QFETCH(QString, published);
  QFETCH(QString, safe);
  const AuditReport report = audited("configs/" + model.toStdString());
  const AuditWay* const way = wayOf(report, published.toStdString());
  QVERIFY(way != nullptr && way->published && !way->fine());
  QVERIFY(way->effect.mean > 0.001);
  QCOMPARE(QString::fromStdString(report.ways.front().link), safe);
  QVERIFY(report.ways.front().safe);
  const AuditFinding* const finding = findingOf(report, "way-load");
  QVERIFY(finding != nullptr && finding->level() == NoticeLevel::warning);
  QVERIFY(english(finding->text).contains("published code"));
  QVERIFY(english(finding->text).contains("of the attention moves"));
  QVERIFY(QString::fromStdString(report.patch).contains("key - query"));
}

void AuditModelsTest::alibi_eightHeadsRelativeInBf16_isFine() {
  AuditRequest request = inFormat("bf16", 4096);
  request.recipe = "relative";
  const AuditReport report =
      auditedText(R"({"model_type": "mpt", "n_heads": 8, "d_model": 512, "max_seq_len": 4096,
                      "attn_config": {"alibi": true}})",
                  request);
  QCOMPARE(report.ways.size(), std::size_t{1});
  QVERIFY(report.ways.front().fine());
  QVERIFY(said(report, "fine").contains("This setting is fine"));
}

void AuditModelsTest::chatglm_publishedPhase_isAWarningWithASafeWay() {
  const AuditReport report = audited("configs/chatglm-6b");
  const AuditWay* const published = wayOf(report, "chatglm-6b");
  QVERIFY(published != nullptr && !published->fine());
  QVERIFY(published->verdicts.unique.distinct == 2048);
  QVERIFY(report.ways.front().safe && report.ways.front().changed);
  QVERIFY(!report.fixes.empty());
}

void AuditModelsTest::learnedTable_hasNoWays_data() {
  QTest::addColumn<QString>("json");
  QTest::addColumn<QString>("word");
  QTest::newRow("learned") << R"({"model_type": "gpt2", "n_positions": 1024})"
                           << "learned table";
  QTest::newRow("relative") << R"({"model_type": "t5"})"
                            << "by distance";
  QTest::newRow("none") << R"({"model_type": "mamba"})"
                        << "nothing from positions";
  QTest::newRow("unknown") << R"({"model_type": "new_one"})"
                           << "not known";
}

void AuditModelsTest::learnedTable_hasNoWays() {
  QFETCH(QString, json);
  QFETCH(QString, word);
  const AuditReport report = auditedText(json.toStdString());
  QVERIFY(report.ways.empty());
  QVERIFY2(english(report.conclusion).contains(word), qPrintable(english(report.conclusion)));
  QVERIFY(!report.broken());
}

void AuditModelsTest::slidingLayers_areJudgedByThemselves() {
  const AuditReport report = audited("configs/gemma-3-1b", inFormat("bf16", 4096));
  const AuditWay* const full = wayOf(report, "hf-5-cast", "full_attention");
  const AuditWay* const sliding = wayOf(report, "hf-5-cast", "sliding_attention");
  QVERIFY(full != nullptr && sliding != nullptr);
  QVERIFY(full->phase.radians != sliding->phase.radians);
  QVERIFY(wayOf(report, "hf-5", "sliding_attention")->safe);
}

void AuditModelsTest::context_beyondTheTrained_isAWarning() {
  const AuditReport report = audited("configs/llama-2-7b", inFormat("bf16", 8192));
  const AuditFinding* const finding = findingOf(report, "context-beyond");
  QVERIFY(finding != nullptr && finding->level() == NoticeLevel::warning);
  QCOMPARE(report.ways.front().setup.context, 8192);
  QCOMPARE(wayOf(report, "hf-4.31-cast")->verdicts.unique.distinct, 897);
  QVERIFY(findingOf(audited("configs/llama-2-7b"), "context-beyond") == nullptr);
}

void AuditModelsTest::context_beyondADynamicOne_isANote() {
  const AuditReport report = audited("cases/cfg_dynamic_ntk_f2.json", inFormat("bf16", 8192));
  QVERIFY(findingOf(report, "context-beyond")->level() == NoticeLevel::note);
  QCOMPARE(report.ways.front().setup.shape.length, 8192);
}

void AuditModelsTest::context_beyondTheLongest_isCapped() {
  const AuditReport report =
      auditedText(R"({"model_type": "llama", "hidden_size": 8, "num_attention_heads": 4,
                      "max_position_embeddings": 1099511627776, "torch_dtype": "bfloat16"})");
  QVERIFY(said(report, "context-capped").contains("1,048,576"));
  QCOMPARE(report.ways.front().setup.context, 1 << 20);
}

void AuditModelsTest::hostileSizes_endWithAReport_data() {
  QTest::addColumn<QString>("json");
  QTest::addColumn<QString>("rule");
  QTest::newRow("wide head") << R"({"model_type": "llama", "head_dim": 16777216,
      "max_position_embeddings": 2048, "torch_dtype": "bfloat16"})"
                             << "too-wide";
  QTest::newRow("wide sinusoid") << R"({"model_type": "m2m_100", "d_model": 16777216,
      "max_position_embeddings": 2048, "torch_dtype": "bfloat16"})"
                                 << "too-wide";
  QTest::newRow("many heads") << R"({"model_type": "bloom", "n_head": 65536,
      "seq_length": 1099511627776, "torch_dtype": "bfloat16"})"
                              << "context-capped";
  QTest::newRow("tiny base") << R"({"model_type": "llama", "head_dim": 64, "rope_theta": 1e-300,
      "max_position_embeddings": 64, "torch_dtype": "bfloat16"})"
                             << "base";
  QTest::newRow("base beyond double") << R"({"model_type": "llama", "head_dim": 64,
      "rope_theta": 1e300, "rope_scaling": {"type": "ntk", "factor": 1e300},
      "max_position_embeddings": 64, "torch_dtype": "bfloat16"})"
                                      << "cannot-compute";
  QTest::newRow("one token") << R"({"model_type": "llama", "head_dim": 64,
      "max_position_embeddings": 1, "torch_dtype": "bfloat16"})"
                             << "code-known";
}

void AuditModelsTest::hostileSizes_endWithAReport() {
  QFETCH(QString, json);
  QFETCH(QString, rule);
  const AuditReport report = auditedText(json.toStdString());
  QVERIFY(!report.conclusion.empty());
  QVERIFY(rule == "code-known" || findingOf(report, rule.toStdString()) != nullptr);
}

void AuditModelsTest::context_outOfRange_isAUsageError() {
  const auto config = readModelConfig(dataPath("configs/llama-2-7b"));
  for (const std::int64_t context : {std::int64_t{-1}, std::int64_t{1}, std::int64_t{1} << 25}) {
    const auto report = audit(*config, inFormat("bf16", context));
    QVERIFY(!report && report.error().kind == ErrorKind::usage);
    QVERIFY(isComplete(report.error().text));
  }
}

void AuditModelsTest::recipe_askedFor_isTheOnlyOne() {
  AuditRequest request = inFormat("bf16");
  request.recipe = "tf32-matmul";
  const AuditReport report = audited("configs/llama-2-7b", request);
  QCOMPARE(report.ways.size(), std::size_t{1});
  QCOMPARE(report.ways.front().recipe.id, "tf32-matmul");
  QCOMPARE(report.ways.front().verdicts.unique.distinct, 3073);
  QVERIFY(english(report.conclusion).startsWith("Not fine"));
  request.recipe = "rope/hf-5";
  QVERIFY(audited("configs/llama-2-7b", request).ways.front().safe);
}

void AuditModelsTest::recipe_ofAnotherScheme_isAUsageError() {
  AuditRequest request;
  request.recipe = "bloom";
  const auto rope = audit(*readModelConfig(dataPath("configs/llama-2-7b")), request);
  QVERIFY(!rope && rope.error().kind == ErrorKind::usage && isComplete(rope.error().text));
  const auto learned = audit(*readModelConfig(dataPath("configs/gpt2")), request);
  QVERIFY(!learned && learned.error().kind == ErrorKind::usage && isComplete(learned.error().text));
}

void AuditModelsTest::dtype_missing_isAssumedAndSaid() {
  const std::string json = R"({"model_type": "llama", "hidden_size": 256,
      "num_attention_heads": 4, "max_position_embeddings": 512})";
  const AuditReport report = auditedText(json);
  QVERIFY(said(report, "dtype-missing").contains("fp32 is assumed"));
  QCOMPARE(report.ways.front().setup.format->id, "fp32");
  const AuditReport asked = auditedText(json, inFormat("bf16"));
  QVERIFY(findingOf(asked, "dtype-missing") == nullptr);
  QCOMPARE(asked.ways.front().setup.format->id, "bf16");
}

void AuditModelsTest::window_smallerThanTheContext_isANote() {
  const AuditReport report = audited("configs/mistral-7b-v0.1", inFormat("bf16", 8192));
  QVERIFY(said(report, "sliding-window").contains("4,096"));
  QVERIFY(findingOf(audited("configs/mistral-7b-v0.1", inFormat("bf16", 4096)), "sliding-window") ==
          nullptr);
}

void AuditModelsTest::deepSeek_softmaxFactor_isOfItsModelTypesOnly() {
  const AuditReport own = audited("configs/deepseek-v3", inFormat("bf16", 4096));
  QVERIFY(said(own, "softmax-factor").contains("1.87385"));
  const AuditReport other = auditedText(
      R"({"model_type": "llama", "hidden_size": 256, "num_attention_heads": 4,
          "max_position_embeddings": 1024, "torch_dtype": "bfloat16",
          "rope_scaling": {"rope_type": "yarn", "factor": 4,
                           "original_max_position_embeddings": 256,
                           "mscale": 1.0, "mscale_all_dim": 1.0}})");
  QVERIFY(said(other, "softmax-factor").contains("not known here"));
}

void AuditModelsTest::twoTypes_contradictEachOther() {
  const auto with = [](const char* other) {
    return auditedText(
        std::string(R"({"model_type": "llama", "hidden_size": 256, "num_attention_heads": 4,
            "max_position_embeddings": 1024, "torch_dtype": "bfloat16",
            "rope_scaling": {"rope_type": "linear", "factor": 4, "type": ")") +
        other + "\"}}");
  };
  const AuditFinding* finding = nullptr;
  const AuditReport report = with("dynamic");
  finding = findingOf(report, "two-types");
  QVERIFY(finding != nullptr && finding->level() == NoticeLevel::warning);
  QCOMPARE(valueOf(report, "scaling"), "linear");
  QVERIFY(findingOf(with("linear"), "two-types") == nullptr);
}

void AuditModelsTest::unknownScaling_isAnErrorWithoutWays() {
  const AuditReport report = auditedText(
      R"({"model_type": "llama", "hidden_size": 256, "num_attention_heads": 4,
          "max_position_embeddings": 1024, "rope_scaling": {"rope_type": "newer", "factor": 4}})");
  QVERIFY(report.broken());
  QVERIFY(report.ways.empty());
  QVERIFY(findingOf(report, "scaling-unknown") != nullptr);
}

void AuditModelsTest::unknownType_isStoodInForAndSaid() {
  const AuditReport report = auditedText(
      R"({"model_type": "newer", "hidden_size": 256, "num_attention_heads": 4, "rope_theta": 1e4,
          "max_position_embeddings": 1024, "torch_dtype": "bfloat16"})");
  QVERIFY(said(report, "code-not-known").contains("newer"));
  QCOMPARE(report.ways.front().recipe.id, "hf-5");
}

void AuditModelsTest::cancelled_givesNoReport() {
  std::stop_source source;
  source.request_stop();
  const auto report =
      audit(*readModelConfig(dataPath("configs/llama-2-7b")), {}, {{}, source.get_token()});
  QVERIFY(!report && report.error().kind == ErrorKind::cancelled);
}

QTEST_GUILESS_MAIN(AuditModelsTest)
#include "audit_models_test.moc"
