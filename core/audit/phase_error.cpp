#include "core/audit/phase_error.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/analysis/verdict_parts.h"

namespace poscope {
namespace {

constexpr std::int64_t kTileRows = 1024;

Result<PhasePipeline> pipelineOf(const VerdictSetup& setup, std::int64_t total) {
  return phasePipeline(setup.recipe, setup.shape, *setup.format, total, setup.overflow);
}

void joinError(const PhasePipeline& pipeline, std::int64_t position, PhaseError& worst) {
  const PhaseStages& stages = pipeline.stages;
  const bool recurrent = stages.thetaScale > 0;
  const auto exact = static_cast<double>(position);
  const double made = phasePosition(stages, exact);
  double theta = made;
  for (std::size_t i = 0; i < pipeline.frequencies.size(); ++i) {
    const double angle = phaseAngle(stages, theta, pipeline.frequencies[i]);
    const double error = std::abs(angle - exact * pipeline.reference.frequencies[i]);
    if (std::isfinite(error) && error > worst.radians) {
      worst = {error, position, static_cast<std::int64_t>(i)};
    }
    theta = recurrent ? recurrentStep(stages, theta) : theta;
  }
}

}  // namespace

Result<PhaseError> largestPhaseError(const VerdictSetup& setup, const VerdictControl& control) {
  POSCOPE_TRY(const auto pipeline, pipelineOf(setup, setup.start + setup.context));
  PhaseError worst;
  std::mutex mutex;
  TileRun run({{}, control.stop}, 0, 1);
  auto done = run.over((setup.context + kTileRows - 1) / kTileRows, [&](std::int64_t tile) {
    PhaseError here;
    const std::int64_t first = setup.start + tile * kTileRows;
    const std::int64_t end = std::min(first + kTileRows, setup.start + setup.context);
    for (std::int64_t position = first; position < end; ++position) {
      joinError(pipeline, position, here);
    }
    const std::lock_guard<std::mutex> guard(mutex);
    const bool earlier = here.radians == worst.radians && here.position < worst.position;
    worst = here.radians > worst.radians || earlier ? here : worst;
  });
  POSCOPE_CHECK(done);
  return worst;
}

Result<std::int64_t> faithfulReach(const VerdictSetup& setup, const FaithfulVerdict& verdict,
                                   const VerdictControl& control) {
  if (verdict.holdsUpTo < setup.context || setup.start + setup.context >= kLongestReach) {
    return verdict.holdsUpTo;
  }
  POSCOPE_TRY(const auto pipeline, pipelineOf(setup, kLongestReach));
  POSCOPE_TRY(const auto found, firstUnfaithful(pipeline, setup.start + setup.context,
                                                kLongestReach, verdict.storage, control.stop));
  return found - setup.start;
}

}  // namespace poscope
