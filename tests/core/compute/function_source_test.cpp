// A function as a source: asked for what is looked at, and nothing beyond.
#include "core/compute/function_source.h"

#include <QTest>
#include <cmath>
#include <vector>

using namespace poscope;

class FunctionSourceTest : public QObject {
  Q_OBJECT

 private slots:
  void value_isTheFunctions_withItsQuantity() {
    const auto source =
        functionSource(2, 1 << 20, [](std::int64_t row, std::int64_t column, Quantity quantity) {
          return static_cast<double>(row * 10 + column) * (quantity == Quantity::a ? 1 : -1);
        });
    QCOMPARE(source->rows(), std::int64_t{2});
    QCOMPARE(source->columns(), std::int64_t{1 << 20});
    QCOMPARE(source->value(1, 7, Quantity::a), 17.0);
    QCOMPARE(source->value(1, 7, Quantity::reference), -17.0);
    QVERIFY(std::isnan(source->value(2, 0, Quantity::a)));
    QVERIFY(std::isnan(source->value(0, -1, Quantity::a)));
  }

  void samples_ofLongRows_askOncePerCell() {
    int asked = 0;
    const auto source =
        functionSource(1, 1 << 20, [&asked](std::int64_t, std::int64_t column, Quantity) {
          ++asked;
          return static_cast<double>(column);
        });
    std::vector<double> cells(100);
    QVERIFY(source->cells({{0, 1, 1}, {0, 1 << 20, 100}}, Quantity::a, Reduction::sample,
                          std::span<double>(cells), {}));
    QCOMPARE(asked, 100);
    QVERIFY(std::is_sorted(cells.begin(), cells.end()));
    QVERIFY(source->cells({{0, 1, 1}, {16, 32, 2}}, Quantity::a, Reduction::maximum,
                          std::span<double>(cells).first(2), {}));
    QCOMPARE(cells[0], 31.0);
    QCOMPARE(cells[1], 47.0);
  }
};

QTEST_GUILESS_MAIN(FunctionSourceTest)
#include "function_source_test.moc"
