// The four terms of a score: their sum is the score before it was written out, and each variant
// depends on positions where it says so. Numbers: tests/golden/term_facts.tsv.
#include "core/analysis/score_terms.h"

#include <QtTest>
#include <cmath>
#include <numeric>

using namespace poscope;

namespace {

constexpr std::int64_t kLength = 12;

ScoreTerms boardOf(std::string_view id, bool fromKey = true, std::int64_t length = kLength) {
  return scoreTerms(*findScoreVariant(id), {length, 6, 3, fromKey});
}

double at(const std::vector<double>& cells, std::int64_t query, std::int64_t key) {
  return cells[static_cast<std::size_t>(query * kLength + key)];
}

const std::vector<double>& cellsOf(const ScoreTerms& board, ScoreTerm term) {
  return board.term(term);
}

// Whether a map of all keys has one value on each diagonal.
bool isByDistance(const std::vector<double>& cells) {
  for (std::int64_t i = 1; i < kLength; ++i) {
    for (std::int64_t j = 1; j < kLength; ++j) {
      if (at(cells, i, j) != at(cells, i - 1, j - 1)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

class ScoreTermsTest : public QObject {
  Q_OBJECT

 private slots:
  void variants_everyOne_isFoundByItsId() {
    QCOMPARE(scoreVariants().size(), std::size_t{7});
    for (const ScoreVariant& variant : scoreVariants()) {
      QCOMPARE(findScoreVariant(variant.id), &variant);
      QVERIFY(!variant.source.empty());
      // What is there has a formula, and content with content stays.
      for (const ScoreTerm term : kScoreTerms) {
        const TermRule& rule = variant.rule(term);
        QCOMPARE(rule.value == nullptr, rule.fate == TermFate::dropped);
        QCOMPARE(rule.formula.empty(), rule.fate == TermFate::dropped);
      }
      QVERIFY(variant.rule(ScoreTerm::contentContent).fate == TermFate::kept);
    }
    QVERIFY(findScoreVariant("bert") == nullptr);
  }

  void sum_everyVariant_isTheScoreBeforeItIsExpanded() {
    for (const ScoreVariant& variant : scoreVariants()) {
      for (const TermSetup& setup : {TermSetup{16, 16, 1, true}, TermSetup{50, 8, 5, false}}) {
        const ScoreTerms board = scoreTerms(variant, setup);
        QVERIFY2(board.unexpanded < 1e-12, std::string(variant.id).c_str());
        for (std::size_t cell = 0; cell < board.score.size(); ++cell) {
          double sum = 0;
          for (const auto& term : board.terms) {
            sum += term.empty() ? 0.0 : term[cell];
          }
          QVERIFY(std::isnan(sum) ? std::isnan(board.score[cell]) : sum == board.score[cell]);
        }
      }
    }
  }

  // A rule that says it knows no position gives the same for a token wherever the query stands.
  void vectorsForPositions_knowTheKeyAlone() {
    const ScoreTerms board = boardOf("xlnet");
    const auto& content = cellsOf(board, ScoreTerm::positionContent);
    for (std::int64_t i = 1; i < kLength; ++i) {
      for (std::int64_t j = 0; j < kLength; ++j) {
        QCOMPARE(at(content, i, j), at(content, 0, j));
      }
    }
    QVERIFY(at(content, 0, 0) != at(content, 0, 1));
    QVERIFY(isByDistance(cellsOf(board, ScoreTerm::positionPosition)));
    QVERIFY(!isByDistance(cellsOf(board, ScoreTerm::contentPosition)));
  }

  void transformerXl_isXlnetOfEarlierKeys() {
    const ScoreTerms causal = boardOf("transformer-xl");
    const ScoreTerms both = boardOf("xlnet");
    for (std::int64_t i = 0; i < kLength; ++i) {
      for (std::int64_t j = 0; j < kLength; ++j) {
        if (j > i) {
          QVERIFY(std::isnan(at(causal.score, i, j)) && std::isnan(at(causal.weights, i, j)));
        } else {
          QCOMPARE(at(causal.score, i, j), at(both.score, i, j));
        }
      }
    }
    QCOMPARE(causal.rows, kLength);
    QCOMPARE(both.rows, 2 * kLength - 1);
  }

  // A token at distances 8 and 11 before the query: one bucket of T5's encoder.
  void t5_isOneNumberForABucket() {
    const ScoreTerms board = boardOf("t5");
    const auto& bias = cellsOf(board, ScoreTerm::positionPosition);
    QVERIFY(isByDistance(bias));
    QCOMPARE(at(bias, 8, 0), at(bias, 11, 0));
    QVERIFY(at(bias, 7, 0) != at(bias, 8, 0));
    QVERIFY(at(bias, 0, 1) != at(bias, 1, 0));
    QCOMPARE(board.rows, std::int64_t{1 + 8 + 8});  // 0, 1..7 and 8..11 on either side.
    QVERIFY(cellsOf(board, ScoreTerm::contentPosition).empty());
  }

  // The code's row is the paper's of the mirrored distance: equal where query and key are one.
  void deberta_paperAndCode_differInPositionContentAlone() {
    const ScoreTerms paper = boardOf("deberta-v1");
    const ScoreTerms code = boardOf("deberta-v1", false);
    QVERIFY(paper.terms[0] == code.terms[0]);
    QVERIFY(paper.terms[1] == code.terms[1]);
    const auto& asPaper = cellsOf(paper, ScoreTerm::positionContent);
    const auto& asCode = cellsOf(code, ScoreTerm::positionContent);
    for (std::int64_t i = 0; i < kLength; ++i) {
      QCOMPARE(at(asPaper, i, i), at(asCode, i, i));
      QVERIFY(at(asPaper, i, (i + 1) % kLength) != at(asCode, i, (i + 1) % kLength));
    }
  }

  void scales_areThoseOfTheModels() {
    QCOMPARE(findScoreVariant("transformer-xl")->scale(64), 0.125);
    QCOMPARE(findScoreVariant("t5")->scale(64), 1.0);
    QCOMPARE(findScoreVariant("deberta-v2")->scale(12), 1.0 / 6);
  }

  void shaw_clipsAt16() {
    QCOMPARE(boardOf("shaw", true, 100).rows, std::int64_t{33});
    QCOMPARE(boardOf("shaw", true, 10).rows, std::int64_t{19});
  }

  void weights_ofAQuery_addUpTo1() {
    for (const ScoreVariant& variant : scoreVariants()) {
      const ScoreTerms board = boardOf(variant.id);
      for (std::int64_t i = 0; i < kLength; ++i) {
        double sum = 0;
        for (std::int64_t j = 0; j < kLength; ++j) {
          sum += std::isnan(at(board.weights, i, j)) ? 0.0 : at(board.weights, i, j);
        }
        QVERIFY(std::abs(sum - 1) < 1e-12);
      }
      QVERIFY(board.moved > 0 && board.moved < 1);
    }
  }

  void size_passesOverMaskedCells() {
    const std::vector<double> cells{1, NAN, -3, 2};
    const TermSize size = sizeOf(cells, 2);
    QCOMPARE(size.largest, -3.0);
    QCOMPARE(size.query, std::int64_t{1});
    QCOMPARE(size.key, std::int64_t{0});
    QCOMPARE(size.sum, 0.0);
    QCOMPARE(size.root, std::sqrt(14.0 / 3));
    QCOMPARE(sizeOf({}, 2).root, 0.0);
  }
};

QTEST_GUILESS_MAIN(ScoreTermsTest)
#include "score_terms_test.moc"
