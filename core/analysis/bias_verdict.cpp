#include "core/analysis/bias_verdict.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/row_groups.h"
#include "core/analysis/verdict_parts.h"

namespace poscope {
namespace {

/// Two keys that share every bias are harmless when the weight that their difference would move, of
/// the largest weight, is below this in every head: two steps of a bf16 weight near 1.
constexpr double kHarmlessWeight = 1.0 / 128;
constexpr std::int64_t kTile = 8192;
constexpr std::int64_t kMostBlocks = 8;

bool countsDistances(const VerdictSetup& setup) {
  return schemeRow(setup.recipe.scheme).counted(setup.recipe) == Counted::distances;
}

// Hashes of all heads' biases of each key for the last query; by distance where the index is
// relative to it.
Result<std::vector<std::uint64_t>> keyHashes(const VerdictSetup& setup, const BiasSide& side,
                                             const VerdictControl& control, std::int64_t& lost) {
  std::vector<std::uint64_t> hashes(static_cast<std::size_t>(setup.context), kHashStart);
  std::vector<unsigned char> broken(hashes.size(), 0);
  TileRun run(control, 0, 0.2);
  const std::int64_t tiles = (setup.context + kTile - 1) / kTile;
  auto done = run.over(tiles, [&](std::int64_t tile) {
    const std::int64_t first = tile * kTile;
    const std::int64_t count = std::min(kTile, setup.context - first);
    std::vector<double> biases(static_cast<std::size_t>(count));
    for (std::int64_t head = 0; head < side.heads(); ++head) {
      side.row(head, setup.context - 1, first, biases);
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
  POSCOPE_CHECK(done);
  lost = std::count(broken.begin(), broken.end(), 1);
  if (countsDistances(setup)) {
    std::reverse(hashes.begin(), hashes.end());
  }
  return hashes;
}

// Whether every head has the same bias for two keys, given as places among their hashes.
bool sameKeys(const VerdictSetup& setup, const BiasSide& side, std::int64_t k, std::int64_t other) {
  const std::int64_t query = setup.context - 1;
  const auto biasOf = [&](std::int64_t head, std::int64_t place) {
    std::vector<double> bias(1);
    side.row(head, query, countsDistances(setup) ? query - place : place, bias);
    return identityOf(bias.front());
  };
  for (std::int64_t head = 0; head < side.heads(); ++head) {
    if (biasOf(head, k) != biasOf(head, other)) {
      return false;
    }
  }
  return true;
}

// The largest weight, as a share of the nearest key's, that two keys sharing all biases would be
// told apart by.
double weightOfTwins(const std::vector<std::uint64_t>& hashes, const VerdictSetup& setup,
                     const BiasSide& side) {
  const std::vector<std::int64_t> twins = earlierTwins(hashes);
  const bool byDistance = countsDistances(setup);
  double largest = 0;
  for (std::size_t k = 0; k < twins.size(); ++k) {
    if (twins[k] < 0) {
      continue;
    }
    const auto index = static_cast<std::int64_t>(k);
    const std::int64_t distance = byDistance ? twins[k] : setup.context - 1 - index;
    const std::int64_t apart = index - twins[k];
    for (std::int64_t head = 0; head < side.heads(); ++head) {
      const double nearer = side.exact(head, distance);
      const double steps = nearer - side.exact(head, distance + apart);
      largest = std::max(largest, std::exp(nearer) * std::min(1.0, steps));
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
  DistancePass(const VerdictSetup& setup, const BiasSide& side)
      : side_(side),
        context_(setup.context),
        bias_(stageFormat(setup.recipe, Stage::bias, *setup.format)),
        model_(*setup.format) {}

  [[nodiscard]] DistanceFindings at(std::int64_t distance) const {
    DistanceFindings found;
    for (std::int64_t h = 0; h < side_.heads(); ++h) {
      head(h, distance, found);
    }
    return found;
  }

 private:
  void head(std::int64_t h, std::int64_t distance, DistanceFindings& found) const {
    const double truth = side_.exact(h, distance);
    const std::int64_t queries = side_.byDistance() ? 1 : context_ - distance;
    Extremes extremes;
    std::vector<double> biases(static_cast<std::size_t>(std::min(queries, kTile)));
    for (const std::int64_t block : judgedBlocks(queries, kTile, kMostBlocks)) {
      const std::int64_t first = block * kTile;
      const std::int64_t count = std::min(kTile, queries - first);
      side_.diagonal(h, distance, distance + first,
                     std::span(biases).first(static_cast<std::size_t>(count)));
      for (std::int64_t k = 0; k < count; ++k) {
        if (std::isfinite(biases[static_cast<std::size_t>(k)])) {
          extremes.add(biases[static_cast<std::size_t>(k)], distance + first + k);
        }
      }
    }
    const double error = std::max(std::abs(extremes.low - truth), std::abs(extremes.high - truth));
    const double halfStep = spacingAt(bias_, truth, side_.biasScale()) / 2;
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
    return integer ? side_.biasScale() : spacingAt(model_, bias);
  }

  const BiasSide& side_;
  std::int64_t context_;
  const NumberFormat& bias_;
  const NumberFormat& model_;
};

Result<std::vector<DistanceFindings>> distancesOf(const VerdictSetup& setup, const BiasSide& side,
                                                  const VerdictControl& control, double first,
                                                  double last) {
  const std::vector<std::int64_t> distances = judgedDistances(setup.context);
  std::vector<DistanceFindings> found(distances.size());
  const DistancePass pass(setup, side);
  TileRun run(control, first, last);
  auto done = run.over(static_cast<std::int64_t>(distances.size()), [&](std::int64_t d) {
    found[static_cast<std::size_t>(d)] = pass.at(distances[static_cast<std::size_t>(d)]);
  });
  POSCOPE_CHECK(done);
  return found;
}

// fp32 practice of a bias keeps the index, where the scheme has one, and stores the bias in fp32.
Recipe practiceRecipe(const Recipe& recipe) {
  Recipe practice = fp32Practice(recipe);
  practice.set(Stage::bias, "fp32");
  if (recipe.has(Stage::index)) {
    practice.set(Stage::index, recipe.setting(Stage::index));
  }
  return practice;
}

Result<std::vector<DistanceFindings>> practiceOf(BiasMaker make, const VerdictSetup& setup,
                                                 const VerdictControl& control) {
  return distancesOf(setup, *make(setup, practiceRecipe(setup.recipe)), control, 0.7, 1.0);
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

Result<Verdicts> judgeBias(BiasMaker make, const VerdictSetup& setup,
                           const VerdictControl& control) {
  const std::unique_ptr<BiasSide> side = make(setup, setup.recipe);
  Verdicts verdicts;
  std::int64_t lost = 0;
  POSCOPE_TRY(const auto hashes, keyHashes(setup, *side, control, lost));
  POSCOPE_TRY(const auto own, distancesOf(setup, *side, control, 0.2, 0.7));
  POSCOPE_TRY(const auto practice, practiceOf(make, setup, control));
  verdicts.unique = countGroups(hashes, 0, [&](std::int64_t k, std::int64_t other) {
    return sameKeys(setup, *side, k, other);
  });
  verdicts.unique.lost = lost;
  if (lost > 0) {
    verdicts.unique.state = VerdictState::bad;
  } else if (verdicts.unique.state == VerdictState::bad &&
             weightOfTwins(hashes, setup, *side) <= kHarmlessWeight) {
    verdicts.unique.state = VerdictState::harmless;
  }
  fillVerdicts(own, practice, setup.context, verdicts);
  return verdicts;
}

}  // namespace poscope
