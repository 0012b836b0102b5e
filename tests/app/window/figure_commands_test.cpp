// The picture on the clipboard, as a table, and its menu.
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QImage>
#include <QMenu>
#include <QMimeData>
#include <QTableView>

#include "app/export/figure_file.h"
#include "app/export/picture_format.h"
#include "app/plot/number_table.h"
#include "app/window/actions.h"
#include "app/window/banner_stack.h"
#include "app/window/status_strip.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "window_fixture.h"

using namespace poscope;

namespace {

constexpr int kPatienceMs = 120'000;
const QString kTable = QStringLiteral("text/tab-separated-values");

void trigger(WindowFixture& fixture, Command command) {
  fixture.window().actions()[command]->trigger();
}

/// Empty where nothing was copied yet.
const QMimeData& clipboard() {
  static const QMimeData kNothing;
  const QMimeData* const data = QApplication::clipboard()->mimeData();
  return data == nullptr ? kNothing : *data;
}

bool waitForFormat(const QString& format) {
  return QTest::qWaitFor([&] { return clipboard().hasFormat(format); }, kPatienceMs);
}

void open(WindowFixture& fixture, const char* link) {
  fixture.model().setState(*parseLink(link));
  QVERIFY(fixture.settle());
}

/// What a data file of the table holds that is shown.
QString fileOf(WindowFixture& fixture, const std::string& layer) {
  const auto figure = fixture.window().presenter().figure();
  DataRequest request;
  request.layer = layer;
  request.neighbours = true;
  if (const auto zoom = fixture.model().state().zoom) {
    request.window = DataWindow{zoom->x0, zoom->x1, zoom->y0, zoom->y1};
  }
  return QString::fromStdString(dataBytes("tsv", *figure, request).value_or("refused"));
}

QString textOf(const QAbstractItemModel& model) {
  QString text;
  for (int column = 0; column < model.columnCount(); ++column) {
    text += (column > 0 ? QStringLiteral("\t") : QString()) +
            model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  }
  text += QLatin1Char('\n');
  for (int row = 0; row < model.rowCount(); ++row) {
    for (int column = 0; column < model.columnCount(); ++column) {
      text += (column > 0 ? QStringLiteral("\t") : QString()) +
              model.index(row, column).data(Qt::EditRole).toString();
    }
    text += QLatin1Char('\n');
  }
  return text;
}

/// The defaults of a view, but for a context that leaves few rows.
State smallState(const View& view) {
  State state = defaultState(view);
  for (const ParameterSpec& spec : view.schema) {
    if (spec.name == parameter::kContext.name && spec.automatic.empty()) {
      static_cast<void>(state.params.set(spec.name, "300"));
    }
  }
  return state;
}

void addViews() {
  QTest::addColumn<std::string>("view");
  for (const View& view : views()) {
    QTest::newRow(view.id.c_str()) << view.id;
  }
}

}  // namespace

class FigureCommandsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QApplication::clipboard()->clear();
    fixture_ = std::make_unique<WindowFixture>(QString(), true);
    QVERIFY(fixture_->showAndSettle());
  }
  void cleanup() { fixture_.reset(); }
  void copyFigure_isEveryKindOfPicture_asExportWritesThem();
  void copyFigure_twice_newestIsThere();
  void copyData_isTheDataFile();
  void copyData_tooMuch_isRefusedAndKeepsTheClipboard();
  void copyLink_isTheState();
  void table_ofEveryView_isTheDataFile_data() { addViews(); }
  void table_ofEveryView_isTheDataFile();
  void table_keyF8_comesAndGoes();
  void table_zoomed_isThePartThatIsShown();
  void table_firstRowOfZeros_cutsNoLongerNumberBelow();
  void table_ofACausalMatrix_readsMasked();
  void table_selection_isCopied();
  void table_millionRows_isThereAtOnce();
  void table_beyondTheLimit_saysSo();
  void menu_ofAPlot_hasItsCommands();

 private:
  std::unique_ptr<WindowFixture> fixture_;
};

void FigureCommandsTest::copyFigure_isEveryKindOfPicture_asExportWritesThem() {
  open(*fixture_, "poscope:sinusoidal?length=50&dim=16");
  trigger(*fixture_, Command::copyFigure);
  QVERIFY(waitForFormat(QStringLiteral("image/png")));
  const auto figure = fixture_->window().presenter().figure();
  for (const PictureFormat& format : pictureFormats()) {
    const auto file = figureBytes(*figure, {}, format.ending, ExportOptions{}, {});
    QVERIFY(file);
    QVERIFY2(clipboard().data(QString::fromLatin1(format.mime)) == file->bytes, format.mime);
  }
  QVERIFY(!QImage::fromData(clipboard().data(QStringLiteral("image/png"))).isNull());
}

