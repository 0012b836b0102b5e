// Inverse frequencies, bit for bit: PIPELINES 10.
#include "core/encoding/frequencies.h"

#include <QtTest>
#include <cmath>

using namespace poscope;

class FrequenciesTest : public QObject {
  Q_OBJECT

 private slots:
  void inFloat_dim128_hasTheGoldenWords();
  void rounded_dim128_hasTheGoldenWords();
  void exact_isTheFormula();
  void wavelength_range_dim128();
  void unfinishedPairs_dim128_areTheLastOnes();
};

namespace {

struct Golden {
  std::size_t pair;
  std::uint32_t fp32;
  std::uint32_t bf16;
  std::uint32_t fp16;
};

constexpr Golden kGolden[] = {{0, 0x3F800000, 0x3F80, 0x3C00},  {1, 0x3F5DAFD7, 0x3F5E, 0x3AED},
                              {2, 0x3F3FF911, 0x3F40, 0x3A00},  {3, 0x3F263DE0, 0x3F26, 0x3932},
                              {4, 0x3F0FF59A, 0x3F10, 0x3880},  {5, 0x3EF953CF, 0x3EF9, 0x37CB},
                              {6, 0x3ED7E89B, 0x3ED8, 0x36BF},  {7, 0x3EBAF81B, 0x3EBB, 0x35D8},
                              {16, 0x3DCCCCCD, 0x3DCD, 0x2E66}, {32, 0x3C23D70A, 0x3C24, 0x211F},
                              {48, 0x3A83126F, 0x3A83, 0x1419}, {62, 0x390BD472, 0x390C, 0x085F},
                              {63, 0x38F22CE2, 0x38F2, 0x0791}};

std::vector<double> frequencies(const char* format) {
  return inverseFrequencies(128, 10000, FrequencyForm::power, roundingOf(*findFormat(format)));
}

}  // namespace

void FrequenciesTest::inFloat_dim128_hasTheGoldenWords() {
  const auto found = frequencies("fp32");
  QCOMPARE(found.size(), std::size_t{64});
  for (const Golden& row : kGolden) {
    QCOMPARE(std::bit_cast<std::uint32_t>(static_cast<float>(found[row.pair])), row.fp32);
  }
}

void FrequenciesTest::rounded_dim128_hasTheGoldenWords() {
  const auto bf16 = frequencies("bf16");
  const auto fp16 = frequencies("fp16");
  for (const Golden& row : kGolden) {
    QCOMPARE(encode(*findFormat("bf16"), bf16[row.pair]), std::uint64_t{row.bf16});
    QCOMPARE(encode(*findFormat("fp16"), fp16[row.pair]), std::uint64_t{row.fp16});
  }
}

void FrequenciesTest::exact_isTheFormula() {
  const auto found = inverseFrequencies(96, 500000, FrequencyForm::power, Rounding{});
  for (std::size_t i = 0; i < found.size(); ++i) {
    QCOMPARE(found[i], std::pow(500000.0, -2.0 * static_cast<double>(i) / 96));
  }
}

void FrequenciesTest::wavelength_range_dim128() {
  const auto found = inverseFrequencies(128, 10000, FrequencyForm::power, Rounding{});
  QVERIFY(std::abs(wavelengthTokens(found.front()) - 6.283185) < 1e-6);
  QVERIFY(std::abs(wavelengthTokens(found.back()) - 54410) < 1);
}

// A wavelength 2 pi b^(2i/d) is over n where i > d/2 ln(n / 2 pi) / ln b: by hand 45.03 at base
// 10,000 and 31.6 at base 500,000 for n = 4,096.
void FrequenciesTest::unfinishedPairs_dim128_areTheLastOnes() {
  const auto unfinished = [](double base, double tokens) {
    return unfinishedPairs(inverseFrequencies(128, base, FrequencyForm::power, Rounding{}), tokens);
  };
  QCOMPARE(unfinished(10000, 4096), std::int64_t{18});
  QCOMPARE(unfinished(500000, 4096), std::int64_t{32});
  QCOMPARE(unfinished(10000, 6), std::int64_t{64});
  QCOMPARE(unfinished(10000, 7), std::int64_t{63});
  QCOMPARE(unfinished(10000, 54410), std::int64_t{1});
  QCOMPARE(unfinished(10000, 54411), std::int64_t{0});
}

QTEST_GUILESS_MAIN(FrequenciesTest)
#include "frequencies_test.moc"
