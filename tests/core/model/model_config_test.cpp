// Every public model's file and every case file opens with the right values; where each of them was
// read is told.
#include <QTemporaryDir>
#include <QtTest>

#include "core/model/rope_shape.h"
#include "model_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class TestModelConfig : public QObject {
  Q_OBJECT

 private slots:
  void file_data();
  void file();
  void notices_data();
  void notices();
  void everyFileOfConfigsOpensWithCompleteSentences();
  void keyPathsNameTheirKeys();
  void layerTypesGiveTwoSettings();
  void slidingBaseGivesTwoSettings();
  void yarnFactorStaysAsWritten();
  void longropeListsAreKept();
  void nullScalingIsPlain();
  void nestedTextConfigIsRead();
  void textConfigWinsOverTheRoot();
  void glmRatioMultipliesTheBase();
  void mropeSectionsAreNamed();
  void unknownScalingKeepsItsSpelling();
  void yarnWithoutFactorTakesItFromTheLengths();
  void bitsOfTheFileDecideTheHash();
  void folderCacheAndLinkAreFollowed();
};

namespace {

constexpr std::int64_t kNone = -1;

std::int64_t value(const std::optional<std::int64_t>& number) {
  return number.value_or(kNone);
}

}  // namespace

void TestModelConfig::file_data() {
  QTest::addColumn<QString>("scheme");
  QTest::addColumn<qint64>("heads");
  QTest::addColumn<qint64>("keyValueHeads");
  QTest::addColumn<qint64>("headDim");
  QTest::addColumn<qint64>("rotaryDim");
  QTest::addColumn<qint64>("context");
  QTest::addColumn<qint64>("original");
  QTest::addColumn<QString>("dtype");
  QTest::addColumn<double>("base");  // ALiBi: its largest bias exponent.
  QTest::addColumn<QString>("scaling");
  QTest::addColumn<double>("factor");
  const auto row = [](const char* name, const char* scheme, int heads, int groups, int dim,
                      int rotary, int context, int original, const char* dtype, double base,
                      const char* scaling, double factor) {
    QTest::newRow(name) << QString(scheme) << qint64(heads) << qint64(groups) << qint64(dim)
                        << qint64(rotary) << qint64(context) << qint64(original) << QString(dtype)
                        << base << QString(scaling) << factor;
  };
  // Public models: PIPELINES 4.4 and the keys of the files themselves.
  row("configs/llama-2-7b", "rope", 32, 32, 128, 128, 4096, -1, "fp16", 1e4, "none", 0);
  row("configs/llama-2-7b-linear-16k", "rope", 32, 32, 128, 128, 16384, -1, "fp16", 1e4, "linear",
      4);
  row("configs/llama-2-7b-yarn-64k", "rope", 32, 32, 128, 128, 65536, 4096, "fp16", 1e4, "yarn",
      16);
  row("configs/llama-3-8b", "rope", 32, 8, 128, 128, 8192, -1, "bf16", 5e5, "none", 0);
  row("configs/llama-3.1-8b", "rope", 32, 8, 128, 128, 131072, 8192, "bf16", 5e5, "llama3", 8);
  row("configs/codellama-7b", "rope", 32, 32, 128, 128, 16384, -1, "bf16", 1e6, "none", 0);
  row("configs/mistral-7b-v0.1", "rope", 32, 8, 128, 128, 32768, -1, "bf16", 1e4, "none", 0);
  row("configs/qwen2-7b-instruct", "rope", 28, 4, 128, 128, 32768, -1, "bf16", 1e6, "none", 0);
  row("configs/qwen2.5-7b-instruct-yarn", "rope", 28, 4, 128, 128, 131072, 32768, "bf16", 1e6,
      "yarn", 4);
  row("configs/qwen3-0.6b", "rope", 16, 8, 128, 128, 40960, -1, "bf16", 1e6, "none", 0);
  row("configs/phi-3-mini-128k", "rope", 32, 32, 96, 96, 131072, 4096, "bf16", 1e4, "longrope", 0);
  row("configs/gemma-2-9b", "rope", 16, 8, 256, 256, 8192, -1, "bf16", 1e4, "none", 0);
  row("configs/gemma-3-1b", "rope", 4, 1, 256, 256, 32768, -1, "bf16", 1e6, "none", 0);
  row("configs/deepseek-v2-lite", "rope", 16, 16, 192, 64, 163840, 4096, "bf16", 1e4, "yarn", 40);
  row("configs/deepseek-v3", "rope", 128, 128, 192, 64, 163840, 4096, "bf16", 1e4, "yarn", 40);
  row("configs/gpt-neox-20b", "rope", 64, 64, 96, 24, 2048, -1, "fp16", 1e4, "none", 0);
  row("configs/gpt-j-6b", "rope", 16, 16, 256, 64, 2048, -1, "fp32", 1e4, "none", 0);
  row("configs/falcon-7b", "rope", 71, 1, 64, 64, 2048, -1, "bf16", 1e4, "none", 0);
  row("configs/falcon-rw-1b", "alibi", 32, 32, 64, -1, 2048, -1, "bf16", 8, "", 0);
  row("configs/chatglm-6b", "rope", 32, 32, 128, 64, 2048, -1, "fp16", 1e4, "none", 0);
  row("configs/chatglm3-6b", "rope", 32, 32, 128, 64, 8192, -1, "fp16", 1e4, "none", 0);
  row("configs/baichuan-13b", "alibi", 40, 40, 128, -1, 4096, -1, "bf16", 8, "", 0);
  row("configs/baichuan2-7b", "rope", 32, 32, 128, 128, 4096, -1, "bf16", 1e4, "none", 0);
  row("configs/baichuan2-13b", "alibi", 40, 40, 128, -1, 4096, -1, "bf16", 8, "", 0);
  row("configs/bloom-560m", "alibi", 16, 16, 64, -1, 2048, -1, "fp16", 8, "", 0);
  row("configs/mpt-7b", "alibi", 32, 32, 128, -1, 2048, -1, "bf16", 8, "", 0);
  row("configs/gpt2", "learned", 12, 12, 64, -1, 1024, -1, "", 0, "", 0);
  row("configs/bert-base", "learned", 12, 12, 64, -1, 512, -1, "fp32", 0, "", 0);
  // Reported problems: MANIFEST.tsv.
  row("cases/cfg_llama3_f8.json", "rope", 32, 8, 128, 128, 131072, 8192, "bf16", 5e5, "llama3", 8);
  row("cases/cfg_rope_scaling_null.json", "rope", 32, 8, 128, 128, 16384, -1, "bf16", 1e6, "none",
      0);
  row("cases/cfg_yarn_factor_vs_max.json", "rope", 32, 8, 128, 128, 131072, 32768, "bf16", 1e6,
      "yarn", 4);
  row("cases/cfg_yarn_missing_original.json", "rope", 32, 8, 128, 128, 65536, 32768, "bf16", 1e6,
      "yarn", 2);
  row("cases/cfg_v5_rope_parameters_default.json", "rope", 32, 8, 128, 128, 202752, -1, "bf16", 1e6,
      "none", 0);
  row("cases/cfg_layer_types_nested.json", "rope", 8, 4, 256, 256, 131072, -1, "bf16", 1e6,
      "linear", 8);
  row("cases/cfg_layer_types_full_default.json", "rope", 4, 1, 256, 256, 32768, -1, "bf16", 1e6,
      "none", 0);
  row("cases/cfg_odd_head_dim.json", "rope", 8, 8, 65, 65, 2048, -1, "bf16", 1e4, "none", 0);
  row("cases/cfg_neox_rotary_pct_odd.json", "rope", 8, 8, 4, 3, 32, -1, "fp16", 1e4, "none", 0);
  row("cases/cfg_longrope_partial_ok.json", "rope", 24, 8, 128, 96, 131072, 4096, "bf16", 1e4,
      "longrope", 0);
  row("cases/cfg_head_dim_explicit.json", "rope", 4, 1, 256, 256, 32768, -1, "bf16", 1e6, "none",
      0);
  row("cases/cfg_dynamic_alpha.json", "rope", 16, 4, 128, 128, 262144, 262144, "bf16", 1e4,
      "dynamic", 1);
  row("cases/cfg_alibi_40_heads.json", "alibi", 40, 40, 128, -1, 4096, -1, "bf16", 8, "", 0);
  row("cases/cfg_alibi_mpt_bias16.json", "alibi", 32, 32, 128, -1, 65536, -1, "bf16", 16, "", 0);
  row("cases/cfg_infinity_literal.json", "rope", 40, 40, 128, 128, 131072, -1, "bf16", 1e4, "none",
      0);
  row("cases/cfg_rope_scaling_string.json", "rope", 32, 8, 128, 128, 131072, 40960, "bf16", 1e6,
      "yarn", 3.2);
  row("cases/cfg_dynamic_ntk_f2.json", "rope", 32, 8, 128, 128, 2048, 2048, "bf16", 1e4, "dynamic",
      2);
}

