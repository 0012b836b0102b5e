// What files draw of a curve against its data: every column of pixels reaches from the least to the
// greatest value in it, and no further. For every curve of every view, as a bitmap and as vectors.
#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QPainter>
#include <QTest>
#include <cmath>

#include "app/export/figure_file.h"
#include "app/plot/mark_style.h"
#include "core/base/numbers.h"
#include "tests/app/export/test_figures.h"

namespace poscope::test {
namespace {

struct Point {
  double x = 0;
  double y = 0;
};

/// A curve by itself, with its axes.
struct Drawn {
  Figure figure;  ///< The curve in A's colour, and dots on two corners of the plot.
  std::vector<Point> data;
  Axis x;
  Axis y;
};

std::vector<Point> dataOf(const Layer& layer) {
  std::vector<Point> data;
  if (const auto* points = std::get_if<PointLayer>(&layer)) {
    for (std::size_t k = 0; k < points->x.size(); ++k) {
      data.push_back({points->x[k], points->y[k]});
    }
  } else if (const auto* curve = std::get_if<CurveLayer>(&layer)) {
    std::vector<double> values(static_cast<std::size_t>(curve->source->columns()));
    const Lattice all{{curve->row, 1, 1}, everyCell(1, curve->source->columns()).columns};
    const auto done = curve->source->cells(all, curve->quantity, Reduction::sample,
                                           std::span<double>(values), {});
    for (std::size_t k = 0; done && k < values.size(); ++k) {
      data.push_back({curve->columnFirst + static_cast<double>(k), values[k]});
    }
  }
  return data;
}

// Marks become lines: what is tried is which values are drawn.
Layer asLine(Layer layer) {
  std::visit(
      [](auto& body) {
        if constexpr (requires { body.mark; }) {
          body.mark = Mark::line;
          body.role = ColourRole::a;
          body.faint = false;
          body.label = {};
        }
      },
      layer);
  return layer;
}

Drawn alone(const PlotPanel& panel, const Layer& layer) {
  PointLayer corners;
  corners.role = ColourRole::good;
  corners.mark = Mark::dots;
  corners.x = {panel.x.first, panel.x.last};
  corners.y = {panel.y.first, panel.y.last};
  PlotPanel one = panel;
  one.title = {};
  one.layers = {asLine(layer), corners};
  Drawn drawn{{}, dataOf(layer), one.x, one.y};
  drawn.figure.panels = {one};
  drawn.figure.source = {"decay", "poscope:decay", {}, "9.9"};
  return drawn;
}

struct Paper {
  const char* ending;
  QSizeF millimetres;
  double dpi;
};
const Paper kPapers[] = {{"png", {84, 60}, 100},
                         {"png", {84, 60}, 300},
                         {"png", {174, 110}, 150},
                         {"svg", {84, 60}, 600}};

QImage imageOf(const Figure& figure, const Paper& paper) {
  ExportOptions options;
  options.millimetres = paper.millimetres;
  options.dpi = paper.dpi;
  options.caption = false;
  const auto file = figureBytes(figure, std::nullopt, paper.ending, options, {});
  if (!file) {
    return {};
  }
  if (std::string_view(paper.ending) == "png") {
    return QImage::fromData(file->bytes, "png").convertToFormat(QImage::Format_RGB32);
  }
  QBuffer buffer;
  buffer.setData(file->bytes);
  QImageReader reader(&buffer, "svg");
  reader.setScaledSize((paper.millimetres * (paper.dpi / 25.4)).toSize());
  QImage image(reader.scaledSize(), QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.drawImage(0, 0, reader.read());
  return image;
}

bool isCurve(QRgb pixel) {
  return qRed(pixel) - qBlue(pixel) > 60 && qRed(pixel) > qGreen(pixel);
}
bool isCorner(QRgb pixel) {
  return qGreen(pixel) - qRed(pixel) > 60;
}

// Axis values as pixels, found from the dots on the corners.
struct Scale {
  double low = 0;
  double high = 1;
  double from = 0;
  double to = 1;
  AxisScale scale = AxisScale::linear;
  [[nodiscard]] double at(double value) const {
    const auto straight = [this](double v) { return scale == AxisScale::log2 ? std::log2(v) : v; };
    const double share = (straight(value) - straight(low)) / (straight(high) - straight(low));
    return from + share * (to - from);
  }
};

struct Plot {
  Scale x;
  Scale y;
};

std::optional<Plot> plotIn(const QImage& image, const Drawn& drawn) {
  QPointF sums[2];
  int counts[2] = {0, 0};
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (isCorner(image.pixel(x, y))) {
        const int right = x > image.width() / 2 ? 1 : 0;
        sums[right] += QPointF(x + 0.5, y + 0.5);
        counts[right] += 1;
      }
    }
  }
  if (counts[0] == 0 || counts[1] == 0) {
    return std::nullopt;
  }
  const QPointF first = sums[0] / counts[0];
  const QPointF last = sums[1] / counts[1];
  return Plot{{drawn.x.first, drawn.x.last, first.x(), last.x(), drawn.x.scale},
              {drawn.y.first, drawn.y.last, first.y(), last.y(), drawn.y.scale}};
}

struct Span {
  double top = HUGE_VAL;  ///< Pixels, downwards.
  double bottom = -HUGE_VAL;
  [[nodiscard]] bool empty() const { return top > bottom; }
  void add(double y) {
    top = std::min(top, y);
    bottom = std::max(bottom, y);
  }
  void join(const Span& other) {
    top = std::min(top, other.top);
    bottom = std::max(bottom, other.bottom);
  }
};

/// What the data ask of columns of pixels.
class Wanted {
 public:
  Wanted(const Drawn& drawn, const Plot& plot, double width)
      : must_(static_cast<std::size_t>(width) + 1), may_(must_.size()) {
    const double upper = std::min(plot.y.from, plot.y.to);
    const double lower = std::max(plot.y.from, plot.y.to);
    for (std::size_t k = 0; k < drawn.data.size(); ++k) {
      const Point& point = drawn.data[k];
      if (!std::isfinite(point.y)) {
        continue;
      }
      const QPointF at(plot.x.at(point.x), std::clamp(plot.y.at(point.y), upper, lower));
      add(must_, at.x(), at.x(), at.y(), at.y());
      const bool joined = k > 0 && std::isfinite(drawn.data[k - 1].y);
      const QPointF before = joined
                                 ? QPointF(plot.x.at(drawn.data[k - 1].x),
                                           std::clamp(plot.y.at(drawn.data[k - 1].y), upper, lower))
                                 : at;
      addLine(before, at);
    }
  }
  [[nodiscard]] const Span& must(int column) const {
    return must_[static_cast<std::size_t>(column)];
  }
  /// Within `reach` columns: lines have a width, and dots of paper and columns of the curve need
  /// not begin together.
  [[nodiscard]] Span may(int column, int reach) const {
    Span span;
    for (int k = std::max(0, column - reach);
         k <= std::min(column + reach, static_cast<int>(may_.size()) - 1); ++k) {
      span.join(may_[static_cast<std::size_t>(k)]);
    }
    return span;
  }

