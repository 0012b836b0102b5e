// The CPU backend: scalar and vector paths agree bit for bit on every field and quantity; cells are
// the positions that the lattice says; reductions, cancel, refusal and fallback.
#include "core/compute/backend.h"

#include <QtTest>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/compute/cell_source.h"
#include "core/compute/row_splitter.h"
#include "core/field/make_field.h"
#include "tests/core/catalogue/foreign_words.h"

using namespace poscope;

namespace {

RecipePair pair(Scheme scheme, const char* a, const char* b, const char* format) {
  return {*findRecipe(scheme, a), *findRecipe(scheme, b), findFormat(format)};
}

struct NamedField {
  const char* name;
  Field field;
};

std::vector<NamedField> fields(const char* format) {
  const RecipePair phase = pair(Scheme::rope, "module-cast", "hf-llama-cast", format);
  const RecipePair bias = pair(Scheme::alibi, "baichuan-13b", "relative", format);
  std::vector<NamedField> all;
  all.push_back({"phase", makePhaseField(phase, 66, 10000, TableLayout::interleaved, 0, 1 << 20)});
  all.push_back({"rope", makePhaseField(phase, 34, 5e5, TableLayout::rope, 65519, 70000)});
  all.push_back({"alibi", makeAlibiField(bias, 0.8408964152537145, 1 << 20, true)});
  all.push_back({"alibi raw", makeAlibiField(bias, 0.917004, 131072, false)});
  all.push_back({"heads", makeAlibiHeadsField(bias, 40, 8, 131072, true)});
  all.push_back({"decay", makeDecayField(phase, 32, 10000, 131071, 131072, 1)});
  all.push_back({"waves", makeWaveField({1, 0.37, 1e-3, 1.2e-4}, 65519, 70000)});
  RopeShape shape;
  shape.dim = 38;
  all.push_back({"rope error", *makeRopeErrorField(phase, shape, 0, 1 << 20)});
  all.push_back({"rope worst", *makeRopeWorstField(phase, shape, 65519, 70000)});
  const RecipePair recurrence = pair(Scheme::rope, "llama.cpp", "module-cast", format);
  all.push_back({"recurrent error", *makeRopeErrorField(recurrence, shape, 0, 70000)});
  all.push_back({"recurrent worst", *makeRopeWorstField(recurrence, shape, 0, 70000)});
  return all;
}

constexpr Quantity kQuantities[] = {Quantity::a,
                                    Quantity::b,
                                    Quantity::reference,
                                    Quantity::aMinusB,
                                    Quantity::absoluteAMinusB,
                                    Quantity::aMinusReference,
                                    Quantity::bMinusReference,
                                    Quantity::storedA,
                                    Quantity::storedB};

Lattice oddLattice(const Field& field) {
  const std::int64_t rows = std::min<std::int64_t>(field.rows, 37);
  const std::int64_t columns = std::min<std::int64_t>(field.columns, 61);
  return {{0, field.rows, rows}, {0, field.columns, columns}};
}

template <typename Real>
std::vector<Real> filled(const Backend& backend, const Field& field, const Lattice& lattice,
                         Quantity quantity, Reduction reduction) {
  std::vector<Real> cells(static_cast<std::size_t>(lattice.rows.count * lattice.columns.count));
  const auto done = backend.fill(field, lattice, quantity, reduction, std::span<Real>(cells), {});
  if (!done) {
    qFatal("%s", renderPlain(done.error().text, Language::english).c_str());
  }
  return cells;
}

template <typename Real>
bool sameCells(const std::vector<Real>& left, const std::vector<Real>& right) {
  for (std::size_t k = 0; k < left.size(); ++k) {
    const bool bothNan = std::isnan(left[k]) && std::isnan(right[k]);
    if (!bothNan && std::memcmp(&left[k], &right[k], sizeof(Real)) != 0) {
      return false;
    }
  }
  return left.size() == right.size();
}

class FailingBackend final : public Backend {
 public:
  BackendInfo info() const override { return {"broken", Text::verbatim("broken"), true, {}, 9}; }
  Result<void> fill(const Field&, const Lattice&, Quantity, Reduction, std::span<float>,
                    std::stop_token) const override {
    ++calls;
    return internalError(Text::verbatim("device lost"));
  }
  Result<void> fill(const Field&, const Lattice&, Quantity, Reduction, std::span<double>,
                    std::stop_token) const override {
    ++calls;
    return internalError(Text::verbatim("device lost"));
  }
  mutable int calls = 0;
};

}  // namespace

class BackendTest : public QObject {
  Q_OBJECT

 private slots:
  void scalarAndVector_everyField_agreeBitForBit_data();
  void scalarAndVector_everyField_agreeBitForBit();
  void cells_oneToOne_areTheFieldsValues();
  void cells_atLandmarks_areExact();
  void reductions_smallCells_areExact();
  void mean_ofNanAndNumbers_leavesNanOut();
  void fill_wrongSizeOrPlace_isRefused();
  void fill_stopped_isCancelled();
  void fallback_failingBackend_handsOverOnce();
  void servingBackend_anyChoiceButTheCpu_fallsBack();
  void splitRows_workThatThrows_throwsHere();
  void choose_byIdAndScore();
  void describe_everyCpuBackend_inEveryLanguage();
};

