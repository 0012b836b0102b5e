// The picture and its verdicts beside the state, with builds and judgements that the test controls.
#include <QToolButton>
#include <QtTest>
#include <algorithm>
#include <latch>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "app/jobs/job_threads.h"
#include "app/panel/appearance.h"
#include "app/panel/badge_bar.h"
#include "app/plot/panel_canvas.h"
#include "app/plot/shared_cursor.h"
#include "app/window/banner_stack.h"
#include "app/window/figure_card.h"
#include "app/window/headline.h"
#include "app/window/presenter.h"
#include "app/window/state_model.h"
#include "core/catalogue/links.h"
#include "core/state/schema.h"

using namespace poscope;

namespace {

constexpr std::int64_t kHeld = 1000;      ///< Verdicts of this context come when they are let go.
constexpr std::int64_t kFailing = 2000;   ///< Judging this context fails,
constexpr std::int64_t kThrowing = 3000;  ///< and throws at this one.
constexpr std::int64_t kThrowingBuild = 4000;
constexpr std::int64_t kHeldBuild = 5000;  ///< Built when it is let go; it has sides.

std::unique_ptr<std::latch> letGo;

/// One verdict: the context.
class TestJudgement final : public Judgement {
 public:
  explicit TestJudgement(std::int64_t context) : context_(context) {}

  Result<std::vector<Verdict>> verdicts(Side, const std::function<void(double)>&,
                                        std::stop_token) const override {
    if (context_ == kHeld) {
      letGo->wait();
    }
    if (context_ == kFailing) {
      return internalError(Text::verbatim("no verdict"));
    }
    if (context_ == kThrowing) {
      throw std::runtime_error("no verdict");
    }
    return std::vector<Verdict>{{"verdict.unique",
                                 ColourRole::bad,
                                 Text::verbatim(std::to_string(context_)),
                                 {},
                                 {},
                                 Text::verbatim("positions unique: no")}};
  }
  Result<TablePanel> table(std::stop_token) const override { return TablePanel(); }
  Result<std::vector<Fact>> facts(std::stop_token) const override { return std::vector<Fact>(); }

 private:
  std::int64_t context_;
};

/// Sides that keep account of when they were asked for.
class TestSides final : public FigureSides {
 public:
  Result<Figure> figure(Side side, std::stop_token) const override {
    const std::lock_guard<std::mutex> guard(mutex_);
    asked_.push_back(side);
    Figure figure;
    figure.side = side;
    return figure;
  }
  [[nodiscard]] std::vector<Side> asked() const {
    const std::lock_guard<std::mutex> guard(mutex_);
    return asked_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::vector<Side> asked_;
};

std::shared_ptr<TestSides> testSides;

Latest<BuiltFigure>::Work testBuild(State state, Inputs /*inputs*/,
                                    std::shared_ptr<const Backend> /*backend*/) {
  return [state = std::move(state)](const Job<BuiltFigure>&) -> Result<BuiltFigure> {
    const std::int64_t context = state.params.isAutomatic(parameter::kContext)
                                     ? 0
                                     : state.params.integer(parameter::kContext);
    if (context == kThrowingBuild) {
      throw std::length_error("no figure");
    }
    Figure figure;
    if (context == kHeldBuild) {
      letGo->wait();
      figure.side = shownSide(state.params);
      figure.sides = testSides;
    }
    figure.judgement = std::make_shared<TestJudgement>(context);
    figure.source.view = state.view;
    PlotPanel plot;
    plot.layers.emplace_back(PointLayer{"a", {}, ColourRole::a, Mark::line, {0, 1}, {0, 1}});
    figure.panels.emplace_back(std::move(plot));
    return BuiltFigure{state, std::make_shared<const Figure>(std::move(figure)), 1};
  };
}

struct Page {
  Appearance appearance;
  StateModel model;
  SharedCursor cursor;
  FigureCard card{appearance, cursor};
  Presenter presenter{model, makeCpuBackend(), card, nullptr, testBuild};