void TestModelConfig::file() {
  const ModelConfig config = read(QTest::currentDataTag());
  QFETCH(QString, scheme);
  QCOMPARE(QString::fromUtf8(schemeName(config.scheme).data()), scheme);
  QTEST(qint64(value(config.heads)), "heads");
  QTEST(qint64(value(config.keyValueHeads)), "keyValueHeads");
  QTEST(qint64(value(config.headDim)), "headDim");
  QTEST(qint64(value(config.rotaryDim)), "rotaryDim");
  QTEST(qint64(value(config.context)), "context");
  QTEST(qint64(value(config.originalContext)), "original");
  QTEST(QString::fromStdString(config.dtype), "dtype");
  QFETCH(double, base);
  if (scheme == "alibi") {
    QCOMPARE(config.alibiBiasMax, base);
  }
  QCOMPARE(config.rope.empty(), scheme != "rope");
  if (!config.rope.empty()) {
    QCOMPARE(config.rope[0].base, base);
    QTEST(QString::fromStdString(config.rope[0].scaling.type), "scaling");
    QTEST(config.rope[0].scaling.number("factor").value_or(0), "factor");
  }
}

void TestModelConfig::notices_data() {
  QTest::addColumn<QString>("keys");  // Those of warnings and errors, and the notes that matter.
  QTest::addColumn<bool>("broken");
  QTest::newRow("cases/cfg_rope_scaling_null.json") << "" << false;
  QTest::newRow("cases/cfg_v5_rope_parameters_default.json") << "" << false;
  QTest::newRow("cases/cfg_layer_types_full_default.json") << "" << false;
  QTest::newRow("cases/cfg_head_dim_explicit.json") << "" << false;
  QTest::newRow("cases/cfg_llama3_f8.json") << "" << false;
  QTest::newRow("cases/cfg_longrope_partial_ok.json") << "" << false;
  QTest::newRow("cases/cfg_layer_types_nested.json") << "" << false;
  QTest::newRow("cases/cfg_dynamic_ntk_f2.json") << "" << false;
  QTest::newRow("cases/cfg_dynamic_alpha.json") << "alpha_factor unread_keys" << false;
  QTest::newRow("cases/cfg_yarn_factor_vs_max.json") << "yarn_lengths" << false;
  QTest::newRow("cases/cfg_yarn_missing_original.json") << "assumed_original" << false;
  QTest::newRow("cases/cfg_rope_scaling_string.json") << "text_block yarn_usual" << false;
  QTest::newRow("cases/cfg_infinity_literal.json") << "non_finite" << false;
  QTest::newRow("cases/cfg_odd_head_dim.json") << "odd_rotary" << true;
  QTest::newRow("cases/cfg_neox_rotary_pct_odd.json") << "odd_rotary" << true;
  QTest::newRow("cases/cfg_alibi_40_heads.json") << "baichuan_alibi" << false;
  QTest::newRow("cases/cfg_alibi_mpt_bias16.json") << "" << false;
  QTest::newRow("configs/baichuan2-7b") << "baichuan_rope assumed_base" << false;
  QTest::newRow("configs/falcon-7b") << "assumed_context assumed_base" << false;
  QTest::newRow("configs/gpt-j-6b") << "assumed_base" << false;
  QTest::newRow("configs/gpt2") << "no_dtype" << false;
  QTest::newRow("configs/bloom-560m") << "assumed_context" << false;
  QTest::newRow("configs/chatglm-6b") << "assumed_base assumed_share two_dimensions" << false;
  QTest::newRow("configs/llama-2-7b-yarn-64k") << "" << false;
}

