// What must be readable in every plot of every view: axes with a scale, curves that can be told
// apart, words that cover no curve.
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTest>
#include <cmath>

#include "app/plot/axes.h"
#include "app/plot/colour_map.h"
#include "app/plot/figure_page.h"
#include "app/plot/mark_style.h"
#include "app/plot/panel_plot.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/views/view.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

struct Shown {
  QString name;
  std::shared_ptr<const Figure> figure;
};

void addSides(std::vector<Shown>& all, const std::string& link) {
  const Result<State> state = parseLink(link);
  const auto figure =
      buildFigure(*findView(state->view), state->params, {samples::backend(), {}, {}});
  QVERIFY(figure.has_value());
  for (const Side side : kSides) {
    if (figure->sides != nullptr || side == figure->side) {
      all.push_back({QString::fromStdString(link + " " + std::string(sideName(side))),
                     std::make_shared<const Figure>(*atSide(*figure, side))});
    }
  }
}

// Every view and every figure of the articles, at each of its sides; and links that are known to be
// hard.
const std::vector<Shown>& everyFigure() {
  static const std::vector<Shown> kAll = [] {
    std::vector<Shown> all;
    for (const View& view : views()) {
      addSides(all, "poscope:" + view.id);
      for (const NamedFigure& figure : view.figures) {
        addSides(all, "poscope:" + view.id + "?" + figure.parameters);
      }
    }
    addSides(all, "poscope:decay?relation=correlated");
    addSides(all, "poscope:exact-share?context=300&format=fp16&format_b=e4m3fn");
    return all;
  }();
  return kAll;
}

const PlotPanel* plotOf(const Panel& panel) {
  return std::get_if<PlotPanel>(&panel);
}

struct Paper {
  const char* name;
  QSizeF millimetres;
  double captionPoints;
  bool caption;
  Language language;
};
const Paper kPapers[] = {{"84 x 60, en", {84, 60}, 6.75, true, Language::english},
                         {"84 x 60, zh", {84, 60}, 6.75, true, Language::chinese},
                         {"84 x 60, no caption", {84, 60}, 6.75, false, Language::english},
                         {"174 x 110, en", {174, 110}, 9, true, Language::english},
                         {"174 x 110, zh", {174, 110}, 9, true, Language::chinese}};

// Whether so few ticks are all that an axis of whole numbers, or of given ones, has.
bool hasFewValues(const Axis& axis, const QCPRange& range) {
  if (axis.ticks == AxisTicks::given) {
    return axis.tickValues.size() < static_cast<std::size_t>(kLeastTicks);
  }
  const bool whole = axis.ticks != AxisTicks::automatic;
  return whole && std::floor(range.upper) - std::ceil(range.lower) + 1 < kLeastTicks;
}

QString faultOfTicks(const QCPAxis& axis) {
  const QVector<double> ticks = axis.tickVector();
  if (ticks.size() < kLeastTicks) {
    return QStringLiteral("%1 ticks").arg(ticks.size());
  }
  const double middle =
      0.5 * (axis.coordToPixel(axis.range().lower) + axis.coordToPixel(axis.range().upper));
  const double forward = axis.pixelOrientation();
  const double first = (axis.coordToPixel(ticks.front()) - middle) * forward;
  const double last = (axis.coordToPixel(ticks.back()) - middle) * forward;
  return first > 0 || last < 0 ? QStringLiteral("ticks in one half only") : QString();
}

// Labels of a horizontal axis that run into each other.
bool labelsTouch(const QCPAxis& axis) {
  const QFontMetricsF metrics(axis.tickLabelFont());
  const QVector<double> ticks = axis.tickVector();
  const QVector<QString> texts = axis.tickVectorLabels();
  for (int k = 1; k < ticks.size(); ++k) {
    const double room = std::abs(axis.coordToPixel(ticks[k]) - axis.coordToPixel(ticks[k - 1]));
    const double wide =
        0.5 * (metrics.horizontalAdvance(texts[k]) + metrics.horizontalAdvance(texts[k - 1]));
    if (room < wide) {
      return true;
    }
  }
  return false;
}

