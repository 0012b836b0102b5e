#include "core/analysis/rotated_score.h"

#include <cmath>
#include <numeric>

namespace poscope {
namespace {

std::int64_t pairsOf(std::span<const double> components) {
  return std::ssize(components) / 2;
}

PairNumbers numbersOf(PairLayout layout, std::span<const double> components, std::int64_t pair) {
  const PairPlaces places = pairPlaces(layout, std::ssize(components), pair);
  return {components[static_cast<std::size_t>(places.first)],
          components[static_cast<std::size_t>(places.second)]};
}

void put(PairLayout layout, std::vector<double>& components, std::int64_t pair,
         PairNumbers numbers) {
  const PairPlaces places = pairPlaces(layout, std::ssize(components), pair);
  components[static_cast<std::size_t>(places.first)] = numbers.first;
  components[static_cast<std::size_t>(places.second)] = numbers.second;
}

}  // namespace

std::vector<double> rearranged(std::span<const double> components, PairLayout from, PairLayout to) {
  std::vector<double> result(components.size());
  for (std::int64_t pair = 0; pair < pairsOf(components); ++pair) {
    put(to, result, pair, numbersOf(from, components, pair));
  }
  return result;
}

std::vector<double> turned(const RotationStages& stages, PairLayout layout,
                           std::span<const double> components, const PhaseRows& table,
                           std::int64_t row) {
  const Rounding& format = stages.rotation;
  const auto turn = stages.eachOperation && !format.exact() ? turnedPair<true> : turnedPair<false>;
  std::vector<double> result(components.size());
  for (std::int64_t pair = 0; pair < pairsOf(components); ++pair) {
    const PairNumbers given = numbersOf(layout, components, pair);
    const PairNumbers stored{stageValue(format, given.first), stageValue(format, given.second)};
    put(layout, result, pair, turn(format, stored, table.cosine(row)[pair], table.sine(row)[pair]));
  }
  return result;
}

double normOf(std::span<const double> components) {
  return std::sqrt(
      std::inner_product(components.begin(), components.end(), components.begin(), 0.0));
}

std::vector<double> pairParts(PairLayout layout, std::span<const double> query,
                              std::span<const double> key) {
  std::vector<double> parts;
  for (std::int64_t pair = 0; pair < pairsOf(query); ++pair) {
    const PairNumbers q = numbersOf(layout, query, pair);
    const PairNumbers k = numbersOf(layout, key, pair);
    parts.push_back(q.first * k.first + q.second * k.second);
  }
  return parts;
}

double turnedScore(const RotationStages& stages, const QueryAndKey& vectors,
                   const PhaseRows& queryTable, std::int64_t queryRow, const PhaseRows& keyTable,
                   std::int64_t keyRow) {
  const std::vector<double> parts =
      pairParts(vectors.layout, turned(stages, vectors.layout, vectors.query, queryTable, queryRow),
                turned(stages, vectors.layout, vectors.key, keyTable, keyRow));
  return stageValue(stages.score, std::accumulate(parts.begin(), parts.end(), 0.0));
}

}  // namespace poscope
