#include "core/analysis/ablation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "core/analysis/ablation_positions.h"
#include "core/analysis/faithful_reach.h"
#include "core/analysis/phase_rows.h"
#include "core/analysis/row_groups.h"
#include "core/analysis/table_row.h"
#include "core/analysis/verdict_parts.h"

namespace poscope {
namespace {

constexpr std::size_t kFirstStorageStage = 3;  // table, rotation, score

// Settings of the choices that are rounded together with a stage.
struct Companion {
  Stage stage;
  Stage choice;
};
constexpr Companion kCompanions[] = {{Stage::position, Stage::making},
                                     {Stage::position, Stage::interpolation},
                                     {Stage::frequency, Stage::form},
                                     {Stage::rotation, Stage::application}};

Recipe exactButForm(const Recipe& recipe) {
  Recipe exact = storageAlone(recipe);
  for (const Stage stage : {Stage::table, Stage::rotation, Stage::score}) {
    exact.set(stage, "fp64");
  }
  return exact;
}

/// One recipe and what is found about it; filled by several threads, block by block.
struct Variant {
  PhasePipeline pipeline;
  RotationStages rotation;
  bool stored = false;  ///< Asked what storage alone costs.
  double storage = 0;
  StageEffect effect{};
  Extremes scores{};
  std::vector<std::uint64_t> hashes{};
};

/// The rows of a block with those before it that its scores need.
struct Block {
  std::int64_t index;
  std::int64_t lead;  ///< Rows before the block's own.
  std::int64_t first;
  std::int64_t rows;  ///< With the lead.
};

class BlockScan {
 public:
  BlockScan(const PhaseReference& reference, const Block& block, std::size_t offset)
      : reference_(reference), block_(block), offset_(offset) {
    fillReferenceRows(reference, block.first, block.rows, exact_);
  }

  /// Of a variant without its hashes, which go to their place at once.
  void scan(Variant& variant, StageEffect& effect, Extremes& scores) {
    fillPhaseRows(variant.pipeline, block_.first, block_.rows, table_);
    rotateOnes(variant.rotation, table_, rotated_);
    for (std::int64_t r = block_.lead; r < block_.rows; ++r) {
      scanRow(variant, r, effect);
    }
    const std::int64_t pairs = table_.pairs;
    const double norm = reference_.tableFactor * reference_.tableFactor;
    for (std::int64_t r = std::max(block_.lead, kAblationDistance); r < block_.rows; ++r) {
      const double* const query = rotated_.data() + 2 * pairs * r;
      const double score =
          rotatedScore(variant.rotation, query, query - 2 * pairs * kAblationDistance, pairs) /
          norm;
      if (std::isfinite(score)) {
        scores.add(score, block_.first + r);
      }
    }
  }

  [[nodiscard]] const PhaseRows& exact() const { return exact_; }

 private:
  void scanRow(Variant& variant, std::int64_t r, StageEffect& effect) {
    const std::int64_t position = block_.first + r;
    const RowPair row = rowPair(table_, exact_, r);
    const double error = rowError(row);
    if (error > effect.error) {
      effect.error = error;
      effect.position = position;
      effect.pair = pairOfError(row, error);
    }
    if (error >= kLostEntry && isLost(row)) {
      ++effect.lost;
    }
    effect.turn =
        std::max(effect.turn, rowTurn(variant.pipeline.stages, variant.pipeline.frequencies.data(),
                                      reference_.frequencies.data(), static_cast<double>(position),
                                      table_.pairs));
    variant.hashes[offset_ + static_cast<std::size_t>(r - block_.lead)] = rowHash(row);
  }

  const PhaseReference& reference_;
  Block block_;
  std::size_t offset_;
  PhaseRows exact_;
  PhaseRows table_;
  std::vector<double> rotated_;
};

void join(StageEffect& into, const StageEffect& from) {
  const bool further =
      from.error > into.error || (from.error == into.error && from.position < into.position);
  if (further) {
    into.error = from.error;
    into.position = from.position;
    into.pair = from.pair;
  }
  into.turn = std::max(into.turn, from.turn);
  into.lost += from.lost;
}

/// All variants over all blocks; equal recipes are looked at once.
class Ablator {
 public:
  Ablator(const AblationSetup& setup, PhaseReference reference)
      : setup_(setup),
        reference_(std::move(reference)),
        positions_(setup.start, setup.context, kMostAblationCells / (setup.shape.dim / 2)) {}

