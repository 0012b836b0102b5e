#include "app/plot/heat_plottable.h"

#include <algorithm>
#include <cmath>

#include "app/plot/cell_values.h"

namespace poscope {
namespace {

AxisRange shown(const QCPAxis* axis) {
  return {axis->range().lower, axis->range().upper};
}

// The device pixels of an axis rectangle. QCustomPlot maps vertical values one pixel above QRect's
// edges.
QRectF pixelArea(const QCPAxis* x) {
  return QRectF(x->axisRect()->rect()).translated(0, -1);
}

// Every pixel as so many of the same colour. (QImage::scaled is off by a pixel at some edges.)
QImage enlarged(const QImage& image, int across, int down) {
  QImage large(image.width() * across, image.height() * down, QImage::Format_RGB32);
  for (int y = 0; y < large.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(large.scanLine(y));
    const auto* from = reinterpret_cast<const QRgb*>(image.constScanLine(y / down));
    for (int x = 0; x < large.width(); ++x) {
      line[x] = from[x / across];
    }
  }
  return large;
}

// Which cell of a lattice an axis value falls into, or -1.
struct CellFinder {
  AxisLattice lattice;
  double firstCentre = 0;

  [[nodiscard]] int at(double value) const {
    const double place = value - firstCentre + 0.5 - static_cast<double>(lattice.first);
    const auto span = static_cast<double>(lattice.span);
    if (!(place >= 0) || place >= span) {
      return -1;
    }
    const double cell = std::floor(place * static_cast<double>(lattice.count) / span);
    return std::min(static_cast<int>(cell), static_cast<int>(lattice.count) - 1);
  }
};

// The cell of every device pixel along one axis. A picture with a cell per pixel, made for just
// these pixels, is taken as it is: rounding may not double or drop one.
std::vector<int> pixelCells(const QCPAxis* axis, double start, double ratio, int pixels,
                            const CellFinder& finder, bool oneToOne) {
  std::vector<int> cells(static_cast<std::size_t>(pixels));
  for (int p = 0; p < pixels; ++p) {
    const int forward = axis->pixelOrientation() > 0 ? p : pixels - 1 - p;
    const double value = axis->pixelToCoord(start + (p + 0.5) / ratio);
    cells[static_cast<std::size_t>(p)] = oneToOne ? forward : finder.at(value);
  }
  return cells;
}

}  // namespace

HeatPlottable::HeatPlottable(QCPAxis* x, QCPAxis* y, const HeatLayer& layer, const PlotStyle& style)
    : QCPAbstractPlottable(x, y),
      style_(style),
      source_(layer.source),
      quantity_(layer.quantity),
      reduction_(layer.reduction),
      rows_{layer.rowFirst, layer.source->rows()},
      columns_{layer.columnFirst, layer.source->columns()},
      causal_(layer.causal),
      map_(std::make_shared<ColourMap>(layer.colours, style.kind)),
      rowUnits_(layer.rowUnits) {
  setAntialiased(false);
}

void HeatPlottable::stretchPicture() {
  picture_.values.clear();  // Numbers of another figure are not stretched.
  picture_.x = shown(mKeyAxis);
  picture_.y = shown(mValueAxis);
  const auto stretch = [](const AxisRange& range, const AxisLattice& lattice) {
    return AxisLattice{std::llround(range.low),
                       std::max<std::int64_t>(1, std::llround(range.span())), lattice.count};
  };
  if (!picture_.image.isNull()) {
    picture_.lattice.columns = stretch(
        {picture_.x.low - columns_.firstCentre + 0.5, picture_.x.high - columns_.firstCentre + 0.5},
        picture_.lattice.columns);
    picture_.lattice.rows = stretch(
        {picture_.y.low - rows_.firstCentre + 0.5, picture_.y.high - rows_.firstCentre + 0.5},
        picture_.lattice.rows);
  }
}

std::optional<HeatRequest> HeatPlottable::request(double pixelRatio) const {
  const QRectF area = pixelArea(mKeyAxis);
  const QSize pixels(static_cast<int>(std::lround(area.width() * pixelRatio)),
                     static_cast<int>(std::lround(area.height() * pixelRatio)));
  HeatRequest request;
  request.x = shown(mKeyAxis);
  request.y = shown(mValueAxis);
  request.pixels = pixels;
  request.lattice = {visibleLattice(rows_, request.y, pixels.height()),
                     visibleLattice(columns_, request.x, pixels.width())};
  if (request.lattice.rows.count < 1 || request.lattice.columns.count < 1) {
    return std::nullopt;
  }
  request.source = source_;
  request.quantity = quantity_;
  const bool reduced = reduces(request.lattice.rows) || reduces(request.lattice.columns);
  request.reduction = reduced ? reduction_ : Reduction::sample;
  request.causal = causal_;
  request.map = map_;
  request.rowUnits = rowUnits_;
  return request;
}

QCPRange HeatPlottable::getKeyRange(bool& found, QCP::SignDomain) const {
  found = true;
  return {columns_.firstCentre - 0.5,
          columns_.firstCentre + static_cast<double>(columns_.size) - 0.5};
}

QCPRange HeatPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
  found = true;
  return {rows_.firstCentre - 0.5, rows_.firstCentre + static_cast<double>(rows_.size) - 0.5};
}

