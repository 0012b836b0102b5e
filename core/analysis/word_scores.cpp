#include "core/analysis/word_scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "core/analysis/drawn_head.h"
#include "core/analysis/seeded_numbers.h"
#include "core/encoding/alibi.h"
#include "core/encoding/frequencies.h"
#include "core/encoding/kerple.h"
#include "core/encoding/phase.h"
#include "core/encoding/rotation.h"

namespace poscope {
namespace {

using Vector = std::vector<double>;

const Vector& frequencies() {
  static const Vector kFrequencies =
      inverseFrequencies(kWordDim, kWordBase, FrequencyForm::power, Rounding{});
  return kFrequencies;
}

SineCosine entryAt(std::int64_t position, std::size_t pair) {
  return phaseTable(PhaseStages{}, static_cast<double>(position), frequencies()[pair]);
}

void addSinusoid(Vector& embedding, std::int64_t position) {
  const Vector row = sinusoidRow(TableLayout::interleaved, kWordDim, kWordBase, position);
  std::transform(row.begin(), row.end(), embedding.begin(), embedding.begin(), std::plus<>());
}

void turn(Vector& projected, std::int64_t position) {
  for (std::int64_t pair = 0; pair < kWordDim / 2; ++pair) {
    const PairPlaces places = pairPlaces(PairLayout::interleaved, kWordDim, pair);
    double& first = projected[static_cast<std::size_t>(places.first)];
    double& second = projected[static_cast<std::size_t>(places.second)];
    const SineCosine entry = entryAt(position, static_cast<std::size_t>(pair));
    const PairNumbers turned =
        turnedPair<false>(Rounding{}, {first, second}, entry.cosine, entry.sine);
    first = turned.first;
    second = turned.second;
  }
}

double alibiBias(std::int64_t distance) {
  return alibiStored(AlibiStages{}, kWordSlope, static_cast<double>(distance), 0);
}

double kerpleBias(std::int64_t distance) {
  return kerpleExact(KerpleHead{}, static_cast<double>(distance));
}

// Where a scheme puts positions in; nullptr: not there.
struct SchemeSteps {
  Scheme scheme;
  void (*embed)(Vector& embedding, std::int64_t position) = nullptr;
  void (*turn)(Vector& projected, std::int64_t position) = nullptr;
  double (*bias)(std::int64_t distance) = nullptr;
};
constexpr std::array kSteps{SchemeSteps{.scheme = Scheme::none},
                            SchemeSteps{.scheme = Scheme::sinusoidal, .embed = addSinusoid},
                            SchemeSteps{.scheme = Scheme::rope, .turn = turn},
                            SchemeSteps{.scheme = Scheme::alibi, .bias = alibiBias},
                            SchemeSteps{.scheme = Scheme::kerpleLog, .bias = kerpleBias}};

const SchemeSteps& stepsOf(Scheme scheme) {
  const auto* const found =
      std::find_if(kSteps.begin(), kSteps.end(),
                   [scheme](const SchemeSteps& steps) { return steps.scheme == scheme; });
  return found == kSteps.end() ? kSteps.front() : *found;
}

}  // namespace

std::span<const Scheme> wordSchemes() {
  static const auto kSchemes = [] {
    std::array<Scheme, kSteps.size()> schemes{};
    std::transform(kSteps.begin(), kSteps.end(), schemes.begin(),
                   [](const SchemeSteps& steps) { return steps.scheme; });
    return schemes;
  }();
  return kSchemes;
}

std::vector<double> wordScores(std::span<const std::string> words, Scheme scheme,
                               std::uint64_t seed) {
  const SchemeSteps& steps = stepsOf(scheme);
  const Vector queryWeights = seededNumbers(seed, "query weights", kWordDim * kWordDim);
  const Vector keyWeights = seededNumbers(seed, "key weights", kWordDim * kWordDim);
  const auto count = std::ssize(words);
  std::vector<Vector> queries;
  std::vector<Vector> keys;
  for (std::int64_t position = 0; position < count; ++position) {
    Vector x = seededNumbers(seed, "word " + words[static_cast<std::size_t>(position)], kWordDim);
    if (steps.embed != nullptr) {
      steps.embed(x, position);
    }
    queries.push_back(projected(queryWeights, x));
    keys.push_back(projected(keyWeights, x));
    if (steps.turn != nullptr) {
      steps.turn(queries.back(), position);
      steps.turn(keys.back(), position);
    }
  }
  std::vector<double> scores;
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::int64_t j = 0; j < count; ++j) {
      const double product =
          dotOf(queries[static_cast<std::size_t>(i)], keys[static_cast<std::size_t>(j)]);
      const double bias = steps.bias == nullptr ? 0.0 : steps.bias(std::abs(i - j));
      scores.push_back(product / std::sqrt(static_cast<double>(kWordDim)) + bias);
    }
  }
  return scores;
}

}  // namespace poscope
