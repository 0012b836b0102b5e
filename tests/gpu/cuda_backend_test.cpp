// The CUDA backend: with a device it gives the CPU's bits, without one it says why, and the CPU
// takes over. What a thread of the launch computes is held against the CPU backend on any machine.
#include <QtTest>
#include <thread>

#include "core/compute/cell_source.h"
#include "gpu/check/field_cases.h"
#include "gpu/check/parity.h"
#include "gpu/cuda_backend.h"
#include "tests/gpu/emulated_backend.h"

using namespace poscope;

namespace {

// Gives the CPU's numbers, but for the last bit of the last cell.
class LastBitWrong final : public Backend {
 public:
  BackendInfo info() const override { return {"wrong", {}, true, {}, 0}; }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<float> out,
                    std::stop_token stop) const override {
    auto done = cpu_->fill(field, lattice, quantity, reduction, out, std::move(stop));
    out.back() = std::nextafter(out.back(), 1e30F);
    return done;
  }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<double> out,
                    std::stop_token stop) const override {
    return cpu_->fill(field, lattice, quantity, reduction, out, std::move(stop));
  }

 private:
  std::shared_ptr<const Backend> cpu_ = makeCpuBackend();
};

std::shared_ptr<const Backend> usableDevice() {
  for (const auto& backend : cudaBackends()) {
    if (backend->info().usable) {
      return backend;
    }
  }
  return nullptr;
}

FieldCase someField() {
  return largeFieldCases().at(1);  // alibi
}

void report(const Parity& parity) {
  QVERIFY2(parity.equal(), parity.first.c_str());
}

}  // namespace

class CudaBackendTest : public QObject {
  Q_OBJECT

 private slots:
  void cudaBackends_always_haveOneEntryWithId();
  void cudaBackends_unusable_sayWhyInBothLanguages();
  void fill_unusable_isAnInternalError();
  void withFallback_unusableDevice_givesTheCpuNumbers();
  void compareOdd_lastBitWrong_isFound();
  void cellValue_everyFieldAndReduction_isTheCpuNumber_data();
  void cellValue_everyFieldAndReduction_isTheCpuNumber();
  void cellValue_manyTiles_isTheCpuNumber();
  void device_everyFieldQuantityReduction_isTheCpuNumber();
  void device_manyTiles_isTheCpuNumber();
  void device_stopRequested_isCancelled();
  void device_badRequest_isAUsageError();
  void device_severalThreads_giveTheSameNumbers();
};

void CudaBackendTest::cudaBackends_always_haveOneEntryWithId() {
  const auto backends = cudaBackends();
  QVERIFY(!backends.empty());
  QCOMPARE(backends.front()->info().id, std::string("cuda"));
  for (const auto& backend : backends) {
    QCOMPARE(backend->info().usable, backend->info().reason.empty());
    QVERIFY(!backend->info().description.empty());
  }
}

void CudaBackendTest::cudaBackends_unusable_sayWhyInBothLanguages() {
  const BackendInfo info = cudaBackends().front()->info();
  if (info.usable) {
    QSKIP("there is a usable device");
  }
  for (const Language language : allLanguages()) {
    QVERIFY(hasText(info.reason.key, language));
    QVERIFY(hasText(info.description.key, language));
  }
  qInfo("%s", renderPlain(info.reason, Language::english).c_str());
}

void CudaBackendTest::fill_unusable_isAnInternalError() {
  const auto backend = cudaBackends().front();
  if (backend->info().usable) {
    QSKIP("there is a usable device");
  }
  std::vector<float> out(6);
  const auto done = backend->fill(someField().field, {{0, 2, 2}, {0, 3, 3}}, Quantity::a,
                                  Reduction::sample, std::span<float>(out), {});
  QVERIFY(!done);
  QCOMPARE(done.error().kind, ErrorKind::internal);
  const std::string sentence = renderPlain(done.error().text, Language::english);
  QVERIFY(sentence.find(renderPlain(backend->info().reason, Language::english)) !=
          std::string::npos);
}