void HeatPlottable::draw(QCPPainter* painter) {
  if (picture_.image.isNull()) {
    return;
  }
  painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter->setAntialiasing(false);
  if (mode_ == HeatMode::rectangles) {
    drawRectangles(painter);
  } else if (mode_ == HeatMode::image) {
    drawImage(painter);
  } else {
    drawPixels(painter);
  }
  drawValues(painter);
}

void HeatPlottable::drawPixels(QCPPainter* painter) const {
  const QRectF area = pixelArea(mKeyAxis);
  const double ratio = pageRatio_ > 0 ? pageRatio_ : painter->device()->devicePixelRatioF();
  const QSize size(static_cast<int>(std::lround(area.width() * ratio)),
                   static_cast<int>(std::lround(area.height() * ratio)));
  const bool current =
      picture_.pixels == size && picture_.x == shown(mKeyAxis) && picture_.y == shown(mValueAxis);
  const Lattice& lattice = picture_.lattice;
  const bool wide = current && reduces(lattice.columns) && lattice.columns.count == size.width();
  const bool tall = current && reduces(lattice.rows) && lattice.rows.count == size.height();
  const auto columns = pixelCells(mKeyAxis, area.left(), ratio, size.width(),
                                  {lattice.columns, columns_.firstCentre}, wide);
  const auto rows = pixelCells(mValueAxis, area.top(), ratio, size.height(),
                               {lattice.rows, rows_.firstCentre}, tall);
  const bool straight = wide && mKeyAxis->pixelOrientation() > 0;
  if (pageRatio_ == 0 && straight && tall && mValueAxis->pixelOrientation() > 0 &&
      !picture_.hasLost) {
    painter->drawImage(area, picture_.image);  // Pixel for pixel: no copy needed.
    return;
  }
  QImage target(size, QImage::Format_RGB32);
  const auto bytes = static_cast<std::size_t>(size.width()) * sizeof(QRgb);
  for (int y = 0; y < size.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(target.scanLine(y));
    const int row = rows[static_cast<std::size_t>(y)];
    if (row < 0) {
      std::fill_n(line, size.width(), style_.colours().surface.rgba());
    } else if (y > 0 && row == rows[static_cast<std::size_t>(y - 1)]) {
      std::memcpy(line, target.constScanLine(y - 1), bytes);
    } else if (straight) {
      std::memcpy(line, picture_.image.constScanLine(row), bytes);
    } else {
      const auto* from = reinterpret_cast<const QRgb*>(picture_.image.constScanLine(row));
      const QRgb surface = style_.colours().surface.rgba();
      std::transform(columns.begin(), columns.end(), line,
                     [from, surface](int column) { return column < 0 ? surface : from[column]; });
    }
  }
  if (picture_.hasLost) {
    paintHatch(target, style_.colours(), std::max(1, static_cast<int>(std::lround(ratio))));
  }
  target.setDevicePixelRatio(ratio);
  const QPointF onPage = (area.topLeft() + pageOrigin_) * ratio;
  const QPointF whole(std::round(onPage.x()), std::round(onPage.y()));
  painter->drawImage(pageRatio_ > 0 ? whole / ratio - pageOrigin_ : area.topLeft(), target);
}

