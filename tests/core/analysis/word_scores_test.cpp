// Scores of words: without positions the order changes nothing, with them it does. Numbers:
// tests/golden/page_facts.tsv.
#include <QtTest>
#include <cmath>

#include "core/analysis/word_scores.h"

using namespace poscope;

namespace {

using Words = std::vector<std::string>;
const Words kGiven{"the", "dog", "bit", "the", "man"};
const Words kOther{"the", "man", "bit", "the", "dog"};  // The places 0, 4, 2, 3, 1.
constexpr std::size_t kPlaces[] = {0, 4, 2, 3, 1};

double at(const std::vector<double>& scores, std::size_t query, std::size_t key) {
  return scores[5 * query + key];
}

}  // namespace

class WordScoresTest : public QObject {
  Q_OBJECT

 private slots:
  void schemes_beginWithNone_andEachIsOnce() {
    QCOMPARE(wordSchemes().front(), Scheme::none);
    QCOMPARE(std::ssize(wordSchemes()), std::ptrdiff_t{5});
  }

  void none_isTheSameBitForBitInAnyOrder() {
    const auto given = wordScores(kGiven, Scheme::none, 1);
    const auto other = wordScores(kOther, Scheme::none, 1);
    for (std::size_t query = 0; query < 5; ++query) {
      for (std::size_t key = 0; key < 5; ++key) {
        QCOMPARE(at(other, query, key), at(given, kPlaces[query], kPlaces[key]));
      }
    }
    // "the" twice: equal rows and equal columns.
    for (std::size_t k = 0; k < 5; ++k) {
      QCOMPARE(at(given, 0, k), at(given, 3, k));
      QCOMPARE(at(given, k, 0), at(given, k, 3));
    }
    QVERIFY(at(given, 0, 1) != at(given, 1, 0));  // Queries and keys are not the same.
  }

  // RoPE depends on the distance alone: a word in front moves all others and changes nothing among
  // them; a sinusoidal table does.
  void rope_isRelative_aTableIsNot() {
    const auto behind = [](Words words) {
      words.insert(words.begin(), "today");
      return words;
    };
    const auto differenceOf = [&](Scheme scheme) {
      const auto given = wordScores(kGiven, scheme, 1);
      const auto moved = wordScores(behind(kGiven), scheme, 1);
      double largest = 0;
      for (std::size_t query = 0; query < 5; ++query) {
        for (std::size_t key = 0; key < 5; ++key) {
          largest =
              std::max(largest, std::abs(moved[6 * (query + 1) + key + 1] - at(given, query, key)));
        }
      }
      return largest;
    };
    QVERIFY(differenceOf(Scheme::rope) < 1e-14);
    QCOMPARE(differenceOf(Scheme::alibi), 0.0);
    QVERIFY(differenceOf(Scheme::sinusoidal) > 0.1);
  }

  // Half of the distance on either side, 2 ln(1 + n / 2).
  void biases_areTakenOffByDistance() {
    const auto none = wordScores(kGiven, Scheme::none, 1);
    const auto alibi = wordScores(kGiven, Scheme::alibi, 1);
    const auto kerple = wordScores(kGiven, Scheme::kerpleLog, 1);
    QCOMPARE(at(alibi, 0, 0), at(none, 0, 0));
    QVERIFY(std::abs(at(alibi, 1, 4) - at(none, 1, 4) + 1.5) < 1e-14);
    QVERIFY(std::abs(at(alibi, 4, 1) - at(none, 4, 1) + 1.5) < 1e-14);
    QVERIFY(std::abs(at(kerple, 0, 2) - at(none, 0, 2) + 2 * std::log(2.0)) < 1e-14);
  }
};

QTEST_GUILESS_MAIN(WordScoresTest)
#include "word_scores_test.moc"
