// Code in the window: text in the mono font that is selected, copied and read, and shown whole.
#include <qtestspontaneevent.h>
#include <QAccessible>
#include <QClipboard>
#include <QFontInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>
#include <QWheelEvent>

#include "app/plot/code_look.h"
#include "app/plot/code_widget.h"
#include "app/plot/figure_view.h"
#include "app/plot/table_widget.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

CodePanel codePanel(const std::vector<const char*>& lines) {
  CodePanel panel;
  panel.name = "patch";
  panel.title = Text::verbatim("Patch for PyTorch");
  for (const char* line : lines) {
    panel.lines.push_back({line});
  }
  return panel;
}

CodePanel patch() {
  return codePanel({"def forward(self, x):", "    # in float32", "",
                    "    t = torch.arange(self.length, dtype=torch.float32)"});
}

QString patchText() {
  return QStringLiteral(
      "def forward(self, x):\n    # in float32\n\n"
      "    t = torch.arange(self.length, dtype=torch.float32)");
}

// A line of A, one of B that says why, one of both that asks for something.
CodePanel change() {
  CodePanel panel = codePanel({"def bias(m):", "    i = arange(n).bfloat16()",
                               "    i = arange(n).float()", "    return m * i"});
  panel.lines[1].change = CodeChange::removed;
  panel.lines[2].change = CodeChange::added;
  panel.lines[1].subject = panel.lines[2].subject = "position";
  panel.lines[2].note = Text::verbatim("keeps every position");
  panel.lines[2].action = {"stage", "position"};
  panel.lines[3].subject = "product";
  return panel;
}

class ShownCode {
 public:
  explicit ShownCode(const CodePanel& code, int width = 700) {
    set(code, {});
    widget_.resize(width, static_cast<int>(std::ceil(widget_.heightFor(width))));
    widget_.show();
    if (!QTest::qWaitForWindowActive(&widget_)) {
      qFatal("the code never came");
    }
  }
  void set(const CodePanel& code, const PlotStyle& style) {
    const auto figure = samples::figureOf(code);
    widget_.setPanel(figure, figure->panels.front(), style);
  }
  CodeWidget& widget() { return widget_; }
  QTextEdit& text() { return *widget_.findChild<QTextEdit*>(); }
  CodeText& code() { return *widget_.findChild<CodeText*>(); }

 private:
  CodeWidget widget_{nullptr};
};

QString clipboard() {
  return QGuiApplication::clipboard()->text();
}

}  // namespace

class CodeWidgetTest final : public QObject {
  Q_OBJECT

 private slots:
  void text_isTheLines_inTheMonoFont() {
    ShownCode shown(patch());
    QCOMPARE(shown.text().toPlainText(), patchText());
    QVERIFY(shown.text().isReadOnly());
    QVERIFY(QFontInfo(shown.text().font()).fixedPitch());
  }

  void copy_selection_andAll() {
    ShownCode shown(patch());
    shown.text().setFocus();
    QTest::keySequence(&shown.text(), QKeySequence(Qt::SHIFT | Qt::Key_Down));
    QTest::keySequence(&shown.text(), QKeySequence::Copy);
    QCOMPARE(clipboard(), QStringLiteral("def forward(self, x):\n"));
    QTest::keySequence(&shown.text(), QKeySequence::SelectAll);
    QTest::keySequence(&shown.text(), QKeySequence::Copy);
    QCOMPARE(clipboard(), patchText());
  }

  void copyButton_copiesAll() {
    ShownCode shown(patch());
    QGuiApplication::clipboard()->clear();
    auto& button = *shown.widget().findChild<QToolButton*>();
    QVERIFY(shown.widget().rect().contains(button.geometry()));
    QVERIFY(!button.geometry().intersects(shown.text().geometry()));
    QTest::mouseClick(&button, Qt::LeftButton);
    QCOMPARE(clipboard(), patchText());
  }

  void keys_doNotChangeTheCode_andTabLeavesIt() {
    ShownCode shown(patch());
    shown.text().setFocus();
    QTest::keyClicks(&shown.text(), QStringLiteral("x"));
    QTest::keyClick(&shown.text(), Qt::Key_Delete);
    QCOMPARE(shown.text().toPlainText(), patchText());
    QTest::keyClick(&shown.text(), Qt::Key_Tab);
    QVERIFY(!shown.text().hasFocus());
  }