 private:
  static void add(std::vector<Span>& spans, double x0, double x1, double y0, double y1) {
    const int first = std::max(0, static_cast<int>(std::floor(x0)));
    const int last = std::min(static_cast<int>(spans.size()) - 1, static_cast<int>(std::floor(x1)));
    for (int k = first; k <= last; ++k) {
      spans[static_cast<std::size_t>(k)].add(y0);
      spans[static_cast<std::size_t>(k)].add(y1);
    }
  }
  void addLine(const QPointF& from, const QPointF& to) {
    const int steps = std::max(1, static_cast<int>(std::ceil(to.x() - from.x())));
    for (int s = 0; s < steps; ++s) {
      const double one = static_cast<double>(s) / steps;
      const double next = static_cast<double>(s + 1) / steps;
      const QPointF a = from + (to - from) * one;
      const QPointF b = from + (to - from) * next;
      add(may_, a.x(), b.x(), a.y(), b.y());
    }
  }

  std::vector<Span> must_;
  std::vector<Span> may_;
};

std::vector<Span> inkOf(const QImage& image) {
  std::vector<Span> inks(static_cast<std::size_t>(image.width()));
  for (int y = 0; y < image.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
    for (std::size_t x = 0; x < inks.size(); ++x) {
      if (isCurve(line[x])) {
        inks[x].add(y + 0.5);
      }
    }
  }
  return inks;
}

// Nothing, or what is wrong with the first column that is.
QString faultOf(const Drawn& drawn, const Paper& paper) {
  const QImage image = imageOf(drawn.figure, paper);
  const auto plot = plotIn(image, drawn);
  if (!plot) {
    return QStringLiteral("no picture");
  }
  const double line = 2 + 3 * paper.dpi / 300;  // Half a width and a dot.
  const Wanted wanted(drawn, *plot, image.width());
  const std::vector<Span> inks = inkOf(image);
  const int near = static_cast<int>(4 * line);
  for (int x = static_cast<int>(plot->x.from) + near; x < static_cast<int>(plot->x.to) - near;
       ++x) {
    const Span& ink = inks[static_cast<std::size_t>(x)];
    Span around = ink;  // A dot of paper more: it need not begin where the column does.
    around.join(inks[static_cast<std::size_t>(x - 1)]);
    around.join(inks[static_cast<std::size_t>(x + 1)]);
    const Span& must = wanted.must(x);
    const Span may = wanted.may(x, static_cast<int>(std::ceil(line)));
    if (!must.empty() &&
        (around.empty() || around.top > must.top + 1.5 || around.bottom < must.bottom - 1.5)) {
      return QStringLiteral("column %1: drawn %2..%3, data %4..%5")
          .arg(x)
          .arg(around.top)
          .arg(around.bottom)
          .arg(must.top)
          .arg(must.bottom);
    }
    if (!ink.empty() &&
        (may.empty() || ink.top < may.top - line || ink.bottom > may.bottom + line)) {
      return QStringLiteral("column %1: drawn %2..%3, but data end at %4..%5")
          .arg(x)
          .arg(ink.top)
          .arg(ink.bottom)
          .arg(may.top)
          .arg(may.bottom);
    }
  }
  return {};
}

bool isLineLayer(const Layer& layer) {
  const auto* points = std::get_if<PointLayer>(&layer);
  return (points != nullptr && isLine(points->mark)) || std::holds_alternative<CurveLayer>(layer);
}

// A logarithmic axis ends somewhere above 0; else every value is on it.
bool staysOnAxis(const Drawn& drawn) {
  return std::all_of(drawn.data.begin(), drawn.data.end(), [&](const Point& point) {
    const bool inX = point.x >= drawn.x.first && point.x <= drawn.x.last;
    const bool high = point.y >= drawn.y.first || drawn.y.scale == AxisScale::log2;
    return !inX || !std::isfinite(point.y) || (high && point.y <= drawn.y.last);
  });
}

struct Case {
  QString name;
  Drawn drawn;
};

void addCases(std::vector<Case>& cases, const QString& name, const Figure& figure) {
  for (const Panel& panel : figure.panels) {
    const auto* plot = std::get_if<PlotPanel>(&panel);
    for (std::size_t k = 0; plot != nullptr && k < plot->layers.size(); ++k) {
      if (isLineLayer(plot->layers[k])) {
        cases.push_back(
            {QStringLiteral("%1 %2 %3").arg(name, QString::fromStdString(plot->name)).arg(k),
             alone(*plot, plot->layers[k])});
      }
    }
  }
}

// Every view and every figure of the articles, at each of its sides.
std::vector<Case> computedCurves() {
  std::vector<Case> cases;
  for (const View& view : views()) {
    std::vector<std::string> links{"poscope:" + view.id};
    for (const NamedFigure& figure : view.figures) {
      links.push_back("poscope:" + view.id + "?" + figure.parameters);
    }
    for (const std::string& link : links) {
      const Figure figure = figureOf(link.c_str());
      for (const Side side : kSides) {
        const Result<Figure> shown = atSide(figure, side);
        if (shown && (figure.sides != nullptr || side == figure.side)) {
          addCases(cases, QString::fromStdString(link + " " + std::string(sideName(side))), *shown);
        }
      }
    }
  }
  return cases;
}

const std::vector<Case>& everyCurve() {
  static const std::vector<Case> kCases = computedCurves();
  return kCases;
}

// How high the curve begins at the left edge.
double firstDrawn(const QImage& image, const Plot& plot) {
  const int left = static_cast<int>(plot.x.from);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = left - 1; x <= left + 1; ++x) {
      if (isCurve(image.pixel(x, y))) {
        return y + 0.5;
      }
    }
  }
  return HUGE_VAL;
}

}  // namespace