void TestModelConfig::notices() {
  QFETCH(QString, keys);
  QFETCH(bool, broken);
  const ModelConfig config = read(QTest::currentDataTag());
  QStringList found;
  for (const Notice& notice : config.notices) {
    found += QString::fromStdString(notice.text.key).section('.', -1);
  }
  QCOMPARE(found.join(' '), keys);
  QCOMPARE(config.broken(), broken);
}

void TestModelConfig::everyFileOfConfigsOpensWithCompleteSentences() {
  int opened = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dataPath("configs"))) {
    if (!entry.is_directory()) {
      continue;
    }
    const auto config = readModelConfig(entry.path());
    QVERIFY2(config.has_value(), entry.path().c_str());
    QVERIFY2(!config->broken(), entry.path().c_str());
    QCOMPARE(config->name, entry.path().filename().string());
    for (const Notice& notice : config->notices) {
      QVERIFY2(isComplete(notice.text), qPrintable(english(notice.text)));
    }
    ++opened;
  }
  QCOMPARE(opened, 28);
}

void TestModelConfig::keyPathsNameTheirKeys() {
  const ModelConfig llama = read("configs/llama-3.1-8b");
  QCOMPARE(settingOf(llama, "base")->keyPath, std::string("rope_theta"));
  QCOMPARE(settingOf(llama, "base")->value, std::string("500000"));
  QCOMPARE(settingOf(llama, "head_dim")->keyPath, std::string("hidden_size / num_attention_heads"));
  QCOMPARE(llama.rope[0].baseKeyPath, std::string("rope_theta"));
  QVERIFY(!settingOf(llama, "base")->assumed);
  const ModelConfig falcon = read("configs/falcon-7b");
  QVERIFY(settingOf(falcon, "base")->assumed);
  QVERIFY(falcon.rope[0].baseKeyPath.empty());
  const ModelConfig flat = read("cases/cfg_v5_rope_parameters_default.json");
  QCOMPARE(flat.rope[0].baseKeyPath, std::string("rope_parameters.rope_theta"));
  const ModelConfig bloom = read("configs/bloom-560m");
  QVERIFY(settingOf(bloom, "scheme")->assumed);
  const ModelConfig odd = read("cases/cfg_neox_rotary_pct_odd.json");
  const QString sentence = english(noticeOf(odd, NoticeId::oddRotary)->text);
  QVERIFY2(sentence.contains("rotary_pct = 0.75") && sentence.contains("3 rotary"),
           qPrintable(sentence));
}

