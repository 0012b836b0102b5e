// Slices choose what Python's choose; the rows are those of range(length)[slice].
#include <QtTest>

#include "core/base/slice.h"

using namespace poscope;

class TestSlice : public QObject {
  Q_OBJECT

 private slots:
  void choosesAsPython_data();
  void choosesAsPython();
  void everySmallSlice_choosesWhatSteppingFinds();
  void noSlice_isRefused_data();
  void noSlice_isRefused();
};

namespace {

QString indices(const IndexRange& range) {
  QStringList words;
  for (std::int64_t i = 0; i < range.count; ++i) {
    words << QString::number(range.first + i * range.step);
  }
  return words.join(' ');
}

}  // namespace

void TestSlice::choosesAsPython_data() {
  QTest::addColumn<int>("length");
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* text, int length, const char* expected) {
    QTest::newRow(text) << length << QString(expected);
  };
  row(":", 3, "0 1 2");
  row("0:4", 10, "0 1 2 3");
  row(" : 2", 10, "0 1");
  row("8:", 10, "8 9");
  row("-2:", 10, "8 9");
  row(":-8", 10, "0 1");
  row("::4", 10, "0 4 8");
  row("::-4", 10, "9 5 1");
  row("5:1:-2", 10, "5 3");
  row("5:100", 7, "5 6");
  row("-100:2", 7, "0 1");
  row("4:2", 7, "");
  row("3", 7, "3");
  row("-1", 7, "6");
  row("+2:+3", 7, "2");
  row("7", 7, "(none)");
  row("-8", 7, "(none)");
  row("::0", 7, "(none)");
  row("0", 0, "(none)");
  row(":", 0, "");
  row("::9223372036854775807", 7, "0");
  row("::-9223372036854775808", 7, "6");
  row("-9223372036854775808:9223372036854775807:3", 7, "0 3 6");
}

void TestSlice::choosesAsPython() {
  QFETCH(int, length);
  const auto slice = parseSlice(QTest::currentDataTag());
  QVERIFY(slice.has_value());
  const auto range = rangeOf(*slice, length);
  QTEST(range ? indices(*range) : QString("(none)"), "expected");
}

// Python's definition, index by index: from the start in steps, until the stop is reached.
void TestSlice::everySmallSlice_choosesWhatSteppingFinds() {
  for (int length = 0; length <= 4; ++length) {
    for (int start = -6; start <= 6; ++start) {
      for (int stop = -6; stop <= 6; ++stop) {
        for (const int step : {-3, -2, -1, 1, 2, 3}) {
          const auto from = [&](int end) { return end < 0 ? end + length : end; };
          QStringList expected;
          const int first = step > 0 ? std::max(from(start), 0) : std::min(from(start), length - 1);
          for (int i = first;
               step > 0 ? i < std::min(from(stop), length) : i > std::max(from(stop), -1);
               i += step) {
            expected << QString::number(i);
          }
          const auto range = rangeOf({start, stop, step, false}, length);
          QVERIFY(range.has_value());
          QCOMPARE(indices(*range), expected.join(' '));
        }
      }
    }
  }
}

void TestSlice::noSlice_isRefused_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"", " ", "a", "1:b", "1.5", "1:2:3:4", "1 2", "0x3", "--1", "+-1",
                           "99999999999999999999:"}) {
    QTest::newRow(text) << QString(text);
  }
}

void TestSlice::noSlice_isRefused() {
  QFETCH(QString, text);
  QVERIFY(!parseSlice(text.toStdString()));
}

QTEST_GUILESS_MAIN(TestSlice)
#include "slice_test.moc"
