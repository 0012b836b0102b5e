// The attention score of tokens with positions, written out as four terms: content or position of
// the query with content or position of the key; and which of them models keep, replace or drop.
// One head whose embeddings and weights come from a seed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace poscope {

/// What of the query meets what of the key. In this order everywhere.
enum class ScoreTerm { contentContent, contentPosition, positionContent, positionPosition };
inline constexpr std::array kScoreTerms{ScoreTerm::contentContent, ScoreTerm::contentPosition,
                                        ScoreTerm::positionContent, ScoreTerm::positionPosition};
/// "content_position", as data files and facts have it.
[[nodiscard]] std::string_view scoreTermName(ScoreTerm term);

/// What a model makes of a term of the expansion of (x + p) W_q . (x + p) W_k.
enum class TermFate { kept, replaced, dropped };
/// "kept".
[[nodiscard]] std::string_view termFateName(TermFate fate);

inline constexpr double kTermBase = 10000;  ///< Of the frequencies of sinusoidal rows.

struct TermSetup {
  std::int64_t length = 2;  ///< Tokens 0..length-1.
  std::int64_t dim = 2;     ///< Of embeddings, queries and keys; even.
  std::uint64_t seed = 0;
  /// Position-content takes DeBERTa's row of the distance from the key to the query, as the paper
  /// says; else that from the query to the key, as the published code reads it.
  bool fromKey = true;
};

/// What a variant has at hand before terms are formed. Rows of `dim` numbers.
struct TermVectors {
  TermSetup setup;
  std::vector<double> queries;  ///< W_q x, a row for each token.
  std::vector<double> keys;     ///< W_k x.
  /// Of positions: a row for each token, or for each distance 1-length..length-1 from the query to
  /// the key (query minus key).
  std::vector<double> positionQueries;
  std::vector<double> positionKeys;
  std::vector<double> u;             ///< Stands for the query's position with content,
  std::vector<double> v;             ///< and with positions.
  std::vector<double> biases;        ///< A number for each distance.
  std::vector<double> wholeQueries;  ///< W_q (x + p) of each token, where positions are added.
  std::vector<double> wholeKeys;
};

/// A number of query i and key j, before the score is scaled.
using TermValue = double (*)(const TermVectors& vectors, std::int64_t i, std::int64_t j);

struct TermRule {
  TermFate fate = TermFate::dropped;
  bool knowsPosition = false;       ///< It depends on where the tokens stand.
  TermValue value = nullptr;        ///< nullptr: dropped.
  std::string_view formula = {};    ///< q(x) is W_q x; empty: dropped.
  std::string_view fromQuery = {};  ///< The same where TermSetup::fromKey is false; empty: equal.

  [[nodiscard]] std::string_view formulaOf(const TermSetup& setup) const {
    return setup.fromKey || fromQuery.empty() ? formula : fromQuery;
  }
};

struct ScoreVariant {
  std::string_view id;      ///< As in links; its name is the text `choice.variant.<id>`.
  std::string_view source;  ///< The paper, by its number on arXiv.
  std::array<TermRule, 4> terms;
  std::int64_t parts = 1;     ///< The sum is divided by sqrt(parts * dim); 0: it is not scaled.
  bool causal = false;        ///< Keys after the query are masked.
  bool smallQueries = false;  ///< W_q is drawn sqrt(dim) times smaller.
  /// Which learned or fixed vector a distance takes; nullptr: each position has its own.
  std::int64_t (*row)(std::int64_t distance) = nullptr;
  void (*draw)(TermVectors& vectors);  ///< What it has of positions.
  TermValue whole;                     ///< The score before it is expanded, not yet scaled.

  [[nodiscard]] const TermRule& rule(ScoreTerm term) const {
    return terms[static_cast<std::size_t>(term)];
  }
  [[nodiscard]] std::int64_t count(TermFate fate) const;
  /// Terms that depend on where the tokens stand.
  [[nodiscard]] std::int64_t informed() const;
  /// What a score is multiplied by.
  [[nodiscard]] double scale(std::int64_t dim) const;
};

[[nodiscard]] std::span<const ScoreVariant> scoreVariants();
/// nullptr for none.
[[nodiscard]] const ScoreVariant* findScoreVariant(std::string_view id);

/// All numbers of a board in fp64: length x length each, a row is a query; NaN where a key is
/// masked.
struct ScoreTerms {
  const ScoreVariant* variant = nullptr;
  TermSetup setup;
  std::array<std::vector<double>, 4> terms;  ///< Scaled; empty where dropped.
  std::vector<double> score;                 ///< Their sum.
  std::vector<double> weights;               ///< Its softmax over the keys of a query.
  double unexpanded = 0;  ///< Largest difference of the score and the one that was not expanded.
  double effect = 0;      ///< Largest sum of the terms that know positions, its magnitude.
  /// Attention that those terms move from keys to others, mean of the queries: 0..1.
  double moved = 0;
  std::int64_t rows = 0;  ///< Different vectors (or biases) that positions or distances take.

  [[nodiscard]] const std::vector<double>& term(ScoreTerm which) const {
    return terms[static_cast<std::size_t>(which)];
  }
};
/// Draws what `variant` needs, each from a name of its own: "token 3", "query weights".
[[nodiscard]] TermVectors drawnVectors(const ScoreVariant& variant, const TermSetup& setup);

[[nodiscard]] ScoreTerms scoreTerms(const ScoreVariant& variant, const TermSetup& setup);

/// Of the cells of a map that are no NaN: the largest by magnitude and where it is, their sum, and
/// the root of their mean square.
struct TermSize {
  double largest = 0;  ///< With its sign.
  std::int64_t query = 0;
  std::int64_t key = 0;
  double sum = 0;
  double root = 0;
};
[[nodiscard]] TermSize sizeOf(std::span<const double> cells, std::int64_t length);

}  // namespace poscope
