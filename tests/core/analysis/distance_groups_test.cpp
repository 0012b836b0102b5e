// Groups of distances: from run to run and one by one they are the same, and the limit is kept.
#include "core/analysis/distance_groups.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numeric/format.h"

using namespace poscope;

namespace {

constexpr std::int64_t kAll = std::int64_t{1} << 40;

DistanceValue roundedTo(const char* format) {
  return [rounding = roundingOf(*findFormat(format))](double n) { return roundTo(rounding, n); };
}

void verifyEqual(const DistanceCounts& left, const DistanceCounts& right) {
  QCOMPARE(left.counted, right.counted);
  QCOMPARE(left.distinct, right.distinct);
  QCOMPARE(left.largestGroup, right.largestGroup);
  QCOMPARE(left.lost, right.lost);
  QCOMPARE(left.firstLost, right.firstLost);
  QVERIFY(left.firstCollision == right.firstCollision);
}

}  // namespace

class DistanceGroupsTest : public QObject {
  Q_OBJECT

 private slots:
  void counts_runByRunAndOneByOne_areTheSame_data() {
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<int>("count");
    for (const NumberFormat& format : numberFormats()) {
      if (format.exponentBits == 0) {
        continue;  // Integers wrap, and so fall again.
      }
      const QByteArray id(format.id.data(), static_cast<qsizetype>(format.id.size()));
      for (const int count : {1, 2, 255, 257, 4096, 70000}) {
        QTest::addRow("%s %d", id.constData(), count) << id << count;
      }
    }
  }
  void counts_runByRunAndOneByOne_areTheSame() {
    QFETCH(QByteArray, format);
    QFETCH(int, count);
    const DistanceValue value = roundedTo(format.constData());
    const DistanceCounts runs = countRuns(value, count, kAll);
    verifyEqual(runs, countEach(value, count, kAll));
    QCOMPARE(runs.counted, std::int64_t{count});
  }

  // PRODUCT A3: 897 of 8192 positions are told apart in bf16, and 257 is the first that is not.
  void counts_bf16_areThePublishedOnes() {
    const DistanceCounts counts = countRuns(roundedTo("bf16"), 8192, kAll);
    QCOMPARE(counts.distinct, std::int64_t{897});
    QVERIFY((counts.firstCollision == std::pair<std::int64_t, std::int64_t>{256, 257}));
    const DistanceCounts fp16 = countRuns(roundedTo("fp16"), 70000, kAll);
    QCOMPARE(fp16.firstLost, std::int64_t{65520});
    QCOMPARE(fp16.lost, std::int64_t{70000 - 65520});
    QCOMPARE(fp16.largestGroup, std::int64_t{70000 - 65520});
  }

  // 4,096 of 2^20 distances: as many numbers as there are and one for each run's length.
  void runs_fewGroups_computeFewNumbers() {
    std::int64_t computed = 0;
    const DistanceValue value = [&](double n) {
      ++computed;
      return std::floor(n / 256);
    };
    QCOMPARE(countRuns(value, 1 << 20, kAll).distinct, std::int64_t{4096});
    QVERIFY2(computed < 4 * 4096, qPrintable(QString::number(computed)));
  }

  void runs_manyGroups_endAtTheLimit() {
    std::int64_t computed = 0;
    const DistanceValue value = [&](double n) {
      ++computed;
      return n;
    };
    const DistanceCounts counts = countRuns(value, 1 << 20, 1000);
    QVERIFY(computed <= 1002);
    QVERIFY(counts.counted >= 990 && counts.counted <= 1000);
    QCOMPARE(counts.distinct, counts.counted);
    QVERIFY(!counts.firstCollision);
  }

  void each_numbersThatComeBack_areOneGroup() {
    const DistanceCounts counts = countEach([](double n) { return std::fmod(n, 3); }, 10, kAll);
    QCOMPARE(counts.distinct, std::int64_t{3});
    QCOMPARE(counts.largestGroup, std::int64_t{4});
    QVERIFY((counts.firstCollision == std::pair<std::int64_t, std::int64_t>{0, 3}));
    QCOMPARE(countEach([](double n) { return n; }, 10, 4).counted, std::int64_t{4});
  }

  void runAt_everyMember_isItsRun() {
    const DistanceValue value = roundedTo("bf16");
    for (std::int64_t n = 0; n < 2000; ++n) {
      const DistanceRun run = runAt(value, 2000, n);
      QVERIFY(run.first <= n && n <= run.last);
      for (const std::int64_t end : {run.first, run.last}) {
        QCOMPARE(value(static_cast<double>(end)), run.value);
      }
      QVERIFY(run.first == 0 || value(static_cast<double>(run.first - 1)) != run.value);
      QVERIFY(run.last == 1999 || value(static_cast<double>(run.last + 1)) != run.value);
    }
  }

  void runs_notANumber_isOneGroup() {
    const DistanceCounts counts = countRuns(
        [](double n) { return n < 5 ? std::numeric_limits<double>::quiet_NaN() : 0.0; }, 9, kAll);
    QCOMPARE(counts.distinct, std::int64_t{2});
    QCOMPARE(counts.lost, std::int64_t{5});
    QCOMPARE(counts.firstLost, std::int64_t{0});
  }
};

QTEST_GUILESS_MAIN(DistanceGroupsTest)
#include "distance_groups_test.moc"
