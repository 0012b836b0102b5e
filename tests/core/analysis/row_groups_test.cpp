#include "core/analysis/row_groups.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analysis/table_row.h"

using namespace poscope;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const SameRows kTrusted = [](std::int64_t, std::int64_t) { return true; };

std::int64_t distinct(std::vector<std::uint64_t> hashes) {
  std::sort(hashes.begin(), hashes.end());
  return std::unique(hashes.begin(), hashes.end()) - hashes.begin();
}

PhaseRows tableOf(const std::vector<std::vector<double>>& cosines) {
  PhaseRows table;
  table.rows = static_cast<std::int64_t>(cosines.size());
  table.pairs = static_cast<std::int64_t>(cosines.front().size());
  for (const std::vector<double>& row : cosines) {
    table.cosines.insert(table.cosines.end(), row.begin(), row.end());
    table.sines.insert(table.sines.end(), row.size(), 0.25);
  }
  return table;
}

}  // namespace

class RowGroupsTest : public QObject {
  Q_OBJECT

 private slots:
  void countGroups_equalHashes_areOneGroup();
  void countGroups_equalHashesOfOtherRows_areToldApart();
  void countGroups_comparesThePairThatItTells();
  void hash_ofRowsThatDifferInOnePair_isAnother();
  void hash_ofRowsThatDifferInTwoEntriesOfAWideRow_isAnother();
  void sameRow_comparesEveryNumber();
};

void RowGroupsTest::countGroups_equalHashes_areOneGroup() {
  const UniqueVerdict verdict = countGroups({7, 5, 7, 9, 7, 9}, 100, kTrusted);
  QCOMPARE(verdict.total, std::int64_t{6});
  QCOMPARE(verdict.distinct, std::int64_t{3});
  QCOMPARE(verdict.unshared, std::int64_t{1});
  QCOMPARE(verdict.largestGroup, std::int64_t{3});
  QCOMPARE(verdict.firstCollision->first, std::int64_t{100});
  QCOMPARE(verdict.firstCollision->second, std::int64_t{102});
  QVERIFY(verdict.state == VerdictState::bad);
}

// Rows 0 and 2 differ although their hashes agree.
void RowGroupsTest::countGroups_equalHashesOfOtherRows_areToldApart() {
  const SameRows same = [](std::int64_t k, std::int64_t other) { return k != 0 || other != 2; };
  const UniqueVerdict alone = countGroups({7, 5, 7}, 0, same);
  QCOMPARE(alone.distinct, std::int64_t{3});
  QVERIFY(!alone.firstCollision);
  QVERIFY(alone.state == VerdictState::good);

  const UniqueVerdict verdict = countGroups({7, 5, 7, 7}, 0, same);
  QCOMPARE(verdict.distinct, std::int64_t{3});
  QCOMPARE(verdict.firstCollision->first, std::int64_t{0});
  QCOMPARE(verdict.firstCollision->second, std::int64_t{3});
}

void RowGroupsTest::countGroups_comparesThePairThatItTells() {
  std::vector<std::pair<std::int64_t, std::int64_t>> compared;
  const UniqueVerdict verdict =
      countGroups({1, 2, 3, 2, 1}, 2048, [&](std::int64_t k, std::int64_t other) {
        compared.emplace_back(k, other);
        return true;
      });
  QCOMPARE(compared.size(), std::size_t{1});
  QCOMPARE(compared.front(), (std::pair<std::int64_t, std::int64_t>{1, 3}));
  QCOMPARE(verdict.firstCollision->first, std::int64_t{2049});
}

// 2^21 rows of one pair, all of numbers with few bits, as a low format has them: the chance of a
// single agreement is 2^-23 if the bits are mixed well.
void RowGroupsTest::hash_ofRowsThatDifferInOnePair_isAnother() {
  std::vector<std::uint64_t> hashes;
  for (int c = 0; c < 2048; ++c) {
    for (int s = 0; s < 1024; ++s) {
      const double cosine = (c < 1024 ? 1 : -1) * (512 + c % 1024) / 2048.0;
      const double sine = std::ldexp(1.0 + (s % 128) / 128.0, -(s / 128));
      hashes.push_back(rowHash({&cosine, &sine, &cosine, &sine, 1}));
    }
  }
  QCOMPARE(distinct(hashes), std::int64_t{1} << 21);
}

// 19 pairs: whole lanes and a rest. Two entries far from each other change in small steps.
void RowGroupsTest::hash_ofRowsThatDifferInTwoEntriesOfAWideRow_isAnother() {
  std::vector<double> cosines(19, 1);
  std::vector<double> sines(19, 0);
  std::vector<std::uint64_t> hashes;
  for (const auto& [entry, other] : {std::pair{0, 8}, {3, 18}, {7, 7}, {16, 2}}) {
    for (int k = 1; k <= 512; ++k) {
      for (int j = 1; j <= 256; ++j) {
        cosines[static_cast<std::size_t>(entry)] = 1 - k / 1024.0;
        sines[static_cast<std::size_t>(other)] = j / 512.0;
        hashes.push_back(rowHash({cosines.data(), sines.data(), cosines.data(), sines.data(), 19}));
      }
    }
    cosines[static_cast<std::size_t>(entry)] = 1;
    sines[static_cast<std::size_t>(other)] = 0;
  }
  QCOMPARE(distinct(hashes), std::int64_t{4 * 512 * 256});
}

void RowGroupsTest::sameRow_comparesEveryNumber() {
  const PhaseRows table = tableOf(
      {{1, kNan, 0.5}, {1, -kNan, 0.5}, {1, 0, 0.5}, {1, -0.0, 0.5}, {1, 0, 0.5 + 0x1p-53}});
  QVERIFY(sameRow(table, 0, table, 1));
  QVERIFY(sameRow(table, 2, table, 3));
  QVERIFY(!sameRow(table, 0, table, 2));
  QVERIFY(!sameRow(table, 3, table, 4));
  PhaseRows turned = table;
  turned.sines.back() = 0.5;
  QVERIFY(!sameRow(table, 4, turned, 4));
}

QTEST_APPLESS_MAIN(RowGroupsTest)
#include "row_groups_test.moc"
