// The keyboard: where it is at the start, where Tab goes, and the ways into and out of a full
// screen.
#include <QApplication>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QSlider>
#include <QToolButton>

#include "app/panel/parameter_panel.h"
#include "app/plot/panel_canvas.h"
#include "app/window/actions.h"
#include "app/window/compare_bar.h"
#include "app/window/headline.h"
#include "app/window/side_column.h"
#include "app/window/status_strip.h"
#include "app/window/tab_order.h"
#include "app/window/top_bar.h"
#include "app/window/view_list.h"
#include "core/catalogue/views.h"
#include "tests/app/window/window_fixture.h"

using namespace poscope;

namespace {

bool start(WindowFixture& fixture) {
  fixture.window().resize(1280, 720);
  const bool settled = fixture.showAndSettle();
  fixture.window().activateWindow();
  return settled && QTest::qWaitForWindowActive(&fixture.window());
}

bool isIn(const QWidget& region, const QWidget* widget) {
  return widget == &region || region.isAncestorOf(widget);
}

QString nameOf(const QWidget* widget) {
  return widget == nullptr
             ? QStringLiteral("nothing")
             : QStringLiteral("%1 '%2'").arg(QLatin1String(widget->metaObject()->className()),
                                             widget->accessibleName());
}

QImage pictureOf(QWidget& widget) {
  return widget.grab().toImage();
}

}  // namespace

class FocusTest : public QObject {
  Q_OBJECT

 private slots:
  void start_thePictureHasTheKeyboard_withoutARing() {
    WindowFixture fixture({}, true);
    QVERIFY(start(fixture));
    auto* canvas = qobject_cast<PanelCanvas*>(QApplication::focusWidget());
    QVERIFY2(canvas != nullptr, qPrintable(nameOf(QApplication::focusWidget())));
    const QImage quiet = pictureOf(*canvas);
    canvas->clearFocus();
    QCOMPARE(pictureOf(*canvas), quiet);
    canvas->setFocus(Qt::TabFocusReason);
    QVERIFY(pictureOf(*canvas) != quiet);
    canvas->setFocus(Qt::OtherFocusReason);
    QSignalSpy hovered(&fixture.window().card().plot(), &FigureView::hovered);
    QTest::keyClick(canvas, Qt::Key_Right);
    QCOMPARE(hovered.count(), 1);
    QVERIFY(!hovered[0][0].value<Detail>().rows.empty());
    QTest::keyClick(canvas, Qt::Key_Escape);
    QVERIFY(pictureOf(*canvas) != quiet);  // The keyboard is in use, and this shows where.
  }

  void tab_goesAsTheEyeDoes_data() {
    QTest::addColumn<QString>("view");
    for (const View& view : views()) {
      QTest::newRow(view.id.c_str()) << QString::fromStdString(view.id);
    }
  }
  void tab_goesAsTheEyeDoes() {
    QFETCH(QString, view);
    WindowFixture fixture({}, true);
    fixture.model().selectView(view.toStdString());
    QVERIFY(start(fixture));
    MainWindow& window = fixture.window();
    auto* bar = window.findChild<TopBar*>();
    const std::vector<const QWidget*> regions{&window.viewList(),
                                              &window.card(),
                                              &bar->compareBar(),
                                              &window.parameters(),
                                              &window.sides(),
                                              window.findChild<StatusStrip*>(),
                                              bar};
    const auto regionOf = [&](const QWidget* widget) {
      return std::find_if(regions.begin(), regions.end(),
                          [&](const QWidget* region) { return isIn(*region, widget); }) -
             regions.begin();
    };
    window.viewList().focusFilter();
    QWidget* const first = QApplication::focusWidget();
    std::vector<QWidget*> seen{first};
    bool plot = false;
    for (;;) {
      QWidget* const before = QApplication::focusWidget();
      QTest::keyClick(before, Qt::Key_Tab);
      QWidget* const now = QApplication::focusWidget();
      if (now == first) {
        break;
      }
      QVERIFY2(now != nullptr && std::find(seen.begin(), seen.end(), now) == seen.end(),
               qPrintable(nameOf(now)));
      seen.push_back(now);
      QVERIFY2(regionOf(now) >= regionOf(before),
               qPrintable(nameOf(before) + QStringLiteral(" -> ") + nameOf(now)));
      plot = plot || qobject_cast<PanelCanvas*>(now) != nullptr;
    }
    QVERIFY(seen.size() > 8);
    QCOMPARE(plot, window.card().plot().findChild<PanelCanvas*>() != nullptr);
    QTest::keyClick(first, Qt::Key_Backtab);
    QCOMPARE(QApplication::focusWidget(), seen.back());
  }

  void tab_everyStopShowsIt_data() { tab_goesAsTheEyeDoes_data(); }
  void tab_everyStopShowsIt() {
    QFETCH(QString, view);
    WindowFixture fixture({}, true);
    fixture.model().selectView(view.toStdString());
    QVERIFY(start(fixture));
    MainWindow& window = fixture.window();
    window.viewList().focusFilter();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QWidget* const first = QApplication::focusWidget();
    do {
      QWidget* const now = QApplication::focusWidget();
      // A blinking text cursor is no ring.
      const auto* list = qobject_cast<QListWidget*>(now);
      if (qobject_cast<QLineEdit*>(now) == nullptr && list == nullptr) {
        const QImage with = pictureOf(*now);
        now->clearFocus();
        QVERIFY2(pictureOf(*now) != with, qPrintable(nameOf(now)));
        now->setFocus(Qt::TabFocusReason);
      }
      QTest::keyClick(now, Qt::Key_Tab);
    } while (QApplication::focusWidget() != first);
  }

  void anotherPage_thePictureKeepsTheKeyboard() {
    WindowFixture fixture({}, true);
    QVERIFY(start(fixture));
    FigureView& plot = fixture.window().card().plot();
    QVERIFY(isIn(plot, QApplication::focusWidget()));
    for (const View& view : views()) {
      fixture.model().selectView(view.id);
      QVERIFY(fixture.settle());
      QVERIFY2(isIn(plot, QApplication::focusWidget()),
               qPrintable(nameOf(QApplication::focusWidget())));
    }
  }

  void present_showsThePageAlone_untilEscape() {
    WindowFixture fixture({}, true);
    QVERIFY(start(fixture));
    MainWindow& window = fixture.window();
    auto* bar = window.findChild<TopBar*>();
    auto* strip = window.findChild<StatusStrip*>();
    const int low = window.card().headline().height();
    QTest::keyClick(&window, Qt::Key_F5);
    QVERIFY(window.isFullScreen());
    for (const QWidget* part :
         std::vector<const QWidget*>{bar, strip, &window.viewList(), &window.parameters()}) {
      QVERIFY2(!part->isVisible(), part->metaObject()->className());
    }
    QTRY_VERIFY(window.card().headline().height() > low);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!window.isFullScreen());
    QVERIFY(bar->isVisible() && strip->isVisible() && window.viewList().isVisible());
    QVERIFY(!window.actions()[Command::present]->isChecked());
    QTRY_COMPARE(window.card().headline().height(), low);
  }

  void fullScreen_escapeLeavesIt() {
    WindowFixture fixture({}, true);
    QVERIFY(start(fixture));
    MainWindow& window = fixture.window();
    QTest::keyClick(&window, Qt::Key_F11);
    QVERIFY(window.isFullScreen());
    QVERIFY(window.actions()[Command::fullScreen]->isChecked());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!window.isFullScreen());
    QVERIFY(!window.actions()[Command::fullScreen]->isChecked());
  }
};

QTEST_MAIN(FocusTest)
#include "focus_test.moc"
