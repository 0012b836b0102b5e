// What all pages share: where the reader points, and the range that is marked. Both are in what
// axes count (positions, pairs, heads, ...), so that another page shows the same place on its own
// axes.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/figure/figure.h"

namespace poscope {

/// What an axis counts, the same on every page. A key of attention is a position.
enum class Coordinate { position, query, pair, head, distance, length };
inline constexpr std::size_t kCoordinates = 6;

/// Nothing for an axis of values, or of something that one page alone has.
[[nodiscard]] std::optional<Coordinate> coordinateOf(const Axis& axis);
/// "position", as inside of a sentence.
[[nodiscard]] Text coordinateName(Coordinate coordinate);

/// Where the reader points. What a page does not have stays as another page has left it. A regular
/// value.
class Cursor {
 public:
  [[nodiscard]] std::optional<double> at(Coordinate coordinate) const {
    return values_[static_cast<std::size_t>(coordinate)];
  }
  void set(Coordinate coordinate, double value) {
    values_[static_cast<std::size_t>(coordinate)] = value;
  }
  friend bool operator==(const Cursor&, const Cursor&) = default;

 private:
  std::array<std::optional<double>, kCoordinates> values_{};
};

/// `cursor` moved to a place of a panel, in axis values: to the nearest integer of each coordinate.
[[nodiscard]] Cursor movedTo(Cursor cursor, const PlotPanel& panel, double x, double y);

/// The cursor on the axes of a panel: nothing where an axis counts something else or ends before.
struct CursorPlace {
  std::optional<double> x;
  std::optional<double> y;

  [[nodiscard]] bool empty() const { return !x && !y; }
  friend bool operator==(const CursorPlace&, const CursorPlace&) = default;
};
[[nodiscard]] CursorPlace placeOn(const PlotPanel& panel, const Cursor& cursor);

/// A marked range: the integers first..last of a coordinate, first <= last.
struct MarkedRange {
  Coordinate coordinate = Coordinate::position;
  double first = 0;
  double last = 0;

  [[nodiscard]] double count() const { return last - first + 1; }
  friend bool operator==(const MarkedRange&, const MarkedRange&) = default;
};

/// What of a range lies on an axis, from half an integer before it to half an integer behind; on a
/// logarithmic axis from first to last. Nothing for another coordinate, or beyond the axis.
struct AxisPart {
  double low = 0;
  double high = 0;
  friend bool operator==(const AxisPart&, const AxisPart&) = default;
};
[[nodiscard]] std::optional<AxisPart> partOf(const Axis& axis, const MarkedRange& range);

/// The range between two places of an axis that counts something: the integers inside, at least
/// one. Nothing on an axis of values.
[[nodiscard]] std::optional<MarkedRange> rangeBetween(const Axis& axis, double one, double other);

/// What a range holds: "positions 4,000 to 4,095: 96", then least, mean and greatest of every curve
/// and of all points over it, from all of their values. Curves whose numbers are another side's,
/// drawn paler, are left out. Errors: as CellSource::cells.
[[nodiscard]] Result<std::vector<DetailRow>> rangeStatistics(const Figure& figure,
                                                             const MarkedRange& range,
                                                             const std::stop_token& stop);

}  // namespace poscope
