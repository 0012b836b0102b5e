// The right column: its parts scroll, and no scroll bar changes how what it scrolls is laid out.
#include <QScrollBar>
#include <QWheelEvent>

#include "app/panel/verdict_panel.h"
#include "app/window/side_column.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "window_fixture.h"

using namespace poscope;

namespace {

TablePanel verdictsOf(const char* view) {
  const State state = defaultState(*findView(view));
  ViewContext context;
  context.backend = makeCpuBackend();
  const Result<Figure> figure = buildFigure(*findView(view), state.params, context);
  return figure->judgement->table({}).value();
}

}  // namespace

class SideColumnTest : public QObject {
  Q_OBJECT

 private slots:
  void verdicts_atEveryHeight_areAsWideAsWithRoom_data();
  void verdicts_atEveryHeight_areAsWideAsWithRoom();
  void bar_whereThereIsTooLittleRoom_scrolls();
};

void SideColumnTest::verdicts_atEveryHeight_areAsWideAsWithRoom_data() {
  QTest::addColumn<int>("language");
  QTest::addRow("en") << static_cast<int>(Language::english);
  QTest::addRow("zh") << static_cast<int>(Language::chinese);
}

void SideColumnTest::verdicts_atEveryHeight_areAsWideAsWithRoom() {
  QFETCH(int, language);
  Appearance appearance;
  appearance.setLanguage(static_cast<Language>(language));
  auto* verdicts = new VerdictPanel(appearance);
  SideColumn column(new QWidget, {verdicts});
  column.resize(300, 1000);
  column.show();
  QVERIFY(QTest::qWaitForWindowExposed(&column));
  for (const char* view : {"decay", "sinusoidal", "alibi"}) {
    verdicts->setTable(verdictsOf(view));
    for (int width = 250; width < 330; width += 3) {
      column.resize(width, 1000);
      QCoreApplication::processEvents();
      const QSize wanted = verdicts->size();
      for (int height = 330; height < 460; ++height) {
        column.resize(width, height);
        QCOMPARE(verdicts->size(), wanted);
      }
    }
  }
}

void SideColumnTest::bar_whereThereIsTooLittleRoom_scrolls() {
  const auto shownBar = [](const SideColumn& column) -> QScrollBar* {
    for (QScrollBar* bar : column.findChildren<QScrollBar*>()) {
      if (bar->isVisible()) {
        return bar;
      }
    }
    return nullptr;
  };
  Appearance appearance;
  auto* verdicts = new VerdictPanel(appearance);
  SideColumn column(new QWidget, {verdicts});
  verdicts->setTable(verdictsOf("decay"));
  column.resize(300, 1000);
  column.show();
  QVERIFY(QTest::qWaitForWindowExposed(&column));
  QTRY_COMPARE(shownBar(column), nullptr);
  column.resize(300, 330);
  QTRY_VERIFY(shownBar(column) != nullptr);
  QScrollBar& bar = *shownBar(column);
  QCOMPARE(bar.mapTo(&column, QPoint(bar.width(), 0)).x(), column.width());
  const int top = verdicts->mapTo(&column, QPoint()).y();
  bar.setValue(bar.maximum());
  QCOMPARE(verdicts->mapTo(&column, QPoint()).y(), top - bar.maximum());
  QWheelEvent wheel(QPointF(20, 20), verdicts->mapToGlobal(QPointF(20, 20)), {}, {0, 120},
                    Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  QSpontaneKeyEvent::setSpontaneous(&wheel);  // As from the system: only then do parents see it.
  QVERIFY(qApp->notify(verdicts, &wheel));
  QVERIFY(bar.value() < bar.maximum());
}

QTEST_MAIN(SideColumnTest)
#include "side_column_test.moc"
