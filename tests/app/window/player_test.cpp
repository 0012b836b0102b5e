// What a player sets, and when: driven by a clock of the test's own, and pictures that come when
// the test says so.
#include "app/window/player.h"

#include <QSignalSpy>
#include <QtTest>

#include "app/window/play_order.h"
#include "app/window/state_model.h"
#include "core/state/parameters.h"

using namespace poscope;

namespace {

/// Ticks when it is told to.
class TestTicker final : public Ticker {
 public:
  void start(int milliseconds) override { asked = milliseconds; }
  void stop() override { asked = -1; }
  [[nodiscard]] qint64 now() const override { return time; }
  /// Lets the time pass that was asked for; nothing happens where none was.
  void pass() {
    if (asked >= 0) {
      time += std::exchange(asked, -1);
      emit ticked();
    }
  }

  int asked = -1;
  qint64 time = 0;
};

struct Scene {
  StateModel model;
  TestTicker* ticker = new TestTicker;
  Player player{model, std::unique_ptr<Ticker>(ticker)};

  explicit Scene(const char* view = "positions") {
    model.restore({view, {}, {}});
    player.setSettings({4, PlayMode::once});
  }
  /// Plays the context over a range.
  void play(const FrameTexts& range = {"256", "2048", "x2"}) {
    player.toggle("context");
    player.pause();
    QVERIFY(player.setRange(range));
    model.undoStack().undo();
    player.toggle("context");
  }
  void set(const char* name, const char* value) { QVERIFY(model.setParameter(name, value)); }
  [[nodiscard]] std::int64_t context() const {
    return model.state().params.integer(parameter::kContext);
  }
  /// Its picture is there, and then the time for the next one has come.
  void frame() {
    player.shown();
    ticker->pass();
  }
  /// The contexts of so many frames, the present one first.
  std::vector<std::int64_t> frames(int count) {
    std::vector<std::int64_t> values{context()};
    for (int k = 1; k < count; ++k) {
      frame();
      values.push_back(context());
    }
    return values;
  }
};

using Values = std::vector<std::int64_t>;

}  // namespace

class PlayerTest : public QObject {
  Q_OBJECT

 private slots:
  void order_ofEachMode_data();
  void order_ofEachMode();
  void order_ofOneValue_staysThere();
  void placeBefore_data();
  void placeBefore();

  void once_endsAtTheLastValue();
  void once_atItsEnd_beginsAgain();
  void loop_beginsAgain();
  void bounce_goesBackAndForth();
  void start_goesOnFromTheValueInForce();
  void start_outsideOfTheRange_beginsAtItsFirst();
  void start_atAWord_beginsAtTheFirst();
  void oneValue_isSetAndNothingPlays();

  void nextValue_waitsForThePicture();
  void nextValue_waitsForItsTime();
  void slowPictures_tellTheTrueRate();

  void play_isOneUndoStep();
  void play_overAPause_isOneUndoStep();
  void play_afterAChangeByHand_isAnotherStep();

  void changeByHand_pauses();
  void undo_pauses();
  void changeOfAnotherParameter_goesOn();
  void parameterThatLosesItsEffect_pauses();
  void anotherPage_ends();
  void failure_pauses();
  void close_leavesNoParameter();

  void range_isKeptByParameter();
  void range_thatIsNone_isRefusedInTheWordsOfThePage();
  void range_changedWhilePlaying_goesOnInTheNewOne();
  void settings_areToldOnce();
  void reducedMotion_stepsOnlyByToggle();
};

void PlayerTest::order_ofEachMode_data() {
  QTest::addColumn<int>("mode");
  QTest::addColumn<QString>("order");
  QTest::newRow("once") << static_cast<int>(PlayMode::once) << "0123";
  QTest::newRow("loop") << static_cast<int>(PlayMode::loop) << "01230123012";
  QTest::newRow("bounce") << static_cast<int>(PlayMode::bounce) << "01232101232";
}