  /// The place of a recipe among the variants.
  Result<std::size_t> add(const Recipe& recipe) {
    const auto [found, added] = places_.try_emplace(recipe.settings, variants_.size());
    if (added) {
      POSCOPE_TRY(auto pipeline, phasePipeline(recipe, setup_.shape, *setup_.format,
                                               setup_.start + setup_.context, setup_.overflow));
      const RotationStages rotation = rotationStages(recipe, *setup_.format, setup_.overflow);
      variants_.push_back({std::move(pipeline), rotation});
      variants_.back().hashes.resize(static_cast<std::size_t>(positions_.seen()));
    }
    return found->second;
  }

  Result<void> run(const VerdictControl& control) {
    TileRun scan(control, 0, 0.8);
    auto done = scan.over(positions_.blocks(), [this](std::int64_t block) { scanBlock(block); });
    if (!done) {
      return done;
    }
    TileRun count(control, 0.8, 1);
    return count.over(static_cast<std::int64_t>(variants_.size()), [this](std::int64_t variant) {
      finish(variants_[static_cast<std::size_t>(variant)]);
    });
  }

  [[nodiscard]] const Variant& variant(std::size_t place) const { return variants_[place]; }
  void askStorage(std::size_t place) { variants_[place].stored = true; }
  [[nodiscard]] const Positions& positions() const { return positions_; }

 private:
  void scanBlock(std::int64_t index) {
    const std::int64_t own = positions_.first(index);
    const std::int64_t lead = std::min(kAblationDistance, own - setup_.start);
    BlockScan scan(reference_, {index, lead, own - lead, positions_.count(index) + lead},
                   static_cast<std::size_t>(positions_.before(index)));
    for (Variant& variant : variants_) {
      StageEffect effect;
      Extremes scores;
      scan.scan(variant, effect, scores);
      const double storage =
          variant.stored ? storageError(storedRounding(variant.pipeline.stages, variant.rotation),
                                        scan.exact())
                         : 0;
      const std::lock_guard<std::mutex> guard(mutex_);
      join(variant.effect, effect);
      variant.scores.join(scores);
      variant.storage = std::max(variant.storage, storage);
    }
  }

  void finish(Variant& variant) const {
    const UniqueVerdict groups =
        countGroups(std::move(variant.hashes), 0, [&](std::int64_t k, std::int64_t other) {
          return sameRow(variant.pipeline, positions_.at(k), positions_.at(other));
        });
    variant.effect.distinct = groups.distinct;
    variant.effect.spread = variant.scores.spread();
    if (groups.firstCollision) {
      variant.effect.firstCollision = {positions_.at(groups.firstCollision->first),
                                       positions_.at(groups.firstCollision->second)};
    }
  }

