#include <QPainter>
#include <QTest>
#include <set>

#include "app/plot/panel_plot.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

constexpr std::int64_t kCells = 40;

std::shared_ptr<Figure> countingFigure(bool downward, bool special) {
  auto panel =
      samples::heatPanel(std::make_shared<samples::CountingSource>(kCells, kCells, special),
                         {ColourScale::Map::sequential, 0, 39039, {}}, false);
  panel.y.downward = downward;
  return samples::figureOf(std::move(panel));
}

struct Drawn {
  PanelPlot plot;
  QImage image;

  Drawn(const std::shared_ptr<Figure>& figure, const std::optional<Zoom>& window, double ratio) {
    plot.resize(500, 400);
    plot.setBufferDevicePixelRatio(ratio);
    plot.setPanel(figure, std::get<PlotPanel>(figure->panels[0]), {}, window);
    plot.layOut();
    for (const auto& needed : plot.neededCells(ratio)) {
      auto picture = computeCells(needed.request, {});
      if (picture) {
        plot.setCells(needed.layer, std::move(*picture));
      }
    }
    image = plot.toPixmap(500, 400, ratio).toImage();
  }
  QRgb at(double x, double y, double ratio) const {
    return image.pixel(static_cast<int>(plot.xAxis->coordToPixel(x) * ratio),
                       static_cast<int>(plot.yAxis->coordToPixel(y) * ratio));
  }
};

QRgb expected(double value) {
  const ColourMap map({ColourScale::Map::sequential, 0, 39039, {}}, ThemeKind::light);
  return map.colour(static_cast<float>(value));
}

}  // namespace

class HeatMapTest final : public QObject {
  Q_OBJECT

 private slots:
  void everyCellHasItsColourWhicheverWayRowsGrow() {
    for (const bool downward : {true, false}) {
      const Drawn drawn(countingFigure(downward, false), std::nullopt, 1);
      for (int row = 0; row < kCells; ++row) {
        for (int column = 0; column < kCells; ++column) {
          QCOMPARE(drawn.at(column, row, 1), expected(row * 1000 + column));
        }
      }
    }
  }

  // Colours count in units of the row; what is read stays the value.
  void rowsHaveScalesOfTheirOwn() {
    const auto figure = countingFigure(true, false);
    auto& heat = std::get<HeatLayer>(std::get<PlotPanel>(figure->panels[0]).layers[0]);
    for (std::int64_t row = 0; row < kCells; ++row) {
      heat.rowUnits.push_back(row % 2 == 0 ? 1 : 4);
    }
    Drawn drawn(figure, std::nullopt, 1);
    for (int row = 0; row < kCells; ++row) {
      const double value = heat.source->value(row, 7, heat.quantity);
      QCOMPARE(drawn.at(7, row, 1), expected(row % 2 == 0 ? value : value / 4));
      QCOMPARE(
          static_cast<double>(
              drawn.plot.heat(0)->picture().values[static_cast<std::size_t>(row * kCells + 7)]),
          value);
    }
  }

  void nothingIsSmoothed() {
    for (const double ratio : {1.0, 2.0}) {
      const Drawn drawn(countingFigure(true, false), Zoom{3.2, 20.9, 5.1, 31.7}, ratio);
      std::set<QRgb> allowed;
      for (int row = 0; row < kCells; ++row) {
        for (int column = 0; column < kCells; ++column) {
          allowed.insert(expected(row * 1000 + column));
        }
      }
      const QRectF area = drawn.plot.plotArea();
      for (int y = static_cast<int>(area.top() * ratio);
           y < static_cast<int>(area.bottom() * ratio); ++y) {
        for (int x = static_cast<int>(area.left() * ratio);
             x < static_cast<int>(area.right() * ratio); ++x) {
          QVERIFY(allowed.count(drawn.image.pixel(x, y)) == 1);
        }
      }
    }
  }

