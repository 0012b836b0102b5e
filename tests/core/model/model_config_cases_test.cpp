// Every row of cases/MANIFEST.tsv about a config.json, and the scaled models of configs/: what the
// reader says, and the numbers that follow from it.
#include <QtTest>
#include <cmath>
#include <set>

#include "core/encoding/alibi.h"
#include "core/model/rope_shape.h"
#include "model_test_data.h"

using namespace poscope;
using namespace poscope::testing;

class TestModelConfigCases : public QObject {
  Q_OBJECT

 private slots:
  void manifestRow_data();
  void manifestRow();
  void manifest_everyConfigRow_hasACheck();
  void model_everyFolder_computesOrHasNoRope();
  void model_scaled_hasThePublishedNumbers_data();
  void model_scaled_hasThePublishedNumbers();
  void layers_ownShares_giveOwnWidths();
  void layers_ownLengths_areKeptApart();
  void proportional_shareOutsideOfTheBlock_counts();
  void original_atTheTop_completesTheScaling();
  void factorWithoutEffect_isAWarning();
  void unreadKeys_areNamedOnce();
  void impossibleNumbers_areRefusedByTheComputation_data();
  void impossibleNumbers_areRefusedByTheComputation();
};

namespace {

bool near(double found, double expected, double relative = 0x1p-23) {
  return std::abs(found - expected) <= std::abs(expected) * relative;
}

ScaledFrequencies computed(const ModelConfig& config, std::size_t setting = 0,
                           std::int64_t length = 0,
                           FrequencyArithmetic arithmetic = FrequencyArithmetic::fp32) {
  const auto result = scaledFrequencies(ropeShape(config, config.rope.at(setting), length),
                                        FrequencyForm::power, arithmetic);
  if (!result) {
    qWarning("%s", qPrintable(english(result.error().text)));
    return {};
  }
  return *result;
}

double derived(const ScaledFrequencies& result, const char* name) {
  return result.derivedNumber(name).value_or(-1);
}

bool refused(const ModelConfig& config) {
  return !scaledFrequencies(ropeShape(config, config.rope.at(0), 0), FrequencyForm::power,
                            FrequencyArithmetic::fp32)
              .has_value();
}

QString sentence(const ModelConfig& config, NoticeId id) {
  const Notice* const notice = noticeOf(config, id);
  return notice == nullptr ? QString() : english(notice->text);
}

void isPlain(const ModelConfig& config, double base, std::int64_t context) {
  QCOMPARE(config.rope.at(0).base, base);
  QCOMPARE(config.context.value_or(0), context);
  QVERIFY(config.rope.at(0).scaling.type == "none");
  QVERIFY(computed(config).derived.empty());
  QCOMPARE(computed(config).tableFactor, 1.0);
  QVERIFY(config.notices.empty());
}

void llama3(const ModelConfig& config) {
  const auto found = computed(config);
  const auto exact = computed(config, 0, 0, FrequencyArithmetic::fp64);
  QCOMPARE(derived(found, "pairs_kept"), 29.0);
  QCOMPARE(derived(found, "pairs_blended"), 6.0);
  QCOMPARE(derived(found, "pairs_divided"), 29.0);
  const std::pair<std::size_t, double> values[] = {{28, 0.003211446},
                                                   {29, 0.0021665708},
                                                   {34, 0.00017850781},
                                                   {35, 9.5562124e-05},
                                                   {63, 3.068926e-07}};
  for (const auto& [pair, value] : values) {
    QVERIFY(near(found.frequencies[pair], value));
  }
  QCOMPARE(std::round(wavelengthTokens(exact.frequencies[63])), 20473564.0);
  QVERIFY(near(wavelengthTokens(exact.frequencies[63]) / 8, 2559195.5, 1e-8));
  QVERIFY(config.notices.empty());
}

// What position ids in bf16 and fp16 would do at the context of the file.
void llama3Positions(const ModelConfig& config) {
  const Rounding bf16 = roundingOf(*findFormat("bf16"));
  const Rounding fp16 = roundingOf(*findFormat("fp16"));
  std::set<double> codes;
  std::int64_t exact = 0;
  std::int64_t infinite = 0;
  for (std::int64_t position = 0; position < *config.context; ++position) {
    const auto value = static_cast<double>(position);
    codes.insert(roundTo(bf16, value));
    exact += roundTo(bf16, value) == value ? 1 : 0;
    infinite += std::isfinite(roundTo(fp16, value)) ? 0 : 1;
  }
  QCOMPARE(exact, std::int64_t{1408});
  QCOMPARE(codes.size(), std::size_t{1409});
  QCOMPARE(infinite, std::int64_t{65552});
}

void yarnFactorVsMax(const ModelConfig& config) {
  QCOMPARE(config.rope[0].scaling.number("factor").value_or(0), 4.0);
  QCOMPARE(config.context.value_or(0), std::int64_t{131072});
  QVERIFY(sentence(config, NoticeId::yarnLengths).contains("40,960"));
  const auto found = computed(config);
  QCOMPARE(found.tableFactor, 0.1 * std::log(4.0) + 1);
  QVERIFY(near(found.tableFactor, 1.1386294));
  QCOMPARE(derived(found, "ramp_low"), 23.0);
  QCOMPARE(derived(found, "ramp_high"), 40.0);
  QCOMPARE(derived(found, "pairs_kept"), 24.0);
  QCOMPARE(derived(found, "pairs_divided"), 24.0);
  QVERIFY(near(found.frequencies[31], 0.00080295973));
  QVERIFY(near(found.frequencies[39], 6.4903943e-05));
  QVERIFY(near(found.frequencies[63], 3.1023444e-07));
}

void yarnMissingOriginal(const ModelConfig& config) {
  QVERIFY(!config.broken());
  QVERIFY(sentence(config, NoticeId::assumedOriginal).contains("32,768"));
  QVERIFY(sentence(config, NoticeId::assumedOriginal).contains("not certain"));
  QVERIFY(settingOf(config, "original_context")->assumed);
  QCOMPARE(derived(computed(config), "original"), 32768.0);
}

void layerTypesNested(const ModelConfig& config) {
  QCOMPARE(config.rope.size(), std::size_t{2});
  QCOMPARE(config.headDim.value_or(0), std::int64_t{256});
  const auto full = computed(config, 0);
  QCOMPARE(full.frequencies.size(), std::size_t{128});
  QCOMPARE(full.frequencies[0], 0.125);
  QVERIFY(near(full.frequencies[127], 1.3924673e-07));
  QVERIFY(near(computed(config, 1).frequencies[127], 0.00010746078));
  QVERIFY(config.notices.empty());
}

void layerTypesFullDefault(const ModelConfig& config) {
  QCOMPARE(config.rope.size(), std::size_t{2});
  QCOMPARE(config.rope[0].base, 1e6);
  QCOMPARE(config.rope[1].base, 1e4);
  for (std::size_t i = 0; i < 2; ++i) {
    QVERIFY(computed(config, i).derived.empty());
    QCOMPARE(computed(config, i).frequencies[0], 1.0);
  }
}

void oddHeadDim(const ModelConfig& config) {
  QVERIFY(config.broken() && refused(config));
  QVERIFY(sentence(config, NoticeId::oddRotary).contains("65 rotary"));
}

void neoxOdd(const ModelConfig& config) {
  QVERIFY(config.broken() && refused(config));
  QVERIFY(config.scheme == Scheme::rope);
  QVERIFY(sentence(config, NoticeId::oddRotary).contains("rotary_pct = 0.75"));
  QCOMPARE(config.rope[0].baseKeyPath, std::string("rotary_emb_base"));
}

void longropePartial(const ModelConfig& config) {
  QVERIFY(config.notices.empty());
  const auto shortest = computed(config, 0, 4096);
  const auto longest = computed(config, 0, 4097);
  QCOMPARE(shortest.frequencies.size(), std::size_t{48});
  QCOMPARE(derived(shortest, "regime"), 0.0);
  QCOMPARE(derived(longest, "regime"), 1.0);
  QVERIFY(near(shortest.frequencies[47] / longest.frequencies[47], 64.8 / 1.01, 1e-6));
  QVERIFY(near(shortest.tableFactor, 1.1902381));
  QCOMPARE(longest.tableFactor, std::sqrt(1 + std::log(32.0) / std::log(4096.0)));
}

void headDimExplicit(const ModelConfig& config) {
  QCOMPARE(config.rotaryDim.value_or(0), std::int64_t{256});
  QVERIFY(!config.broken());
  QCOMPARE(settingOf(config, "base.sliding_attention")->value, std::string("10000"));
  QCOMPARE(computed(config, 1).frequencies.size(), std::size_t{128});
}

void dynamicAlpha(const ModelConfig& config) {
  QVERIFY(sentence(config, NoticeId::alphaFactor).contains("not used"));
  const auto found = computed(config);
  QVERIFY(near(derived(found, "effective_base"), 11158839.9, 1e-8));
  QVERIFY(near(found.frequencies[1], 0.77603436));
  QVERIFY(near(found.frequencies[63], 1.154782e-07, 1e-6));
  const auto plain = inverseFrequencies(128, 1e4, FrequencyForm::power, Rounding{});
  double largest = 0;
  for (std::size_t pair = 0; pair < plain.size(); ++pair) {
    largest = std::max(largest, plain[pair] - found.frequencies[pair]);
  }
  QVERIFY(std::abs(largest - 0.2055) < 5e-5);
}

void alibi40(const ModelConfig& config) {
  QVERIFY(config.scheme == Scheme::alibi);
  QCOMPARE(config.context.value_or(0), std::int64_t{4096});
  const auto slopes = alibiSlopes(*config.heads, config.alibiBiasMax);
  QCOMPARE(slopes.size(), std::size_t{40});
  for (std::size_t k = 1; k <= 32; ++k) {
    QCOMPARE(slopes[k - 1], std::exp2(-static_cast<double>(k) / 4));
  }
  constexpr double kRest[] = {0.917004, 0.771105, 0.648420, 0.545254,
                              0.458502, 0.385553, 0.324210, 0.272627};
  for (std::size_t k = 0; k < 8; ++k) {
    QVERIFY(std::abs(slopes[32 + k] - kRest[k]) < 5e-7);
  }
}

void alibiMpt(const ModelConfig& config) {
  QVERIFY(config.scheme == Scheme::alibi);
  QCOMPARE(config.context.value_or(0), std::int64_t{65536});
  const auto slopes = alibiSlopes(*config.heads, config.alibiBiasMax);
  QCOMPARE(slopes.size(), std::size_t{32});
  QVERIFY(near(slopes.front(), 0.70710678));
  QVERIFY(near(slopes.back(), 1.5258789e-05));
}

void infinityLiteral(const ModelConfig& config) {
  QVERIFY(sentence(config, NoticeId::nonFinite).contains("Line 11"));
  QCOMPARE(config.headDim.value_or(0), std::int64_t{128});
  QCOMPARE(config.rope[0].base, 1e4);
}

void scalingString(const ModelConfig& config) {
  QVERIFY(sentence(config, NoticeId::textBlock).contains("not an object"));
  QCOMPARE(config.rope[0].scaling.number("factor").value_or(0), 3.2);
  QCOMPARE(config.context.value_or(0), std::int64_t{131072});
  QVERIFY(near(computed(config).tableFactor, 1.1163151));
}

void dynamicFactor2(const ModelConfig& config) {
  const auto baseAt = [&](std::int64_t length) {
    return derived(computed(config, 0, length), "effective_base");
  };
  QCOMPARE(baseAt(0), 1e4);
  QCOMPARE(baseAt(2048), 1e4);
  QVERIFY(near(baseAt(4096), 30527.737, 1e-7));
  QVERIFY(near(baseAt(8192), 72195.860, 1e-7));
}

struct Case {
  const char* file;
  void (*check)(const ModelConfig& config);
};
constexpr Case kCases[] = {
    {"cfg_llama3_f8.json", llama3},
    {"cfg_llama3_f8.json", llama3Positions},
    {"cfg_rope_scaling_null.json", [](const ModelConfig& config) { isPlain(config, 1e6, 16384); }},
    {"cfg_yarn_factor_vs_max.json", yarnFactorVsMax},
    {"cfg_yarn_missing_original.json", yarnMissingOriginal},
    {"cfg_v5_rope_parameters_default.json",
     [](const ModelConfig& config) {
       isPlain(config, 1e6, 202752);
       QCOMPARE(config.dtype, std::string("bf16"));
     }},
    {"cfg_layer_types_nested.json", layerTypesNested},
    {"cfg_layer_types_full_default.json", layerTypesFullDefault},
    {"cfg_odd_head_dim.json", oddHeadDim},
    {"cfg_neox_rotary_pct_odd.json", neoxOdd},
    {"cfg_longrope_partial_ok.json", longropePartial},
    {"cfg_head_dim_explicit.json", headDimExplicit},
    {"cfg_dynamic_alpha.json", dynamicAlpha},
    {"cfg_alibi_40_heads.json", alibi40},
    {"cfg_alibi_mpt_bias16.json", alibiMpt},
    {"cfg_infinity_literal.json", infinityLiteral},
    {"cfg_rope_scaling_string.json", scalingString},
    {"cfg_dynamic_ntk_f2.json", dynamicFactor2},
};
// Refused outright: test_model_config_errors.cpp.
constexpr const char* kRefused = "cfg_truncated.json";

}  // namespace

