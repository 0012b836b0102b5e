// Verdicts on a bias by distance, KERPLE's logarithmic one, and its effect on attention.
#include <QtTest>
#include <cmath>

#include "core/recipe/pipeline.h"
#include "tests/core/analysis/verdict_setups.h"

using namespace poscope;

namespace {

VerdictSetup kerpleSetup(const QString& id, const char* format, std::int64_t context,
                         const QString& stages = {}) {
  VerdictSetup setup;
  setup.recipe = recipeOf(Scheme::kerpleLog, id, stages);
  setup.format = findFormat(format);
  setup.context = context;
  return setup;
}

}  // namespace

class KerpleVerdictTest : public QObject {
  Q_OBJECT

 private slots:
  void fp32_keepsEveryDistanceApart();
  void bf16Bias_sharesFarDistancesWithoutHarm();
  void bf16Stages_areHarmlessAtMost();
  void narrowFormat_wherePowerIsSmall_isBad();
  void relative_isAlwaysKept();
  void overflow_losesDistances();
  void effect_isThatOfTheWeightsWrittenOut();
  void effect_ofExactStages_isNothing();
  void judge_whenStopped_isCancelled();
};

void KerpleVerdictTest::fp32_keepsEveryDistanceApart() {
  const Verdicts verdicts = judged(kerpleSetup("kerple-log-fp32", "bf16", 8192));
  QVERIFY(verdicts.unique.state == VerdictState::good);
  QCOMPARE(verdicts.unique.distinct, std::int64_t{8192});
  QVERIFY(verdicts.relative.state == VerdictState::good);
  QVERIFY(verdicts.faithful.state == VerdictState::good);
  QCOMPARE(verdicts.faithful.holdsUpTo, std::int64_t{8192});
}

void KerpleVerdictTest::bf16Bias_sharesFarDistancesWithoutHarm() {
  const Verdicts verdicts = judged(kerpleSetup("kerple-log", "bf16", 8192));
  // At distance 68 a step of bf16 is 2^-5, two biases are 1/35 apart, and the weight is 1/1225.
  QCOMPARE(verdicts.unique.firstCollision, (std::optional<Pair>{{68, 69}}));
  QVERIFY(verdicts.unique.state == VerdictState::harmless);
  QVERIFY(verdicts.faithful.state == VerdictState::good);
  QVERIFY(verdicts.faithful.error <= 0.0625);
}

void KerpleVerdictTest::bf16Stages_areHarmlessAtMost() {
  const Verdicts verdicts = judged(
      kerpleSetup("kerple-log", "bf16", 8192, "position=model&logarithm=model&product=model"));
  QVERIFY(verdicts.unique.state == VerdictState::harmless);
  QVERIFY(verdicts.faithful.state != VerdictState::bad);
}

void KerpleVerdictTest::narrowFormat_wherePowerIsSmall_isBad() {
  // With a small p far keys keep their weight: sharing a bias there is no longer harmless.
  VerdictSetup setup = kerpleSetup("kerple-log", "bf16", 1024, "bias=e5m2");
  setup.kerple = {0.3, 0.5};
  QVERIFY(judged(setup).unique.state == VerdictState::bad);
}

void KerpleVerdictTest::relative_isAlwaysKept() {
  for (const char* id : {"kerple-log", "kerple-log-fp32"}) {
    const RelativeVerdict relative = judged(kerpleSetup(id, "bf16", 4096)).relative;
    QVERIFY(relative.state == VerdictState::good);
    QCOMPARE(relative.spreads.size(), std::size_t{12});
    for (const DistanceSpread& row : relative.spreads) {
      QCOMPARE(row.spread, 0.0);
    }
  }
}

void KerpleVerdictTest::overflow_losesDistances() {
  // 1 + a * distance is beyond fp16 from 65520 / 32 on.
  VerdictSetup setup = kerpleSetup("kerple-log", "fp16", 4096, "logarithm=model");
  setup.kerple = {2, 32};
  const UniqueVerdict unique = judged(setup).unique;
  QVERIFY(unique.state == VerdictState::bad);
  QCOMPARE(unique.lost, std::int64_t{4096 - 2048});
}

void KerpleVerdictTest::effect_isThatOfTheWeightsWrittenOut() {
  const VerdictSetup setup = kerpleSetup("kerple-log", "bf16", 256);
  const KerpleStages stages = kerpleStages(setup.recipe, *setup.format, setup.kerple, 256);
  const std::vector<double> biases = kerpleBiases(setup.kerple, stages, 256);
  double sum = 0;
  double exactSum = 0;
  for (std::size_t d = 0; d < biases.size(); ++d) {
    sum += std::exp(biases[d]);
    exactSum += std::pow(1 + 0.5 * static_cast<double>(d), -2);
  }
  double moved = 0;
  for (std::size_t d = 0; d < biases.size(); ++d) {
    const double exact = std::pow(1 + 0.5 * static_cast<double>(d), -2) / exactSum;
    moved += std::abs(std::exp(biases[d]) / sum - exact) / 2;
  }
  const AttentionEffect effect = effectOf(setup);
  QVERIFY(moved > 1e-5);
  QVERIFY(std::abs(effect.mean - moved) < 1e-12);
  QCOMPARE(effect.worst, effect.mean);
  QCOMPARE(effect.head, std::int64_t{0});
}

void KerpleVerdictTest::effect_ofExactStages_isNothing() {
  const VerdictSetup setup = kerpleSetup("kerple-log-fp32", "bf16", 512,
                                         "position=fp64&logarithm=fp64&product=fp64&bias=fp64");
  QVERIFY(effectOf(setup).mean < 1e-14);
}

void KerpleVerdictTest::judge_whenStopped_isCancelled() {
  std::stop_source source;
  source.request_stop();
  const VerdictControl control{{}, source.get_token()};
  const VerdictSetup setup = kerpleSetup("kerple-log", "bf16", 4096);
  QVERIFY(judge(setup, control).error().kind == ErrorKind::cancelled);
  QVERIFY(attentionEffect(setup, control).error().kind == ErrorKind::cancelled);
}

QTEST_GUILESS_MAIN(KerpleVerdictTest)
#include "kerple_verdict_test.moc"
