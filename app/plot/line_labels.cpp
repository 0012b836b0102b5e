// Words at lines.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/plot/legend.h"

namespace poscope {
namespace {

constexpr int kMostSteps = 2000;  ///< Along one part of a line.
constexpr double kStep = 8;       ///< Between the places tried along a line, logical pixels.
constexpr double kGap = 3;        ///< Between line and words.
constexpr double kApart = 5;      ///< Between words and other lines.

// The corners of a graph as it is drawn, in pixels, left to right.
std::vector<QPointF> corners(const QCPGraph& graph) {
  const auto points = graph.data();
  std::vector<QPointF> places;
  places.reserve(static_cast<std::size_t>(points->size()));
  for (int i = 0; i < points->size(); ++i) {
    const auto point = points->at(i);
    const QPointF at(graph.keyAxis()->coordToPixel(point->key),
                     graph.valueAxis()->coordToPixel(point->value));
    if (graph.lineStyle() == QCPGraph::lsStepLeft && !places.empty()) {
      places.emplace_back(at.x(), places.back().y());
    }
    places.push_back(at);
  }
  return places;
}

// Places on the line inside of the area, from its right end.
std::vector<QPointF> anchors(const QCPGraph& graph, const QRectF& area, double step) {
  const std::vector<QPointF> line = corners(graph);
  std::vector<QPointF> places;
  for (std::size_t k = line.size(); k-- > 1;) {
    const QLineF part(line[k], line[k - 1]);
    const double length = part.length();
    const int steps = std::clamp(static_cast<int>(length / step), 1, kMostSteps);
    for (int s = 0; s < steps && std::isfinite(length); ++s) {
      const QPointF at = part.pointAt(static_cast<double>(s) / steps);
      const bool apart = places.empty() || QLineF(places.back(), at).length() >= step;
      if (apart && area.adjusted(-1, -1, 1, 1).contains(at)) {
        places.push_back(at);
      }
    }
  }
  return places;
}

// Right of a place, over and under it, and in the corners beside it.
std::array<QRectF, 7> around(const QPointF& at, const QSizeF& words, double gap) {
  const double width = words.width();
  const double height = words.height();
  const double above = at.y() - gap - height;
  const double below = at.y() + gap;
  return {QRectF(QPointF(at.x() + gap, at.y() - height / 2), words),
          QRectF(QPointF(at.x() - width / 2, above), words),
          QRectF(QPointF(at.x() + gap, above), words),
          QRectF(QPointF(at.x() - gap - width, above), words),
          QRectF(QPointF(at.x() - width / 2, below), words),
          QRectF(QPointF(at.x() + gap, below), words),
          QRectF(QPointF(at.x() - gap - width, below), words)};
}

}  // namespace

void addInk(InkMap& ink, const QCPGraph& graph) {
  const std::vector<QPointF> places = corners(graph);
  const bool line = graph.lineStyle() != QCPGraph::lsNone;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (line && k > 0) {
      ink.addLine({places[k - 1], places[k]});
    } else {
      ink.addPoint(places[k]);
    }
  }
}

std::optional<QRectF> placeAtLine(const QCPGraph& graph, const QSizeF& words, const InkMap& ink,
                                  const QRectF& area, double scale) {
  InkMap own(area);
  addInk(own, graph);
  const double apart = kApart * scale;
  for (const QPointF& at : anchors(graph, area, kStep * scale)) {
    for (const QRectF& place : around(at, words, kGap * scale)) {
      const QRectF wide = place.adjusted(-apart, -apart, apart, apart);
      if (area.contains(place) && own.in(place) == 0 && ink.in(wide) == own.in(wide)) {
        return place;
      }
    }
  }
  return std::nullopt;
}

}  // namespace poscope
