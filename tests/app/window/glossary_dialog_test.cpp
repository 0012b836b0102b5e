// F1 and what a term means where the mouse rests on it.
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QToolTip>

#include "app/window/actions.h"
#include "app/window/glossary_dialog.h"
#include "app/window/term_hover.h"
#include "window_fixture.h"

using namespace poscope;

namespace {

QString textOf(const GlossaryDialog& dialog) {
  return dialog.findChild<QTextBrowser*>()->toPlainText();
}

/// Where the middle of `words` stands in a label that is laid out on one line.
QPoint placeOf(const QLabel& label, const QString& words) {
  const QString before = label.text().left(label.text().indexOf(words));
  const QFontMetrics metrics(label.font());
  return {metrics.horizontalAdvance(before) + metrics.horizontalAdvance(words) / 2,
          label.height() / 2};
}

}  // namespace

class GlossaryDialogTest : public QObject {
  Q_OBJECT

 private slots:
  void f1_opensTheGlossary();
  void f1_withATermUnderFocus_opensItThere();
  void f1_twice_keepsOneDialog();
  void search_showsTheBestEntry();
  void search_withoutMatch_saysSo();
  void text_linksToTheOtherTerms();
  void link_ofATerm_opensItsPage();
  void language_chinese_translatesTheGlossary();
  void tip_inALabel_isThatOfTheTermUnderTheMouse();
  void tip_ofAButton_addsToItsOwnTip();
  void tip_whereNoTermIs_isNone();
};

void GlossaryDialogTest::f1_opensTheGlossary() {
  WindowFixture fixture(QString(), true);
  QVERIFY(fixture.showAndSettle());
  QCOMPARE(fixture.window().actions()[Command::glossary]->shortcut(), QKeySequence(Qt::Key_F1));
  fixture.window().actions()[Command::glossary]->trigger();
  const auto* dialog = fixture.window().findChild<GlossaryDialog*>();
  QVERIFY(dialog != nullptr && dialog->isVisible());
  QVERIFY(!dialog->isModal());
  QVERIFY(!textOf(*dialog).isEmpty());
}

void GlossaryDialogTest::f1_withATermUnderFocus_opensItThere() {
  Appearance appearance;
  appearance.setLanguage(Language::english);
  QWidget room;
  auto* label = new QLabel(QStringLiteral("Base"), &room);
  auto* box = new QLineEdit(&room);
  label->setBuddy(box);
  auto* inner = new QLineEdit(box);
  const GlossaryEntry* entry = termOf(inner, appearance);
  QVERIFY(entry != nullptr);
  QCOMPARE(entry->id, std::string("base"));
  const QToolButton button;
  QVERIFY(termOf(&button, appearance) == nullptr);
}

void GlossaryDialogTest::f1_twice_keepsOneDialog() {
  WindowFixture fixture(QString(), true);
  QVERIFY(fixture.showAndSettle());
  fixture.window().actions()[Command::glossary]->trigger();
  fixture.window().actions()[Command::glossary]->trigger();
  QCOMPARE(fixture.window().findChildren<GlossaryDialog*>().size(), 1);
}

void GlossaryDialogTest::search_showsTheBestEntry() {
  Appearance appearance;
  GlossaryDialog dialog(appearance);
  dialog.findChild<QLineEdit*>()->setText(QStringLiteral("bfloat"));
  QVERIFY(dialog.entry() != nullptr);
  QCOMPARE(dialog.entry()->id, std::string("bf16"));
  QVERIFY(textOf(dialog).contains(QStringLiteral("16")));
}

void GlossaryDialogTest::search_withoutMatch_saysSo() {
  Appearance appearance;
  GlossaryDialog dialog(appearance);
  dialog.findChild<QLineEdit*>()->setText(QStringLiteral("no such words"));
  QVERIFY(dialog.entry() == nullptr);
  QVERIFY(textOf(dialog).contains(QStringLiteral("no such words")));
  dialog.findChild<QLineEdit*>()->clear();
  QVERIFY(dialog.entry() != nullptr);
}

void GlossaryDialogTest::text_linksToTheOtherTerms() {
  Appearance appearance;
  GlossaryDialog dialog(appearance);
  dialog.showEntry(findGlossaryEntry("slope"));
  auto* text = dialog.findChild<QTextBrowser*>();
  QVERIFY(text->toHtml().contains(QStringLiteral("entry:term/alibi")));
  emit text->anchorClicked(QUrl(QStringLiteral("entry:term/alibi")));
  QCOMPARE(dialog.entry()->id, std::string("alibi"));
}

void GlossaryDialogTest::link_ofATerm_opensItsPage() {
  WindowFixture fixture(QString(), true);
  QVERIFY(fixture.showAndSettle());
  fixture.window().actions()[Command::glossary]->trigger();
  auto* dialog = fixture.window().findChild<GlossaryDialog*>();
  dialog->showEntry(findGlossaryEntry("slope"));
  emit dialog->findChild<QTextBrowser*>()->anchorClicked(QUrl(QStringLiteral("view:alibi")));
  QCOMPARE(fixture.model().state().view, std::string("alibi"));
  QVERIFY(fixture.settle());
}

void GlossaryDialogTest::language_chinese_translatesTheGlossary() {
  Appearance appearance;
  appearance.setLanguage(Language::chinese);
  GlossaryDialog dialog(appearance);
  dialog.showEntry(findGlossaryEntry("collision"));
  QCOMPARE(dialog.windowTitle(), QStringLiteral("术语表"));
  QVERIFY(textOf(dialog).startsWith(QStringLiteral("碰撞")));
}

void GlossaryDialogTest::tip_inALabel_isThatOfTheTermUnderTheMouse() {
  Appearance appearance;
  appearance.setLanguage(Language::english);
  for (const bool rich : {false, true}) {
    QLabel label(QStringLiteral("positions and their places"));
    label.setTextFormat(rich ? Qt::RichText : Qt::PlainText);
    label.resize(400, 30);
    const TermTip tip = termTipAt(&label, placeOf(label, QStringLiteral("places")), appearance);
    QVERIFY(tip.html.contains(appearance.say(findGlossaryEntry("place")->about).toHtmlEscaped()));
    QVERIFY(tip.inText);
    QVERIFY(tip.where.contains(placeOf(label, QStringLiteral("places"))));
    QVERIFY(!tip.where.contains(placeOf(label, QStringLiteral("positions"))));
  }
}

void GlossaryDialogTest::tip_ofAButton_addsToItsOwnTip() {
  Appearance appearance;
  appearance.setLanguage(Language::english);
  QToolButton button;
  button.setText(QStringLiteral("bf16"));
  button.setToolTip(QStringLiteral("The model's format."));
  const TermTip tip = termTipAt(&button, {2, 2}, appearance);
  QVERIFY(tip.html.contains(QStringLiteral("The model's format.").toHtmlEscaped()));
  QVERIFY(tip.html.contains(QStringLiteral("256")));
  QVERIFY(!tip.inText);
}

void GlossaryDialogTest::tip_whereNoTermIs_isNone() {
  Appearance appearance;
  appearance.setLanguage(Language::english);
  QLabel label(QStringLiteral("positions and their places"));
  label.resize(400, 30);
  QVERIFY(termTipAt(&label, placeOf(label, QStringLiteral("and")), appearance).html.isEmpty());
  QVERIFY(termTipAt(&label, {395, 15}, appearance).html.isEmpty());
}

QTEST_MAIN(GlossaryDialogTest)
#include "glossary_dialog_test.moc"
