#include "core/analysis/entropy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "core/analysis/effect.h"

namespace poscope {
namespace {

// ln of the probability that a normal number exceeds k / kSteps: falls with k.
constexpr int kSteps = 256;
using LogTails = std::array<double, 7 * kSteps>;

const LogTails& logTails() {
  static const LogTails kTails = [] {
    LogTails tails;
    for (std::size_t k = 0; k < tails.size(); ++k) {
      const double x = static_cast<double>(k) / kSteps;
      tails[k] = std::log(std::erfc(x / std::numbers::sqrt2) / 2);
    }
    return tails;
  }();
  return kTails;
}

// Keys of scores that are taken as equal, next to each other when all are sorted.
struct Group {
  double score = 0;
  double keys = 1;
};

// A group is a 64th of what lies between it and the nearer end: the largest scores, which decide,
// stand alone.
std::vector<Group> normalGroups(std::int64_t keys, double deviation) {
  constexpr std::int64_t kPart = 64;
  std::vector<Group> groups;
  for (std::int64_t first = 0; first < keys;) {
    const std::int64_t size =
        std::clamp<std::int64_t>(std::min(first, keys - first) / kPart, 1, keys - first);
    const double middle = static_cast<double>(first) + static_cast<double>(size) / 2;
    groups.push_back({deviation * normalQuantile(middle / static_cast<double>(keys)),
                      static_cast<double>(size)});
    first += size;
  }
  return groups;
}

}  // namespace

double logFactor(double n, double trained, bool clamped) {
  const double factor = std::log(n) / std::log(trained);
  return clamped ? std::max(1.0, factor) : factor;
}

double normalQuantile(double q) {
  if (q > 0.5) {
    return -normalQuantile(1 - q);
  }
  const LogTails& tails = logTails();
  const double wanted = std::log(q);
  const auto below = std::upper_bound(tails.begin() + 1, tails.end() - 1, wanted, std::greater<>());
  const auto k = static_cast<double>(below - tails.begin() - 1);
  return (k + (*(below - 1) - wanted) / (*(below - 1) - *below)) / kSteps;
}

// A group of c keys has their weights together where ln c is added to its score. With Z the sum of
// e^score over all keys, ln p = score - ln Z, so the entropy is ln Z less the mean score.
AttentionSpread attentionSpread(const ScoreModel& model, std::int64_t keys, double factor) {
  std::vector<Group> groups;
  if (model.peaked) {
    groups.push_back({model.peak, 1});
  }
  for (const Group& group : normalGroups(keys - std::ssize(groups), model.deviation)) {
    groups.push_back(group);
  }
  std::vector<double> scores;
  scores.reserve(groups.size());
  for (const Group& group : groups) {
    scores.push_back(factor * group.score + std::log(group.keys));
  }
  const std::vector<double> weights = attentionWeights(scores);
  const auto top = std::max_element(scores.begin(), scores.end());
  const double logSum = *top - std::log(weights[static_cast<std::size_t>(top - scores.begin())]);
  double mean = 0;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    mean += weights[k] * factor * groups[k].score;
  }
  AttentionSpread spread;
  spread.entropy = std::max(0.0, logSum - mean);
  spread.effective = std::exp(spread.entropy);
  spread.peak = model.peaked ? weights.front() : 0.0;
  return spread;
}

}  // namespace poscope
