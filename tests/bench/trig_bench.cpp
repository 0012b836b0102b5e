// The (sin, cos) table of 8192 positions by 64 frequencies (a RoPE table of head dimension 128) in
// fp32, one thread: the body of core/numeric/trig.h for every instruction set next to a loop over
// the C library's sincosf. Prints the ratios after the table; exit code 1 where one is below what
// is promised.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/core/numeric/trig_loops.h"

namespace {

using poscope::test::TrigLoop;

constexpr std::size_t kPositions = 8192;
constexpr std::size_t kFrequencies = 64;

struct Promise {
  std::string_view loop;
  double ratio;
};
constexpr Promise kPromises[] = {{"x86-64-v3", 2.0}, {"x86-64-v4", 4.0}};

struct Table {
  std::vector<float> angles, sine, cosine;
  Table() : sine(kPositions * kFrequencies), cosine(kPositions * kFrequencies) {
    for (std::size_t position = 0; position < kPositions; ++position) {
      for (std::size_t i = 0; i < kFrequencies; ++i) {
        const double frequency =
            std::pow(10000.0, -static_cast<double>(i) / static_cast<double>(kFrequencies));
        angles.push_back(static_cast<float>(position) * static_cast<float>(frequency));
      }
    }
  }
};

__attribute__((noinline)) void librarySincosf(const float* angles, float* sine, float* cosine,
                                              std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    sincosf(angles[i], sine + i, cosine + i);
  }
}

void runLoop(benchmark::State& state, poscope::test::TrigLoopFunction<float> loop) {
  Table table;
  for (auto step : state) {
    loop(table.angles.data(), table.sine.data(), table.cosine.data(), table.angles.size());
    benchmark::DoNotOptimize(table.sine.data());
    benchmark::DoNotOptimize(table.cosine.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() *
                          static_cast<std::int64_t>(kPositions * kFrequencies));
}

// Keeps the shortest time of every loop beside printing.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration) {
        const double seconds = run.cpu_accumulated_time / static_cast<double>(run.iterations);
        auto& best = best_.try_emplace(run.run_name.function_name, seconds).first->second;
        best = std::min(best, seconds);
      }
    }
    ConsoleReporter::ReportRuns(runs);
  }

  // The number of broken promises.
  int printRatios() const {
    const auto library = best_.find("sincosf");
    if (library == best_.end()) {
      return 0;
    }
    int broken = 0;
    for (const auto& [name, seconds] : best_) {
      const double ratio = library->second / seconds;
      std::printf("%-12s %6.3f ns a pair, %5.2f times sincosf", name.c_str(),
                  seconds * 1e9 / static_cast<double>(kPositions * kFrequencies), ratio);
      for (const Promise& promise : kPromises) {
        if (promise.loop == name) {
          broken += ratio < promise.ratio ? 1 : 0;
          std::printf(" (promised: %.0f)", promise.ratio);
        }
      }
      std::printf("\n");
    }
    return broken;
  }

 private:
  std::map<std::string, double> best_;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 2;
  }
  const auto add = [](const char* name, poscope::test::TrigLoopFunction<float> loop) {
    benchmark::RegisterBenchmark(name, runLoop, loop)
        ->Repetitions(5)
        ->Unit(benchmark::kMillisecond);
  };
  add("sincosf", librarySincosf);
  for (const TrigLoop<float>& loop : poscope::test::usableTrigLoops<float>()) {
    add(loop.name, loop.run);
  }
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return reporter.printRatios() == 0 ? 0 : 1;
}
