#include "core/analysis/alibi_verdict.h"

#include <cmath>
#include <mutex>

#include "core/analysis/row_groups.h"
#include "core/analysis/verdict_parts.h"
#include "core/base/host_device.h"
#include "core/recipe/pipeline.h"

namespace poscope {
namespace {

/// Two keys that share every bias are harmless when the weight that their difference would move, of
/// the largest weight, is below this in every head: two steps of a bf16 weight near 1.
constexpr double kHarmlessWeight = 1.0 / 128;
constexpr std::int64_t kTile = 8192;
constexpr std::int64_t kMostBlocks = 8;

struct Side {
  AlibiStages stages;
  std::vector<double> exact;  // Slopes.
  std::vector<double> own;    // Slopes as the recipe writes them.
  std::int64_t context;

  [[nodiscard]] std::int64_t heads() const { return static_cast<std::int64_t>(exact.size()); }
  [[nodiscard]] bool countsDistances() const {
    return stages.queryWeight == 1 || stages.anchor != 0;
  }
  [[nodiscard]] double steepest() const { return *std::max_element(exact.begin(), exact.end()); }
};

Side sideOf(const VerdictSetup& setup, const Recipe& recipe) {
  Side side;
  side.exact = alibiSlopes(setup.heads, setup.maxBias);
  side.own = alibiSlopes(setup.heads, setup.maxBias, slopeForm(recipe));
  side.context = setup.context;
  side.stages =
      alibiStages(recipe, *setup.format, setup.context,
                  side.steepest() * static_cast<double>(setup.context - 1), setup.overflow);
  return side;
}

// The biases of keys first..first+count-1 for one query as stored.
template <int kUnused>
POSCOPE_CLONES void biasRow(const AlibiStages& given, double slope, double query,
                            std::int64_t first, std::int64_t count, double* out) {
  const AlibiStages stages = given;
  for (std::int64_t k = 0; k < count; ++k) {
    out[k] = alibiStored(stages, slope, query, static_cast<double>(first + k));
  }
}

// The biases at one distance for queries first..first+count-1, without the exact row constant.
template <int kUnused>
POSCOPE_CLONES void biasDiagonal(const AlibiStages& given, double own, double exact,
                                 double distance, std::int64_t first, std::int64_t count,
                                 double* out) {
  const AlibiStages stages = given;
  for (std::int64_t k = 0; k < count; ++k) {
    const double query = static_cast<double>(first + k);
    out[k] =
        alibiStored(stages, own, query, query - distance) - alibiRowConstant(stages, exact, query);
  }
}

// Hashes of all heads' biases of each key for the last query; by distance where the index is
// relative to it.
Result<std::vector<std::uint64_t>> keyHashes(const Side& side, const VerdictControl& control,
                                             std::int64_t& lost) {
  std::vector<std::uint64_t> hashes(static_cast<std::size_t>(side.context), kHashStart);
  std::vector<unsigned char> broken(hashes.size(), 0);
  const double query = static_cast<double>(side.context - 1);
  TileRun run(control, 0, 0.2);
  const std::int64_t tiles = (side.context + kTile - 1) / kTile;
  auto done = run.over(tiles, [&](std::int64_t tile) {
    const std::int64_t first = tile * kTile;
    const std::int64_t count = std::min(kTile, side.context - first);
    std::vector<double> biases(static_cast<std::size_t>(count));
    for (const double slope : side.own) {
      biasRow<0>(side.stages, slope, query, first, count, biases.data());
      for (std::int64_t k = 0; k < count; ++k) {
        const double bias = biases[static_cast<std::size_t>(k)];
        std::uint64_t& hash = hashes[static_cast<std::size_t>(first + k)];
        hash = joinHash(hash, bias);
        if (!std::isfinite(bias)) {
          broken[static_cast<std::size_t>(first + k)] = 1;
        }
      }
    }
  });
  if (!done) {
    return tl::unexpected<Error>(done.error());
  }
  lost = std::count(broken.begin(), broken.end(), 1);
  if (side.countsDistances()) {
    std::reverse(hashes.begin(), hashes.end());
  }
  return hashes;
}

// The largest weight, as a share of the nearest key's, that two keys sharing all biases would be
// told apart by.
double weightOfTwins(const std::vector<std::uint64_t>& hashes, const Side& side) {
  const std::vector<std::int64_t> twins = earlierTwins(hashes);
  double largest = 0;
  for (std::size_t k = 0; k < twins.size(); ++k) {
    if (twins[k] < 0) {
      continue;
    }
    const auto index = static_cast<std::int64_t>(k);
    const auto distance =
        static_cast<double>(side.countsDistances() ? twins[k] : side.context - 1 - index);
    const double apart = static_cast<double>(static_cast<std::int64_t>(k) - twins[k]);
    for (const double slope : side.exact) {
      largest = std::max(largest, std::exp(-slope * distance) * std::min(1.0, slope * apart));
    }
  }
  return largest;
}

/// Extremes per distance over queries and heads: the spread of one head, the largest error.
struct DistanceFindings {
  Extremes extremes;  // Of the head with the largest spread.
  std::int64_t head = 0;
  double error = 0;       // Largest of all heads.
  double ratioError = 0;  // Where it is largest in steps of the bias format ...
  std::int64_t ratioHead = 0;
  double errorOverHalfStep = 0;  // Largest ratio to half a step of the bias format there.
  double halfStep = 0;           // That half step.
  double modelAllowance = 0;     // What storing the bias in the model's format may cost there.
};

class DistancePass {
 public:
  DistancePass(const Side& side, const NumberFormat& bias, const NumberFormat& model)
      : side_(side), bias_(bias), model_(model) {}

