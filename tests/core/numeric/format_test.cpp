// Number formats: every code of the narrow ones, golden roundings from exact rational arithmetic,
// and the facts of PIPELINES 8 and of the public cases.
#include "core/numeric/format.h"

#include <QFile>
#include <QtTest>
#include <cmath>
#include <limits>

using namespace poscope;

namespace {

bool sameNumber(double left, double right) {
  return (std::isnan(left) && std::isnan(right)) ||
         std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

const NumberFormat& format(const char* id) {
  const NumberFormat* found = findFormat(id);
  if (found == nullptr) {
    qFatal("no format %s", id);
  }
  return *found;
}

}  // namespace

class FormatTest : public QObject {
  Q_OBJECT

 private slots:
  void roundTo_golden_holds();
  void codes_everyNarrowFormat_roundTripInOrder_data();
  void codes_everyNarrowFormat_roundTripInOrder();
  void fp32_sampledDoubles_equalTheHardwareCast();
  void bf16_sampledFloats_equalTheBitTrickOfPyTorch();
  void facts_ofTheTable_data();
  void facts_ofTheTable();
  void e4m3fn_endOfRange_isNanUnlessSaturating();
  void fp16_endOfRange();
  void neighbours_areTheNextCodes();
  void directed_roundings_encloseTheNumber();
  void bits_4064InBf16_areThoseOfThePicture();
  void scaledIntegers_quantiseSymmetrically();
  void stage_product_isTheFloatProduct();
};

void FormatTest::roundTo_golden_holds() {
  QFile file(QStringLiteral(POSCOPE_TEST_DATA "/../golden/rounding.tsv"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  file.readLine();
  int rows = 0;
  while (!file.atEnd()) {
    const QList<QByteArray> cells = file.readLine().trimmed().split('\t');
    QCOMPARE(cells.size(), 3);
    const double input = std::strtod(cells[1].constData(), nullptr);
    const double wanted = std::strtod(cells[2].constData(), nullptr);
    const double stored = roundTo(roundingOf(format(cells[0].constData())), input);
    QVERIFY2(sameNumber(stored, wanted), cells.join(' ').constData());
    ++rows;
  }
  QCOMPARE(rows, 8 * 204);
}

void FormatTest::codes_everyNarrowFormat_roundTripInOrder_data() {
  QTest::addColumn<QString>("id");
  for (const NumberFormat& each : numberFormats()) {
    if (each.codeBits() <= 19) {
      QTest::newRow(std::string(each.id).c_str()) << QString::fromStdString(std::string(each.id));
    }
  }
}

// Every code decodes to a number that encodes to it and rounds to itself; numbers ascend with their
// codes.
void FormatTest::codes_everyNarrowFormat_roundTripInOrder() {
  QFETCH(QString, id);
  const NumberFormat& row = format(qPrintable(id));
  const Rounding rounding = roundingOf(row);
  const bool integer = row.kind == FormatKind::scaledInteger;
  const std::uint64_t signBit = 1ULL << (row.codeBits() - 1);
  double before = -1;
  int nans = 0;
  for (std::uint64_t code = 0; code < signBit; ++code) {
    const double value = decode(row, code);
    if (std::isnan(value)) {
      ++nans;
      continue;
    }
    QVERIFY(value > before);
    before = value;
    QCOMPARE(encode(row, value), code);
    QVERIFY(sameNumber(roundTo(rounding, value), value));
    if (!integer) {
      const double negative = decode(row, code | signBit);
      QVERIFY(sameNumber(negative, -value));
      QCOMPARE(encode(row, negative), code | signBit);
    }
  }
  const int expectedNans = integer                                  ? 0
                           : row.specials == SpecialValues::nanOnly ? 1
                                                                    : (1 << row.fractionBits) - 1;
  QCOMPARE(nans, expectedNans);
  const bool infinite = row.specials == SpecialValues::ieee;
  QCOMPARE(before, infinite ? std::numeric_limits<double>::infinity() : largestNumber(row));
}

void FormatTest::fp32_sampledDoubles_equalTheHardwareCast() {
  const Rounding rounding = roundingOf(format("fp32"));
  std::uint64_t state = 1;
  for (int k = 0; k < 2000000; ++k) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const double x = std::bit_cast<double>(state ^ (state >> 29));
    const double wanted = static_cast<double>(static_cast<float>(x));
    QVERIFY2(sameNumber(roundTo(rounding, x), wanted), qPrintable(QString::number(x, 'g', 17)));
  }
}

// f32 -> bf16 in PyTorch: add 0x7FFF + ((bits >> 16) & 1), take the high half (PIPELINES 8.2).
void FormatTest::bf16_sampledFloats_equalTheBitTrickOfPyTorch() {
  const Rounding rounding = roundingOf(format("bf16"));
  for (std::uint64_t wide = 0; wide < 0x7F800000ULL; wide += 641) {
    const auto bits = static_cast<std::uint32_t>(wide);
    const std::uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16) & 1U)) & 0xFFFF0000U;
    const double wanted = static_cast<double>(std::bit_cast<float>(rounded));
    const double stored = roundTo(rounding, static_cast<double>(std::bit_cast<float>(bits)));
    QVERIFY2(sameNumber(stored, wanted), qPrintable(QString::number(bits, 16)));
  }
}

