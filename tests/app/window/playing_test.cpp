// Playing in the window: who plays what, by button and by key, and what makes it pause.
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QToolButton>
#include <algorithm>

#include "app/panel/log_slider.h"
#include "app/panel/number_box.h"
#include "app/panel/parameter_panel.h"
#include "app/panel/parameter_row.h"
#include "app/panel/play_bar.h"
#include "app/panel/play_button.h"
#include "app/plot/panel_canvas.h"
#include "app/window/actions.h"
#include "app/window/compare_bar.h"
#include "app/window/motion.h"
#include "app/window/player.h"
#include "app/window/shortcut_sheet.h"
#include "app/window/view_list.h"
#include "core/catalogue/views.h"
#include "tests/app/window/window_fixture.h"

using namespace poscope;

namespace {

/// A window on the page `positions`, in which nothing moves by itself.
struct Desk {
  WindowFixture fixture;
  MainWindow& window = fixture.window();
  Player& player = window.player();

  explicit Desk(const char* view = "positions", const QString& path = {})
      : fixture(path, path.isEmpty()) {
    fixture.model().selectView(view);
    player.setReduced(true);
  }
  bool show() {
    window.activateWindow();
    return fixture.showAndSettle() && QTest::qWaitForWindowActive(&window);
  }
  [[nodiscard]] ParameterRow& row(const std::string& name) const {
    const auto& rows = window.parameters().rows();
    return **std::find_if(rows.begin(), rows.end(),
                          [&](const ParameterRow* each) { return each->name() == name; });
  }
  [[nodiscard]] PlayButton* button(const std::string& name) const {
    return row(name).findChild<PlayButton*>();
  }
  [[nodiscard]] std::int64_t value(IntegerParameter parameter) {
    return fixture.model().state().params.integer(parameter);
  }
  void space(QWidget* widget) {
    widget->setFocus(Qt::OtherFocusReason);
    QTest::keyClick(widget, Qt::Key_Space);
  }
  [[nodiscard]] QWidget* plot() const { return window.card().plot().findChild<PanelCanvas*>(); }
};

}  // namespace

class PlayingTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

  void buttons_everyView_wholeNumbersOnly();
  void button_playsItsRow_andTheBarSaysHow();
  void button_inARowWithoutEffect_isDisabled();
  void bar_range_isTakenOrRefusedWithAWord();
  void bar_settings_areThePlayers();
  void bar_close_takesItAway();

  void space_onThePicture_playsTheFirst();
  void space_playsWhatHasTheKeyboard_thenWhatWasPlayedLast();
  void space_inOtherControls_isTheirs();
  void space_pageWithoutWholeNumbers_doesNothing();
  void command_isInPaletteAndSheet();

  void frame_isToldWhenItsPictureIsThere();
  void frameThatIsNoFigure_pauses();
  void hiddenWindow_pauses();
  void typing_intoItsBox_pauses();
  void typing_intoAnotherBox_isKept();
  void settingsAndMotion_areSaved();
  void desktop_saysThatMotionIsReduced_data();
  void desktop_saysThatMotionIsReduced();
};

void PlayingTest::buttons_everyView_wholeNumbersOnly() {
  Desk desk;
  for (const View& view : views()) {
    desk.fixture.model().selectView(view.id);
    for (const ParameterRow* row : desk.window.parameters().rows()) {
      const auto spec =
          std::find_if(view.schema.begin(), view.schema.end(),
                       [&](const ParameterSpec& each) { return each.name == row->name(); });
      QCOMPARE(row->findChild<PlayButton*>() != nullptr, spec->type == ParameterType::integer);
    }
  }
}

