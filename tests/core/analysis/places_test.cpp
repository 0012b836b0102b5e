// Counts of positions that share a place: against brute force, and against PIPELINES 9 and 0.
#include "core/analysis/places.h"

#include <QtTest>
#include <cmath>
#include <map>

using namespace poscope;

namespace {

PlaceCounts bruteForce(const NumberFormat& format, std::int64_t first, std::int64_t last) {
  const Rounding rounding =
      roundingOf(format, Overflow::ofFormat, symmetricScale(format, static_cast<double>(last)));
  PlaceCounts counts;
  std::map<std::uint64_t, std::vector<std::int64_t>> groups;
  for (std::int64_t at = first; at <= last; ++at) {
    const double place = roundTo(rounding, static_cast<double>(at));
    const double key = std::isnan(place) ? std::nan("") : place + 0.0;
    groups[std::bit_cast<std::uint64_t>(key)].push_back(at);
    counts.total += 1;
    counts.exact += place == static_cast<double>(at) ? 1 : 0;
    counts.lost += std::isfinite(place) ? 0 : 1;
  }
  counts.distinct = static_cast<std::int64_t>(groups.size());
  for (const auto& [key, members] : groups) {
    const auto size = static_cast<std::int64_t>(members.size());
    counts.largestGroup = std::max(counts.largestGroup, size);
    counts.unshared += size == 1 && std::isfinite(std::bit_cast<double>(key)) ? 1 : 0;
    if (size > 1 && (!counts.firstCollision || members[0] < counts.firstCollision->first)) {
      counts.firstCollision = std::pair{members[0], members[1]};
    }
  }
  return counts;
}

}  // namespace

class PlacesTest : public QObject {
  Q_OBJECT

 private slots:
  void counts_everyFormat_equalBruteForce_data();
  void counts_everyFormat_equalBruteForce();
  void counts_published_data();
  void counts_published();
  void counts_everyLengthUpTo20000_equalClosedForm();
  void countEach_manyLengths_equalsCount();
  void groupOf_landmarks_haveThePublishedSizes();
  void fp16_overflow_isLostAndCountedOnce();
  void e8m0fnu_position0_isLost();
  void int16_beyond65536_comesBackToEveryPlace();
};

void PlacesTest::counts_everyFormat_equalBruteForce_data() {
  QTest::addColumn<QString>("format");
  QTest::addColumn<qint64>("first");
  QTest::addColumn<qint64>("last");
  for (const NumberFormat& format : numberFormats()) {
    const QString id =
        QString::fromUtf8(format.id.data(), static_cast<qsizetype>(format.id.size()));
    for (const auto& [first, last] : {std::pair<qint64, qint64>{0, 1},
                                      {0, 255},
                                      {0, 256},
                                      {0, 257},
                                      {0, 2049},
                                      {0, 4095},
                                      {255, 258},
                                      {4000, 4095},
                                      {65500, 65540},
                                      {131000, 131071},
                                      {0, 70000},
                                      {32000, 33000},
                                      {65530, 200000}}) {
      QTest::addRow("%s %lld..%lld", qPrintable(id), first, last) << id << first << last;
    }
  }
}

void PlacesTest::counts_everyFormat_equalBruteForce() {
  QFETCH(QString, format);
  QFETCH(qint64, first);
  QFETCH(qint64, last);
  const NumberFormat& row = *findFormat(format.toStdString());
  const PlaceCounts wanted = bruteForce(row, first, last);
  const PlaceCounts found = Places(row, first, last).count();
  QCOMPARE(found.total, wanted.total);
  QCOMPARE(found.exact, wanted.exact);
  QCOMPARE(found.distinct, wanted.distinct);
  QCOMPARE(found.largestGroup, wanted.largestGroup);
  QCOMPARE(found.unshared, wanted.unshared);
  QCOMPARE(found.lost, wanted.lost);
  QVERIFY(found.firstCollision == wanted.firstCollision);
}

void PlacesTest::counts_published_data() {
  QTest::addColumn<QString>("format");
  QTest::addColumn<qint64>("context");
  QTest::addColumn<qint64>("exact");
  QTest::addColumn<qint64>("distinct");
  QTest::addColumn<qint64>("largest");
  QTest::addColumn<qint64>("unshared");
  struct Row {
    const char* format;
    qint64 context, exact, distinct, largest, unshared;
  };
  // PIPELINES 0 and 9; cases A02 and A04.
  for (const Row& row : {Row{"bf16", 256, 256, 256, 1, 256},
                         {"bf16", 512, 384, 385, 3, 321},
                         {"bf16", 1024, 512, 513, 5, 320},
                         {"bf16", 2048, 640, 641, 9, 320},
                         {"bf16", 4096, 768, 769, 17, 320},
                         {"bf16", 8192, 896, 897, 33, 320},
                         {"bf16", 16384, 1024, 1025, 65, 320},
                         {"bf16", 32768, 1152, 1153, 129, 320},
                         {"bf16", 131072, 1408, 1409, 513, 320},
                         {"bf16", 1048576, 1792, 1793, 4097, 320},
                         {"fp16", 2048, 2048, 2048, 1, 2048},
                         {"fp16", 4096, 3072, 3073, 3, 2561},
                         {"fp16", 8192, 4096, 4097, 5, 2560},
                         {"fp16", 16384, 5120, 5121, 9, 2560},
                         {"fp16", 32768, 6144, 6145, 17, 2560}}) {
    QTest::addRow("%s %lld", row.format, row.context)
        << QString(row.format) << row.context << row.exact << row.distinct << row.largest
        << row.unshared;
  }
}