  [[nodiscard]] DistanceFindings at(std::int64_t distance) const {
    DistanceFindings found;
    for (std::int64_t h = 0; h < side_.heads(); ++h) {
      head(h, distance, found);
    }
    return found;
  }

 private:
  void head(std::int64_t h, std::int64_t distance, DistanceFindings& found) const {
    const double exact = side_.exact[static_cast<std::size_t>(h)];
    const double truth = -exact * static_cast<double>(distance);
    // A relative index knows the distance only: one query stands for all.
    const bool relative = side_.stages.queryWeight == 1 && side_.stages.anchor == 0;
    const std::int64_t queries = relative ? 1 : side_.context - distance;
    Extremes extremes;
    std::vector<double> biases(static_cast<std::size_t>(std::min(queries, kTile)));
    for (const std::int64_t block : judgedBlocks(queries, kTile, kMostBlocks)) {
      const std::int64_t first = block * kTile;
      const std::int64_t count = std::min(kTile, queries - first);
      biasDiagonal<0>(side_.stages, side_.own[static_cast<std::size_t>(h)], exact,
                      static_cast<double>(distance), distance + first, count, biases.data());
      for (std::int64_t k = 0; k < count; ++k) {
        if (std::isfinite(biases[static_cast<std::size_t>(k)])) {
          extremes.add(biases[static_cast<std::size_t>(k)], distance + first + k);
        }
      }
    }
    const double error = std::max(std::abs(extremes.low - truth), std::abs(extremes.high - truth));
    const double halfStep = spacingAt(bias_, truth, side_.stages.bias.scale) / 2;
    found.error = std::max(found.error, error);
    if (error / halfStep > found.errorOverHalfStep) {
      found.errorOverHalfStep = error / halfStep;
      found.halfStep = halfStep;
      found.ratioError = error;
      found.ratioHead = h;
      found.modelAllowance = kStorageFactor * modelStep(truth) / 2;
    }
    if (h == 0 || extremes.spread() > found.extremes.spread()) {
      found.extremes = extremes;
      found.head = h;
    }
  }

  [[nodiscard]] double modelStep(double bias) const {
    const bool integer = model_.kind == FormatKind::scaledInteger;
    return integer ? side_.stages.bias.scale : spacingAt(model_, bias);
  }