QRectF HeatPlottable::cellArea(std::int64_t row, std::int64_t column) const {
  const auto edge = [](const AxisLattice& lattice, double firstCentre, std::int64_t k) {
    const double part = static_cast<double>(k) / static_cast<double>(lattice.count);
    return firstCentre - 0.5 + static_cast<double>(lattice.first) +
           part * static_cast<double>(lattice.span);
  };
  const double left =
      mKeyAxis->coordToPixel(edge(picture_.lattice.columns, columns_.firstCentre, column));
  const double right =
      mKeyAxis->coordToPixel(edge(picture_.lattice.columns, columns_.firstCentre, column + 1));
  const double top = mValueAxis->coordToPixel(edge(picture_.lattice.rows, rows_.firstCentre, row));
  const double bottom =
      mValueAxis->coordToPixel(edge(picture_.lattice.rows, rows_.firstCentre, row + 1));
  return QRectF(QPointF(left, top), QPointF(right, bottom)).normalized();
}

// Viewers smooth images of few pixels although they are told not to: each cell becomes as many
// pixels as the page was computed for.
void HeatPlottable::drawImage(QCPPainter* painter) const {
  const Lattice& lattice = picture_.lattice;
  const QRectF area =
      cellArea(0, 0).united(cellArea(lattice.rows.count - 1, lattice.columns.count - 1));
  const auto times = [](int pixels, int cells) { return std::max(1, pixels / std::max(1, cells)); };
  const QSize cells = picture_.image.size();
  QImage image = enlarged(picture_.image, times(picture_.pixels.width(), cells.width()),
                          times(picture_.pixels.height(), cells.height()));
  if (picture_.hasLost) {
    paintHatch(image, style_.colours(), times(image.width(), static_cast<int>(area.width())));
  }
  painter->drawImage(
      area, image.mirrored(mKeyAxis->pixelOrientation() < 0, mValueAxis->pixelOrientation() < 0));
}

// Viewers let what lies below shine through between shapes that only touch. So each run is drawn as
// its shadow towards the lower right, a cell long, which neighbours that are painted after it
// cover. The shadow goes along the diagonal: where two shadows meet under a third cell, at its
// corner, the one from the left does not reach under its upper edge, nor the one from above under
// its left edge, and along each edge a viewer mixes only the two colours that meet there.
QPolygonF HeatPlottable::shadow(const QRectF& run, double length) const {
  const QRectF area = pixelArea(mKeyAxis);
  const QPointF way(length, length);
  const QRectF end = run.translated(way);
  QPolygonF outline{run.topLeft(),     run.topRight(),   end.topRight(),
                    end.bottomRight(), end.bottomLeft(), run.bottomLeft()};
  for (QPointF& point : outline) {
    point = {std::clamp(point.x(), area.left(), area.right()),
             std::clamp(point.y(), area.top(), area.bottom())};
  }
  return outline;
}

void HeatPlottable::drawRectangles(QCPPainter* painter) const {
  const QRectF area = pixelArea(mKeyAxis);
  const QSizeF cell = cellArea(0, 0).size();
  const double shadowLength = std::min(cell.width(), cell.height());
  painter->setPen(Qt::NoPen);
  for (const ColourRun& run :
       paintingOrder(colourRuns(picture_.image, kMostRectangles), picture_.image.size())) {
    const bool lost = run.colour == kLostMark;
    const QColor colour = lost ? style_.colours().sunken : QColor(run.colour);
    const QRectF cells = cellArea(run.cells.top(), run.cells.left())
                             .united(cellArea(run.cells.bottom(), run.cells.right()));
    painter->setBrush(colour);
    painter->drawPolygon(shadow(cells, shadowLength));
    if (lost) {
      painter->fillRect(cells.intersected(area), QBrush(style_.colours().muted, Qt::BDiagPattern));
    }
  }
}

