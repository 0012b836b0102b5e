// Nothing is cut at the smallest promised size, in both languages.
#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QScrollArea>
#include <QToolButton>
#include <QtTest>
#include <algorithm>

#include "app/panel/inspector_panel.h"
#include "app/window/elided_button.h"
#include "app/window/side_column.h"
#include "app/window/status_strip.h"
#include "app/window/view_list.h"
#include "core/catalogue/views.h"
#include "tests/app/window/window_fixture.h"

using namespace poscope;

namespace {

QString nameOf(const QWidget* widget) {
  const auto* button = qobject_cast<const QAbstractButton*>(widget);
  const auto* label = qobject_cast<const QLabel*>(widget);
  return QStringLiteral("%1 '%2' %3x%4, hint %5x%6")
      .arg(QLatin1String(widget->metaObject()->className()), button != nullptr  ? button->text()
                                                             : label != nullptr ? label->text()
                                                                                : QString())
      .arg(widget->width())
      .arg(widget->height())
      .arg(widget->sizeHint().width())
      .arg(widget->sizeHint().height());
}

bool isWords(const QWidget* widget) {
  return qobject_cast<const QLabel*>(widget) != nullptr ||
         qobject_cast<const QAbstractButton*>(widget) != nullptr;
}

/// Words that end in dots are no cut where the tool tip has them whole.
bool endsInDots(const QString& words, const QString& tip) {
  const QStringList parts = words.split(QChar(0x2026));
  return parts.size() == 2 && tip.contains(parts.front()) && tip.size() > words.size() - 1;
}

/// What the words that are shown need.
QSize neededBy(const QWidget* widget) {
  const auto* elided = qobject_cast<const ElidedButton*>(widget);
  return elided != nullptr ? elided->QToolButton::sizeHint() : widget->sizeHint();
}

/// A widget with words is cut when it is smaller than its words ask for, or reaches out of its
/// parent.
bool isCut(const QWidget* widget) {
  const bool shrinks = widget->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
  const QSize needed = neededBy(widget);
  if (const auto* elided = qobject_cast<const ElidedButton*>(widget)) {
    if (!elided->text().contains(elided->words()) &&
        !endsInDots(elided->text(), elided->toolTip())) {
      return true;
    }
  }
  const auto* label = qobject_cast<const QLabel*>(widget);
  const bool wraps = label != nullptr && label->wordWrap();
  const int height = wraps ? widget->heightForWidth(widget->width()) : needed.height();
  const bool tooNarrow = !wraps && !shrinks && widget->width() < needed.width();
  return tooNarrow || widget->height() < height ||
         !widget->parentWidget()->rect().contains(widget->geometry());
}

/// Every widget with words outside of the plot, which has its own tests.
std::vector<const QWidget*> wordsIn(const MainWindow& window) {
  std::vector<const QWidget*> found;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (widget->isVisibleTo(&window) && isWords(widget) &&
        !window.card().plot().isAncestorOf(widget)) {
      found.push_back(widget);
    }
  }
  return found;
}

/// The first row of the list that is wider than the list; empty for none.
QString firstLongName(const ViewList& views) {
  const auto* list = views.findChild<QListWidget*>();
  constexpr int kEdges = 32;
  for (int row = 0; row < list->count(); ++row) {
    const QString name = list->item(row)->text();
    const QFontMetrics heavy(textFont(FontSize::base, QFont::DemiBold));
    if (heavy.horizontalAdvance(name) > list->viewport()->width() - kEdges) {
      return name;
    }
  }
  return {};
}

QString firstCut(const MainWindow& window) {
  for (const QWidget* widget : wordsIn(window)) {
    if (isCut(widget)) {
      return nameOf(widget);
    }
  }
  return {};
}

}  // namespace

class LayoutTest : public QObject {
  Q_OBJECT

 private slots:
  void thePictureIsTheLargest_data();
  void thePictureIsTheLargest();
  void at1280x720_nothingIsCut_data();
  void at1280x720_nothingIsCut();
  void at1280x720_readingsAreOnScreen_data();
  void at1280x720_readingsAreOnScreen();
  void resized_sideColumnSettles_data();
  void resized_sideColumnSettles();
};

void LayoutTest::thePictureIsTheLargest_data() {
  QTest::addColumn<QString>("view");
  QTest::addColumn<QSize>("size");
  QTest::addColumn<bool>("english");
  for (const View& view : views()) {
    for (const QSize size : {QSize(1280, 720), QSize(1440, 900), QSize(1920, 1080)}) {
      for (const bool english : {true, false}) {
        if (!english && size.width() > 1280) {
          continue;  // Where there is more room than English needs in the smallest window.
        }
        const std::string row =
            view.id + " " + std::to_string(size.width()) + (english ? " en" : " zh");
        QTest::newRow(row.c_str()) << QString::fromStdString(view.id) << size << english;
      }
    }
  }
}

