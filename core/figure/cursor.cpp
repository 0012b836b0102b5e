#include "core/figure/cursor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/base/numbers.h"

namespace poscope {
namespace {

struct AxisName {
  std::string_view name;  ///< Of Axis::data.
  Coordinate coordinate;
};

// Pages name their axes for data files; these names are the same thing on every page.
constexpr AxisName kAxisNames[] = {
    {"position", Coordinate::position}, {"key", Coordinate::position},
    {"query", Coordinate::query},       {"pair", Coordinate::pair},
    {"head", Coordinate::head},         {"distance", Coordinate::distance},
    {"length", Coordinate::length},     {"context", Coordinate::length},
};

// In the order of Coordinate.
constexpr std::array<std::string_view, kCoordinates> kNames{
    "coordinate.position", "coordinate.query",    "coordinate.pair",
    "coordinate.head",     "coordinate.distance", "coordinate.length"};

constexpr int kMeanDigits = 7;
constexpr std::int64_t kChunk = 65536;  ///< Values that are in memory at once.
/// Of a map. More take longer than a reader waits.
constexpr double kMostMapValues = 16777216;

bool holds(const Axis& axis, double value) {
  return value >= axis.first && value <= axis.last;
}

void moveAlong(Cursor& cursor, const Axis& axis, double value) {
  const auto coordinate = coordinateOf(axis);
  if (coordinate && std::isfinite(value)) {
    cursor.set(*coordinate, std::round(value));
  }
}

std::optional<double> placeAlong(const Axis& axis, const Cursor& cursor) {
  const auto coordinate = coordinateOf(axis);
  const auto value = coordinate ? cursor.at(*coordinate) : std::nullopt;
  return value && holds(axis, *value) ? value : std::nullopt;
}

/// Least, mean and greatest of what is finite.
class Statistics {
 public:
  void add(double value) {
    if (!std::isfinite(value)) {
      ++lost_;
      return;
    }
    least_ = std::min(least_, value);
    greatest_ = std::max(greatest_, value);
    ++count_;
    const double sum = sum_ + value;
    rest_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
    sum_ = sum;
  }
  [[nodiscard]] bool empty() const { return count_ + lost_ == 0; }
  [[nodiscard]] Text words() const {
    if (count_ == 0) {
      return {"range.no-values", {{"lost", lost_}}};
    }
    const auto number = [](double value) { return Text::verbatim(readingDecimal(value)); };
    const double mean = (sum_ + rest_) / static_cast<double>(count_);
    Text values("range.values", {{"least", number(least_)},
                                 {"mean", Text::verbatim(shortDecimal(mean, kMeanDigits))},
                                 {"most", number(greatest_)}});
    return lost_ == 0 ? values : Text("range.values.lost", {{"values", values}, {"lost", lost_}});
  }

 private:
  double least_ = std::numeric_limits<double>::infinity();
  double greatest_ = -std::numeric_limits<double>::infinity();
  double sum_ = 0;
  double rest_ =
      0;  ///< What the sum has rounded off (Neumaier 1974): a million values lose nothing.
  std::int64_t count_ = 0;
  std::int64_t lost_ = 0;
};

/// Integers first..last of a row or a column of a source: those of the range that it has.
struct Part {
  std::int64_t first = 0;
  std::int64_t count = 0;
};
Part partOf(const MarkedRange& range, double origin, std::int64_t size) {
  const double first = std::max(0.0, range.first - origin);
  const double last = std::min(static_cast<double>(size - 1), range.last - origin);
  if (!(first <= last)) {
    return {};
  }
  const auto begin = static_cast<std::int64_t>(std::ceil(first));
  return {begin, static_cast<std::int64_t>(std::floor(last)) - begin + 1};
}

/// All values of a rectangle of a source.
Result<Statistics> statisticsOf(const CellSource& source, Quantity quantity, Part rows,
                                Part columns, const std::stop_token& stop) {
  Statistics statistics;
  std::vector<double> values;
  const std::int64_t width = std::min(columns.count, kChunk);
  const std::int64_t height = width == 0 ? 0 : std::max<std::int64_t>(1, kChunk / width);
  for (std::int64_t row = 0; width > 0 && row < rows.count; row += height) {
    for (std::int64_t column = 0; column < columns.count; column += width) {
      const std::int64_t down = std::min(height, rows.count - row);
      const std::int64_t across = std::min(width, columns.count - column);
      values.resize(static_cast<std::size_t>(down * across));
      const Lattice lattice{{rows.first + row, down, down},
                            {columns.first + column, across, across}};
      POSCOPE_CHECK(source.cells(lattice, quantity, Reduction::sample, std::span(values), stop));
      for (const double value : values) {
        statistics.add(value);
      }
    }
  }
  return statistics;
}

/// A row of the readings for a layer.
class RangeReader {
 public:
  RangeReader(const PlotPanel& panel, const MarkedRange& range, const std::stop_token& stop)
      : panel_(panel), range_(range), stop_(stop) {}

  Result<void> read(const Layer& layer) {
    return std::visit([this](const auto& each) { return add(each); }, layer);
  }
  [[nodiscard]] std::vector<DetailRow> rows() && { return std::move(rows_); }

