// One cursor and one marked range for all plots.
#include "app/plot/shared_cursor.h"

#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "app/plot/figure_view.h"
#include "app/plot/panel_canvas.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

/// Stairs over positions 3994 to 4096.5, with readings.
std::shared_ptr<Figure> stairs() {
  auto figure = samples::stairFigure();
  std::get<PlotPanel>(figure->panels.front()).x.data = {"position", "tokens"};
  return figure;
}

/// A map of 100 columns that are pairs and 100 rows that are positions from 4000 on.
std::shared_ptr<Figure> map() {
  PlotPanel panel = samples::heatPanel(std::make_shared<samples::CountingSource>(100, 100, false),
                                       {ColourScale::Map::sequential, 0, 100099, {}}, false);
  panel.x.data = {"pair"};
  panel.y.data = {"position", "tokens"};
  panel.y.first += 4000;
  panel.y.last += 4000;
  std::get<HeatLayer>(panel.layers.front()).rowFirst = 4000;
  return samples::figureOf(std::move(panel));
}

struct Shown {
  FigureView view;
  QSignalSpy rendered{&view, &FigureView::rendered};
  QSignalSpy windows{&view, &FigureView::windowChanged};
  QSignalSpy details{&view, &FigureView::hovered};

  Shown(SharedCursor& cursor, const std::shared_ptr<Figure>& figure) : view(nullptr, &cursor) {
    view.resize(700, 500);
    view.show();
    view.setFigure(figure, std::nullopt);
    if (!QTest::qWaitFor([this] { return !view.busy() && rendered.count() > 0; })) {
      qFatal("the picture never came");
    }
  }
  [[nodiscard]] PanelCanvas* plot() const { return view.findChild<PanelCanvas*>(); }
  [[nodiscard]] QPoint pixelOf(double x, double y) const {
    return QPointF(plot()->xAxis->coordToPixel(x), plot()->yAxis->coordToPixel(y)).toPoint();
  }
  [[nodiscard]] CursorPlace place() const { return plot()->linked()->place(); }
  [[nodiscard]] std::size_t rowsTold() const {
    return details.isEmpty() ? 0 : qvariant_cast<Detail>(details.last().front()).rows.size();
  }
};

/// NaN for none.
double valueAt(const SharedCursor& cursor, Coordinate coordinate) {
  return cursor.cursor().at(coordinate).value_or(std::nan(""));
}

void moveMouse(const Shown& shown, const QPoint& to, Qt::MouseButtons buttons,
               Qt::KeyboardModifiers keys) {
  QMouseEvent move(QEvent::MouseMove, to, shown.plot()->mapToGlobal(QPointF(to)), Qt::NoButton,
                   buttons, keys);
  QCoreApplication::sendEvent(shown.plot(), &move);
}

void hover(const Shown& shown, const QPoint& to) {
  moveMouse(shown, to, Qt::NoButton, Qt::NoModifier);
}

void mark(const Shown& shown, const QPoint& from, const QPoint& to) {
  QTest::mousePress(shown.plot(), Qt::LeftButton, Qt::ShiftModifier, from);
  moveMouse(shown, to, Qt::LeftButton, Qt::ShiftModifier);
  QTest::mouseRelease(shown.plot(), Qt::LeftButton, Qt::ShiftModifier, to);
}

}  // namespace

class SharedCursorTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { qRegisterMetaType<Detail>(); }

  void aPlaceIsShownOnOtherPlots() {
    SharedCursor cursor;
    Shown one(cursor, stairs());
    Shown other(cursor, map());
    hover(one, one.pixelOf(4040, 4040));
    QCOMPARE(valueAt(cursor, Coordinate::position), 4040.0);
    QVERIFY(one.place().empty());  // Its own mark is enough.
    QCOMPARE(other.place(), (CursorPlace{{}, 4040.0}));
    hover(other, other.pixelOf(12, 4077));
    QCOMPARE(valueAt(cursor, Coordinate::pair), 12.0);
    QCOMPARE(one.place(), (CursorPlace{4077.0, {}}));
    QVERIFY(other.place().empty());
  }

  // What is read stays when the mouse leaves, and so does its place; Escape takes both away.
  void itStaysWhenTheMouseLeaves() {
    SharedCursor cursor;
    Shown one(cursor, stairs());
    hover(one, one.pixelOf(4040, 4040));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(one.plot(), &leave);
    QCOMPARE(one.place(), (CursorPlace{4040.0, {}}));
    one.view.setFigure(stairs(), std::nullopt);
    QCOMPARE(one.place(), (CursorPlace{4040.0, {}}));
    QTest::keyClick(one.plot(), Qt::Key_Right);  // From there.
    QCOMPARE(valueAt(cursor, Coordinate::position), 4041.0);
    QTest::keyClick(one.plot(), Qt::Key_Escape);
    QVERIFY(cursor.cursor() == Cursor());
    QVERIFY(one.place().empty());
  }

  void aNewPageReadsThere() {
    SharedCursor cursor;
    Shown one(cursor, stairs());
    Cursor there;
    there.set(Coordinate::position, 4040);
    cursor.moveTo(there);
    one.view.readAgain();
    QCOMPARE(one.rowsTold(), std::size_t{1});
    one.details.clear();
    there.set(Coordinate::position, 7);  // The plot does not have it.
    cursor.moveTo(there);
    one.view.readAgain();
    QCOMPARE(one.details.count(), 0);
  }

  void heldItStaysWhereTheMouseGoes() {
    SharedCursor cursor;
    Shown one(cursor, stairs());
    hover(one, one.pixelOf(4040, 4040));
    cursor.setLocked(true);
    hover(one, one.pixelOf(4080, 4040));
    QCOMPARE(valueAt(cursor, Coordinate::position), 4040.0);
    QTest::keyClick(one.plot(), Qt::Key_Left);
    QCOMPARE(valueAt(cursor, Coordinate::position), 4039.0);
    QSignalSpy locks(&cursor, &SharedCursor::lockChanged);
    QTest::keyClick(one.plot(), Qt::Key_Escape);
    QCOMPARE(locks.count(), 1);
    QVERIFY(!cursor.locked());
  }

  void shiftAndDraggingMarksARange() {
    SharedCursor cursor;
    Shown one(cursor, stairs());
    Shown other(cursor, map());
    mark(one, one.pixelOf(4050, 4040), one.pixelOf(4020, 4045));
    QCOMPARE(cursor.range(), std::optional(MarkedRange{Coordinate::position, 4020, 4050}));
    QVERIFY(!other.plot()->linked()->empty());
    QCOMPARE(one.windows.count(), 0);                               // It pans nothing.
    mark(other, other.pixelOf(10, 4040), other.pixelOf(14, 4090));  // Rather down than across.
    QCOMPARE(cursor.range(), std::optional(MarkedRange{Coordinate::position, 4040, 4090}));
    mark(other, other.pixelOf(10, 4040), other.pixelOf(60, 4044));
    QCOMPARE(cursor.range(), std::optional(MarkedRange{Coordinate::pair, 10, 60}));
    QVERIFY(one.plot()->linked()->empty());
    mark(other, other.pixelOf(10, 4040), other.pixelOf(10, 4040));
    QVERIFY(!cursor.range());
  }

  void keysMarkARange() {
    SharedCursor cursor;
    Shown one(cursor, stairs());
    hover(one, one.pixelOf(4020, 4040));
    QTest::keyClick(one.plot(), Qt::Key_BracketLeft);
    QCOMPARE(cursor.range(), std::optional(MarkedRange{Coordinate::position, 4020, 4020}));
    QTest::keyClick(one.plot(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(one.plot(), Qt::Key_BracketRight);
    QCOMPARE(cursor.range(), std::optional(MarkedRange{Coordinate::position, 4020, 4036}));
  }

  // Every plot that has the range shows it alone: one step for each.
  void enterZoomsAllPlotsToTheRange() {
    SharedCursor cursor;
    Shown one(cursor, stairs());
    Shown other(cursor, map());
    cursor.setRange(MarkedRange{Coordinate::position, 4020, 4035});
    QTest::keyClick(one.plot(), Qt::Key_Return);
    QVERIFY(
        QTest::qWaitFor([&] { return one.windows.count() == 1 && other.windows.count() == 1; }));
    QCOMPARE(one.view.window()->x0, 4019.5);
    QCOMPARE(one.view.window()->x1, 4035.5);
    QCOMPARE(other.view.window()->y0, 4019.5);
    QCOMPARE(other.view.window()->y1, 4035.5);
    QCOMPARE(other.view.window()->x0, -0.5);
  }

  // The band and the hairlines are seen, and only where they belong.
  void theyArePainted() {
    SharedCursor cursor;
    Shown one(cursor, stairs());
    const QImage before = one.view.grab().toImage();
    cursor.setRange(MarkedRange{Coordinate::position, 4020, 4035});
    QCoreApplication::processEvents();
    const QImage marked = one.view.grab().toImage();
    const auto at = [&](double x) { return one.plot()->mapTo(&one.view, one.pixelOf(x, 4003)); };
    QVERIFY(marked.pixel(at(4026)) != before.pixel(at(4026)));
    QCOMPARE(marked.pixel(at(4070)), before.pixel(at(4070)));
    cursor.setRange(std::nullopt);
    QCoreApplication::processEvents();
    QCOMPARE(one.view.grab().toImage(), before);
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::SharedCursorTest)
#include "shared_cursor_test.moc"
