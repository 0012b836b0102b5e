// Three verdicts on a recipe at a context length: Unique, Relative, Faithful. A wrong angle and a
// collision are different faults, and a setting can be fine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

#include "core/encoding/kerple.h"
#include "core/encoding/rope_scaling.h"
#include "core/recipe/recipe.h"

namespace poscope {

/// What is judged: a recipe for one model's shape, over positions start..start+context-1.
struct VerdictSetup {
  Recipe recipe;
  const NumberFormat* format = nullptr;  ///< The model's own.
  Overflow overflow = Overflow::ofFormat;
  RopeShape shape;           ///< sinusoid, rope.
  std::int64_t heads = 32;   ///< alibi.
  double maxBias = 8;        ///< alibi.
  KerpleHead kerple;         ///< kerple-log.
  std::int64_t start = 0;    ///< >= 0; a bias has no start: distances do not know it.
  std::int64_t context = 2;  ///< >= 2; start + context <= 2^24.
};

/// `harmless`: more than storage alone costs, but no more than any fp32 phase (an fp32 bias, a bias
/// stored in the model's format), or where attention has no weight: no fix would bring more.
enum class VerdictState { good, harmless, bad };
/// "good", "harmless", "bad".
[[nodiscard]] std::string_view verdictStateName(VerdictState state);

/// Do two positions share everything (a whole table row; a bias: that of all heads)? Rows are
/// told apart by 64-bit hashes: at 2^20 rows two different ones meet with a chance below 1e-7.
struct UniqueVerdict {
  VerdictState state = VerdictState::good;
  std::int64_t total = 0;
  std::int64_t distinct = 0;
  std::int64_t largestGroup = 1;
  std::int64_t unshared = 0;  ///< Positions that share with nobody.
  std::int64_t lost = 0;      ///< Positions with a NaN or an infinity in their row.
  /// The nearest earlier position with the same row, and the first position that has one: of what
  /// the scheme's index counts (core/recipe/schemes.h).
  std::optional<std::pair<std::int64_t, std::int64_t>> firstCollision;
};

/// Spread over positions of the score at one distance.
struct DistanceSpread {
  std::int64_t distance = 1;
  double spread = 0;   ///< Largest minus smallest; q = k = ones, 1 at distance 0 (ALiBi: the bias).
  double storage = 0;  ///< What storage alone costs there, at least one step of a stored score.
  std::int64_t lowest = 0;   ///< Query position of the smallest score.
  std::int64_t highest = 0;  ///< Of the largest.
  std::int64_t head = 0;     ///< ALiBi: the head with the largest spread.
};

/// Does the score depend on the distance only? Distances 1, 2, 4, ... up to half the context, over
/// all queries up to 65536 of them, beyond over 64 blocks of 1024 (ALiBi: 8 of 8192) that lie
/// evenly from the first to the last.
struct RelativeVerdict {
  VerdictState state = VerdictState::good;
  std::vector<DistanceSpread> spreads;
  std::size_t worst = 0;     ///< Index of the largest spread over its allowance.
  std::int64_t queries = 0;  ///< Queries that were looked at.
};

/// How far is the table (ALiBi: the bias without its row constant) from fp64?
struct FaithfulVerdict {
  VerdictState state = VerdictState::good;
  double error = 0;           ///< Largest; NaN entries count as 2 (RoPE).
  std::int64_t position = 0;  ///< Where; ALiBi: the distance.
  std::int64_t index = 0;     ///< Pair, or head.
  double storage = 0;         ///< Largest error of storage alone (ALiBi: half a step there).
  /// The largest context, from `start`, up to which no position is over 4 times storage.
  std::int64_t holdsUpTo = 0;
};

struct Verdicts {
  UniqueVerdict unique;
  RelativeVerdict relative;
  FaithfulVerdict faithful;
};

/// Positions from here on are not judged.
inline constexpr std::int64_t kLastJudged = std::int64_t{1} << 24;

/// Times over storage alone from which a verdict is no longer good.
inline constexpr double kStorageFactor = 4;

class VerdictMemo;

struct VerdictControl {
  std::function<void(double)> progress;  ///< 0..1, may be empty; called from working threads.
  std::stop_token stop;
  /// Keeps what recipes for one model have in common (verdict_memo.h); nullptr: nothing is kept.
  VerdictMemo* memo = nullptr;
};

/// Errors: those of scaledFrequencies; a context or a start out of range; cancelled.
[[nodiscard]] Result<Verdicts> judge(const VerdictSetup& setup, const VerdictControl& control = {});

}  // namespace poscope