void FormatTest::facts_ofTheTable_data() {
  QTest::addColumn<QString>("id");
  QTest::addColumn<double>("largest");
  QTest::addColumn<double>("smallestNormal");
  QTest::addColumn<double>("smallest");
  QTest::addColumn<qint64>("lastExact");
  struct Row {
    const char* id;
    double largest, normal, smallest;
    qint64 lastExact;
  };
  for (const Row& row :
       {Row{"fp64", 0x1.fffffffffffffp1023, 0x1p-1022, 0x1p-1074, qint64{1} << 53},
        Row{"fp32", 3.4028234663852886e38, 1.1754943508222875e-38, 1.401298464324817e-45, 16777216},
        Row{"tf32", 3.4011621342146535e38, 1.1754943508222875e-38, 0x1p-136, 2048},
        Row{"fp16", 65504, 6.103515625e-05, 5.960464477539063e-08, 2048},
        Row{"bf16", 3.3895313892515355e38, 1.1754943508222875e-38, 9.183549615799121e-41, 256},
        Row{"e4m3fn", 448, 0.015625, 0.001953125, 16},
        Row{"e5m2", 57344, 6.103515625e-05, 1.52587890625e-05, 8}, Row{"int8", 127, 1, 1, 127},
        Row{"int4", 7, 1, 1, 7}}) {
    QTest::newRow(row.id) << QString(row.id) << row.largest << row.normal << row.smallest
                          << row.lastExact;
  }
}

void FormatTest::facts_ofTheTable() {
  QFETCH(QString, id);
  const NumberFormat& row = format(qPrintable(id));
  QTEST(largestNumber(row), "largest");
  QTEST(smallestNormal(row), "smallestNormal");
  QTEST(smallestPositive(row), "smallest");
  QTEST(qint64{lastExactInteger(row)}, "lastExact");
  const auto last = static_cast<double>(lastExactInteger(row));
  const Rounding rounding = roundingOf(row);
  QCOMPARE(roundTo(rounding, last), last);
  if (row.id != "fp64") {
    QVERIFY(roundTo(rounding, last + 1) != last + 1);
  }
}

void FormatTest::e4m3fn_endOfRange_isNanUnlessSaturating() {
  const NumberFormat& row = format("e4m3fn");
  const Rounding plain = roundingOf(row);
  for (const double x : {447.0, 448.0, 456.0, 464.0}) {
    QCOMPARE(roundTo(plain, x), 448.0);
  }
  for (const double x : {465.0, 479.0, 480.0, 1e9, std::numeric_limits<double>::infinity()}) {
    QVERIFY(std::isnan(roundTo(plain, x)));
    QCOMPARE(roundTo(roundingOf(row, Overflow::saturate), -x), -448.0);
  }
  QCOMPARE(encode(row, 448), std::uint64_t{0x7E});
  QCOMPARE(encode(row, std::nan("")), std::uint64_t{0x7F});
}

void FormatTest::fp16_endOfRange() {
  const Rounding rounding = roundingOf(format("fp16"));
  QCOMPARE(roundTo(rounding, 65519.0), 65504.0);
  QVERIFY(std::isinf(roundTo(rounding, 65520.0)));
  QCOMPARE(roundTo(rounding, 0x1p-25), 0.0);
  QCOMPARE(roundTo(rounding, 0x1.00001p-25), 0x1p-24);
}

