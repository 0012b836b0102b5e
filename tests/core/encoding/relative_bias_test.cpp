// The table of schemes by distance: worked values, and what holds for every row.
#include "core/encoding/relative_bias.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "core/encoding/kerple.h"
#include "core/encoding/sandwich.h"
#include "core/encoding/xpos.h"

using namespace poscope;

namespace {

RelativeStages allIn(const char* format) {
  const Rounding rounding = roundingOf(*findFormat(format));
  return {rounding, rounding, rounding};
}

RelativeCurve curveOf(const char* id, const RelativeSetup& setup, const RelativeStages& stages,
                      std::int64_t row = 0) {
  return findRelativeScheme(id)->curve(setup, stages, row);
}

void verifyNear(double found, double expected, double within) {
  QVERIFY2(std::abs(found - expected) <= within,
           qPrintable(QString::number(found, 'g', 17) + " for " + QString::number(expected)));
}

}  // namespace

class RelativeBiasTest : public QObject {
  Q_OBJECT

 private slots:
  void schemes_everyRow_isFoundByItsId() {
    std::set<std::string_view> ids;
    for (const RelativeScheme& scheme : relativeSchemes()) {
      QCOMPARE(findRelativeScheme(scheme.id), &scheme);
      ids.insert(scheme.id);
    }
    QCOMPARE(ids.size(), relativeSchemes().size());
    QVERIFY(findRelativeScheme("rope") == nullptr);
    QVERIFY(findRelativeScheme("kerple-log")->has("seed"));
    QVERIFY(!findRelativeScheme("alibi")->has("seed"));
  }

  // Nothing is taken off at distance 0, and fp64 keeps the exact numbers.
  void curves_fp64_areTheExactOnes() {
    RelativeSetup setup;
    setup.context = 4096;
    setup.heads = 8;
    for (const RelativeScheme& scheme : relativeSchemes()) {
      for (const std::int64_t row : {std::int64_t{0}, scheme.rows(setup) - 1}) {
        const RelativeCurve curve = scheme.curve(setup, allIn("fp64"), row);
        QCOMPARE(curve.exact(0) + 0.0, scheme.effect == RelativeEffect::multiplied ? 1.0 : 0.0);
        for (const double distance : {0.0, 1.0, 17.0, 1000.0, 4095.0}) {
          verifyNear(curve.stored(distance), curve.exact(distance),
                     1e-12 * std::max(1.0, std::abs(curve.exact(distance))));
        }
      }
    }
  }

  // Those that say so never turn back, whatever they are stored in.
  void curves_monotonic_neverTurnBack() {
    RelativeSetup setup;
    setup.context = 3000;
    setup.heads = 8;
    for (const RelativeScheme& scheme : relativeSchemes()) {
      for (const char* format : {"fp32", "bf16", "fp16", "e4m3fn"}) {
        const RelativeCurve curve = scheme.curve(setup, allIn(format), 1);
        const double sign = scheme.effect == RelativeEffect::bucket ? -1 : 1;
        double before = std::numeric_limits<double>::infinity();
        for (std::int64_t n = 0; scheme.monotonic && n < setup.context; ++n) {
          const double here = sign * curve.stored(static_cast<double>(n));
          QVERIFY2(!(here > before), qPrintable(QString::fromLatin1(scheme.id.data()) + format));
          before = std::isnan(here) ? before : here;
        }
      }
    }
  }

  // PIPELINES 6.5: dim 64, head 1 of 12, in fp32 as the code computes it.
  void sandwich_head1Of12_hasTheWorkedValues() {
    const RelativeStages fp32 = allIn("fp32");
    const SandwichBias head(64, sandwichDivisor(0, 12), {fp32.distance, fp32.operation, fp32.bias});
    for (const auto& [distance, bias] :
         {std::pair{1.0, -0.935208}, {16.0, -16.00428}, {256.0, -29.46401}, {1024.0, -35.36845}}) {
      verifyNear(head.stored(distance), bias, 6e-6);
      verifyNear(head.exact(distance), bias, 5e-5);
    }
  }

  // PIPELINES 6.7: z_0 and z_31 of 64 components, in 512 tokens, in fp32.
  void xpos_dim64_hasTheWorkedDecays() {
    verifyNear(xposDecay(0, 64), 0.2857142985, 3e-8);
    verifyNear(xposDecay(31, 64), 0.9776785970, 6e-8);
    verifyNear(xposExact(xposDecay(0, 64), 512), 2.0 / 7, 1e-15);
    verifyNear(xposExact(xposDecay(0, 64), 1024), 4.0 / 49, 1e-15);
  }

  // (7/2)^(x/512) leaves fp32 at x = 512 ln(2^128) / ln(7/2) = 36,260 tokens from the middle.
  void xpos_longContexts_overflowInFp32() {
    RelativeSetup setup;
    setup.context = 72500;
    QVERIFY(std::isfinite(curveOf("xpos", setup, allIn("fp32")).stored(72499)));
    setup.context = 72540;
    const RelativeCurve curve = curveOf("xpos", setup, allIn("fp32"));
    QVERIFY(!std::isfinite(curve.stored(0)));
    QCOMPARE(curve.exact(0), 1.0);
  }

  void kerplePower_isAPower() {
    verifyNear(kerplePowerExact({1.5, 0.25}, 100), -250, 1e-12);
    RelativeSetup setup;
    setup.p = 1.5;
    setup.a = 0.25;
    QCOMPARE(curveOf("kerple-power", setup, allIn("bf16")).stored(100), -250.0);
    // 1000 in bf16, and 1000^1.5 = 31622.8, which is 31616 there: a quarter of it is 7904.
    QCOMPARE(curveOf("kerple-power", setup, allIn("bf16")).stored(1000), -7904.0);
  }

  // The first numbers of the 32-bit Mersenne Twister with seed 0 are 2357136044 and 2546248239,
  // with seed 5489 (its default) 3499211612 and 581869302.
  void drawn_isOfTheMersenneTwister() {
    QCOMPARE(kerpleDrawn(0, 0).p, ((2357136044U >> 25U) + 1) / 64.0);
    QCOMPARE(kerpleDrawn(0, 0).a, ((2546248239U >> 26U) + 1) / 64.0);
    QCOMPARE(kerpleDrawn(5489, 0).p, ((3499211612U >> 25U) + 1) / 64.0);
    for (std::int64_t head = 0; head < 100; ++head) {
      const KerpleHead drawn = kerpleDrawn(7, head);
      QVERIFY(drawn.p > 0.01 && drawn.p <= 2 && drawn.a > 0.01 && drawn.a <= 1);
      const Rounding bf16 = roundingOf(*findFormat("bf16"));
      QCOMPARE(roundTo(bf16, drawn.p), drawn.p);
      QCOMPARE(roundTo(bf16, drawn.a), drawn.a);
    }
  }

  void kerple_givenNumbers_replaceTheDrawnOnes() {
    RelativeSetup setup;
    setup.p = 2;
    setup.a = 0.5;
    verifyNear(curveOf("kerple-log", setup, allIn("fp64"), 3).exact(1000), -12.43321, 5e-6);
    setup.a.reset();
    const auto numbers = findRelativeScheme("kerple-log")->numbers(setup, 3);
    QCOMPARE(numbers[0].value, 2.0);
    QCOMPARE(numbers[1].value, kerpleDrawn(0, 3).a);
  }
};

QTEST_GUILESS_MAIN(RelativeBiasTest)
#include "relative_bias_test.moc"
