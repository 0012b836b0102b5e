// Controls from a schema: what boxes accept, what they refuse, and how a refusal shows.
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "app/panel/appearance.h"
#include "app/panel/chip_row.h"
#include "app/panel/log_slider.h"
#include "app/panel/number_box.h"
#include "app/panel/parameter_panel.h"
#include "app/panel/parameter_row.h"
#include "app/panel/quiet_combo.h"
#include "app/panel/reset_button.h"
#include "app/panel/stages_editor.h"
#include "app/window/state_model.h"
#include "core/catalogue/views.h"

using namespace poscope;

namespace {

/// A panel on a state model, wired as the window does it.
struct Desk {
  Appearance appearance;
  StateModel model;
  ParameterPanel panel{appearance};

  explicit Desk(const std::string& view) {
    appearance.setLanguage(Language::english);
    model.selectView(view);
    panel.resize(304, 800);
    panel.setParams(model.view(), model.state().params);
    QObject::connect(&panel, &ParameterPanel::edited, &panel,
                     [this](const QString& name, const QString& text, int gesture) {
                       const auto set =
                           model.setParameter(name.toStdString(), text.toStdString(), gesture);
                       if (set) {
                         panel.setParams(model.view(), model.state().params);
                       } else {
                         panel.setError(name, set.error().text);
                       }
                     });
    QObject::connect(&panel, &ParameterPanel::resetRequested, &panel, [this](const QString& name) {
      model.resetParameter(name.toStdString());
      panel.setParams(model.view(), model.state().params);
    });
    panel.show();
  }

  ParameterRow* row(const std::string& name) const {
    for (ParameterRow* each : panel.rows()) {
      if (each->name() == name) {
        return each;
      }
    }
    return nullptr;
  }
  NumberBox* box(const std::string& name) const { return row(name)->findChild<NumberBox*>(); }

  void type(const std::string& name, const QString& text) const {
    NumberBox* target = box(name);
    target->setFocus();
    target->selectAll();
    target->insert(text);  // keyClicks() knows ASCII only.
    QTest::keyClick(target, Qt::Key_Return);
  }
};

QString errorOf(const ParameterRow* row) {
  for (const QLabel* label : row->findChildren<QLabel*>()) {
    if (label->property("look").toString() == QLatin1String("error") && !label->isHidden()) {
      return label->text();
    }
  }
  return {};
}

}  // namespace

class ParameterPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void rows_everyView_followTheSchema();
  void numberBox_acceptsSpellings_data();
  void numberBox_acceptsSpellings();
  void numberBox_rubbish_showsWhyAndKeepsTheValue();
  void numberBox_typing_takesTheMessageAway();
  void numberBox_wordForANumber_isOfTheLanguage();
  void choices_everyViewAndWidth_standInOneLine();
  void more_holdsTheRareOnesAndNamesThem();
  void row_withoutEffect_isDisabledAndSaysWhy();
  void numberBox_escape_bringsTheValueBack();
  void slider_drag_isOneUndoStep();
  void chip_click_setsTheFormat();
  void reset_button_isSeenOnHoverOfChangedValuesAndMovesNothing();
  void recipe_stage_isSetByItsCombo();
  void recipe_stageThatThePageDecides_hasNoCombo();
};

void ParameterPanelTest::rows_everyView_followTheSchema() {
  for (const View& view : views()) {
    const Desk desk(view.id);
    // Those that are used often, then the rare ones, and the stages of recipes among them.
    std::vector<std::string> expected;
    for (const bool rare : {false, true}) {
      for (const ParameterSpec& spec : view.schema) {
        const bool elsewhere = spec.hidden || spec.presentation;
        if (!elsewhere && (spec.rare == rare || (rare && spec.type == ParameterType::recipe))) {
          expected.push_back(spec.name);
        }
      }
    }
    std::vector<std::string> found;
    for (const ParameterRow* row : desk.panel.rows()) {
      found.push_back(row->name());
    }
    QVERIFY2(found == expected, view.id.c_str());
  }
}

void ParameterPanelTest::numberBox_acceptsSpellings_data() {
  QTest::addColumn<QString>("typed");
  QTest::addColumn<QString>("value");
  QTest::newRow("k") << QStringLiteral("8k") << QStringLiteral("8192");
  QTest::newRow("power") << QStringLiteral("2^17") << QStringLiteral("131072");
  QTest::newRow("plain") << QStringLiteral("131072") << QStringLiteral("131072");
  QTest::newRow("groups") << QStringLiteral("16,384") << QStringLiteral("16384");
  QTest::newRow("spaced") << QStringLiteral("16 k") << QStringLiteral("16384");
  QTest::newRow("product") << QStringLiteral("4096*2") << QStringLiteral("8192");
  QTest::newRow("thin space") << QStringLiteral("16\u2009384") << QStringLiteral("16384");
  QTest::newRow("exponent") << QStringLiteral("1e5") << QStringLiteral("100000");
  QTest::newRow("M") << QStringLiteral("1M") << QStringLiteral("1048576");
}