void TestModelConfig::layerTypesGiveTwoSettings() {
  const ModelConfig config = read("cases/cfg_layer_types_nested.json");
  QCOMPARE(config.rope.size(), std::size_t{2});
  QCOMPARE(config.rope[0].layerType, std::string("full_attention"));
  QCOMPARE(config.rope[1].layerType, std::string("sliding_attention"));
  QCOMPARE(config.rope[1].base, 10000.0);
  QCOMPARE(config.rope[1].scaling.type, std::string("none"));
  QVERIFY(!config.rope[1].scaling.number("factor"));
  QCOMPARE(config.rope[0].scaling.keyPath, std::string("rope_parameters.full_attention"));
}

void TestModelConfig::slidingBaseGivesTwoSettings() {
  const ModelConfig config = read("cases/cfg_head_dim_explicit.json");
  QCOMPARE(config.rope.size(), std::size_t{2});
  QCOMPARE(config.rope[0].layerType, std::string("full_attention"));
  QCOMPARE(config.rope[1].layerType, std::string("sliding_attention"));
  QCOMPARE(config.rope[1].base, 10000.0);
  QCOMPARE(config.rope[1].baseKeyPath, std::string("rope_local_base_freq"));
  QCOMPARE(settingOf(config, "base.sliding_attention")->value, std::string("10000"));
}

