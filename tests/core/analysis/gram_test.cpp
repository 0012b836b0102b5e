// Dot products of rows: against sums formed one by one, by distance, over cells of several
// positions, with positions that are lost.
#include "core/analysis/gram.h"

#include <QtTest>
#include <cmath>

#include "core/analysis/decay.h"
#include "core/compute/reduction.h"
#include "core/field/make_field.h"

using namespace poscope;

namespace {

constexpr std::int64_t kDim = 34;  // No multiple of what is added at once.

struct Case {
  std::shared_ptr<const CellSource> encodings;
  std::shared_ptr<const CellSource> byDistance;
  std::shared_ptr<const CellSource> gram;
};

Case made(const char* a, const char* b, const char* format, std::int64_t start,
          std::int64_t length) {
  const RecipePair recipes{*findRecipe(Scheme::sinusoidal, a), *findRecipe(Scheme::sinusoidal, b),
                           findFormat(format)};
  Case one;
  one.encodings =
      fieldSource(makePhaseField(recipes, kDim, 10000, TableLayout::interleaved, start, length),
                  makeCpuBackend());
  one.byDistance = fieldSource(
      makeDecayField(recipes, kDim, 10000, start + length - 1, length, 0.5), makeCpuBackend());
  one.gram = gramSource(one.encodings, one.byDistance);
  return one;
}

std::vector<double> cellsOf(const CellSource& source, const Lattice& lattice, Quantity quantity,
                            Reduction reduction) {
  std::vector<double> cells(static_cast<std::size_t>(lattice.rows.count * lattice.columns.count));
  if (!source.cells(lattice, quantity, reduction, std::span<double>(cells), {})) {
    qFatal("no cells");
  }
  return cells;
}

// Channel by channel.
double dot(const CellSource& encodings, std::int64_t one, std::int64_t other, Quantity side) {
  double sum = 0;
  for (std::int64_t k = 0; k < kDim; ++k) {
    sum += encodings.value(one, k, side) * encodings.value(other, k, side);
  }
  return sum;
}

bool near(double value, double wanted) {
  return std::abs(value - wanted) <= 1e-12 * (1 + std::abs(wanted));
}

}  // namespace

class GramTest : public QObject {
  Q_OBJECT

 private slots:
  void cells_everySide_areDotProducts();
  void reference_everyCell_isThatOfItsDistance();
  void lastRow_everySide_isTheProfile();
  void cells_anyPart_areTheSameNumbers();
  void differences_areThoseOfDotProducts();
  void differences_equalSides_areZero();
  void mean_cellsOfFourPositions_isThatOfAllPairs();
  void reductions_cellsOfFourPositions_areThoseOfAllPairs();
  void lostPositions_countOnlyWhereAllAreLost();
  void longest_isAnswered();
  void refuses_whatBackendsRefuse();
  void stopped_isCancelled();
};

void GramTest::cells_everySide_areDotProducts() {
  const Case one = made("module-cast", "hf-llama", "bf16", 1000, 20);
  for (const Quantity side : {Quantity::a, Quantity::b, Quantity::reference}) {
    const auto cells = cellsOf(*one.gram, everyCell(20, 20), side, Reduction::sample);
    for (std::int64_t row = 0; row < 20; ++row) {
      for (std::int64_t column = 0; column < 20; ++column) {
        const double cell = cells[static_cast<std::size_t>(row * 20 + column)];
        QVERIFY(near(cell, dot(*one.encodings, row, column, side)));
      }
    }
  }
  QCOMPARE(one.gram->value(3, 3, Quantity::reference), 17.0);  // 17 pairs, each sin² + cos² = 1.
}

void GramTest::reference_everyCell_isThatOfItsDistance() {
  const Case one = made("module-cast", "hf-llama", "bf16", 4000, 60);
  const auto cells =
      cellsOf(*one.gram, {{10, 20, 20}, {35, 25, 25}}, Quantity::reference, Reduction::mean);
  for (std::int64_t row = 10; row < 30; ++row) {
    for (std::int64_t column = 35; column < 60; ++column) {
      QCOMPARE(cells[static_cast<std::size_t>((row - 10) * 25 + column - 35)],
               one.byDistance->value(0, column - row, Quantity::reference));
    }
  }
  // Above, below and across the diagonal, and cells that repeat positions.
  for (const Lattice& part : {Lattice{{40, 5, 5}, {0, 7, 7}}, Lattice{{10, 30, 30}, {20, 3, 3}},
                              Lattice{{5, 2, 8}, {4, 3, 9}}}) {
    const auto some = cellsOf(*one.gram, part, Quantity::reference, Reduction::sample);
    for (std::int64_t k = 0; k < std::ssize(some); ++k) {
      const std::int64_t row = part.rows.begin(k / part.columns.count);
      const std::int64_t column = part.columns.begin(k % part.columns.count);
      QCOMPARE(some[static_cast<std::size_t>(k)],
               one.byDistance->value(0, std::abs(row - column), Quantity::reference));
    }
  }
}