void PlayerTest::order_ofEachMode() {
  QFETCH(int, mode);
  QFETCH(QString, order);
  std::optional<PlayPlace> place = PlayPlace{};
  QString seen;
  while (place && seen.size() < 11) {
    seen += QString::number(place->at);
    place = nextPlace(*place, 4, static_cast<PlayMode>(mode));
  }
  QCOMPARE(seen, order);
}

void PlayerTest::order_ofOneValue_staysThere() {
  for (const PlayMode mode : {PlayMode::loop, PlayMode::bounce}) {
    const auto next = nextPlace({}, 1, mode);
    QVERIFY(next);
    QCOMPARE(next->at, std::size_t{0});
    QCOMPARE(nextPlace(*next, 1, mode)->at, std::size_t{0});
  }
  QVERIFY(!nextPlace({}, 1, PlayMode::once));
}

void PlayerTest::placeBefore_data() {
  QTest::addColumn<Values>("values");
  QTest::addColumn<qint64>("value");
  QTest::addColumn<int>("place");
  const Values up{2, 4, 8};
  const Values down{8, 4, 2};
  QTest::newRow("one of them") << up << qint64{4} << 1;
  QTest::newRow("between two") << up << qint64{5} << 1;
  QTest::newRow("before them") << up << qint64{1} << -1;
  QTest::newRow("the last") << up << qint64{8} << 2;
  QTest::newRow("behind them") << up << qint64{9} << -1;
  QTest::newRow("downwards, one") << down << qint64{4} << 1;
  QTest::newRow("downwards, between") << down << qint64{5} << 0;
  QTest::newRow("downwards, before") << down << qint64{9} << -1;
  QTest::newRow("downwards, behind") << down << qint64{1} << -1;
  QTest::newRow("the only one") << Values{3} << qint64{3} << 0;
}

void PlayerTest::placeBefore() {
  QFETCH(Values, values);
  QFETCH(qint64, value);
  QFETCH(int, place);
  const auto found = poscope::placeBefore(values, value);
  QCOMPARE(found ? static_cast<int>(found->at) : -1, place);
}

void PlayerTest::once_endsAtTheLastValue() {
  Scene scene;
  scene.set("context", "256");
  scene.play();
  QCOMPARE(scene.frames(4), (Values{512, 1024, 2048, 2048}));
  QVERIFY(!scene.player.state().playing);
  QCOMPARE(scene.ticker->asked, -1);
}

void PlayerTest::once_atItsEnd_beginsAgain() {
  Scene scene;
  scene.set("context", "2048");
  scene.play();
  QCOMPARE(scene.frames(3), (Values{256, 512, 1024}));
}

void PlayerTest::loop_beginsAgain() {
  Scene scene;
  scene.player.setSettings({4, PlayMode::loop});
  scene.set("context", "1024");
  scene.play();
  QCOMPARE(scene.frames(6), (Values{2048, 256, 512, 1024, 2048, 256}));
}

void PlayerTest::bounce_goesBackAndForth() {
  Scene scene;
  scene.player.setSettings({4, PlayMode::bounce});
  scene.set("context", "1024");
  scene.play();
  QCOMPARE(scene.frames(8), (Values{2048, 1024, 512, 256, 512, 1024, 2048, 1024}));
}

void PlayerTest::start_goesOnFromTheValueInForce() {
  Scene scene;
  scene.set("context", "600");
  scene.play();
  QCOMPARE(scene.context(), std::int64_t{1024});
}

void PlayerTest::start_outsideOfTheRange_beginsAtItsFirst() {
  Scene scene;
  scene.set("context", "100000");
  scene.play();
  QCOMPARE(scene.context(), std::int64_t{256});
}

// The head is "steepest" at first.
void PlayerTest::start_atAWord_beginsAtTheFirst() {
  Scene scene("alibi");
  QVERIFY(scene.model.state().params.isAutomatic(parameter::kHead));
  scene.player.toggle("head");
  QCOMPARE(scene.model.state().params.written("head"), std::string("0"));
  scene.frame();
  QCOMPARE(scene.model.state().params.written("head"), std::string("1"));
}