void TestModelConfigCases::manifestRow_data() {
  QTest::addColumn<int>("row");
  for (int i = 0; i < static_cast<int>(std::size(kCases)); ++i) {
    QTest::addRow("%d %s", i, kCases[i].file) << i;
  }
}

void TestModelConfigCases::manifestRow() {
  QFETCH(int, row);
  const ModelConfig config = read(std::string("cases/") + kCases[row].file);
  QVERIFY(!config.name.empty());
  kCases[row].check(config);
}

void TestModelConfigCases::manifest_everyConfigRow_hasACheck() {
  std::set<std::string> checked{kRefused};
  for (const Case& row : kCases) {
    checked.insert(row.file);
  }
  std::set<std::string> listed;
  const auto manifest = QString::fromStdString(fileText(dataPath("cases/MANIFEST.tsv")));
  for (const QString& line : manifest.split('\n')) {
    if (line.startsWith("cfg_")) {
      listed.insert(line.section('\t', 0, 0).toStdString());
    }
  }
  QCOMPARE(listed.size(), std::size_t{18});
  QVERIFY(checked == listed);
}

void TestModelConfigCases::model_everyFolder_computesOrHasNoRope() {
  int rotating = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dataPath("configs"))) {
    if (!entry.is_directory()) {
      continue;
    }
    const ModelConfig config = read("configs/" + entry.path().filename().string());
    QCOMPARE(config.rope.empty(), config.scheme != Scheme::rope);
    for (std::size_t i = 0; i < config.rope.size(); ++i) {
      const auto found = computed(config, i, config.context.value_or(0));
      QCOMPARE(static_cast<std::int64_t>(found.frequencies.size()), *config.rotaryDim / 2);
      ++rotating;
    }
  }
  QCOMPARE(rotating, 22);
}