class DrawnCurvesTest final : public QObject {
  Q_OBJECT

 private slots:
  void curves_ofEveryView_stayOnTheirAxes();
  void curves_ofEveryView_drawTheirData_data();
  void curves_ofEveryView_drawTheirData();
  void decay_everySize_beginsAtItsFirstValue_data();
  void decay_everySize_beginsAtItsFirstValue();
};

void DrawnCurvesTest::curves_ofEveryView_stayOnTheirAxes() {
  QVERIFY(everyCurve().size() > 10);
  for (const Case& each : everyCurve()) {
    QVERIFY2(staysOnAxis(each.drawn), qPrintable(each.name));
  }
}

void DrawnCurvesTest::curves_ofEveryView_drawTheirData_data() {
  QTest::addColumn<int>("paper");
  for (int k = 0; k < static_cast<int>(std::size(kPapers)); ++k) {
    QTest::addRow("%s %.0f mm %.0f dpi", kPapers[k].ending, kPapers[k].millimetres.width(),
                  kPapers[k].dpi)
        << k;
  }
}

void DrawnCurvesTest::curves_ofEveryView_drawTheirData() {
  QFETCH(const int, paper);
  for (const Case& each : everyCurve()) {
    const QString fault = faultOf(each.drawn, kPapers[paper]);
    QVERIFY2(fault.isEmpty(), qPrintable(each.name + ": " + fault));
  }
}