void PlayerTest::oneValue_isSetAndNothingPlays() {
  Scene scene;
  scene.play({"300", "300", "1"});
  QCOMPARE(scene.context(), std::int64_t{300});
  QVERIFY(!scene.player.state().playing);
}

void PlayerTest::nextValue_waitsForThePicture() {
  Scene scene;
  scene.set("context", "256");
  scene.play();
  QCOMPARE(scene.context(), std::int64_t{512});
  scene.ticker->pass();
  scene.ticker->pass();
  QCOMPARE(scene.context(), std::int64_t{512});
  scene.player.shown();  // It is time already.
  QCOMPARE(scene.context(), std::int64_t{1024});
  scene.player.shown();
  QCOMPARE(scene.context(), std::int64_t{1024});
}

void PlayerTest::nextValue_waitsForItsTime() {
  Scene scene;
  scene.player.setSettings({8, PlayMode::once});
  scene.set("context", "256");
  scene.play();
  QCOMPARE(scene.ticker->asked, 125);
  scene.player.shown();
  scene.player.shown();  // Painted again.
  QCOMPARE(scene.context(), std::int64_t{512});
  scene.ticker->pass();
  QCOMPARE(scene.context(), std::int64_t{1024});
}

void PlayerTest::slowPictures_tellTheTrueRate() {
  Scene scene;
  scene.player.setSettings({4, PlayMode::loop});
  scene.play();
  for (int k = 0; k < 12; ++k) {
    scene.frame();
  }
  QCOMPARE(scene.player.state().rate, 0.0);
  for (int k = 0; k < 12; ++k) {
    scene.ticker->pass();
    scene.ticker->time += 750;  // On top of the 250 of the speed.
    scene.player.shown();
  }
  QCOMPARE(scene.player.state().rate, 1.0);
  scene.player.pause();
  QCOMPARE(scene.player.state().rate, 0.0);
}

void PlayerTest::play_isOneUndoStep() {
  Scene scene;
  scene.set("context", "300");
  scene.play();
  const int steps = scene.model.undoStack().count();
  scene.frames(4);
  QCOMPARE(scene.model.undoStack().count(), steps);
  scene.model.undoStack().undo();
  QCOMPARE(scene.context(), std::int64_t{300});
}

void PlayerTest::play_overAPause_isOneUndoStep() {
  Scene scene;
  scene.set("context", "300");
  scene.play();
  scene.player.toggle("context");
  QVERIFY(!scene.player.state().playing);
  scene.player.shown();
  scene.ticker->pass();
  QCOMPARE(scene.context(), std::int64_t{512});
  scene.player.toggle("context");
  QCOMPARE(scene.context(), std::int64_t{1024});
  scene.model.undoStack().undo();
  QCOMPARE(scene.context(), std::int64_t{300});
}

void PlayerTest::play_afterAChangeByHand_isAnotherStep() {
  Scene scene;
  scene.set("context", "300");
  scene.play();
  scene.set("context", "400");
  scene.player.toggle("context");
  QCOMPARE(scene.context(), std::int64_t{512});
  scene.model.undoStack().undo();
  QCOMPARE(scene.context(), std::int64_t{400});
}

void PlayerTest::changeByHand_pauses() {
  Scene scene;
  scene.set("context", "256");
  scene.play();
  scene.set("context", "777");
  QVERIFY(!scene.player.state().playing);
  QCOMPARE(scene.player.state().parameter, std::string("context"));
  scene.frame();
  QCOMPARE(scene.context(), std::int64_t{777});
}

void PlayerTest::undo_pauses() {
  Scene scene;
  scene.set("context", "300");
  scene.play();
  scene.frames(2);
  scene.model.undoStack().undo();
  QVERIFY(!scene.player.state().playing);
  scene.frame();
  QCOMPARE(scene.context(), std::int64_t{300});
}

void PlayerTest::changeOfAnotherParameter_goesOn() {
  Scene scene;
  scene.set("context", "256");
  scene.play();
  scene.set("format", "fp16");
  QVERIFY(scene.player.state().playing);
  scene.frame();
  QCOMPARE(scene.context(), std::int64_t{1024});
  QCOMPARE(scene.model.state().params.text(parameter::kFormat), std::string("fp16"));
}