 private:
  Result<void> add(const CurveLayer& curve) {
    if (!across() || curve.faint) {
      return {};
    }
    POSCOPE_TRY(const Statistics found,
                statisticsOf(*curve.source, curve.quantity, {curve.row, 1},
                             partOf(range_, curve.columnFirst, curve.source->columns()), stop_));
    say(found, curve.label);
    return {};
  }
  Result<void> add(const PointLayer& points) {
    if (!across() || points.faint || points.name.empty()) {
      return {};
    }
    Statistics found;
    for (std::size_t k = 0; k < points.x.size(); ++k) {
      if (points.x[k] >= range_.first && points.x[k] <= range_.last) {
        found.add(points.y[k]);
      }
    }
    say(found, points.label);
    return {};
  }
  Result<void> add(const HeatLayer& heat) {
    const Part rows = along(panel_.y, heat.rowFirst, heat.source->rows());
    const Part columns = along(panel_.x, heat.columnFirst, heat.source->columns());
    const double values = static_cast<double>(rows.count) * static_cast<double>(columns.count);
    if (values > kMostMapValues) {
      rows_.push_back(
          {title(), {"range.too-many", {{"values", rows.count * columns.count}}}, {}, {}});
      return {};
    }
    POSCOPE_TRY(const Statistics found,
                statisticsOf(*heat.source, heat.quantity, rows, columns, stop_));
    say(found, {});
    return {};
  }
  template <typename Other>
  Result<void> add(const Other&) {
    return {};  // Strips, bands and notes are no numbers of one thing.
  }

  [[nodiscard]] bool across() const { return coordinateOf(panel_.x) == range_.coordinate; }
  [[nodiscard]] Part along(const Axis& axis, double origin, std::int64_t size) const {
    return coordinateOf(axis) == range_.coordinate ? partOf(range_, origin, size) : Part{0, size};
  }
  [[nodiscard]] Text title() const {
    return panel_.y.data.name.empty() || coordinateOf(panel_.y) ? panelTitle(panel_)
                                                                : panel_.y.title;
  }
  void say(const Statistics& found, const Text& label) {
    if (!found.empty()) {
      rows_.push_back({label.empty() ? title() : label, found.words(), {}, {}});
    }
  }

  const PlotPanel& panel_;
  const MarkedRange& range_;
  const std::stop_token& stop_;
  std::vector<DetailRow> rows_;
};

}  // namespace

std::optional<Coordinate> coordinateOf(const Axis& axis) {
  for (const AxisName& row : kAxisNames) {
    if (row.name == axis.data.name) {
      return row.coordinate;
    }
  }
  return std::nullopt;
}

Text coordinateName(Coordinate coordinate) {
  return kNames[static_cast<std::size_t>(coordinate)];
}

Cursor movedTo(Cursor cursor, const PlotPanel& panel, double x, double y) {
  moveAlong(cursor, panel.x, x);
  moveAlong(cursor, panel.y, y);
  return cursor;
}

CursorPlace placeOn(const PlotPanel& panel, const Cursor& cursor) {
  return {placeAlong(panel.x, cursor), placeAlong(panel.y, cursor)};
}

std::optional<AxisPart> partOf(const Axis& axis, const MarkedRange& range) {
  if (coordinateOf(axis) != range.coordinate) {
    return std::nullopt;
  }
  const double around = axis.scale == AxisScale::log2 ? 0 : 0.5;
  const AxisPart part{std::max(axis.first, range.first - around),
                      std::min(axis.last, range.last + around)};
  return part.low <= part.high ? std::optional(part) : std::nullopt;
}

std::optional<MarkedRange> rangeBetween(const Axis& axis, double one, double other) {
  const auto coordinate = coordinateOf(axis);
  if (!coordinate || !std::isfinite(one) || !std::isfinite(other)) {
    return std::nullopt;
  }
  const auto inside = [&](double value) {
    const double nearest = std::round(std::clamp(value, axis.first, axis.last));
    return std::clamp(nearest, std::ceil(axis.first), std::floor(axis.last));
  };
  return MarkedRange{*coordinate, inside(std::min(one, other)), inside(std::max(one, other))};
}

Result<std::vector<DetailRow>> rangeStatistics(const Figure& figure, const MarkedRange& range,
                                               const std::stop_token& stop) {
  std::vector<DetailRow> rows{{{"range.of", {{"coordinate", coordinateName(range.coordinate)}}},
                               {"range.span",
                                {{"first", static_cast<std::int64_t>(range.first)},
                                 {"last", static_cast<std::int64_t>(range.last)},
                                 {"count", static_cast<std::int64_t>(range.count())}}},
                               {},
                               {}}};
  for (const Panel& panel : figure.panels) {
    const auto* plot = std::get_if<PlotPanel>(&panel);
    if (plot == nullptr ||
        (coordinateOf(plot->x) != range.coordinate && coordinateOf(plot->y) != range.coordinate)) {
      continue;
    }
    RangeReader reader(*plot, range, stop);
    for (const Layer& layer : plot->layers) {
      POSCOPE_CHECK(reader.read(layer));
    }
    for (DetailRow& row : std::move(reader).rows()) {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace poscope
