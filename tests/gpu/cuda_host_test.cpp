// The host side of the CUDA backend on a runtime without a device: launches, waiting, cancelling,
// failing. Built where CUDA's headers are.
#include <QtTest>
#include <cmath>

#include "gpu/check/field_cases.h"
#include "gpu/check/parity.h"
#include "gpu/cuda_backend.h"
#include "tests/gpu/fake_cuda.h"

using namespace poscope;

namespace {

// The cheapest one with a table: alibi over all heads.
FieldCase someField() {
  return largeFieldCases().at(2);
}

// Three tiles and a bit.
Lattice fourTiles(const Field& field) {
  return manyTiles(field, 3200, 1000);
}

Result<void> fillFourTiles(const Backend& backend, const Field& field, std::stop_token stop = {}) {
  std::vector<float> out(3200 * 1000);
  return backend.fill(field, fourTiles(field), Quantity::a, Reduction::sample,
                      std::span<float>(out), std::move(stop));
}

}  // namespace

class CudaHostTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { fake::state() = fake::State(); }
  void cleanup() { QCOMPARE(fake::state().allocations, 0); }

  void info_usableDevices_nameThem();
  void info_oldDevice_isUnusableWithReason();
  void info_driverFaults_areTold_data();
  void info_driverFaults_areTold();
  void fill_oddLattices_giveTheCpuNumbers();
  void fill_manyTiles_givesTheCpuNumbersWithTwoLaunchesQueued();
  void fill_stopAtALaunch_isCancelledAndNoMoreStart();
  void fill_sameTable_isUploadedOnce();
  void fill_anyCallFails_isAnInternalErrorAndTheNextSucceeds_data();
  void fill_anyCallFails_isAnInternalErrorAndTheNextSucceeds();
  void fill_outOfMemory_saysSo();
};

void CudaHostTest::info_usableDevices_nameThem() {
  fake::state().devices = 2;
  const auto backends = cudaBackends();
  QCOMPARE(backends.size(), std::size_t{2});
  QCOMPARE(backends[0]->info().id, std::string("cuda"));
  QCOMPARE(backends[1]->info().id, std::string("cuda:1"));
  QVERIFY(backends[0]->info().usable);
  QVERIFY(backends[0]->info().score > backends[1]->info().score);
  QCOMPARE(renderPlain(backends[0]->info().description, Language::english),
           std::string("Paper GPU, 1.5 GiB"));
}

void CudaHostTest::info_oldDevice_isUnusableWithReason() {
  fake::state().capability = 75;
  const BackendInfo info = cudaBackends().front()->info();
  QVERIFY(!info.usable);
  QCOMPARE(renderPlain(info.reason, Language::english),
           std::string("the device has compute capability 7.5, 8.0 or more is needed"));
}

void CudaHostTest::info_driverFaults_areTold_data() {
  QTest::addColumn<int>("error");
  QTest::addColumn<int>("driver");
  QTest::addColumn<QString>("key");
  QTest::newRow("no driver") << int{cudaErrorInsufficientDriver} << 0 << "gpu.reason.no-driver";
  QTest::newRow("old driver") << int{cudaErrorInsufficientDriver} << 12040
                              << "gpu.reason.old-driver";
  QTest::newRow("no device") << int{cudaErrorNoDevice} << 13000 << "gpu.reason.no-device";
  QTest::newRow("no device, no error") << int{cudaSuccess} << 13000 << "gpu.reason.no-device";
  QTest::newRow("anything else") << int{cudaErrorSystemNotReady} << 13000 << "gpu.reason.other";
}

void CudaHostTest::info_driverFaults_areTold() {
  QFETCH(int, error);
  QFETCH(int, driver);
  QFETCH(QString, key);
  fake::state().count = static_cast<cudaError_t>(error);
  fake::state().driver = driver;
  fake::state().devices = 0;
  const auto backends = cudaBackends();
  QCOMPARE(backends.size(), std::size_t{1});
  QVERIFY(!backends.front()->info().usable);
  QCOMPARE(QString::fromStdString(backends.front()->info().reason.key), key);
}