void PlayingTest::button_playsItsRow_andTheBarSaysHow() {
  Desk desk;
  QVERIFY(desk.show());
  desk.player.setReduced(false);
  PlayButton* const button = desk.button("context");
  QCOMPARE(button->accessibleName(), QStringLiteral("Play Context"));
  QVERIFY(desk.row("context").findChild<PlayBar*>() == nullptr);
  QTest::mouseClick(button, Qt::LeftButton);
  QVERIFY(desk.player.state().playing);
  QVERIFY(button->isPlaying());
  QCOMPARE(QApplication::focusWidget(), button);  // For Space, which pauses it.
  QCOMPARE(button->accessibleName(), QStringLiteral("Pause Context"));
  QCOMPARE(desk.value(parameter::kContext), std::int64_t{8192});
  const auto* bar = desk.row("context").findChild<PlayBar*>();
  QVERIFY(bar != nullptr && bar->isVisible());
  QStringList texts;
  for (const NumberBox* box : bar->findChildren<NumberBox*>()) {
    texts << box->text();
  }
  QCOMPARE(texts, (QStringList{"256", "131072", "x2"}));
  QTest::mouseClick(button, Qt::LeftButton);
  QVERIFY(!desk.player.state().playing);
  QVERIFY(bar->isVisible());
  QTest::mouseClick(desk.button("length"), Qt::LeftButton);
  QVERIFY(!bar->isVisible());
  QVERIFY(desk.row("length").findChild<PlayBar*>()->isVisible());
  QVERIFY(!button->isPlaying());
  desk.player.pause();
}

void PlayingTest::button_inARowWithoutEffect_isDisabled() {
  Desk desk("alibi");
  QVERIFY(desk.button("head")->isEnabled());
  QVERIFY(desk.fixture.model().setParameter("picture", "heads"));
  QVERIFY(!desk.button("head")->isEnabled());
  QVERIFY(!desk.row("head").isPlayable());
}

void PlayingTest::bar_range_isTakenOrRefusedWithAWord() {
  Desk desk;
  QVERIFY(desk.show());
  desk.player.toggle("context");
  const auto boxes = desk.row("context").findChild<PlayBar*>()->findChildren<NumberBox*>();
  const auto type = [&](qsizetype index, const QString& text) {
    boxes[index]->setFocus();
    boxes[index]->selectAll();
    QTest::keyClicks(boxes[index], text);
    QTest::keyClick(boxes[index], Qt::Key_Return);
  };
  type(0, QStringLiteral("1k"));
  type(1, QStringLiteral("2^12"));
  type(2, QStringLiteral("1024"));
  QCOMPARE(desk.player.state().range, (FrameTexts{"1024", "4096", "1024"}));
  QCOMPARE(boxes[0]->text(), QStringLiteral("1024"));
  type(0, QStringLiteral("1"));
  QCOMPARE(desk.player.state().range.from, std::string("1024"));
  QVERIFY(boxes[0]->property("wrong").toBool());
  const auto labels = desk.row("context").findChild<PlayBar*>()->findChildren<QLabel*>();
  QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
    return label->isVisible() && label->text().startsWith(QStringLiteral("Context: \"1\""));
  }));
}

void PlayingTest::bar_settings_areThePlayers() {
  Desk desk;
  QVERIFY(desk.show());
  desk.player.setReduced(false);
  desk.player.toggle("context");
  desk.player.pause();
  const auto combos = desk.row("context").findChild<PlayBar*>()->findChildren<QComboBox*>();
  QCOMPARE(combos.size(), 2);
  QCOMPARE(combos[0]->currentText(), QStringLiteral("4 / s"));
  combos[0]->setFocus();
  QTest::keyClick(combos[0], Qt::Key_Down);
  combos[1]->setFocus();
  QTest::keyClick(combos[1], Qt::Key_Down);
  QCOMPARE(desk.player.state().settings, (PlaySettings{8, PlayMode::bounce}));
}

void PlayingTest::bar_close_takesItAway() {
  Desk desk;
  QVERIFY(desk.show());
  desk.player.toggle("context");
  auto* const bar = desk.row("context").findChild<PlayBar*>();
  QVERIFY(bar->isVisible());
  QTest::mouseClick(bar->findChild<QToolButton*>(), Qt::LeftButton);
  QVERIFY(!bar->isVisible());
  QVERIFY(desk.player.state().parameter.empty());
}

void PlayingTest::space_onThePicture_playsTheFirst() {
  Desk desk;
  QVERIFY(desk.show());
  desk.player.setReduced(false);
  desk.space(desk.plot());
  QVERIFY(desk.player.state().playing);
  QCOMPARE(desk.player.state().parameter, std::string("context"));
  desk.space(desk.plot());
  QVERIFY(!desk.player.state().playing);
}