void TestModelConfig::yarnFactorStaysAsWritten() {
  const ModelConfig config = read("cases/cfg_yarn_factor_vs_max.json");
  const Notice* const notice = noticeOf(config, NoticeId::yarnLengths);
  QVERIFY(notice != nullptr);
  QVERIFY(notice->level() == NoticeLevel::warning);
  QVERIFY(english(notice->text).contains("40,960"));
  QVERIFY(english(notice->text).contains("131,072"));
  const ModelConfig missing = read("cases/cfg_yarn_missing_original.json");
  const QString sentence = english(noticeOf(missing, NoticeId::assumedOriginal)->text);
  QVERIFY(sentence.contains("rope_scaling.original_max_position_embeddings"));
  QVERIFY(sentence.contains("32,768"));
  QVERIFY(settingOf(missing, "context")->assumed);
  QVERIFY(settingOf(missing, "original_context")->assumed);
}

void TestModelConfig::longropeListsAreKept() {
  const RopeScaling scaling = read("cases/cfg_longrope_partial_ok.json").rope[0].scaling;
  QCOMPARE(scaling.lists.size(), std::size_t{2});
  QCOMPARE(scaling.lists[0].first, std::string("short_factor"));
  QCOMPARE(scaling.lists[0].second.size(), std::size_t{48});
  QCOMPARE(scaling.lists[1].second.back(), 64.8);
  const ModelConfig wrong = parsed(R"({"model_type": "phi3", "head_dim": 128,
    "max_position_embeddings": 8192, "original_max_position_embeddings": 4096, "rope_theta": 1e4,
    "rope_scaling": {"type": "su", "short_factor": [1, 1], "long_factor": [1, 2]}})");
  QVERIFY(wrong.broken());
  QCOMPARE(wrong.rope[0].scaling.type, std::string("longrope"));
  QVERIFY(english(noticeOf(wrong, NoticeId::listLength)->text).contains("has 2 entries"));
}

void TestModelConfig::nullScalingIsPlain() {
  const ModelConfig config = read("cases/cfg_rope_scaling_null.json");
  QCOMPARE(config.rope[0].scaling, RopeScaling());
  QVERIFY(config.notices.empty());
}

void TestModelConfig::nestedTextConfigIsRead() {
  const ModelConfig config = parsed(R"({"model_type": "gemma3", "dtype": "bfloat16",
    "vision_config": {"hidden_size": 1152, "num_attention_heads": 16},
    "text_config": {"model_type": "gemma3_text", "hidden_size": 3840, "num_attention_heads": 16,
      "num_key_value_heads": 8, "head_dim": 256, "max_position_embeddings": 131072,
      "rope_theta": 1000000.0, "rope_local_base_freq": 10000.0,
      "rope_scaling": {"rope_type": "linear", "factor": 8.0}}})");
  QCOMPARE(config.modelType, std::string("gemma3_text"));
  QCOMPARE(value(config.headDim), std::int64_t{256});
  QCOMPARE(config.dtype, std::string("bf16"));
  QCOMPARE(config.rope.size(), std::size_t{2});
  QCOMPARE(config.rope[0].baseKeyPath, std::string("text_config.rope_theta"));
  QCOMPARE(config.rope[0].scaling.keyPath, std::string("text_config.rope_scaling"));
  QCOMPARE(config.rope[1].scaling.type, std::string("none"));
}

void TestModelConfig::textConfigWinsOverTheRoot() {
  const ModelConfig config =
      parsed(R"({"hidden_size": 1, "text_config": {"hidden_size": 64, "num_attention_heads": 4}})");
  QCOMPARE(value(config.hiddenSize), std::int64_t{64});
  QCOMPARE(value(config.headDim), std::int64_t{16});
}

