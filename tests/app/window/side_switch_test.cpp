// Switching, blinking and `show` in the state build nothing, and what is on the page follows.
#include <QLabel>
#include <QtTest>
#include <atomic>
#include <memory>

#include "app/panel/appearance.h"
#include "app/panel/badge_bar.h"
#include "app/plot/figure_view.h"
#include "app/plot/shared_cursor.h"
#include "app/window/figure_card.h"
#include "app/window/headline.h"
#include "app/window/presenter.h"
#include "app/window/state_model.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/state/schema.h"

using namespace poscope;

namespace {

std::atomic<int> builds;

Latest<BuiltFigure>::Work countedBuild(State state, Inputs inputs,
                                       std::shared_ptr<const Backend> backend) {
  return [work = buildWork(std::move(state), std::move(inputs), std::move(backend))](
             const Job<BuiltFigure>& job) {
    ++builds;
    return work(job);
  };
}

struct Page {
  Appearance appearance;
  StateModel model;
  SharedCursor cursor;
  FigureCard card{appearance, cursor};
  Presenter presenter{model, makeCpuBackend(), card, nullptr, countedBuild};

  explicit Page(const char* link) {
    builds = 0;
    appearance.setLanguage(Language::english);
    const auto state = parseLink(link);
    card.resize(900, 700);
    card.show();
    model.restore({state->view, {*state}, {}});
  }
  [[nodiscard]] std::string sentence() const { return card.headline().sentence().toStdString(); }
  [[nodiscard]] bool shows(Side side) const {
    return presenter.figure() != nullptr && presenter.figure()->side == side;
  }
  [[nodiscard]] std::string linkShown() const { return presenter.figure()->source.link; }
  [[nodiscard]] bool ready() const {
    return presenter.figure() != nullptr && !card.plot().busy() && presenter.sidesReady() &&
           !card.plot().preparing();
  }
  [[nodiscard]] std::vector<ColourRole> verdicts() const {
    std::vector<ColourRole> roles;
    for (const Verdict& verdict : presenter.verdicts()) {
      roles.push_back(verdict.role);
    }
    return roles;
  }
};

}  // namespace

class SideSwitchTest : public QObject {
  Q_OBJECT

 private slots:
  void show_everyComparingView_buildsOnce_data() {
    QTest::addColumn<QString>("link");
    for (const View& view : views()) {
      if (view.compares) {
        QTest::newRow(view.id.c_str()) << QString::fromStdString("poscope:" + view.id);
      }
    }
    QTest::newRow("matrix") << QStringLiteral("poscope:alibi?picture=matrix&context=1M&length=1M");
  }
  void show_everyComparingView_buildsOnce() {
    QFETCH(QString, link);
    Page page(link.toUtf8().constData());
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

  void blink_held_showsTheOtherSideAndComesBack() {
    Page page("poscope:positions?format=bf16&format_b=fp32&context=4096");
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
    Page page("poscope:rope-precision?context=1024");
    QTRY_COMPARE_WITH_TIMEOUT(page.verdicts(), std::vector<ColourRole>(3, ColourRole::bad), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(page.ready(), 60000);
    QVERIFY(page.model.setParameter("show", "b"));
    QCOMPARE(page.verdicts(), std::vector<ColourRole>(3, ColourRole::good));
    QVERIFY(page.presenter.verdictsOf().empty());
  }

  void show_beforeTheOthersAreThere_isMadeAndShown() {
    Page page("poscope:decay?context=4096");
    QTRY_VERIFY_WITH_TIMEOUT(page.presenter.figure() != nullptr, 60000);
    QVERIFY(page.model.setParameter("show", "difference"));
    QTRY_VERIFY_WITH_TIMEOUT(page.shows(Side::difference), 60000);
    QCOMPARE(builds.load(), 1);
  }

  void firstSide_isTheOneOfTheState() {
    Page page("poscope:alibi?show=b");
    QTRY_VERIFY_WITH_TIMEOUT(page.presenter.figure() != nullptr, 60000);
    QVERIFY(page.shows(Side::b));
  }
};

QTEST_MAIN(SideSwitchTest)
#include "side_switch_test.moc"