// Of pages with a plot: what is seen before anything is scrolled.
void LayoutTest::thePictureIsTheLargest() {
  QFETCH(QString, view);
  QFETCH(QSize, size);
  QFETCH(bool, english);
  WindowFixture fixture({}, true, english ? Language::english : Language::chinese);
  fixture.model().selectView(view.toStdString());
  fixture.window().resize(size);
  QVERIFY(fixture.showAndSettle());
  QCOMPARE(fixture.window().size(), size);
  const FigureView& plot = fixture.window().card().plot();
  const QSize card = plot.parentWidget()->size();
  const std::vector<FigureView::PlotPlace> places = plot.plotPlaces();
  std::vector<const Panel*> plots;
  for (const Panel& panel : fixture.window().presenter().figure()->panels) {
    if (std::holds_alternative<PlotPanel>(panel)) {
      plots.push_back(&panel);
    }
  }
  QCOMPARE(places.size(), plots.size());
  if (places.empty()) {
    return;
  }
  const auto shareOf = [&card](const FigureView::PlotPlace& place) {
    return 1.0 * place.inSight.width() * place.inSight.height() / (card.width() * card.height());
  };
  double share = 0;
  bool whole = false;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const FigureView::PlotPlace& place = places[k];
    const bool isPicturePlace = isPicture(*plots[k]);  // Number lines have no height to speak of.
    QVERIFY(place.whole.height() >= 200 || !isPicturePlace);
    whole = whole || (isPicturePlace && place.inSight == place.whole);
    share += shareOf(place);
  }
  for (const FigureView::PlotPlace& place : plot.clockPlaces()) {
    share += shareOf(place);
  }
  QVERIFY(whole);  // The main picture is not cut by the fold.
  const double least = size.width() == 1280 ? 0.55 : 0.4;
  QVERIFY2(share >= least, qPrintable(QString::number(share)));
}

void LayoutTest::at1280x720_nothingIsCut_data() {
  QTest::addColumn<QString>("view");
  QTest::addColumn<bool>("english");
  for (const View& view : views()) {
    for (const bool english : {true, false}) {
      const std::string row = view.id + (english ? " en" : " zh");
      QTest::newRow(row.c_str()) << QString::fromStdString(view.id) << english;
    }
  }
}

void LayoutTest::at1280x720_nothingIsCut() {
  QFETCH(QString, view);
  QFETCH(bool, english);
  WindowFixture fixture({}, true, english ? Language::english : Language::chinese);
  fixture.model().selectView(view.toStdString());
  fixture.window().resize(1280, 720);
  QVERIFY(fixture.showAndSettle());
  QCOMPARE(fixture.window().size(), QSize(1280, 720));
  QVERIFY(wordsIn(fixture.window()).size() > 15);
  QTRY_COMPARE(firstCut(fixture.window()), QString());
  QCOMPARE(firstLongName(fixture.window().viewList()), QString());
}

void LayoutTest::at1280x720_readingsAreOnScreen_data() {
  at1280x720_nothingIsCut_data();
}

void LayoutTest::at1280x720_readingsAreOnScreen() {
  QFETCH(QString, view);
  QFETCH(bool, english);
  WindowFixture fixture({}, true, english ? Language::english : Language::chinese);
  fixture.model().selectView(view.toStdString());
  fixture.window().resize(1280, 720);
  QVERIFY(fixture.showAndSettle());
  const InspectorPanel& inspector = fixture.window().inspector();
  // Only pages with something to read off have readings.
  const Figure& figure = *fixture.window().presenter().figure();
  const bool any = std::any_of(figure.panels.begin(), figure.panels.end(), [](const Panel& panel) {
    const auto* plot = std::get_if<PlotPanel>(&panel);
    return plot != nullptr && plot->inspection != nullptr;
  });
  QCOMPARE(!inspector.isHidden(), any);
  if (!any) {
    return;
  }
  const auto visible = [&] { return inspector.visibleRegion().boundingRect().height(); };
  QTRY_VERIFY2(visible() >= std::min(200, inspector.height()), qPrintable(nameOf(&inspector)));
}

void LayoutTest::resized_sideColumnSettles_data() {
  at1280x720_nothingIsCut_data();
}

// The parameters' height depends on their width, and that on whether they need a scroll bar.
void LayoutTest::resized_sideColumnSettles() {
  QFETCH(QString, view);
  QFETCH(bool, english);
  WindowFixture fixture({}, true, english ? Language::english : Language::chinese);
  fixture.model().selectView(view.toStdString());
  QVERIFY(fixture.showAndSettle());
  for (int height = 620; height <= 900; height += 23) {
    fixture.window().resize(1280, height);
    QApplication::processEvents();
    const QList<int> sizes = fixture.window().sides().sizes();
    // A page without readings and verdicts leaves the column to its parameters.
    QVERIFY(sizes.at(1) >= 200 || fixture.window().sides().widget(1)->isHidden());
    QApplication::processEvents();
    QCOMPARE(fixture.window().sides().sizes(), sizes);
  }
}

QTEST_MAIN(LayoutTest)
#include "layout_test.moc"