void TestModelConfigCases::model_scaled_hasThePublishedNumbers_data() {
  QTest::addColumn<double>("tableFactor");
  QTest::addColumn<double>("softmaxFactor");
  QTest::addColumn<double>("low");   // Ramp, or pairs kept.
  QTest::addColumn<double>("high");  // Ramp, or pairs divided.
  QTest::addColumn<uint>("last");    // fp32 word of the last pair, 0: not published.
  const auto row = [](const char* name, double table, double softmax, double low, double high,
                      uint last) {
    QTest::newRow(name) << table << softmax << low << high << last;
  };
  row("llama-3.1-8b", 1, 1, 29, 29, 0x34A4C2FF);
  row("qwen2.5-7b-instruct-yarn", 1.138629436111989, 1, 23, 40, 0x34A68E4C);
  row("llama-2-7b-yarn-64k", 1.2772588722239782, 1, 20, 46, 0x36F22CE2);
  row("deepseek-v2-lite", 1, 1.5896261651208736, 10, 23, 0x365FBA4F);
  row("deepseek-v3", 1, 1.8738542070926265, 10, 23, 0x365FBA4F);
  row("phi-3-mini-128k", 1.1902380714238083, 1, -1, -1, 0);
  row("llama-2-7b-linear-16k", 1, 1, -1, -1, 0x37F22CE2);  // 38F22CE2 (PIPELINES 10) over 4.
}