void BackendTest::scalarAndVector_everyField_agreeBitForBit_data() {
  QTest::addColumn<QString>("format");
  for (const NumberFormat& format : numberFormats()) {
    const std::string id(format.id);
    QTest::newRow(id.c_str()) << QString::fromStdString(id);
  }
}

void BackendTest::scalarAndVector_everyField_agreeBitForBit() {
  QFETCH(QString, format);
  const auto vector = makeCpuBackend(true);
  const auto scalar = makeCpuBackend(false);
  for (const NamedField& each : fields(qPrintable(format))) {
    const Lattice lattice = oddLattice(each.field);
    for (const Quantity quantity : kQuantities) {
      for (const Reduction reduction : {Reduction::sample, Reduction::mean}) {
        QVERIFY2(sameCells(filled<double>(*vector, each.field, lattice, quantity, reduction),
                           filled<double>(*scalar, each.field, lattice, quantity, reduction)),
                 each.name);
        QVERIFY2(sameCells(filled<float>(*vector, each.field, lattice, quantity, reduction),
                           filled<float>(*scalar, each.field, lattice, quantity, reduction)),
                 each.name);
      }
    }
  }
}

void BackendTest::cells_oneToOne_areTheFieldsValues() {
  const auto backend = makeCpuBackend();
  const RecipePair bias = pair(Scheme::alibi, "baichuan-13b", "relative", "bf16");
  const Field field = makeAlibiField(bias, 0.5, 300, true);
  const auto cells =
      filled<double>(*backend, field, everyCell(300, 300), Quantity::b, Reduction::mean);
  const Rounding bf16 = roundingOf(*findFormat("bf16"));
  for (int i = 0; i < 300; ++i) {
    for (int j = 0; j < 300; ++j) {
      const double cell = cells[static_cast<std::size_t>(i * 300 + j)];
      QVERIFY(j > i ? std::isnan(cell) : cell == roundTo(bf16, 0.5 * (j - i)));
    }
  }
}

void BackendTest::cells_atLandmarks_areExact() {
  const auto backend = makeCpuBackend();
  const RecipePair phase = pair(Scheme::rope, "formula", "hf-llama", "fp32");
  const Field field = makePhaseField(phase, 2, 10000, TableLayout::interleaved, 0, (1 << 24) + 2);
  for (const std::int64_t position : {0, 255, 256, 257, 258, 2047, 2048, 2049, 2050, 4095, 65519,
                                      65520, 131071, 1 << 20, (1 << 24) + 1}) {
    const Lattice cell{{position, 1, 1}, {0, 2, 2}};
    const auto values =
        filled<double>(*backend, field, cell, Quantity::reference, Reduction::sample);
    QVERIFY(std::abs(values[0] - std::sin(static_cast<double>(position))) < 1e-15);
    QVERIFY(std::abs(values[1] - std::cos(static_cast<double>(position))) < 1e-15);
  }
}

void BackendTest::reductions_smallCells_areExact() {
  // One head, slope 1, reference -(i - j): a row of 8 keys in cells of two.
  const auto backend = makeCpuBackend();
  const RecipePair bias = pair(Scheme::alibi, "baichuan-13b", "relative", "fp32");
  const Field field = makeAlibiField(bias, 1.0, 8, true);
  const Lattice lattice{{7, 1, 1}, {0, 8, 4}};
  struct Row {
    Reduction reduction;
    std::vector<double> cells;
  };
  for (const Row& row :
       {Row{Reduction::mean, {-6.5, -4.5, -2.5, -0.5}}, Row{Reduction::minimum, {-7, -5, -3, -1}},
        Row{Reduction::maximum, {-6, -4, -2, 0}},
        Row{Reduction::maximumMagnitude, {-7, -5, -3, -1}}}) {
    QCOMPARE(filled<double>(*backend, field, lattice, Quantity::reference, row.reduction),
             row.cells);
  }
}

void BackendTest::mean_ofNanAndNumbers_leavesNanOut() {
  const auto backend = makeCpuBackend();
  const RecipePair bias = pair(Scheme::alibi, "baichuan-13b", "relative", "fp32");
  const Field field = makeAlibiField(bias, 1.0, 8, true);
  // Query 2: keys 2 (0) and 3 (masked) share a cell; the last two cells are masked altogether.
  const Lattice lattice{{2, 1, 1}, {0, 8, 4}};
  const auto cells = filled<double>(*backend, field, lattice, Quantity::reference, Reduction::mean);
  QCOMPARE(cells[0], -1.5);
  QCOMPARE(cells[1], 0.0);
  QVERIFY(std::isnan(cells[2]) && std::isnan(cells[3]));
}

