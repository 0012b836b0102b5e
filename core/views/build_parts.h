// Pieces that several views use to build figures.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>

#include "core/analysis/largest_cell.h"
#include "core/field/make_field.h"
#include "core/figure/figure.h"
#include "core/state/params.h"

namespace poscope {

/// The quantity that a picture shows for a side.
[[nodiscard]] Quantity quantityOf(Side side);
/// Those whose values a page about a side has room for: axes are the same for A, B and the
/// reference.
[[nodiscard]] std::vector<Quantity> quantitiesOnScale(Side shown);

/// An axis of whole numbers, half a step wider than first..last.
[[nodiscard]] Axis wholeAxis(Text title, DataName data, std::int64_t first, std::int64_t last);

/// Adds to a figure what it says and shows of one side.
using SideMaker = std::function<Result<void>(Figure& figure, Side side)>;

/// What a comparing view builds: `common` (facts, judgement, notes) belongs to every side, `make`
/// adds the rest when a side is asked for. It must not refer to what ends with the build.
[[nodiscard]] Figure figureOfSides(Figure common, SideMaker make);

/// The same from what was computed once for all sides: addSide(figure, shared, side) gives nothing,
/// or a Result<void>.
template <typename Shared, typename AddSide>
[[nodiscard]] Figure figureOfSides(Figure common, std::shared_ptr<Shared> shared, AddSide addSide) {
  return figureOfSides(std::move(common),
                       [shared = std::shared_ptr<const Shared>(std::move(shared)), addSide](
                           Figure& figure, Side side) -> Result<void> {
                         if constexpr (std::is_void_v<decltype(addSide(figure, *shared, side))>) {
                           addSide(figure, *shared, side);
                           return {};
                         } else {
                           return addSide(figure, *shared, side);
                         }
                       });
}

/// Whose numbers a layer about `side` holds, as data files say it: "module-cast bf16", of the
/// difference "module-cast bf16 - hf-llama bf16", of the reference "fp64".
[[nodiscard]] std::string ofSide(const RecipePair& recipes, Side side);
/// The same of two formats.
[[nodiscard]] std::string ofSide(const NumberFormat& a, const NumberFormat& b, Side side);

/// A cell with an integer; with a real number of `digits` digits for people and all for data.
[[nodiscard]] TableCell integerCell(std::int64_t number, TextRole role = TextRole::plain);
[[nodiscard]] TableCell numberCell(double number, int digits, TextRole role = TextRole::plain);
/// A share 0..1, "12.5 %" for people.
[[nodiscard]] TableCell shareCell(double share, int digits, TextRole role = TextRole::plain);

/// A = orange, B = blue, the reference and differences their own.
[[nodiscard]] ColourRole roleOf(Side side);

/// A number or words in the colour of a side; the argument's name does not count.
[[nodiscard]] Text inColourOf(Side side, TextArgument value);

/// The sentence about a difference: `key` with {largest} ("up to 34.3") and `where`, or that both
/// sides are equal.
[[nodiscard]] Text differenceSentence(const LargestCell& difference, std::string_view key,
                                      std::vector<TextArgument> where);

/// Names of facts, for View::facts: those of a figure of empty numbers.
[[nodiscard]] std::vector<std::string> factNames(const std::vector<Fact>& facts);

/// Appends "a.<name>" of every row of `rows` for `a`, then "b.<name>" for `b`.
template <typename Numbers, std::size_t kCount>
void addSideFacts(std::vector<Fact>& facts, const SideFact<Numbers> (&rows)[kCount],
                  const Numbers& a, const Numbers& b) {
  addFacts(facts, "a.", rows, a);
  addFacts(facts, "b.", rows, b);
}

/// The same where those of A have plain names ("distinct", "b.distinct"): other people's scripts
/// read them.
template <typename Numbers, std::size_t kCount>
[[nodiscard]] std::vector<Fact> plainSideFacts(const SideFact<Numbers> (&rows)[kCount],
                                               const Numbers& a, const Numbers& b) {
  std::vector<Fact> facts;
  addFacts(facts, "", rows, a);
  addFacts(facts, "b.", rows, b);
  return facts;
}

/// A value with its decimal, hex and bits in `format`, as inspector rows with `label` in `role`.
[[nodiscard]] std::vector<DetailRow> storedRows(Text label, double value,
                                                const NumberFormat& format, double scale,
                                                TextRole role);

/// What the inspector says of a heat map's cell.
struct FieldInspectionSetup {
  std::shared_ptr<const CellSource> source;
  Text rowLabel;
  Text columnLabel;
  double rowFirst = 0;
  double columnFirst = 0;
  Text labelA;
  Text labelB;
  const NumberFormat* formatA = nullptr;  ///< Of the stored value.
  const NumberFormat* formatB = nullptr;
  double scaleA = 1;  ///< Step of a scaled integer, 1 for floating formats.
  double scaleB = 1;
  bool causal = false;   ///< Cells right of the diagonal are masked and have no value.
  bool aligned = false;  ///< Drawn values differ from stored ones by a row constant: both are told.
};
[[nodiscard]] std::shared_ptr<const Inspection> fieldInspection(FieldInspectionSetup setup);

/// Notices about the model that parameters came from, on a page about RoPE: its scaling.
[[nodiscard]] std::vector<Text> modelNotes(const Params& params);

/// The largest finite magnitude over a lattice of at most `most` rows and columns that covers the
/// whole source.
[[nodiscard]] double largestMagnitude(const CellSource& source, Quantity quantity,
                                      std::int64_t most = 96);

/// The cells through which one row of `columns` values is seen for its extremes: every value,
/// unless that takes longer than a picture.
[[nodiscard]] std::int64_t rowCells(std::int64_t columns);

/// The ends of finite numbers; empty (low > high) where there are none.
struct ValueRange {
  double low = HUGE_VAL;
  double high = -HUGE_VAL;

  void widen(double value) {
    low = std::isfinite(value) ? std::min(low, value) : low;
    high = std::isfinite(value) ? std::max(high, value) : high;
  }
  [[nodiscard]] bool empty() const { return low > high; }
  [[nodiscard]] double magnitude() const {
    return empty() ? 0.0 : std::max(std::abs(low), std::abs(high));
  }
};

/// Widens `range` to the finite cells of a window; of more than about a hundred rows or columns
/// stretches are looked at through samples.
void widenRange(const CellSource& source, Quantity quantity, const CellWindow& window,
                ValueRange& range);
/// The same for each row of the window.
void widenRows(const CellSource& source, Quantity quantity, const CellWindow& window,
               std::span<ValueRange> rows);

/// Widens low..high to the finite values of a row from `firstColumn` to its end, seen through
/// rowCells() cells' minima and maxima.
void widenRange(const CellSource& source, Quantity quantity, std::int64_t row,
                std::int64_t firstColumn, double& low, double& high);

/// `largest` rounded up to 1, 2 or 5 times a power of ten; `fallback` for 0.
[[nodiscard]] double niceLimit(double largest, double fallback);

/// niceLimit of the largest magnitude over a coarse lattice of the whole source: a symmetric limit
/// for a difference.
[[nodiscard]] double differenceLimit(const CellSource& source, Quantity quantity, double fallback);

/// A tick step of at most `most` ticks over `span`: `unit` times a power of two.
[[nodiscard]] double doubledStep(double span, double unit, int most);

}  // namespace poscope
