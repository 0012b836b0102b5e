#include <qcustomplot.h>

#include <QApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <latch>
#include <memory>
#include <mutex>

#include "app/jobs/job_threads.h"
#include "app/plot/colour_map.h"
#include "app/plot/figure_view.h"
#include "app/plot/painted_widget.h"
#include "app/plot/panel_canvas.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

/// Never done, until it is told to stop.
class EndlessSource final : public CellSource {
 public:
  std::int64_t rows() const override { return 100; }
  std::int64_t columns() const override { return 100; }
  Result<void> cells(const Lattice&, Quantity, Reduction, std::span<float>,
                     std::stop_token stop) const override {
    std::call_once(once_, [this] { begun_.count_down(); });
    std::latch stopped(1);
    const std::stop_callback told(stop, [&] { stopped.count_down(); });
    stopped.wait();
    return cancelled();
  }
  Result<void> cells(const Lattice&, Quantity, Reduction, std::span<double>,
                     std::stop_token) const override {
    return cancelled();
  }
  void waitUntilBegun() const { begun_.wait(); }

 private:
  mutable std::once_flag once_;
  mutable std::latch begun_{1};
};

class FailingSource final : public CellSource {
 public:
  std::int64_t rows() const override { return 100; }
  std::int64_t columns() const override { return 100; }
  Result<void> cells(const Lattice&, Quantity, Reduction, std::span<float>,
                     std::stop_token) const override {
    return internalError(Text::verbatim("the device is gone"));
  }
  Result<void> cells(const Lattice&, Quantity, Reduction, std::span<double>,
                     std::stop_token) const override {
    return internalError(Text::verbatim("the device is gone"));
  }
};

std::shared_ptr<Figure> mapOf(std::shared_ptr<const CellSource> source) {
  return samples::figureOf(
      samples::heatPanel(std::move(source), {ColourScale::Map::sequential, 0, 100099, {}}, false));
}

std::shared_ptr<Figure> countingMap() {
  return mapOf(std::make_shared<samples::CountingSource>(100, 100, false));
}

struct Shown {
  FigureView view;
  QSignalSpy rendered{&view, &FigureView::rendered};
  QSignalSpy windows{&view, &FigureView::windowChanged};

  explicit Shown(const std::shared_ptr<Figure>& figure, const std::optional<Zoom>& window = {}) {
    view.resize(700, 500);
    view.show();
    view.setFigure(figure, window);
    if (!QTest::qWaitFor([this] { return !view.busy() && rendered.count() > 0; })) {
      qFatal("the picture never came");
    }
  }
  QCustomPlot* plot() { return view.findChild<QCustomPlot*>(); }
  QPoint pixelOf(double x, double y) {
    return {static_cast<int>(plot()->xAxis->coordToPixel(x)),
            static_cast<int>(plot()->yAxis->coordToPixel(y))};
  }
};

/// A notch of the wheel over a plot, as the system sends it: only then do parents see it.
void turnWheel(QWidget* plot, const QPoint& at, int notches, Qt::KeyboardModifiers keys = {}) {
  for (int k = 0; k < std::abs(notches); ++k) {
    QWheelEvent wheel(at, plot->mapToGlobal(QPointF(at)), {}, {0, notches > 0 ? 120 : -120},
                      Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&wheel);
    qApp->notify(plot, &wheel);
    QVERIFY(QTest::qWaitFor([plot] {  // The curve of the part that is shown now.
      auto* view = qobject_cast<FigureView*>(plot->window());
      return view == nullptr || !view->busy();
    }));
  }
}

/// Of the points that are drawn, the greatest and the least that are in sight.
std::optional<QCPRange> valuesInSight(const QCustomPlot& plot) {
  std::optional<QCPRange> seen;
  for (int k = 0; k < plot.graphCount(); ++k) {
    for (const QCPGraphData& point : *plot.graph(k)->data()) {
      if (plot.xAxis->range().contains(point.key) && plot.yAxis->range().contains(point.value)) {
        seen = QCPRange(std::min(seen ? seen->lower : point.value, point.value),
                        std::max(seen ? seen->upper : point.value, point.value));
      }
    }
  }
  return seen;
}

}  // namespace

class FigureViewTest final : public QObject {
  Q_OBJECT