void PlayerTest::parameterThatLosesItsEffect_pauses() {
  Scene scene("alibi");
  scene.player.toggle("head");
  QVERIFY(scene.player.state().playing);
  scene.set("picture", "heads");
  QVERIFY(!scene.player.state().playing);
}

void PlayerTest::anotherPage_ends() {
  Scene scene;
  scene.play();
  const std::int64_t before = scene.context();
  scene.model.selectView("decay");
  QVERIFY(!scene.player.state().playing);
  QVERIFY(scene.player.state().parameter.empty());
  QVERIFY(scene.player.last().empty());
  scene.frame();
  scene.model.selectView("positions");
  QCOMPARE(scene.context(), before);
  QCOMPARE(scene.player.last(), std::string("context"));
}

void PlayerTest::failure_pauses() {
  Scene scene;
  scene.set("context", "256");
  scene.play();
  scene.ticker->pass();
  scene.player.failed();
  QVERIFY(!scene.player.state().playing);
  QCOMPARE(scene.context(), std::int64_t{512});
}

void PlayerTest::close_leavesNoParameter() {
  Scene scene;
  scene.play();
  QSignalSpy changed(&scene.player, &Player::changed);
  scene.player.close();
  QVERIFY(scene.player.state().parameter.empty());
  QVERIFY(!scene.player.state().playing);
  QVERIFY(!changed.isEmpty());
}

void PlayerTest::range_isKeptByParameter() {
  Scene scene;
  scene.play({"100", "200", "10"});
  scene.player.toggle("length");
  QVERIFY(scene.player.state().range.from != "100");
  scene.model.selectView("decay");
  scene.player.toggle("context");
  QCOMPARE(scene.player.state().range, (FrameTexts{"256", "131072", "x2"}));
  scene.model.selectView("positions");
  scene.player.toggle("context");
  QCOMPARE(scene.player.state().range, (FrameTexts{"100", "200", "10"}));
}

void PlayerTest::range_thatIsNone_isRefusedInTheWordsOfThePage() {
  Scene scene;
  scene.play();
  const FrameTexts before = scene.player.state().range;
  const auto refused = scene.player.setRange({"1", "20", "1"});
  QVERIFY(!refused);
  const auto said = renderPlain(refused.error().text, Language::english);
  QVERIFY2(said.starts_with("Context: \"1\""), said.c_str());
  QCOMPARE(scene.player.state().range, before);
}

void PlayerTest::range_changedWhilePlaying_goesOnInTheNewOne() {
  Scene scene;
  scene.set("context", "256");
  scene.play();
  QCOMPARE(scene.context(), std::int64_t{512});
  QVERIFY(scene.player.setRange({"500", "520", "5"}));
  QCOMPARE(scene.frames(4), (Values{512, 515, 520, 520}));
}

void PlayerTest::settings_areToldOnce() {
  Scene scene;
  QSignalSpy told(&scene.player, &Player::settingsChanged);
  scene.player.setSettings({15, PlayMode::bounce});
  scene.player.setSettings({15, PlayMode::bounce});
  QCOMPARE(told.count(), 1);
}

void PlayerTest::reducedMotion_stepsOnlyByToggle() {
  Scene scene;
  scene.set("context", "256");
  scene.player.setReduced(true);
  scene.play();
  QVERIFY(!scene.player.state().playing);
  QCOMPARE(scene.context(), std::int64_t{512});
  QCOMPARE(scene.ticker->asked, -1);
  scene.frame();
  QCOMPARE(scene.context(), std::int64_t{512});
  scene.player.toggle("context");
  scene.player.toggle("context");
  QCOMPARE(scene.context(), std::int64_t{2048});
  scene.player.toggle("context");  // Behind the end.
  QCOMPARE(scene.context(), std::int64_t{256});
}

QTEST_MAIN(PlayerTest)
#include "player_test.moc"
