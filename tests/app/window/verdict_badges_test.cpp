// Verdicts in the window: the badges that show them.
#include <QLabel>
#include <QPointer>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "app/panel/badge_bar.h"
#include "app/panel/verdict_popup.h"
#include "app/window/figure_card.h"
#include "core/catalogue/views.h"
#include "core/state/schema.h"
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

namespace {

/// How many there are once they are worked out.
std::size_t verdictsOf(const Figure& figure) {
  return figure.verdicts.size() + (figure.judgement == nullptr ? 0 : 3);
}

}  // namespace

class VerdictBadgesTest : public QObject {
  Q_OBJECT

 private slots:
  void badges_sayNameAndAnswer_neverByColourAlone();
  void badges_click_opensTheExplanation();
  void bar_whateverItSays_movesNothing();
  void window_everyPageAndSide_saysTheSideShownInFull();
  void window_comparingPage_showsThreeVerdicts();
  void window_sideSwitch_judgesNothingAgain();
  void window_formatsPage_hasNone();
};

void VerdictBadgesTest::badges_sayNameAndAnswer_neverByColourAlone() {
  Appearance appearance;
  appearance.setLanguage(Language::english);
  BadgeBar bar(appearance);
  bar.resize(900, 30);
  bar.setVerdicts({{"verdict.unique",
                    ColourRole::bad,
                    Text::verbatim("897 places"),
                    {},
                    {},
                    Text::verbatim("positions unique: no")},
                   {"verdict.relative",
                    ColourRole::good,
                    Text::verbatim("none"),
                    {},
                    {},
                    Text::verbatim("distance only: yes")}},
                  Text::verbatim("A module cast"));
  const auto badges = badgesOf(bar);
  QCOMPARE(badges.size(), 2);
  QVERIFY(badges[0]->text().startsWith(QStringLiteral("■")));
  QVERIFY(badges[1]->text().startsWith(QStringLiteral("●")));
  QCOMPARE(badges[0]->text(), QStringLiteral("■  positions unique: no"));
  QCOMPARE(badges[0]->accessibleName(),
           QStringLiteral("A module cast, positions unique: no: 897 places"));
  QVERIFY(badges[0]->toolTip().startsWith(QStringLiteral("897 places")));
  QCOMPARE(badges[0]->cursor().shape(), Qt::PointingHandCursor);
  QVERIFY(!bar.isHidden());
  bar.setVerdicts({});
  QVERIFY(bar.isHidden());
}

// Laid out for its words, all of which can be selected; Escape closes it.
void VerdictBadgesTest::badges_click_opensTheExplanation() {
  Appearance appearance;
  BadgeBar bar(appearance);
  bar.resize(900, 30);
  Verdict verdict{"verdict.unique",
                  ColourRole::bad,
                  Text::verbatim("897 places"),
                  {{Text::verbatim("First pair"), Text::verbatim("256 = 257"), {}, {}}},
                  Text::verbatim("Do two positions share everything?"),
                  Text::verbatim("positions unique: no")};
  bar.setVerdicts({verdict});
  bar.show();
  badgesOf(bar).front()->click();
  QPointer<VerdictPopup> popup = bar.findChild<VerdictPopup*>();
  QVERIFY(popup != nullptr);
  QVERIFY(popup->isVisible());
  const auto labels = popup->findChildren<QLabel*>();
  QCOMPARE(labels.size(), 1);
  QLabel* words = labels.front();
  for (const char* said : {"share everything", "256 = 257", "897 places", "positions unique: no"}) {
    QVERIFY2(words->text().contains(QLatin1String(said)), said);
  }
  QVERIFY(words->textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
  QVERIFY(words->textInteractionFlags().testFlag(Qt::TextSelectableByKeyboard));
  // No holes: as high as the words are at its width.
  QCOMPARE(words->height(), words->heightForWidth(words->width()));
  QTest::keyClick(words, Qt::Key_Escape);
  QTRY_VERIFY(popup.isNull());
}

// Whatever it says, it is one line high and asks for no width.
void VerdictBadgesTest::bar_whateverItSays_movesNothing() {
  Appearance appearance;
  appearance.setLanguage(Language::english);
  BadgeBar bar(appearance);
  bar.resize(712, 26);
  const QSize before = bar.sizeHint();
  bar.setVerdicts({{"verdict.unique",
                    ColourRole::bad,
                    Text::verbatim("897 places"),
                    {},
                    {},
                    Text::verbatim("positions unique: no")}},
                  Text::verbatim("A module cast"), Text::verbatim("of Context: 4096"));
  bar.setProgress(0.42);
  QCOMPARE(bar.sizeHint(), before);
  QCOMPARE(bar.minimumSizeHint().width(), 0);
  const auto badges = badgesOf(bar);
  QVERIFY(!badges.front()->isEnabled());
}

// Over all pages, sides and languages, at 1280 x 720.
void VerdictBadgesTest::window_everyPageAndSide_saysTheSideShownInFull() {
  WindowFixture fixture(QString(), true);
  fixture.window().resize(1280, 720);
  QVERIFY(fixture.showAndSettle());
  const BadgeBar& bar = fixture.window().card().badges();
  Presenter& presenter = fixture.window().presenter();
  for (const View& view : views()) {
    fixture.model().selectView(view.id);
    QVERIFY(fixture.settle());
    for (const Side side : kSides) {
      if (view.compares) {
        QVERIFY(fixture.model().setParameter("show", std::string(sideName(side))));
        QTRY_VERIFY_WITH_TIMEOUT(presenter.figure()->side == side, 60000);
      }
      QTRY_COMPARE_WITH_TIMEOUT(bar.verdicts().size(), verdictsOf(*presenter.figure()), 60000);
      QVERIFY(bar.whose() == presenter.figure()->verdictsOf);
      if (view.compares && !bar.verdicts().empty()) {
        QVERIFY(bar.whose() == sideTitle(fixture.model().state().params, side));
      }
      for (const Language language : allLanguages()) {
        fixture.appearance().setLanguage(language);
        for (const QToolButton* badge : badgesOf(bar)) {
          QVERIFY2(!badge->text().contains(QChar(0x2026)), qPrintable(badge->text()));
          QVERIFY(badge->geometry().right() < bar.width());
        }
      }
    }
  }
}

void VerdictBadgesTest::window_comparingPage_showsThreeVerdicts() {
  WindowFixture fixture(QString(), true);
  fixture.model().selectView("decay");
  const BadgeBar& bar = fixture.window().card().badges();
  QTRY_COMPARE(bar.verdicts().size(), std::size_t{3});
  // The reference is neither good nor bad, and has nothing to answer; A is.
  QTRY_COMPARE(badgesOf(bar).size(), 0);
  QVERIFY(!bar.isHidden());
  QVERIFY(bar.verdicts()[0].role == ColourRole::neutral);
  QVERIFY(fixture.model().setParameter("show", "a"));
  QTRY_VERIFY(bar.verdicts()[0].role == ColourRole::bad);
  QCOMPARE(badgesOf(bar).size(), 3);
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