void FigureCommandsTest::copyFigure_twice_newestIsThere() {
  open(*fixture_, "poscope:sinusoidal?length=50&dim=16");
  trigger(*fixture_, Command::copyFigure);
  trigger(*fixture_, Command::copyData);
  QVERIFY(waitForFormat(kTable));
  QVERIFY(!clipboard().hasFormat(QStringLiteral("image/png")));
}

void FigureCommandsTest::copyData_isTheDataFile() {
  trigger(*fixture_, Command::copyData);
  QVERIFY(waitForFormat(kTable));
  QCOMPARE(QString::fromUtf8(clipboard().data(kTable)), fileOf(*fixture_, {}));
  QCOMPARE(clipboard().text(), fileOf(*fixture_, {}));
  QVERIFY(clipboard().text().startsWith(QStringLiteral("position [tokens]\t")));
}

void FigureCommandsTest::copyData_tooMuch_isRefusedAndKeepsTheClipboard() {
  QApplication::clipboard()->setText(QStringLiteral("before"));
  open(*fixture_, "poscope:alibi?picture=matrix&context=1048576&length=1048576");
  trigger(*fixture_, Command::copyData);
  const auto said = [&] {
    return fixture_->window().card().banners().lines("copy").join(QString());
  };
  QTRY_VERIFY(!said().isEmpty());
  QVERIFY2(said().contains(QStringLiteral("4,194,304")), qPrintable(said()));
  QCOMPARE(clipboard().text(), QStringLiteral("before"));
}

void FigureCommandsTest::copyLink_isTheState() {
  trigger(*fixture_, Command::copyLink);
  QCOMPARE(clipboard().text().toStdString(), formatLink(fixture_->model().state()));
}

void FigureCommandsTest::table_ofEveryView_isTheDataFile() {
  QFETCH(std::string, view);
  fixture_->model().setState(smallState(*findView(view)));
  QVERIFY(fixture_->settle());
  trigger(*fixture_, Command::showTable);
  NumberTable& table = fixture_->window().card().table();
  QVERIFY(table.isVisible());
  const auto figure = fixture_->window().presenter().figure();
  const auto choices = tableChoices(*figure);
  QVERIFY(!choices.empty());
  for (const TableChoice& choice : choices) {
    table.showPanel(choice.panel);
    QCOMPARE(textOf(table.model()), fileOf(*fixture_, table.layer()));
  }
}

void FigureCommandsTest::table_keyF8_comesAndGoes() {
  FigureCard& card = fixture_->window().card();
  QWidget* const plot = card.plot().focusProxy();
  QVERIFY(plot != nullptr);
  plot->setFocus();
  QTest::keyClick(plot, Qt::Key_F8);
  QVERIFY(card.showsTable());
  QVERIFY(!card.plot().isVisible());
  QVERIFY(card.table().isAncestorOf(QApplication::focusWidget()));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  QVERIFY(!card.showsTable());
  QVERIFY(!fixture_->window().actions()[Command::showTable]->isChecked());
  QCOMPARE(QApplication::focusWidget(), card.plot().focusProxy());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_F8);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_F8);
  QVERIFY(card.plot().isVisible());
}

void FigureCommandsTest::table_zoomed_isThePartThatIsShown() {
  open(*fixture_, "poscope:positions?context=4096&x=4000..4009&y=3990..4020");
  trigger(*fixture_, Command::showTable);
  const NumberTable& table = fixture_->window().card().table();
  QCOMPARE(table.model().rowCount(), 10);
  QCOMPARE(table.model().index(0, 0).data(Qt::EditRole).toString(), QStringLiteral("4000"));
  QCOMPARE(textOf(table.model()), fileOf(*fixture_, table.layer()));
}

void FigureCommandsTest::table_firstRowOfZeros_cutsNoLongerNumberBelow() {
  open(*fixture_, "poscope:rope-precision?context=64");
  trigger(*fixture_, Command::showTable);
  const QTableView& table = fixture_->window().card().table().table();
  const QAbstractItemModel& model = *table.model();
  QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("0"));
  for (int row = 0; row < 16; ++row) {
    for (int column = 1; column < 16; ++column) {
      const QString number = model.index(row, column).data().toString();
      const int wanted = table.fontMetrics().horizontalAdvance(number);
      QVERIFY2(wanted < table.columnWidth(column), qPrintable(number));
    }
  }
}