  void everyWidth_noLineIsCut() {
    for (const int width : {160, 300, 700, 1400}) {
      ShownCode shown(patch(), width);
      QTextEdit& text = shown.text();
      QCOMPARE(text.verticalScrollBar()->maximum(), 0);
      QCOMPARE(text.horizontalScrollBar()->maximum(), 0);
      QTextCursor end(text.document());
      end.movePosition(QTextCursor::End);
      QVERIFY(text.viewport()->rect().contains(text.cursorRect(end).center()));
      QVERIFY(text.document()->idealWidth() <= text.viewport()->width());
      QVERIFY(shown.widget().rect().contains(text.geometry()));
    }
  }

  void screenReader_hearsTheCode() {
    ShownCode shown(patch());
    QAccessibleInterface* const interface =
        QAccessible::queryAccessibleInterface(&shown.widget().spoken());
    QVERIFY(interface != nullptr);
    QAccessibleTextInterface* const text = interface->textInterface();
    QVERIFY(text != nullptr);
    QCOMPARE(text->text(0, text->characterCount()), patchText());
    QVERIFY(interface->state().readOnly);
  }

  void theme_isFollowed_andTheSelectionStays() {
    ShownCode shown(patch());
    shown.text().selectAll();
    shown.set(patch(), {ThemeKind::dark, Language::chinese});
    QVERIFY(shown.text().textCursor().hasSelection());
    const QImage image = shown.widget().grab().toImage();
    const QPoint corner = shown.text().geometry().topRight();
    for (const QPoint beside : {QPoint(4, 4), QPoint(-4, 4)}) {  // Around the text and under it.
      QCOMPARE(image.pixelColor((corner + beside) * image.devicePixelRatio()),
               theme(ThemeKind::dark).sunken);
    }
    shown.set(codePanel({"pass"}), {});
    QCOMPARE(shown.text().toPlainText(), QStringLiteral("pass"));
  }

  void change_hasItsSign_inTheTextAndWhatIsCopied() {
    ShownCode shown(change());
    const QString text = QStringLiteral(
        "  def bias(m):\n-     i = arange(n).bfloat16()\n+     i = arange(n).float()\n"
        "      return m * i");
    QCOMPARE(shown.text().toPlainText(), text);
    QTest::mouseClick(shown.widget().findChild<QToolButton*>(), Qt::LeftButton);
    QCOMPARE(clipboard(), text);
  }

  // Beside the words, on the ground of the line.
  void change_hasItsGround() {
    ShownCode shown(change());
    const QImage image = shown.widget().grab().toImage();
    for (int line = 0; line < 4; ++line) {
      const CodeLine what = change().lines[static_cast<std::size_t>(line)];
      const QRect area = shown.code().lineArea(line);
      const QPoint place =
          shown.text().geometry().topLeft() + QPoint(area.right() - 4, area.center().y());
      const QColor ground =
          lineGround(theme(ThemeKind::light), what).value_or(theme(ThemeKind::light).sunken);
      QCOMPARE(image.pixelColor(place * image.devicePixelRatio()), ground);
    }
  }

