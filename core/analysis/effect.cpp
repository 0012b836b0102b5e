#include "core/analysis/effect.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analysis/phase_rows.h"
#include "core/analysis/phase_verdict.h"
#include "core/analysis/verdict_parts.h"
#include "core/recipe/pipeline.h"

namespace poscope {
namespace {

constexpr std::int64_t kTileRows = 64;  // They stay in the cache.

using Eigen::ArrayXd;

ArrayXd softmax(const std::vector<double>& scores) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Eigen::Map<const ArrayXd> given(scores.data(), std::ssize(scores));
  const auto numbers = given.isNaN().select(-kInfinity, given);
  const double largest = scores.empty() ? kInfinity : numbers.maxCoeff();
  if (std::isinf(largest)) {
    return ArrayXd::Zero(given.size());
  }
  const ArrayXd masses = (numbers - largest).exp();
  return masses / masses.sum();
}

// Scores of every key with the last query; `rotate` fills rotated rows of a stretch of positions.
template <typename Rotate>
Result<std::vector<double>> keyScores(const VerdictSetup& setup, const RotationStages& stages,
                                      const VerdictControl& control, const Rotate& rotate) {
  const std::int64_t pairs = setup.shape.dim / 2;
  const double root = std::sqrt(static_cast<double>(setup.shape.dim));
  std::vector<double> query;
  rotate(setup.start + setup.context - 1, 1, query);
  std::vector<double> scores(static_cast<std::size_t>(setup.context));
  TileRun run({{}, control.stop}, 0, 1);
  auto done = run.over((setup.context + kTileRows - 1) / kTileRows, [&](std::int64_t tile) {
    const std::int64_t first = tile * kTileRows;
    const std::int64_t rows = std::min(kTileRows, setup.context - first);
    std::vector<double> keys;
    rotate(setup.start + first, rows, keys);
    for (std::int64_t r = 0; r < rows; ++r) {
      // rotatedScore is 1 for equal rows; q.k / sqrt(d) is sqrt(d) then.
      scores[static_cast<std::size_t>(first + r)] =
          root * rotatedScore(stages, query.data(), keys.data() + 2 * pairs * r, pairs);
    }
  });
  POSCOPE_CHECK(done);
  return scores;
}

}  // namespace

Result<AttentionEffect> phaseEffect(const VerdictSetup& setup, const VerdictControl& control) {
  POSCOPE_TRY(const auto pipeline, phasePipeline(setup.recipe, setup.shape, *setup.format,
                                                 setup.start + setup.context, setup.overflow));
  const RotationStages stages = rotationStages(setup.recipe, *setup.format, setup.overflow);
  const RotationStages exactStages{false, roundingOf(numberFormats().front()),
                                   roundingOf(numberFormats().front())};
  const auto scores =
      keyScores(setup, stages, control,
                [&](std::int64_t first, std::int64_t rows, std::vector<double>& rotated) {
                  PhaseRows table;
                  fillPhaseRows(pipeline, first, rows, table);
                  rotateOnes(stages, table, rotated);
                });
  const auto exact =
      keyScores(setup, exactStages, control,
                [&](std::int64_t first, std::int64_t rows, std::vector<double>& rotated) {
                  PhaseRows table;
                  fillReferenceRows(pipeline.reference, first, rows, table);
                  rotateOnes(exactStages, table, rotated);
                });
  if (!scores || !exact) {
    return cancelled();
  }
  const double moved = massMoved(*scores, *exact);
  return AttentionEffect{moved, moved, 0};
}

std::vector<double> attentionWeights(const std::vector<double>& scores) {
  const ArrayXd weights = softmax(scores);
  return {weights.begin(), weights.end()};
}

double massMoved(const std::vector<double>& scores, const std::vector<double>& exact) {
  return (softmax(scores) - softmax(exact)).abs().sum() / 2;
}

}  // namespace poscope
