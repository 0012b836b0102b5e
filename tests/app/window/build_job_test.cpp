// Builds off the GUI thread: what arrives, in which order, and what does not.
#include <QSignalSpy>
#include <QtTest>

#include "app/window/build_job.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"

using namespace poscope;

namespace {

State positionsAt(std::int64_t context) {
  State state = defaultState(*findView("positions"));
  static_cast<void>(state.params.set("context", std::to_string(context)));
  return state;
}

BuiltFigure builtAt(const QSignalSpy& spy, qsizetype index) {
  return spy.at(index).at(0).value<BuiltFigure>();
}

}  // namespace

class BuildJobTest : public QObject {
  Q_OBJECT

 private slots:
  void request_one_arrivesWithItsState();
  void request_many_lastOneArrivesLast();
  void request_otherView_dropsTheFirst();
  void stop_whileRunning_deliversNothingNew();
  void destroy_whileRunning_isSafe();
};

void BuildJobTest::request_one_arrivesWithItsState() {
  BuildJob job(makeCpuBackend());
  QSignalSpy built(&job, &BuildJob::built);
  const State state = positionsAt(8192);
  job.request(state);
  QVERIFY(job.busy());
  QVERIFY(built.wait());
  QVERIFY(builtAt(built, 0).state == state);
  QCOMPARE(integerFact(*builtAt(built, 0).figure, "total"), std::int64_t{8192});
  QVERIFY(!job.busy());
}

void BuildJobTest::request_many_lastOneArrivesLast() {
  BuildJob job(makeCpuBackend());
  QSignalSpy built(&job, &BuildJob::built);
  QSignalSpy failed(&job, &BuildJob::failed);
  for (std::int64_t context = 256; context <= 356; ++context) {
    job.request(positionsAt(context));
  }
  QTRY_VERIFY(!job.busy());
  QVERIFY(built.count() >= 1);
  QVERIFY(built.count() < 10);
  QVERIFY(builtAt(built, built.count() - 1).state == positionsAt(356));
  QCOMPARE(failed.count(), 0);
}

void BuildJobTest::request_otherView_dropsTheFirst() {
  BuildJob job(makeCpuBackend());
  QSignalSpy built(&job, &BuildJob::built);
  job.request(positionsAt(4096));
  job.request(defaultState(*findView("formats")));
  QTRY_VERIFY(!job.busy());
  QCOMPARE(built.count(), 1);
  QCOMPARE(builtAt(built, 0).state.view, std::string("formats"));
}

void BuildJobTest::stop_whileRunning_deliversNothingNew() {
  BuildJob job(makeCpuBackend());
  QSignalSpy failed(&job, &BuildJob::failed);
  job.request(positionsAt(1048576));
  job.request(positionsAt(4096));
  job.stop();
  QTRY_VERIFY(!job.busy());
  QCOMPARE(failed.count(), 0);
}

void BuildJobTest::destroy_whileRunning_isSafe() {
  for (int round = 0; round < 10; ++round) {
    BuildJob job(makeCpuBackend());
    job.request(positionsAt(1048576));
  }
}

QTEST_GUILESS_MAIN(BuildJobTest)
#include "build_job_test.moc"