void TestModelConfig::glmRatioMultipliesTheBase() {
  const ModelConfig config = parsed(R"({"model_type": "chatglm", "hidden_size": 4096,
    "num_attention_heads": 32, "seq_length": 131072, "rope_ratio": 500})");
  QCOMPARE(config.rope[0].base, 5e6);
  QCOMPARE(config.rope[0].baseKeyPath, std::string("rope_ratio"));
}

void TestModelConfig::mropeSectionsAreNamed() {
  const ModelConfig config = parsed(R"({"model_type": "qwen2_vl", "head_dim": 128,
    "rope_theta": 1000000, "max_position_embeddings": 32768, "torch_dtype": "bfloat16",
    "rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}})");
  QCOMPARE(config.rope[0].scaling.type, std::string("mrope"));
  QVERIFY(config.notices.empty());
  const ModelConfig plain = parsed(R"({"head_dim": 128, "rope_theta": 1e6,
    "rope_scaling": {"rope_type": "default", "mrope_section": [16, 24, 23]}})");
  QCOMPARE(plain.rope[0].scaling.type, std::string("mrope"));
  QVERIFY(noticeOf(plain, NoticeId::sections) != nullptr);
}

void TestModelConfig::unknownScalingKeepsItsSpelling() {
  const ModelConfig config = parsed(
      R"({"head_dim": 64, "rope_theta": 1e4, "rope_scaling": {"type": "spiral", "factor": 2, "odd": 3}})");
  QCOMPARE(config.rope[0].scaling.type, std::string("spiral"));
  QCOMPARE(config.rope[0].scaling.number("odd").value_or(0), 3.0);
  const Notice* const notice = noticeOf(config, NoticeId::unknownScaling);
  QVERIFY(notice != nullptr && notice->level() == NoticeLevel::error);
  QVERIFY(english(notice->text).contains("Nothing can be computed"));
  QVERIFY(noticeOf(config, NoticeId::extraKey) != nullptr);
  QVERIFY(config.broken());
  QVERIFY(!scaledFrequencies(ropeShape(config, config.rope[0], 0), FrequencyForm::power,
                             FrequencyArithmetic::fp32));
}

void TestModelConfig::yarnWithoutFactorTakesItFromTheLengths() {
  const ModelConfig config = parsed(R"({"head_dim": 64, "rope_theta": 1e4,
    "max_position_embeddings": 16384,
    "rope_scaling": {"type": "yarn", "original_max_position_embeddings": 4096}})");
  QCOMPARE(config.rope[0].scaling.number("factor").value_or(0), 4.0);
  QVERIFY(settingOf(config, "scaling.factor")->assumed);
  QVERIFY(noticeOf(config, NoticeId::assumedFactor) != nullptr);
  QVERIFY(!config.broken());
}

void TestModelConfig::bitsOfTheFileDecideTheHash() {
  QCOMPARE(parsed("{}").hash, std::uint64_t{0x08F44B07B5901A25});  // FNV-1a 64 of "{}".
  QVERIFY(parsed("{ }").hash != parsed("{}").hash);
}

void TestModelConfig::folderCacheAndLinkAreFollowed() {
  namespace fs = std::filesystem;
  QTemporaryDir temporary;
  const fs::path cache = fs::path(temporary.path().toStdString()) / "models--openai--gpt2";
  fs::create_directories(cache / "blobs");
  fs::create_directories(cache / "snapshots" / "abc123");
  fs::create_directories(cache / "snapshots" / "old");
  fs::create_directories(cache / "refs");
  writeFile(cache / "blobs" / "f00d", fileText(dataPath("configs/gpt2/config.json")));
  writeFile(cache / "refs" / "main", "abc123\n");
  writeFile(cache / "snapshots" / "old" / "config.json", "{}");
  fs::create_symlink("../../blobs/f00d", cache / "snapshots" / "abc123" / "config.json");
  const auto config = readModelConfig(cache);
  QVERIFY(config.has_value());
  QCOMPARE(config->name, std::string("openai/gpt2"));
  QCOMPARE(value(config->context), std::int64_t{1024});
}

QTEST_GUILESS_MAIN(TestModelConfig)
#include "model_config_test.moc"