void TestModelConfigCases::model_scaled_hasThePublishedNumbers() {
  const ModelConfig config = read(std::string("configs/") + QTest::currentDataTag());
  const auto found = computed(config);
  QTEST(found.tableFactor, "tableFactor");
  QTEST(found.softmaxFactor, "softmaxFactor");
  const bool ramp = found.derivedNumber("ramp_low").has_value();
  QTEST(derived(found, ramp ? "ramp_low" : "pairs_kept"), "low");
  QTEST(derived(found, ramp ? "ramp_high" : "pairs_divided"), "high");
  QFETCH(uint, last);
  if (last != 0) {
    QCOMPARE(std::bit_cast<std::uint32_t>(static_cast<float>(found.frequencies.back())), last);
  }
}

void TestModelConfigCases::layers_ownShares_giveOwnWidths() {
  const ModelConfig config = parsed(R"({"head_dim": 128, "max_position_embeddings": 8192,
    "rope_parameters": {
      "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
      "full_attention": {"rope_type": "default", "rope_theta": 1e6, "partial_rotary_factor": 0.5}}})");
  QVERIFY(!config.broken());
  QCOMPARE(config.rotaryDim.value_or(0), std::int64_t{64});
  QCOMPARE(config.rope[0].rotaryDim.value_or(0), std::int64_t{64});
  QCOMPARE(config.rope[1].rotaryDim.value_or(0), std::int64_t{128});
  QCOMPARE(settingOf(config, "rotary_dim.sliding_attention")->value, std::string("128"));
  QCOMPARE(computed(config, 1).frequencies.size(), std::size_t{64});
}

