#include "core/figure/shared_scales.h"

#include <QTest>

namespace poscope {
namespace {

struct Made {
  double last = 1;
  double limit = 1;
  const char* title = "error";
  const char* panel = "map";
};

std::shared_ptr<const Figure> figureOf(const Made& made) {
  PlotPanel panel;
  panel.name = made.panel;
  panel.x.title = Text::verbatim("pair");
  panel.x.data = {"pair"};
  panel.y.title = Text::verbatim("position");
  panel.y.data = {"position", "tokens"};
  panel.y.last = made.last;
  HeatLayer heat;
  heat.name = "error";
  heat.colours = {ColourScale::Map::sequential, 0, made.limit, Text::verbatim(made.title)};
  panel.layers = {heat};
  auto figure = std::make_shared<Figure>();
  figure->panels = {panel};
  return figure;
}

const PlotPanel& plot(const std::shared_ptr<const Figure>& figure) {
  return std::get<PlotPanel>(figure->panels.front());
}
double limitOf(const std::shared_ptr<const Figure>& figure) {
  return std::get<HeatLayer>(plot(figure).layers.front()).colours.high;
}

}  // namespace

class SharedScalesTest : public QObject {
  Q_OBJECT

 private slots:
  void axesAndColoursFitAll() {
    const auto short_ = figureOf({4096, 0.5});
    const auto long_ = figureOf({131072, 0.25});
    const auto shared = onSharedScales({short_, long_});
    for (const auto& figure : shared) {
      QCOMPARE(plot(figure).y.last, 131072.0);
      QCOMPARE(limitOf(figure), 0.5);
    }
    QCOMPARE(plot(short_).y.last, 4096.0);  // What was given is as it was.
  }

  void whatFitsAlreadyIsHandedBack() {
    const auto one = figureOf({4096, 0.5});
    const auto other = figureOf({2048, 0.5});
    const auto shared = onSharedScales({one, other, nullptr, one});
    QCOMPARE(shared[0], one);
    QCOMPARE(shared[3], one);
    QVERIFY(shared[2] == nullptr);
    QVERIFY(shared[1] != other);
    QCOMPARE(onSharedScales({one}).front(), one);
  }

  // A difference is not shown in the colours of an error, nor one page on the axes of another.
  void onlyWhatCountsTheSame() {
    const auto error = figureOf({4096, 0.5});
    const auto difference = figureOf({4096, 0.001, "difference"});
    QCOMPARE(limitOf(onSharedScales({error, difference}).back()), 0.001);
    const auto other = figureOf({100, 7, "error", "profile"});
    QCOMPARE(onSharedScales({error, other}).back(), other);
    auto page = std::make_shared<Figure>(*figureOf({4096, 0.001}));
    page->source.view = "another";
    QCOMPARE(onSharedScales({error, page}).back(), std::shared_ptr<const Figure>(page));
  }

  void rowsWithUnitsOfTheirOwn() {
    auto one = std::make_shared<Figure>(*figureOf({4096, 0.5}));
    auto& heat = std::get<HeatLayer>(std::get<PlotPanel>(one->panels.front()).layers.front());
    heat.rowUnits = {1, 2};
    const auto shared = onSharedScales({one, figureOf({4096, 9})});
    QCOMPARE(limitOf(shared.front()), 0.5);
  }
};

}  // namespace poscope

QTEST_GUILESS_MAIN(poscope::SharedScalesTest)
#include "shared_scales_test.moc"