void GramTest::lastRow_everySide_isTheProfile() {
  const Case one = made("module-cast", "hf-llama", "bf16", 300, 50);
  for (const Quantity side : {Quantity::a, Quantity::b, Quantity::reference}) {
    for (std::int64_t distance = 0; distance < 50; ++distance) {
      QVERIFY(
          near(one.gram->value(49, 49 - distance, side), one.byDistance->value(0, distance, side)));
    }
  }
}

// What a file holds does not depend on the parts in which it is written.
void GramTest::cells_anyPart_areTheSameNumbers() {
  const Case one = made("tutorial", "hf-llama", "fp32", 0, 600);
  for (const Quantity quantity : {Quantity::a, Quantity::aMinusB, Quantity::reference}) {
    const auto whole = cellsOf(*one.gram, everyCell(600, 600), quantity, Reduction::sample);
    for (const Lattice& part : {Lattice{{17, 1, 1}, {3, 1, 1}}, Lattice{{599, 1, 1}, {0, 600, 600}},
                                Lattice{{101, 7, 7}, {255, 3, 3}}}) {
      const auto cells = cellsOf(*one.gram, part, quantity, Reduction::sample);
      for (std::int64_t k = 0; k < std::ssize(cells); ++k) {
        const std::int64_t row = part.rows.first + k / part.columns.count;
        const std::int64_t column = part.columns.first + k % part.columns.count;
        QCOMPARE(cells[static_cast<std::size_t>(k)],
                 whole[static_cast<std::size_t>(row * 600 + column)]);
      }
    }
  }
}

void GramTest::differences_areThoseOfDotProducts() {
  const Case one = made("module-cast", "hf-llama", "bf16", 250, 20);
  struct Row {
    Quantity difference, first, second;
  };
  for (const Row& row : {Row{Quantity::aMinusB, Quantity::a, Quantity::b},
                         Row{Quantity::aMinusReference, Quantity::a, Quantity::reference},
                         Row{Quantity::bMinusReference, Quantity::b, Quantity::reference}}) {
    QCOMPARE(one.gram->value(4, 17, row.difference),
             one.gram->value(4, 17, row.first) - one.gram->value(4, 17, row.second));
  }
  QCOMPARE(one.gram->value(4, 17, Quantity::absoluteAMinusB),
           std::abs(one.gram->value(4, 17, Quantity::aMinusB)));
  QCOMPARE(one.gram->value(2, 9, Quantity::storedA), one.gram->value(2, 9, Quantity::a));
  QCOMPARE(one.gram->value(2, 9, Quantity::storedB), one.gram->value(2, 9, Quantity::b));
}

void GramTest::differences_equalSides_areZero() {
  const Case one = made("hf-llama", "hf-llama", "bf16", 0, 300);
  for (const Reduction reduction : {Reduction::sample, Reduction::mean}) {
    for (const double cell :
         cellsOf(*one.gram, {{0, 300, 40}, {0, 300, 30}}, Quantity::aMinusB, reduction)) {
      QCOMPARE(cell, 0.0);
    }
  }
}

void GramTest::mean_cellsOfFourPositions_isThatOfAllPairs() {
  const Case one = made("module-cast", "hf-llama", "bf16", 200, 80);
  for (const Quantity quantity :
       {Quantity::a, Quantity::reference, Quantity::aMinusB, Quantity::absoluteAMinusB}) {
    const auto every = cellsOf(*one.gram, everyCell(80, 80), quantity, Reduction::sample);
    const auto means = cellsOf(*one.gram, {{0, 80, 20}, {0, 80, 20}}, quantity, Reduction::mean);
    for (std::size_t cell = 0; cell < means.size(); ++cell) {
      double sum = 0;
      for (std::size_t pair = 0; pair < 16; ++pair) {
        sum += every[(cell / 20 * 4 + pair / 4) * 80 + cell % 20 * 4 + pair % 4];
      }
      QVERIFY(near(means[cell], sum / 16));
    }
  }
}