 private slots:
  void newestFigureWins() {
    FigureView view;
    view.resize(700, 500);
    view.show();
    QSignalSpy rendered(&view, &FigureView::rendered);
    QSignalSpy failed(&view, &FigureView::failed);
    const auto endless = std::make_shared<EndlessSource>();
    view.setFigure(mapOf(endless), std::nullopt);
    endless->waitUntilBegun();
    QVERIFY(view.busy());
    view.setFigure(countingMap(), std::nullopt);
    QVERIFY(QTest::qWaitFor([&] { return rendered.count() > 0; }));
    QCOMPARE(rendered.count(), 1);
    QVERIFY(!view.busy());
    QCOMPARE(failed.count(), 0);
    auto* plot = view.findChild<QCustomPlot*>();
    const QImage image = view.grab().toImage();
    const ColourMap map({ColourScale::Map::sequential, 0, 100099, {}}, ThemeKind::light);
    const QPoint at(static_cast<int>(plot->xAxis->coordToPixel(50)),
                    static_cast<int>(plot->yAxis->coordToPixel(60)));
    QCOMPARE(image.pixel(plot->mapTo(&view, at)), map.colour(60050.0F));
  }

  void aViewMayDieWhileItComputes() {
    auto view = std::make_unique<FigureView>();
    view->resize(700, 500);
    const auto endless = std::make_shared<EndlessSource>();
    view->setFigure(mapOf(endless), std::nullopt);
    endless->waitUntilBegun();
    view.reset();
    QVERIFY(waitForJobThreads(std::chrono::seconds(60)));  // It was told to stop ...
    QCOMPARE(endless.use_count(), 1L);                     // ... and has let go of the figure.
    QCoreApplication::processEvents();
  }

  void cleared_showsNothing_andTheNextBeginsAtItsTop() {
    Shown shown(countingMap(), Zoom{10, 30, 40, 60});
    auto tall = std::make_shared<Figure>();
    TablePanel table;
    table.columns = {{Text::verbatim("row"), {}}};
    for (int row = 0; row < 100; ++row) {
      table.rows.push_back({{{Text::verbatim(std::to_string(row)), {}, {}, {}}}, {}, false});
    }
    tall->panels.emplace_back(table);
    shown.view.setFigure(tall, std::nullopt);
    auto* bar = shown.view.findChild<QScrollArea*>()->verticalScrollBar();
    QVERIFY(bar->maximum() > 0);
    bar->setValue(bar->maximum());
    QSignalSpy rendered(&shown.view, &FigureView::rendered);
    shown.view.clear();
    QCoreApplication::processEvents();
    QVERIFY(!shown.view.window().has_value());
    QVERIFY(!shown.view.busy());
    QCOMPARE(rendered.count(), 0);
    const QImage empty = shown.view.grab().toImage();
    const QColor surface = theme(ThemeKind::light).surface;
    for (int at = 0; at < 300; at += 7) {
      QCOMPARE(QColor(empty.pixel(at, at)), surface);
    }
    shown.view.setFigure(tall, std::nullopt);
    QCOMPARE(bar->value(), 0);
  }

  void alone_leavesOutWhatIsPaler_andNothingChangesItsPlace() {
    const auto figure = std::make_shared<Figure>();
    PlotPanel panel;
    for (const ColourRole role : {ColourRole::b, ColourRole::a}) {
      PointLayer layer;
      layer.label = Text::verbatim(role == ColourRole::a ? "A" : "B");
      layer.role = role;
      layer.mark = Mark::line;
      layer.x = {0, 1};
      layer.y = {role == ColourRole::a ? 0.2 : 0.8, 0.5};
      layer.faint = role == ColourRole::a;
      panel.layers.emplace_back(std::move(layer));
    }
    figure->panels.emplace_back(std::move(panel));
    Shown shown(figure);
    QCOMPARE(shown.plot()->graphCount(), 2);
    shown.view.setAlone(true);
    shown.view.setFigure(figure, std::nullopt);
    QCOMPARE(shown.plot()->graphCount(), 1);
    QCOMPARE(shown.plot()->graph(0)->data()->at(0)->value, 0.8);
    shown.view.setAlone(false);
    shown.view.setFigure(figure, std::nullopt);
    QCOMPARE(shown.plot()->graphCount(), 2);
  }

