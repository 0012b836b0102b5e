// Pages beside each other.
#include <qcustomplot.h>

#include "app/panel/parameter_panel.h"
#include "app/window/actions.h"
#include "app/window/elided_button.h"
#include "app/window/pane.h"
#include "app/window/pane_board.h"
#include "app/window/pane_builder.h"
#include "core/state/schema.h"
#include "tests/app/window/window_fixture.h"

namespace poscope {
namespace {

std::string sideOf(const StateModel& model, std::size_t pane) {
  return std::string(sideName(shownSide(model.paneState(pane).params)));
}

/// The limits of the axes of a pane's first plot.
std::array<QCPRange, 2> axesOf(const PaneBoard& board, std::size_t pane) {
  const auto* plot = board.view(pane).findChild<QCustomPlot*>();
  return {plot->xAxis->range(), plot->yAxis->range()};
}

struct Fixture {
  QTemporaryDir folder;
  WindowFixture fixture{pathIn(folder), true};

  explicit Fixture(const char* view) {
    if (!fixture.showAndSettle()) {
      qFatal("the window never came");
    }
    fixture.model().selectView(view);
    if (!settle()) {
      qFatal("the page never came");
    }
  }
  [[nodiscard]] StateModel& model() { return fixture.model(); }
  [[nodiscard]] PaneBoard& board() { return fixture.window().card().board(); }
  [[nodiscard]] bool settle() {
    return fixture.settle() && QTest::qWaitFor(
                                   [&] {
                                     bool quiet = fixture.window().panes().idle();
                                     for (std::size_t k = 0; k < board().count(); ++k) {
                                       quiet = quiet && !board().view(k).busy();
                                     }
                                     return quiet;
                                   },
                                   60000);
  }
};

}  // namespace

class PanesTest : public QObject {
  Q_OBJECT

 private slots:
  // A page that compares is split into its sides.
  void newPanesShowTheOtherSides() {
    Fixture f("sinusoidal");
    f.model().setPaneCount(2);
    QCOMPARE(sideOf(f.model(), 0), std::string("a"));
    QCOMPARE(sideOf(f.model(), 1), std::string("b"));
    f.model().setPaneCount(4);
    QCOMPARE(sideOf(f.model(), 2), std::string("reference"));
    QCOMPARE(sideOf(f.model(), 3), std::string("difference"));
    QVERIFY(f.settle());
    for (std::size_t k = 0; k < 4; ++k) {
      QVERIFY(f.board().view(k).isVisible());
      QVERIFY(f.board().view(k).findChild<QCustomPlot*>() != nullptr);
      QVERIFY(!f.board().pane(k).heading().words().isEmpty());
    }
    f.model().setPaneCount(1);
    QVERIFY(f.settle());
    QVERIFY(!f.board().pane(1).isVisible());
    QVERIFY(!f.board().pane(0).heading().isVisible());
    QCOMPARE(f.model().paneCount(), std::size_t{1});
  }

  void thePaneThatIsChosenIsEdited() {
    Fixture f("positions");
    f.model().setPaneCount(2);
    QVERIFY(f.settle());
    QTest::mouseClick(&f.board().pane(1).heading(), Qt::LeftButton);
    QCOMPARE(f.model().activePane(), std::size_t{1});
    QVERIFY(f.settle());
    QVERIFY(f.model().setParameter("context", "8192"));
    f.model().selectView("decay");
    QVERIFY(f.settle());
    QCOMPARE(f.model().paneState(0).view, std::string("positions"));
    QCOMPARE(f.model().paneState(0).params.integer({"context"}), std::int64_t{4096});
    QCOMPARE(f.model().state().view, std::string("decay"));
    QCOMPARE(f.board().view(1).findChild<QCustomPlot*>() != nullptr, true);
    // The plot of the page that is edited is the card's own, wherever it stands.
    QCOMPARE(&f.board().view(1), &f.fixture.window().card().plot());
    QVERIFY(f.board().pane(1).isAncestorOf(&f.fixture.window().card().plot()));
  }

  void everyChangeIsOneStep() {
    Fixture f("positions");
    QUndoStack& undo = f.model().undoStack();
    const int before = undo.count();
    f.model().setPaneCount(2);
    f.model().activatePane(1);
    QVERIFY(f.model().setParameter("context", "8192"));
    QCOMPARE(undo.count(), before + 3);
    QCOMPARE(f.model().history().size(), static_cast<std::size_t>(before + 3));
    undo.undo();
    undo.undo();
    QCOMPARE(f.model().activePane(), std::size_t{0});
    QCOMPARE(f.model().paneState(1).params.integer({"context"}), std::int64_t{4096});
    undo.redo();
    undo.redo();
    QCOMPARE(f.model().paneState(1).params.integer({"context"}), std::int64_t{8192});
    QCOMPARE(f.model().paneState(0).params.integer({"context"}), std::int64_t{4096});
    undo.undo();
    undo.undo();
    undo.undo();
    QCOMPARE(f.model().paneCount(), std::size_t{1});
  }

