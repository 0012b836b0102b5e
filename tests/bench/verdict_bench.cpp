// The verdicts on a recipe at 2^20 positions with 64 pairs (ALiBi: 40 heads). What counts is the
// time of the process on all its threads: divided by the cores that are idle it is what a user
// waits.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "core/analysis/effect.h"
#include "core/analysis/verdict.h"

namespace {

poscope::VerdictSetup setupOf(const std::string& recipe) {
  poscope::VerdictSetup setup;
  setup.recipe = *poscope::findRecipe(recipe);
  setup.format = poscope::findFormat("bf16");
  setup.context = std::int64_t{1} << 20;
  setup.heads = 40;
  return setup;
}

void judgeRecipe(benchmark::State& state, const std::string& recipe) {
  const poscope::VerdictSetup setup = setupOf(recipe);
  for (auto each : state) {
    benchmark::DoNotOptimize(poscope::judge(setup));
  }
}

void effectOfRecipe(benchmark::State& state, const std::string& recipe) {
  const poscope::VerdictSetup setup = setupOf(recipe);
  for (auto each : state) {
    benchmark::DoNotOptimize(poscope::attentionEffect(setup));
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const char* recipe :
       {"hf-llama", "hf-llama-cast", "module-cast", "baichuan-13b", "relative"}) {
    for (const auto& [name, run] :
         {std::pair{"judge/", &judgeRecipe}, std::pair{"effect/", &effectOfRecipe}}) {
      benchmark::RegisterBenchmark((name + std::string(recipe)).c_str(), run, std::string(recipe))
          ->MeasureProcessCPUTime()
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