void TestModelConfigCases::layers_ownLengths_areKeptApart() {
  const ModelConfig config = parsed(R"({"head_dim": 128, "max_position_embeddings": 131072,
    "rope_parameters": {
      "full_attention": {"rope_type": "yarn", "factor": 4, "original_max_position_embeddings": 32768},
      "sliding_attention": {"rope_type": "yarn", "factor": 2,
                            "original_max_position_embeddings": 4096}}})");
  QVERIFY(!config.broken());
  QCOMPARE(config.originalContext.value_or(0), std::int64_t{32768});
  QCOMPARE(derived(computed(config, 0), "original"), 32768.0);
  QCOMPARE(derived(computed(config, 1), "original"), 4096.0);
  QCOMPARE(config.context.value_or(0), std::int64_t{131072});
}

void TestModelConfigCases::proportional_shareOutsideOfTheBlock_counts() {
  const ModelConfig config = parsed(R"({"head_dim": 256, "partial_rotary_factor": 0.25,
    "rope_parameters": {"rope_type": "proportional", "rope_theta": 1e6}})");
  QCOMPARE(config.rotaryDim.value_or(0), std::int64_t{256});
  QCOMPARE(derived(computed(config), "pairs_rotating"), 32.0);
  QCOMPARE(settingOf(config, "scaling.partial_rotary_factor")->keyPath,
           std::string("partial_rotary_factor"));
}

