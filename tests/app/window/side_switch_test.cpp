// Switching, blinking and `show` in the state build nothing, and what is on the page follows.
#include "app/panel/badge_bar.h"
#include "core/state/difference.h"
#include "counted_page.h"

using namespace poscope;

class SideSwitchTest : public QObject {
  Q_OBJECT

 private slots:
  void show_everyComparingView_buildsOnce_data() {
    addComparingViews();
    QTest::newRow("matrix") << QStringLiteral("poscope:alibi?picture=matrix&context=1M&length=1M");
  }
  void show_everyComparingView_buildsOnce() {
    QFETCH(QString, link);
    CountedPage page(link.toUtf8().constData());
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    for (const Side side : {Side::b, Side::difference, Side::reference, Side::a}) {
      QVERIFY(page.model.setParameter("show", std::string(sideName(side))));
      QVERIFY(page.shows(side));  // At once: nothing is computed.
      QVERIFY(page.card.plot().complete());
      const auto state = parseLink(page.linkShown());
      QVERIFY(state && shownSide(state->params) == side);
      QCOMPARE(page.sentence(),
               renderPlain(page.presenter.figure()->finding.sentence, Language::english));
    }
    QCOMPARE(builds.load(), 1);
  }

  void difference_everyKind_buildsNothing() {
    CountedPage page("poscope:decay?context=4096&show=difference");
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    for (const char* kind : {"absolute", "log10", "signed"}) {
      QVERIFY(page.model.setParameter("difference", kind));
      QTRY_COMPARE(differenceOf(*page.presenter.figure()), *findDifference(kind));
      QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
      QVERIFY(page.shows(Side::difference));
      const auto state = parseLink(page.linkShown());
      QVERIFY(state && shownDifference(state->params) == *findDifference(kind));
    }
    QCOMPARE(builds.load(), 1);
  }

  void blink_held_showsTheOtherSideAndComesBack() {
    CountedPage page("poscope:positions?format=bf16&format_b=fp32&context=4096");
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    const std::string a = page.sentence();
    QSignalSpy shown(&page.presenter, &Presenter::sideShown);
    page.presenter.setBlinking(true);
    QVERIFY(page.shows(Side::b));
    QVERIFY(page.sentence() != a);
    QCOMPARE(shown.size(), 1);
    page.presenter.setBlinking(false);
    QVERIFY(page.shows(Side::a));
    QCOMPARE(page.sentence(), a);
    QCOMPARE(builds.load(), 1);
  }

  void verdicts_followTheSideWithoutJudgingAgain() {
    CountedPage page("poscope:rope-precision?context=1024");
    QTRY_COMPARE_WITH_TIMEOUT(page.verdicts(), std::vector<ColourRole>(3, ColourRole::bad), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(page.model.setParameter("show", "b"));
    QCOMPARE(page.verdicts(), std::vector<ColourRole>(3, ColourRole::good));
    QVERIFY(page.presenter.verdictsOf().empty());
  }

  void show_beforeTheOthersAreThere_isMadeAndShown() {
    CountedPage page("poscope:decay?context=4096");
    QTRY_VERIFY_WITH_TIMEOUT(page.presenter.figure() != nullptr, 60000);
    QVERIFY(page.model.setParameter("show", "difference"));
    QTRY_VERIFY_WITH_TIMEOUT(page.shows(Side::difference), 60000);
    QCOMPARE(builds.load(), 1);
  }

  void firstSide_isTheOneOfTheState() {
    CountedPage page("poscope:alibi?show=b");
    QTRY_VERIFY_WITH_TIMEOUT(page.presenter.figure() != nullptr, 60000);
    QVERIFY(page.shows(Side::b));
  }
};

QTEST_MAIN(SideSwitchTest)
#include "side_switch_test.moc"
