// A curve's points: of every column the first, the last, the least and the greatest value.
#include "core/compute/curve.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/compute/reduction.h"

namespace poscope::test {
namespace {

// Values by column; counts how many were asked for.
class RowSource final : public CellSource {
 public:
  explicit RowSource(std::vector<double> values) : values_(std::move(values)) {}
  std::int64_t rows() const override { return 1; }
  std::int64_t columns() const override { return static_cast<std::int64_t>(values_.size()); }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<float> out,
                     std::stop_token stop) const override {
    return fill(lattice, out, stop);
  }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<double> out,
                     std::stop_token stop) const override {
    return fill(lattice, out, stop);
  }
  [[nodiscard]] std::int64_t asked() const { return asked_; }

 private:
  template <typename Real>
  Result<void> fill(const Lattice& lattice, std::span<Real> out,
                    const std::stop_token& stop) const {
    if (stop.stop_requested()) {
      return cancelled();
    }
    for (std::int64_t k = 0; k < lattice.columns.count; ++k) {
      const std::int64_t at = sampleInteger(lattice.columns, k, 0, 1);
      out[static_cast<std::size_t>(k)] = static_cast<Real>(values_.at(static_cast<size_t>(at)));
    }
    asked_ += lattice.columns.count;
    return {};
  }
  std::vector<double> values_;
  mutable std::int64_t asked_ = 0;
};

// No two values near each other, extremes at no regular places.
std::vector<double> rough(std::int64_t count) {
  std::vector<double> values;
  for (std::int64_t k = 0; k < count; ++k) {
    const auto x = static_cast<double>(k);
    values.push_back(std::sin(x * x * 0.37) * (1 + 0.001 * x));
  }
  return values;
}

CurvePoints pointsOf(const RowSource& source, const ColumnEdges& edges,
                     CurveDetail detail = CurveDetail::every) {
  return curvePoints(source, 0, Quantity::a, edges, detail, {}).value();
}

}  // namespace

class CurveTest final : public QObject {
  Q_OBJECT

 private slots:
  void columns_manyValues_keepFirstLastLeastAndGreatest();
  void columns_fewValues_areAllThere();
  void points_allOfThem_areValuesOfTheRow();
  void row_longerThanAPart_isSeenWhole();
  void gaps_atEndsOfColumns_breakTheLine();
  void few_longRow_looksAtFourAColumnAndBothEnds();
  void few_columnsOfManyWidths_looksAtEachOfThem();
  void stop_requested_ends();
};

void CurveTest::columns_manyValues_keepFirstLastLeastAndGreatest() {
  const std::vector<double> values = rough(1000);
  const RowSource source(values);
  const ColumnEdges edges{3, 100, 101, 417, 1000};
  const CurvePoints points = pointsOf(source, edges);
  for (std::size_t k = 0; k + 1 < edges.size(); ++k) {
    const auto begin = values.begin() + edges[k];
    const auto end = values.begin() + edges[k + 1];
    std::vector<double> kept;
    for (std::size_t i = 0; i < points.x.size(); ++i) {
      if (points.x[i] >= static_cast<double>(edges[k]) &&
          points.x[i] < static_cast<double>(edges[k + 1])) {
        kept.push_back(points.y[i]);
      }
    }
    QVERIFY(!kept.empty() && kept.size() <= 4);
    QCOMPARE(kept.front(), *begin);
    QCOMPARE(kept.back(), *(end - 1));
    QCOMPARE(*std::min_element(kept.begin(), kept.end()), *std::min_element(begin, end));
    QCOMPARE(*std::max_element(kept.begin(), kept.end()), *std::max_element(begin, end));
  }
}

void CurveTest::columns_fewValues_areAllThere() {
  const std::vector<double> values = rough(6);
  const CurvePoints points = pointsOf(RowSource(values), {0, 1, 2, 3, 4, 5, 6});
  QCOMPARE(points.y, values);
  QCOMPARE(points.x, (std::vector<double>{0, 1, 2, 3, 4, 5}));
}

void CurveTest::points_allOfThem_areValuesOfTheRow() {
  const std::vector<double> values = rough(5000);
  const CurvePoints points = pointsOf(RowSource(values), {0, 1700, 3000, 5000});
  QVERIFY(std::is_sorted(points.x.begin(), points.x.end()));
  for (std::size_t k = 0; k < points.x.size(); ++k) {
    QCOMPARE(points.y[k], values[static_cast<std::size_t>(points.x[k])]);
  }
}

void CurveTest::row_longerThanAPart_isSeenWhole() {
  std::vector<double> values(200000, 0.0);
  values[65535] = 3;
  values[65536] = -4;
  values[199998] = 5;
  const RowSource source(values);
  const CurvePoints points = pointsOf(source, {0, 100000, 200000});
  QCOMPARE(points.x, (std::vector<double>{0, 65535, 65536, 99999, 100000, 199998, 199999}));
  QCOMPARE(points.y, (std::vector<double>{0, 3, -4, 0, 0, 5, 0}));
  QCOMPARE(source.asked(), std::int64_t{200000});
}

void CurveTest::gaps_atEndsOfColumns_breakTheLine() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const CurvePoints points =
      pointsOf(RowSource({nan, 2, 1, 3, infinity, 7, nan, nan}), {0, 4, 5, 6, 8});
  QCOMPARE(points.x, (std::vector<double>{0, 2, 3, 4, 5, 6, 7}));
  QVERIFY(std::isnan(points.y[0]) && points.y[1] == 1 && points.y[2] == 3);
  QVERIFY(std::isinf(points.y[3]) && points.y[4] == 7 && std::isnan(points.y[5]));
}

void CurveTest::few_longRow_looksAtFourAColumnAndBothEnds() {
  const std::vector<double> values = rough(100000);
  const RowSource source(values);
  const CurvePoints points =
      pointsOf(source, {0, 10000, 20000, 50000, 60000, 100000}, CurveDetail::few);
  QVERIFY(source.asked() <= 5 * kCurveSamples + 2);
  QCOMPARE(points.x.front(), 0.0);
  QCOMPARE(points.x.back(), 99999.0);
  for (std::size_t k = 0; k < points.x.size(); ++k) {
    QCOMPARE(points.y[k], values[static_cast<std::size_t>(points.x[k])]);
  }
}

// As on a logarithmic axis: a lattice that is even over all of them would leave the first ones out.
void CurveTest::few_columnsOfManyWidths_looksAtEachOfThem() {
  ColumnEdges edges{1};
  while (edges.back() < 100000) {
    edges.push_back(edges.back() * 2);
  }
  const RowSource source(rough(edges.back()));
  const CurvePoints points = pointsOf(source, edges, CurveDetail::few);
  for (std::size_t k = 0; k + 1 < edges.size(); ++k) {
    const bool seen = std::any_of(points.x.begin(), points.x.end(), [&](double x) {
      return x >= static_cast<double>(edges[k]) && x < static_cast<double>(edges[k + 1]);
    });
    QVERIFY2(seen, qPrintable(QString::number(edges[k])));
  }
  QVERIFY(source.asked() <= kCurveSamples * static_cast<std::int64_t>(edges.size()) + 2);
}

void CurveTest::stop_requested_ends() {
  std::stop_source stop;
  stop.request_stop();
  const RowSource source(rough(10));
  const auto points =
      curvePoints(source, 0, Quantity::a, ColumnEdges{0, 10}, CurveDetail::every, stop.get_token());
  QVERIFY(!points && points.error().kind == ErrorKind::cancelled);
}

}  // namespace poscope::test

QTEST_APPLESS_MAIN(poscope::test::CurveTest)
#include "curve_test.moc"
