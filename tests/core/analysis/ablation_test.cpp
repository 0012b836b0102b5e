// The ablation: whole recipes as the verdicts judge them, stages alone, blocks of long contexts.
#include "core/analysis/ablation.h"

#include <QtTest>
#include <cmath>

#include "core/analysis/ablation_positions.h"
#include "core/analysis/faithful_reach.h"

using namespace poscope;

namespace {

AblationSetup setupOf(const char* recipe, const char* format, std::int64_t context,
                      std::int64_t start = 0) {
  AblationSetup setup;
  setup.recipes = {*findRecipe(Scheme::rope, recipe)};
  setup.format = findFormat(format);
  setup.shape.dim = 64;
  setup.start = start;
  setup.context = context;
  return setup;
}

AblationResult ablated(const AblationSetup& setup) {
  auto result = ablate(setup);
  if (!result) {
    qFatal("%s", renderPlain(result.error().text, Language::english).c_str());
  }
  return std::move(*result);
}

}  // namespace

class AblationTest : public QObject {
  Q_OBJECT

 private slots:
  void whole_recipe_isWhatTheVerdictsFind_data();
  void whole_recipe_isWhatTheVerdictsFind();
  void alone_exactStage_doesNothing();
  void alone_choice_isRoundedWithItsStage();
  void turn_castFrequencies_isTheirErrorTimesThePosition();
  void reach_formula_goesToTheEnd();
  void reach_fp32Phase_isTheFirstPositionOver();
  void longContext_isSeenThroughBlocks();
  void positions_blocks_coverBothEnds();
  void ablate_stopped_isCancelled();
};

void AblationTest::whole_recipe_isWhatTheVerdictsFind_data() {
  QTest::addColumn<QString>("recipe");
  QTest::addColumn<QString>("format");
  QTest::addColumn<int>("start");
  for (const char* recipe : {"module-cast", "hf-llama", "zero-init", "frequency-cast",
                             "xpos-torchscale", "meta-llama", "llama.cpp", "arange-cpu", "exact"}) {
    for (const char* format : {"bf16", "fp16", "e4m3fn"}) {
      QTest::addRow("%s %s", recipe, format) << recipe << format << 0;
    }
    QTest::addRow("%s from 65000", recipe) << recipe << "fp16" << 65000;
  }
}

void AblationTest::whole_recipe_isWhatTheVerdictsFind() {
  QFETCH(QString, recipe);
  QFETCH(QString, format);
  QFETCH(int, start);
  const AblationSetup setup = setupOf(qPrintable(recipe), qPrintable(format), 3000, start);
  const AblationResult result = ablated(setup);
  const StageEffect& whole = result.sides.front().whole;
  VerdictSetup judged;
  judged.recipe = setup.recipes.front();
  judged.format = setup.format;
  judged.shape = setup.shape;
  judged.start = setup.start;
  judged.context = setup.context;
  const auto verdicts = judge(judged);
  QVERIFY(verdicts.has_value());
  QCOMPARE(result.seen, setup.context);
  QCOMPARE(whole.distinct, verdicts->unique.distinct);
  QCOMPARE(whole.lost, verdicts->unique.lost);
  QCOMPARE(whole.firstCollision, verdicts->unique.firstCollision);
  QCOMPARE(whole.error, verdicts->faithful.error);
  QCOMPARE(whole.position, verdicts->faithful.position);
  QCOMPARE(whole.pair, verdicts->faithful.index);
  QCOMPARE(result.sides.front().storage.error, verdicts->faithful.storage);
  QCOMPARE(verdicts->relative.spreads[4].distance, kAblationDistance);
  QCOMPARE(whole.spread, verdicts->relative.spreads[4].spread);
  const bool bad =
      verdicts->unique.state == VerdictState::bad || verdicts->faithful.state == VerdictState::bad;
  if (bad) {
    QVERIFY(isDamaged(result.sides.front(), result.seen));
  }
}

void AblationTest::alone_exactStage_doesNothing() {
  const AblationResult result = ablated(setupOf("hf-llama", "bf16", 4096));
  const Ablation& side = result.sides.front();
  QCOMPARE(side.alone[0].error, 0.0);  // fp32 holds every position.
  QCOMPARE(side.alone[0].turn, 0.0);
  QVERIFY(side.alone[2].error > 0);  // fp32 angles do not.
  QVERIFY(side.alone[2].error < 5e-4);
  QCOMPARE(side.alone[3].error, side.storage.error);
  QVERIFY(!side.worst);
}

