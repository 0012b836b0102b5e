// RoPE scalings: the fp32 words of transformers (tests/golden/scalings.tsv), those of PIPELINES
// 4.4, the numbers of cases/MANIFEST.tsv, and hostile or impossible numbers.
#include "core/encoding/rope_scaling.h"

#include <QFile>
#include <QtTest>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>

using namespace poscope;

class RopeScalingTest : public QObject {
  Q_OBJECT

 private slots:
  void golden_everyRow_isTransformersBitForBit_data();
  void golden_everyRow_isTransformersBitForBit();
  void golden_powerOfTorch_differsInSeventeenWords();
  void golden_softmaxFactor_isDeepSeeks();
  void words_pipelines44_bitForBit_data();
  void words_pipelines44_bitForBit();
  void reference_everyScaling_isNearTheFp32Steps();
  void reference_none_isTheUnscaledFormula();
  void manifest_llama3_numbers();
  void manifest_yarnFactorVsMax_numbers();
  void manifest_longrope_listsByLength();
  void manifest_dynamic_baseFollowsTheLength();
  void manifest_alpha_decidesWhateverTheFactorSays();
  void manifest_linear_dividesByTheFactor();
  void yarn_withoutOriginal_takesTheTrainedLength();
  void yarn_withoutFactor_takesItFromTheLengths();
  void yarn_zeroBetas_areTheDefaults();
  void yarn_withoutTruncation_keepsTheRealEnds();
  void dynamic_upToTheTrainedLength_changesNothing();
  void dynamic_goldenBases();
  void ntk_goldenBases();
  void proportional_restOfTheHead_standsStill();
  void mrope_frequencies_areThePlainOnes();
  void mrope_axes_sectionedAndInterleaved();
  void forms_exponentialAndTiming_areScaledToo();
  void table_everyRow_isFoundByItsNameAndKnowsItsKeys();
  void table_everyRow_hasAGolden();
  void traits_areThoseOfTheType();
  void impossible_shape_isRefused_data();
  void impossible_shape_isRefused();
  void notation_everyScaling_readsBackEqual();
  void notation_unreadKeysAndUnknownTypes();
  void notation_hostileText_isRefused_data();
  void notation_hostileText_isRefused();
};