void ParameterPanelTest::numberBox_acceptsSpellings() {
  QFETCH(QString, typed);
  QFETCH(QString, value);
  const Desk desk("positions");
  desk.type("context", typed);
  QCOMPARE(QString::number(desk.model.state().params.integer(parameter::kContext)), value);
  QCOMPARE(desk.box("context")->text(), value);
  QVERIFY(errorOf(desk.row("context")).isEmpty());
}

void ParameterPanelTest::numberBox_rubbish_showsWhyAndKeepsTheValue() {
  const Desk desk("positions");
  for (const char* rubbish : {"eight", "8kk", "2^", "-1", "1e99", "0,5"}) {
    desk.type("context", QLatin1String(rubbish));
    QCOMPARE(desk.model.state().params.integer(parameter::kContext), std::int64_t{4096});
    // In the words of the panel, about what is in the box.
    QVERIFY2(
        errorOf(desk.row("context"))
            .startsWith(QStringLiteral("Context: \"") + QLatin1String(rubbish) + QLatin1Char('"')),
        rubbish);
    QVERIFY(desk.box("context")->property("wrong").toBool());
  }
  desk.type("context", QStringLiteral("8k"));
  QVERIFY(errorOf(desk.row("context")).isEmpty());
  QVERIFY(!desk.box("context")->property("wrong").toBool());
}

// What was said of the entry before is not said of the one that is being typed.
void ParameterPanelTest::numberBox_typing_takesTheMessageAway() {
  const Desk desk("positions");
  desk.type("context", QStringLiteral("eight"));
  QVERIFY(!errorOf(desk.row("context")).isEmpty());
  QTest::keyClick(desk.box("context"), Qt::Key_Backspace);
  QVERIFY(errorOf(desk.row("context")).isEmpty());
  QVERIFY(!desk.box("context")->property("wrong").toBool());
  QCOMPARE(desk.box("context")->text(), QStringLiteral("eigh"));
}

void ParameterPanelTest::numberBox_wordForANumber_isOfTheLanguage() {
  Desk desk("alibi");
  QCOMPARE(desk.box("head")->text(), QStringLiteral("steepest"));
  desk.type("head", QStringLiteral("3"));
  QCOMPARE(desk.model.state().params.integer(parameter::kHead), std::int64_t{3});
  desk.appearance.setLanguage(Language::chinese);
  desk.model.resetParameter("head");
  desk.panel.setParams(desk.model.view(), desk.model.state().params);
  const QString word =
      QString::fromStdString(renderPlain("choice.head.steepest", Language::chinese));
  QCOMPARE(desk.box("head")->text(), word);
  desk.type("head", QStringLiteral("3"));
  desk.type("head", word);
  QVERIFY(desk.model.state().params.isAutomatic(parameter::kHead));
}

// Equal in height whether they are chips or a box, and never two lines.
void ParameterPanelTest::choices_everyViewAndWidth_standInOneLine() {
  for (const Language language : allLanguages()) {
    for (const View& view : views()) {
      Desk desk(view.id);
      desk.appearance.setLanguage(language);
      for (const int width : {248, 304, 400}) {
        desk.panel.resize(width, 800);
        QCoreApplication::processEvents();
        for (ChipRow* chips : desk.panel.findChildren<ChipRow*>()) {
          if (!chips->isVisible()) {
            continue;
          }
          QVERIFY2(chips->neededWidth() <= chips->width(), view.id.c_str());
          for (const QToolButton* chip : chips->findChildren<QToolButton*>()) {
            QVERIFY(!chip->isVisible() || chip->geometry().bottom() < 2 * chip->height());
          }
        }
      }
    }
  }
}

void ParameterPanelTest::more_holdsTheRareOnesAndNamesThem() {
  const Desk desk("rope-precision");
  QVERIFY(desk.row("context")->isVisible());
  QVERIFY(!desk.row("start")->isVisible());
  QPushButton* more = nullptr;
  for (QPushButton* button : desk.panel.findChildren<QPushButton*>()) {
    more = button->property("look").toString() == QLatin1String("fold") ? button : more;
  }
  QVERIFY(more != nullptr);
  QVERIFY(more->accessibleName().contains(QStringLiteral("Start at")));
  QSignalSpy toggled(&desk.panel, &ParameterPanel::moreToggled);
  more->click();
  QCOMPARE(toggled.size(), 1);
  QVERIFY(desk.row("start")->isVisible());
  desk.type("start", QStringLiteral("7"));
  more->click();
  QVERIFY(more->accessibleName().startsWith(QStringLiteral("More: Start at")));
  QVERIFY(!desk.row("start")->isVisible());
}