void CudaHostTest::fill_oddLattices_giveTheCpuNumbers() {
  const auto device = cudaBackends().front();
  auto cases = fieldCases();
  cases.resize(6);  // Every body once.
  constexpr std::array kQuantities{Quantity::aMinusB};
  const Parity parity = compareOdd(*makeCpuBackend(), *device, cases, kQuantities);
  QVERIFY2(parity.equal(), parity.first.c_str());
}

void CudaHostTest::fill_manyTiles_givesTheCpuNumbersWithTwoLaunchesQueued() {
  const auto device = cudaBackends().front();
  const FieldCase each = someField();
  const Parity parity = compareLattice(*makeCpuBackend(), *device, each, fourTiles(each.field));
  QVERIFY2(parity.equal(), parity.first.c_str());
  QCOMPARE(fake::state().launches, 4);
  QCOMPARE(fake::state().mostQueued, 2);
}

void CudaHostTest::fill_stopAtALaunch_isCancelledAndNoMoreStart() {
  const auto device = cudaBackends().front();
  std::stop_source source;
  fake::state().onLaunch = [&](int number) {
    if (number == 3) {
      source.request_stop();
    }
  };
  const auto done = fillFourTiles(*device, someField().field, source.get_token());
  QVERIFY(!done);
  QCOMPARE(done.error().kind, ErrorKind::cancelled);
  QCOMPARE(fake::state().launches, 3);
  QCOMPARE(fake::state().queuedLaunches, 0);
}

void CudaHostTest::fill_sameTable_isUploadedOnce() {
  const auto device = cudaBackends().front();
  {
    const Field field = someField().field;
    const Field copy = field;
    QVERIFY(fillFourTiles(*device, field));
    QVERIFY(fillFourTiles(*device, copy));
    QCOMPARE(fake::state().uploads, 1);
  }
  const int held = fake::state().allocations;
  QVERIFY(fillFourTiles(*device, someField().field));
  QCOMPARE(fake::state().uploads, 2);
  QCOMPARE(fake::state().allocations, held);  // The first table went with its field.
}

void CudaHostTest::fill_anyCallFails_isAnInternalErrorAndTheNextSucceeds_data() {
  QTest::addColumn<QString>("call");
  QTest::addColumn<int>("after");
  const auto add = [](const char* call, int after) {
    QTest::addRow("%s after %d", call, after) << QString(call) << after;
  };
  add("cudaSetDevice", 0);
  add("cudaStreamCreateWithFlags", 0);
  add("cudaEventCreateWithFlags", 1);
  for (const int after : {0, 1, 2, 3, 4}) {
    add("cudaMalloc", after);
  }
  add("cudaMallocHost", 0);
  add("cudaMallocHost", 1);
  add("cudaStreamSynchronize", 0);
  add("listSamples", 0);
  add("listSamples", 1);
  for (const int after : {0, 1, 3}) {
    add("fillTile", after);
    add("cudaMemcpyAsync", after);
    add("cudaEventRecord", after);
    add("cudaEventSynchronize", after);
  }
}

void CudaHostTest::fill_anyCallFails_isAnInternalErrorAndTheNextSucceeds() {
  QFETCH(QString, call);
  QFETCH(int, after);
  const auto device = cudaBackends().front();
  const FieldCase each = someField();
  fake::state().failing = call.toStdString();
  fake::state().failAfter = after;
  const auto done = fillFourTiles(*device, each.field);
  QVERIFY(!done);
  QCOMPARE(done.error().kind, ErrorKind::internal);
  QCOMPARE(done.error().text.key, std::string("gpu.error.call"));
  fake::state().failing.clear();
  const auto again = fillFourTiles(*device, each.field);
  QVERIFY(again);
}

void CudaHostTest::fill_outOfMemory_saysSo() {
  const auto device = cudaBackends().front();
  fake::state().failing = "cudaMalloc";
  fake::state().error = cudaErrorMemoryAllocation;
  const auto done = fillFourTiles(*device, someField().field);
  QVERIFY(!done);
  QCOMPARE(done.error().text.key, std::string("gpu.error.memory"));
}

QTEST_GUILESS_MAIN(CudaHostTest)
#include "cuda_host_test.moc"
