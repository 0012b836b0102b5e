// sineCosine: facts, its bound against quad precision, correct rounding to fp32, the same bits on
// every path.
#include "core/numeric/trig.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

#include "tests/core/numeric/quad_reference.h"
#include "tests/core/numeric/trig_exceptions.h"
#include "tests/core/numeric/trig_loops.h"

// QVERIFY2 that builds its message only when it fails: these checks run a million times.
#define POSCOPE_VERIFY_AT(condition, angle) \
  if (!(condition))                         \
  QFAIL(QByteArray(#condition " at ") + hex(angle))

namespace poscope::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool sameBits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

QByteArray hex(double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%a", value);
  return text.data();
}

// Doubles of [0, 2^31): uniform, and uniform in the exponent from 2^-40 on.
std::vector<double> randomAngles(int count) {
  std::mt19937_64 random(20261129);
  std::vector<double> angles;
  for (int i = 0; i < count; ++i) {
    const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
    const int exponent = static_cast<int>(random() % 71) - 40;
    angles.push_back(unit * kTrigMaxAngle);
    angles.push_back(std::ldexp(1.0 + unit, exponent));
  }
  return angles;
}

// Positions at which the formats of this program begin to fail, and the ends of the ranges.
std::vector<double> namedPositions() {
  return {255,  256,   257,   258,    2047,    2048,     2049,     2050,
          4095, 65519, 65520, 131071, 1048576, 16777215, 16777216, 16777217};
}

}  // namespace

class TrigTest : public QObject {
  Q_OBJECT

 private slots:
  void facts_handComputedValues_areWithinTheBound_data();
  void facts_handComputedValues_areWithinTheBound();
  void specialValues_nanAndInfinity_giveNan();
  void specialValues_zeros_keepTheirSign();
  void beyondTheRange_finiteAngles_stayFiniteThenGiveNan();
  void symmetry_negativeAngle_mirrorsBitForBit();
  void bound_randomAngles_holdsUpToTwoToThe31();
  void bound_nearMultiplesOfQuarterPi_holdsUpToTwoToThe31();
  void rounding_sampledFloats_areCorrectToTwoToThe24();
  void rounding_aroundPowersOfTwo_isCorrect();
  void rounding_namedPositions_isCorrect();
  void rounding_listedExceptions_areExactlyAsListed();
  void loops_everyInstructionSetAndLength_giveTheScalarBits();

 private:
  void checkBound(const std::vector<double>& angles);
  void checkRounding(float angleRad);
};

void TrigTest::facts_handComputedValues_areWithinTheBound_data() {
  QTest::addColumn<double>("angle");
  QTest::addColumn<double>("sine");
  QTest::addColumn<double>("cosine");
  // From mpmath at 300 bits.
  QTest::newRow("1") << 1.0 << 0.8414709848078965066525023 << 0.5403023058681397174009366;
  QTest::newRow("4095") << 4095.0 << -0.9978212103769744024662482 << -0.06597599655806489628937361;
  QTest::newRow("65519") << 65519.0 << -0.8844011595029939606538412 << -0.4667275319388816976826069;
  QTest::newRow("2^24") << 0x1p24 << -0.7795636732177777522047961 << 0.6263229832915329174936824;
  QTest::newRow("2^24+1") << 16777217.0 << 0.1058325673475436397319149
                          << 0.9943839639136522397685478;
  QTest::newRow("2^31") << 0x1p31 << -0.9713101757929392428251452 << 0.2378161945728033571536873;
}

void TrigTest::facts_handComputedValues_areWithinTheBound() {
  QFETCH(double, angle);
  QFETCH(double, sine);
  QFETCH(double, cosine);
  const SineCosine both = sineCosine(angle);
  // The literals themselves are rounded to double: half a unit more.
  QVERIFY(std::abs(both.sine - sine) <= kTrigMaxError + 0x1p-54);
  QVERIFY(std::abs(both.cosine - cosine) <= kTrigMaxError + 0x1p-54);
}

void TrigTest::specialValues_nanAndInfinity_giveNan() {
  for (const double angle : {kNan, kInfinity, -kInfinity}) {
    const SineCosine both = sineCosine(angle);
    QVERIFY(std::isnan(both.sine));
    QVERIFY(std::isnan(both.cosine));
    QVERIFY(std::isnan(sineFloat(static_cast<float>(angle))));
    QVERIFY(std::isnan(cosineFloat(static_cast<float>(angle))));
  }
}

void TrigTest::specialValues_zeros_keepTheirSign() {
  for (const double zero : {0.0, -0.0}) {
    const SineCosine both = sineCosine(zero);
    QVERIFY(sameBits(both.sine, zero));
    QVERIFY(sameBits(both.cosine, 1.0));
  }
  // Below 2^-27 the sine of a double is the double.
  for (const double tiny : {0x1p-27, 0x1p-149, 0x1p-1022, 0x1p-1074}) {
    QVERIFY(sameBits(sineCosine(tiny).sine, tiny));
    QVERIFY(sameBits(sineCosine(-tiny).sine, -tiny));
  }
}

void TrigTest::beyondTheRange_finiteAngles_stayFiniteThenGiveNan() {
  std::mt19937_64 random(2);
  for (int exponent = 31; exponent < 1024; ++exponent) {
    for (int i = 0; i < 1000; ++i) {
      const double mantissa = 1.0 + static_cast<double>(random() >> 12) * 0x1p-52;
      const double angle = std::ldexp(mantissa, exponent);
      const SineCosine both = sineCosine(angle);
      const bool asPromised = angle < kTrigNoAngle
                                  ? std::abs(both.sine) <= 1.0 && std::abs(both.cosine) <= 1.0
                                  : std::isnan(both.sine) && std::isnan(both.cosine);
      POSCOPE_VERIFY_AT(asPromised, angle);
    }
  }
  QVERIFY(std::isfinite(sineCosine(std::nextafter(kTrigNoAngle, 0.0)).sine));
  QVERIFY(std::isnan(sineCosine(kTrigNoAngle).sine));
}

void TrigTest::symmetry_negativeAngle_mirrorsBitForBit() {
  for (const double angle : randomAngles(50000)) {
    const SineCosine plus = sineCosine(angle);
    const SineCosine minus = sineCosine(-angle);
    POSCOPE_VERIFY_AT(sameBits(minus.sine, -plus.sine) && sameBits(minus.cosine, plus.cosine),
                      angle);
  }
}

#ifdef POSCOPE_HAVE_QUADMATH

void TrigTest::checkBound(const std::vector<double>& angles) {
  SineCosine largest{};
  for (const double angle : angles) {
    const SineCosine error = absoluteError(angle, sineCosine(angle));
    POSCOPE_VERIFY_AT(error.sine <= kTrigMaxError && error.cosine <= kTrigMaxError, angle);
    largest = {std::max(largest.sine, error.sine), std::max(largest.cosine, error.cosine)};
  }
  qInfo("largest error in units of 2^-53: sine %.4f, cosine %.4f", largest.sine * 0x1p53,
        largest.cosine * 0x1p53);
}

void TrigTest::bound_randomAngles_holdsUpToTwoToThe31() {
  checkBound(randomAngles(150000));
}

void TrigTest::bound_nearMultiplesOfQuarterPi_holdsUpToTwoToThe31() {
  // 2^31 / (pi/4), downwards.
  constexpr std::int64_t kLastQuarters = 2734261102;
  std::mt19937_64 random(1);
  std::vector<double> angles{kTrigMaxAngle, std::nextafter(kTrigMaxAngle, 0.0)};
  for (int i = 0; i < 100000; ++i) {
    // A quarter of them small, down to the first multiples.
    const auto limit = static_cast<std::uint64_t>(i % 4 == 0 ? 4096 : kLastQuarters);
    const double angle = nearQuarterPi(static_cast<std::int64_t>(random() % limit));
    angles.insert(angles.end(), {angle, std::nextafter(angle, 0.0), std::nextafter(angle, 1e10)});
  }
  checkBound(angles);
}

// One angle and its negative; where the list has the angle, the test of the list checks it.
void TrigTest::checkRounding(float angleRad) {
  const SineCosineFloat correct = correctlyRounded(static_cast<double>(angleRad));
  const auto listed = [&](TrigFunction function) {
    return std::any_of(kTrigExceptions.begin(), kTrigExceptions.end(), [&](const auto& e) {
      return e.function == function && e.angleRad == angleRad;
    });
  };
  POSCOPE_VERIFY_AT(sineFloat(angleRad) == correct.sine || listed(TrigFunction::sine),
                    static_cast<double>(angleRad));
  POSCOPE_VERIFY_AT(cosineFloat(angleRad) == correct.cosine || listed(TrigFunction::cosine),
                    static_cast<double>(angleRad));
  POSCOPE_VERIFY_AT(sineFloat(-angleRad) == -sineFloat(angleRad), static_cast<double>(angleRad));
  POSCOPE_VERIFY_AT(cosineFloat(-angleRad) == cosineFloat(angleRad), static_cast<double>(angleRad));
}

void TrigTest::rounding_sampledFloats_areCorrectToTwoToThe24() {
  constexpr std::uint32_t kStride = 1009;
  const auto last = std::bit_cast<std::uint32_t>(0x1p24f);
  for (std::uint32_t bits = 0; bits <= last; bits += kStride) {
    checkRounding(std::bit_cast<float>(bits));
    if (QTest::currentTestFailed()) {
      return;
    }
  }
}

void TrigTest::rounding_aroundPowersOfTwo_isCorrect() {
  for (int exponent = -30; exponent <= 24; ++exponent) {
    const auto middle = std::bit_cast<std::uint32_t>(std::ldexp(1.0f, exponent));
    for (std::uint32_t bits = middle - 64; bits <= middle + (exponent < 24 ? 64u : 0u); ++bits) {
      checkRounding(std::bit_cast<float>(bits));
      if (QTest::currentTestFailed()) {
        return;
      }
    }
  }
}

void TrigTest::rounding_namedPositions_isCorrect() {
  for (const double position : namedPositions()) {
    const SineCosineFloat given = sineCosineFloat(position);
    const SineCosineFloat correct = correctlyRounded(position);
    POSCOPE_VERIFY_AT(given.sine == correct.sine && given.cosine == correct.cosine, position);
  }
}

void TrigTest::rounding_listedExceptions_areExactlyAsListed() {
  for (const TrigException& e : kTrigExceptions) {
    const bool isSine = e.function == TrigFunction::sine;
    const SineCosineFloat correct = correctlyRounded(static_cast<double>(e.angleRad));
    QCOMPARE(isSine ? correct.sine : correct.cosine, e.correct);
    QCOMPARE(isSine ? sineFloat(e.angleRad) : cosineFloat(e.angleRad), e.given);
    QCOMPARE(isSine ? -sineFloat(-e.angleRad) : cosineFloat(-e.angleRad), e.given);
    // A wrong rounding is the neighbour of the right one.
    QVERIFY(std::nextafter(e.given, e.correct) == e.correct && e.given != e.correct);
  }
}

#else

void TrigTest::checkBound(const std::vector<double>&) {}
void TrigTest::checkRounding(float) {}
void TrigTest::bound_randomAngles_holdsUpToTwoToThe31() {
  QSKIP("needs libquadmath");
}
void TrigTest::bound_nearMultiplesOfQuarterPi_holdsUpToTwoToThe31() {
  QSKIP("needs libquadmath");
}
void TrigTest::rounding_sampledFloats_areCorrectToTwoToThe24() {
  QSKIP("needs libquadmath");
}
void TrigTest::rounding_aroundPowersOfTwo_isCorrect() {
  QSKIP("needs libquadmath");
}
void TrigTest::rounding_namedPositions_isCorrect() {
  QSKIP("needs libquadmath");
}
void TrigTest::rounding_listedExceptions_areExactlyAsListed() {
  QSKIP("needs libquadmath");
}

#endif

void TrigTest::loops_everyInstructionSetAndLength_giveTheScalarBits() {
  std::vector<double> angles = randomAngles(20000);
  const std::vector<double> named = namedPositions();
  angles.insert(angles.begin(), {0.0, -0.0, kInfinity, -kInfinity, kNan, 0x1p-1074, 0x1p49, 0x1p50,
                                 std::numeric_limits<double>::max()});
  angles.insert(angles.end(), named.begin(), named.end());
  std::vector<double> sine(angles.size());
  std::vector<double> cosine(angles.size());
  // Every length to 67 takes each loop through its tails; then all angles at once.
  std::vector<std::size_t> lengths{angles.size()};
  for (std::size_t length = 0; length <= 67; ++length) {
    lengths.push_back(length);
  }
  for (const TrigLoop<double>& loop : usableTrigLoops<double>()) {
    for (const std::size_t length : lengths) {
      std::fill(sine.begin(), sine.end(), 2.0);
      loop.run(angles.data(), sine.data(), cosine.data(), length);
      for (std::size_t i = 0; i < length; ++i) {
        const SineCosine scalar = scalarSineCosine(angles[i]);
        if (!sameBits(sine[i], scalar.sine) || !sameBits(cosine[i], scalar.cosine)) {
          QFAIL(QByteArray(loop.name) + " at " + hex(angles[i]));
        }
      }
      QVERIFY(length == sine.size() || sine[length] == 2.0);
    }
  }
}

}  // namespace poscope::test

QTEST_GUILESS_MAIN(poscope::test::TrigTest)
#include "trig_test.moc"
