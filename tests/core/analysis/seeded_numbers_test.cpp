// Numbers from a seed: the same everywhere, and spread evenly.
#include <QtTest>
#include <cmath>
#include <numeric>

#include "core/analysis/seeded_numbers.h"

using namespace poscope;

class SeededNumbersTest : public QObject {
  Q_OBJECT

 private slots:
  // Links and exported figures name the seed: other numbers under it would be another picture. The
  // numbers are those of tests/golden/generate_pages.py.
  void numbers_ofASeed_stayForEver() {
    QCOMPARE(seededNumbers(1, "query", 4), (std::vector<double>{-0.67, 0.2, 0.72, 0.89}));
    QCOMPARE(seededNumbers(1, "word dog", 4), (std::vector<double>{0.7, 0.07, 0.34, -0.56}));
    QCOMPARE(seededNumbers(1, "query", 64)[3], seededNumbers(1, "query", 4)[3]);
  }
  void numbers_ofOtherSeedsAndNames_areOthers() {
    QVERIFY(seededNumbers(1, "query", 8) != seededNumbers(2, "query", 8));
    QVERIFY(seededNumbers(1, "query", 8) != seededNumbers(1, "key", 8));
    QVERIFY(seededNumbers(0, "", 8) != seededNumbers(0, "a", 8));
  }
  // Of 20,100 draws each of 201 values comes about 100 times; the mean of n draws of deviation 0.58
  // lies within 0.58 / sqrt(n) of 0 two times out of three.
  void numbers_areSpreadEvenly() {
    const std::vector<double> numbers = seededNumbers(3, "spread", 20100);
    std::vector<int> counts(201);
    for (const double number : numbers) {
      const double hundredths = number * 100;
      QVERIFY(std::abs(hundredths - std::round(hundredths)) < 1e-12);
      ++counts.at(static_cast<std::size_t>(std::round(hundredths) + 100));
    }
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    QVERIFY(*least > 60 && *most < 145);
    const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / 20100;
    QVERIFY(std::abs(mean) < 4 * 0.58 / std::sqrt(20100));
  }
};

QTEST_GUILESS_MAIN(SeededNumbersTest)
#include "seeded_numbers_test.moc"