void GramTest::reductions_cellsOfFourPositions_areThoseOfAllPairs() {
  const Case one = made("module-cast", "hf-llama", "bf16", 200, 40);
  const auto every = cellsOf(*one.gram, everyCell(40, 40), Quantity::a, Reduction::sample);
  const Lattice coarse{{0, 40, 10}, {0, 40, 10}};
  const auto least = cellsOf(*one.gram, coarse, Quantity::a, Reduction::minimum);
  const auto greatest = cellsOf(*one.gram, coarse, Quantity::a, Reduction::maximum);
  const auto largest = cellsOf(*one.gram, coarse, Quantity::a, Reduction::maximumMagnitude);
  for (std::size_t cell = 0; cell < least.size(); ++cell) {
    std::vector<double> pairs;
    for (std::size_t pair = 0; pair < 16; ++pair) {
      pairs.push_back(every[(cell / 10 * 4 + pair / 4) * 40 + cell % 10 * 4 + pair % 4]);
    }
    const auto [low, high] = std::minmax_element(pairs.begin(), pairs.end());
    QCOMPARE(least[cell], *low);
    QCOMPARE(greatest[cell], *high);
    QCOMPARE(std::abs(largest[cell]), std::max(std::abs(*low), std::abs(*high)));
  }
}

// fp16 has no number for positions from 65,520 on.
void GramTest::lostPositions_countOnlyWhereAllAreLost() {
  const Case one = made("module-cast", "hf-llama", "fp16", 65500, 40);
  QVERIFY(std::isfinite(one.gram->value(19, 0, Quantity::a)));
  QVERIFY(std::isnan(one.gram->value(20, 0, Quantity::a)));
  QVERIFY(std::isnan(one.gram->value(0, 20, Quantity::aMinusB)));
  QVERIFY(std::isfinite(one.gram->value(20, 0, Quantity::b)));
  const Lattice edge{{18, 4, 1}, {0, 1, 1}};  // Two kept, two lost.
  const double kept =
      (one.gram->value(18, 0, Quantity::aMinusB) + one.gram->value(19, 0, Quantity::aMinusB)) / 2;
  QVERIFY(near(cellsOf(*one.gram, edge, Quantity::aMinusB, Reduction::mean)[0], kept));
  const Lattice lost{{20, 4, 1}, {0, 4, 1}};
  for (const Reduction reduction : {Reduction::mean, Reduction::minimum, Reduction::sample}) {
    QVERIFY(std::isnan(cellsOf(*one.gram, lost, Quantity::a, reduction)[0]));
  }
}

void GramTest::longest_isAnswered() {
  const Case one = made("module-cast", "hf-llama", "fp32", 0, 1 << 20);
  const Lattice screen{{0, 1 << 20, 30}, {0, 1 << 20, 40}};
  for (const double cell : cellsOf(*one.gram, screen, Quantity::b, Reduction::mean)) {
    QVERIFY(std::abs(cell) <= 17.0 + 1e-9);
  }
  const Lattice row{{7, 1, 1}, {1'000'000, 40'000, 40'000}};  // In several parts.
  const auto cells = cellsOf(*one.gram, row, Quantity::b, Reduction::sample);
  for (const std::int64_t k : {0, 15'419, 15'420, 39'999}) {
    QCOMPARE(cells[static_cast<std::size_t>(k)], one.gram->value(7, 1'000'000 + k, Quantity::b));
  }
}

void GramTest::refuses_whatBackendsRefuse() {
  const Case one = made("module-cast", "hf-llama", "bf16", 0, 20);
  std::vector<double> four(4);
  const auto asked = [&](const Lattice& lattice) {
    return one.gram->cells(lattice, Quantity::a, Reduction::sample, std::span<double>(four), {});
  };
  QVERIFY(asked({{0, 2, 2}, {0, 2, 2}}));
  for (const Lattice& wrong : {Lattice{{0, 3, 3}, {0, 2, 2}}, Lattice{{19, 2, 2}, {0, 2, 2}},
                               Lattice{{0, 2, 2}, {-1, 2, 2}}}) {
    const auto done = asked(wrong);
    QVERIFY(!done && done.error().kind == ErrorKind::usage);
  }
  QVERIFY(std::isnan(one.gram->value(20, 0, Quantity::a)));
}

void GramTest::stopped_isCancelled() {
  const Case one = made("module-cast", "hf-llama", "bf16", 0, 64);
  std::stop_source stop;
  stop.request_stop();
  std::vector<float> cells(64 * 64);
  for (const Quantity quantity : {Quantity::a, Quantity::reference}) {
    const auto done = one.gram->cells(everyCell(64, 64), quantity, Reduction::mean,
                                      std::span<float>(cells), stop.get_token());
    QVERIFY(!done && done.error().kind == ErrorKind::cancelled);
  }
}

QTEST_GUILESS_MAIN(GramTest)
#include "gram_test.moc"
