// What is around the picture stays where it is, whatever is computed, judged or changed.
#include <QLabel>
#include <QTimer>
#include <map>

#include "app/panel/inspector_panel.h"
#include "app/panel/parameter_panel.h"
#include "app/window/compare_bar.h"
#include "app/window/elided_button.h"
#include "app/window/side_column.h"
#include "app/window/status_strip.h"
#include "app/window/top_bar.h"
#include "app/window/view_list.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "tests/app/window/window_fixture.h"

using namespace poscope;

namespace {

constexpr int kWholePage = 120000;  ///< Milliseconds, without optimisation.

/// Left edge and width of the columns, the bars and all that stands in them.
using Places = std::map<const QWidget*, std::pair<int, int>>;

Places placesIn(const MainWindow& window) {
  QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  std::vector<const QWidget*> roots{&window.viewList(),
                                    &window.card(),
                                    &window.sides(),
                                    &window.parameters(),
                                    &window.inspector(),
                                    window.findChild<TopBar*>(),
                                    window.findChild<StatusStrip*>()};
  for (const auto* root : {static_cast<const QWidget*>(&window.parameters()),
                           static_cast<const QWidget*>(window.findChild<StatusStrip*>())}) {
    for (const QWidget* part : root->findChildren<QWidget*>()) {
      roots.push_back(part);
    }
  }
  Places places;
  for (const QWidget* widget : roots) {
    if (widget->isVisible()) {
      places.emplace(widget, std::pair(widget->mapTo(&window, QPoint()).x(), widget->width()));
    }
  }
  return places;
}

/// The first that has moved of those that are in both; empty for none.
QString firstMoved(const Places& before, const Places& now) {
  for (const auto& [widget, place] : now) {
    const auto found = before.find(widget);
    // The note at the right of the status strip is as wide as its words.
    const bool isNote = qobject_cast<const QLabel*>(widget) != nullptr &&
                        qobject_cast<const StatusStrip*>(widget->parentWidget()) != nullptr;
    const bool moved = found != before.end() && found->second != place;
    if (moved &&
        !(isNote && found->second.first + found->second.second == place.first + place.second)) {
      return QStringLiteral("%1 %2: %3+%4, was %5+%6")
          .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName())
          .arg(place.first)
          .arg(place.second)
          .arg(found->second.first)
          .arg(found->second.second);
    }
  }
  return {};
}

}  // namespace

class FrameTest : public QObject {
  Q_OBJECT

 private slots:
  void judging_movesNothing_data();
  void judging_movesNothing();
  void pages_moveNoColumn();
  void narrowBar_endsInDots_data();
  void narrowBar_endsInDots();
  void menu_opensInsideTheWindow();
};

void FrameTest::judging_movesNothing_data() {
  QTest::addColumn<QSize>("size");
  QTest::addColumn<bool>("english");
  for (const bool english : {true, false}) {
    QTest::addRow("1280x720 %s", english ? "en" : "zh") << QSize(1280, 720) << english;
    QTest::addRow("960x600 %s", english ? "en" : "zh") << QSize(960, 600) << english;
  }
}

void FrameTest::judging_movesNothing() {
  QFETCH(QSize, size);
  QFETCH(bool, english);
  WindowFixture fixture({}, true, english ? Language::english : Language::chinese);
  MainWindow& window = fixture.window();
  fixture.model().setState(*parseLink("poscope:rope-precision?context=1024"));
  window.resize(size);
  QVERIFY(fixture.showAndSettle());
  QCOMPARE(window.size(), size);
  Presenter& presenter = window.presenter();
  QTRY_VERIFY_WITH_TIMEOUT(presenter.verdicts().size() >= 3, kWholePage);
  const Places before = placesIn(window);
  int whileJudging = 0;
  QString moved;
  const auto look = [&] {
    whileJudging += presenter.verdictsOf().empty() ? 0 : 1;
    moved = moved.isEmpty() ? firstMoved(before, placesIn(window)) : moved;
  };
  connect(&presenter, &Presenter::verdictsChanged, &window, look);
  connect(&presenter, &Presenter::figureShown, &window, look);
  QVERIFY(fixture.model().setParameter("base", "20000"));
  look();  // A parameter that is no longer at its default.
  QTRY_VERIFY_WITH_TIMEOUT(whileJudging > 0, kWholePage);
  QTRY_VERIFY_WITH_TIMEOUT(presenter.verdictsOf().empty(), kWholePage);
  look();
  QCOMPARE(moved, QString());
}

