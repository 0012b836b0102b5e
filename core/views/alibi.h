// What the files of the view alibi share.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/views/build_parts.h"

namespace poscope {

/// The parameters of a figure.
struct AlibiSetup {
  RecipePair recipes;
  std::int64_t context;
  std::int64_t heads;
  std::int64_t head;
  std::int64_t length;  ///< Keys that are drawn, counted from the last.
  bool aligned;
  double maxBias;
  std::vector<double> slopes;  // Exact.

  [[nodiscard]] double slope() const { return slopes[static_cast<std::size_t>(head)]; }
  [[nodiscard]] double steepest() const { return *std::max_element(slopes.begin(), slopes.end()); }
  [[nodiscard]] double flattest() const { return *std::min_element(slopes.begin(), slopes.end()); }
  [[nodiscard]] std::int64_t query() const { return context - 1; }
  /// The first key, and in the matrix the first query, that is drawn.
  [[nodiscard]] std::int64_t firstShown() const { return context - length; }
  /// Keys next to the query that the facts count.
  [[nodiscard]] std::int64_t nearest() const { return std::min<std::int64_t>(256, context); }
};

/// Levels of the biases of one recipe at the last query.
struct AlibiCounts {
  std::int64_t nearest = 0;
  std::int64_t farthest = 0;
  std::int64_t all = 0;
  std::int64_t shown = 0;
  std::int64_t lost = 0;
  double maxError = 0;  ///< Over the nearest keys, after the exact row constant is removed.
  std::int64_t leastOfHeads = 0;  ///< Levels of the nearest keys in the head that has fewest,
  std::int64_t mostOfHeads = 0;   ///< and most.
  std::int64_t leastShown = 0;    ///< The same of the keys that are drawn.
  std::int64_t mostShown = 0;
};

/// What was computed once for every side.
struct AlibiPicture {
  AlibiSetup setup;
  std::string kind;                         ///< keys, matrix or heads.
  std::shared_ptr<const CellSource> row;    ///< Queries x keys of one head,
  std::shared_ptr<const CellSource> heads;  ///< heads x keys of the last query.
  AlibiCounts a;
  AlibiCounts b;
  LargestCell difference;  ///< Of what is drawn.

  /// What is drawn: its source, and which of its cells.
  [[nodiscard]] const CellSource& source() const { return kind == "heads" ? *heads : *row; }
  [[nodiscard]] CellWindow window() const {
    const std::int64_t first = setup.firstShown();
    return kind == "heads"    ? CellWindow{0, setup.heads, first, setup.length}
           : kind == "matrix" ? CellWindow{first, setup.length, first, setup.length}
                              : CellWindow{setup.query(), 1, first, setup.length};
  }

  [[nodiscard]] const AlibiCounts& of(Side side) const { return side == Side::b ? b : a; }
  [[nodiscard]] const Recipe& recipe(Side side) const {
    return side == Side::b ? setup.recipes.b : setup.recipes.a;
  }
};

/// The words of the parameter `picture`.
[[nodiscard]] std::vector<std::string> alibiPictures();

/// Question, sentence and explanation of the side that is shown.
[[nodiscard]] Finding alibiFinding(const AlibiPicture& picture, Side shown);

}  // namespace poscope
