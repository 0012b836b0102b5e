// Tables in the window: read, selected, copied and clicked; nothing of them is cut.
#include <qtestspontaneevent.h>
#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <memory>

#include "app/plot/figure_view.h"
#include "app/plot/table_widget.h"
#include "core/catalogue/views.h"
#include "core/views/view.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

TableCell words(const char* text) {
  return {Text::verbatim(text), TextRole::plain};
}

TableCell chip(const char* text, const char* parameter) {
  return {Text::verbatim(text), TextRole::plain, {parameter, text}};
}

TablePanel chipTable() {
  TablePanel table;
  table.name = "stages";
  table.title = Text::verbatim("What each stage does");
  table.columns = {{Text::verbatim("Stage")}, {Text::verbatim("A")}, {Text::verbatim("B")}};
  table.rows.push_back({{words("Position"), words("exact"), words("exact")}, {}, false});
  table.rows.push_back(
      {{words("Angle"), chip("bf16", "a.angle"), chip("fp32", "b.angle")}, {}, false});
  return table;
}

TablePanel longTable(int rows) {
  TablePanel table;
  table.name = "long";
  table.columns = {{Text::verbatim("Row")}, {Text::verbatim("Words")}};
  for (int row = 0; row < rows; ++row) {
    table.rows.push_back({{words(std::to_string(row).c_str()), words("as any other")}, {}, false});
  }
  return table;
}

// A table alone, as high as it asks for.
class ShownTable {
 public:
  explicit ShownTable(const TablePanel& table, const PlotStyle& style = {}, int width = 700) {
    set(table, style);
    widget_.resize(width, static_cast<int>(std::ceil(widget_.heightFor(width))));
    widget_.show();
    if (!QTest::qWaitForWindowActive(&widget_)) {
      qFatal("the table never came");
    }
  }
  void set(const TablePanel& table, const PlotStyle& style) {
    const auto figure = samples::figureOf(table);
    widget_.setPanel(figure, figure->panels.front(), style);
  }
  void select(int top, int left, int bottom, int right) {
    view().selectionModel()->select(QItemSelection(index(top, left), index(bottom, right)),
                                    QItemSelectionModel::ClearAndSelect);
  }
  QString copied() {
    view().setFocus();
    QTest::keySequence(&view(), QKeySequence::Copy);
    return QGuiApplication::clipboard()->text();
  }
  void click(const QPoint& at) {
    QTest::mouseClick(view().viewport(), Qt::LeftButton, Qt::NoModifier, at);
  }
  QPoint middle(int row, int column) { return view().cellArea(index(row, column)).center(); }
  QModelIndex index(int row, int column) { return view().model()->index(row, column); }
  TableWidget& widget() { return widget_; }
  TableView& view() { return *widget_.findChild<TableView*>(); }

 private:
  TableWidget widget_{nullptr};
};

std::vector<Action> actionsOf(const QSignalSpy& spy) {
  std::vector<Action> actions;
  for (const QList<QVariant>& call : spy) {
    actions.push_back(call.front().value<Action>());
  }
  return actions;
}

QColor pixelOf(const QImage& image, const QPointF& at) {
  return image.pixelColor((at * image.devicePixelRatio()).toPoint());
}

// Whether a strip of a picture (logical pixels) has another colour than the grounds of a table.
bool hasInk(const QImage& image, const QRect& logical, const Theme& theme) {
  const int scale = qRound(image.devicePixelRatio());
  const QRect strip(logical.topLeft() * scale, logical.size() * scale);
  const QRgb grounds[] = {theme.surface.rgba(), theme.accentBackground.rgba(), theme.grid.rgba()};
  for (int y = strip.top(); y <= strip.bottom(); ++y) {
    for (int x = strip.left(); x <= strip.right(); ++x) {
      const QRgb pixel = image.pixel(x, y);
      if (std::find(std::begin(grounds), std::end(grounds), pixel) == std::end(grounds)) {
        return true;
      }
    }
  }
  return false;
}

constexpr int kCorner = 7;  ///< Where a selected row is rounded.