void FrameTest::pages_moveNoColumn() {
  WindowFixture fixture({}, true);
  MainWindow& window = fixture.window();
  window.resize(1280, 720);
  QVERIFY(fixture.showAndSettle());
  const auto columns = [&] {
    QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QList<QRect> places;
    for (const QWidget* column :
         {static_cast<QWidget*>(&window.viewList()), static_cast<QWidget*>(&window.card()),
          static_cast<QWidget*>(&window.sides())}) {
      places << column->geometry();
    }
    return places;
  };
  const QList<QRect> before = columns();
  for (const View& view : views()) {
    fixture.model().selectView(view.id);
    QCOMPARE(columns(), before);  // Before the page is there,
    QVERIFY(fixture.settle());
    QCOMPARE(columns(), before);  // and after.
  }
}

void FrameTest::narrowBar_endsInDots_data() {
  QTest::addColumn<int>("width");
  for (const int width : {960, 1080, 1190, 1440}) {
    QTest::addRow("%d", width) << width;
  }
}

void FrameTest::narrowBar_endsInDots() {
  QFETCH(int, width);
  WindowFixture fixture({}, true);
  MainWindow& window = fixture.window();
  fixture.model().selectView("rope-precision");
  window.resize(width, 640);
  QVERIFY(fixture.showAndSettle());
  auto* bar = window.findChild<TopBar*>();
  bar->setModelName(QStringLiteral("a model whose makers gave it a name that never ends"));
  QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  QCOMPARE(window.width(), width);
  const auto buttons = bar->findChildren<ElidedButton*>();
  QVERIFY(buttons.size() >= 7);
  for (const ElidedButton* button : buttons) {
    const QString told = button->text();
    const int needed = button->QToolButton::sizeHint().width();
    QVERIFY2(button->width() >= needed,
             qPrintable(QStringLiteral("%1: %2 of %3").arg(told).arg(button->width()).arg(needed)));
    QVERIFY2(told.contains(button->words()) ||
                 (told.contains(QChar(0x2026)) && button->toolTip() == button->words()),
             qPrintable(told));
    QVERIFY(button->mapTo(bar, QPoint(button->width(), 0)).x() <= bar->width());
  }
  bar->setModelName(QStringLiteral("m"));
  window.resize(1440, 640);
  QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  for (const ElidedButton* button : buttons) {  // There is room for every word again.
    QVERIFY2(button->text().startsWith(button->words()), qPrintable(button->text()));
  }
}

void FrameTest::menu_opensInsideTheWindow() {
  WindowFixture fixture({}, true);
  MainWindow& window = fixture.window();
  window.resize(1280, 720);
  QVERIFY(fixture.showAndSettle());
  window.move(-600, 0);  // So that the screen does not end where the window does.
  QWidget* const button = window.findChild<TopBar*>()->buttons().back();
  QTest::mouseClick(button, Qt::LeftButton);
  QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
  const QWidget* const menu = QApplication::activePopupWidget();
  const QRect inside(window.mapToGlobal(QPoint()), window.size());
  QVERIFY(menu->frameGeometry().right() <= inside.right());
  QVERIFY(menu->frameGeometry().right() >= button->mapToGlobal(QPoint()).x());
  QVERIFY(menu->frameGeometry().top() >= button->mapToGlobal(QPoint(0, button->height())).y());
  QApplication::activePopupWidget()->close();
}

QTEST_MAIN(FrameTest)
#include "frame_test.moc"
