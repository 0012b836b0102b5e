// An array as a source of cells: its own numbers, and exact reductions of them.
#include "core/compute/array_source.h"

#include <QTest>
#include <cmath>

using namespace poscope;

namespace {

// 2 rows of 4.
std::shared_ptr<const CellSource> source() {
  return arraySource({1, -7, 3, NAN, 10, 20, 30, 45}, 2);
}

std::vector<double> cells(const Lattice& lattice, Reduction reduction) {
  std::vector<double> out(static_cast<std::size_t>(lattice.rows.count * lattice.columns.count));
  const auto done = source()->cells(lattice, Quantity::a, reduction, std::span<double>(out), {});
  return done ? out : std::vector<double>();
}

}  // namespace

class ArraySourceTest : public QObject {
  Q_OBJECT

 private slots:
  void values_areThoseOfTheArray();
  void reductions_seeEveryNumber();
  void floats_areTheDoublesRounded();
  void stopped_isCancelled();
};

void ArraySourceTest::values_areThoseOfTheArray() {
  QCOMPARE(source()->rows(), std::int64_t{2});
  QCOMPARE(source()->columns(), std::int64_t{4});
  QCOMPARE(source()->value(0, 1, Quantity::a), -7.0);
  QCOMPARE(source()->value(1, 3, Quantity::b), 45.0);
  QVERIFY(std::isnan(source()->value(0, 3, Quantity::a)));
  QVERIFY(std::isnan(source()->value(2, 0, Quantity::a)));
  QVERIFY(std::isnan(source()->value(0, -1, Quantity::a)));
}

void ArraySourceTest::reductions_seeEveryNumber() {
  const Lattice halves{{0, 2, 2}, {0, 4, 2}};
  QCOMPARE(cells(halves, Reduction::minimum), (std::vector<double>{-7, 3, 10, 30}));
  QCOMPARE(cells(halves, Reduction::maximum), (std::vector<double>{1, 3, 20, 45}));
  QCOMPARE(cells(halves, Reduction::maximumMagnitude), (std::vector<double>{-7, 3, 20, 45}));
  QCOMPARE(cells(halves, Reduction::mean), (std::vector<double>{-3, 3, 15, 37.5}));
  QCOMPARE(cells({{0, 2, 1}, {0, 3, 1}}, Reduction::mean), (std::vector<double>{57.0 / 6}));
  QCOMPARE(cells({{1, 1, 1}, {2, 1, 1}}, Reduction::sample), (std::vector<double>{30}));
}

void ArraySourceTest::floats_areTheDoublesRounded() {
  std::vector<float> out(1);
  const auto thirds = arraySource({1.0 / 3}, 1);
  QVERIFY(thirds->cells(everyCell(1, 1), Quantity::a, Reduction::mean, std::span<float>(out), {}));
  QCOMPARE(out.front(), static_cast<float>(1.0 / 3));
}

void ArraySourceTest::stopped_isCancelled() {
  std::stop_source stop;
  stop.request_stop();
  std::vector<double> out(8);
  const auto done = source()->cells(everyCell(2, 4), Quantity::a, Reduction::mean,
                                    std::span<double>(out), stop.get_token());
  QVERIFY(!done);
  QCOMPARE(done.error().kind, ErrorKind::cancelled);
}

QTEST_GUILESS_MAIN(ArraySourceTest)
#include "array_source_test.moc"
