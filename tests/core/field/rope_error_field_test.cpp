// The error of a RoPE table: single cells by hand, and the curve as the largest of the map's rows.
#include <QtTest>
#include <cmath>

#include "core/compute/cell_source.h"
#include "core/field/make_field.h"

using namespace poscope;

namespace {

RecipePair pairOf(const char* a, const char* b, const char* format) {
  return {*findRecipe(Scheme::rope, a), *findRecipe(Scheme::rope, b), findFormat(format)};
}

RopeShape shapeOf(std::int64_t dim) {
  RopeShape shape;
  shape.dim = dim;
  return shape;
}

}  // namespace

class RopeErrorFieldTest : public QObject {
  Q_OBJECT

 private slots:
  void cell_moduleCast_isTheLargerErrorOfCosAndSin();
  void cell_lostEntry_isNan();
  void worst_position_isTheLargestOfItsPairs_data();
  void worst_position_isTheLargestOfItsPairs();
};

void RopeErrorFieldTest::cell_moduleCast_isTheLargerErrorOfCosAndSin() {
  const auto source =
      fieldSource(*makeRopeErrorField(pairOf("module-cast", "exact", "bf16"), shapeOf(64), 0, 4096),
                  makeCpuBackend());
  QCOMPARE(source->rows(), std::int64_t{4096});
  QCOMPARE(source->columns(), std::int64_t{32});
  const Rounding bf16 = roundingOf(*findFormat("bf16"));
  for (const std::int64_t position : {0, 1, 255, 257, 3001, 4095}) {
    for (const std::int64_t pair : {0, 1, 7, 31}) {
      const double w = std::pow(10000.0, -static_cast<double>(pair) / 32);
      const double exact = static_cast<double>(position) * w;
      const double angle =
          roundTo(bf16, roundTo(bf16, static_cast<double>(position)) * roundTo(bf16, w));
      const double cosine = std::abs(roundTo(bf16, std::cos(angle)) - std::cos(exact));
      const double sine = std::abs(roundTo(bf16, std::sin(angle)) - std::sin(exact));
      const double error = source->value(position, pair, Quantity::a);
      QVERIFY(std::abs(error - std::max(cosine, sine)) < 1e-9);
      QCOMPARE(source->value(position, pair, Quantity::b), 0.0);
      QCOMPARE(source->value(position, pair, Quantity::reference), 0.0);
    }
  }
}

void RopeErrorFieldTest::cell_lostEntry_isNan() {
  const RecipePair recipes = pairOf("module-cast", "hf-llama", "fp16");
  const RopeShape shape = shapeOf(16);
  const auto map = fieldSource(*makeRopeErrorField(recipes, shape, 65500, 40), makeCpuBackend());
  const auto worst = fieldSource(*makeRopeWorstField(recipes, shape, 65500, 40), makeCpuBackend());
  QVERIFY(std::isfinite(worst->value(0, 0, Quantity::a)));
  // fp16 has no number from 65520 on.
  QVERIFY(std::isnan(map->value(20, 0, Quantity::a)));
  QVERIFY(std::isnan(worst->value(0, 20, Quantity::a)));
  QVERIFY(std::isfinite(worst->value(0, 20, Quantity::b)));
}

void RopeErrorFieldTest::worst_position_isTheLargestOfItsPairs_data() {
  QTest::addColumn<QString>("a");
  QTest::addColumn<QString>("b");
  QTest::newRow("direct") << "module-cast"
                          << "hf-llama";
  QTest::newRow("recurrent") << "llama.cpp"
                             << "module-cast";
}

void RopeErrorFieldTest::worst_position_isTheLargestOfItsPairs() {
  QFETCH(QString, a);
  QFETCH(QString, b);
  const RecipePair recipes = pairOf(qPrintable(a), qPrintable(b), "bf16");
  const RopeShape shape = shapeOf(38);  // 19 pairs: the lanes are padded.
  const auto map = fieldSource(*makeRopeErrorField(recipes, shape, 100, 300), makeCpuBackend());
  const auto worst = fieldSource(*makeRopeWorstField(recipes, shape, 100, 300), makeCpuBackend());
  for (const Quantity quantity : {Quantity::a, Quantity::b}) {
    for (std::int64_t position = 0; position < 300; ++position) {
      double largest = 0;
      for (std::int64_t pair = 0; pair < 19; ++pair) {
        largest = std::max(largest, map->value(position, pair, quantity));
      }
      QCOMPARE(worst->value(0, position, quantity), largest);
    }
  }
}

QTEST_GUILESS_MAIN(RopeErrorFieldTest)
#include "rope_error_field_test.moc"
