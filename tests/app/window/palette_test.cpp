// The palette: what words find, in both languages, and where it goes.
#include <QApplication>
#include <QLineEdit>
#include <QTreeWidget>

#include "app/panel/parameter_panel.h"
#include "app/panel/parameter_row.h"
#include "app/window/actions.h"
#include "app/window/glossary_dialog.h"
#include "app/window/palette.h"
#include "core/catalogue/glossary.h"
#include "core/catalogue/views.h"
#include "core/model/presets.h"
#include "window_fixture.h"

using namespace poscope;

class PaletteTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    fixture_ = std::make_unique<WindowFixture>(QString(), true);
    QVERIFY(fixture_->showAndSettle());
  }
  void cleanup() { fixture_.reset(); }
  void matchRank_isPredictable_data();
  void matchRank_isPredictable();
  void everyView_isFoundInEveryLanguage_whateverIsShown();
  void everyCommand_isFoundInEveryLanguage();
  void everyPreset_isFound();
  void everyTerm_isFoundInEveryLanguage();
  void term_opensTheGlossary();
  void keyboard_goesToAPage();
  void parameter_getsTheKeyboard();
  void recipe_getsTheKeyboard_notItsStages();
  void parameterAndValue_setsIt();
  void parameterAndBadValue_isNotOffered();
  void choiceByItsLabel_isSet();
  void recipe_isSetForItsSide();
  void nothing_saysSo();
  void escape_givesTheKeyboardBack();
  void shortcut_worksInABox();

 private:
  Palette& opened(const QString& words) {
    Palette& palette = fixture_->window().paletteSheet();
    if (!palette.isVisible()) {
      fixture_->window().actions()[Command::palette]->trigger();
    }
    palette.box().setText(words);
    return palette;
  }
  QString firstTitle(const QString& words) {
    const PaletteEntry* const entry = opened(words).chosen();
    return entry == nullptr ? QString() : entry->title;
  }
  void go(const QString& words) {
    opened(words);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  }
  std::unique_ptr<WindowFixture> fixture_;
};

void PaletteTest::matchRank_isPredictable_data() {
  QTest::addColumn<QString>("words");
  QTest::addColumn<int>("rank");
  QTest::newRow("whole") << "copy figure" << 0;
  QTest::newRow("capitals, blanks") << "  COPY   Figure " << 0;
  QTest::newRow("beginning") << "cop" << 1;
  QTest::newRow("beginnings of words") << "fig cop" << 2;
  QTest::newRow("one word") << "fig" << 2;
  QTest::newRow("part") << "igur" << 3;
  QTest::newRow("letters in order") << "cpfg" << 4;
  QTest::newRow("letters in another order") << "gfpc" << -1;
  QTest::newRow("nothing asked") << "" << 1;
  QTest::newRow("more than there is") << "copy figures" << -1;
}

void PaletteTest::matchRank_isPredictable() {
  QFETCH(QString, words);
  QFETCH(int, rank);
  QCOMPARE(matchRank(words, QStringLiteral("Copy figure")), rank);
}

void PaletteTest::everyView_isFoundInEveryLanguage_whateverIsShown() {
  for (const Language shown : allLanguages()) {
    fixture_->appearance().setLanguage(shown);
    for (const View& view : views()) {
      const Text title(view.id + ".title");
      for (const Language asked : allLanguages()) {
        const QString words = QString::fromStdString(renderPlain(title, asked));
        QCOMPARE(firstTitle(words), fixture_->appearance().say(title));
      }
    }
    fixture_->window().paletteSheet().leave();
  }
}

void PaletteTest::everyCommand_isFoundInEveryLanguage() {
  const Actions& actions = fixture_->window().actions();
  for (std::size_t k = 0; k < kCommandCount; ++k) {
    const auto command = static_cast<Command>(k);
    if (command == Command::palette || !actions[command]->isEnabled()) {
      continue;
    }
    for (const Language asked : allLanguages()) {
      const QString words = Actions::name(command, asked);
      const Palette& palette = opened(words);
      bool found = false;
      for (int row = 0; row < palette.list().topLevelItemCount(); ++row) {
        found = found || palette.list().topLevelItem(row)->text(0) == actions[command]->text();
      }
      QVERIFY2(found, qPrintable(words));
    }
  }
  QVERIFY(Actions::name(Command::undo, Language::chinese) !=
          Actions::name(Command::undo, Language::english));
}

void PaletteTest::everyPreset_isFound() {
  for (const ModelPreset& preset : modelPresets()) {
    const QString title = QString::fromStdString(preset.title);
    QCOMPARE(firstTitle(title), title);
    QCOMPARE(firstTitle(QString::fromStdString(preset.id)), title);
  }
}

