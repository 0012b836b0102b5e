#include "core/analysis/score_terms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace poscope {
namespace {

constexpr double kMasked = std::numeric_limits<double>::quiet_NaN();

// Calls use(cell, query, key) for each key that a query sees.
template <typename Use>
void eachSeen(const ScoreTerms& board, Use use) {
  const std::int64_t length = board.setup.length;
  for (std::int64_t i = 0; i < length; ++i) {
    const std::int64_t keys = board.variant->causal ? i + 1 : length;
    for (std::int64_t j = 0; j < keys; ++j) {
      use(static_cast<std::size_t>(i * length + j), i, j);
    }
  }
}

std::vector<double> emptyMap(const ScoreTerms& board) {
  return std::vector<double>(static_cast<std::size_t>(board.setup.length * board.setup.length),
                             kMasked);
}

// The terms and their sum; returns the part of it that knows positions.
std::vector<double> fillTerms(ScoreTerms& board, const TermVectors& vectors) {
  const double scale = board.variant->scale(board.setup.dim);
  std::vector<double> informed = emptyMap(board);
  board.score = emptyMap(board);
  for (const ScoreTerm term : kScoreTerms) {
    if (board.variant->rule(term).value != nullptr) {
      board.terms[static_cast<std::size_t>(term)] = emptyMap(board);
    }
  }
  eachSeen(board, [&](std::size_t cell, std::int64_t i, std::int64_t j) {
    double sum = 0;
    double known = 0;
    for (const ScoreTerm term : kScoreTerms) {
      const TermRule& rule = board.variant->rule(term);
      if (rule.value != nullptr) {
        const double part = rule.value(vectors, i, j) * scale;
        board.terms[static_cast<std::size_t>(term)][cell] = part;
        sum += part;
        known += rule.knowsPosition ? part : 0.0;
      }
    }
    board.score[cell] = sum;
    informed[cell] = known;
    const double whole = board.variant->whole(vectors, i, j) * scale;
    board.unexpanded = std::max(board.unexpanded, std::abs(sum - whole));
    board.effect = std::max(board.effect, std::abs(known));
  });
  return informed;
}

// Of each query's keys; the largest score is taken off first.
std::vector<double> softmaxOf(const ScoreTerms& board, const std::vector<double>& scores) {
  std::vector<double> weights = emptyMap(board);
  const auto length = static_cast<std::size_t>(board.setup.length);
  std::vector<double> largest(length, -HUGE_VAL);
  std::vector<double> sums(length, 0.0);
  eachSeen(board, [&](std::size_t cell, std::int64_t i, std::int64_t) {
    double& top = largest[static_cast<std::size_t>(i)];
    top = std::max(top, scores[cell]);
  });
  eachSeen(board, [&](std::size_t cell, std::int64_t i, std::int64_t) {
    weights[cell] = std::exp(scores[cell] - largest[static_cast<std::size_t>(i)]);
    sums[static_cast<std::size_t>(i)] += weights[cell];
  });
  eachSeen(board, [&](std::size_t cell, std::int64_t i, std::int64_t) {
    weights[cell] /= sums[static_cast<std::size_t>(i)];
  });
  return weights;
}

// Half of the sum of what keys win and lose, over the queries.
double movedWithout(const ScoreTerms& board, const std::vector<double>& informed) {
  std::vector<double> rest = board.score;
  eachSeen(board,
           [&](std::size_t cell, std::int64_t, std::int64_t) { rest[cell] -= informed[cell]; });
  const std::vector<double> before = softmaxOf(board, rest);
  double sum = 0;
  eachSeen(board, [&](std::size_t cell, std::int64_t, std::int64_t) {
    sum += std::abs(board.weights[cell] - before[cell]);
  });
  return sum / 2 / static_cast<double>(board.setup.length);
}

std::int64_t rowsOf(const ScoreTerms& board) {
  const std::int64_t length = board.setup.length;
  if (board.variant->row == nullptr) {
    return length;
  }
  std::set<std::int64_t> rows;
  for (std::int64_t distance = board.variant->causal ? 0 : 1 - length; distance < length;
       ++distance) {
    rows.insert(board.variant->row(distance));
  }
  return std::ssize(rows);
}

}  // namespace

std::string_view scoreTermName(ScoreTerm term) {
  static constexpr std::array<std::string_view, 4> kNames{"content_content", "content_position",
                                                          "position_content", "position_position"};
  return kNames[static_cast<std::size_t>(term)];
}

std::string_view termFateName(TermFate fate) {
  static constexpr std::array<std::string_view, 3> kNames{"kept", "replaced", "dropped"};
  return kNames[static_cast<std::size_t>(fate)];
}

std::int64_t ScoreVariant::count(TermFate fate) const {
  return std::count_if(terms.begin(), terms.end(),
                       [fate](const TermRule& rule) { return rule.fate == fate; });
}

std::int64_t ScoreVariant::informed() const {
  return std::count_if(terms.begin(), terms.end(),
                       [](const TermRule& rule) { return rule.knowsPosition; });
}

double ScoreVariant::scale(std::int64_t dim) const {
  return parts == 0 ? 1 : 1 / std::sqrt(static_cast<double>(parts * dim));
}

const ScoreVariant* findScoreVariant(std::string_view id) {
  const auto variants = scoreVariants();
  const auto found = std::find_if(variants.begin(), variants.end(),
                                  [id](const ScoreVariant& variant) { return variant.id == id; });
  return found == variants.end() ? nullptr : &*found;
}

ScoreTerms scoreTerms(const ScoreVariant& variant, const TermSetup& setup) {
  ScoreTerms board;
  board.variant = &variant;
  board.setup = setup;
  const std::vector<double> informed = fillTerms(board, drawnVectors(variant, setup));
  board.weights = softmaxOf(board, board.score);
  board.moved = movedWithout(board, informed);
  board.rows = rowsOf(board);
  return board;
}

TermSize sizeOf(std::span<const double> cells, std::int64_t length) {
  TermSize size;
  double squares = 0;
  std::int64_t seen = 0;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (std::isnan(cells[cell])) {
      continue;
    }
    size.sum += cells[cell];
    squares += cells[cell] * cells[cell];
    ++seen;
    if (std::abs(cells[cell]) > std::abs(size.largest)) {
      size.largest = cells[cell];
      size.query = static_cast<std::int64_t>(cell) / length;
      size.key = static_cast<std::int64_t>(cell) % length;
    }
  }
  size.root = seen == 0 ? 0 : std::sqrt(squares / static_cast<double>(seen));
  return size;
}

}  // namespace poscope