void HeatPlottable::drawValues(QCPPainter* painter) const {
  const Lattice& lattice = picture_.lattice;
  if (reduces(lattice.rows) || reduces(lattice.columns) || picture_.values.empty()) {
    return;
  }
  const CellValues values(style_);
  if (!values.fit(cellArea(0, 0).size(), picture_.values)) {
    return;
  }
  const QRectF area = pixelArea(mKeyAxis);
  std::size_t index = 0;
  for (std::int64_t row = 0; row < lattice.rows.count; ++row) {
    for (std::int64_t column = 0; column < lattice.columns.count; ++column, ++index) {
      const QPoint pixel(static_cast<int>(column), static_cast<int>(row));
      // In what is seen of the cell, so that no number is cut at the edge of the plot.
      values.draw(*painter, cellArea(row, column).intersected(area), picture_.values[index],
                  picture_.image.pixel(pixel));
    }
  }
}

std::vector<ColourRun> colourRuns(const QImage& image, std::size_t most) {
  std::vector<ColourRun> runs;
  std::vector<std::size_t> above;  // Runs that end at the row above, left to right.
  for (int y = 0; y < image.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
    std::vector<std::size_t> open;
    std::size_t candidate = 0;
    for (int x = 0; x < image.width();) {
      int end = x + 1;
      while (end < image.width() && line[end] == line[x]) {
        ++end;
      }
      while (candidate < above.size() && runs[above[candidate]].cells.left() < x) {
        ++candidate;
      }
      ColourRun* up = candidate < above.size() ? &runs[above[candidate]] : nullptr;
      if (up != nullptr && up->colour == line[x] && up->cells.left() == x &&
          up->cells.right() == end - 1) {
        up->cells.setBottom(y);
        open.push_back(above[candidate]);
      } else {
        runs.push_back({QRect(x, y, end - x, 1), line[x]});
        open.push_back(runs.size() - 1);
        if (runs.size() > most) {
          return runs;
        }
      }
      x = end;
    }
    above = std::move(open);
  }
  return runs;
}

// Any tiling by rectangles has such an order: some remaining one has nothing left or above.
std::vector<ColourRun> paintingOrder(const std::vector<ColourRun>& runs, const QSize& size) {
  const auto width = static_cast<std::size_t>(size.width());
  std::vector<std::size_t> owner(width * static_cast<std::size_t>(size.height()));
  const auto at = [&](int x, int y) -> std::size_t& {
    return owner[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
  };
  for (std::size_t k = 0; k < runs.size(); ++k) {
    for (int y = runs[k].cells.top(); y <= runs[k].cells.bottom(); ++y) {
      std::fill_n(&at(runs[k].cells.left(), y), runs[k].cells.width(), k);
    }
  }
  std::vector<std::vector<std::size_t>> after(runs.size());
  std::vector<int> waiting(runs.size(), 0);
  const auto link = [&](std::size_t before, std::size_t next) {
    if (before != next && (after[before].empty() || after[before].back() != next)) {
      after[before].push_back(next);
      ++waiting[next];
    }
  };
  for (int y = 0; y < size.height(); ++y) {
    for (int x = 0; x < size.width(); ++x) {
      if (x + 1 < size.width()) {
        link(at(x, y), at(x + 1, y));
      }
      if (y + 1 < size.height()) {
        link(at(x, y), at(x, y + 1));
      }
    }
  }
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    if (waiting[k] == 0) {
      order.push_back(k);
    }
  }
  std::vector<ColourRun> sorted;
  for (std::size_t k = 0; k < order.size(); ++k) {
    sorted.push_back(runs[order[k]]);
    for (const std::size_t next : after[order[k]]) {
      if (--waiting[next] == 0) {
        order.push_back(next);
      }
    }
  }
  return sorted;
}

}  // namespace poscope