bool crosses(const QLineF& line, const QRectF& area) {
  if (area.contains(line.p1()) || area.contains(line.p2())) {
    return true;
  }
  const QLineF sides[] = {{area.topLeft(), area.topRight()},
                          {area.topRight(), area.bottomRight()},
                          {area.bottomRight(), area.bottomLeft()},
                          {area.bottomLeft(), area.topLeft()}};
  return std::any_of(std::begin(sides), std::end(sides), [&](const QLineF& side) {
    return line.intersects(side, nullptr) == QLineF::BoundedIntersection;
  });
}

bool covers(const QRectF& words, const QCPGraph& graph) {
  std::optional<QPointF> before;
  for (const QCPGraphData& point : *graph.data()) {
    const QPointF at(graph.keyAxis()->coordToPixel(point.key),
                     graph.valueAxis()->coordToPixel(point.value));
    if (!std::isfinite(at.x()) || !std::isfinite(at.y())) {
      before.reset();
      continue;
    }
    const bool line = before && graph.lineStyle() != QCPGraph::lsNone;
    if (crosses(line ? QLineF(*before, at) : QLineF(at, at), words)) {
      return true;
    }
    before = at;
  }
  return false;
}

QString faultOf(PanelPlot& plot) {
  const PlotPanel& panel = *plot.panel();
  for (QCPAxisRect* rect : plot.axisRects()) {
    for (QCPAxis* axis : rect->axes()) {
      if (!axis->visible() || !axis->tickLabels()) {
        continue;
      }
      const bool isX = axis == plot.xAxis;
      const bool isY = axis == plot.yAxis;
      if ((isX && hasFewValues(panel.x, axis->range())) ||
          (isY && hasFewValues(panel.y, axis->range()))) {
        continue;
      }
      const QString fault = faultOfTicks(*axis);
      if (!fault.isEmpty()) {
        return QStringLiteral("%1: %2").arg(isX ? "x" : isY ? "y" : "bar", fault);
      }
      if (axis->orientation() == Qt::Horizontal && labelsTouch(*axis)) {
        return QStringLiteral("labels of x touch");
      }
    }
  }
  for (const QRectF& words : plot.noteAreas()) {
    for (int k = 0; k < plot.graphCount(); ++k) {
      if (!words.isNull() && covers(words, *plot.graph(k))) {
        return QStringLiteral("a note covers graph %1").arg(k);
      }
    }
  }
  return {};
}

// A curve's look as grey print has it.
bool alikeInGrey(const MarkStyle& one, const MarkStyle& other) {
  if (std::abs(lightness(one.colour) - lightness(other.colour)) >= kLeastContrast) {
    return false;
  }
  const bool lines = isLine(one.mark) && isLine(other.mark);
  return lines ? one.dash == other.dash : one.mark == other.mark;
}

bool isCurve(const Layer& layer) {
  return std::holds_alternative<PointLayer>(layer) || std::holds_alternative<CurveLayer>(layer);
}

}  // namespace

