// Number formats: every code of the narrow ones, golden roundings from exact rational arithmetic,
// and the facts of PIPELINES 8 and of the public cases.
#include "core/numeric/format.h"

#include <QFile>
#include <QtTest>
#include <cmath>
#include <limits>
#include <map>

using namespace poscope;

namespace {

// Equal, or both NaN; the signs of zeros count.
bool sameNumber(double left, double right) {
  return (std::isnan(left) && std::isnan(right)) ||
         std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

double readNumber(const QByteArray& text) {
  return std::strtod(text.constData(), nullptr);
}

// The rows of a golden file without its comments, split at tabs.
QList<QList<QByteArray>> goldenRows(const char* name) {
  QFile file(QStringLiteral(POSCOPE_TEST_DATA "/../golden/") + QLatin1String(name));
  QList<QList<QByteArray>> rows;
  if (!file.open(QIODevice::ReadOnly)) {
    qFatal("no file %s", name);
  }
  while (!file.atEnd()) {
    const QByteArray line = file.readLine().trimmed();
    if (!line.startsWith('#')) {
      rows.append(line.split('\t'));
    }
  }
  return rows;
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
  void decode_everyCode_isTheValueOfMlDtypes();
  void roundTo_castsOfMlDtypesAndNumPy_hold();
  void codes_everyNarrowFormat_roundTripInOrder_data();
  void codes_everyNarrowFormat_roundTripInOrder();
  void fp32_sampledDoubles_equalTheHardwareCast();
  void bf16_sampledFloats_equalTheBitTrickOfPyTorch();
  void facts_ofTheTable_data();
  void facts_ofTheTable();
  void e4m3fn_endOfRange_isNanUnlessSaturating();
  void fp16_endOfRange();
  void neighbours_areTheNextCodes_data();
  void neighbours_areTheNextCodes();
  void neighbours_landmarks();
  void rounding_everyFormat_isTheNearestOfBothNeighbours_data();
  void rounding_everyFormat_isTheNearestOfBothNeighbours();
  void fnuz_hasOneZeroAndNanAtTheOther();
  void e8m0fnu_losesZeroAndNegativeNumbers();
  void saturatingFormats_keepTheirEndAndLoseNan();
  void int16_wraps();
  void dtypeWords_findTheirFormat();
  void formatsAt_followTheRows();
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

// Every code of every format of up to 16 bits; codes.tsv lists runs of one step.
void FormatTest::decode_everyCode_isTheValueOfMlDtypes() {
  std::map<std::string, std::uint64_t> codes;
  for (const QList<QByteArray>& cells : goldenRows("codes.tsv")) {
    QCOMPARE(cells.size(), 5);
    const NumberFormat& row = format(cells[0].constData());
    const std::uint64_t first = cells[1].toULongLong();
    const std::uint64_t count = cells[2].toULongLong();
    QCOMPARE(first, codes[cells[0].toStdString()]);  // No code is left out.
    for (std::uint64_t k = 0; k < count; ++k) {
      // -0.0 leaves the first value as it is, also -0.
      const double offset = k == 0 ? -0.0 : static_cast<double>(k) * readNumber(cells[4]);
      const double wanted = readNumber(cells[3]) + offset;
      const double value = decode(row, first + k);
      QVERIFY2(sameNumber(value, wanted), cells.join(' ').constData());
      // Symmetric quantisers leave the code below their lowest number.
      if (value >= lowestNumber(row) || std::isinf(value)) {
        QCOMPARE(encode(row, value), first + k);
      }
    }
    codes[cells[0].toStdString()] += count;
  }
  for (const NumberFormat& row : numberFormats()) {
    const std::string id(row.id);
    QCOMPARE(codes[id], row.storageBits > 16 ? 0 : std::uint64_t{1} << row.codeBits());
  }
}

void FormatTest::roundTo_castsOfMlDtypesAndNumPy_hold() {
  const char* const ids[] = {"e4m3fn", "e5m2", "e4m3fnuz", "e5m2fnuz", "e8m0fnu",
                             "e3m2",   "e2m3", "e2m1",     "int16"};
  const QList<QList<QByteArray>> rows = goldenRows("casts.tsv");
  QVERIFY(rows.size() > 3000);
  for (const QList<QByteArray>& cells : rows) {
    QCOMPARE(cells.size(), 10);
    qsizetype at = 1;
    for (const char* id : ids) {
      const double stored = roundTo(roundingOf(format(id)), readNumber(cells[0]));
      QVERIFY2(sameNumber(stored, readNumber(cells[at])),
               qPrintable(QString("%1 of %2: %3").arg(id, cells[0]).arg(stored)));
      ++at;
    }
  }
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
  const std::uint64_t half = 1ULL << (row.codeBits() - row.signBits());
  double before = -1;
  int nans = 0;
  for (std::uint64_t code = 0; code < half; ++code) {
    const double value = decode(row, code);
    if (std::isnan(value)) {
      ++nans;
      continue;
    }
    QVERIFY(value > before);
    before = value;
    QCOMPARE(encode(row, value), code);
    QVERIFY(sameNumber(roundTo(rounding, value), value));
    if (row.sign == Sign::separate && !(code == 0 && row.zero == Zero::positive)) {
      const double negative = decode(row, code | half);
      QVERIFY(sameNumber(negative, -value));
      QCOMPARE(encode(row, negative), code | half);
    }
  }
  const int expectedNans = row.specials == SpecialValues::nanLast ? 1
                           : row.hasInfinity()                    ? (1 << row.fractionBits) - 1
                                                                  : 0;
  QCOMPARE(nans, expectedNans);
  QCOMPARE(before,
           row.hasInfinity() ? std::numeric_limits<double>::infinity() : largestNumber(row));
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
        Row{"e5m2", 57344, 6.103515625e-05, 1.52587890625e-05, 8},
        Row{"e4m3fnuz", 240, 0x1p-7, 0x1p-10, 16}, Row{"e5m2fnuz", 57344, 0x1p-15, 0x1p-17, 8},
        Row{"e8m0fnu", 0x1p127, 0x1p-127, 0x1p-127, -1}, Row{"e3m2", 28, 0.25, 0.0625, 8},
        Row{"e2m3", 7.5, 1, 0.125, 7}, Row{"e2m1", 6, 1, 0.5, 4}, Row{"int16", 32767, 1, 1, 32767},
        Row{"int8", 127, 1, 1, 127}, Row{"int4", 7, 1, 1, 7}}) {
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
  for (double back = std::min(last, 100000.0); back >= 0; --back) {
    const double integer = last - back;
    QCOMPARE(roundTo(rounding, integer), integer);
  }
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

void FormatTest::neighbours_areTheNextCodes_data() {
  codes_everyNarrowFormat_roundTripInOrder_data();
}

void FormatTest::neighbours_areTheNextCodes() {
  QFETCH(QString, id);
  const NumberFormat& row = format(qPrintable(id));
  const std::uint64_t last = encode(row, largestNumber(row));
  for (std::uint64_t code = 0; code < last; ++code) {
    const double low = decode(row, code);
    const double high = decode(row, code + 1);
    QCOMPARE(numberAbove(row, low), high);
    QCOMPARE(numberBelow(row, high), low);
    const double middle = low + (high - low) / 3;
    QCOMPARE(numberAbove(row, middle), high);
    QCOMPARE(numberBelow(row, middle), low);
    QCOMPARE(spacingAt(row, low), high - low);
    QCOMPARE(spacingAt(row, middle), high - low);
    if (row.sign != Sign::none) {
      QCOMPARE(numberAbove(row, -high), low == 0 ? 0.0 : -low);
      QCOMPARE(numberBelow(row, -low), -high);
      QCOMPARE(numberAbove(row, -middle), low == 0 ? 0.0 : -low);
      QCOMPARE(spacingAt(row, -middle), high - low);
    }
  }
  // At the largest number, and beyond it, the distance to the one before.
  const double step = largestNumber(row) - decode(row, last - 1);
  QCOMPARE(spacingAt(row, largestNumber(row)), step);
  QCOMPARE(spacingAt(row, 2 * largestNumber(row)), step);
  QCOMPARE(numberBelow(row, 2 * largestNumber(row)), largestNumber(row));
  QCOMPARE(numberAbove(row, 2 * lowestNumber(row) - largestNumber(row)), lowestNumber(row));
  QCOMPARE(std::isinf(numberAbove(row, largestNumber(row))), row.hasInfinity());
  QCOMPARE(std::isinf(numberBelow(row, lowestNumber(row))), row.hasInfinity());
  QCOMPARE(std::isnan(numberAbove(row, largestNumber(row))), !row.hasInfinity());
  QCOMPARE(std::isnan(numberBelow(row, lowestNumber(row))), !row.hasInfinity());
}

void FormatTest::neighbours_landmarks() {
  QVERIFY(std::isnan(numberAbove(format("e4m3fn"), 448)));
  QVERIFY(std::isinf(numberAbove(format("fp16"), 65504)));
  QCOMPARE(numberBelow(format("bf16"), 4095), 4080.0);
  QCOMPARE(numberAbove(format("bf16"), 4095), 4096.0);
  QCOMPARE(spacingAt(format("fp16"), 16384), 16.0);
  QCOMPARE(spacingAt(format("bf16"), 15962), 64.0);
}

void FormatTest::rounding_everyFormat_isTheNearestOfBothNeighbours_data() {
  QTest::addColumn<QString>("id");
  for (const NumberFormat& each : numberFormats()) {
    if (!roundingOf(each).exact()) {
      QTest::newRow(std::string(each.id).c_str()) << QString::fromStdString(std::string(each.id));
    }
  }
}

// Against neighbours that are found by code, not by arithmetic; also the directed roundings.
void FormatTest::rounding_everyFormat_isTheNearestOfBothNeighbours() {
  QFETCH(QString, id);
  const NumberFormat& row = format(qPrintable(id));
  const Rounding rounding = roundingOf(row);
  const double largest = largestNumber(row);
  std::uint64_t state = 3;
  for (int k = 0; k < 20000; ++k) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const double unit = std::ldexp(static_cast<double>(state >> 11), -53);
    const double x = (k % 2 == 0 ? unit : std::exp2(-8 * unit)) * largest *
                     (k % 3 == 0 && row.sign != Sign::none ? -1 : 1);
    if (!(x > lowestNumber(row) && x < largest) || roundTo(rounding, x) == x) {
      continue;
    }
    const double below = numberBelow(row, x);
    const double above = numberAbove(row, x);
    QVERIFY(below < x && x < above);
    const double stored = roundTo(rounding, x);
    QVERIFY(stored == (x - below < above - x ? below : above) || x - below == above - x);
    QCOMPARE(roundToward(row, x, Direction::downward), below);
    QCOMPARE(roundToward(row, x, Direction::upward), above);
    QCOMPARE(roundToward(row, x, Direction::towardZero), x > 0 ? below : above);
    QCOMPARE(spacingAt(row, x), above - below);
  }
}

void FormatTest::fnuz_hasOneZeroAndNanAtTheOther() {
  for (const char* id : {"e4m3fnuz", "e5m2fnuz"}) {
    const NumberFormat& row = format(id);
    const Rounding rounding = roundingOf(row);
    QVERIFY(sameNumber(roundTo(rounding, -0.0), 0.0));
    QVERIFY(sameNumber(roundTo(rounding, -1e-9), 0.0));
    QVERIFY(std::isnan(decode(row, 0x80)));
    QCOMPARE(encode(row, std::nan("")), std::uint64_t{0x80});
    QCOMPARE(encode(row, -0.0), std::uint64_t{0});
    QCOMPARE(hexOf(row, encode(row, largestNumber(row))), std::string("0x7F"));
    QVERIFY(std::isnan(roundTo(rounding, std::numeric_limits<double>::infinity())));
    QCOMPARE(roundTo(roundingOf(row, Overflow::saturate), -1e30), -largestNumber(row));
  }
  QCOMPARE(roundTo(roundingOf(format("e4m3fnuz")), 247.9), 240.0);
  QVERIFY(std::isnan(roundTo(roundingOf(format("e4m3fnuz")), 248)));
}

void FormatTest::e8m0fnu_losesZeroAndNegativeNumbers() {
  const NumberFormat& row = format("e8m0fnu");
  const Rounding rounding = roundingOf(row);
  for (const double lost : {0.0, -0.0, -1.0, -1e-300, -HUGE_VAL, HUGE_VAL, 0x1.8p127}) {
    QVERIFY2(std::isnan(roundTo(rounding, lost)), qPrintable(QString::number(lost)));
  }
  QCOMPARE(roundTo(roundingOf(row, Overflow::saturate), HUGE_VAL), 0x1p127);
  QVERIFY(std::isnan(roundTo(roundingOf(row, Overflow::saturate), 0)));
  // A tie goes up, whatever the code; what is too small becomes the smallest number.
  for (int k = -127; k < 127; ++k) {
    const double power = std::ldexp(1.0, k);
    QCOMPARE(roundTo(rounding, 1.5 * power), 2 * power);
    QCOMPARE(roundTo(rounding, std::nextafter(1.5 * power, 0.0)), power);
  }
  QCOMPARE(roundTo(rounding, 1e-300), 0x1p-127);
  QCOMPARE(roundToward(row, 1e-300, Direction::downward), 0x1p-127);
  QVERIFY(std::isnan(roundToward(row, -3, Direction::upward)));
  QCOMPARE(encode(row, std::nan("")), std::uint64_t{0xFF});
  QCOMPARE(bitsOf(row, 0x80).size(), std::size_t{8});
  QVERIFY(bitsOf(row, 0x80).front().part == BitPart::exponent);
  QCOMPARE(spacingAt(row, 0), 0x1p-127);
  QCOMPARE(spacingAt(row, 0x1p127), 0x1p126);
  QVERIFY(std::isnan(spacingAt(row, -1)));
}

void FormatTest::saturatingFormats_keepTheirEndAndLoseNan() {
  for (const char* id : {"e3m2", "e2m3", "e2m1"}) {
    const NumberFormat& row = format(id);
    const Rounding rounding = roundingOf(row);
    for (const double x : {largestNumber(row), 1e9, HUGE_VAL}) {
      QCOMPARE(roundTo(rounding, x), largestNumber(row));
      QCOMPARE(roundTo(rounding, -x), -largestNumber(row));
    }
    QVERIFY(std::isnan(roundTo(rounding, std::nan(""))));
    QVERIFY(!row.hasNan() && !row.hasInfinity());
    QVERIFY(sameNumber(roundTo(rounding, -1e-9), -0.0));
  }
}

// Fractions to nearest even, then modulo 2^16.
void FormatTest::int16_wraps() {
  const NumberFormat& row = format("int16");
  const Rounding rounding = roundingOf(row);
  std::uint64_t state = 11;
  for (int k = 0; k < 300000; ++k) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    // Up to 2^62 in either direction, with and without fractions.
    const double x = std::ldexp(static_cast<double>(static_cast<std::int64_t>(state)), -(k % 64));
    const auto wanted = static_cast<std::int16_t>(std::llrint(x));
    QVERIFY2(sameNumber(roundTo(rounding, x), static_cast<double>(wanted)),
             qPrintable(QString::number(x, 'g', 17)));
  }
  for (const double multiple : {0x1p80, -0x1.8p67, 0x1p68 + 0x1p20, 0x1p1000, 0x1.fffffep122}) {
    QCOMPARE(roundTo(rounding, multiple), 0.0);
  }
  QVERIFY(std::isnan(roundTo(rounding, HUGE_VAL)));
  QVERIFY(std::isnan(roundTo(rounding, std::nan(""))));
  const Rounding saturating = roundingOf(row, Overflow::saturate);
  QCOMPARE(roundTo(saturating, 40000), 32767.0);
  QCOMPARE(roundTo(saturating, -HUGE_VAL), -32768.0);
  QCOMPARE(roundToward(row, 32767.5, Direction::upward), -32768.0);
  QCOMPARE(roundToward(row, 65535.5, Direction::downward), -1.0);
  QCOMPARE(roundToward(row, 65535.5, Direction::towardZero, Overflow::saturate), 32767.0);
  QCOMPARE(hexOf(row, encode(row, -32768)), std::string("0x8000"));
  QCOMPARE(numberBelow(row, -32767), -32768.0);
}

void FormatTest::dtypeWords_findTheirFormat() {
  struct Row {
    const char *word, *id;
  };
  for (const Row& row :
       {Row{"bfloat16", "bf16"}, Row{"half", "fp16"}, Row{"float", "fp32"}, Row{"double", "fp64"},
        Row{"float8_e4m3fnuz", "e4m3fnuz"}, Row{"float8_e8m0fnu", "e8m0fnu"},
        Row{"float6_e3m2fn", "e3m2"}, Row{"float4_e2m1fn", "e2m1"}}) {
    QCOMPARE(findFormatByDtype(row.word), &format(row.id));
  }
  // No model is cast to integers; a short word is no dtype.
  for (const char* word : {"", "int16", "int8", "bf16", "auto"}) {
    QVERIFY(findFormatByDtype(word) == nullptr);
  }
}

void FormatTest::formatsAt_followTheRows() {
  using Ids = std::vector<std::string>;
  QCOMPARE(formatsAt(kAtModel, true), (Ids{"fp32", "fp16", "bf16"}));
  QCOMPARE(formatsAt(kAtPosition, true), (Ids{"tf32", "fp16", "bf16", "e4m3fn"}));
  const auto offers = [](unsigned place, const char* id) {
    const Ids ids = formatsAt(place);
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  QVERIFY(offers(kAtPosition, "int16"));
  QVERIFY(!offers(kAtOperation, "int16"));
  QVERIFY(!offers(kAtModel, "e8m0fnu"));
  QVERIFY(offers(kAtStorage, "e8m0fnu"));
  for (const NumberFormat& each : numberFormats()) {
    QVERIFY(offers(kAtPosition, std::string(each.id).c_str()));
    QVERIFY((each.first & ~(each.offered | kAtProduct)) == 0);
  }
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