void ParameterPanelTest::row_withoutEffect_isDisabledAndSaysWhy() {
  Desk desk("decay");
  QVERIFY(!desk.row("correlation")->editor().isEnabled());
  QVERIFY(desk.row("correlation")
              ->editor()
              .toolTip()
              .contains(QStringLiteral("only where Query and key is “correlated”")));
  QVERIFY(desk.model.setParameter("relation", "correlated"));
  desk.panel.setParams(desk.model.view(), desk.model.state().params);
  QVERIFY(desk.row("correlation")->editor().isEnabled());
}

void ParameterPanelTest::numberBox_escape_bringsTheValueBack() {
  const Desk desk("positions");
  desk.type("context", QStringLiteral("eight"));
  QTest::keyClick(desk.box("context"), Qt::Key_Escape);
  QCOMPARE(desk.box("context")->text(), QStringLiteral("4096"));
  QVERIFY(errorOf(desk.row("context")).isEmpty());
}

void ParameterPanelTest::slider_drag_isOneUndoStep() {
  Desk desk("positions");
  const int before = desk.model.undoStack().count();
  auto* slider = desk.row("context")->findChild<LogSlider*>();
  QVERIFY(slider != nullptr);
  slider->setSliderDown(true);
  for (int step = 1; step <= 24; ++step) {
    slider->setSliderPosition(slider->value() + 1);
  }
  slider->setSliderDown(false);
  QCOMPARE(desk.model.state().params.integer(parameter::kContext), std::int64_t{32768});
  QCOMPARE(desk.box("context")->text(), QStringLiteral("32768"));
  QCOMPARE(desk.model.undoStack().count(), before + 1);
}

void ParameterPanelTest::chip_click_setsTheFormat() {
  Desk desk("positions");
  desk.panel.resize(560, 800);  // Room for chips.
  QCoreApplication::processEvents();
  const auto* chips = desk.row("format")->findChild<ChipRow*>();
  QVERIFY(chips != nullptr && chips->isVisible());
  for (QToolButton* chip : chips->findChildren<QToolButton*>()) {
    if (chip->property("value").toString() == QLatin1String("fp16")) {
      QTest::mouseClick(chip, Qt::LeftButton);
      break;
    }
  }
  QCOMPARE(desk.model.state().params.text(parameter::kFormat), std::string("fp16"));
}

void ParameterPanelTest::reset_button_isSeenOnHoverOfChangedValuesAndMovesNothing() {
  const Desk desk("positions");
  ParameterRow* row = desk.row("context");
  ResetButton& reset = row->resetButton();
  const QRect place = desk.box("context")->geometry();
  QVERIFY(!reset.isSeen() && !reset.isEnabled());
  desk.type("context", QStringLiteral("8k"));
  QVERIFY(!reset.isSeen());
  reset.setPointedAt(true);
  QVERIFY(reset.isSeen());
  QCOMPARE(desk.box("context")->geometry(), place);
  QTest::mouseClick(&reset, Qt::LeftButton);
  QCOMPARE(desk.model.state().params.integer(parameter::kContext), std::int64_t{4096});
  QVERIFY(!reset.isSeen());
  QCOMPARE(reset.focusPolicy(), Qt::NoFocus);
}

void ParameterPanelTest::recipe_stage_isSetByItsCombo() {
  const Desk desk("alibi");
  const auto* stages = desk.panel.findChild<StagesEditor*>();
  QVERIFY(stages != nullptr);
  const auto combos = stages->findChildren<QuietCombo*>();
  QCOMPARE(combos.size(), static_cast<qsizetype>(stagesOf(Scheme::alibi).size()));
  QuietCombo* stage = combos.at(1);
  const int index = stage->findData(QStringLiteral("fp16"));
  QVERIFY(index >= 0);
  stage->setCurrentIndex(index);
  emit stage->activated(index);
  QCOMPARE(desk.model.state().params.recipe(parameter::kA).setting(Stage::slope),
           std::string_view("fp16"));
}

void ParameterPanelTest::recipe_stageThatThePageDecides_hasNoCombo() {
  const Desk desk("rotation");
  const auto* stages = desk.panel.findChild<StagesEditor*>();
  QVERIFY(stages != nullptr);
  QCOMPARE(stages->findChildren<QuietCombo*>().size(),
           static_cast<qsizetype>(stagesOf(Scheme::rope).size()) - 1);
}

QTEST_MAIN(ParameterPanelTest)
#include "parameter_panel_test.moc"