void PlayingTest::space_playsWhatHasTheKeyboard_thenWhatWasPlayedLast() {
  Desk desk;
  QVERIFY(desk.show());
  desk.space(desk.row("length").findChild<LogSlider*>());
  QCOMPARE(desk.player.state().parameter, std::string("length"));
  desk.player.close();
  desk.space(desk.plot());
  QCOMPARE(desk.player.state().parameter, std::string("length"));
}

void PlayingTest::space_inOtherControls_isTheirs() {
  Desk desk;
  QVERIFY(desk.show());
  auto* const bar = desk.window.findChild<CompareBar*>();
  const auto tabs = bar->findChildren<QToolButton*>();
  const auto tab = std::find_if(tabs.begin(), tabs.end(), [](const QToolButton* each) {
    return each->isCheckable() && !each->isChecked();
  });
  QVERIFY(tab != tabs.end());
  desk.space(*tab);
  QVERIFY((*tab)->isChecked());
  NumberBox* const box = desk.row("context").findChild<NumberBox*>();
  desk.space(box);
  QVERIFY(box->text().contains(QLatin1Char(' ')));
  QTest::keyClick(box, Qt::Key_Escape);
  for (QAbstractItemView* list : desk.window.viewList().findChildren<QAbstractItemView*>()) {
    desk.space(list);
  }
  QVERIFY(desk.player.state().parameter.empty());
  desk.space(desk.button("length"));  // Which plays its own row.
  QCOMPARE(desk.player.state().parameter, std::string("length"));
}

void PlayingTest::space_pageWithoutWholeNumbers_doesNothing() {
  Desk desk("formats");
  QVERIFY(desk.show());
  QVERIFY(!desk.window.actions()[Command::play]->isEnabled());
  const State before = desk.fixture.model().state();
  QTest::keyClick(&desk.window, Qt::Key_Space);
  QVERIFY(desk.fixture.model().state() == before);
  desk.fixture.model().selectView("positions");
  QVERIFY(desk.window.actions()[Command::play]->isEnabled());
}

void PlayingTest::command_isInPaletteAndSheet() {
  Desk desk;
  const auto sections = shortcutSections(desk.window.actions(), desk.fixture.appearance());
  const auto& rows = sections.front().rows;
  QVERIFY(std::any_of(rows.begin(), rows.end(), [](const ShortcutRow& row) {
    return row.keys == QStringLiteral("Space") && row.words == QStringLiteral("Play or pause");
  }));
  QCOMPARE(Actions::name(Command::play, Language::chinese), QStringLiteral("播放或暂停"));
}

void PlayingTest::frame_isToldWhenItsPictureIsThere() {
  Desk desk;
  QVERIFY(desk.show());
  QSignalSpy settled(&desk.window.presenter(), &Presenter::settled);
  desk.player.toggle("context");
  QVERIFY(settled.isEmpty());
  QVERIFY(settled.wait());
  QCOMPARE(QString::fromStdString(desk.window.presenter().figure()->source.link),
           QStringLiteral("poscope:positions?context=8192"));
}

// With four heads the fifth is none.
void PlayingTest::frameThatIsNoFigure_pauses() {
  Desk desk("alibi");
  QVERIFY(desk.show());
  QVERIFY(desk.fixture.model().setParameter("heads", "4"));
  QVERIFY(desk.fixture.model().setParameter("head", "3"));
  QVERIFY(desk.fixture.settle());
  desk.player.setReduced(false);
  QSignalSpy failed(&desk.window.presenter(), &Presenter::failed);
  desk.player.toggle("head");
  QCOMPARE(desk.value(parameter::kHead), std::int64_t{4});
  QVERIFY(failed.wait());
  QVERIFY(!desk.player.state().playing);
}

void PlayingTest::hiddenWindow_pauses() {
  Desk desk;
  QVERIFY(desk.show());
  desk.player.setReduced(false);
  desk.player.toggle("context");
  QVERIFY(desk.player.state().playing);
  desk.window.hide();
  QVERIFY(!desk.player.state().playing);
  desk.window.show();
  desk.player.toggle("context");
  QVERIFY(desk.player.state().playing);
  desk.window.showMinimized();
  QTRY_VERIFY(!desk.player.state().playing);
}

