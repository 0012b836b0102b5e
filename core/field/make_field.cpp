#include "core/field/make_field.h"

#include <algorithm>

#include "core/encoding/frequencies.h"

namespace poscope {
namespace {

double largestPositionOf(std::int64_t start, std::int64_t count) {
  return static_cast<double>(start + count - 1);
}

struct PhaseSides {
  PhaseStages a;
  PhaseStages b;
  std::vector<double> frequenciesA;
  std::vector<double> frequenciesB;
  std::vector<double> reference;
};

PhaseSides phaseSides(const RecipePair& recipes, std::int64_t dim, double base,
                      double largestPosition) {
  PhaseSides sides;
  sides.a = phaseStages(recipes.a, *recipes.format, largestPosition, recipes.overflow);
  sides.b = phaseStages(recipes.b, *recipes.format, largestPosition, recipes.overflow);
  sides.frequenciesA = inverseFrequencies(dim, base, FrequencyForm::power, sides.a.frequency);
  sides.frequenciesB = inverseFrequencies(dim, base, FrequencyForm::power, sides.b.frequency);
  sides.reference = inverseFrequencies(dim, base, FrequencyForm::power, Rounding{});
  return sides;
}

// {frequency, cosine, sine} of the query, one block each (DecayField's table).
void fillQueryBlocks(double* block, std::int64_t padded, const PhaseStages& stages,
                     const std::vector<double>& frequencies, double query) {
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const SineCosine entry = phaseTable(stages, query, frequencies[i]);
    block[i] = frequencies[i];
    block[static_cast<std::size_t>(padded) + i] = entry.cosine;
    block[2 * static_cast<std::size_t>(padded) + i] = entry.sine;
  }
}

AlibiPair alibiPair(const RecipePair& recipes, double slope, std::int64_t context, bool aligned) {
  const double position = largestPositionOf(0, context);
  const auto stages = [&](const Recipe& recipe) {
    return alibiStages(recipe, *recipes.format, position, slope * position, recipes.overflow);
  };
  return {stages(recipes.a), stages(recipes.b), aligned ? 1.0 : 0.0};
}

}  // namespace

Field makePhaseField(const RecipePair& recipes, std::int64_t dim, double base, TableLayout layout,
                     std::int64_t start, std::int64_t length) {
  const PhaseSides sides = phaseSides(recipes, dim, base, largestPositionOf(start, length));
  const auto width = static_cast<std::size_t>(dim);
  auto table = std::make_shared<FieldTable>(4 * width);
  for (std::size_t c = 0; c < width; ++c) {
    const Channel channel = channelOf(layout, dim, static_cast<std::int64_t>(c));
    const auto pair = static_cast<std::size_t>(channel.pair);
    (*table)[c] = sides.frequenciesA[pair];
    (*table)[width + c] = sides.frequenciesB[pair];
    (*table)[2 * width + c] = sides.reference[pair];
    (*table)[3 * width + c] = channel.isSine ? 1.0 : 0.0;
  }
  return {PhaseField{dim, start, sides.a, sides.b}, table, length, dim};
}

Field makeAlibiField(const RecipePair& recipes, double slope, std::int64_t context, bool aligned,
                     double steepest) {
  const AlibiPair pair = alibiPair(recipes, std::max(slope, steepest), context, aligned);
  return {AlibiField{pair, slope}, nullptr, context, context};
}

Field makeAlibiHeadsField(const RecipePair& recipes, const std::vector<double>& slopes,
                          std::int64_t context, bool aligned) {
  double steepest = 0;
  for (const double slope : slopes) {
    steepest = slope > steepest ? slope : steepest;
  }
  return {AlibiHeadsField{alibiPair(recipes, steepest, context, aligned), context - 1},
          std::make_shared<FieldTable>(slopes), static_cast<std::int64_t>(slopes.size()), context};
}

Field makeDecayField(const RecipePair& recipes, std::int64_t dim, double base, std::int64_t query,
                     std::int64_t distances, double weight) {
  const PhaseSides sides = phaseSides(recipes, dim, base, static_cast<double>(query));
  const std::int64_t pairs = dim / 2;
  const std::int64_t lanes = DecayField::kLanes;
  const std::int64_t padded = (pairs + lanes - 1) / lanes * lanes;
  auto table = std::make_shared<FieldTable>(static_cast<std::size_t>(7 * padded));
  const auto position = static_cast<double>(query);
  fillQueryBlocks(table->data(), padded, sides.a, sides.frequenciesA, position);
  fillQueryBlocks(table->data() + 3 * padded, padded, sides.b, sides.frequenciesB, position);
  std::copy(sides.reference.begin(), sides.reference.end(), table->data() + 6 * padded);
  return {DecayField{pairs, padded, query, weight, sides.a, sides.b}, table, 1, distances};
}

}  // namespace poscope
