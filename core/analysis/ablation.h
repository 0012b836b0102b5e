// Which stage of a RoPE does the damage: each one rounded alone, all others in fp64, held against
// the recipe as a whole.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/verdict.h"

namespace poscope {

/// What a recipe does to the positions that were looked at.
struct StageEffect {
  double error = 0;           ///< Largest of cos and sin against fp64; NaN entries count as 2.
  std::int64_t position = 0;  ///< Where.
  std::int64_t pair = 0;
  double turn = 0;            ///< Largest error of an angle before cos and sin, radians.
  double spread = 0;          ///< Of the score at kAblationDistance over positions (verdict.h).
  std::int64_t distinct = 0;  ///< Table rows that differ.
  std::int64_t lost = 0;      ///< Positions with a NaN or an infinity in their row.
  /// The first position whose row an earlier one has, after the nearest of those.
  std::optional<std::pair<std::int64_t, std::int64_t>> firstCollision;
};

/// The distance of `spread`, as far as the context has one.
inline constexpr std::int64_t kAblationDistance = 16;

/// Stages that round, in the order in which they are computed; the choices that belong to one
/// (the making of a position, the form of a frequency) are rounded with it.
inline constexpr std::array<Stage, 6> kAblatedStages{
    Stage::position, Stage::frequency, Stage::angle, Stage::table, Stage::rotation, Stage::score};
/// Whether the stage changes the cos/sin table; the later ones change scores only.
[[nodiscard]] inline bool reachesTable(std::size_t stage) {
  return stage < 4;
}

struct Ablation {
  StageEffect whole;
  StageEffect storage;   ///< What storing in the recipe's formats alone costs.
  StageEffect practice;  ///< The fp32 phase with the same storage.
  std::array<StageEffect, kAblatedStages.size()> alone;
  /// The stage that does the damage: of those that do any the first by lost positions, then by
  /// shared rows, by spread and by error. None when the whole recipe is fine.
  std::optional<std::size_t> worst;
  /// Another one whose damage is of another kind: wrong angles that keep all positions apart.
  std::optional<std::size_t> warp;
  /// How many positions from the start keep an error of at most 4 times storage (firstUnfaithful);
  /// kLongestReach: at least that many.
  std::int64_t reach = 0;
};

/// Whether a recipe is worse than the fp32 phase or storage alone may be, as the verdicts judge it:
/// lost or shared positions, or a spread or an error over 4 times storage and over twice the fp32
/// phase.
[[nodiscard]] bool isDamaged(const Ablation& side, std::int64_t seen);
/// What of a stage alone is damage. Table, rotation and score are the storage that others are held
/// against: they do damage only when positions are lost or shared.
struct StageDamage {
  bool positions = false;  ///< Lost or shared.
  bool spread = false;
  bool error = false;

  [[nodiscard]] bool any() const { return positions || spread || error; }
};
[[nodiscard]] StageDamage stageDamage(const Ablation& side, std::size_t stage, std::int64_t seen);

struct AblationSetup {
  std::vector<Recipe> recipes;  ///< Of the scheme rope.
  const NumberFormat* format = nullptr;
  Overflow overflow = Overflow::ofFormat;
  RopeShape shape;
  std::int64_t start = 0;
  std::int64_t context = 2;  ///< >= 2; start + context <= 2^30.
};

struct AblationResult {
  std::vector<Ablation> sides;  ///< One for each recipe.
  std::int64_t seen = 0;        ///< Positions looked at: all, or those of `blocks` blocks.
  std::int64_t blocks = 1;
};

/// `recipe` with `stage` (one of kAblatedStages) rounded alone, and the choices that belong to it.
[[nodiscard]] Recipe aloneRecipe(const Recipe& recipe, Stage stage);

/// At most kMostAblationCells table entries of each variant are looked at: contexts over that are
/// seen through blocks of neighbours that lie evenly from the first to the last. Errors: those
/// of scaledFrequencies; cancelled.
[[nodiscard]] Result<AblationResult> ablate(const AblationSetup& setup,
                                            const VerdictControl& control = {});
inline constexpr std::int64_t kMostAblationCells = std::int64_t{1} << 21;

}  // namespace poscope