void BackendTest::fill_wrongSizeOrPlace_isRefused() {
  const auto backend = makeCpuBackend();
  const RecipePair bias = pair(Scheme::alibi, "baichuan-13b", "relative", "fp32");
  const Field field = makeAlibiField(bias, 1.0, 8, true);
  std::vector<float> cells(64);
  for (const Lattice& lattice : {Lattice{{0, 9, 8}, {0, 8, 8}}, Lattice{{0, 8, 8}, {1, 8, 8}},
                                 Lattice{{-1, 8, 8}, {0, 8, 8}}, Lattice{{0, 8, 0}, {0, 8, 8}},
                                 Lattice{{0, 8, 7}, {0, 8, 8}}}) {
    const auto done =
        backend->fill(field, lattice, Quantity::a, Reduction::sample, std::span<float>(cells), {});
    QVERIFY(!done);
    QCOMPARE(done.error().kind, ErrorKind::usage);
  }
}

void BackendTest::fill_stopped_isCancelled() {
  std::stop_source stop;
  stop.request_stop();
  const auto backend = makeCpuBackend();
  const RecipePair bias = pair(Scheme::alibi, "baichuan-13b", "relative", "fp32");
  const Field field = makeAlibiField(bias, 1.0, 8, true);
  std::vector<float> cells(64);
  const auto done = backend->fill(field, everyCell(8, 8), Quantity::a, Reduction::sample,
                                  std::span<float>(cells), stop.get_token());
  QVERIFY(!done);
  QCOMPARE(done.error().kind, ErrorKind::cancelled);
}

void BackendTest::fallback_failingBackend_handsOverOnce() {
  const auto failing = std::make_shared<FailingBackend>();
  const auto backend = withFallback(failing, makeCpuBackend());
  const RecipePair bias = pair(Scheme::alibi, "baichuan-13b", "relative", "fp32");
  const auto source = fieldSource(makeAlibiField(bias, 1.0, 8, true), backend);
  QCOMPARE(source->value(7, 5, Quantity::reference), -2.0);
  QCOMPARE(source->value(7, 4, Quantity::reference), -3.0);
  QCOMPARE(failing->calls, 1);
  QVERIFY(renderPlain(backend->info().reason, Language::english).find("device lost") !=
          std::string::npos);
  QCOMPARE(backend->info().id, std::string("cpu"));
  QVERIFY(std::isnan(source->value(8, 0, Quantity::reference)));
}

void BackendTest::choose_byIdAndScore() {
  const auto failing = std::make_shared<FailingBackend>();
  const BackendSet set{{makeCpuBackend(), failing}};
  QCOMPARE((*set.choose(""))->info().id, std::string("broken"));
  QCOMPARE((*set.choose("cpu"))->info().id, std::string("cpu"));
  const auto unknown = set.choose("tpu");
  QVERIFY(!unknown);
  QVERIFY(renderPlain(unknown.error().text, Language::english).find("tpu") != std::string::npos);
}

void BackendTest::splitRows_workThatThrows_throwsHere() {
  std::string reason;
  try {
    splitRows(1000, [](std::int64_t, std::int64_t end) {
      if (end == 1000) {
        throw std::runtime_error("the last row");
      }
    });
  } catch (const std::runtime_error& thrown) {
    reason = thrown.what();
  }
  QCOMPARE(reason, std::string("the last row"));
}

void BackendTest::servingBackend_anyChoiceButTheCpu_fallsBack() {
  const BackendSet set{{makeCpuBackend(), std::make_shared<FailingBackend>()}};
  const RecipePair recipes = pair(Scheme::alibi, "baichuan-13b", "relative", "bf16");
  const Field field = makeAlibiField(recipes, 0.5, 16, true);
  for (const char* id : {"", "broken"}) {
    const auto backend = servingBackend(set, id);
    QVERIFY(backend);
    QCOMPARE((*backend)->info().id, std::string("broken"));
    std::vector<float> out(256);
    QVERIFY((*backend)->fill(field, {{0, 16, 16}, {0, 16, 16}}, Quantity::a, Reduction::sample,
                             std::span<float>(out), {}));
    QCOMPARE((*backend)->info().id, std::string("cpu"));
    QVERIFY(!(*backend)->info().reason.empty());
  }
  QVERIFY(servingBackend(set, "cpu").value() == set.backends.front());
  QVERIFY(!servingBackend(set, "no-such"));
}

void BackendTest::describe_everyCpuBackend_inEveryLanguage() {
  for (const bool vectorised : {true, false}) {
    const Text description = makeCpuBackend(vectorised)->info().description;
    QVERIFY(renderPlain(description, Language::english).starts_with("CPU, "));
    const QString chinese = test::shown(description, Language::chinese);
    QVERIFY2(test::foreignWords(chinese).isEmpty(), qPrintable(chinese));
  }
}

QTEST_GUILESS_MAIN(BackendTest)
#include "backend_test.moc"