  // Of a table of 50 rows and one of 65,536: both are shown as far as the longer one goes.
  void axesAreShared() {
    Fixture f("sinusoidal");
    f.model().setPaneCount(2);
    f.model().activatePane(1);
    QVERIFY(f.model().setParameter("length", "65536"));
    QVERIFY(f.settle());
    QCOMPARE(axesOf(f.board(), 0)[1].upper, axesOf(f.board(), 1)[1].upper);
    f.model().setSharesAxes(false);
    QVERIFY(f.settle());
    QVERIFY(axesOf(f.board(), 0)[1].upper < axesOf(f.board(), 1)[1].upper);
    f.model().setSharesAxes(true);
    QVERIFY(f.settle());
    QCOMPARE(axesOf(f.board(), 0)[1].upper, axesOf(f.board(), 1)[1].upper);
  }

  void aZoomIsThatOfAllPanesOfTheView() {
    Fixture f("sinusoidal");
    f.model().setPaneCount(2);
    QVERIFY(f.settle());
    const Zoom zoom{3.5, 40.5, 10.5, 20.5};
    f.model().setPaneWindow(1, zoom);
    QVERIFY(f.settle());
    QCOMPARE(f.model().state().zoom, std::optional(zoom));
    QCOMPARE(axesOf(f.board(), 0)[1].upper, 20.5);
    QCOMPARE(axesOf(f.board(), 1)[1].upper, 20.5);
    f.model().setSharesAxes(false);
    f.model().setPaneWindow(1, std::nullopt);
    QVERIFY(f.settle());
    QCOMPARE(f.model().state().zoom, std::optional(zoom));
    QVERIFY(!f.model().paneState(1).zoom);
  }

  // What moves to another pane is there at once.
  void nothingIsBuiltTwice() {
    Fixture f("sinusoidal");
    f.model().setPaneCount(2);
    QVERIFY(f.settle());
    const auto first = f.fixture.window().presenter().figure();
    f.model().activatePane(1);
    const auto& second = f.fixture.window().presenter().figure();
    QVERIFY(second != nullptr);
    QCOMPARE(second->side, Side::b);
    QVERIFY(f.fixture.window().panes().idle());
    f.model().activatePane(0);
    QCOMPARE(f.fixture.window().presenter().figure(), first);
  }

  void panesAreKept() {
    const QTemporaryDir folder;
    {
      WindowFixture fixture(pathIn(folder));
      QVERIFY(fixture.showAndSettle());
      fixture.model().selectView("alibi");
      fixture.model().setPaneCount(4);
      fixture.model().activatePane(2);
      fixture.model().selectView("decay");
      fixture.window().save();
    }
    WindowFixture again(pathIn(folder));
    QVERIFY(again.showAndSettle());
    QCOMPARE(again.model().paneCount(), std::size_t{4});
    QCOMPARE(again.model().activePane(), std::size_t{2});
    QCOMPARE(again.model().state().view, std::string("decay"));
    QCOMPARE(again.model().paneState(0).view, std::string("alibi"));
    QCOMPARE(sideOf(again.model(), 1), std::string("b"));
  }

  // At the smallest window nothing is wider than its pane.
  void theyFit_data() {
    QTest::addColumn<int>("count");
    QTest::newRow("two") << 2;
    QTest::newRow("four") << 4;
  }
  void theyFit() {
    QFETCH(int, count);
    Fixture f("rope-precision");
    f.model().setPaneCount(static_cast<std::size_t>(count));
    f.fixture.window().resize(1280, 720);
    QVERIFY(f.settle());
    QCOMPARE(f.fixture.window().size(), QSize(1280, 720));
    std::vector<QRect> places;
    for (std::size_t k = 0; k < f.board().count(); ++k) {
      const QRect place = f.board().pane(k).geometry();
      QVERIFY(f.board().rect().contains(place));
      QVERIFY(place.width() > 250 && place.height() > 150);
      for (const QRect& other : places) {
        QVERIFY(!other.intersects(place));
        QVERIFY(std::abs(other.width() - place.width()) <= 1);
        QVERIFY(std::abs(other.height() - place.height()) <= 1);
      }
      places.push_back(place);
    }
  }

  void commands() {
    Fixture f("positions");
    const Actions& actions = f.fixture.window().actions();
    QVERIFY(!actions[Command::nextPane]->isEnabled());
    actions[Command::twoPanes]->trigger();
    QCOMPARE(f.model().paneCount(), std::size_t{2});
    QVERIFY(actions[Command::twoPanes]->isChecked());
    actions[Command::nextPane]->trigger();
    QCOMPARE(f.model().activePane(), std::size_t{1});
    actions[Command::nextPane]->trigger();
    QCOMPARE(f.model().activePane(), std::size_t{0});
    actions[Command::shareAxes]->trigger();
    QVERIFY(!f.model().sharesAxes());
    actions[Command::onePane]->trigger();
    QCOMPARE(f.model().paneCount(), std::size_t{1});
  }
};

}  // namespace poscope

QTEST_MAIN(poscope::PanesTest)
#include "panes_test.moc"