  void failuresAreReportedNotHidden() {
    FigureView view;
    view.resize(700, 500);
    QSignalSpy failed(&view, &FigureView::failed);
    view.setFigure(mapOf(std::make_shared<FailingSource>()), std::nullopt);
    QVERIFY(QTest::qWaitFor([&] { return failed.count() == 1; }));
    QCOMPARE(failed[0][0].value<Error>().text, Text::verbatim("the device is gone"));
    QVERIFY(!view.busy());
  }

  void aGivenWindowIsShownWithoutASignal() {
    const Zoom window{10, 30, 40, 60};
    Shown shown(countingMap(), window);
    QCOMPARE(shown.view.window(), std::optional(window));
    QVERIFY(!shown.view.busy());
    QVERIFY(!shown.view.findChild<PanelCanvas*>()->inGesture());  // So none can end later.
    QCOMPARE(shown.windows.count(), 0);
  }

  void aZoomIsOneSignalAndADoubleClickFits() {
    Shown shown(countingMap());
    QCOMPARE(shown.view.window(), std::nullopt);
    shown.plot()->setFocus();
    for (int k = 0; k < 3; ++k) {
      QTest::keyClick(shown.plot(), Qt::Key_Plus);
    }
    QVERIFY(QTest::qWaitFor([&] { return shown.windows.count() == 1; }));
    const Zoom zoomed = *shown.view.window();
    QVERIFY(std::abs((zoomed.x1 - zoomed.x0) - 100 / 3.375) < 1e-6);
    QTest::mouseDClick(shown.plot(), Qt::LeftButton, {}, shown.pixelOf(50, 50));
    QCOMPARE(shown.view.window(), std::nullopt);
    QCOMPARE(shown.windows.count(), 2);
  }

  void wheel_onAPageThatScrolls_scrolls_andZoomsWithCtrl() {
    Shown shown(samples::mixedFigure());
    shown.view.resize(500, 240);
    QVERIFY(shown.view.scrolls());
    auto* bar = shown.view.findChild<QScrollArea*>()->verticalScrollBar();
    const QPoint at = shown.plot()->rect().center();
    turnWheel(shown.plot(), at, -2);
    QVERIFY(bar->value() > 0);
    QCOMPARE(shown.view.window(), std::nullopt);
    const int scrolled = bar->value();
    turnWheel(shown.plot(), at, 2, Qt::ControlModifier);
    QCOMPARE(bar->value(), scrolled);
    QVERIFY(shown.view.window().has_value());
  }

  void wheel_onAPageThatDoesNotScroll_zooms() {
    Shown shown(countingMap());
    QVERIFY(!shown.view.scrolls());
    turnWheel(shown.plot(), shown.pixelOf(50, 50), 1);
    const Zoom zoomed = shown.view.window().value();
    QVERIFY(std::abs((zoomed.x1 - zoomed.x0) - 100 / 1.25) < 1e-6);
    QVERIFY(std::abs((zoomed.y1 - zoomed.y0) - 100 / 1.25) < 1e-6);
  }

  void curves_zoomAlongX_andYFollows_data() {
    QTest::addColumn<bool>("points");
    QTest::newRow("points") << true;
    QTest::newRow("curves") << false;
  }

  void curves_zoomAlongX_andYFollows() {
    QFETCH(bool, points);
    Shown shown(points ? samples::stairFigure() : samples::curveFigure(4096, false));
    const QRect whole = shown.plot()->axisRect()->rect();
    for (int notch = 0; notch < 60; ++notch) {  // Far more than there is to be seen.
      turnWheel(shown.plot(), whole.center() + QPoint(whole.width() / 5, whole.height() / 3), 1);
      const auto seen = valuesInSight(*shown.plot());
      QVERIFY2(seen.has_value(), qPrintable(QString::number(notch)));
      // What is drawn fills the plot, where it is not one value.
      const double range = shown.plot()->yAxis->range().size();
      QVERIFY(seen->size() == 0 || seen->size() > 0.2 * range);
    }
    QVERIFY(shown.plot()->xAxis->range().size() < 100);
    QVERIFY(QTest::qWaitFor([&] {
      return shown.windows.count() > 0 &&
             shown.windows.last()[0].value<std::optional<Zoom>>() == shown.view.window();
    }));
  }

