#include "core/analysis/bias_verdict.h"
#include "core/analysis/verdict_parts.h"

namespace poscope {

Result<AttentionEffect> biasEffect(BiasMaker make, const VerdictSetup& setup,
                                   const VerdictControl& control) {
  const std::unique_ptr<BiasSide> side = make(setup, setup.recipe);
  const std::int64_t query = setup.context - 1;
  std::vector<double> moved(static_cast<std::size_t>(side->heads()));
  TileRun run({{}, control.stop}, 0, 1);
  auto done = run.over(side->heads(), [&](std::int64_t head) {
    std::vector<double> biases(static_cast<std::size_t>(setup.context));
    side->row(head, query, 0, biases);
    std::vector<double> exact(biases.size());
    for (std::size_t k = 0; k < exact.size(); ++k) {
      exact[k] = side->exact(head, query - static_cast<std::int64_t>(k));
    }
    moved[static_cast<std::size_t>(head)] = massMoved(biases, exact);
  });
  POSCOPE_CHECK(done);
  AttentionEffect effect;
  for (std::size_t h = 0; h < moved.size(); ++h) {
    effect.mean += moved[h] / static_cast<double>(moved.size());
    if (moved[h] > effect.worst) {
      effect.worst = moved[h];
      effect.head = static_cast<std::int64_t>(h);
    }
  }
  return effect;
}

}  // namespace poscope