// Words that leave their cell show as ink between two columns, or right of the last one.
QString firstCut(TableView& view, const Theme& theme) {
  if (view.height() != view.horizontalHeader()->height() * !view.horizontalHeader()->isHidden() +
                           view.verticalHeader()->length()) {
    return QStringLiteral("the last row");
  }
  if (view.horizontalHeader()->length() != view.width()) {
    return QStringLiteral("the columns: %1 of %2")
        .arg(view.width())
        .arg(view.horizontalHeader()->length());
  }
  const QImage image = view.grab().toImage();
  const int top = view.viewport()->y();
  for (int row = 0; row < view.model()->rowCount(); ++row) {
    const QRect line(0, view.rowViewportPosition(row), view.width(), view.rowHeight(row));
    for (int column = 0; column < view.model()->columnCount(); ++column) {
      const int right = view.columnViewportPosition(column) + view.columnWidth(column);
      const QRect edge(right - 2, line.top() + kCorner, 2, line.height() - 2 * kCorner);
      if (hasInk(image, edge.translated(0, top), theme)) {
        return view.model()->index(row, column).data().toString();
      }
    }
    const QRect bottom(kCorner, line.bottom(), view.width() - 2 * kCorner, 1);
    if (hasInk(image, bottom.translated(0, top), theme)) {
      return view.model()->index(row, 0).data().toString();
    }
  }
  return {};
}

}  // namespace

class TableWidgetTest final : public QObject {
  Q_OBJECT

 private slots:
  void copy_selection_isTabSeparated() {
    ShownTable shown(samples::tablePanel());
    shown.select(1, 0, 2, 1);
    QCOMPARE(shown.copied(), QStringLiteral("512 – 1,024\t4\n1,024 – 2,048\t8\n"));
    shown.select(0, 3, 0, 3);
    QCOMPARE(shown.copied(), QStringLiteral("positions share a place\n"));
  }

