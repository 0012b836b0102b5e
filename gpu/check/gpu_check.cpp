// The program of scripts/gpu-check: every field on the CPU and on every CUDA device, bit for bit,
// then one table of speeds. Exit codes: 0 equal, 1 a difference or a failure, 77 no usable device.
#include <chrono>
#include <cstdio>
#include <vector>

#include "gpu/check/field_cases.h"
#include "gpu/check/parity.h"
#include "gpu/check/speed.h"
#include "gpu/cuda_backend.h"

namespace poscope {
namespace {

constexpr int kEqual = 0;
constexpr int kDifferent = 1;
constexpr int kSkipped = 77;
constexpr double kGiga = 1e9;

std::string words(const Text& text) {
  return renderPlain(text, Language::english);
}

bool report(const std::string& what, const Parity& parity) {
  std::printf("  %-24s %6lld fills %12lld cells %9lld different %5lld failed\n", what.c_str(),
              static_cast<long long>(parity.fills), static_cast<long long>(parity.cells),
              static_cast<long long>(parity.different), static_cast<long long>(parity.failed));
  if (!parity.first.empty()) {
    std::printf("    first: %s\n", parity.first.c_str());
  }
  std::fflush(stdout);
  return parity.equal();
}

bool compareAll(const Backend& cpu, const Backend& device) {
  bool equal = true;
  for (const FieldCase& each : fieldCases()) {
    const std::vector<FieldCase> one{each};
    equal = report(each.name, compareOdd(cpu, device, one, kAllQuantities)) && equal;
  }
  for (const FieldCase& each : largeFieldCases()) {
    const Lattice lattice = manyTiles(each.field, 2053, 1031);
    equal = report("many tiles, " + each.name, compareLattice(cpu, device, each, lattice)) && equal;
  }
  return equal;
}

// Float cells per second of whole calls of `backend`, numbers home in ordinary memory; the best of
// three.
double fillCellsPerSecond(const Backend& backend, const Field& field, const Lattice& lattice) {
  using Clock = std::chrono::steady_clock;
  std::vector<float> out(static_cast<std::size_t>(lattice.rows.count * lattice.columns.count));
  double best = 0;
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto begin = Clock::now();
    if (!backend.fill(field, lattice, Quantity::a, Reduction::sample, std::span<float>(out), {})) {
      return 0;
    }
    const std::chrono::duration<double> seconds = Clock::now() - begin;
    best = std::max(best, static_cast<double>(out.size()) / seconds.count());
  }
  return best;
}

bool printSpeeds(const Backend& device) {
  const auto copy = copyBytesPerSecond();
  if (!copy) {
    std::printf("  %s\n", words(copy.error().text).c_str());
    return false;
  }
  std::printf("\n  device-to-device copy: %.0f GB/s written\n", *copy / kGiga);
  std::printf("  %-12s %-12s %14s %12s %8s %18s\n", "field", "reduction", "Gcells/s",
              "GB/s written", "of copy", "with way home, GB/s");
  for (const FieldCase& each : largeFieldCases()) {
    const Lattice lattice = manyTiles(each.field, 4096, 4096);
    const double home =
        fillCellsPerSecond(device, each.field, lattice) * double{sizeof(float)} / kGiga;
    for (const Reduction reduction : {Reduction::sample, Reduction::mean}) {
      const auto cells = launchCellsPerSecond(each.field, lattice, reduction);
      if (!cells) {
        std::printf("  %s: %s\n", each.name.c_str(), words(cells.error().text).c_str());
        return false;
      }
      const double written = *cells * double{sizeof(float)};
      const bool sampled = reduction == Reduction::sample;
      std::printf("  %-12s %-12s %14.3f %12.2f %7.2f%%", each.name.c_str(),
                  sampled ? "sample" : "mean of 16", *cells / kGiga, written / kGiga,
                  100 * written / *copy);
      sampled ? std::printf(" %18.2f\n", home) : std::printf("\n");
    }
  }
  return true;
}

int check() {
  const auto cpu = makeCpuBackend();
  int result = kSkipped;
  for (const auto& device : cudaBackends()) {
    const BackendInfo info = device->info();
    std::printf("%s: %s\n", info.id.c_str(), words(info.description).c_str());
    if (!info.usable) {
      std::printf("  not usable: %s\n", words(info.reason).c_str());
      continue;
    }
    const bool equal = compareAll(*cpu, *device) && printSpeeds(*device);
    result = equal && result != kDifferent ? kEqual : kDifferent;
  }
  if (result == kSkipped) {
    std::printf("gpu-check: SKIPPED, no usable CUDA device; everything compiled\n");
  } else {
    std::printf("gpu-check: %s\n", result == kEqual ? "every cell is equal" : "FAILED");
  }
  return result;
}

}  // namespace
}  // namespace poscope

int main() {
  return poscope::check();
}