void CudaBackendTest::withFallback_unusableDevice_givesTheCpuNumbers() {
  const auto device = cudaBackends().front();
  if (device->info().usable) {
    QSKIP("there is a usable device");
  }
  const auto cpu = makeCpuBackend();
  const auto both = withFallback(device, cpu);
  report(compareLattice(*cpu, *both, someField(), {{1000, 77, 13}, {0, 1001, 17}}));
  QCOMPARE(both->info().id, std::string("cpu"));
  QVERIFY(!both->info().reason.empty());
}

void CudaBackendTest::compareOdd_lastBitWrong_isFound() {
  const std::vector<FieldCase> cases{someField()};
  const std::array quantities{Quantity::storedA};
  const Parity parity = compareOdd(*makeCpuBackend(), LastBitWrong(), cases, quantities);
  QVERIFY(!parity.equal());
  QVERIFY(parity.different > 0);
  QVERIFY(!parity.first.empty());
}

void CudaBackendTest::cellValue_everyFieldAndReduction_isTheCpuNumber_data() {
  QTest::addColumn<int>("number");
  const auto cases = fieldCases();
  for (std::size_t k = 0; k < cases.size(); ++k) {
    QTest::newRow(cases[k].name.c_str()) << static_cast<int>(k);
  }
}

void CudaBackendTest::cellValue_everyFieldAndReduction_isTheCpuNumber() {
  QFETCH(int, number);
  const std::vector<FieldCase> one{fieldCases()[static_cast<std::size_t>(number)]};
  // The two differences hold a, b and the reference: asking for those alone as well would only take
  // time.
  constexpr std::array kQuantities{Quantity::aMinusB, Quantity::bMinusReference, Quantity::storedA,
                                   Quantity::storedB};
  report(compareOdd(*makeCpuBackend(), EmulatedBackend(), one, kQuantities));
}

void CudaBackendTest::cellValue_manyTiles_isTheCpuNumber() {
  const FieldCase each = someField();
  report(compareLattice(*makeCpuBackend(), EmulatedBackend(), each,
                        manyTiles(each.field, 2053, 1031)));
}

void CudaBackendTest::device_everyFieldQuantityReduction_isTheCpuNumber() {
  const auto device = usableDevice();
  if (!device) {
    QSKIP("there is no usable device");
  }
  report(compareOdd(*makeCpuBackend(), *device, fieldCases(), kAllQuantities));
}

void CudaBackendTest::device_manyTiles_isTheCpuNumber() {
  const auto device = usableDevice();
  if (!device) {
    QSKIP("there is no usable device");
  }
  for (const FieldCase& each : largeFieldCases()) {
    report(compareLattice(*makeCpuBackend(), *device, each, manyTiles(each.field, 2053, 1031)));
  }
}

void CudaBackendTest::device_stopRequested_isCancelled() {
  const auto device = usableDevice();
  if (!device) {
    QSKIP("there is no usable device");
  }
  std::stop_source source;
  source.request_stop();
  std::vector<float> out(6);
  const auto done = device->fill(someField().field, {{0, 2, 2}, {0, 3, 3}}, Quantity::a,
                                 Reduction::sample, std::span<float>(out), source.get_token());
  QVERIFY(!done);
  QCOMPARE(done.error().kind, ErrorKind::cancelled);
}

void CudaBackendTest::device_badRequest_isAUsageError() {
  const auto device = usableDevice();
  if (!device) {
    QSKIP("there is no usable device");
  }
  std::vector<float> out(5);
  const auto done = device->fill(someField().field, {{0, 2, 2}, {0, 3, 3}}, Quantity::a,
                                 Reduction::sample, std::span<float>(out), {});
  QVERIFY(!done);
  QCOMPARE(done.error().kind, ErrorKind::usage);
}

void CudaBackendTest::device_severalThreads_giveTheSameNumbers() {
  const auto device = usableDevice();
  if (!device) {
    QSKIP("there is no usable device");
  }
  const auto cpu = makeCpuBackend();
  const auto cases = largeFieldCases();
  std::vector<Parity> parities(cases.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < cases.size(); ++k) {
      threads.emplace_back([&, k] {
        parities[k] = compareLattice(*cpu, *device, cases[k], manyTiles(cases[k].field, 517, 257));
      });
    }
  }
  for (const Parity& parity : parities) {
    report(parity);
  }
}

QTEST_GUILESS_MAIN(CudaBackendTest)
#include "cuda_backend_test.moc"