  void copy_nothingSelected_isTheWholeTable() {
    ShownTable shown(chipTable());
    const auto whole = QStringLiteral("Stage\tA\tB\nPosition\texact\texact\nAngle\tbf16\tfp32\n");
    QCOMPARE(shown.copied(), whole);
    shown.select(1, 1, 1, 1);
    QCOMPARE(shown.copied(), QStringLiteral("bf16\n"));
    const QList<QAction*> menu = shown.view().actions();
    QCOMPARE(std::count_if(menu.begin(), menu.end(),
                           [](const QAction* action) { return action->isVisible(); }),
             2);
    QCOMPARE(shown.view().contextMenuPolicy(), Qt::ActionsContextMenu);
    menu.at(1)->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), whole);
    menu.at(0)->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("bf16\n"));
  }

  void copy_wholeColumns_haveTheirHeadings() {
    ShownTable shown(chipTable());
    QHeaderView& headings = *shown.view().horizontalHeader();
    QTest::mouseClick(headings.viewport(), Qt::LeftButton, Qt::NoModifier,
                      {headings.sectionPosition(1) + 4, headings.height() / 2});
    QCOMPARE(shown.copied(), QStringLiteral("A\nexact\nbf16\n"));
    QTest::keySequence(&shown.view(), QKeySequence::SelectAll);
    QCOMPARE(shown.copied(),
             QStringLiteral("Stage\tA\tB\nPosition\texact\texact\nAngle\tbf16\tfp32\n"));
  }

  void copy_tableOfOneRow_aCellIsNoColumn() {
    TablePanel table = chipTable();
    table.rows.erase(table.rows.begin());
    ShownTable shown(table);
    shown.select(0, 1, 0, 2);
    QCOMPARE(shown.copied(), QStringLiteral("bf16\tfp32\n"));
    shown.select(0, 0, 0, 2);
    QCOMPARE(shown.copied(), QStringLiteral("Stage\tA\tB\nAngle\tbf16\tfp32\n"));
  }

  void copy_tabsAndBreaksInWords_areSpaces() {
    TablePanel table = chipTable();
    table.rows[0].cells[1] = words("one\ttwo\nthree");
    table.rows[1].cells.pop_back();  // Fewer cells than columns.
    ShownTable shown(table);
    QCOMPARE(shown.copied(),
             QStringLiteral("Stage\tA\tB\nPosition\tone two three\texact\nAngle\tbf16\t\n"));
  }

  void drag_selectsARectangle_andTriggersNothing() {
    ShownTable shown(samples::tablePanel());
    QSignalSpy actions(&shown.widget(), &PanelWidget::actionRequested);
    QWidget* const viewport = shown.view().viewport();
    QTest::mousePress(viewport, Qt::LeftButton, Qt::NoModifier, shown.middle(0, 0));
    const QPoint to = shown.middle(2, 1);
    QMouseEvent move(QEvent::MouseMove, to, viewport->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(viewport, &move);
    QTest::mouseRelease(viewport, Qt::LeftButton, Qt::NoModifier, to);
    QCOMPARE(shown.copied(), QStringLiteral("256 – 512\t2\n512 – 1,024\t4\n1,024 – 2,048\t8\n"));
    QCOMPARE(actions.count(), 0);
  }

  void shiftArrows_extendTheSelection() {
    ShownTable shown(chipTable());
    shown.view().setFocus(Qt::TabFocusReason);
    QCOMPARE(shown.view().currentIndex(), shown.index(0, 0));
    QTest::keyClick(&shown.view(), Qt::Key_Right);
    QTest::keyClick(&shown.view(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&shown.view(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(shown.copied(), QStringLiteral("A\tB\nexact\texact\nbf16\tfp32\n"));
  }

  void returnAndSpace_triggerRowsAndChips() {
    ShownTable shown(samples::tablePanel());
    QSignalSpy rows(&shown.widget(), &PanelWidget::actionRequested);
    shown.view().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&shown.view(), Qt::Key_Down);
    QTest::keyClick(&shown.view(), Qt::Key_Return);
    QTest::keyClick(&shown.view(), Qt::Key_Right);
    QTest::keyClick(&shown.view(), Qt::Key_Space);
    QCOMPARE(actionsOf(rows), (std::vector<Action>{{"start", "512"}, {"start", "512"}}));
    ShownTable chips(chipTable());
    QSignalSpy chosen(&chips.widget(), &PanelWidget::actionRequested);
    chips.view().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&chips.view(), Qt::Key_Return);  // No action here.
    QTest::keyClick(&chips.view(), Qt::Key_Down);
    QTest::keyClick(&chips.view(), Qt::Key_End);
    QTest::keyClick(&chips.view(), Qt::Key_Enter);
    QCOMPARE(actionsOf(chosen), (std::vector<Action>{{"b.angle", "fp32"}}));
  }

  void click_onAChip_triggersIt_besideItDoesNot() {
    ShownTable shown(chipTable());
    QSignalSpy actions(&shown.widget(), &PanelWidget::actionRequested);
    const QRectF first = shown.view().chipArea(shown.index(1, 1));
    const QRectF second = shown.view().chipArea(shown.index(1, 2));
    QVERIFY(!first.intersects(second));
    QVERIFY(QRectF(shown.view().viewport()->rect()).contains(first.united(second)));
    QVERIFY(shown.view().chipArea(shown.index(0, 1)).isEmpty());
    shown.click(first.center().toPoint());
    shown.click(second.center().toPoint());
    shown.click(QPointF(second.right() + 6, second.center().y()).toPoint());
    shown.click(shown.middle(0, 1));
    QCOMPARE(actionsOf(actions), (std::vector<Action>{{"a.angle", "bf16"}, {"b.angle", "fp32"}}));
  }

  void doubleClick_onAChip_isTwoClicks() {
    ShownTable shown(chipTable());
    QSignalSpy actions(&shown.widget(), &PanelWidget::actionRequested);
    const QPoint at = shown.view().chipArea(shown.index(1, 1)).center().toPoint();
    shown.click(at);
    QTest::mouseDClick(shown.view().viewport(), Qt::LeftButton, Qt::NoModifier, at);
    QTest::mouseRelease(shown.view().viewport(), Qt::LeftButton, Qt::NoModifier, at);
    QCOMPARE(actionsOf(actions), (std::vector<Action>{{"a.angle", "bf16"}, {"a.angle", "bf16"}}));
  }

  void click_onARow_triggersIt_overItsWholeWidth() {
    ShownTable shown(samples::tablePanel());
    QSignalSpy actions(&shown.widget(), &PanelWidget::actionRequested);
    shown.click(shown.middle(1, 0));
    shown.click({shown.view().viewport()->width() - 5, shown.middle(2, 0).y()});
    QCOMPARE(actionsOf(actions), (std::vector<Action>{{"start", "512"}, {"start", "1024"}}));
    QVERIFY(
        !shown.view().selectionModel()->hasSelection());  // It was a click, not a choice of cells.
    QTest::mouseMove(shown.view().viewport(), shown.middle(1, 0));
    QTRY_COMPARE(shown.view().viewport()->cursor().shape(), Qt::PointingHandCursor);
  }

  void aWidePanel_linesEndWithTheLastColumn() {
    ShownTable shown(samples::tablePanel(), {}, 1400);
    QCOMPARE(shown.view().width(), static_cast<int>(std::ceil(shown.view().naturalWidth())) -
                                       2 * static_cast<int>(TableGrid::kLineEdge));
    QVERIFY(shown.view().width() < 900);
  }

  void aRowThatIsALink_looksLikeOne_andUnderTheMouseEvenMore() {
    TablePanel table = chipTable();
    table.rows[0].action = webPage("https://example.org/1");
    ShownTable shown(table);
    const auto counts = [&](const QColor& colour) {
      const QImage image =
          shown.view().viewport()->grab(shown.view().visualRect(shown.index(0, 0))).toImage();
      int count = 0;
      for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
          count += image.pixelColor(x, y) == colour ? 1 : 0;
        }
      }
      return count;
    };
    const Theme& colours = theme(ThemeKind::light);
    QTest::mouseMove(shown.view().viewport(), shown.middle(1, 0));
    const int resting = counts(colours.accent);
    QVERIFY(resting > 0);
    QCOMPARE(counts(colours.sunken), 0);
    QTest::mouseMove(shown.view().viewport(), shown.middle(0, 0));
    QTRY_VERIFY(counts(colours.sunken) > 0);
    QVERIFY(counts(colours.accent) > resting + 10);  // The line below its words.
    QVERIFY(!shown.view().viewport()->toolTip().isEmpty());
  }

  void tab_leavesTheTable() {
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* before = new QLineEdit(&window);
    auto* table = new TableWidget(&window);
    auto* after = new QLineEdit(&window);
    for (QWidget* part : {static_cast<QWidget*>(before), static_cast<QWidget*>(table),
                          static_cast<QWidget*>(after)}) {
      column->addWidget(part);
    }
    const auto figure = samples::figureOf(chipTable());
    table->setPanel(figure, figure->panels.front(), {});
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    before->setFocus();
    QTest::keyClick(before, Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), &table->spoken());
    QTest::keyClick(&table->spoken(), Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), after);
    QTest::keyClick(after, Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(QApplication::focusWidget(), &table->spoken());
  }

  void screenReader_hearsRowsColumnsHeadingsAndCells() {
    ShownTable shown(chipTable());
    QAccessibleInterface* const interface = QAccessible::queryAccessibleInterface(&shown.view());
    QVERIFY(interface != nullptr);
    QCOMPARE(interface->role(), QAccessible::Table);
    QAccessibleTableInterface* const table = interface->tableInterface();
    QVERIFY(table != nullptr);
    QCOMPARE(table->rowCount(), 2);
    QCOMPARE(table->columnCount(), 3);
    const QStringList headings{QStringLiteral("Stage"), QStringLiteral("A"), QStringLiteral("B")};
    const QStringList cells{QStringLiteral("Position"), QStringLiteral("exact"),
                            QStringLiteral("exact"),    QStringLiteral("Angle"),
                            QStringLiteral("bf16"),     QStringLiteral("fp32")};
    QStringList read;
    for (int row = 0; row < 2; ++row) {
      for (int column = 0; column < 3; ++column) {
        QCOMPARE(table->columnDescription(column), headings.at(column));
        QAccessibleInterface* const cell = table->cellAt(row, column);
        QVERIFY(cell != nullptr);
        QVERIFY(cell->tableCellInterface() != nullptr);
        QCOMPARE(cell->tableCellInterface()->rowIndex(), row);
        QCOMPARE(cell->tableCellInterface()->columnIndex(), column);
        read << cell->text(QAccessible::Name);
      }
    }
    QCOMPARE(read, cells);
    QCOMPARE(table->rowDescription(1), QStringLiteral("Angle"));
    QVERIFY(table->cellAt(0, 1)->text(QAccessible::Description).isEmpty());
    QVERIFY(!table->cellAt(1, 1)->text(QAccessible::Description).isEmpty());  // A chip says so.
  }

  void sameTable_otherWords_keepsPlaceAndSelection() {
    ShownTable shown(chipTable());
    shown.view().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&shown.view(), Qt::Key_Down);
    QTest::keyClick(&shown.view(), Qt::Key_Right);
    TablePanel changed = chipTable();
    changed.rows[1].cells[1] = chip("fp16", "a.angle");
    shown.set(changed, {ThemeKind::dark, Language::chinese});
    QCOMPARE(shown.view().currentIndex(), shown.index(1, 1));
    QCOMPARE(shown.copied(), QStringLiteral("fp16\n"));
    QSignalSpy actions(&shown.widget(), &PanelWidget::actionRequested);
    QTest::keyClick(&shown.view(), Qt::Key_Return);
    QCOMPARE(actionsOf(actions), (std::vector<Action>{{"a.angle", "fp16"}}));
    changed.rows.pop_back();
    shown.set(changed, {});
    QCOMPARE(shown.view().currentIndex(), shown.index(0, 1));  // The nearest that is left.
    QVERIFY(!shown.view().selectionModel()->hasSelection());
  }

  void themeAndLanguage_areFollowed() {
    TablePanel table = chipTable();
    table.columns[0].title = "audit.page.finding";
    table.rows[0].selected = true;
    ShownTable shown(table);
    for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
      for (const Language language : allLanguages()) {
        shown.set(table, {kind, language});
        QCOMPARE(shown.view().model()->headerData(0, Qt::Horizontal).toString().toStdString(),
                 renderPlain(table.columns[0].title, language));
        const QImage image = shown.view().grab().toImage();
        const QPointF viewport = shown.view().viewport()->pos();
        const double right = shown.view().width() - 20;
        QCOMPARE(pixelOf(image, {right, 3}), theme(kind).surface);
        QCOMPARE(pixelOf(image, viewport + QPointF(right, shown.middle(0, 0).y())),
                 theme(kind).accentBackground);
        QCOMPARE(pixelOf(image, viewport + QPointF(right, shown.middle(1, 0).y())),
                 theme(kind).surface);
      }
    }
  }

  void keyboard_scrollsTheFigureToTheCurrentCell() {
    FigureView view;
    view.resize(400, 240);
    view.setFigure(samples::figureOf(longTable(60)), std::nullopt);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    auto& scroll = *view.findChild<QScrollArea*>();
    auto& table = *view.findChild<TableView*>();
    QVERIFY(scroll.verticalScrollBar()->maximum() > 0);
    QCOMPARE(table.verticalScrollBar()->maximum(), 0);
    table.setFocus(Qt::TabFocusReason);
    const auto inView = [&] {
      const QRect cell = table.visualRect(table.currentIndex());
      return scroll.viewport()->rect().contains(
          QRect(table.viewport()->mapTo(scroll.viewport(), cell.topLeft()), cell.size()));
    };
    for (int row = 0; row < 60; ++row) {
      QCOMPARE(table.currentIndex().row(), row);
      QVERIFY(inView());
      QTest::keyClick(&table, Qt::Key_Down);
    }
    QTest::keyClick(&table, Qt::Key_Home, Qt::ControlModifier);
    QVERIFY(inView());
  }

  void wheel_scrollsTheFigure() {
    FigureView view;
    view.resize(400, 240);
    view.setFigure(samples::figureOf(longTable(60)), std::nullopt);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QWidget* const viewport = view.findChild<TableView*>()->viewport();
    QWheelEvent wheel({20, 20}, viewport->mapToGlobal(QPointF(20, 20)), {}, {0, -240}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&wheel);  // As from the system: only then do parents see it.
    QVERIFY(qApp->notify(viewport, &wheel));
    QVERIFY(view.findChild<QScrollArea*>()->verticalScrollBar()->value() > 0);
  }

  void everyView_noTableIsCut_data() {
    QTest::addColumn<QString>("view");
    for (const View& view : views()) {
      QTest::newRow(view.id.c_str()) << QString::fromStdString(view.id);
    }
  }

  // From narrower than the window lets the plot be to wider than any table needs.
  void everyView_noTableIsCut() {
    QFETCH(QString, view);
    const View& row = *findView(view.toStdString());
    Params params(row.schema);
    static_cast<void>(params.set("context", "8192"));  // Where there is one: it is quicker.
    const auto figure = buildFigure(row, params, {samples::backend(), {}, {}});
    QVERIFY(figure.has_value());
    const auto shared = std::make_shared<const Figure>(*figure);
    for (const Language language : allLanguages()) {
      FigureView window;
      window.setLanguage(language);
      window.show();
      for (const int width : {300, 420, 700, 1500}) {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
          window.setTheme(kind);
          window.resize(width, 600);
          window.setFigure(shared, std::nullopt);
          for (TableView* table : window.findChildren<TableView*>()) {
            const QString cut = firstCut(*table, theme(kind));
            QVERIFY2(cut.isEmpty(), qPrintable(QStringLiteral("%1 at %2").arg(cut).arg(width)));
          }
        }
      }
    }
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::TableWidgetTest)
#include "table_widget_test.moc"
