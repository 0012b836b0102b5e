// Ids by each rule, scores by id, and keys that are turned again; the numbers of whole pages are
// held by pitfall_facts.tsv.
#include <QTest>
#include <cmath>

#include "core/analysis/cached_keys.h"
#include "core/analysis/seeded_numbers.h"

using namespace poscope;

namespace {

constexpr std::int64_t kDim = 32;

PhasePipeline fp32Table() {
  RopeShape shape;
  shape.dim = kDim;
  return *phasePipeline(*findRecipe(Scheme::rope, "hf-llama"), shape, *findFormat("fp32"), 10000);
}

std::vector<std::int64_t> idsOf(std::string_view rule, const DecodedRow& row) {
  std::vector<std::int64_t> ids;
  for (std::int64_t token = 0; token < 6; ++token) {
    ids.push_back(idRule(rule).id(row, token));
  }
  return ids;
}

}  // namespace

class CachedKeysTest : public QObject {
  Q_OBJECT

 private slots:
  // A prompt of 3 behind 2 empty slots, then 3 steps.
  void ids_eachRule_areThoseOfTheCode() {
    using Ids = std::vector<std::int64_t>;
    const DecodedRow row{3, 2};
    QCOMPARE(idsOf("right", row), (Ids{0, 1, 2, 3, 4, 5}));
    QCOMPARE(idsOf("restarted", row), (Ids{0, 1, 2, 0, 0, 0}));
    QCOMPARE(idsOf("stuck", row), (Ids{0, 1, 2, 3, 3, 3}));
    QCOMPARE(idsOf("padded-decoding", row), (Ids{0, 1, 2, 5, 6, 7}));
    QCOMPARE(idsOf("padded-always", row), (Ids{2, 3, 4, 5, 6, 7}));
    QCOMPARE(idRules().size(), std::size_t{5});
  }

  void scores_dependOnTheDistanceAlone() {
    IdScores scores(fp32Table().reference, seededNumbers(3, "token", kDim));
    QVERIFY(std::abs(scores.score(7, 4) - scores.score(1007, 1004)) < 1e-12);
    QVERIFY(std::abs(scores.score(7, 4) - scores.score(7, 5)) > 1e-3);
    QVERIFY(std::abs(scores.score(7, 4) - scores.score(4, 7)) < 1e-12);  // Query and key are equal.
  }

  // At distance 0 the score is |x|^2 / sqrt(d).
  void scores_ofOneToken_areItsLength() {
    const std::vector<double> vector = seededNumbers(3, "token", kDim);
    double square = 0;
    for (const double x : vector) {
      square += x * x;
    }
    IdScores scores(fp32Table().reference, vector);
    QVERIFY(std::abs(scores.score(50, 50) - square / std::sqrt(double{kDim})) < 1e-12);
  }

  void effect_ofShiftedIds_isNone_andOfAGapIsSome() {
    IdScores scores(fp32Table().reference, seededNumbers(1, "token", kDim));
    const std::vector<std::int64_t> right{0, 1, 2, 3};
    const IdEffect shifted = idEffect(scores, right, std::vector<std::int64_t>{9, 10, 11, 12});
    QVERIFY(shifted.largestError < 1e-12 && shifted.massMoved < 1e-12);
    const IdEffect gap = idEffect(scores, right, std::vector<std::int64_t>{0, 1, 2, 12});
    QVERIFY(gap.largestError > 0.1 && gap.massMoved > 0.001);
    QCOMPARE(gap.right.back(), gap.given.back());  // The query with itself.
  }

  void shifts_errorsGrowAgain_andStayOnce() {
    const std::vector<double> key = seededNumbers(1, "token", kDim);
    for (const auto& [id, unit] : {std::pair("bf16", 0x1p-8), std::pair("fp16", 0x1p-11)}) {
      const ShiftedKeyErrors errors =
          shiftedKeyErrors(fp32Table(), roundingOf(*findFormat(id)), key, {6500, 100, 64});
      QCOMPARE(errors.again.size(), std::size_t{65});
      QCOMPARE(errors.again.front(), errors.once.front());
      QVERIFY(errors.again.back() > 3 * errors.again.front());
      for (const double once : errors.once) {
        // Storing is off by half a unit at most; angles in fp32 add less than a tenth of that.
        QVERIFY2(once > 0 && once < 1.1 * unit, id);
      }
    }
  }

  void shifts_inFp64_loseNothing() {
    PhasePipeline exact = fp32Table();
    const ShiftedKeyErrors errors = shiftedKeyErrors(
        exact, roundingOf(*findFormat("fp64")), seededNumbers(1, "token", kDim), {6500, 100, 64});
    QVERIFY(errors.again.back() < 1e-11);
  }
};

QTEST_GUILESS_MAIN(CachedKeysTest)
#include "cached_keys_test.moc"
