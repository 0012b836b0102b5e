// Widths that make no pairs, rows that two tables share, positions that a format loses.
#include <QTest>
#include <cmath>

#include "core/analysis/rotary_limits.h"

using namespace poscope;

namespace {

PhaseRows tableOf(std::int64_t rows, double base = 10000) {
  RopeShape shape;
  shape.dim = 16;
  shape.base = base;
  PhaseRows table;
  fillPhaseRows(
      *phasePipeline(*findRecipe(Scheme::rope, "hf-llama"), shape, *findFormat("fp32"), rows), 0,
      rows, table);
  return table;
}

}  // namespace

class RotaryLimitsTest : public QObject {
  Q_OBJECT

 private slots:
  void width_odd_fitsNothing() {
    const RotaryWidth odd = rotaryWidth(65);
    QCOMPARE(odd.frequencies, std::int64_t{33});
    QCOMPARE(odd.table, std::int64_t{66});
    QCOMPARE(odd.lowHalf, std::int64_t{32});
    QCOMPARE(odd.highHalf, std::int64_t{33});
    QCOMPARE(odd.even, std::int64_t{64});
    QVERIFY(!odd.fits());
    for (std::int64_t width = 0; width < 100; ++width) {
      QCOMPARE(rotaryWidth(width).fits(), width % 2 == 0);
      QVERIFY(rotaryWidth(rotaryWidth(width).even).fits());
    }
  }

  void rows_ofAShorterTable_areTheBeginning() {
    QCOMPARE(equalRows(tableOf(100), tableOf(300)), std::int64_t{100});
    QCOMPARE(equalRows(tableOf(300), tableOf(100)), std::int64_t{100});
    // Another base: row 0 is all cos 1 and sin 0.
    QCOMPARE(equalRows(tableOf(100), tableOf(100, 500000)), std::int64_t{1});
    PhaseRows changed = tableOf(50);
    changed.sines[20 * 8 + 3] = std::nextafter(changed.sines[20 * 8 + 3], 2.0);
    QCOMPARE(equalRows(tableOf(50), changed), std::int64_t{20});
    PhaseRows narrow = tableOf(50);
    narrow.resize(50, 4);
    QCOMPARE(equalRows(tableOf(50), narrow), std::int64_t{0});
  }

  void octaves_ofFp16_loseWhatItsSpacingSays() {
    const auto losses = octaveLosses(*findFormat("fp16"), 1024, 65568);
    QCOMPARE(losses.size(), std::size_t{7});
    QCOMPARE(losses[0].largestError, 0.0);
    QCOMPARE(losses[0].distinct, std::int64_t{1024});
    for (std::size_t k = 1; k < 6; ++k) {  // 2048 to 65,535: spacing 2, 4, ... 32.
      QCOMPARE(losses[k].spacing, std::exp2(static_cast<double>(k)));
      QCOMPARE(losses[k].largestError, losses[k].spacing / 2);
    }
    QCOMPARE(losses[5].first, std::int64_t{32768});
    QCOMPARE(losses[5].last, std::int64_t{65535});
    QCOMPARE(losses[5].lost, std::int64_t{16});
    QCOMPARE(losses[5].distinct, std::int64_t{1024});
    QCOMPARE(losses[6].lost, std::int64_t{33});
    QCOMPARE(losses[6].distinct, std::int64_t{0});
  }

  void octaves_from0_haveIt() {
    const auto losses = octaveLosses(*findFormat("bf16"), 0, 300);
    QCOMPARE(losses.front().last, std::int64_t{0});
    QCOMPARE(losses.back().first, std::int64_t{256});
    QCOMPARE(losses.back().last, std::int64_t{300});
  }

  void firstLost_isWhereFp16Ends() {
    QCOMPARE(firstLostPosition(*findFormat("fp16"), 0, 70000), std::int64_t{65520});
    QCOMPARE(firstLostPosition(*findFormat("fp16"), 0, 65519), std::int64_t{-1});
    QCOMPARE(firstLostPosition(*findFormat("bf16"), 0, 70000), std::int64_t{-1});
  }
};

QTEST_GUILESS_MAIN(RotaryLimitsTest)
#include "rotary_limits_test.moc"