void PlacesTest::counts_published() {
  QFETCH(QString, format);
  QFETCH(qint64, context);
  const PlaceCounts counts = Places(*findFormat(format.toStdString()), 0, context - 1).count();
  QTEST(qint64{counts.exact}, "exact");
  QTEST(qint64{counts.distinct}, "distinct");
  QTEST(qint64{counts.largestGroup}, "largest");
  QTEST(qint64{counts.unshared}, "unshared");
}

// E(N) = N up to 2^p, else 2^p + (k-p) 2^(p-1) + ceil((N-2^k) / 2^(k-p+1)) with k =
// floor(log2(N-1)); one more place when N - 1 rounds to N or beyond (PIPELINES 9).
void PlacesTest::counts_everyLengthUpTo20000_equalClosedForm() {
  for (const char* id : {"bf16", "tf32", "fp16"}) {
    const NumberFormat& format = *findFormat(id);
    const int p = format.fractionBits + 1;
    const Rounding rounding = roundingOf(format);
    for (std::int64_t n = 2; n <= 20000; ++n) {
      std::int64_t exact = n;
      if (n > (std::int64_t{1} << p)) {
        const int k = std::ilogb(static_cast<double>(n - 1));
        const std::int64_t step = std::int64_t{1} << (k - p + 1);
        exact = (std::int64_t{1} << p) + (k - p) * (std::int64_t{1} << (p - 1)) +
                (n - (std::int64_t{1} << k) + step - 1) / step;
      }
      const bool over = roundTo(rounding, static_cast<double>(n - 1)) >= static_cast<double>(n);
      const PlaceCounts counts = Places(format, 0, n - 1).count();
      QCOMPARE(counts.exact, exact);
      QCOMPARE(counts.distinct, exact + (over ? 1 : 0));
    }
  }
}

void PlacesTest::countEach_manyLengths_equalsCount() {
  std::vector<std::int64_t> lengths;
  for (std::int64_t n = 1; n < 70000; n += 1 + n / 7) {
    lengths.push_back(n);
  }
  for (const NumberFormat& format : numberFormats()) {
    if (format.kind == FormatKind::scaledInteger) {
      continue;
    }
    const auto each = Places(format, 0, lengths.back() - 1).countEach(lengths);
    QCOMPARE(each.size(), lengths.size());
    for (std::size_t k = 0; k < lengths.size(); ++k) {
      QVERIFY2(each[k] == Places(format, 0, lengths[k] - 1).count(),
               qPrintable(QString::number(lengths[k])));
    }
  }
}

void PlacesTest::groupOf_landmarks_haveThePublishedSizes() {
  const Places places(*findFormat("bf16"), 0, 8191);
  struct Row {
    std::int64_t position, size;
  };
  for (const Row& row : {Row{256, 2},
                         {258, 1},
                         {300, 3},
                         {510, 1},
                         {512, 4},
                         {516, 3},
                         {520, 5},
                         {1024, 7},
                         {1032, 7},
                         {1040, 9},
                         {2048, 13},
                         {2064, 15},
                         {2080, 17},
                         {4096, 25},
                         {4128, 31},
                         {4160, 33},
                         {8160, 31},
                         {8191, 16}}) {
    QCOMPARE(places.groupOf(row.position).size(), row.size);
  }
  const PlaceGroup group = Places(*findFormat("bf16"), 0, 4095).groupOf(4063);
  QCOMPARE(group.first, std::int64_t{4056});
  QCOMPARE(group.last, std::int64_t{4072});
  QCOMPARE(group.place, 4064.0);
}

void PlacesTest::fp16_overflow_isLostAndCountedOnce() {
  const PlaceCounts counts = Places(*findFormat("fp16"), 0, 65535).count();
  QCOMPARE(counts.lost, std::int64_t{16});
  QCOMPARE(counts.exact, std::int64_t{7168});
  QCOMPARE(counts.distinct, std::int64_t{7169});
  const PlaceGroup group = Places(*findFormat("fp16"), 0, 131071).groupOf(65520);
  QCOMPARE(group.first, std::int64_t{65520});
  QCOMPARE(group.last, std::int64_t{131071});
  QCOMPARE(Places(*findFormat("fp16"), 0, 131071).count().lost, std::int64_t{65552});
}

// 1, 2, 4 and 8 are exact; 3 goes up to 4 and 6 to 8.
void PlacesTest::e8m0fnu_position0_isLost() {
  const Places places(*findFormat("e8m0fnu"), 0, 8);
  QVERIFY(std::isnan(places.place(0)));
  const PlaceCounts counts = places.count();
  QCOMPARE(counts.lost, std::int64_t{1});
  QCOMPARE(counts.exact, std::int64_t{4});
  QCOMPARE(counts.distinct, std::int64_t{5});
  QCOMPARE(counts.unshared, std::int64_t{2});
  QVERIFY(counts.firstCollision == std::pair(std::int64_t{3}, std::int64_t{4}));
}

void PlacesTest::int16_beyond65536_comesBackToEveryPlace() {
  const Places places(*findFormat("int16"), 5, 200000);
  const PlaceGroup group = places.groupOf(70000);
  QCOMPARE(group.first, std::int64_t{70000 - 65536});
  QCOMPARE(group.last, std::int64_t{70000 + 65536});
  QCOMPARE(group.size(), std::int64_t{3});
  QCOMPARE(group.place, 4464.0);
  QVERIFY(group.holdsExact());
  QVERIFY(!places.groupOf(40000).holdsExact());
  QCOMPARE(places.place(40000), 40000.0 - 65536);
  QCOMPARE(places.place(32768), -32768.0);
}

QTEST_GUILESS_MAIN(PlacesTest)
#include "places_test.moc"
