// Builds off the GUI thread: what arrives, in which order, and what does not.
#include <QtTest>
#include <latch>
#include <optional>

#include "app/jobs/job_threads.h"
#include "app/jobs/qt_latest.h"
#include "app/window/build_job.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"

using namespace poscope;

namespace {

constexpr std::chrono::seconds kAllThreads{60};

State positionsAt(std::int64_t context) {
  State state = defaultState(*findView("positions"));
  static_cast<void>(state.params.set("context", std::to_string(context)));
  return state;
}

/// What a window keeps of its builds.
struct Builds {
  QObject owner;
  std::vector<BuiltFigure> built;
  std::vector<Error> failed;
  std::vector<double> shares;
  std::optional<QtLatest<BuiltFigure>> latest{std::in_place, owner,
                                              [this](const Result<BuiltFigure>& result) {
                                                if (result) {
                                                  built.push_back(*result);
                                                } else {
                                                  failed.push_back(result.error());
                                                }
                                              },
                                              [this](double share) { shares.push_back(share); },
                                              JobPace{40, 500}};

  static Latest<BuiltFigure>::Work work(const State& state) {
    return buildWork(state, {}, makeCpuBackend());
  }
};

}  // namespace

class BuildJobTest : public QObject {
  Q_OBJECT

 private slots:
  void start_one_arrivesWithItsState();
  void startNext_many_onlyTheLastThatWaitsIsBuilt();
  void start_otherView_dropsTheFirst();
  void stop_whileRunning_deliversNothing();
  void destroy_whileRunning_endsTheBuild();
  void progress_endsWithMinusOne();
};

void BuildJobTest::start_one_arrivesWithItsState() {
  Builds builds;
  const State state = positionsAt(8192);
  builds.latest->start(Builds::work(state));
  QVERIFY(!builds.latest->idle());
  QTRY_COMPARE(builds.built.size(), std::size_t{1});
  QVERIFY(builds.built[0].state == state);
  QCOMPARE(integerFact(*builds.built[0].figure, "total"), std::int64_t{8192});
  QVERIFY(builds.built[0].milliseconds > 0);
  QVERIFY(builds.latest->idle());
}

void BuildJobTest::startNext_many_onlyTheLastThatWaitsIsBuilt() {
  Builds builds;
  // The first build has begun before the others are asked for, and waits until all were, so that no
  // clock decides how many are built.
  std::latch begun(1);
  std::latch asked(1);
  builds.latest->startNext(
      [&begun, &asked, build = Builds::work(positionsAt(256))](const Job<BuiltFigure>& job) {
        begun.count_down();
        asked.wait();
        return build(job);
      });
  begun.wait();
  for (std::int64_t context = 257; context <= 356; ++context) {
    builds.latest->startNext(Builds::work(positionsAt(context)));
  }
  asked.count_down();
  QTRY_VERIFY(builds.latest->idle());
  // The first may have been told to hurry while it waited: then it is no figure.
  QVERIFY(builds.built.size() == 1 || builds.built.size() == 2);
  QVERIFY(builds.built.back().state == positionsAt(356));
  QVERIFY(builds.failed.empty());
}

void BuildJobTest::start_otherView_dropsTheFirst() {
  Builds builds;
  builds.latest->start(Builds::work(positionsAt(4096)));
  builds.latest->start(Builds::work(defaultState(*findView("formats"))));
  QTRY_VERIFY(builds.latest->idle());
  QCOMPARE(builds.built.size(), std::size_t{1});
  QCOMPARE(builds.built[0].state.view, std::string("formats"));
}

void BuildJobTest::stop_whileRunning_deliversNothing() {
  Builds builds;
  builds.latest->start(Builds::work(positionsAt(1048576)));
  builds.latest->startNext(Builds::work(positionsAt(4096)));
  builds.latest->stop();
  QVERIFY(builds.latest->idle());
  QVERIFY(waitForJobThreads(kAllThreads));
  QCoreApplication::processEvents();
  QVERIFY(builds.built.empty());
  QVERIFY(builds.failed.empty());
}

void BuildJobTest::destroy_whileRunning_endsTheBuild() {
  for (int round = 0; round < 10; ++round) {
    Builds builds;
    const auto backend = makeCpuBackend();
    builds.latest->start(buildWork(positionsAt(1048576), {}, backend));
    builds.latest.reset();
    QVERIFY(waitForJobThreads(kAllThreads));
    QCOMPARE(backend.use_count(), 1L);  // Nothing that was built is left behind.
    QCoreApplication::processEvents();
    QVERIFY(builds.built.empty());
    QVERIFY(builds.failed.empty());
  }
}

void BuildJobTest::progress_endsWithMinusOne() {
  Builds builds;
  builds.latest->start(Builds::work(positionsAt(256)));
  QTRY_VERIFY(builds.latest->idle());
  QCOMPARE(builds.shares.back(), -1.0);
}

QTEST_GUILESS_MAIN(BuildJobTest)
#include "build_job_test.moc"