  const Side& side_;
  const NumberFormat& bias_;
  const NumberFormat& model_;
};

Result<std::vector<DistanceFindings>> distancesOf(const Side& side, const NumberFormat& bias,
                                                  const NumberFormat& model,
                                                  const VerdictControl& control, double first,
                                                  double last) {
  const std::vector<std::int64_t> distances = judgedDistances(side.context);
  std::vector<DistanceFindings> found(distances.size());
  const DistancePass pass(side, bias, model);
  TileRun run(control, first, last);
  auto done = run.over(static_cast<std::int64_t>(distances.size()), [&](std::int64_t d) {
    found[static_cast<std::size_t>(d)] = pass.at(distances[static_cast<std::size_t>(d)]);
  });
  if (!done) {
    return tl::unexpected<Error>(done.error());
  }
  return found;
}

// fp32 practice of ALiBi keeps the index and stores the bias in fp32.
Result<std::vector<DistanceFindings>> practiceOf(const VerdictSetup& setup,
                                                 const VerdictControl& control) {
  Recipe practice = fp32Practice(setup.recipe);
  for (const auto& [stage, setting] :
       {std::pair<std::string_view, std::string_view>{"bias", "fp32"},
        {"index", setup.recipe.setting("index")}}) {
    auto changed = withStage(std::move(practice), stage, setting);
    if (!changed) {
      return tl::unexpected<Error>(changed.error());
    }
    practice = std::move(*changed);
  }
  const NumberFormat& bias = stageFormat(setup.recipe, "bias", *setup.format);
  return distancesOf(sideOf(setup, practice), bias, *setup.format, control, 0.7, 1.0);
}

void fillVerdicts(const std::vector<DistanceFindings>& own,
                  const std::vector<DistanceFindings>& practice, std::int64_t context,
                  Verdicts& verdicts) {
  const std::vector<std::int64_t> distances = judgedDistances(context);
  RelativeVerdict& relative = verdicts.relative;
  FaithfulVerdict& faithful = verdicts.faithful;
  faithful.holdsUpTo = context;
  relative.queries = std::min(context - 1, kTile * kMostBlocks);
  double worstSpread = -1;
  double worstRatio = -1;
  for (std::size_t d = 0; d < own.size(); ++d) {
    const DistanceFindings& found = own[d];
    const double spread = found.extremes.spread();
    // The relative index stores one number for one distance: storage alone has no spread.
    relative.spreads.push_back(
        {distances[d], spread, 0, found.extremes.lowest, found.extremes.highest, found.head});
    relative.state = std::max(
        relative.state, stateOf(overStorage(spread, 0), spread, 2 * practice[d].extremes.spread()));
    if (spread > worstSpread) {
      worstSpread = spread;
      relative.worst = d;
    }
    const bool over = found.errorOverHalfStep > kStorageFactor;
    const double allowance = std::max(2 * practice[d].error, found.modelAllowance);
    faithful.state = std::max(faithful.state, stateOf(over, found.ratioError, allowance));
    if (found.errorOverHalfStep > worstRatio) {
      worstRatio = found.errorOverHalfStep;
      faithful.error = found.ratioError;
      faithful.position = distances[d];
      faithful.index = found.ratioHead;
      faithful.storage = found.halfStep;
    }
    if (over) {
      faithful.holdsUpTo = std::min(faithful.holdsUpTo, distances[d]);
    }
  }
}

}  // namespace

Result<Verdicts> judgeAlibi(const VerdictSetup& setup, const VerdictControl& control) {
  const Side side = sideOf(setup, setup.recipe);
  Verdicts verdicts;
  std::int64_t lost = 0;
  const auto hashes = keyHashes(side, control, lost);
  if (!hashes) {
    return tl::unexpected<Error>(hashes.error());
  }
  const NumberFormat& bias = stageFormat(setup.recipe, "bias", *setup.format);
  const auto own = distancesOf(side, bias, *setup.format, control, 0.2, 0.7);
  const auto practice = own ? practiceOf(setup, control) : tl::unexpected<Error>(own.error());
  if (!practice) {
    return tl::unexpected<Error>(practice.error());
  }
  verdicts.unique = countGroups(*hashes, 0);
  verdicts.unique.lost = lost;
  if (lost > 0) {
    verdicts.unique.state = VerdictState::bad;
  } else if (verdicts.unique.state == VerdictState::bad &&
             weightOfTwins(*hashes, side) <= kHarmlessWeight) {
    verdicts.unique.state = VerdictState::harmless;
  }
  fillVerdicts(*own, *practice, setup.context, verdicts);
  return verdicts;
}

}  // namespace poscope
