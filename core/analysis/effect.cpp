#include "core/analysis/effect.h"

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
  if (!done) {
    return tl::unexpected<Error>(done.error());
  }
  return scores;
}

}  // namespace

Result<AttentionEffect> phaseEffect(const VerdictSetup& setup, const VerdictControl& control) {
  const auto pipeline = phasePipeline(setup.recipe, setup.shape, *setup.format,
                                      setup.start + setup.context, setup.overflow);
  if (!pipeline) {
    return tl::unexpected<Error>(pipeline.error());
  }
  const RotationStages stages = rotationStages(setup.recipe, *setup.format, setup.overflow);
  const RotationStages exactStages{false, roundingOf(numberFormats().front()),
                                   roundingOf(numberFormats().front())};
  const auto scores =
      keyScores(setup, stages, control,
                [&](std::int64_t first, std::int64_t rows, std::vector<double>& rotated) {
                  PhaseRows table;
                  fillPhaseRows(*pipeline, first, rows, table);
                  rotateOnes(stages, table, rotated);
                });
  const auto exact =
      keyScores(setup, exactStages, control,
                [&](std::int64_t first, std::int64_t rows, std::vector<double>& rotated) {
                  PhaseRows table;
                  fillReferenceRows(pipeline->reference, first, rows, table);
                  rotateOnes(exactStages, table, rotated);
                });
  if (!scores || !exact) {
    return cancelled();
  }
  const double moved = massMoved(*scores, *exact);
  return AttentionEffect{moved, moved, 0};
}

void softmax(std::vector<double>& scores) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const double score : scores) {
    largest = score > largest ? score : largest;
  }
  double sum = 0;
  for (double& score : scores) {
    score = std::isnan(score) || std::isinf(largest) ? 0 : std::exp(score - largest);
    sum += score;
  }
  for (double& score : scores) {
    score = sum > 0 ? score / sum : 0;
  }
}

double massMoved(std::vector<double> scores, std::vector<double> exact) {
  softmax(scores);
  softmax(exact);
  double moved = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    moved += std::abs(scores[k] - exact[k]);
  }
  return moved / 2;
}

}  // namespace poscope