void AblationTest::alone_choice_isRoundedWithItsStage() {
  AblationSetup setup = setupOf("gpt-j-default-dtype", "bf16", 2048);
  setup.shape.dim = 128;
  const AblationResult stepwise = ablated(setup);
  setup.recipes = {*findRecipe(Scheme::rope, "frequency-cast")};
  const AblationResult once = ablated(setup);
  QVERIFY(stepwise.sides.front().alone[1].turn > once.sides.front().alone[1].turn);
  const AblationResult recurrence = ablated(setupOf("llama.cpp", "bf16", 2048));
  const AblationResult direct = ablated(setupOf("hf-llama", "bf16", 2048));
  QVERIFY(recurrence.sides.front().alone[1].turn > direct.sides.front().alone[1].turn);
}

void AblationTest::turn_castFrequencies_isTheirErrorTimesThePosition() {
  AblationSetup setup = setupOf("frequency-cast", "bf16", 8192);
  setup.shape.dim = 128;
  const AblationResult result = ablated(setup);
  // PIPELINES 0: 10.0 rad at position 8191, of pair 1 (relative error 1.41e-3).
  const double exact = std::pow(10000.0, -2.0 / 128);
  const double stored = roundTo(roundingOf(*findFormat("bf16")), exact);
  QCOMPARE(result.sides.front().alone[1].turn, std::abs(8191 * stored - 8191 * exact));
}

void AblationTest::reach_formula_goesToTheEnd() {
  QCOMPARE(ablated(setupOf("formula", "bf16", 256)).sides.front().reach, kLongestReach);
  QCOMPARE(ablated(setupOf("exact", "fp64", 256)).sides.front().reach, kLongestReach);
  const std::int64_t practice = ablated(setupOf("hf-llama", "bf16", 256)).sides.front().reach;
  QVERIFY(practice > 32768 && practice < 1048576);
  QVERIFY(ablated(setupOf("zero-init", "bf16", 256)).sides.front().reach <= 257);
}

// The number that `poscope verdict` gives, not one of a coarser search.
void AblationTest::reach_fp32Phase_isTheFirstPositionOver() {
  AblationSetup setup = setupOf("hf-llama", "bf16", 8192);
  setup.shape.dim = 128;
  QCOMPARE(ablated(setup).sides.front().reach, std::int64_t{112169});
  setup.start = 262144;
  QVERIFY(ablated(setup).sides.front().reach < 64);
}

void AblationTest::longContext_isSeenThroughBlocks() {
  AblationSetup setup = setupOf("zero-init", "bf16", 1 << 20);
  setup.shape.dim = 128;
  const AblationResult result = ablated(setup);
  QVERIFY(result.blocks > 8);
  QVERIFY(result.seen * 64 <= kMostAblationCells);
  QVERIFY(result.sides.front().whole.distinct < result.seen / 10);
  QCOMPARE(result.sides.front().worst, std::optional<std::size_t>(0));
  const auto pair = result.sides.front().whole.firstCollision;
  QVERIFY(pair && pair->first == 256 && pair->second == 257);
}

void AblationTest::positions_blocks_coverBothEnds() {
  const Positions some(1000, 1 << 20, 4096);
  QVERIFY(!some.all());
  QCOMPARE(some.first(0), std::int64_t{1000});
  const std::int64_t last = some.blocks() - 1;
  QCOMPARE(some.first(last) + some.count(last), std::int64_t{1000 + (1 << 20)});
  QCOMPARE(some.at(0), std::int64_t{1000});
  QCOMPARE(some.at(some.before(3) + 5), some.first(3) + 5);
  QCOMPARE(some.at(some.seen() - 1), std::int64_t{1000 + (1 << 20) - 1});
  const Positions every(7, 1000, 4096);
  QVERIFY(every.all());
  QCOMPARE(every.seen(), std::int64_t{1000});
  QCOMPARE(every.at(999), std::int64_t{1006});
}

void AblationTest::ablate_stopped_isCancelled() {
  std::stop_source stop;
  stop.request_stop();
  const auto result = ablate(setupOf("module-cast", "bf16", 4096), {{}, stop.get_token()});
  QVERIFY(!result);
  QCOMPARE(result.error().kind, ErrorKind::cancelled);
}

QTEST_GUILESS_MAIN(AblationTest)
#include "ablation_test.moc"