void FormatTest::neighbours_areTheNextCodes() {
  for (const char* id : {"fp16", "bf16", "e4m3fn", "e5m2", "int8"}) {
    const NumberFormat& row = format(id);
    const std::uint64_t last = encode(row, largestNumber(row));
    for (std::uint64_t code = 0; code < last; ++code) {
      const double low = decode(row, code);
      const double high = decode(row, code + 1);
      QCOMPARE(numberAbove(row, low), high);
      QCOMPARE(numberBelow(row, high), low);
      QCOMPARE(numberAbove(row, -high), low == 0 ? 0.0 : -low);
      const double middle = low + (high - low) / 3;
      QCOMPARE(numberAbove(row, middle), high);
      QCOMPARE(numberBelow(row, middle), low);
    }
  }
  QVERIFY(std::isnan(numberAbove(format("e4m3fn"), 448)));
  QVERIFY(std::isinf(numberAbove(format("fp16"), 65504)));
  QCOMPARE(numberBelow(format("bf16"), 4095), 4080.0);
  QCOMPARE(numberAbove(format("bf16"), 4095), 4096.0);
  QCOMPARE(spacingAt(format("fp16"), 16384), 16.0);
  QCOMPARE(spacingAt(format("bf16"), 15962), 64.0);
}

void FormatTest::directed_roundings_encloseTheNumber() {
  for (const char* id : {"fp32", "fp16", "bf16", "e5m2"}) {
    const NumberFormat& row = format(id);
    for (const double x : {0.1, -0.1, 257.0, -257.0, 4095.0, 1e-9, -3.3, 1000.1}) {
      const double down = roundToward(row, x, Direction::downward);
      const double up = roundToward(row, x, Direction::upward);
      const double cut = roundToward(row, x, Direction::towardZero);
      QVERIFY(down <= x && x <= up);
      QCOMPARE(cut, x > 0 ? down : up);
      QVERIFY(up == down || numberAbove(row, down) == up);
    }
  }
  QCOMPARE(roundToward(format("fp16"), 1e6, Direction::towardZero), 65504.0);
  QCOMPARE(roundToward(format("fp16"), 1e6, Direction::downward), 65504.0);
  QVERIFY(std::isinf(roundToward(format("fp16"), 1e6, Direction::upward)));
  for (const Direction direction :
       {Direction::nearestEven, Direction::towardZero, Direction::upward, Direction::downward}) {
    QCOMPARE(roundToward(format("fp16"), 1e6, direction, Overflow::saturate), 65504.0);
    QCOMPARE(roundToward(format("int8"), -300, direction), -127.0);
    QCOMPARE(roundToward(format("int8"), 4095, direction), 127.0);
  }
}

void FormatTest::bits_4064InBf16_areThoseOfThePicture() {
  const NumberFormat& row = format("bf16");
  QCOMPARE(hexOf(row, encode(row, 4064)), std::string("0x457E"));
  std::string bits;
  int exponents = 0;
  for (const Bit& bit : bitsOf(row, encode(row, 4064))) {
    bits += bit.set ? '1' : '0';
    exponents += bit.part == BitPart::exponent ? 1 : 0;
  }
  QCOMPARE(bits, std::string("0100010101111110"));
  QCOMPARE(exponents, 8);
}

void FormatTest::scaledIntegers_quantiseSymmetrically() {
  const NumberFormat& row = format("int8");
  const double scale = symmetricScale(row, 1.0);
  const Rounding rounding = roundingOf(row, Overflow::ofFormat, scale);
  QCOMPARE(roundTo(rounding, 1.0), 1.0);
  QCOMPARE(roundTo(rounding, -5.0), -1.0);
  double worst = 0;
  for (int k = -1000; k <= 1000; ++k) {
    worst = std::max(worst, std::abs(roundTo(rounding, k / 1000.0) - k / 1000.0));
  }
  QVERIFY(worst <= scale / 2 * (1 + 1e-12));
  QVERIFY(worst > scale / 2 * 0.9);
  QCOMPARE(encode(row, -scale, scale), std::uint64_t{0xFF});
  QCOMPARE(decode(row, 0xFF, scale), -scale);
}

void FormatTest::stage_product_isTheFloatProduct() {
  const Rounding fp32 = roundingOf(format("fp32"));
  std::uint64_t state = 7;
  for (int k = 0; k < 200000; ++k) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const float a = static_cast<float>(state >> 40);
    const float b = std::ldexp(static_cast<float>((state >> 8) & 0xFFFFFF), -24);
    const volatile float product = a * b;
    QCOMPARE(stageProduct(fp32, static_cast<double>(a), static_cast<double>(b)),
             static_cast<double>(product));
  }
}

QTEST_GUILESS_MAIN(FormatTest)
#include "format_test.moc"