  void aZoomedPlot_hasAButtonThatShowsEverything() {
    Shown shown(samples::stairFigure());
    auto* reset = shown.plot()->findChild<QToolButton*>();
    QVERIFY(!reset->isVisible());
    turnWheel(shown.plot(), shown.pixelOf(4050, 4050), 2);
    QTRY_VERIFY(reset->isVisible());
    QVERIFY(shown.plot()->rect().contains(reset->geometry()));
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(shown.view.window(), std::nullopt);
    QTRY_VERIFY(!reset->isVisible());
  }

  void keysOnThePlot_zoomAndMoveTheCursorFromTheFirstOn() {
    Shown shown(samples::stairFigure());
    QSignalSpy hovered(&shown.view, &FigureView::hovered);
    const auto position = [&] {
      return QString::fromStdString(
          renderPlain(hovered.last()[0].value<Detail>().rows.at(0).value, Language::english));
    };
    shown.plot()->setFocus();
    const QCPRange all = shown.plot()->xAxis->range();
    const auto centre = static_cast<std::int64_t>(std::round(all.center()));
    QTest::keyClick(shown.plot(), Qt::Key_Right);
    QCOMPARE(position(), QString::fromStdString(groupedInteger(centre + 1)));
    QTest::keyClick(shown.plot(), Qt::Key_Home);
    QCOMPARE(position(), QStringLiteral("3,994"));
    QTest::keyClick(shown.plot(), Qt::Key_End);
    QCOMPARE(position(), QStringLiteral("4,096"));
    QTest::keyClick(shown.plot(), Qt::Key_Plus);
    QVERIFY(shown.plot()->xAxis->range().size() < all.size());
    QTest::keyClick(shown.plot(), Qt::Key_Minus);
    QTest::keyClick(shown.plot(), Qt::Key_Plus);
    QTest::keyClick(shown.plot(), Qt::Key_0);
    QCOMPARE(shown.view.window(), std::nullopt);
  }

  void aFocusedPlot_showsARing() {
    Shown shown(samples::stairFigure());
    const auto edge = [&] { return shown.plot()->grab().toImage().pixelColor(300, 1); };
    const QColor accent = theme(ThemeKind::light).accent;
    QVERIFY(QTest::qWaitForWindowActive(&shown.view));
    shown.plot()->setFocus(Qt::MouseFocusReason);
    QVERIFY(edge() != accent);
    QTest::keyClick(shown.plot(), Qt::Key_Right);
    QCOMPARE(edge(), accent);
    shown.plot()->clearFocus();
    QVERIFY(edge() != accent);
    shown.plot()->setFocus(Qt::TabFocusReason);
    QCOMPARE(edge(), accent);
  }

  void theHeadingsOfALongTable_stayInSight() {
    auto figure = std::make_shared<Figure>();
    TablePanel table = std::get<TablePanel>(samples::mixedFigure()->panels.back());
    while (table.rows.size() < 60) {
      table.rows.push_back(table.rows.front());
    }
    figure->panels.emplace_back(table);
    Shown shown(figure);
    auto* area = shown.view.findChild<QScrollArea*>();
    const auto headings = [&] {
      for (QWidget* child :
           area->viewport()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (child != area->widget() && child->isVisible()) {
          return child->geometry();
        }
      }
      return QRect();
    };
    QVERIFY(headings().isNull());
    area->verticalScrollBar()->setValue(300);
    QCOMPARE(headings().top(), 0);
    QVERIFY(headings().height() > 10);
    area->verticalScrollBar()->setValue(0);
    QVERIFY(headings().isNull());
  }