  Page() {
    appearance.setLanguage(Language::english);
    model.restore({model.state().view, {}, {}});
  }
  void setContext(std::int64_t context) {
    QVERIFY(model.setParameter("context", std::to_string(context)));
  }
  /// The verdicts on screen, in words.
  std::vector<std::string> shown() const {
    std::vector<std::string> words;
    for (const Verdict& verdict : card.badges().verdicts()) {
      words.push_back(renderPlain(verdict.summary, Language::english));
    }
    return words;
  }
  std::string of() const { return renderPlain(presenter.verdictsOf(), Language::english); }
  /// Whether the badges can be pressed: those of another state are grey.
  bool alive() const {
    const auto badges = card.badges().findChildren<QToolButton*>();
    return std::all_of(badges.begin(), badges.end(), [](const QToolButton* badge) {
      return badge->isHidden() || badge->isEnabled();
    });
  }
};

using Words = std::vector<std::string>;

/// The header of a file that the page about dumped tables reads.
ArrayFile anyArrays() {
  ArrayFile file;
  file.arrays.resize(1);
  return file;
}

}  // namespace

class PresenterTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    letGo = std::make_unique<std::latch>(1);
    testSides = std::make_shared<TestSides>();
  }
  // What was let go may still be on its way through the latch.
  void cleanup() { QVERIFY(waitForJobThreads(std::chrono::seconds(60))); }

  void verdicts_whileOthersAreWorkedOut_areGreyAndNamed() {
    Page page;
    QTRY_COMPARE(page.shown(), Words{"4096"});
    QVERIFY(page.alive());
    QVERIFY(page.presenter.verdictsOf().empty());
    page.setContext(kHeld);
    QTRY_VERIFY(!page.alive());
    QCOMPARE(page.shown(), Words{"4096"});
    QVERIFY2(page.of().find("4,096") != std::string::npos, page.of().c_str());
    letGo->count_down();
    QTRY_COMPARE(page.shown(), Words{std::to_string(kHeld)});
    QVERIFY(page.alive());
    QVERIFY(page.presenter.verdictsOf().empty());
  }

  void verdicts_backAtTheirState_areItsOwnAgain() {
    Page page;
    QTRY_COMPARE(page.shown(), Words{"4096"});
    page.setContext(kHeld);
    QTRY_VERIFY(!page.alive());
    page.model.undoStack().undo();
    QTRY_VERIFY(page.alive());
    QCOMPARE(page.shown(), Words{"4096"});
    QVERIFY(page.presenter.verdictsOf().empty());
    letGo->count_down();
  }

  void verdicts_whenJudgingFails_areGone_data() {
    QTest::addColumn<qint64>("context");
    QTest::newRow("error") << qint64{kFailing};
    QTest::newRow("exception") << qint64{kThrowing};
  }
  void verdicts_whenJudgingFails_areGone() {
    QFETCH(qint64, context);
    Page page;
    QTRY_COMPARE(page.shown(), Words{"4096"});
    page.setContext(context);
    QTRY_COMPARE(page.card.banners().lines("build").size(), 1);
    QVERIFY(page.card.banners().lines("build").front().contains(QStringLiteral("no verdict")));
    QVERIFY(page.shown().empty());
    QVERIFY(page.presenter.verdicts().empty());
    QVERIFY(page.presenter.verdictsOf().empty());
    page.setContext(8192);
    QTRY_COMPARE(page.shown(), Words{"8192"});
  }

  void build_thatThrows_isAnErrorOnThePage() {
    Page page;
    QTRY_COMPARE(page.shown(), Words{"4096"});
    const auto before = page.presenter.figure();
    page.setContext(kThrowingBuild);
    QTRY_COMPARE(page.card.banners().lines("build").size(), 1);
    QVERIFY(page.card.banners().lines("build").front().contains(QStringLiteral("no figure")));
    QVERIFY(page.presenter.figure() == before);
  }

  void pageThatIsNotReady_showsItsSkeleton() {
    Page page;
    QTRY_COMPARE(page.shown(), Words{"4096"});
    const auto held = parseLink("poscope:rope-precision?context=5000");
    QSignalSpy shown(&page.presenter, &Presenter::figureShown);
    page.model.setState(*held);
    // At once: nothing of the other page stands under the name of this one.
    QCOMPARE(shown.count(), 1);
    QVERIFY(page.presenter.figure() == nullptr);
    QCOMPARE(page.card.headline().sentence(), page.appearance.say(Text("rope-precision.title")));
    QVERIFY(page.shown().empty());
    QVERIFY(page.presenter.verdicts().empty());
    QVERIFY(page.card.plot().findChild<PanelCanvas*>() == nullptr ||
            !page.card.plot().findChild<PanelCanvas*>()->isVisibleTo(&page.card));
    QVERIFY(!page.card.plot().window().has_value());
    letGo->count_down();
    QTRY_VERIFY(page.presenter.figure() != nullptr);
    QCOMPARE(page.presenter.figure()->source.view, std::string("rope-precision"));
  }

  void pageThatFails_waitsForNothing() {
    Page page;
    QTRY_COMPARE(page.shown(), Words{"4096"});
    page.model.setState(*parseLink("poscope:rope-precision?context=4000"));
    QCOMPARE(page.card.headline().finding().explanation.key, std::string("window.waiting"));
    QTRY_COMPARE(page.card.banners().lines("build").size(), 1);
    QVERIFY(page.presenter.figure() == nullptr);
    QVERIFY(page.card.headline().finding().explanation.empty());
    QCOMPARE(page.card.headline().sentence(), page.appearance.say(Text("rope-precision.title")));
    QVERIFY(page.card.badges().isHidden());
  }

  void samePage_keepsItsPictureUntilTheNextIsThere() {
    Page page;
    QTRY_COMPARE(page.shown(), Words{"4096"});
    const auto before = page.presenter.figure();
    page.setContext(kHeldBuild);
    QVERIFY(page.presenter.figure() == before);
    letGo->count_down();
    QTRY_VERIFY(page.presenter.figure() != before);
  }

  void fileThatIsBeingRead_isAwaited() {
    Page page;
    TableFile table;
    table.name = "t.npy";
    table.hash = "0123456789abcdef";
    OpenedFile file{table.hash, "/t.npy", {}, true};
    QVERIFY(page.model.openTable(table, anyArrays()));
    page.model.know(file);
    QVERIFY(page.presenter.figure() == nullptr);
    QVERIFY(page.model.reading());
    file.reading = false;
    page.model.know(file);  // It could not be read.
    QTRY_VERIFY(page.presenter.figure() != nullptr);
    QCOMPARE(page.presenter.figure()->source.view, page.model.state().view);
  }

  void side_chosenWhileBuilding_comesBeforeTheOthers() {
    Page page;
    QTRY_COMPARE(page.shown(), Words{"4096"});
    page.setContext(kHeldBuild);
    QVERIFY(page.model.setParameter("show", "difference"));
    QSignalSpy shown(&page.presenter, &Presenter::sideShown);
    letGo->count_down();
    QTRY_COMPARE(shown.size(), 2);
    QVERIFY(shown[0][0].value<Side>() == Side::a);  // As it was when the build began.
    QVERIFY(shown[1][0].value<Side>() == Side::difference);
    QVERIFY(testSides->asked().front() == Side::difference);
  }

  void sameState_withAnotherInput_isBuiltAgain() {
    Page page;
    TableFile table;
    table.name = "t.npy";
    table.hash = "0123456789abcdef";
    page.model.know({table.hash, "/t.npy", {}});
    QVERIFY(page.model.openTable(table, anyArrays()));
    QTRY_VERIFY(page.presenter.figure() != nullptr &&
                page.presenter.figure()->source.view == page.model.state().view);
    const auto before = page.presenter.figure();
    const State state = page.model.state();
    table.path = "/elsewhere/t.npy";
    page.model.know({table.hash, table.path, {nullptr, std::make_shared<TableFile>(table)}});
    QVERIFY(page.model.state() == state);
    QTRY_VERIFY(page.presenter.figure() != nullptr && page.presenter.figure() != before);
  }
};

QTEST_MAIN(PresenterTest)
#include "presenter_test.moc"
