// y axes of pictures that follow each other: which are held, and which are not.
#include "core/figure/steady_axes.h"

#include <QtTest>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/compute/backend.h"
#include "core/views/view.h"

using namespace poscope;

class SteadyAxesTest : public QObject {
  Q_OBJECT

 private slots:
  void sameXAxis_yOnlyGrows();
  void otherXAxis_beginsAnew();
  void otherQuantity_beginsAnew();
  void givenTicks_stay();
  void clear_forgets();
  void panels_areHeldEachForItself();
  void headsOfAlibi_areComparable();
  void cells_keepTheirRows();
};

namespace {

PlotPanel plotOf(double xLast, double yFirst, double yLast) {
  PlotPanel plot;
  plot.x.title = Text::verbatim("distance");
  plot.x.last = xLast;
  plot.y.title = Text::verbatim("score");
  plot.y.first = yFirst;
  plot.y.last = yLast;
  return plot;
}

Figure figureOf(std::vector<Panel> panels) {
  Figure figure;
  figure.panels = std::move(panels);
  return figure;
}

std::pair<double, double> yOf(const Figure& figure, std::size_t panel = 0) {
  const Axis& y = std::get<PlotPanel>(figure.panels.at(panel)).y;
  return {y.first, y.last};
}

using Span = std::pair<double, double>;

Figure built(const char* link) {
  const State state = parseLink(link).value();
  return buildFigure(*findView(state.view), state.params, {makeCpuBackend(), {}, {}, {}}).value();
}

}  // namespace

void SteadyAxesTest::sameXAxis_yOnlyGrows() {
  SteadyAxes axes;
  axes.remember(figureOf({plotOf(10, 0, 4)}));
  const Figure next = figureOf({plotOf(10, -1, 2)});
  QCOMPARE(yOf(axes.fit(next)), Span(-1, 4));
  QCOMPARE(yOf(next), Span(-1, 2));
  axes.remember(next);
  QCOMPARE(yOf(axes.fit(figureOf({plotOf(10, 0, 1)}))), Span(-1, 4));
}

void SteadyAxesTest::otherXAxis_beginsAnew() {
  SteadyAxes axes;
  axes.remember(figureOf({plotOf(10, 0, 4)}));
  const Figure longer = figureOf({plotOf(20, 0, 1)});
  QCOMPARE(yOf(axes.fit(longer)), Span(0, 1));
  axes.remember(longer);
  QCOMPARE(yOf(axes.fit(figureOf({plotOf(20, 0, 0.5)}))), Span(0, 1));
  QCOMPARE(yOf(axes.fit(figureOf({plotOf(10, 0, 0.5)}))), Span(0, 0.5));
}

void SteadyAxesTest::otherQuantity_beginsAnew() {
  SteadyAxes axes;
  axes.remember(figureOf({plotOf(10, 0, 4)}));
  PlotPanel other = plotOf(10, 1, 2);
  other.y.scale = AxisScale::log2;
  QCOMPARE(yOf(axes.fit(figureOf({other}))), Span(1, 2));
  other = plotOf(10, 1, 2);
  other.y.title = Text::verbatim("error");
  QCOMPARE(yOf(axes.fit(figureOf({other}))), Span(1, 2));
}

void SteadyAxesTest::givenTicks_stay() {
  SteadyAxes axes;
  PlotPanel plot = plotOf(10, 0, 4);
  plot.y.ticks = AxisTicks::given;
  axes.remember(figureOf({plot}));
  plot.y.last = 2;
  QCOMPARE(yOf(axes.fit(figureOf({plot}))), Span(0, 2));
}

void SteadyAxesTest::clear_forgets() {
  SteadyAxes axes;
  axes.remember(figureOf({plotOf(10, 0, 4)}));
  axes.clear();
  QCOMPARE(yOf(axes.fit(figureOf({plotOf(10, 0, 1)}))), Span(0, 1));
}

void SteadyAxesTest::panels_areHeldEachForItself() {
  SteadyAxes axes;
  axes.remember(figureOf({TablePanel(), plotOf(10, 0, 4), plotOf(10, 0, 8)}));
  const Figure fitted = axes.fit(figureOf({TablePanel(), plotOf(10, 0, 1), plotOf(20, 0, 1)}));
  QCOMPARE(yOf(fitted, 1), Span(0, 4));
  QCOMPARE(yOf(fitted, 2), Span(0, 1));
  // Fewer panels, or more, are no mistake.
  QCOMPARE(yOf(axes.fit(figureOf({plotOf(10, 0, 1)}))), Span(0, 1));
}

// The steepest of 8 heads falls by half a bias each token, that of 80 by almost one.
void SteadyAxesTest::headsOfAlibi_areComparable() {
  const Figure few = built("poscope:alibi?heads=8");
  const Figure many = built("poscope:alibi?heads=80");
  QVERIFY(yOf(few).first > yOf(many).first);
  SteadyAxes axes;
  axes.remember(few);
  axes.remember(many);
  QCOMPARE(yOf(axes.fit(few)).first, yOf(many).first);
  QCOMPARE(yOf(axes.fit(many)).first, yOf(many).first);
}

void SteadyAxesTest::cells_keepTheirRows() {
  SteadyAxes axes;
  axes.remember(built("poscope:sinusoidal?length=100"));
  const Figure shorter = built("poscope:sinusoidal?length=50");
  QCOMPARE(yOf(axes.fit(shorter)), yOf(shorter));
}

QTEST_GUILESS_MAIN(SteadyAxesTest)
#include "steady_axes_test.moc"
