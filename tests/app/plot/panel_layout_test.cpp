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

  void map_belowACurveThatIsTheMainPicture() {
    const auto areas = arranged({plotOf({CurveLayer{}}), mapOf(8, 8)}, {700, 400});
    QCOMPARE(areas[1].top(), areas[0].bottom());
  }
};

QTEST_GUILESS_MAIN(PanelLayoutTest)
#include "panel_layout_test.moc"
