// What the files of the view alibi share.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/analysis/bias_weight.h"
#include "core/views/build_parts.h"

namespace poscope {

/// From here on keys are far: bf16 is exact for whole numbers up to this one.
inline constexpr std::int64_t kFarBeyond = 256;

/// The parameters of a figure.
struct AlibiSetup {
  RecipePair recipes;
  std::int64_t context = 0;
  std::int64_t heads = 0;
  std::int64_t head = 0;
  std::int64_t length = 0;  ///< Keys that are drawn, counted from the last.
  bool aligned = true;
  double maxBias = 8;
  std::vector<double> slopes;  // Exact.

  [[nodiscard]] double slope() const { return slopes[static_cast<std::size_t>(head)]; }
  [[nodiscard]] double steepest() const { return *std::max_element(slopes.begin(), slopes.end()); }
  [[nodiscard]] double flattest() const { return *std::min_element(slopes.begin(), slopes.end()); }
  /// The weight that a head of this slope gives to keys beyond kFarBeyond when scores are equal.
  [[nodiscard]] double far(double headSlope) const {
    return weightBeyond(headSlope, kFarBeyond, context);
  }
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

inline constexpr std::int64_t kFp32Bytes = 4;
inline constexpr std::int64_t kBf16Bytes = 2;
/// Bytes a second: the memory of an H200 (NVIDIA's data sheet, 4.8 TB/s).
inline constexpr double kAlibiBandwidth = 4.8e12;
/// heads x context x context biases of `bytesEach`: at most 2^10 * 2^40 * 4 < 2^53.
[[nodiscard]] std::int64_t alibiMatrixBytes(const AlibiSetup& setup, std::int64_t bytesEach);
/// What the bias costs as a matrix: bytes, and seconds to read it once at kAlibiBandwidth.
[[nodiscard]] std::vector<Fact> alibiCostFacts(const AlibiSetup& setup);
[[nodiscard]] TablePanel alibiCostTable(const AlibiSetup& setup);
/// Both recipes as code, with what differs; a click on a line of one side shows that side.
[[nodiscard]] CodePanel alibiCodePanel(const AlibiSetup& setup);

/// Question, sentence and explanation of the side that is shown.
[[nodiscard]] Finding alibiFinding(const AlibiPicture& picture, Side shown);

}  // namespace poscope
