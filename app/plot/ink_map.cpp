#include "app/plot/ink_map.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace poscope {
namespace {

constexpr double kSquare = 3;  ///< Logical pixels.

// The part of a line inside of a rectangle (Liang and Barsky), so that lines far outside of a deep
// zoom cost nothing.
std::optional<QLineF> clipped(const QLineF& line, const QRectF& area) {
  double from = 0;
  double to = 1;
  const auto cut = [&](double direction, double distance) {
    if (direction == 0) {
      return distance >= 0;
    }
    const double at = distance / direction;
    (direction < 0 ? from : to) = direction < 0 ? std::max(from, at) : std::min(to, at);
    return from <= to;
  };
  const bool inside =
      cut(-line.dx(), line.x1() - area.left()) && cut(line.dx(), area.right() - line.x1()) &&
      cut(-line.dy(), line.y1() - area.top()) && cut(line.dy(), area.bottom() - line.y1());
  return inside ? std::optional(QLineF(line.pointAt(from), line.pointAt(to))) : std::nullopt;
}

bool finite(const QPointF& at) {
  return std::isfinite(at.x()) && std::isfinite(at.y());
}

}  // namespace

InkMap::InkMap(const QRectF& area)
    : area_(area),
      columns_(std::max(1, static_cast<int>(std::ceil(area.width() / kSquare)))),
      rows_(std::max(1, static_cast<int>(std::ceil(area.height() / kSquare)))),
      counts_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

InkMap::Squares InkMap::squares(const QRectF& area) const {
  if (counts_.empty() || !area.intersects(area_)) {
    return {};
  }
  const auto square = [](double at, double origin, int count) {
    return std::clamp(static_cast<int>((at - origin) / kSquare), 0, count - 1);
  };
  const QRectF part = area.intersected(area_);
  return {square(part.left(), area_.left(), columns_), square(part.top(), area_.top(), rows_),
          square(part.right(), area_.left(), columns_), square(part.bottom(), area_.top(), rows_)};
}

void InkMap::addArea(const QRectF& area, int weight) {
  const Squares part = squares(area);
  for (int y = part.top; y <= part.bottom; ++y) {
    for (int x = part.left; x <= part.right; ++x) {
      counts_[static_cast<std::size_t>(y * columns_ + x)] += weight;
    }
  }
  sums_.clear();
}

void InkMap::addPoint(const QPointF& at) {
  if (finite(at)) {
    addArea(QRectF(at.x() - 0.5, at.y() - 0.5, 1, 1), 1);
  }
}

void InkMap::addLine(const QLineF& line) {
  if (!finite(line.p1()) || !finite(line.p2())) {
    return;
  }
  const auto part = clipped(line, area_);
  if (!part) {
    return;
  }
  const int steps = std::max(1, static_cast<int>(std::ceil(part->length() / kSquare)));
  for (int k = 0; k <= steps; ++k) {
    addPoint(part->pointAt(static_cast<double>(k) / steps));
  }
}

void InkMap::sumUp() const {
  const auto width = static_cast<std::size_t>(columns_) + 1;
  sums_.assign(width * (static_cast<std::size_t>(rows_) + 1), 0);
  for (std::size_t y = 1; y <= static_cast<std::size_t>(rows_); ++y) {
    int line = 0;
    for (std::size_t x = 1; x < width; ++x) {
      line += counts_[(y - 1) * (width - 1) + x - 1];
      sums_[y * width + x] = sums_[(y - 1) * width + x] + line;
    }
  }
}

int InkMap::in(const QRectF& area) const {
  const Squares part = squares(area);
  if (part.right < part.left) {
    return 0;
  }
  if (sums_.empty()) {
    sumUp();
  }
  const auto sum = [this](int y, int x) {
    return sums_[static_cast<std::size_t>(y * (columns_ + 1) + x)];
  };
  return sum(part.bottom + 1, part.right + 1) - sum(part.top, part.right + 1) -
         sum(part.bottom + 1, part.left) + sum(part.top, part.left);
}

}  // namespace poscope
