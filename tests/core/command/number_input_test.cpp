// Decimals of any length and the other spellings of numbers that `poscope round` takes.
#include <QtTest>
#include <bit>
#include <cmath>
#include <limits>

#include "core/command/number_input.h"

using namespace poscope;

class TestNumberInput : public QObject {
  Q_OBJECT

 private slots:
  void decimalNearest_isTheDoubleThatStrtodReads();
  void decimalOfDouble_isExact();
  void decimalMinus_isExact_data();
  void decimalMinus_isExact();
  void decimalCompare_ordersSignsAndMagnitudes();
  void toOdd_keepsDoublesAndMakesOthersOdd();
  void spellings_data();
  void spellings();
  void badSpellings_areUsageErrorsThatNameTheText_data();
  void badSpellings_areUsageErrorsThatNameTheText();
  void stored_roundsTheDecimalItself_data();
  void stored_roundsTheDecimalItself();
  void storageError_isTheExactDifference();
};

namespace {

Decimal decimal(const char* text) {
  const auto number = Decimal::parse(text);
  if (!number) {
    qFatal("no decimal: %s", text);
  }
  return *number;
}

double storedIn(const char* format, const char* text, Direction direction = Direction::nearestEven,
                Overflow overflow = Overflow::ofFormat, double scale = 1) {
  const auto input = readNumberInput(text);
  return input ? storedNumber(*findFormat(format), *input, {direction, overflow, scale}) : 12345.0;
}

bool same(double left, double right) {
  return (std::isnan(left) && std::isnan(right)) ||
         std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

void TestNumberInput::decimalNearest_isTheDoubleThatStrtodReads() {
  for (const char* text : {"0.1", "-0", "1e23", "9007199254740993", "5e-324", "2e-324", "3e-324",
                           "1.7976931348623157e308", "1.7976931348623159e308", "1e-400", "-1e400",
                           "123456789.123456789123456789", ".5", "5.", "+7"}) {
    QVERIFY2(same(decimal(text).nearest(), std::strtod(text, nullptr)), text);
  }
}

void TestNumberInput::decimalOfDouble_isExact() {
  for (const double number : {0.1, -1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0, 1048576.5}) {
    QVERIFY(same(Decimal::of(number).nearest(), number));
  }
  QCOMPARE(Decimal::of(0.1).compare(
               decimal("0.1000000000000000055511151231257827021181583404541015625")),
           0);
}

void TestNumberInput::decimalMinus_isExact_data() {
  QTest::addColumn<QString>("left");
  QTest::addColumn<QString>("right");
  QTest::addColumn<QString>("difference");
  QTest::newRow("borrow") << "1000"
                          << "0.001"
                          << "999.999";
  QTest::newRow("carry") << "999.5"
                         << "-0.5"
                         << "1000";
  QTest::newRow("swap") << "0.001"
                        << "1000"
                        << "-999.999";
  QTest::newRow("both negative") << "-5"
                                 << "-7"
                                 << "2";
  QTest::newRow("far apart") << "1e30"
                             << "1e-30"
                             << "999999999999999999999999999999.999999999999999999999999999999";
  QTest::newRow("zero left") << "0"
                             << "2.5"
                             << "-2.5";
  QTest::newRow("zero right") << "2.5"
                              << "0"
                              << "2.5";
}

void TestNumberInput::decimalMinus_isExact() {
  QFETCH(QString, left);
  QFETCH(QString, right);
  QFETCH(QString, difference);
  const Decimal result =
      decimal(left.toUtf8().constData()).minus(decimal(right.toUtf8().constData()));
  QCOMPARE(result.compare(decimal(difference.toUtf8().constData())), 0);
  QVERIFY(decimal("3").minus(decimal("3.000")).isZero());
}

void TestNumberInput::decimalCompare_ordersSignsAndMagnitudes() {
  const char* ascending[] = {"-1e9", "-10.1", "-10", "-1e-9", "0", "1e-9", "0.5", "0.50001", "12"};
  for (std::size_t i = 1; i < std::size(ascending); ++i) {
    QCOMPARE(decimal(ascending[i - 1]).compare(decimal(ascending[i])), -1);
    QCOMPARE(decimal(ascending[i]).compare(decimal(ascending[i - 1])), 1);
  }
  QCOMPARE(decimal("-0").compare(decimal("0")), 0);
}

void TestNumberInput::toOdd_keepsDoublesAndMakesOthersOdd() {
  QCOMPARE(decimal("257").toOdd(), 257.0);
  for (const char* text :
       {"0.1", "257.00000000000000001", "-256.99999999999999999", "1e400", "1e-400"}) {
    const double odd = decimal(text).toOdd();
    QVERIFY2((std::bit_cast<std::uint64_t>(odd) & 1) != 0, text);
    QVERIFY(decimal(text).atMost() == odd || decimal(text).atLeast() == odd);
  }
  QVERIFY(decimal("257.00000000000000001").toOdd() > 257.0);
}

void TestNumberInput::spellings_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<double>("value");
  QTest::newRow("k") << "8k" << 8192.0;
  QTest::newRow("M with fraction") << "0.5M" << 524288.0;
  QTest::newRow("G negative") << "-2G" << -2147483648.0;
  QTest::newRow("power of two") << "2^17" << 131072.0;
  QTest::newRow("power below one") << "2^-3" << 0.125;
  QTest::newRow("hex float") << "0x1.8p3" << 12.0;
  QTest::newRow("hex float, sign and capitals") << "-0X.8P-1" << -0.25;
  QTest::newRow("hex integer") << "0xFF" << 255.0;
  QTest::newRow("hex float beyond") << "0x1p2000" << kInfinity;
  QTest::newRow("blanks") << "  7 " << 7.0;
  QTest::newRow("exponent") << "1E+3" << 1000.0;
  QTest::newRow("infinity") << "-inf" << -kInfinity;
  QTest::newRow("infinity, long") << "Infinity" << kInfinity;
  QTest::newRow("nan") << "nan" << std::numeric_limits<double>::quiet_NaN();
}

void TestNumberInput::spellings() {
  QFETCH(QString, text);
  QFETCH(double, value);
  const auto input = readNumberInput(text.toStdString());
  QVERIFY(input.has_value());
  QVERIFY(same(input->exact ? input->exact->nearest() : input->special, value));
  QCOMPARE(input->text, text.trimmed().toStdString());
}

void TestNumberInput::badSpellings_areUsageErrorsThatNameTheText_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"",
                           "abc",
                           "1,5",
                           "1e",
                           "1e99999",
                           "--1",
                           "0x",
                           "0x1p",
                           "0x1p-1080",
                           "8kk",
                           "2^",
                           "2^9999",
                           ".",
                           "1 2",
                           "infinit",
                           "1e-9223372036854775808",
                           "0x1p-2147483648",
                           "1e+-2",
                           "0x1p+-2",
                           "k"}) {
    QTest::addRow("'%s'", text) << QString(text);
  }
}

