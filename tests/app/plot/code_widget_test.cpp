// Code in the window: text in the mono font that is selected, copied and read, and shown whole.
#include <qtestspontaneevent.h>
#include <QAccessible>
#include <QClipboard>
#include <QFontInfo>
#include <QGuiApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>
#include <QWheelEvent>

#include "app/plot/code_widget.h"
#include "app/plot/figure_view.h"
#include "app/plot/table_widget.h"
#include "tests/app/plot/sample_figures.h"

namespace poscope {
namespace {

TablePanel codePanel(const std::vector<const char*>& lines) {
  TablePanel panel;
  panel.name = "patch";
  panel.title = Text::verbatim("Patch for PyTorch");
  panel.columns = {TableColumn{Text::verbatim("Code")}};
  panel.code = true;
  for (const char* line : lines) {
    panel.rows.push_back({{{Text::verbatim(line), TextRole::plain}}, {}, false});
  }
  return panel;
}

TablePanel patch() {
  return codePanel({"def forward(self, x):", "    # in float32", "",
                    "    t = torch.arange(self.length, dtype=torch.float32)"});
}

QString patchText() {
  return QStringLiteral(
      "def forward(self, x):\n    # in float32\n\n"
      "    t = torch.arange(self.length, dtype=torch.float32)");
}

class ShownCode {
 public:
  explicit ShownCode(const TablePanel& code, int width = 700) {
    set(code, {});
    widget_.resize(width, static_cast<int>(std::ceil(widget_.heightFor(width))));
    widget_.show();
    if (!QTest::qWaitForWindowActive(&widget_)) {
      qFatal("the code never came");
    }
  }
  void set(const TablePanel& code, const PlotStyle& style) {
    const auto figure = samples::figureOf(code);
    widget_.setPanel(figure, figure->panels.front(), style);
  }
  CodeWidget& widget() { return widget_; }
  QTextEdit& text() { return *widget_.findChild<QTextEdit*>(); }

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

  // A figure with code shows it as text, one with a table as a table, also after each other.
  void figure_showsCodeAsText() {
    FigureView view;
    view.resize(500, 300);
    view.show();
    TablePanel code = patch();
    view.setFigure(samples::figureOf(code), std::nullopt);
    QVERIFY(view.findChild<CodeWidget*>() != nullptr);
    QVERIFY(view.findChild<TableWidget*>() == nullptr);
    QCOMPARE(view.findChild<QTextEdit*>()->accessibleName(), QStringLiteral("Patch for PyTorch"));
    code.code = false;
    view.setFigure(samples::figureOf(code), std::nullopt);
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