void FigureCommandsTest::table_ofACausalMatrix_readsMasked() {
  open(*fixture_, "poscope:alibi?picture=matrix&context=64");
  trigger(*fixture_, Command::showTable);
  const GridModel& model = fixture_->window().card().table().model();
  const auto said = [&](int query, int key) {
    return model.index(query, key + 1).data().toString();
  };
  QCOMPARE(said(3, 4), QStringLiteral("masked"));
  QVERIFY(said(4, 4) != QStringLiteral("masked"));
  fixture_->appearance().setLanguage(Language::chinese);
  QCOMPARE(said(3, 4), QStringLiteral("被遮蔽"));
}

void FigureCommandsTest::table_selection_isCopied() {
  open(*fixture_, "poscope:positions?context=4096&x=4000..4009&y=3990..4020");
  trigger(*fixture_, Command::showTable);
  NumberTable& table = fixture_->window().card().table();
  const QAbstractItemModel& model = *table.table().model();
  table.table().selectionModel()->select(QItemSelection(model.index(1, 1), model.index(2, 2)),
                                         QItemSelectionModel::ClearAndSelect);
  table.table().setFocus();
  QTest::keyClick(&table.table(), Qt::Key_C, Qt::ControlModifier);
  QVERIFY(waitForFormat(kTable));
  QStringList lines;
  for (int row = 1; row <= 2; ++row) {
    lines << model.index(row, 1).data(Qt::EditRole).toString() + QLatin1Char('\t') +
                 model.index(row, 2).data(Qt::EditRole).toString();
  }
  QCOMPARE(clipboard().text(), lines.join(QLatin1Char('\n')) + QLatin1Char('\n'));

  QApplication::clipboard()->clear();
  table.table().selectAll();
  QTest::keyClick(&table.table(), Qt::Key_C, Qt::ControlModifier);
  QVERIFY(waitForFormat(kTable));
  QCOMPARE(clipboard().text(), fileOf(*fixture_, table.layer()));
}

void FigureCommandsTest::table_millionRows_isThereAtOnce() {
  open(*fixture_, "poscope:alibi?picture=matrix&context=1048576&length=1048576");
  trigger(*fixture_, Command::showTable);
  const GridModel& model = fixture_->window().card().table().model();
  QCOMPARE(model.rowCount(), 1 << 20);
  const int last = model.rowCount() - 1;
  QCOMPARE(model.headerData(last, Qt::Vertical, Qt::DisplayRole).toString(),
           QStringLiteral("1,048,575"));
  QCOMPARE(model.index(last, 1).data(Qt::EditRole).toString().isEmpty(), false);
}

void FigureCommandsTest::table_beyondTheLimit_saysSo() {
  open(*fixture_, "poscope:decay?context=2097152");
  trigger(*fixture_, Command::showTable);
  const NumberTable& table = fixture_->window().card().table();
  QCOMPARE(table.model().rowCount(), 1 << 20);
  QVERIFY2(table.about().contains(QStringLiteral("1,048,576")), qPrintable(table.about()));
  QVERIFY2(table.about().contains(QStringLiteral("2,097,152")), qPrintable(table.about()));
}

void FigureCommandsTest::menu_ofAPlot_hasItsCommands() {
  FigureView& plot = fixture_->window().card().plot();
  QWidget* const canvas = plot.focusProxy();
  const QPoint centre = canvas->rect().center();
  QContextMenuEvent asked(QContextMenuEvent::Mouse, centre, canvas->mapToGlobal(centre));
  QApplication::sendEvent(canvas, &asked);
  auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  QVERIFY(menu != nullptr);
  const Actions& actions = fixture_->window().actions();
  for (const Command command : {Command::copyFigure, Command::copyData, Command::showTable,
                                Command::fit, Command::exportFigure}) {
    const auto all = menu->actions();
    const bool found = std::any_of(all.begin(), all.end(), [&](const QAction* action) {
      return action->text() == actions[command]->text();
    });
    QVERIFY2(found, qPrintable(actions[command]->text()));
  }
  menu->actions().at(1)->trigger();
  menu->close();
  QVERIFY(waitForFormat(kTable));
}

QTEST_MAIN(FigureCommandsTest)
#include "figure_commands_test.moc"
