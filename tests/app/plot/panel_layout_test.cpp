// Where plots go beside each other.
#include "app/plot/panel_layout.h"

#include <QTest>

#include "core/compute/cell_source.h"
#include "core/field/make_field.h"

using namespace poscope;

namespace {

Panel plotOf(std::vector<Layer> layers) {
  PlotPanel panel;
  panel.layers = std::move(layers);
  return panel;
}

Panel mapOf(std::int64_t length, std::int64_t dim) {
  const RecipePair recipes{*findRecipe(Scheme::sinusoidal, "formula"),
                           *findRecipe(Scheme::sinusoidal, "formula"), findFormat("fp32")};
  HeatLayer heat;
  heat.source = fieldSource(
      makePhaseField(recipes, dim, 10000, TableLayout::interleaved, 0, length), makeCpuBackend());
  return plotOf({heat});
}

std::vector<QRectF> arranged(const std::vector<Panel>& panels, const QSizeF& size) {
  std::vector<const Panel*> all;
  for (const Panel& panel : panels) {
    all.push_back(&panel);
  }
  const PanelNeeds needs{[](std::size_t) { return 0.0; }, [](std::size_t, double) { return 0.0; },
                         0};
  return arrangePanels(all, size, needs);
}

}  // namespace

class PanelLayoutTest : public QObject {
  Q_OBJECT

 private slots:
  // In a line below each other a square would be a flat strip.
  void curve_besideASquareMap_whereThePageIsWide() {
    const std::vector<Panel> panels{mapOf(8, 8), plotOf({CurveLayer{}})};
    const auto wide = arranged(panels, {700, 400});
    QCOMPARE(wide[0], QRectF(0, 0, 350, 400));
    QCOMPARE(wide[1], QRectF(350, 0, 350, 400));
    const auto tall = arranged(panels, {300, 400});
    QCOMPARE(tall[0], QRectF(0, 0, 300, 240));
    QCOMPARE(tall[1], QRectF(0, 240, 300, 160));
  }

  void curve_belowAMapThatIsNotSquare() {
    const auto areas = arranged({mapOf(50, 8), plotOf({CurveLayer{}})}, {700, 400});
    QCOMPARE(areas[0].width(), 700.0);
    QCOMPARE(areas[1].top(), areas[0].bottom());
  }

  // Places on a board mean something: two lines of three, also where the last place is empty or the
  // page is tall; two by two where there are four.
  void board_keepsItsLinesAndColumns() {
    const Panel map = mapOf(8, 8);
    const Panel grey = plotOf({StripLayer{}});
    const auto six = arranged({map, grey, map, map, map, map}, {600, 400});
    QCOMPARE(six[1], QRectF(200, 0, 200, 200));
    QCOMPARE(six[3], QRectF(0, 200, 200, 200));
    QCOMPARE(arranged({map, map, map, map, map, map}, {300, 600})[3], QRectF(0, 300, 100, 300));
    const auto five = arranged({map, grey, map, map, map}, {600, 400});
    QCOMPARE(five[4], QRectF(200, 200, 200, 200));
    const auto four = arranged({map, grey, map, map}, {600, 400});
    QCOMPARE(four[2], QRectF(0, 200, 300, 200));
  }

  // In a window with a table below, all of a board is the picture and not its first map alone.
  void board_inAWindow_standsAboveTheTable() {
    std::vector<Panel> panels(6, mapOf(8, 8));
    panels.emplace_back(TablePanel{});
    std::vector<const Panel*> all;
    for (const Panel& panel : panels) {
      all.push_back(&panel);
    }
    const PanelNeeds needs{[](std::size_t) { return 900.0; },
                           [](std::size_t, double) { return 500.0; }, 200};
    const auto areas = arrangeInWindow(all, {760, 560}, 0.6 * 760 * 560, needs);
    QCOMPARE(areas[5].bottom(), areas[6].top());
    QCOMPARE(areas[3].top(), areas[0].bottom());
    QCOMPARE(areas[2].right(), 760.0);
    QVERIFY(areas[0].height() >= 200);
  }

  void map_belowACurveThatIsTheMainPicture() {
    const auto areas = arranged({plotOf({CurveLayer{}}), mapOf(8, 8)}, {700, 400});
    QCOMPARE(areas[1].top(), areas[0].bottom());
  }
};

QTEST_GUILESS_MAIN(PanelLayoutTest)
#include "panel_layout_test.moc"