  void lostCellsAreHatchedAndInfinitiesStandOut() {
    const Drawn drawn(countingFigure(true, true), std::nullopt, 1);
    std::set<QRgb> hatch;
    for (double x = -0.4; x < 0.4; x += 0.05) {
      hatch.insert(drawn.at(x, 0, 1));
    }
    const Theme& colours = theme(ThemeKind::light);
    QCOMPARE(hatch, (std::set<QRgb>{colours.muted.rgba(), colours.sunken.rgba()}));
    QCOMPARE(drawn.at(1, 0, 1), expected(HUGE_VAL));
    QCOMPARE(drawn.at(2, 0, 1), expected(-HUGE_VAL));
  }

  void aPixelPerCellIsTakenAsItIs() {
    auto source = std::make_shared<samples::CountingSource>(1 << 20, 1 << 20, false);
    auto panel = samples::heatPanel(source, {ColourScale::Map::sequential, 0, 1.1e9, {}}, false);
    const Drawn drawn(samples::figureOf(std::move(panel)), Zoom{10.25, 900000.75, 7.5, 800000.5},
                      1);
    const QRectF area = drawn.plot.plotArea();
    const HeatPicture& picture = drawn.plot.heat(0)->picture();
    QCOMPARE(picture.image.size(), area.size().toSize());
    for (int y = 0; y < picture.image.height(); ++y) {
      for (int x = 0; x < picture.image.width(); ++x) {
        QCOMPARE(
            drawn.image.pixel(static_cast<int>(area.left()) + x, static_cast<int>(area.top()) + y),
            picture.image.pixel(x, y));
      }
    }
  }

  void anOldPictureStaysStretched() {
    Drawn drawn(countingFigure(true, false), std::nullopt, 1);
    const auto next = samples::figureOf(
        samples::heatPanel(std::make_shared<samples::CountingSource>(400, 400, false),
                           {ColourScale::Map::sequential, 0, 39039, {}}, false));
    drawn.plot.setPanel(next, std::get<PlotPanel>(next->panels[0]), {}, std::nullopt);
    drawn.plot.layOut();
    drawn.image = drawn.plot.toPixmap(500, 400, 1).toImage();
    QCOMPARE(drawn.at(395, 395, 1), expected(39039));
    QCOMPARE(drawn.at(4, 4, 1), expected(0));
  }

  void equalNeighboursBecomeOneRectangle() {
    QImage image(4, 3, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::red);
    image.setPixelColor(3, 1, Qt::blue);
    const auto runs = colourRuns(image, 100);
    // Row 0 whole; row 1 in two parts; row 2 whole again.
    QCOMPARE(runs.size(), std::size_t{4});
    int covered = 0;
    for (const ColourRun& run : runs) {
      covered += run.cells.width() * run.cells.height();
    }
    QCOMPARE(covered, 12);
    image.fill(Qt::red);
    QCOMPARE(colourRuns(image, 100).size(), std::size_t{1});
    QCOMPARE(colourRuns(image, 100).front().cells, QRect(0, 0, 4, 3));
  }

  void rectanglesThatReachUnderLaterOnesKeepEveryCell() {
    QImage image(17, 13, QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {  // Runs of many widths and heights.
        image.setPixel(x, y, (x * x / 7 + y / 3 * (x / 5)) % 3 == 0 ? 0xFF102030 : 0xFFA0B0C0);
      }
    }
    const auto runs = colourRuns(image, 1000);
    const auto order = paintingOrder(runs, image.size());
    QCOMPARE(order.size(), runs.size());
    QImage canvas(image.size(), QImage::Format_RGB32);
    QPainter painter(&canvas);
    for (const ColourRun& run : order) {
      painter.fillRect(run.cells.adjusted(0, 0, 1, 1), QColor(run.colour));
    }
    painter.end();
    QCOMPARE(canvas, image);
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::HeatMapTest)
#include "heat_map_test.moc"
