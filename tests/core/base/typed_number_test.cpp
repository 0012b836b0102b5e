// Numbers as people type them and as pages print them.
#include <QtTest>

#include "core/base/numbers.h"

using namespace poscope;

class TypedNumberTest : public QObject {
  Q_OBJECT

 private slots:
  void parseTyped_whatPeopleWrite_isRead_data();
  void parseTyped_whatPeopleWrite_isRead();
  void parseTyped_whatIsNoNumber_isRefused_data();
  void parseTyped_whatIsNoNumber_isRefused();
  void parseTyped_whatPagesPrint_readsBack();
};

void TypedNumberTest::parseTyped_whatPeopleWrite_isRead_data() {
  QTest::addColumn<QString>("typed");
  QTest::addColumn<double>("number");
  struct Row {
    const char* typed;
    double number;
  };
  for (const Row& row : {Row{"8192", 8192},
                         {"8k", 8192},
                         {"16 k", 16384},
                         {"16,384", 16384},
                         {"1,048,576", 1048576},
                         {"16 384", 16384},
                         {"16\u2009384", 16384},
                         {"16\u202f384", 16384},
                         {"16\u00a0384", 16384},
                         {"-16,384.5", -16384.5},
                         {"\u22128", -8},
                         {"4096*2", 8192},
                         {"4096 × 2", 8192},
                         {"2 * 3 * 4", 24},
                         {"4k*2", 8192},
                         {"2^17", 131072},
                         {"2 ^ 13", 8192},
                         {"2\u00b9\u00b3", 8192},
                         {"2\u207b\u2075", 0.03125},
                         {"2^-5", 0.03125},
                         {"1e5", 100000},
                         {"1e\u221207", 1e-07},
                         {"1.5×10\u207b\u2077", 1.5e-07},
                         {"3 * 10^2", 300},
                         {"0.5", 0.5},
                         {"８１９２", 8192},
                         {" 4096 ", 4096}}) {
    QTest::addRow("'%s'", row.typed) << QString::fromUtf8(row.typed) << row.number;
  }
}

void TypedNumberTest::parseTyped_whatPeopleWrite_isRead() {
  QFETCH(QString, typed);
  const auto number = parseTyped(typed.toStdString());
  QVERIFY(number.has_value());
  QTEST(*number, "number");
}

void TypedNumberTest::parseTyped_whatIsNoNumber_isRefused_data() {
  QTest::addColumn<QString>("typed");
  // A comma that stands for no group may be a decimal one: what is meant is not guessed.
  for (const char* typed :
       {"", "eight", "0,5", "1,5", "1,38", "16,38", "1,3840", "16,384,5", "12 34", "4096*", "*2",
        "2^", "8kk", "nan", "inf", "1e400", "2^2000", "0x10", "16.384.000"}) {
    QTest::addRow("'%s'", typed) << QString::fromUtf8(typed);
  }
}

void TypedNumberTest::parseTyped_whatIsNoNumber_isRefused() {
  QFETCH(QString, typed);
  QVERIFY(!parseTyped(typed.toStdString()).has_value());
}

void TypedNumberTest::parseTyped_whatPagesPrint_readsBack() {
  for (const double number : {0.0, 4096.0, -4095.0, 16777216.0, 0.1, -1234567.5, 1e-07, 1e30}) {
    QCOMPARE(parseTyped(exactText(number)).value(), number);
    QCOMPARE(parseTyped(exactDecimal(number)).value(), number);
  }
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{999}, std::int64_t{1048576}}) {
    QCOMPARE(parseTyped(groupedInteger(number)).value(), static_cast<double>(number));
    QCOMPARE(parseTyped(groupedInteger(number, "\u2009")).value(), static_cast<double>(number));
  }
  QCOMPARE(parseTyped(powerOfTwoText(8192)).value(), 8192.0);
}

QTEST_GUILESS_MAIN(TypedNumberTest)
#include "typed_number_test.moc"
