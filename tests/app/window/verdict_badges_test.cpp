// Verdicts in the window: the badges that show them.
#include <QFrame>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "app/panel/badge_bar.h"
#include "app/window/figure_card.h"
#include "tests/app/window/window_fixture.h"

using namespace poscope;

namespace {

QList<QToolButton*> badgesOf(const QWidget& bar) {
  QList<QToolButton*> badges;
  for (QToolButton* badge : bar.findChildren<QToolButton*>()) {
    if (!badge->isHidden()) {
      badges << badge;
    }
  }
  return badges;
}

}  // namespace

class VerdictBadgesTest : public QObject {
  Q_OBJECT

 private slots:
  void badges_sayNameAndAnswer_neverByColourAlone();
  void badges_click_opensTheExplanation();
  void window_comparingPage_showsThreeVerdicts();
  void window_sideSwitch_judgesNothingAgain();
  void window_formatsPage_hasNone();
};

void VerdictBadgesTest::badges_sayNameAndAnswer_neverByColourAlone() {
  Appearance appearance;
  appearance.setLanguage(Language::english);
  BadgeBar bar(appearance);
  bar.resize(900, 30);
  bar.setVerdicts({{"verdict.unique", ColourRole::bad, Text::verbatim("897 places"), {}, {}},
                   {"verdict.relative", ColourRole::good, Text::verbatim("none"), {}, {}}});
  const auto badges = badgesOf(bar);
  QCOMPARE(badges.size(), 2);
  QVERIFY(badges[0]->text().startsWith(QStringLiteral("■")));
  QVERIFY(badges[1]->text().startsWith(QStringLiteral("●")));
  QCOMPARE(badges[0]->accessibleName(), QStringLiteral("Unique: 897 places"));
  QVERIFY(!bar.isHidden());
  bar.setVerdicts({});
  QVERIFY(bar.isHidden());
}

void VerdictBadgesTest::badges_click_opensTheExplanation() {
  Appearance appearance;
  BadgeBar bar(appearance);
  bar.resize(900, 30);
  bar.setVerdicts({{"verdict.unique",
                    ColourRole::bad,
                    Text::verbatim("897 places"),
                    {},
                    Text::verbatim("Do two positions share everything?")}});
  bar.show();
  badgesOf(bar).front()->click();
  QFrame* popup = nullptr;
  for (QFrame* frame : bar.findChildren<QFrame*>()) {
    popup = frame->windowType() == Qt::Popup ? frame : popup;
  }
  QVERIFY(popup != nullptr);
  QVERIFY(popup->isVisible());
  bool explained = false;
  for (const QLabel* label : popup->findChildren<QLabel*>()) {
    explained = explained || label->text().contains(QStringLiteral("share everything"));
  }
  QVERIFY(explained);
  popup->close();
}

void VerdictBadgesTest::window_comparingPage_showsThreeVerdicts() {
  WindowFixture fixture(QString(), true);
  fixture.model().selectView("decay");
  const BadgeBar& bar = fixture.window().card().badges();
  QTRY_COMPARE(bar.verdicts().size(), std::size_t{3});
  QTRY_COMPARE(badgesOf(bar).size(), 3);
  // The reference is neither good nor bad; A is.
  QVERIFY(bar.verdicts()[0].role == ColourRole::neutral);
  QVERIFY(fixture.model().setParameter("show", "a"));
  QTRY_VERIFY(bar.verdicts()[0].role == ColourRole::bad);
}

void VerdictBadgesTest::window_sideSwitch_judgesNothingAgain() {
  WindowFixture fixture(QString(), true);
  fixture.model().selectView("decay");
  const BadgeBar& bar = fixture.window().card().badges();
  QTRY_COMPARE(bar.verdicts().size(), std::size_t{3});
  const auto before = fixture.window().presenter().figure();
  QVERIFY(fixture.model().setParameter("show", "b"));
  QTRY_VERIFY(fixture.window().presenter().figure() != before);
  QCOMPARE(bar.verdicts().size(), std::size_t{3});
  QVERIFY(badgesOf(bar).front()->isEnabled());
}

void VerdictBadgesTest::window_formatsPage_hasNone() {
  WindowFixture fixture(QString(), true);
  fixture.model().selectView("decay");
  const BadgeBar& bar = fixture.window().card().badges();
  QTRY_COMPARE(bar.verdicts().size(), std::size_t{3});
  fixture.model().selectView("formats");
  QTRY_VERIFY(bar.isHidden());
}

QTEST_MAIN(VerdictBadgesTest)
#include "verdict_badges_test.moc"
