// The list of steps: a line for each, in both languages, and a way to any of them.
#include <QApplication>
#include <QListWidget>

#include "app/window/actions.h"
#include "app/window/history_list.h"
#include "core/catalogue/links.h"
#include "window_fixture.h"

using namespace poscope;

namespace {

QStringList linesOf(const HistoryList& history) {
  QStringList lines;
  for (int row = 0; row < history.list().count(); ++row) {
    lines << history.list().item(row)->text();
  }
  return lines;
}

}  // namespace

class HistoryListTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    fixture_ = std::make_unique<WindowFixture>(QString(), true);
    QVERIFY(fixture_->showAndSettle());
  }
  void cleanup() { fixture_.reset(); }
  void steps_areNamed_inBothLanguages();
  void choose_goesThere_bothWays();
  void nothingYet_saysSo();
  void escape_givesTheKeyboardBack();

 private:
  HistoryList& opened() {
    fixture_->window().actions()[Command::history]->trigger();
    return fixture_->window().historySheet();
  }
  void makeSteps() {
    StateModel& model = fixture_->model();
    model.setState(*parseLink("poscope:positions?context=4096"));
    QVERIFY(model.setParameter("context", "8192"));
    model.setWindow(Zoom{100, 200, 0, 300});
    model.selectView("rope-precision");
    QVERIFY(model.setParameter("a.position", "fp32"));
    fixture_->window().openPreset(QStringLiteral("llama-2-7b"));
  }
  std::unique_ptr<WindowFixture> fixture_;
};

void HistoryListTest::steps_areNamed_inBothLanguages() {
  makeSteps();
  const int steps = fixture_->model().undoStack().count();
  const HistoryList& history = opened();
  const QStringList english = linesOf(history);
  QCOMPARE(english.size(), steps + 1);
  QVERIFY2(english.contains(QStringLiteral("Context 4,096 → 8,192")),
           qPrintable(english.join('\n')));
  QVERIFY2(english.contains(QStringLiteral("Zoom to 100 … 200")), qPrintable(english.join('\n')));
  QVERIFY2(english.contains(QStringLiteral("Model: Llama 2 7B")), qPrintable(english.join('\n')));
  QVERIFY2(!english.filter(QStringLiteral("(changed)")).isEmpty(), qPrintable(english.join('\n')));
  fixture_->appearance().setLanguage(Language::chinese);
  const QStringList chinese = linesOf(opened());
  QVERIFY2(chinese.contains(QStringLiteral("模型：Llama 2 7B")), qPrintable(chinese.join('\n')));
  for (const QString& line : chinese) {
    QVERIFY2(!line.contains(QLatin1Char('[')) && !line.contains(QLatin1Char('{')),
             qPrintable(line));
  }
}

void HistoryListTest::choose_goesThere_bothWays() {
  const State start = fixture_->model().state();
  makeSteps();
  const State end = fixture_->model().state();
  HistoryList& history = opened();
  const int steps = history.list().count() - 1;
  QCOMPARE(history.list().currentRow(), steps);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  QVERIFY(!history.isVisible());
  QVERIFY(fixture_->model().state() == start);
  opened();
  QCOMPARE(history.list().currentRow(), 0);
  const QRect last = history.list().visualItemRect(history.list().item(steps));
  QTest::mouseClick(history.list().viewport(), Qt::LeftButton, {}, last.center());
  QVERIFY(fixture_->model().state() == end);
}

void HistoryListTest::nothingYet_saysSo() {
  const QStringList lines = linesOf(opened());
  QCOMPARE(lines, QStringList{QStringLiteral("Nothing has been changed yet.")});
}

void HistoryListTest::escape_givesTheKeyboardBack() {
  QWidget* const plot = fixture_->window().card().plot().focusProxy();
  plot->setFocus();
  const HistoryList& history = opened();
  QVERIFY(history.isVisible());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  QVERIFY(!history.isVisible());
  QCOMPARE(QApplication::focusWidget(), plot);
}

QTEST_MAIN(HistoryListTest)
#include "history_list_test.moc"
