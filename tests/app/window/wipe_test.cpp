// A left and B right of a line: what is seen of each side, the line by mouse and keys, one zoom for
// both, and where it ends. Nothing is built for it.
#include "app/window/wipe.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QSlider>
#include <QToolButton>
#include <QWheelEvent>

#include "app/plot/panel_canvas.h"
#include "app/window/actions.h"
#include "app/window/compare_bar.h"
#include "app/window/top_bar.h"
#include "counted_page.h"
#include "window_fixture.h"

using namespace poscope;

namespace {

constexpr const char* kMap = "poscope:alibi?picture=matrix&context=512&length=64";
constexpr int kBeside = 16;  ///< Pixels beside the line that its handle may cover.
constexpr int kNames = 40;   ///< Pixels at the top of a plot that the sides' names may cover.

bool wipe(CountedPage& page) {
  page.presenter.setWiping(true);
  return QTest::qWaitFor(
      [&page] {
        const FigureView* const layer = page.card.wipe().layer();
        return layer != nullptr && !layer->busy() && page.ready() && layer->isVisible();
      },
      60000);
}

QRect areaOf(const CountedPage& page) {
  return page.card.plot().plotPlaces().front().area;
}

// Inside of the plot, on one side of the line, without what stands on it.
QRect halfOf(const CountedPage& page, bool left) {
  const int across = page.card.wipe().line()->across();
  QRect half = areaOf(page).adjusted(2, kNames, -2, -2);
  left ? half.setRight(across - kBeside) : half.setLeft(across + kBeside);
  return half;
}

QImage part(const QImage& image, const QRect& place) {
  const double ratio = image.devicePixelRatio();
  return image
      .copy(QRectF(place.x() * ratio, place.y() * ratio, place.width() * ratio,
                   place.height() * ratio)
                .toRect())
      .convertToFormat(QImage::Format_RGB32);
}

QImage picture(CountedPage& page) {
  return page.card.plot().grab().toImage();
}

/// What a plot of the same size shows of one side alone.
QImage pictureOf(const CountedPage& page, Side side) {
  FigureView view;
  view.setLanguage(page.appearance.language());
  view.setTheme(page.appearance.themeKind());
  view.resize(page.card.plot().size());
  view.setFigure(std::make_shared<const Figure>(*atSide(*page.presenter.figure(), side)),
                 page.card.plot().window());
  return QTest::qWaitFor([&view] { return !view.busy(); }, 60000) ? view.grab().toImage()
                                                                  : QImage();
}

// With Ctrl: the page may be one that scrolls.
void turnWheel(FigureView& view, const QPoint& place, int notches) {
  QWidget* const target = view.childAt(place);
  const QPoint at = target->mapFrom(&view, place);
  QWheelEvent event(at, target->mapToGlobal(QPointF(at)), {}, {0, 120 * notches}, Qt::NoButton,
                    Qt::ControlModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(target, &event);
}

void moveMouse(FigureView& view, const QPoint& place) {
  QWidget* const target = view.childAt(place);
  const QPointF at = target->mapFrom(&view, place);
  QMouseEvent event(QEvent::MouseMove, at, target->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                    Qt::NoModifier);
  QApplication::sendEvent(target, &event);
}

}  // namespace

class WipeTest : public QObject {
  Q_OBJECT

 private slots:
  void halves_areThoseOfAAndB() {
    CountedPage page(kMap);
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    for (const char* chosen : {"a", "b"}) {
      QVERIFY(page.model.setParameter("show", chosen));
      QVERIFY(wipe(page));
      const QImage a = pictureOf(page, Side::a);
      const QImage b = pictureOf(page, Side::b);
      const QRect left = halfOf(page, true);
      const QRect right = halfOf(page, false);
      QVERIFY(part(a, left) != part(b, left) && part(a, right) != part(b, right));
      const QImage both = picture(page);
      QCOMPARE(part(both, left), part(a, left));
      QCOMPARE(part(both, right), part(b, right));
      QVERIFY(page.shows(*findSide(chosen)));  // What is said is about the side that was chosen.
      page.presenter.setWiping(false);
      const QRect whole = page.card.plot().rect();
      QCOMPARE(part(picture(page), whole), part(pictureOf(page, *findSide(chosen)), whole));
    }
    QCOMPARE(builds.load(), 1);
  }

  void names_sayWhatIsSeen() {
    CountedPage page(kMap);
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(wipe(page));
    QStringList names;
    const auto labels =
        page.card.plot().findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QLabel* label : labels) {
      if (label->isVisible()) {
        const bool left = label->geometry().right() < page.card.wipe().line()->across();
        names << (left ? QStringLiteral("left: ") : QStringLiteral("right: ")) + label->text();
      }
    }
    names.sort();
    const Params& params = page.model.state().params;
    const auto words = [&](Side side) { return page.appearance.say(sideTitle(params, side)); };
    QCOMPARE(names, QStringList({QStringLiteral("left: ") + words(Side::a),
                                 QStringLiteral("right: ") + words(Side::b)}));
  }