void DrawnCurvesTest::decay_everySize_beginsAtItsFirstValue_data() {
  curves_ofEveryView_drawTheirData_data();
}

// The finding says it: from 128, and with YaRN from 209.
void DrawnCurvesTest::decay_everySize_beginsAtItsFirstValue() {
  QFETCH(const int, paper);
  for (const char* link :
       {"poscope:decay",
        "poscope:decay?scaling=yarn~factor~16~original_max_position_embeddings~4096"}) {
    const Figure figure = figureOf(link);
    const auto& plot = std::get<PlotPanel>(figure.panels.front());
    const Drawn drawn = alone(plot, plot.layers.front());
    const QImage image = imageOf(drawn.figure, kPapers[paper]);
    const auto place = plotIn(image, drawn);
    QVERIFY(place.has_value());
    const double first = place->y.at(drawn.data.front().y);
    QVERIFY2(std::abs(firstDrawn(image, *place) - first) < 2 + 3 * kPapers[paper].dpi / 300,
             qPrintable(QStringLiteral("%1: %2, not %3")
                            .arg(QString::fromLatin1(link))
                            .arg(firstDrawn(image, *place))
                            .arg(first)));
  }
}

}  // namespace poscope::test

QTEST_MAIN(poscope::test::DrawnCurvesTest)
#include "drawn_curves_test.moc"