void TestNumberInput::badSpellings_areUsageErrorsThatNameTheText() {
  QFETCH(QString, text);
  const auto input = readNumberInput(text.toStdString());
  QVERIFY(!input.has_value());
  QCOMPARE(input.error().kind, ErrorKind::usage);
  QVERIFY(renderPlain(input.error().text, Language::english).find(text.toStdString()) !=
          std::string::npos);
}

void TestNumberInput::stored_roundsTheDecimalItself_data() {
  QTest::addColumn<QString>("format");
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("direction");
  QTest::addColumn<double>("stored");
  const int nearest = static_cast<int>(Direction::nearestEven);
  const int up = static_cast<int>(Direction::upward);
  const int down = static_cast<int>(Direction::downward);
  const int zero = static_cast<int>(Direction::towardZero);
  QTest::newRow("tie to even") << "bf16"
                               << "257" << nearest << 256.0;
  QTest::newRow("just above the tie, no double") << "bf16"
                                                 << "257.00000000000000001" << nearest << 258.0;
  QTest::newRow("just below the tie, no double") << "bf16"
                                                 << "258.99999999999999999" << nearest << 258.0;
  QTest::newRow("just above a number, upward") << "bf16"
                                               << "256.00000000000000000001" << up << 258.0;
  QTest::newRow("just above a number, downward") << "bf16"
                                                 << "256.00000000000000000001" << down << 256.0;
  QTest::newRow("negative toward zero") << "bf16"
                                        << "-257.9" << zero << -256.0;
  QTest::newRow("fp32 near its tie") << "fp32"
                                     << "16777217.0000000000000001" << nearest << 16777218.0;
  QTest::newRow("fp64 upward") << "fp64"
                               << "0.1" << up << 0.1;
  QTest::newRow("fp64 downward") << "fp64"
                                 << "0.1" << down << std::nextafter(0.1, 0.0);
  QTest::newRow("fp64 toward zero, negative") << "fp64"
                                              << "-0.1" << zero << std::nextafter(-0.1, 0.0);
  QTest::newRow("fp64 beyond, toward zero")
      << "fp64"
      << "1e400" << zero << std::numeric_limits<double>::max();
  QTest::newRow("fp16 overflow") << "fp16"
                                 << "65520" << nearest << kInfinity;
  QTest::newRow("fp16 just below overflow") << "fp16"
                                            << "65519.9999999999999999999" << nearest << 65504.0;
  QTest::newRow("tiny upward") << "bf16"
                               << "1e-400" << up << std::ldexp(1.0, -133);
  QTest::newRow("int8 tie") << "int8"
                            << "2.5" << nearest << 2.0;
  QTest::newRow("int8 just above the tie") << "int8"
                                           << "2.50000000000000000001" << nearest << 3.0;
}

void TestNumberInput::stored_roundsTheDecimalItself() {
  QFETCH(QString, format);
  QFETCH(QString, text);
  QFETCH(int, direction);
  QFETCH(double, stored);
  const double result = storedIn(format.toUtf8().constData(), text.toUtf8().constData(),
                                 static_cast<Direction>(direction));
  QVERIFY2(same(result, stored), qPrintable(QString::number(result, 'g', 17)));
}

void TestNumberInput::storageError_isTheExactDifference() {
  QCOMPARE(storageError(*readNumberInput("0.1"), 0.1), 5.5511151231257827e-18);
  QCOMPARE(storageError(*readNumberInput("257"), 256.0), -1.0);
  QCOMPARE(storageError(*readNumberInput("257.00000000000000001"), 258.0), 0.99999999999999999);
  QCOMPARE(storageError(*readNumberInput("1e6"), kInfinity), kInfinity);
  QCOMPARE(storageError(*readNumberInput("inf"), kInfinity), 0.0);
}

QTEST_GUILESS_MAIN(TestNumberInput)
#include "number_input_test.moc"