  const AblationSetup& setup_;
  PhaseReference reference_;
  Positions positions_;
  std::map<std::vector<std::string>, std::size_t> places_;
  std::vector<Variant> variants_;
  std::mutex mutex_;
};

/// Where the variants of one recipe are.
struct VariantPlaces {
  std::size_t whole = 0;
  std::size_t storage = 0;
  std::size_t practice = 0;
  std::array<std::size_t, kAblatedStages.size()> alone{};
};

Result<VariantPlaces> variantPlaces(Ablator& ablator, const Recipe& recipe) {
  VariantPlaces places;
  std::vector<std::pair<std::size_t*, Recipe>> wanted{{&places.whole, recipe},
                                                      {&places.storage, storageAlone(recipe)},
                                                      {&places.practice, fp32Practice(recipe)}};
  for (std::size_t stage = 0; stage < kAblatedStages.size(); ++stage) {
    wanted.emplace_back(&places.alone[stage], aloneRecipe(recipe, kAblatedStages[stage]));
  }
  for (const auto& [place, variant] : wanted) {
    POSCOPE_TRY(*place, ablator.add(variant));
  }
  ablator.askStorage(places.whole);
  return places;
}

bool losesPositions(const StageEffect& effect, std::int64_t seen) {
  return effect.lost > 0 || effect.distinct < seen;
}

bool isOver(double value, double storage, double practice) {
  return stateOf(overStorage(value, storage), value, 2 * practice) == VerdictState::bad;
}

bool worse(const StageEffect& left, const StageEffect& right) {
  return std::tuple(-left.lost, left.distinct, -left.spread, -left.error) <
         std::tuple(-right.lost, right.distinct, -right.spread, -right.error);
}

void findWorst(Ablation& side, std::int64_t seen) {
  if (!isDamaged(side, seen)) {
    return;
  }
  for (std::size_t stage = 0; stage < side.alone.size(); ++stage) {
    const StageEffect& effect = side.alone[stage];
    if (stageDamage(side, stage, seen).any() &&
        (!side.worst || worse(effect, side.alone[*side.worst]))) {
      side.worst = stage;
    }
  }
  for (std::size_t stage = 0; side.worst && stage < side.alone.size(); ++stage) {
    const StageEffect& effect = side.alone[stage];
    const bool warps = effect.distinct == seen && effect.lost == 0 && reachesTable(stage);
    if (stage != *side.worst && warps && stageDamage(side, stage, seen).any() &&
        (!side.warp || effect.turn > side.alone[*side.warp].turn)) {
      side.warp = stage;
    }
  }
}

Result<Ablation> sideOf(const Ablator& ablator, const VariantPlaces& places,
                        const AblationSetup& setup, const std::stop_token& stop) {
  Ablation side;
  side.whole = ablator.variant(places.whole).effect;
  side.storage = ablator.variant(places.storage).effect;
  side.storage.error = ablator.variant(places.whole).storage;
  side.practice = ablator.variant(places.practice).effect;
  for (std::size_t stage = 0; stage < places.alone.size(); ++stage) {
    side.alone[stage] = ablator.variant(places.alone[stage]).effect;
  }
  findWorst(side, ablator.positions().seen());
  POSCOPE_TRY(const auto over,
              firstUnfaithful(ablator.variant(places.whole).pipeline, setup.start,
                              setup.start + kLongestReach, side.storage.error, stop));
  side.reach = over - setup.start;
  return side;
}

}  // namespace

Recipe aloneRecipe(const Recipe& recipe, Stage stage) {
  Recipe alone = exactButForm(recipe);
  alone.set(stage, recipe.setting(stage));
  for (const Companion& companion : kCompanions) {
    if (companion.stage == stage) {
      alone.set(companion.choice, recipe.setting(companion.choice));
    }
  }
  return alone;
}

bool isDamaged(const Ablation& side, std::int64_t seen) {
  return losesPositions(side.whole, seen) ||
         isOver(side.whole.spread, side.storage.spread, side.practice.spread) ||
         isOver(side.whole.error, side.storage.error, side.practice.error);
}

StageDamage stageDamage(const Ablation& side, std::size_t stage, std::int64_t seen) {
  const StageEffect& effect = side.alone[stage];
  StageDamage damage;
  damage.positions = losesPositions(effect, seen);
  if (stage < kFirstStorageStage) {
    // A coarse score hides spread: each storing stage alone counts as well.
    double storage = side.storage.spread;
    for (std::size_t stored = kFirstStorageStage; stored < side.alone.size(); ++stored) {
      storage = std::max(storage, side.alone[stored].spread);
    }
    damage.spread = isOver(effect.spread, storage, side.practice.spread);
    damage.error = isOver(effect.error, side.storage.error, side.practice.error);
  }
  return damage;
}

Result<AblationResult> ablate(const AblationSetup& setup, const VerdictControl& control) {
  POSCOPE_TRY(auto reference, phaseReference(setup.recipes.front(), setup.shape));
  Ablator ablator(setup, std::move(reference));
  std::vector<VariantPlaces> places;
  for (const Recipe& recipe : setup.recipes) {
    POSCOPE_TRY(auto found, variantPlaces(ablator, recipe));
    places.push_back(found);
  }
  POSCOPE_CHECK(ablator.run(control));
  AblationResult result;
  for (const VariantPlaces& each : places) {
    POSCOPE_TRY(auto side, sideOf(ablator, each, setup, control.stop));
    result.sides.push_back(std::move(side));
  }
  result.seen = ablator.positions().seen();
  result.blocks = ablator.positions().all() ? 1 : ablator.positions().blocks();
  return result;
}

}  // namespace poscope
