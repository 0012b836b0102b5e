// Readings follow the cursor and the marked range from page to page.
#include "app/window/range_readings.h"

#include "app/panel/detail_view.h"
#include "app/panel/inspector_panel.h"
#include "app/window/actions.h"
#include "tests/app/window/window_fixture.h"

namespace poscope {
namespace {

Cursor at(double position) {
  Cursor cursor;
  cursor.set(Coordinate::position, position);
  return cursor;
}

}  // namespace

class RangeReadingsTest : public QObject {
  Q_OBJECT

 private slots:
  void aPageReadsWhereAnotherWasRead() {
    const QTemporaryDir folder;
    WindowFixture fixture(pathIn(folder), true);
    QVERIFY(fixture.showAndSettle());
    fixture.model().selectView("formats");
    QVERIFY(fixture.settle());
    fixture.window().cursor().moveTo(at(4095));
    fixture.model().selectView("positions");
    QVERIFY(fixture.settle());
    const QString words = fixture.window().inspector().details().plainText();
    QVERIFY2(words.contains(QStringLiteral("4,095")), qPrintable(words));
  }

  void theRangeIsReadOnEveryPage() {
    const QTemporaryDir folder;
    WindowFixture fixture(pathIn(folder), true);
    QVERIFY(fixture.showAndSettle());
    fixture.model().selectView("positions");
    QVERIFY(fixture.settle());
    const DetailView& range = fixture.window().inspector().range();
    QVERIFY(!range.isVisible());
    fixture.window().cursor().setRange(MarkedRange{Coordinate::position, 4000, 4015});
    // 4,000 to 4,008 are stored as 4,000, the others as 4,016: their mean is 4,007.
    const auto reads = [&](const QString& wanted) {
      return QTest::qWaitFor(
          [&] { return range.isVisible() && range.plainText().contains(wanted); });
    };
    QVERIFY2(reads(QStringLiteral("least 4,000, mean 4,007, greatest 4,016")),
             qPrintable(range.plainText()));
    fixture.model().selectView("alibi");
    QVERIFY(fixture.settle());
    QVERIFY(reads(QStringLiteral("4,000")));
    fixture.window().cursor().setRange(std::nullopt);
    QVERIFY(QTest::qWaitFor([&] { return !range.isVisible(); }));
  }

  void theKeyHoldsTheCursor() {
    const QTemporaryDir folder;
    WindowFixture fixture(pathIn(folder), true);
    QVERIFY(fixture.showAndSettle());
    QAction* const hold = fixture.window().actions()[Command::lockCursor];
    hold->trigger();
    QVERIFY(fixture.window().cursor().locked());
    fixture.window().cursor().setLocked(false);
    QVERIFY(!hold->isChecked());
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::RangeReadingsTest)
#include "range_readings_test.moc"