  void draggingPansWithinTheData() {
    Shown shown(countingMap(), Zoom{10, 30, 40, 60});
    const QPoint from = shown.pixelOf(20, 50);
    const QPoint to = shown.pixelOf(25, 50);
    QTest::mousePress(shown.plot(), Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, to, shown.plot()->mapToGlobal(to), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(shown.plot(), &move);
    QTest::mouseRelease(shown.plot(), Qt::LeftButton, {}, to);
    QCOMPARE(shown.windows.count(), 1);
    QVERIFY(std::abs(shown.view.window()->x0 - 5) < 0.2);
    QVERIFY(std::abs(shown.view.window()->y0 - 40) < 1e-9);
  }

  void hoveringTellsWhatIsThere() {
    Shown shown(samples::stairFigure());
    QSignalSpy hovered(&shown.view, &FigureView::hovered);
    QTest::mouseMove(shown.plot(), shown.pixelOf(4063, 4064));
    QVERIFY(QTest::qWaitFor([&] { return hovered.count() > 0; }));
    const auto detail = hovered.last()[0].value<Detail>();
    QCOMPARE(renderPlain(detail.rows.at(0).value, Language::english), std::string("4,063"));
    QTest::keyClick(shown.plot(), Qt::Key_Right);
    QTest::keyClick(shown.plot(), Qt::Key_Right, Qt::ShiftModifier);
    const auto moved = hovered.last()[0].value<Detail>();
    QCOMPARE(renderPlain(moved.rows.at(0).value, Language::english), std::string("4,080"));
  }

  // Beyond its format a position is no number, and the plot has no point for it.
  void whatIsLostHasNoMark() {
    class Lost final : public Inspection {
     public:
      Detail at(double, double) const override {
        Detail detail;
        detail.rows.push_back({Text::verbatim("Stored"), Text::verbatim("lost"), {}, {}});
        detail.notes.push_back({4063, std::nan(""), Text::verbatim("lost"), {}, {}});
        detail.strips.push_back({ColourRole::marked, std::nan(""), std::nan(""), {}});
        detail.marked = true;
        detail.markX = 4063;
        detail.markY = std::nan("");
        return detail;
      }
    };
    const auto figure = samples::stairFigure();
    std::get<PlotPanel>(figure->panels.front()).inspection = std::make_shared<Lost>();
    Shown shown(figure);
    const QImage before = shown.view.grab().toImage();
    QTest::failOnWarning(QRegularExpression(QStringLiteral("NaN")));
    QTest::keyClick(shown.plot(), Qt::Key_Right);
    QCoreApplication::processEvents();
    const QImage after = shown.view.grab().toImage();
    QCOMPARE(after.size(), before.size());
  }

  void pixelNoteIsThereWhenPixelsCoverMore() {
    Shown large(samples::alibiFigure(1 << 20));
    QVERIFY(!large.view.pixelNote().empty());
    Shown small(samples::sinusoidalFigure());
    QVERIFY(small.view.pixelNote().empty());
  }

  void clickingABitAsksForItsAction() {
    Shown shown(samples::bitsFigure());
    QSignalSpy actions(&shown.view, &FigureView::actionRequested);
    auto* const bits = shown.view.findChild<PaintedWidget*>();
    QVERIFY(bits != nullptr);
    const BitsPanel panel = samples::bitsPanel();
    const auto painter = makeBitsPainter(panel, {});
    static_cast<void>(painter->layOut(bits->width()));
    const auto sign =
        std::find_if(painter->spots().begin(), painter->spots().end(), [](const ActionSpot& spot) {
          return spot.action == Action{"value", "63"};
        });
    QVERIFY(sign != painter->spots().end());
    QTest::mouseClick(bits, Qt::LeftButton, {}, sign->area.center().toPoint());
    QCOMPARE(actions.count(), 1);
    QCOMPARE(actions[0][0].value<Action>(), (Action{"value", "63"}));  // The sign of fp64.
  }

  void aThemeOrLanguageChangeKeepsTheZoom() {
    const Zoom window{10, 30, 40, 60};
    Shown shown(countingMap(), window);
    shown.view.setTheme(ThemeKind::dark);
    shown.view.setLanguage(Language::chinese);
    QCOMPARE(shown.view.window(), std::optional(window));
    QVERIFY(QTest::qWaitFor([&] { return !shown.view.busy(); }));
    QCOMPARE(shown.view.grab().toImage().pixel(2, 2), theme(ThemeKind::dark).surface.rgba());
  }

  void screenReadersHearTheFinding() {
    Shown shown(countingMap());
    QCOMPARE(shown.plot()->accessibleName(),
             QStringLiteral("Which position does the machine see? "
                            "4,096 tokens, but bf16 sees only 769 places"));
    QVERIFY(shown.plot()->accessibleDescription().contains(QStringLiteral("downwards")));
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::FigureViewTest)
#include "figure_view_test.moc"
