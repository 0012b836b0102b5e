// The pipelines P1 to P5 at published positions: PIPELINES 0 and 10, cases A01 and A06.
#include "core/encoding/phase.h"

#include <QtTest>
#include <cmath>
#include <set>
#include <vector>

#include "core/encoding/frequencies.h"
#include "core/recipe/pipeline.h"

using namespace poscope;

namespace {

struct Pipeline {
  PhaseStages stages;
  std::vector<double> frequencies;
};

Pipeline pipeline(const char* recipe, const char* format, std::int64_t dim) {
  const PhaseStages stages =
      phaseStages(*findRecipe(Scheme::rope, recipe), *findFormat(format), 1 << 20);
  return {stages, inverseFrequencies(dim, 10000, FrequencyForm::power, stages.frequency)};
}

std::int64_t distinctRows(const Pipeline& line, std::int64_t length) {
  std::set<std::vector<double>> rows;
  for (std::int64_t m = 0; m < length; ++m) {
    std::vector<double> row;
    for (const double frequency : line.frequencies) {
      const SineCosine entry = phaseTable(line.stages, static_cast<double>(m), frequency);
      row.push_back(entry.cosine);
      row.push_back(entry.sine);
    }
    rows.insert(std::move(row));
  }
  return static_cast<std::int64_t>(rows.size());
}

}  // namespace

class PhaseTest : public QObject {
  Q_OBJECT

 private slots:
  void moduleCast_bf16_hasTheGoldenSamples();
  void distinctRows_ofRecipes_data();
  void distinctRows_ofRecipes();
  void gptNeox_fp16_phaseAt1857();
  void frequenciesCast_position4095_phaseErrors();
  void channels_ofLayouts();
};

void PhaseTest::moduleCast_bf16_hasTheGoldenSamples() {
  const Pipeline line = pipeline("module-cast", "bf16", 128);
  struct Row {
    double position, rounded, angle, cosine;
  };
  for (const Row& row : {Row{255, 255, 221, -0.86328125},
                         {256, 256, 222, -0.039794921875},
                         {257, 256, 222, -0.039794921875},
                         {258, 258, 224, 0.92578125},
                         {259, 260, 225, -0.73046875},
                         {511, 512, 444, -0.99609375},
                         {515, 516, 448, 0.7109375},
                         {1000, 1000, 868, 0.5625},
                         {1995, 1992, 1728, 0.97265625},
                         {4095, 4096, 3552, 0.8046875},
                         {8188, 8192, 7104, 0.29296875},
                         {8191, 8192, 7104, 0.29296875}}) {
    const double rounded = phasePosition(line.stages, row.position);
    QCOMPARE(rounded, row.rounded);
    QCOMPARE(phaseAngle(line.stages, rounded, line.frequencies[1]), row.angle);
    QCOMPARE(phaseTable(line.stages, row.position, line.frequencies[0]).cosine, row.cosine);
  }
}

void PhaseTest::distinctRows_ofRecipes_data() {
  QTest::addColumn<QString>("recipe");
  QTest::addColumn<QString>("format");
  QTest::addColumn<qint64>("length");
  QTest::addColumn<qint64>("distinct");
  struct Row {
    const char *recipe, *format;
    qint64 length, distinct;
  };
  for (const Row& row : {Row{"hf-llama", "bf16", 2048, 2048},
                         {"zero-init", "bf16", 2048, 641},
                         {"module-cast", "bf16", 2048, 641},
                         {"hf-llama-cast", "bf16", 2048, 2048},
                         {"hf-llama", "bf16", 8192, 8192},
                         {"zero-init", "bf16", 8192, 897},
                         {"module-cast", "bf16", 8192, 897},
                         {"hf-llama-cast", "bf16", 8192, 8192},
                         {"module-cast", "fp16", 4096, 3073},
                         {"zero-init", "fp16", 8192, 4097}}) {
    QTest::addRow("%s %s %lld", row.recipe, row.format, row.length)
        << QString(row.recipe) << QString(row.format) << row.length << row.distinct;
  }
}

void PhaseTest::distinctRows_ofRecipes() {
  QFETCH(QString, recipe);
  QFETCH(QString, format);
  QFETCH(qint64, length);
  const Pipeline line = pipeline(qPrintable(recipe), qPrintable(format), 128);
  QTEST(qint64{distinctRows(line, length)}, "distinct");
}

// Case A01: rotary dim 32, everything in half precision.
void PhaseTest::gptNeox_fp16_phaseAt1857() {
  const Pipeline fp16 = pipeline("module-cast", "fp16", 32);
  const Pipeline bf16 = pipeline("module-cast", "bf16", 32);
  const auto exact = inverseFrequencies(32, 10000, FrequencyForm::power, Rounding{});
  QCOMPARE(phaseAngle(fp16.stages, phasePosition(fp16.stages, 1857), fp16.frequencies[1]), 1045.0);
  QCOMPARE(phaseAngle(bf16.stages, phasePosition(bf16.stages, 1857), bf16.frequencies[1]), 1040.0);
  QVERIFY(std::abs(1857 * exact[1] - 1044.2678) < 5e-5);
  double worst = 0;
  for (int m = 0; m < 2048; ++m) {
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double stored = phaseTable(fp16.stages, m, fp16.frequencies[i]).cosine;
      worst = std::max(worst, std::abs(stored - std::cos(m * exact[i])));
    }
  }
  QVERIFY2(std::abs(worst - 0.7819) < 5e-5, qPrintable(QString::number(worst, 'g', 8)));
  QCOMPARE(distinctRows(fp16, 2048), std::int64_t{2048});
  QCOMPARE(distinctRows(bf16, 2048), std::int64_t{641});
}

// Case A06: only the frequencies rounded to bf16.
void PhaseTest::frequenciesCast_position4095_phaseErrors() {
  const Pipeline line = pipeline("hf-llama-cast", "bf16", 128);
  const auto exact = inverseFrequencies(128, 10000, FrequencyForm::power, Rounding{});
  double worst = 0;
  std::size_t where = 0;
  int large = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double error =
        std::abs(phaseAngle(line.stages, 4095, line.frequencies[i]) - 4095 * exact[i]);
    large += error > 0.5 ? 1 : 0;
    where = error > worst ? i : where;
    worst = std::max(worst, error);
  }
  QVERIFY2(std::abs(worst - 5.0088) < 2e-4, qPrintable(QString::number(worst, 'g', 8)));
  QCOMPARE(where, std::size_t{1});
  QCOMPARE(large, 14);
}

void PhaseTest::channels_ofLayouts() {
  const auto at = [](TableLayout layout, std::int64_t c) { return channelOf(layout, 6, c); };
  QCOMPARE(at(TableLayout::interleaved, 3).pair, std::int64_t{1});
  QVERIFY(!at(TableLayout::interleaved, 3).isSine);
  QVERIFY(at(TableLayout::interleaved, 4).isSine);
  QVERIFY(at(TableLayout::concatenated, 2).isSine);
  QCOMPARE(at(TableLayout::concatenated, 4).pair, std::int64_t{1});
  QVERIFY(!at(TableLayout::concatenated, 4).isSine);
  QVERIFY(!at(TableLayout::rope, 0).isSine);
  QVERIFY(at(TableLayout::rope, 5).isSine);
  QCOMPARE(at(TableLayout::rope, 5).pair, std::int64_t{2});
}

QTEST_GUILESS_MAIN(PhaseTest)
#include "phase_test.moc"
