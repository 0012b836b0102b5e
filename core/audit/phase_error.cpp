#include "core/audit/phase_error.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/analysis/table_row.h"
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

// The pairs that can be off by more than `slack` below position `end`: with fp32 positions and
// angles an angle is off by no more than its frequency and one rounding make it. High frequencies
// only, a few of all.
PhasePipeline pairsAtRisk(const PhasePipeline& pipeline, std::int64_t end, double slack) {
  constexpr std::int64_t kSinglePrecision = 24;
  const PhaseStages& stages = pipeline.stages;
  if (stages.thetaScale > 0 || stages.laneEnd > 0 || stages.divisor != 1 || stages.factor != 1 ||
      stages.position.precision < kSinglePrecision || stages.angle.precision < kSinglePrecision) {
    return pipeline;
  }
  PhasePipeline risky = pipeline;
  risky.frequencies.clear();
  risky.reference.frequencies.clear();
  for (std::size_t i = 0; i < pipeline.frequencies.size(); ++i) {
    const double made = pipeline.frequencies[i];
    const double exact = pipeline.reference.frequencies[i];
    const double rate = std::abs(made - exact) + std::abs(made) * 0x1p-23;
    if (rate * static_cast<double>(end) * pipeline.reference.tableFactor > slack) {
      risky.frequencies.push_back(made);
      risky.reference.frequencies.push_back(exact);
    }
  }
  return risky;
}

// The first of `rows` positions from `first` whose entries are off by more than `limit`, or -1.
std::int64_t firstOver(const PhasePipeline& pipeline, std::int64_t first, std::int64_t rows,
                       double limit) {
  PhaseRows table;
  PhaseRows exact;
  fillPhaseRows(pipeline, first, rows, table);
  fillReferenceRows(pipeline.reference, first, rows, exact);
  for (std::int64_t r = 0; r < rows; ++r) {
    const RowPair row = rowPair(table, exact, r);
    if (rowError(row) > limit || isLost(row)) {
      return first + r;
    }
  }
  return -1;
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
  constexpr std::int64_t kTilesAtOnce = 32;
  const double limit = kStorageFactor * verdict.storage + kSumming;
  const double slack = 2 * verdict.storage;  // Storing costs no more than the rest of the limit.
  std::int64_t first = setup.start + setup.context;
  std::int64_t found = kLongestReach;
  while (first < kLongestReach && found == kLongestReach) {
    const std::int64_t stretch = std::min(kTilesAtOnce * kTileRows, kLongestReach - first);
    const PhasePipeline risky = pairsAtRisk(pipeline, first + stretch, slack);
    std::mutex mutex;
    TileRun run({{}, control.stop}, 0, 1);
    auto done = run.over((stretch + kTileRows - 1) / kTileRows, [&](std::int64_t tile) {
      const std::int64_t begin = first + tile * kTileRows;
      const std::int64_t rows = std::min(kTileRows, first + stretch - begin);
      const std::int64_t over = firstOver(risky, begin, rows, limit);
      const std::lock_guard<std::mutex> guard(mutex);
      found = over >= 0 ? std::min(found, over) : found;
    });
    POSCOPE_CHECK(done);
    first += stretch;
  }
  return found - setup.start;
}

}  // namespace poscope
