// Controls from a schema: what boxes accept, what they refuse, and how a refusal shows.
#include <QLabel>
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
    QTest::keyClicks(target, text);
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
  void numberBox_escape_bringsTheValueBack();
  void slider_drag_isOneUndoStep();
  void chip_click_setsTheFormat();
  void reset_button_isThereOnlyForChangedValues();
  void recipe_stage_isSetByItsCombo();
};

void ParameterPanelTest::rows_everyView_followTheSchema() {
  for (const View& view : views()) {
    const Desk desk(view.id);
    std::vector<std::string> expected;
    for (const ParameterSpec& spec : view.schema) {
      if (!spec.hidden && !(view.compares && spec.name == "show")) {
        expected.push_back(spec.name);
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
  for (const char* rubbish : {"eight", "8kk", "2^", "-1", "1e99"}) {
    desk.type("context", QLatin1String(rubbish));
    QCOMPARE(desk.model.state().params.integer(parameter::kContext), std::int64_t{4096});
    QVERIFY2(!errorOf(desk.row("context")).isEmpty(), rubbish);
    QVERIFY(desk.box("context")->property("wrong").toBool());
  }
  desk.type("context", QStringLiteral("8k"));
  QVERIFY(errorOf(desk.row("context")).isEmpty());
  QVERIFY(!desk.box("context")->property("wrong").toBool());
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
  const Desk desk("positions");
  const auto* chips = desk.row("format")->findChild<ChipRow*>();
  QVERIFY(chips != nullptr);
  for (QToolButton* chip : chips->findChildren<QToolButton*>()) {
    if (chip->property("value").toString() == QLatin1String("fp16")) {
      QTest::mouseClick(chip, Qt::LeftButton);
      break;
    }
  }
  QCOMPARE(desk.model.state().params.text(parameter::kFormat), std::string("fp16"));
}

void ParameterPanelTest::reset_button_isThereOnlyForChangedValues() {
  const Desk desk("positions");
  const auto resetOf = [&]() -> QToolButton* {
    for (QToolButton* button : desk.row("context")->findChildren<QToolButton*>()) {
      if (button->text() == QStringLiteral("•")) {
        return button;
      }
    }
    return nullptr;
  };
  QVERIFY(resetOf() != nullptr);
  QVERIFY(resetOf()->isHidden());
  desk.type("context", QStringLiteral("8k"));
  QVERIFY(!resetOf()->isHidden());
  QTest::mouseClick(resetOf(), Qt::LeftButton);
  QCOMPARE(desk.model.state().params.integer(parameter::kContext), std::int64_t{4096});
  QVERIFY(resetOf()->isHidden());
}

void ParameterPanelTest::recipe_stage_isSetByItsCombo() {
  const Desk desk("alibi");
  const auto combos = desk.row("a")->findChildren<QuietCombo*>();
  QCOMPARE(combos.size(), static_cast<qsizetype>(1 + stagesOf(Scheme::alibi).size()));
  QuietCombo* stage = combos.at(2);
  const int index = stage->findData(QStringLiteral("fp16"));
  QVERIFY(index >= 0);
  stage->setCurrentIndex(index);
  emit stage->activated(index);
  QCOMPARE(desk.model.state().params.recipe(parameter::kA).setting(Stage::slope),
           std::string_view("fp16"));
}

QTEST_MAIN(ParameterPanelTest)
#include "parameter_panel_test.moc"