  void everyComparingView_hasItsPlotsOnEachOther_data() { addComparingViews(); }
  void everyComparingView_hasItsPlotsOnEachOther() {
    QFETCH(QString, link);
    CountedPage page(link.toUtf8().constData());
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(wipe(page));
    const auto below = page.card.plot().plotPlaces();
    const auto above = page.card.wipe().layer()->plotPlaces();
    QVERIFY(!below.empty());
    QCOMPARE(above.size(), below.size());
    for (std::size_t k = 0; k < below.size(); ++k) {
      QCOMPARE(above[k].whole, below[k].whole);
      QCOMPARE(above[k].area, below[k].area);
    }
    const auto upper = page.card.wipe().layer()->findChildren<PanelCanvas*>();
    auto lower = page.card.plot().findChildren<PanelCanvas*>();
    lower.removeIf([&](PanelCanvas* each) { return upper.contains(each); });
    QVERIFY(!page.card.plot().window());  // Its limits are those of the figure below.
    QCOMPARE(upper.size(), lower.size());
    for (qsizetype k = 0; k < upper.size(); ++k) {
      QCOMPARE(upper[k]->xRange(), lower[k]->xRange());
      QCOMPARE(upper[k]->yRange(), lower[k]->yRange());
    }
    QCOMPARE(builds.load(), 1);
  }

  void line_followsTheMouse() {
    CountedPage page(kMap);
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(wipe(page));
    WipeLine* const line = page.card.wipe().line();
    const QRect area = areaOf(page);
    QVERIFY(std::abs(line->across() - area.center().x()) <= 1);
    const QPoint start(line->width() / 2 + 3, line->height() / 2);  // Beside it: it does not jump.
    QTest::mousePress(line, Qt::LeftButton, {}, start);
    QCOMPARE(line->value(), WipeLine::kWhole / 2);
    const int wanted = area.left() + area.width() / 4;
    QTest::mouseMove(line, start + QPoint(wanted - line->across(), 0));
    QVERIFY(std::abs(line->across() - wanted) <= 1);
    QTest::mouseMove(line, start + QPoint(-2 * area.width(), 0));
    QCOMPARE(line->value(), 0);
    QTest::mouseRelease(line, Qt::LeftButton);
    QCOMPARE(page.model.undoStack().count(), 0);
  }

  void line_followsTheKeysAndIsASlider() {
    CountedPage page(kMap);
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(wipe(page));
    WipeLine* const line = page.card.wipe().line();
    QTest::keyClick(line, Qt::Key_Right);
    QCOMPARE(line->value(), 510);
    QTest::keyClick(line, Qt::Key_Left);
    QTest::keyClick(line, Qt::Key_Left);
    QCOMPARE(line->value(), 490);
    QTest::keyClick(line, Qt::Key_Home);
    QCOMPARE(line->value(), 0);
    QVERIFY(!page.card.wipe().layer()->mask().isEmpty());
    QTest::keyClick(line, Qt::Key_End);
    QCOMPARE(line->value(), 1000);
    QVERIFY(!page.card.wipe().layer()->isVisible());  // Nothing of B is left.
    QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(line);
    QCOMPARE(spoken->role(), QAccessible::Slider);
    QCOMPARE(spoken->text(QAccessible::Name), QStringLiteral("Line between A and B"));
    QCOMPARE(spoken->valueInterface()->currentValue().toInt(), 1000);
  }

  void zoom_isOne() {
    CountedPage page(kMap);
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(wipe(page));
    FigureView& plot = page.card.plot();
    FigureView& layer = *page.card.wipe().layer();
    turnWheel(plot, halfOf(page, false).center(), 2);
    QVERIFY(layer.window().has_value());
    QCOMPARE(plot.window(), layer.window());  // In the middle of the gesture.
    QTRY_COMPARE(page.model.state().zoom, layer.window());
    QCOMPARE(page.model.undoStack().count(), 1);
    const auto before = plot.window();
    turnWheel(plot, halfOf(page, true).center(), 1);
    QVERIFY(plot.window() != before);
    QCOMPARE(layer.window(), plot.window());
    QTRY_COMPARE(page.model.state().zoom, plot.window());
    page.model.undoStack().undo();
    page.model.undoStack().undo();
    QVERIFY(!plot.window() && !layer.window());
    QCOMPARE(builds.load(), 1);
  }