class PlotReadingTest final : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(loadFonts()); }

  void curves_ofEveryPlot_differInGreyPrint() {
    for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
      for (const Shown& shown : everyFigure()) {
        for (const Panel& each : shown.figure->panels) {
          const PlotPanel* panel = plotOf(each);
          if (panel == nullptr) {
            continue;
          }
          const auto styles = markStyles(*panel, {kind, Language::english, 0});
          for (std::size_t k = 0; k < styles.size(); ++k) {
            for (std::size_t other = 0; other < k; ++other) {
              QVERIFY2(
                  !isCurve(panel->layers[k]) || !isCurve(panel->layers[other]) ||
                      !alikeInGrey(styles[k], styles[other]),
                  qPrintable(
                      QStringLiteral("%1: layers %2 and %3").arg(shown.name).arg(other).arg(k)));
            }
          }
        }
      }
    }
  }

  // Dots are small: what stays behind is told by its shape, not by paler colours.
  void marks_ofEveryPlot_canBeSeen() {
    for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
      const Theme& colours = theme(kind);
      int dots = 0;
      for (const Shown& shown : everyFigure()) {
        for (const Panel& each : shown.figure->panels) {
          const PlotPanel* panel = plotOf(each);
          const auto styles = panel == nullptr ? std::vector<MarkStyle>()
                                               : markStyles(*panel, {kind, Language::english, 0});
          for (std::size_t k = 0; k < styles.size(); ++k) {
            if (!isCurve(panel->layers[k])) {
              continue;
            }
            QVERIFY2(contrast(styles[k].colour, colours.surface) >= 3, qPrintable(shown.name));
            const auto* points = std::get_if<PointLayer>(&panel->layers[k]);
            if (points != nullptr && points->mark == Mark::dots) {
              QCOMPARE(styles[k].colour, lineColour(colours, points->role));
              ++dots;
            }
          }
        }
      }
      QVERIFY(dots > 3);
    }
  }

  void plots_ofEveryPage_canBeRead_data() {
    QTest::addColumn<int>("paper");
    for (int k = 0; k < static_cast<int>(std::size(kPapers)); ++k) {
      QTest::addRow("%s", kPapers[k].name) << k;
    }
  }

  void plots_ofEveryPage_canBeRead() {
    QFETCH(const int, paper);
    PageOptions options;
    options.sizePoints = kPapers[paper].millimetres * (72 / 25.4);
    options.captionPoints = kPapers[paper].captionPoints;
    options.caption = kPapers[paper].caption;
    options.language = kPapers[paper].language;
    int plots = 0;
    for (const Shown& shown : everyFigure()) {
      FigurePage page(*shown.figure, options);
      if (!page.layOut()) {
        continue;  // A table that needs a wider page.
      }
      auto pictures = computeAll(page.needed(), {});
      QVERIFY(pictures.has_value());
      QImage image(options.sizePoints.toSize(), QImage::Format_RGB32);
      QPainter painter(&image);
      static_cast<void>(page.fill(std::move(*pictures)));
      page.paint(painter);
      for (PanelPlot* plot : page.plots()) {
        const QString fault = faultOf(*plot);
        QVERIFY2(fault.isEmpty(), qPrintable(shown.name + ": " + fault));
        ++plots;
      }
    }
    QVERIFY(plots > 20);
  }

  void plots_onScreen_canBeRead_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("large") << QSize(900, 560);
    QTest::newRow("usual") << QSize(640, 360);
    QTest::newRow("low") << QSize(640, 200);
    QTest::newRow("small") << QSize(320, 200);
  }

  void plots_onScreen_canBeRead() {
    QFETCH(const QSize, size);
    for (const Language language : allLanguages()) {
      for (const Shown& shown : everyFigure()) {
        for (const Panel& panel : shown.figure->panels) {
          if (plotOf(panel) == nullptr) {
            continue;
          }
          PanelPlot plot;
          plot.setPanel(shown.figure, *plotOf(panel), {ThemeKind::light, language, 0},
                        std::nullopt);
          plot.layOutFor(size);
          for (auto& [layer, request] : plot.neededCells(1)) {
            plot.setCells(layer, *computeCells(request, {}));
          }
          plot.layOutFor(size);
          const QString fault = faultOf(plot);
          QVERIFY2(fault.isEmpty(), qPrintable(shown.name + ": " + fault));
          const bool given = plot.neededCells(1).empty();  // All of it is there before it is drawn.
          QVERIFY2(!given || !plot.legendCovers(), qPrintable(shown.name + ": legend"));
        }
      }
    }
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::PlotReadingTest)
#include "plot_reading_test.moc"
