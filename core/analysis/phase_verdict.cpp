#include "core/analysis/phase_verdict.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/analysis/phase_spread.h"
#include "core/analysis/pool.h"
#include "core/analysis/row_groups.h"
#include "core/analysis/table_row.h"
#include "core/analysis/verdict_memo.h"
#include "core/analysis/verdict_parts.h"

namespace poscope {
namespace {

Result<PhaseSide> sideOf(const VerdictSetup& setup, const Recipe& recipe) {
  const std::int64_t total = setup.start + setup.context;
  POSCOPE_TRY(auto pipeline,
              phasePipeline(recipe, setup.shape, *setup.format, total, setup.overflow));
  const RotationStages rotation = rotationStages(recipe, *setup.format, setup.overflow);
  const Rounding stored = storedRounding(pipeline.stages, rotation);
  return PhaseSide{std::move(pipeline), rotation, stored, setup.start, setup.context};
}

struct WorstEntry {
  double error = 0;
  std::int64_t position = 0;
  std::int64_t pair = 0;

  void join(const WorstEntry& other) {
    if (other.error > error || (other.error == error && other.position < position)) {
      *this = other;
    }
  }
};

/// What a pass over all table rows finds.
struct TableFindings {
  std::vector<std::uint64_t> hashes;
  std::vector<float> errors;  // The largest of each position.
  std::int64_t lost = 0;
  WorstEntry worst;
  double storage = 0;
};

/// Practice is asked for its worst entry only.
enum class Looked { everything, worstOnly };

class TablePass {
 public:
  const PhaseSide& side;
  Looked looked;
  TableFindings found{};
  std::mutex mutex{};

  TablePass(const PhaseSide& given, Looked what) : side(given), looked(what) {
    if (looked == Looked::everything) {
      found.hashes.resize(static_cast<std::size_t>(side.context));
      found.errors.resize(static_cast<std::size_t>(side.context));
    }
  }

  void tile(std::int64_t index) {
    const std::int64_t end = side.start + index * kPhaseTileRows + side.tileRows(index);
    TileFindings here;
    for (std::int64_t first = side.start + index * kPhaseTileRows; first < end;
         first += kPhaseBlockRows) {
      block(first, std::min(kPhaseBlockRows, end - first), here);
    }
    const std::lock_guard<std::mutex> guard(mutex);
    found.lost += here.lost;
    found.worst.join(here.worst);
    found.storage = std::max(found.storage, here.storage);
  }

 private:
  struct TileFindings {
    PhaseRows table;
    PhaseRows exact;
    WorstEntry worst;
    std::int64_t lost = 0;
    double storage = 0;
  };

  void block(std::int64_t first, std::int64_t rows, TileFindings& here) {
    fillPhaseRows(side.pipeline, first, rows, here.table);
    fillReferenceRows(side.pipeline.reference, first, rows, here.exact);
    if (looked == Looked::everything) {
      here.storage = std::max(here.storage, storageError(side.storedTable, here.exact));
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      const RowPair row = rowPair(here.table, here.exact, r);
      const double error = rowError(row);
      if (looked == Looked::everything) {
        const auto k = static_cast<std::size_t>(first - side.start + r);
        found.hashes[k] = rowHash(row);
        found.errors[k] = static_cast<float>(error);
        here.lost += error >= kLostEntry && isLost(row) ? 1 : 0;
      }
      if (error > here.worst.error) {
        here.worst = {error, first + r, pairOfError(row, error)};
      }
    }
  }
};

Result<TableFindings> tableOf(const PhaseSide& side, Looked looked, const VerdictControl& control,
                              double first, double last) {
  TablePass pass(side, looked);
  TileRun run(control, first, last);
  if (auto done = run.over(side.tiles(), [&](std::int64_t tile) { pass.tile(tile); }); !done) {
    return tl::unexpected<Error>(done.error());
  }
  return std::move(pass.found);
}

FaithfulVerdict faithfulOf(const TableFindings& found, const PhaseSide& side) {
  FaithfulVerdict verdict;
  verdict.error = found.worst.error;
  verdict.position = found.worst.position;
  verdict.index = found.worst.pair;
  verdict.storage = found.storage;
  const auto limit = static_cast<float>(kStorageFactor * found.storage + kSumming);
  const auto over = std::find_if(found.errors.begin(), found.errors.end(),
                                 [limit](float error) { return error > limit; });
  verdict.holdsUpTo = over - found.errors.begin();
  verdict.state = verdict.holdsUpTo < side.context ? VerdictState::bad : VerdictState::good;
  return verdict;
}

// A stored score has steps: two scores may always be one apart.
double scoreStep(const VerdictSetup& setup, const PhaseSide& side) {
  const double root = std::sqrt(static_cast<double>(setup.shape.dim));
  const NumberFormat& score = stageFormatOrExact(setup.recipe, Stage::score, *setup.format);
  return spacingAt(score, root, side.rotation.score.scale) / root;
}

RelativeVerdict relativeOf(const std::vector<Extremes>& own, const std::vector<Extremes>& storage,
                           double step, std::int64_t context) {
  RelativeVerdict verdict;
  for (const std::int64_t block : judgedBlocks(context, kPhaseTileRows, kMostSpreadBlocks)) {
    verdict.queries += std::min(kPhaseTileRows, context - block * kPhaseTileRows);
  }
  const std::vector<std::int64_t> distances = judgedDistances(context);
  double worstRatio = -1;
  for (std::size_t d = 0; d < distances.size(); ++d) {
    DistanceSpread row;
    row.distance = distances[d];
    row.spread = own[d].spread();
    row.storage = std::max(storage[d].spread(), step);
    row.lowest = own[d].lowest;
    row.highest = own[d].highest;
    verdict.spreads.push_back(row);
    const bool over = overStorage(row.spread, row.storage);
    verdict.state = over ? VerdictState::bad : verdict.state;
    const double ratio = row.spread / (kStorageFactor * row.storage + kSumming);
    if (ratio > worstRatio) {
      worstRatio = ratio;
      verdict.worst = d;
    }
  }
  return verdict;
}

/// What the phase and the table of an fp32 practice do, worked out when they are asked for.
class Practice {
 public:
  Practice(const VerdictSetup& setup, const VerdictControl& control, VerdictMemo& memo)
      : setup_(setup),
        control_(control),
        recipe_(fp32Practice(setup.recipe)),
        entry_(memo.entry(setup, ofNoName(recipe_))) {}