namespace {

constexpr std::string_view kOriginal = "original_max_position_embeddings";

std::uint32_t wordOf(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

QString english(const Text& text) {
  return QString::fromStdString(renderPlain(text, Language::english));
}

struct GoldenRow {
  RopeShape shape;
  double attention = 0;
  std::vector<std::uint32_t> words;
};

struct Golden {
  std::map<std::string, GoldenRow> rows;
  // Pairs at which torch's fp32 power is not the correctly rounded one, and what that would give.
  std::map<std::string, std::map<std::size_t, std::uint32_t>> powerDiffers;
  std::map<std::string, double> softmax;
};

void readRemark(const QStringList& fields, Golden& golden) {
  const std::string name = fields.value(1).toStdString();
  if (fields[0] == "# pow-differs") {
    const QStringList pairs = fields[2].split(',');
    const QStringList words = fields[3].split(',');
    for (qsizetype i = 0; i < pairs.size(); ++i) {
      golden.powerDiffers[name][pairs[i].toULong()] = words[i].toUInt(nullptr, 16);
    }
  } else if (fields[0] == "# softmax-factor") {
    golden.softmax[name] = fields[2].toDouble();
  }
}

const Golden& golden() {
  static const Golden kGolden = [] {
    Golden read;
    QFile file(QStringLiteral(POSCOPE_TEST_DATA "/../golden/scalings.tsv"));
    if (!file.open(QIODevice::ReadOnly)) {
      qFatal("no golden file");
    }
    for (const QByteArray& line : file.readAll().split('\n')) {
      const QStringList fields = QString::fromUtf8(line).split('\t');
      if (line.startsWith('#')) {
        readRemark(fields, read);
        continue;
      }
      if (fields.size() != 9) {
        continue;
      }
      GoldenRow row;
      row.shape.dim = fields[1].toLongLong();
      row.shape.base = fields[2].toDouble();
      row.shape.headDim = fields[3].toLongLong();
      row.shape.length = fields[4].toLongLong();
      row.shape.trained = fields[5].toLongLong();
      row.shape.scaling = parseRopeScaling(fields[6].toStdString()).value();
      row.attention = fields[7].toDouble();
      for (const QString& word : fields[8].split(',')) {
        row.words.push_back(word.toUInt(nullptr, 16));
      }
      read.rows[fields[0].toStdString()] = row;
    }
    return read;
  }();
  return kGolden;
}

ScaledFrequencies scaled(const RopeShape& shape,
                         FrequencyArithmetic arithmetic = FrequencyArithmetic::fp32) {
  const auto result = scaledFrequencies(shape, FrequencyForm::power, arithmetic);
  if (!result) {
    qFatal("%s", qPrintable(english(result.error().text)));
  }
  return *result;
}

RopeShape shapeOf(std::int64_t dim, double base, const char* scaling, std::int64_t length = 0,
                  std::int64_t trained = 0) {
  RopeShape shape;
  shape.dim = dim;
  shape.base = base;
  shape.length = length;
  shape.trained = trained;
  shape.scaling = parseRopeScaling(scaling).value();
  return shape;
}

const RopeShape kLlama31 = shapeOf(128, 5e5,
                                   "llama3~factor~8~low_freq_factor~1~high_freq_factor~4"
                                   "~original_max_position_embeddings~8192");
const RopeShape kQwenYarn =
    shapeOf(128, 1e6, "yarn~factor~4~original_max_position_embeddings~32768");

bool near(double found, double expected, double relative) {
  return std::abs(found - expected) <= std::abs(expected) * relative;
}

double derived(const ScaledFrequencies& result, const char* name) {
  return result.derivedNumber(name).value_or(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

void RopeScalingTest::golden_everyRow_isTransformersBitForBit_data() {
  QTest::addColumn<QString>("name");
  for (const auto& entry : golden().rows) {
    QTest::newRow(entry.first.c_str()) << QString::fromStdString(entry.first);
  }
}

// No tolerance: where the words differ the file says so, from torch's own power.
void RopeScalingTest::golden_everyRow_isTransformersBitForBit() {
  QFETCH(QString, name);
  const GoldenRow& row = golden().rows.at(name.toStdString());
  const auto differing = golden().powerDiffers.find(name.toStdString());
  const ScaledFrequencies found = scaled(row.shape);
  QCOMPARE(found.frequencies.size(), row.words.size());
  for (std::size_t pair = 0; pair < row.words.size(); ++pair) {
    std::uint32_t expected = row.words[pair];
    if (differing != golden().powerDiffers.end() && differing->second.contains(pair)) {
      expected = differing->second.at(pair);
      const auto distance = static_cast<std::int64_t>(expected) - row.words[pair];
      QCOMPARE(std::abs(distance), std::int64_t{1});
    }
    QVERIFY2(wordOf(found.frequencies[pair]) == expected,
             qPrintable(QString("pair %1: %2, expected %3")
                            .arg(pair)
                            .arg(wordOf(found.frequencies[pair]), 8, 16)
                            .arg(expected, 8, 16)));
  }
  QCOMPARE(found.tableFactor, row.attention);
}

void RopeScalingTest::golden_powerOfTorch_differsInSeventeenWords() {
  std::size_t differing = 0;
  std::size_t all = 0;
  for (const auto& entry : golden().powerDiffers) {
    differing += entry.second.size();
  }
  for (const auto& entry : golden().rows) {
    all += entry.second.words.size();
  }
  QCOMPARE(golden().rows.size(), std::size_t{40});
  QCOMPARE(all, std::size_t{2344});
  QCOMPARE(differing, std::size_t{17});
}

void RopeScalingTest::golden_softmaxFactor_isDeepSeeks() {
  QCOMPARE(golden().softmax.size(), std::size_t{3});
  for (const auto& [name, factor] : golden().softmax) {
    QCOMPARE(scaled(golden().rows.at(name).shape).softmaxFactor, factor);
  }
  QCOMPARE(scaled(kQwenYarn).softmaxFactor, 1.0);
}

void RopeScalingTest::words_pipelines44_bitForBit_data() {
  QTest::addColumn<QString>("notation");
  QTest::addColumn<qint64>("dim");
  QTest::addColumn<double>("base");
  QTest::addColumn<int>("first");
  QTest::addColumn<QList<uint>>("words");
  const auto row = [](const char* name, const char* notation, int dim, double base, int first,
                      const QList<uint>& words) {
    QTest::newRow(name) << QString(notation) << qint64(dim) << base << first << words;
  };
  const char* const llama31 =
      "llama3~factor~8~low_freq_factor~1~high_freq_factor~4"
      "~original_max_position_embeddings~8192";
  row("Llama-3.1-8B, blended", llama31, 128, 5e5, 29,
      {0x3B0DFD06, 0x3AB3D11D, 0x3A60979E, 0x3A0995D2, 0x39A3F108, 0x393B2DD2});
  row("Llama-3.1-8B, last", llama31, 128, 5e5, 63, {0x34A4C2FF});
  const char* const llama32 =
      "llama3~factor~32~low_freq_factor~1~high_freq_factor~4"
      "~original_max_position_embeddings~8192";
  row("Llama-3.2-1B, blended", llama32, 64, 5e5, 15, {0x3AA9279B, 0x39E13620, 0x38CB98F7});
  row("Llama-3.2-1B, last", llama32, 64, 5e5, 31, {0x33CA41B0});
  const char* const qwen = "yarn~factor~4~original_max_position_embeddings~32768";
  row("Qwen2.5 yarn, pair 1", qwen, 128, 1e6, 1, {0x3F4E4BAD});
  row("Qwen2.5 yarn, middle", qwen, 128, 1e6, 31, {0x3A527DB8});
  row("Qwen2.5 yarn, last", qwen, 128, 1e6, 63, {0x34A68E4C});
  const char* const llama2 = "yarn~factor~16~original_max_position_embeddings~4096";
  row("Llama-2 yarn, middle", llama2, 128, 1e4, 33, {0x3B96BF40});
  row("Llama-2 yarn, last", llama2, 128, 1e4, 63, {0x36F22CE2});
  const char* const deepseek =
      "yarn~factor~40~original_max_position_embeddings~4096~mscale~1~mscale_all_dim~1";
  row("DeepSeek yarn, middle", deepseek, 64, 1e4, 16, {0x3BB43959});
  row("DeepSeek yarn, last", deepseek, 64, 1e4, 31, {0x365FBA4F});
}

void RopeScalingTest::words_pipelines44_bitForBit() {
  QFETCH(QString, notation);
  QFETCH(qint64, dim);
  QFETCH(double, base);
  QFETCH(int, first);
  QFETCH(QList<uint>, words);
  const auto found = scaled(shapeOf(dim, base, qPrintable(notation)));
  for (qsizetype i = 0; i < words.size(); ++i) {
    QCOMPARE(wordOf(found.frequencies[static_cast<std::size_t>(first + i)]), words[i]);
  }
}

// One body gives both: the reference differs from the fp32 steps by roundings only.
void RopeScalingTest::reference_everyScaling_isNearTheFp32Steps() {
  for (const auto& [name, row] : golden().rows) {
    const auto exact = scaled(row.shape, FrequencyArithmetic::fp64);
    const auto single = scaled(row.shape);
    QCOMPARE(exact.tableFactor, single.tableFactor);
    QCOMPARE(exact.softmaxFactor, single.softmaxFactor);
    for (std::size_t pair = 0; pair < exact.frequencies.size(); ++pair) {
      // E, P, w and up to eight more steps; ln b <= 14 multiplies the error of E.
      QVERIFY2(near(single.frequencies[pair], exact.frequencies[pair], 24 * 0x1p-24), name.c_str());
    }
  }
}

void RopeScalingTest::reference_none_isTheUnscaledFormula() {
  const auto found = scaled(shapeOf(96, 5e5, ""), FrequencyArithmetic::fp64);
  QCOMPARE(found.frequencies, inverseFrequencies(96, 5e5, FrequencyForm::power, Rounding{}));
  QCOMPARE(found.tableFactor, 1.0);
  QVERIFY(found.derived.empty());
}

void RopeScalingTest::manifest_llama3_numbers() {
  const auto found = scaled(kLlama31);
  const auto exact = scaled(kLlama31, FrequencyArithmetic::fp64);
  const auto plain = scaled(shapeOf(128, 5e5, ""));
  QCOMPARE(derived(found, "pairs_kept"), 29.0);
  QCOMPARE(derived(found, "pairs_blended"), 6.0);
  QCOMPARE(derived(found, "pairs_divided"), 29.0);
  QCOMPARE(derived(found, "original"), 8192.0);
  for (std::size_t pair = 0; pair < 64; ++pair) {
    const double own = plain.frequencies[pair];
    QCOMPARE(found.frequencies[pair] == own, pair <= 28);
    QCOMPARE(found.frequencies[pair] == own / 8, pair >= 35);
  }
  QVERIFY(near(found.frequencies[28], 0.003211446, 1e-7));
  QVERIFY(near(found.frequencies[29], 0.0021665708, 1e-7));
  // The list has the exact value here, 1.06e-7 off the fp32 steps (393B2DD2).
  QVERIFY(near(exact.frequencies[34], 0.00017850781, 5e-8));
  QVERIFY(near(found.frequencies[34], 0.00017850781, 0x1p-23));
  QVERIFY(near(found.frequencies[35], 9.5562124e-05, 1e-7));
  QVERIFY(near(found.frequencies[63], 3.068926e-07, 1e-7));
  QCOMPARE(std::round(wavelengthTokens(exact.frequencies[63])), 20473564.0);
  QVERIFY(near(wavelengthTokens(found.frequencies[63]), 20473564, 1e-7));
  QVERIFY(near(wavelengthTokens(plain.frequencies[63]), 2559195.5, 1e-7));
}

void RopeScalingTest::manifest_yarnFactorVsMax_numbers() {
  const auto found = scaled(kQwenYarn);
  const auto plain = scaled(shapeOf(128, 1e6, ""));
  QVERIFY(near(derived(found, "correction_low"), 23.595948, 1e-7));
  QVERIFY(near(derived(found, "correction_high"), 39.650881, 1e-7));
  QCOMPARE(derived(found, "ramp_low"), 23.0);
  QCOMPARE(derived(found, "ramp_high"), 40.0);
  QCOMPARE(derived(found, "pairs_kept"), 24.0);
  QCOMPARE(derived(found, "pairs_divided"), 24.0);
  for (std::size_t pair = 0; pair < 64; ++pair) {
    QCOMPARE(found.frequencies[pair] == plain.frequencies[pair], pair <= 23);
    QCOMPARE(found.frequencies[pair] == plain.frequencies[pair] / 4, pair >= 40);
  }
  QCOMPARE(found.tableFactor, 1.138629436111989);
  QVERIFY(near(found.frequencies[31], 0.00080295973, 1e-7));
  QVERIFY(near(found.frequencies[39], 6.4903943e-05, 1e-7));
  QVERIFY(near(found.frequencies[63], 3.1023444e-07, 1e-7));
  const auto wrong = scaled(shapeOf(128, 1e6,
                                    "yarn~factor~1.25~"
                                    "original_max_position_embeddings~32768"));
  QVERIFY(near(wrong.tableFactor, 1.0223144, 1e-7));
}

void RopeScalingTest::manifest_longrope_listsByLength() {
  RopeShape shape = golden().rows.at("longrope-phi-3-mini-128k-short").shape;
  const auto shortest = scaled(shape);
  QCOMPARE(derived(shortest, "regime"), 0.0);
  QCOMPARE(derived(shortest, "factor"), 32.0);
  QCOMPARE(derived(shortest, "original"), 4096.0);
  shape.length = 0;
  QCOMPARE(scaled(shape).frequencies, shortest.frequencies);
  shape.length = 4097;
  const auto longest = scaled(shape);
  QCOMPARE(derived(longest, "regime"), 1.0);
  QVERIFY(longest.frequencies != shortest.frequencies);
  QCOMPARE(shortest.tableFactor, 1.1902380714238083);
  QCOMPARE(longest.tableFactor, shortest.tableFactor);
  shape.dim = 128;
  const auto refused = scaledFrequencies(shape, FrequencyForm::power, FrequencyArithmetic::fp32);
  QVERIFY(!refused.has_value());
  QVERIFY2(english(refused.error().text)
               .contains("short_factor has 48 entries; 128 rotary "
                         "dimensions need 64"),
           qPrintable(english(refused.error().text)));
}

void RopeScalingTest::manifest_dynamic_baseFollowsTheLength() {
  const auto baseAt = [](std::int64_t length) {
    return derived(scaled(shapeOf(128, 1e4, "dynamic~factor~2", length, 2048)), "effective_base");
  };
  QCOMPARE(baseAt(0), 10000.0);
  QCOMPARE(baseAt(2048), 10000.0);
  QVERIFY(near(baseAt(4096), 30527.737, 1e-7));
  QVERIFY(near(baseAt(8192), 72195.860, 1e-7));
}

void RopeScalingTest::manifest_alpha_decidesWhateverTheFactorSays() {
  const auto found = scaled(shapeOf(128, 1e4, "dynamic~alpha~1000~factor~1", 0, 262144));
  QVERIFY(near(derived(found, "effective_base"), 11158839.9, 1e-8));
  QVERIFY(near(found.frequencies[1], 0.77603436, 1e-7));
  QVERIFY(near(found.frequencies[63], 1.154782e-07, 1e-6));
  const auto other = scaled(shapeOf(128, 1e4, "dynamic~alpha~1000", 500000));
  QCOMPARE(other.frequencies, found.frequencies);
  const auto plain = scaled(shapeOf(128, 1e4, ""));
  double largest = 0;
  for (std::size_t pair = 0; pair < 64; ++pair) {
    largest = std::max(largest, std::abs(plain.frequencies[pair] - found.frequencies[pair]));
  }
  QVERIFY2(std::abs(largest - 0.2055) < 5e-5, qPrintable(QString::number(largest)));
}

void RopeScalingTest::manifest_linear_dividesByTheFactor() {
  const auto found = scaled(shapeOf(256, 1e6, "linear~factor~8"));
  QCOMPARE(found.frequencies[0], 0.125);
  QVERIFY(near(found.frequencies[127], 1.3924673e-07, 1e-7));
  QVERIFY(near(scaled(shapeOf(256, 1e4, "")).frequencies[127], 0.00010746078, 1e-7));
}

void RopeScalingTest::yarn_withoutOriginal_takesTheTrainedLength() {
  const auto assumed = scaled(shapeOf(128, 1e6, "yarn~factor~2", 0, 32768));
  const auto stated =
      scaled(shapeOf(128, 1e6, "yarn~factor~2~original_max_position_embeddings~32768"));
  QCOMPARE(assumed.frequencies, stated.frequencies);
  QCOMPARE(derived(assumed, "original"), 32768.0);
}

void RopeScalingTest::yarn_withoutFactor_takesItFromTheLengths() {
  const auto found =
      scaled(shapeOf(128, 1e6, "yarn~original_max_position_embeddings~32768", 0, 131072));
  QCOMPARE(derived(found, "factor"), 4.0);
  QCOMPARE(found.frequencies, scaled(kQwenYarn).frequencies);
}

void RopeScalingTest::yarn_zeroBetas_areTheDefaults() {
  RopeShape shape = kQwenYarn;
  shape.scaling.numbers.emplace_back("beta_fast", 0);
  shape.scaling.numbers.emplace_back("beta_slow", 0);
  shape.scaling.numbers.emplace_back("mscale", 0);
  const auto found = scaled(shape);
  QCOMPARE(found.frequencies, scaled(kQwenYarn).frequencies);
  QCOMPARE(found.tableFactor, scaled(kQwenYarn).tableFactor);
}

void RopeScalingTest::yarn_withoutTruncation_keepsTheRealEnds() {
  const auto found = scaled(shapeOf(128, 1e6,
                                    "yarn~factor~4~original_max_position_embeddings~32768"
                                    "~truncate~0"));
  QCOMPARE(derived(found, "ramp_low"), derived(found, "correction_low"));
  QCOMPARE(derived(found, "ramp_high"), derived(found, "correction_high"));
}

void RopeScalingTest::dynamic_upToTheTrainedLength_changesNothing() {
  QCOMPARE(scaled(shapeOf(128, 1e4, "dynamic~factor~2", 4096, 4096)).frequencies,
           scaled(shapeOf(128, 1e4, "")).frequencies);
}

void RopeScalingTest::dynamic_goldenBases() {
  constexpr std::pair<std::int64_t, double> kBases[] = {
      {4097, 10004.9603366797}, {8192, 30527.7367488067}, {16384, 72195.8600865094}};
  for (const auto& [length, base] : kBases) {
    const auto found = scaled(shapeOf(128, 1e4, "dynamic~factor~2", length, 4096));
    QVERIFY(near(derived(found, "effective_base"), base, 1e-14));
  }
}

void RopeScalingTest::ntk_goldenBases() {
  const auto baseOf = [](const char* notation) {
    return derived(scaled(shapeOf(128, 1e4, notation)), "effective_base");
  };
  QVERIFY(near(baseOf("ntk~factor~4"), 40889.94243248622, 1e-15));
  QVERIFY(near(baseOf("ntk~factor~8"), 82684.62264056221, 1e-15));
}

void RopeScalingTest::proportional_restOfTheHead_standsStill() {
  RopeShape shape = shapeOf(256, 1e6, "proportional~partial_rotary_factor~0.25");
  shape.headDim = 256;
  const auto found = scaled(shape);
  QCOMPARE(derived(found, "pairs_rotating"), 32.0);
  for (std::size_t pair = 0; pair < 128; ++pair) {
    QCOMPARE(found.frequencies[pair] == 0, pair >= 32);
  }
  // The denominator of the exponents is the head, not the part that rotates.
  QCOMPARE(wordOf(found.frequencies[1]), wordOf(scaled(shapeOf(256, 1e6, "")).frequencies[1]));
  QVERIFY(!scaledFrequencies(shapeOf(64, 1e4, "proportional~partial_rotary_factor~1.5"),
                             FrequencyForm::power, FrequencyArithmetic::fp64));
}

void RopeScalingTest::mrope_frequencies_areThePlainOnes() {
  const auto found = scaled(shapeOf(128, 1e6, "mrope~mrope_section~16_24_24"));
  QCOMPARE(found.frequencies, scaled(shapeOf(128, 1e6, "")).frequencies);
  QCOMPARE(derived(found, "pairs_temporal"), 16.0);
  QCOMPARE(derived(found, "pairs_height"), 24.0);
  QCOMPARE(derived(found, "pairs_width"), 24.0);
  QVERIFY(!findRopeScaling("mrope")->changesFrequencies);
}

void RopeScalingTest::mrope_axes_sectionedAndInterleaved() {
  constexpr double kSections[] = {16, 24, 24};
  QCOMPARE(mropeAxis(kSections, false, 15), 0);
  QCOMPARE(mropeAxis(kSections, false, 16), 1);
  QCOMPARE(mropeAxis(kSections, false, 39), 1);
  QCOMPARE(mropeAxis(kSections, false, 40), 2);
  QCOMPARE(mropeAxis(kSections, false, 63), 2);
  constexpr double kInterleaved[] = {24, 20, 20};
  int counts[3] = {};
  for (std::int64_t pair = 0; pair < 64; ++pair) {
    ++counts[mropeAxis(kInterleaved, true, pair)];
  }
  QCOMPARE(counts[0], 24);
  QCOMPARE(counts[1], 20);
  QCOMPARE(counts[2], 20);
  QCOMPARE(mropeAxis(kInterleaved, true, 58), 1);
  QCOMPARE(mropeAxis(kInterleaved, true, 59), 2);
  QCOMPARE(mropeAxis(kInterleaved, true, 61), 0);  // 61 % 3 == 1, but 61 >= 60.
}

void RopeScalingTest::table_everyRow_hasAGolden() {
  std::set<std::string> seen;
  for (const auto& [name, row] : golden().rows) {
    seen.insert(row.shape.scaling.type);
  }
  for (const ScalingRow& row : ropeScalings()) {
    QVERIFY2(seen.contains(std::string(row.id)), row.id.data());
  }
}

void RopeScalingTest::traits_areThoseOfTheType() {
  QVERIFY(RopeScaling().is(&ScalingRow::none));
  QVERIFY(linearScaling(4).is(&ScalingRow::byPosition));
  QCOMPARE(writeRopeScaling(linearScaling(4)), std::string("linear~factor~4"));
  RopeScaling unknown;
  unknown.type = "spiral";
  QVERIFY(unknown.row() == nullptr);
  QVERIFY(!unknown.is(&ScalingRow::none) && !unknown.is(&ScalingRow::changesFrequencies));
}

void RopeScalingTest::forms_exponentialAndTiming_areScaledToo() {
  const RopeShape shape = shapeOf(64, 1e4, "linear~factor~4");
  const Rounding single = roundingOf(*findFormat("fp32"));
  for (const FrequencyForm form : {FrequencyForm::exponential, FrequencyForm::timing}) {
    const auto found = scaledFrequencies(shape, form, FrequencyArithmetic::fp32);
    const auto plain = inverseFrequencies(64, 1e4, form, single);
    for (std::size_t pair = 0; pair < 32; ++pair) {
      QCOMPARE(found->frequencies[pair], plain[pair] / 4);
    }
  }
  for (const FrequencyForm form : {FrequencyForm::stepwise, FrequencyForm::recurrence}) {
    QCOMPARE(scaledFrequencies(shape, form, FrequencyArithmetic::fp32)->frequencies,
             scaled(shape).frequencies);
  }
}

void RopeScalingTest::table_everyRow_isFoundByItsNameAndKnowsItsKeys() {
  std::set<std::string_view> ids;
  for (const ScalingRow& row : ropeScalings()) {
    QCOMPARE(findRopeScaling(row.id), &row);
    QVERIFY(ids.insert(row.id).second);
    QVERIFY(row.frequencies != nullptr);
    bool optional = false;
    for (const ScalingKey& key : row.used()) {
      QVERIFY(row.reads(key.name));
      // A file's reader knows a key before it knows the type.
      QVERIFY(findScalingKey(key.name)->kind == key.kind);
      QVERIFY(findScalingKey(key.name)->always == key.always);
      optional = optional || key.use == ScalingKeyUse::optional;
      QVERIFY2(optional || key.use == ScalingKeyUse::required, key.name.data());
      QVERIFY2(!optional || key.use == ScalingKeyUse::optional, key.name.data());
    }
    QVERIFY(row.instead.empty() || row.reads(row.instead));
    QVERIFY(row.implied.empty() || row.reads(row.implied));
    QVERIFY(!row.reads(""));
  }
  QCOMPARE(findRopeScaling("su")->id, std::string_view("longrope"));
  QCOMPARE(findRopeScaling("default")->id, std::string_view("none"));
  QVERIFY(findRopeScaling("spiral") == nullptr);
  QVERIFY(findRopeScaling("") == nullptr);
}

void RopeScalingTest::impossible_shape_isRefused_data() {
  QTest::addColumn<qint64>("dim");
  QTest::addColumn<double>("base");
  QTest::addColumn<QString>("notation");
  QTest::addColumn<QString>("part");
  const auto row = [](const char* name, int dim, double base, const char* notation,
                      const char* part) {
    QTest::newRow(name) << qint64(dim) << base << QString(notation) << QString(part);
  };
  row("odd width", 65, 1e4, "", "this is 65");
  row("no width", 0, 1e4, "", "this is 0");
  row("far too wide", 1 << 30, 1e4, "", "this is 1,073,741,824");
  row("base zero", 64, 0, "", "rope_theta is 0");
  row("base infinite", 64, std::numeric_limits<double>::infinity(), "", "rope_theta is inf");
  row("no factor", 64, 1e4, "linear", "linear needs factor");
  row("factor zero", 64, 1e4, "linear~factor~0", "factor is 0; expected a finite number over 0");
  row("factor negative", 64, 1e4, "ntk~factor~-2", "factor is -2");
  row("yarn without any length", 64, 1e4, "yarn~factor~2", std::string(kOriginal).c_str());
  row("dynamic without any length", 64, 1e4, "dynamic~factor~2", "max_position_embeddings");
  row("original with a fraction", 64, 1e4, "yarn~factor~2~original_max_position_embeddings~0.5",
      "is 0.5; expected a whole number");
  row("dynamic on two dimensions", 2, 1e4, "ntk~factor~2", "at least 4 rotary dimensions");
  row("low not below high", 64, 1e4,
      "llama3~factor~8~low_freq_factor~4~high_freq_factor~4"
      "~original_max_position_embeddings~8192",
      "high_freq_factor is 4; expected a number over low_freq_factor");
  row("yarn with base 1", 64, 1, "yarn~factor~2~original_max_position_embeddings~8",
      "a base other than 1");
  row("negative beta", 64, 1e4, "yarn~factor~2~original_max_position_embeddings~8~beta_slow~-1",
      "beta_slow is -1");
  row("truncate 2", 64, 1e4, "yarn~factor~2~original_max_position_embeddings~8~truncate~2",
      "truncate is 2; expected 0 or 1");
  row("a divisor of zero", 4, 1e4,
      "longrope~short_factor~1_0~long_factor~1_1~original_max_position_embeddings~8",
      "short_factor is 0");
  row("lists of the wrong length", 8, 1e4,
      "longrope~short_factor~1_1_1_1~long_factor~1~original_max_position_embeddings~8",
      "long_factor has 1 entry; 8 rotary dimensions need 4");
  row("one list missing", 8, 1e4,
      "longrope~short_factor~1_1_1_1~original_max_position_embeddings~8", "needs long_factor");
  row("original of one token", 4, 1e4,
      "longrope~short_factor~1_1~long_factor~1_1~factor~2~original_max_position_embeddings~1",
      "a length over 1");
  row("two sections", 8, 1e4, "mrope~mrope_section~2_2", "expected three");
  row("sections that do not add up", 8, 1e4, "mrope~mrope_section~2_2_2", "add up to 6");
  row("a base beyond double", 64, 1e300, "ntk~factor~1e300", "no finite frequencies");
}

void RopeScalingTest::impossible_shape_isRefused() {
  QFETCH(qint64, dim);
  QFETCH(double, base);
  QFETCH(QString, notation);
  QFETCH(QString, part);
  const RopeShape shape = shapeOf(dim, base, qPrintable(notation));
  for (const auto arithmetic : {FrequencyArithmetic::fp32, FrequencyArithmetic::fp64}) {
    const auto result = scaledFrequencies(shape, FrequencyForm::power, arithmetic);
    QVERIFY(!result.has_value());
    QVERIFY(result.error().kind == ErrorKind::usage);
    QVERIFY2(english(result.error().text).contains(part), qPrintable(english(result.error().text)));
  }
}

void RopeScalingTest::notation_everyScaling_readsBackEqual() {
  for (const auto& [name, row] : golden().rows) {
    const std::string text = writeRopeScaling(row.shape.scaling);
    const auto read = parseRopeScaling(text);
    QVERIFY2(read.has_value(), name.c_str());
    QCOMPARE(*read, row.shape.scaling);
  }
  RopeScaling hard;
  hard.type = "yarn";
  hard.keyPath = "rope_scaling";
  hard.numbers = {{"factor", 0.1 + 0.2}, {"mscale", -1e-300}, {"beta_fast", 1e22}};
  const std::string text = writeRopeScaling(hard);
  QCOMPARE(text, std::string("yarn~factor~0.30000000000000004~mscale~-1e-300~beta_fast~1e22"));
  hard.keyPath.clear();
  QCOMPARE(*parseRopeScaling(text), hard);
  QCOMPARE(*parseRopeScaling(""), RopeScaling());
  QCOMPARE(*parseRopeScaling("none"), RopeScaling());
  QCOMPARE(parseRopeScaling("su~short_factor~1~long_factor~2")->type, std::string("longrope"));
}

void RopeScalingTest::notation_unreadKeysAndUnknownTypes() {
  RopeScaling extra;
  extra.type = "linear";
  extra.numbers = {{"factor", 8}, {"finetuned", 1}, {"beta_fast", 32}};
  QCOMPARE(writeRopeScaling(extra), std::string("linear~factor~8"));
  RopeScaling unknown;
  unknown.type = "spi~ral \x1B&=";
  QCOMPARE(writeRopeScaling(unknown), std::string("spi-ral----"));
  QVERIFY(!parseRopeScaling(writeRopeScaling(unknown)));
  RopeShape shape;
  shape.scaling = unknown;
  const auto result = scaledFrequencies(shape, FrequencyForm::power, FrequencyArithmetic::fp64);
  QVERIFY(!result.has_value());
  QVERIFY2(english(result.error().text).contains("spi~ral ?&="),
           qPrintable(english(result.error().text)));
}

void RopeScalingTest::notation_hostileText_isRefused_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("part");
  const auto row = [](const char* name, const QByteArray& text, const char* part) {
    QTest::newRow(name) << text << QString(part);
  };
  QString known;
  for (const ScalingRow& scaling : ropeScalings()) {
    known += (known.isEmpty() ? "" : ", ") + QString::fromUtf8(scaling.id.data());
  }
  row("unknown type", "yarm~factor~4", qUtf8Printable("\"yarm\". Expected one of: " + known));
  row("unknown key", "linear~facto~4", "does not read \"facto\". Expected one of: factor");
  row("a key after none", "none~factor~4", "reads no keys");
  row("key without a value", "linear~factor", "\"factor\" has no value");
  row("no number", "linear~factor~x", "\"x\" is no finite number");
  row("empty number", "linear~factor~", "\"\" is no finite number");
  row("infinity", "linear~factor~inf", "\"inf\" is no finite number");
  row("not a number", "linear~factor~nan", "no finite number");
  row("beyond double", "linear~factor~1e999", "no finite number");
  row("a number with a tail", "linear~factor~4x", "no finite number");
  row("a list for a number", "linear~factor~4_5", "\"4_5\" is no finite number");
  row("twice", "linear~factor~4~factor~5", "factor stands twice");
  row("an empty entry", "mrope~mrope_section~16__24", "no finite number");
  row("control characters", "\x1B[2J\xFF~factor~1", "\"?[2J?\"");
  row("a key of zeros", QByteArray("linear~\0~1", 10), "\"?\"");
  row("long key", "linear~" + QByteArray(3000, 'k') + "~1", "kkk...\"");
  row("too long", "linear~factor~" + QByteArray(4096, '1'), "4,110 bytes long; at most 4,096");
  row("only separators", QByteArray(4096, '~'), "no RoPE scaling \"\"");
}

void RopeScalingTest::notation_hostileText_isRefused() {
  QFETCH(QByteArray, text);
  QFETCH(QString, part);
  const auto read = parseRopeScaling(text.toStdString());
  QVERIFY(!read.has_value());
  QVERIFY(read.error().kind == ErrorKind::usage);
  const QString message = english(read.error().text);
  QVERIFY2(message.contains(part), qPrintable(message));
  QVERIFY(message.size() < 300);
}

QTEST_GUILESS_MAIN(RopeScalingTest)
#include "rope_scaling_test.moc"
