// The list of what a figure can be about: read, chosen by mouse or keyboard, copied, and still
// while something is chosen.
#include <QApplication>
#include <QClipboard>
#include <QListView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "app/plot/contents_widget.h"
#include "app/plot/figure_view.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

TablePanel reports(int count, int chosen) {
  TablePanel table;
  table.name = "list";
  table.title = Text::verbatim("All reports");
  table.columns = {
      {Text::verbatim("Report")}, {Text::verbatim("What")}, {Text::verbatim("Unique")}};
  table.contents = true;
  for (int k = 0; k < count; ++k) {
    TableRow row;
    row.cells = {{Text::verbatim("report " + std::to_string(k))},
                 {Text::verbatim("what it is about")},
                 {Text::verbatim("bad"), TextRole::bad}};
    row.action = {"case", std::to_string(k)};
    row.selected = k == chosen;
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::shared_ptr<Figure> pageOf(int chosen) {
  auto figure = samples::stairFigure();
  figure->panels.emplace_back(reports(40, chosen));
  return figure;
}

}  // namespace

class ContentsWidgetTest final : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    view_ = std::make_unique<FigureView>();
    view_->resize(700, 400);
    view_->setFigure(pageOf(0), std::nullopt);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    list_ = view_->findChild<ContentsWidget*>()->findChild<QListView*>();
  }
  void cleanup() { view_.reset(); }

  void standsLeftOfTheRest_andScrollsByItself() {
    const QRect area = view_->findChild<ContentsWidget*>()->geometry();
    QCOMPARE(area.left(), 0);
    QCOMPARE(area.height(), view_->height());
    QVERIFY(list_->verticalScrollBar()->maximum() > 0);
    QVERIFY(!view_->scrolls());
    QCOMPARE(view_->plotPlaces().front().whole.left(), area.width());
  }

  void click_choosesAnEntry_andTheListStaysWhereItIs() {
    QSignalSpy actions(view_.get(), &FigureView::actionRequested);
    list_->verticalScrollBar()->setValue(500);
    const QModelIndex index = list_->indexAt({20, 5});  // Cut by the upper edge.
    QVERIFY(index.row() > 0);
    QTest::mouseClick(list_->viewport(), Qt::LeftButton, {}, {20, 5});
    QCOMPARE(actions.count(), 1);
    QCOMPARE(actions[0][0].value<Action>(), (Action{"case", std::to_string(index.row())}));
    view_->setFigure(pageOf(index.row()), std::nullopt);
    QCOMPARE(list_->verticalScrollBar()->value(), 500);
  }

  void keys_walkAndChoose() {
    QSignalSpy actions(view_.get(), &FigureView::actionRequested);
    list_->setFocus();
    for (int k = 0; k < 12; ++k) {
      QTest::keyClick(list_, Qt::Key_Down);
    }
    QVERIFY(list_->viewport()->rect().contains(list_->visualRect(list_->currentIndex())));
    QTest::keyClick(list_, Qt::Key_Return);
    QCOMPARE(actions.count(), 1);
    QCOMPARE(actions[0][0].value<Action>(), (Action{"case", "12"}));
  }

  void theChosenEntry_isInSight_whenItWasChosenElsewhere() {
    view_->setFigure(pageOf(35), std::nullopt);
    QVERIFY(list_->viewport()->rect().contains(list_->visualRect(list_->model()->index(35, 0))));
  }

  void copies_withEveryColumn() {
    list_->setFocus();
    QTest::keyClick(list_, Qt::Key_C, Qt::ControlModifier);
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY(
        text.startsWith(QStringLiteral("Report\tWhat\tUnique\nreport 0\twhat it is about\tbad\n")));
    QCOMPARE(text.count(QLatin1Char('\n')), 41);
  }

 private:
  std::unique_ptr<FigureView> view_;
  QListView* list_ = nullptr;
};

}  // namespace poscope

QTEST_MAIN(poscope::ContentsWidgetTest)
#include "contents_widget_test.moc"