void PaletteTest::everyTerm_isFoundInEveryLanguage() {
  for (const GlossaryEntry& term : glossary()) {
    for (const Language asked : allLanguages()) {
      const QString title = fixture_->appearance().say(term.name);
      const Palette& palette = opened(QString::fromStdString(renderPlain(term.name, asked)));
      bool found = false;
      for (int row = 0; row < palette.list().topLevelItemCount(); ++row) {
        found = found || palette.list().topLevelItem(row)->text(0) == title;
      }
      QVERIFY2(found, qPrintable(title));
    }
  }
}

void PaletteTest::term_opensTheGlossary() {
  const QString word = fixture_->appearance().say(findGlossaryEntry("collision")->name);
  go(word);
  auto* const dialog = fixture_->window().findChild<GlossaryDialog*>();
  QVERIFY(dialog != nullptr);
  QVERIFY(dialog->isVisible());
  dialog->close();
}

void PaletteTest::keyboard_goesToAPage() {
  QTest::keyClick(&fixture_->window(), Qt::Key_K, Qt::ControlModifier);
  const Palette& palette = fixture_->window().paletteSheet();
  QVERIFY(palette.isVisible());
  QCOMPARE(QApplication::focusWidget(), &palette.box());
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("alibi"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  QCOMPARE(fixture_->model().state().view, std::string("alibi"));
  QVERIFY(!palette.isVisible());
}

void PaletteTest::parameter_getsTheKeyboard() {
  go(QStringLiteral("context"));
  const QWidget* const now = QApplication::focusWidget();
  QVERIFY(now != nullptr);
  const auto& rows = fixture_->window().parameters().rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [](const ParameterRow* each) {
    return each->name() == parameter::kContext.name;
  });
  QVERIFY(row != rows.end());
  QVERIFY((*row)->isAncestorOf(now));
  QVERIFY(fixture_->window().parameters().isAncestorOf(now));
}

void PaletteTest::recipe_getsTheKeyboard_notItsStages() {
  fixture_->model().selectView("rope-precision");
  QVERIFY(fixture_->settle());
  fixture_->window().parameters().focusControl(QStringLiteral("a"));
  QVERIFY(!fixture_->window().parameters().isMoreShown());
}

void PaletteTest::parameterAndValue_setsIt() {
  QCOMPARE(firstTitle(QStringLiteral("context 8k")), QStringLiteral("Context: 8,192"));
  go(QStringLiteral("context 8k"));
  QCOMPARE(fixture_->model().state().params.integer(parameter::kContext), std::int64_t{8192});
  fixture_->appearance().setLanguage(Language::chinese);
  const QString context = fixture_->appearance().say(Text("parameter.context"));
  go(context + QStringLiteral(" 2048"));
  QCOMPARE(fixture_->model().state().params.integer(parameter::kContext), std::int64_t{2048});
}

void PaletteTest::parameterAndBadValue_isNotOffered() {
  const QString first = firstTitle(QStringLiteral("context many"));
  QVERIFY2(!first.contains(QStringLiteral("many")), qPrintable(first));
}

void PaletteTest::choiceByItsLabel_isSet() {
  go(QStringLiteral("format fp16"));
  QCOMPARE(fixture_->model().state().params.written("format"), std::string("fp16"));
}

void PaletteTest::recipe_isSetForItsSide() {
  fixture_->model().selectView("rope-precision");
  QVERIFY(fixture_->settle());
  const auto& recipes = recipesOf(Scheme::rope);
  const auto wanted = std::find_if(recipes.begin(), recipes.end(), [&](const Recipe& recipe) {
    return recipe.id != fixture_->model().state().params.written("b");
  });
  const Palette& palette = opened(QString::fromStdString(wanted->id));
  int row = -1;
  for (int k = 0; k < palette.list().topLevelItemCount(); ++k) {
    const QString title = palette.list().topLevelItem(k)->text(0);
    if (row < 0 && title.startsWith(QStringLiteral("Recipe B: "))) {
      row = k;
    }
  }
  QVERIFY(row >= 0);
  for (int k = 0; k < row; ++k) {
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
  }
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  QCOMPARE(fixture_->model().state().params.written("b"), wanted->id);
}

void PaletteTest::nothing_saysSo() {
  const Palette& palette = opened(QStringLiteral("qqxxzzww"));
  QVERIFY(palette.chosen() == nullptr);
  QVERIFY(!palette.list().isVisible());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  QVERIFY(palette.isVisible());
}

void PaletteTest::escape_givesTheKeyboardBack() {
  QWidget* const plot = fixture_->window().card().plot().focusProxy();
  plot->setFocus();
  const Palette& palette = opened({});
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  QVERIFY(!palette.isVisible());
  QCOMPARE(QApplication::focusWidget(), plot);
}

void PaletteTest::shortcut_worksInABox() {
  go(QStringLiteral("context"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_K, Qt::ControlModifier);
  QVERIFY(fixture_->window().paletteSheet().isVisible());
}

QTEST_MAIN(PaletteTest)
#include "palette_test.moc"