  // The recipe may be one itself.
  void learn(const std::vector<Extremes>& spreads, double error) {
    if (recipe_.settings == setup_.recipe.settings) {
      entry_.spreads = spreads;
      entry_.error = error;
    }
  }

  Result<double> error() {
    if (!entry_.error) {
      POSCOPE_TRY(const PhaseSide side, sideOf(setup_, recipe_));
      POSCOPE_TRY(const auto found, tableOf(side, Looked::worstOnly, control_, 0.8, 0.9));
      entry_.error = found.worst.error;
    }
    return *entry_.error;
  }

  Result<std::vector<Extremes>> spreads() {
    if (!entry_.spreads) {
      POSCOPE_TRY(const PhaseSide side, sideOf(setup_, recipe_));
      POSCOPE_TRY(entry_.spreads, phaseSpreads(side, false, control_, 0.9, 1.0));
    }
    return *entry_.spreads;
  }

  /// Of two recipes with the same stages the names do not count.
  static Recipe ofNoName(Recipe recipe) {
    recipe.id.clear();
    return recipe;
  }

 private:
  const VerdictSetup& setup_;
  const VerdictControl& control_;
  Recipe recipe_;
  VerdictMemo::Entry& entry_;
};

// A verdict over storage is held against the fp32 phase with the same storage.
Result<void> forgivePractice(Practice& practice, Verdicts& verdicts) {
  if (verdicts.faithful.state == VerdictState::bad) {
    POSCOPE_TRY(const auto error, practice.error());
    verdicts.faithful.state = stateOf(true, verdicts.faithful.error, 2 * error);
  }
  if (verdicts.relative.state == VerdictState::bad) {
    POSCOPE_TRY(const auto allowed, practice.spreads());
    VerdictState state = VerdictState::good;
    for (std::size_t d = 0; d < verdicts.relative.spreads.size(); ++d) {
      const DistanceSpread& row = verdicts.relative.spreads[d];
      const double limit = 2 * allowed[d].spread();
      state = std::max(state, stateOf(overStorage(row.spread, row.storage), row.spread, limit));
    }
    verdicts.relative.state = state;
  }
  return {};
}

Result<std::vector<Extremes>> storageSpreads(const VerdictSetup& setup, const PhaseSide& side,
                                             const VerdictControl& control, VerdictMemo& memo) {
  auto& known = memo.entry(setup, Practice::ofNoName(storageAlone(setup.recipe))).spreads;
  if (!known) {
    POSCOPE_TRY(known, phaseSpreads(side, true, control, 0.5, 0.8));
  }
  return *known;
}

}  // namespace

Result<Verdicts> judgePhase(const VerdictSetup& setup, const VerdictControl& control) {
  POSCOPE_TRY(const auto side, sideOf(setup, setup.recipe));
  POSCOPE_TRY(auto found, tableOf(side, Looked::everything, control, 0, 0.2));
  POSCOPE_TRY(const auto own, phaseSpreads(side, false, control, 0.2, 0.5));
  VerdictMemo ownMemo;
  VerdictMemo& memo = control.memo == nullptr ? ownMemo : *control.memo;
  POSCOPE_TRY(const auto storage, storageSpreads(setup, side, control, memo));
  Verdicts verdicts;
  verdicts.unique =
      countGroups(std::move(found.hashes), setup.start, [&](std::int64_t k, std::int64_t other) {
        return sameRow(side.pipeline, setup.start + k, setup.start + other);
      });
  verdicts.unique.lost = found.lost;
  if (found.lost > 0) {
    verdicts.unique.state = VerdictState::bad;
  }
  verdicts.relative = relativeOf(own, storage, scoreStep(setup, side), setup.context);
  verdicts.faithful = faithfulOf(found, side);
  Practice practice(setup, control, memo);
  practice.learn(own, found.worst.error);
  POSCOPE_CHECK(forgivePractice(practice, verdicts));
  return verdicts;
}

}  // namespace poscope