void PlayingTest::typing_intoItsBox_pauses() {
  Desk desk;
  QVERIFY(desk.show());
  desk.player.setReduced(false);
  desk.player.toggle("context");
  NumberBox* const length = desk.row("length").findChild<NumberBox*>();
  length->setFocus();
  QTest::keyClick(length, Qt::Key_1);
  QVERIFY(desk.player.state().playing);
  NumberBox* const context = desk.row("context").findChild<NumberBox*>();
  context->setFocus();
  QTest::keyClick(context, Qt::Key_1);
  QVERIFY(!desk.player.state().playing);
}

void PlayingTest::typing_intoAnotherBox_isKept() {
  Desk desk;
  QVERIFY(desk.show());
  NumberBox* const length = desk.row("length").findChild<NumberBox*>();
  length->setFocus();
  length->selectAll();
  QTest::keyClicks(length, QStringLiteral("77"));
  desk.player.toggle("context");
  QCOMPARE(length->text(), QStringLiteral("77"));
  QTest::keyClick(length, Qt::Key_Return);
  QCOMPARE(desk.value(parameter::kLength), std::int64_t{77});
  // What is typed as another word for the value in force is written as it is.
  length->selectAll();
  QTest::keyClicks(length, QStringLiteral("77.0"));
  QTest::keyClick(length, Qt::Key_Return);
  QCOMPARE(length->text(), QStringLiteral("77"));
}

void PlayingTest::settingsAndMotion_areSaved() {
  const QTemporaryDir folder;
  {
    Desk desk("positions", pathIn(folder));
    desk.player.setSettings({15, PlayMode::once});
    QAction* const reduce = desk.window.actions()[Command::reduceMotion];
    QVERIFY(!reduce->isChecked());
    reduce->trigger();
    QVERIFY(desk.player.state().stepwise);
    desk.window.save();
  }
  WindowFixture again(pathIn(folder));
  const PlayState& state = again.window().player().state();
  QCOMPARE(state.settings, (PlaySettings{15, PlayMode::once}));
  QVERIFY(state.stepwise);
  QVERIFY(again.window().actions()[Command::reduceMotion]->isChecked());
}

void PlayingTest::desktop_saysThatMotionIsReduced_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<bool>("reduced");
  const QString kde = QStringLiteral("kdeglobals");
  const QString gtk = QStringLiteral("gtk-3.0/settings.ini");
  QTest::newRow("no file") << QString() << QByteArray() << false;
  QTest::newRow("KDE, none") << kde << QByteArray("[KDE]\nAnimationDurationFactor=0\n") << true;
  QTest::newRow("KDE, half") << kde << QByteArray("[KDE]\nAnimationDurationFactor=0.5\n") << false;
  QTest::newRow("KDE, says nothing") << kde << QByteArray("[KDE]\nwidgetStyle=Breeze\n") << false;
  QTest::newRow("GTK, no") << gtk << QByteArray("[Settings]\ngtk-enable-animations=false\n")
                           << true;
  QTest::newRow("GTK, 0") << gtk << QByteArray("[Settings]\ngtk-enable-animations = 0\n") << true;
  QTest::newRow("GTK, yes") << gtk << QByteArray("[Settings]\ngtk-enable-animations=1\n") << false;
}

void PlayingTest::desktop_saysThatMotionIsReduced() {
  QFETCH(QString, file);
  QFETCH(QByteArray, text);
  QFETCH(bool, reduced);
  const QTemporaryDir folder;
  if (!file.isEmpty()) {
    const QString path = folder.filePath(file);
    QVERIFY(QDir().mkpath(QFileInfo(path).absolutePath()));
    QFile settings(path);
    QVERIFY(settings.open(QIODevice::WriteOnly));
    settings.write(text);
  }
  QCOMPARE(desktopReducesMotion(folder.path()), reduced);
}

QTEST_MAIN(PlayingTest)
#include "playing_test.moc"