  void curves_haveOneRangeOfY() {
    CountedPage page("poscope:decay?context=4096");
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(page.model.setParameter("show", "a"));
    QVERIFY(wipe(page));
    FigureView& plot = page.card.plot();
    FigureView& layer = *page.card.wipe().layer();
    for (const bool left : {true, false}) {
      turnWheel(plot, halfOf(page, left).center(), 6);
      QTRY_VERIFY(page.model.state().zoom.has_value() && page.ready() && !layer.busy());
      QCOMPARE(layer.window(), plot.window());
      QCOMPARE(page.model.state().zoom, plot.window());
      page.model.setWindow(std::nullopt);
    }
  }

  void readings_areOfTheSideUnderTheMouse() {
    CountedPage page("poscope:positions?format=bf16&format_b=fp32&context=4096");
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(wipe(page));
    FigureView& plot = page.card.plot();
    std::string stored;
    connect(&plot, &FigureView::hovered, this, [&stored](const Detail& detail) {
      stored = detail.rows.size() > 1 ? renderPlain(detail.rows[1].label, Language::english) : "";
    });
    for (const bool left : {true, false}) {
      const QPoint place = halfOf(page, left).center();
      moveMouse(plot, place);
      QTRY_VERIFY(!stored.empty());
      QVERIFY2(stored.find(left ? "bf16" : "fp32") != std::string::npos, stored.c_str());
      stored.clear();
    }
  }

  void lineStays_untilAnotherPageComes() {
    CountedPage page(kMap);
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(wipe(page));
    page.card.wipe().line()->setValue(300);
    page.presenter.setWiping(false);
    QVERIFY(!page.card.wipe().active());
    QVERIFY(wipe(page));
    QCOMPARE(page.card.wipe().line()->value(), 300);
    QVERIFY(page.model.setParameter("heads", "16"));  // The page stays: so does the wipe.
    QTRY_COMPARE(builds.load(), 2);
    QVERIFY(wipe(page));
    QCOMPARE(page.card.wipe().line()->value(), 300);
    page.model.selectView("decay");
    QVERIFY(!page.presenter.wiping() && !page.card.wipe().active());
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(wipe(page));
    QCOMPARE(page.card.wipe().line()->value(), 500);
  }

  void otherSides_endIt() {
    CountedPage page(kMap);
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(wipe(page));
    QVERIFY(page.model.setParameter("show", "difference"));
    QVERIFY(!page.presenter.wiping());
    QVERIFY(page.shows(Side::difference));
    QVERIFY(wipe(page));  // Over a difference: what is said is about A.
    QVERIFY(page.shows(Side::a));
    QVERIFY(page.model.setParameter("show", "b"));
    QVERIFY(page.presenter.wiping() && page.shows(Side::b));
    QVERIFY(page.model.setParameter("show", "reference"));
    QVERIFY(!page.presenter.wiping() && page.shows(Side::reference));
    QCOMPARE(builds.load(), 1);
  }

  void pagesThatCompareNothing_haveNone() {
    CountedPage page("poscope:formats");
    QTRY_VERIFY_WITH_TIMEOUT(page.presenter.figure() != nullptr, 60000);
    page.presenter.setWiping(true);
    QVERIFY(!page.presenter.wiping() && !page.card.wipe().active());
  }

  void window_keyButtonAndEscape() {
    WindowFixture fixture({}, true);
    QVERIFY(fixture.showAndSettle());
    MainWindow& window = fixture.window();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.card().plot().setFocus();
    QToolButton* const button = window.findChild<CompareBar*>()->wipeButton();
    QTest::keyClick(&window, Qt::Key_W);
    QVERIFY(window.presenter().wiping() && button->isChecked());
    QCOMPARE(window.focusWidget(), window.card().wipe().line());
    QTest::keyClick(window.focusWidget(), Qt::Key_Escape);
    QVERIFY(!window.presenter().wiping() && !button->isChecked());
    QVERIFY(window.card().plot().isAncestorOf(window.focusWidget()));
    button->click();
    QVERIFY(window.presenter().wiping() && window.actions()[Command::wipe]->isChecked());
    QTest::keyClick(&window, Qt::Key_D);
    QVERIFY(!window.presenter().wiping());
    QCOMPARE(fixture.model().state().params.text(parameter::kShow), std::string("difference"));
    QTest::keyClick(&window, Qt::Key_W);
    QTest::keyClick(&window, Qt::Key_D);  // Takes the wipe off the difference that is chosen.
    QVERIFY(!window.presenter().wiping());
    QCOMPARE(fixture.model().state().params.text(parameter::kShow), std::string("difference"));
    fixture.model().selectView("formats");
    QVERIFY(!window.actions()[Command::wipe]->isEnabled());
    QVERIFY(!button->isVisible());
  }
};

QTEST_MAIN(WipeTest)
#include "wipe_test.moc"