void TestModelConfigCases::original_atTheTop_completesTheScaling() {
  const ModelConfig phi = read("configs/phi-3-mini-128k");
  const RopeShape shape = ropeShape(phi, phi.rope[0], 131072);
  QCOMPARE(shape.scaling.number("original_max_position_embeddings").value_or(0), 4096.0);
  QCOMPARE(shape.trained, std::int64_t{131072});
  const auto again = parseRopeScaling(writeRopeScaling(shape.scaling));
  QVERIFY(again.has_value());
  RopeShape carried = shape;
  carried.scaling = *again;
  QCOMPARE(scaledFrequencies(carried, FrequencyForm::power, FrequencyArithmetic::fp32)->frequencies,
           computed(phi, 0, 131072).frequencies);
}

void TestModelConfigCases::factorWithoutEffect_isAWarning() {
  const ModelConfig config = parsed(
      R"({"head_dim": 64, "rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "factor": 8}})");
  const Notice* const notice = noticeOf(config, NoticeId::unreadFactor);
  QVERIFY(notice != nullptr && notice->level() == NoticeLevel::warning);
  QVERIFY(english(notice->text).contains("does not read factor"));
}

void TestModelConfigCases::unreadKeys_areNamedOnce() {
  const ModelConfig config = read("cases/cfg_dynamic_alpha.json");
  const Notice* const notice = noticeOf(config, NoticeId::unreadKeys);
  QVERIFY(notice != nullptr && notice->level() == NoticeLevel::note);
  QVERIFY2(english(notice->text).contains("beta_fast, beta_slow, mscale, mscale_all_dim"),
           qPrintable(english(notice->text)));
}

void TestModelConfigCases::impossibleNumbers_areRefusedByTheComputation_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::addColumn<QString>("part");
  QTest::newRow("negative beta")
      << QByteArray(R"({"head_dim": 64, "rope_scaling": {"type": "yarn", "factor": 2,
           "beta_fast": -1, "beta_slow": -2, "original_max_position_embeddings": 8192}})")
      << "beta_fast is -1";
  QTest::newRow("dynamic without a length")
      << QByteArray(R"({"head_dim": 64, "rope_scaling": {"type": "dynamic", "factor": 2}})")
      << "max_position_embeddings";
  QTest::newRow("share over one")
      << QByteArray(R"({"head_dim": 64, "rope_parameters": {"rope_type": "proportional",
           "partial_rotary_factor": 2}})")
      << "partial_rotary_factor is 2";
  QTest::newRow("base beyond double") << QByteArray(R"({"head_dim": 64, "rope_theta": 1e300,
           "rope_scaling": {"type": "ntk", "factor": 1e300}})")
                                      << "no finite frequencies";
}

void TestModelConfigCases::impossibleNumbers_areRefusedByTheComputation() {
  QFETCH(QByteArray, json);
  QFETCH(QString, part);
  const ModelConfig config = parsed(json.constData());
  QVERIFY(config.broken());
  const auto error =
      std::find_if(config.notices.begin(), config.notices.end(),
                   [](const Notice& notice) { return notice.level() == NoticeLevel::error; });
  QVERIFY(isComplete(error->text));
  QVERIFY2(english(error->text).contains(part), qPrintable(english(error->text)));
}

QTEST_GUILESS_MAIN(TestModelConfigCases)
#include "model_config_cases_test.moc"
