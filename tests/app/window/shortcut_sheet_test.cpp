// The sheet has every key, and no key twice.
#include <QDialog>
#include <QLabel>
#include <QSet>

#include "app/plot/plot_keys.h"
#include "app/window/actions.h"
#include "app/window/shortcut_sheet.h"
#include "core/catalogue/views.h"
#include "window_fixture.h"

using namespace poscope;

class ShortcutSheetTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { fixture_ = std::make_unique<WindowFixture>(QString(), true); }
  void cleanup() { fixture_.reset(); }
  void sheet_hasEveryShortcutOfTheWindow_data() { addLanguages(); }
  void sheet_hasEveryShortcutOfTheWindow();
  void sheet_noKeyTwice_data() { addLanguages(); }
  void sheet_noKeyTwice();
  void command_opensIt();

 private:
  static void addLanguages() {
    QTest::addColumn<Language>("language");
    for (const Language language : allLanguages()) {
      QTest::newRow(std::string(languageName(language)).c_str()) << language;
    }
  }
  std::unique_ptr<WindowFixture> fixture_;
};

void ShortcutSheetTest::sheet_hasEveryShortcutOfTheWindow() {
  QFETCH(Language, language);
  fixture_->appearance().setLanguage(language);
  const Actions& actions = fixture_->window().actions();
  const auto sections = shortcutSections(actions, fixture_->appearance());
  QStringList keys;
  for (const ShortcutRow& row : sections.front().rows) {
    keys << row.keys;
    QVERIFY(!row.words.isEmpty() && !row.words.startsWith(QLatin1Char('[')));
  }
  int seen = 0;
  for (const QAction* action : static_cast<const QWidget&>(fixture_->window()).actions()) {
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    const bool noView = key.startsWith(QStringLiteral("Ctrl+")) && key.back().isDigit() &&
                        key.back().digitValue() > static_cast<int>(views().size());
    if (!key.isEmpty() && !noView) {
      QVERIFY2(keys.contains(key), qPrintable(key));
      ++seen;
    }
  }
  QVERIFY(seen > 15);
  std::size_t plotKeys = 0;
  for (const ShortcutRow& row : sections.at(1).rows) {
    plotKeys += row.keys.isEmpty() ? 0 : 1;
  }
  QCOMPARE(plotKeys, plotDeeds().size());
}

void ShortcutSheetTest::sheet_noKeyTwice() {
  QFETCH(Language, language);
  fixture_->appearance().setLanguage(language);
  for (const ShortcutSection& section :
       shortcutSections(fixture_->window().actions(), fixture_->appearance())) {
    QSet<QString> keys;
    for (const ShortcutRow& row : section.rows) {
      for (const QString& key : row.keys.split(QStringLiteral("   "))) {
        QVERIFY2(!keys.contains(key), qPrintable(key));
        keys.insert(key);
      }
    }
  }
}

void ShortcutSheetTest::command_opensIt() {
  QVERIFY(fixture_->showAndSettle());
  QTest::keyClick(&fixture_->window(), Qt::Key_Question);
  auto* const sheet = fixture_->window().findChild<ShortcutSheet*>();
  QVERIFY(sheet != nullptr);
  QVERIFY(sheet->isVisible());
  QVERIFY(sheet->findChildren<QLabel*>().size() > 40);
  sheet->reject();
}

QTEST_MAIN(ShortcutSheetTest)
#include "shortcut_sheet_test.moc"