  void click_asks_dragDoesNot() {
    ShownCode shown(change());
    QSignalSpy asked(&shown.widget(), &PanelWidget::actionRequested);
    const QPoint on = shown.code().lineArea(2).topLeft() + QPoint(40, 5);
    QTest::mouseClick(shown.text().viewport(), Qt::LeftButton, {}, on);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].value<Action>().value, std::string("position"));
    QTest::mouseClick(shown.text().viewport(), Qt::LeftButton, {},
                      shown.code().lineArea(0).topLeft() + QPoint(40, 5));
    QCOMPARE(asked.size(), 1);  // A line that asks for nothing.
    QTest::mousePress(shown.text().viewport(), Qt::LeftButton, {}, on);
    QTest::mouseMove(shown.text().viewport(), on + QPoint(60, 0));
    QTest::mouseRelease(shown.text().viewport(), Qt::LeftButton, {}, on + QPoint(60, 0));
    QCOMPARE(asked.size(), 1);
    QVERIFY(shown.text().textCursor().hasSelection());
  }

  void keyboard_walksLines_saysNotes_andAsks() {
    ShownCode shown(change());
    QSignalSpy asked(&shown.widget(), &PanelWidget::actionRequested);
    QSignalSpy lit(&shown.widget(), &PanelWidget::subjectLit);
    shown.text().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&shown.text(), Qt::Key_Down);
    QCOMPARE(lit.last()[0].value<std::string>(), std::string("position"));
    QTest::keyClick(&shown.text(), Qt::Key_Down);
    QCOMPARE(shown.text().accessibleDescription(), QStringLiteral("keeps every position"));
    QTest::keyClick(&shown.text(), Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    QTest::keyClick(&shown.text(), Qt::Key_Down);
    QCOMPARE(lit.last()[0].value<std::string>(), std::string("product"));
    QCOMPARE(shown.text().accessibleDescription(), QString());
    shown.text().clearFocus();
    QCOMPARE(lit.last()[0].value<std::string>(), std::string());
  }

  void mouse_lightsTheSubject_alsoInATable() {
    auto figure = std::make_shared<Figure>();
    TablePanel table = samples::tablePanel();
    table.rows[1].subject = "position";
    figure->panels = {change(), table};
    FigureView view;
    view.resize(700, 700);
    view.setFigure(figure, std::nullopt);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    auto& code = *view.findChild<CodeText*>();
    auto& rows = *view.findChild<TableView*>();
    const QRgb ground = theme(ThemeKind::light).sunken.rgb();
    const auto lit = [&](int row) {
      const QRect area = rows.visualRect(rows.model()->index(row, 0));
      const QImage image = rows.viewport()->grab().toImage();
      return image.pixel((area.topLeft() + QPoint(3, area.height() / 2)) *
                         image.devicePixelRatio()) == ground;
    };
    QVERIFY(!lit(1));
    QTest::mouseMove(code.viewport(), code.lineArea(1).topLeft() + QPoint(40, 5));
    QTRY_VERIFY(lit(1));
    QVERIFY(!lit(0));
    QTest::mouseMove(code.viewport(), code.lineArea(0).topLeft() + QPoint(40, 5));
    QTRY_VERIFY(!lit(1));
  }

  void chosenLine_isMarked_andItsNoteIsSaidBelow() {
    CodePanel code = change();
    ShownCode plain(code);
    QVERIFY(!plain.widget().findChild<QLabel*>(QStringLiteral("notes"))->isVisible());
    code.lines[2].selected = true;
    ShownCode shown(code);
    const auto& notes = *shown.widget().findChild<QLabel*>(QStringLiteral("notes"));
    QVERIFY(notes.isVisible());
    QVERIFY(notes.text().contains(QStringLiteral("Line 3: keeps every position")));
    QVERIFY(shown.widget().rect().contains(notes.geometry()));
    QVERIFY(notes.geometry().top() > shown.text().geometry().bottom());
    QVERIFY(shown.widget().heightFor(700) > plain.widget().heightFor(700));
    const QImage image = shown.widget().grab().toImage();
    const QRect area = shown.code().lineArea(2);
    const QPoint place =
        shown.text().geometry().topLeft() + QPoint(area.right() - 4, area.center().y());
    QCOMPARE(image.pixelColor(place * image.devicePixelRatio()),
             theme(ThemeKind::light).accentBackground);
  }

  // A figure with code shows it as text, one with a table as a table, also after each other.
  void figure_showsCodeAsText() {
    FigureView view;
    view.resize(500, 300);
    view.show();
    view.setFigure(samples::figureOf(patch()), std::nullopt);
    QVERIFY(view.findChild<CodeWidget*>() != nullptr);
    QVERIFY(view.findChild<TableWidget*>() == nullptr);
    QCOMPARE(view.findChild<QTextEdit*>()->accessibleName(), QStringLiteral("Patch for PyTorch"));
    view.setFigure(samples::figureOf(samples::tablePanel()), std::nullopt);
    QTRY_VERIFY(view.findChild<CodeWidget*>() == nullptr);  // A key may still run through it.
    QVERIFY(view.findChild<TableWidget*>() != nullptr);
  }

  void keyboardAndWheel_scrollTheFigure() {
    FigureView view;
    view.resize(500, 200);
    view.setFigure(samples::figureOf(codePanel(std::vector<const char*>(60, "pass"))),
                   std::nullopt);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    QScrollBar& bar = *view.findChild<QScrollArea*>()->verticalScrollBar();
    auto& text = *view.findChild<QTextEdit*>();
    const QFont font = text.font();
    QWheelEvent wheel({20, 20}, text.viewport()->mapToGlobal(QPointF(20, 20)), {}, {0, -240},
                      Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&wheel);  // As from the system: only then do parents see it.
    QVERIFY(qApp->notify(text.viewport(), &wheel));
    QVERIFY(bar.value() > 0);
    QCOMPARE(text.font(), font);
    text.setFocus();
    QTest::keyClick(&text, Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(bar.value(), bar.maximum());
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::CodeWidgetTest)
#include "code_widget_test.moc"
