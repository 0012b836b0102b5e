#include "core/field/make_field.h"

#include <algorithm>

namespace poscope {
namespace {

struct PhaseSides {
  PhasePipeline a;
  PhasePipeline b;

  [[nodiscard]] bool recurrent() const {
    return a.stages.thetaScale > 0 || b.stages.thetaScale > 0;
  }
};

Result<PhaseSides> phaseSides(const RecipePair& recipes, const RopeShape& shape,
                              std::int64_t total) {
  const auto pipeline = [&](const Recipe& recipe) {
    return phasePipeline(recipe, shape, *recipes.format, total, recipes.overflow);
  };
  POSCOPE_TRY(auto a, pipeline(recipes.a));
  POSCOPE_TRY(auto b, pipeline(recipes.b));
  return PhaseSides{std::move(a), std::move(b)};
}

RopeShape plainShape(std::int64_t dim, double base) {
  RopeShape shape;
  shape.dim = dim;
  shape.base = base;
  return shape;
}

template <typename Angle>
FieldBody phaseBody(const PhaseSides& sides, std::int64_t dim, std::int64_t start) {
  return PhaseFieldBy<Angle>{dim, start, sides.a.stages, sides.b.stages,
                             sides.a.reference.tableFactor};
}

// {frequency, cosine, sine} of the query, one block each (DecayField's table).
void fillQueryBlocks(double* block, std::int64_t padded, const PhasePipeline& side, double query) {
  for (std::size_t i = 0; i < side.frequencies.size(); ++i) {
    const SineCosine entry = phaseTableBy<RecurrentAngle>(side.stages, query, side.frequencies[i],
                                                          static_cast<std::int64_t>(i));
    block[i] = side.frequencies[i];
    block[static_cast<std::size_t>(padded) + i] = entry.cosine;
    block[2 * static_cast<std::size_t>(padded) + i] = entry.sine;
  }
}

template <typename Angle>
FieldBody decayBody(const PhaseSides& sides, std::int64_t pairs, std::int64_t padded,
                    std::int64_t query, double weight) {
  return DecayFieldBy<Angle>{
      pairs, padded, query, weight, sides.a.reference.tableFactor, sides.a.stages, sides.b.stages};
}

template <typename Angle>
RopeErrorSides<Angle> errorSides(const PhaseSides& sides, std::int64_t start) {
  return {start, sides.a.stages, sides.b.stages, sides.a.reference.tableFactor};
}

// Frequencies of A, of B and of the reference, each repeated from the last pair on up to `padded`.
std::shared_ptr<const FieldTable> frequencyBlocks(const PhaseSides& sides, std::int64_t padded) {
  auto table = std::make_shared<FieldTable>();
  for (const std::vector<double>* frequencies :
       {&sides.a.frequencies, &sides.b.frequencies, &sides.a.reference.frequencies}) {
    table->insert(table->end(), frequencies->begin(), frequencies->end());
    table->insert(table->end(), static_cast<std::size_t>(padded) - frequencies->size(),
                  frequencies->back());
  }
  return table;
}

AlibiPair alibiPair(const RecipePair& recipes, double steepest, std::int64_t context,
                    bool aligned) {
  const auto stages = [&](const Recipe& recipe) {
    return alibiStages(recipe, *recipes.format, context,
                       steepest * static_cast<double>(context - 1), recipes.overflow);
  };
  return {stages(recipes.a), stages(recipes.b), aligned ? 1.0 : 0.0};
}

}  // namespace

Result<Field> makePhaseField(const RecipePair& recipes, const RopeShape& shape, TableLayout layout,
                             std::int64_t start, std::int64_t length) {
  POSCOPE_TRY(const auto sides, phaseSides(recipes, shape, start + length));
  const auto width = static_cast<std::size_t>(shape.dim);
  auto table = std::make_shared<FieldTable>(5 * width);
  for (std::size_t c = 0; c < width; ++c) {
    const Channel channel = channelOf(layout, shape.dim, static_cast<std::int64_t>(c));
    const auto pair = static_cast<std::size_t>(channel.pair);
    (*table)[c] = sides.a.frequencies[pair];
    (*table)[width + c] = sides.b.frequencies[pair];
    (*table)[2 * width + c] = sides.a.reference.frequencies[pair];
    (*table)[3 * width + c] = channel.isSine ? 1.0 : 0.0;
    (*table)[4 * width + c] = static_cast<double>(channel.pair);
  }
  return Field{sides.recurrent() ? phaseBody<RecurrentAngle>(sides, shape.dim, start)
                                 : phaseBody<DirectAngle>(sides, shape.dim, start),
               table, length, shape.dim};
}

Field makePhaseField(const RecipePair& recipes, std::int64_t dim, double base, TableLayout layout,
                     std::int64_t start, std::int64_t length) {
  return *makePhaseField(recipes, plainShape(dim, base), layout, start, length);
}

AlibiSlope alibiSlope(const RecipePair& recipes, std::int64_t heads, double maxBias,
                      std::int64_t head) {
  const auto of = [&](SlopeForm form) {
    return alibiSlopes(heads, maxBias, form)[static_cast<std::size_t>(head)];
  };
  return {of(SlopeForm::press), of(slopeForm(recipes.a)), of(slopeForm(recipes.b))};
}

Field makeAlibiField(const RecipePair& recipes, const AlibiSlope& slope, std::int64_t context,
                     bool aligned, double steepest) {
  const AlibiPair pair = alibiPair(recipes, std::max(slope.exact, steepest), context, aligned);
  return {AlibiField{pair, slope}, nullptr, context, context};
}

Field makeAlibiField(const RecipePair& recipes, double slope, std::int64_t context, bool aligned,
                     double steepest) {
  return makeAlibiField(recipes, AlibiSlope{slope, slope, slope}, context, aligned, steepest);
}

Field makeAlibiHeadsField(const RecipePair& recipes, std::int64_t heads, double maxBias,
                          std::int64_t context, bool aligned) {
  auto table = std::make_shared<FieldTable>();
  for (const SlopeForm form : {SlopeForm::press, slopeForm(recipes.a), slopeForm(recipes.b)}) {
    const std::vector<double> slopes = alibiSlopes(heads, maxBias, form);
    table->insert(table->end(), slopes.begin(), slopes.end());
  }
  const double steepest = *std::max_element(table->begin(), table->begin() + heads);
  return {AlibiHeadsField{alibiPair(recipes, steepest, context, aligned), context - 1, heads},
          table, heads, context};
}

Result<Field> makeDecayField(const RecipePair& recipes, const RopeShape& shape, std::int64_t query,
                             std::int64_t distances, double weight) {
  POSCOPE_TRY(const auto sides, phaseSides(recipes, shape, query + 1));
  const std::int64_t pairs = shape.dim / 2;
  constexpr std::int64_t kLanes = DecayField::kLanes;
  const std::int64_t padded = (pairs + kLanes - 1) / kLanes * kLanes;
  auto table = std::make_shared<FieldTable>(static_cast<std::size_t>(7 * padded));
  const auto position = static_cast<double>(query);
  fillQueryBlocks(table->data(), padded, sides.a, position);
  fillQueryBlocks(table->data() + 3 * padded, padded, sides.b, position);
  const std::vector<double>& reference = sides.a.reference.frequencies;
  std::copy(reference.begin(), reference.end(), table->data() + 6 * padded);
  return Field{sides.recurrent() ? decayBody<RecurrentAngle>(sides, pairs, padded, query, weight)
                                 : decayBody<DirectAngle>(sides, pairs, padded, query, weight),
               table, 1, distances};
}

Field makeDecayField(const RecipePair& recipes, std::int64_t dim, double base, std::int64_t query,
                     std::int64_t distances, double weight) {
  return *makeDecayField(recipes, plainShape(dim, base), query, distances, weight);
}

Field makeScoreSpreadField(std::vector<double> frequencies, double factor, std::int64_t distances,
                           double correlation) {
  const auto pairs = static_cast<std::int64_t>(frequencies.size());
  return Field{ScoreSpreadField{pairs, correlation, factor * factor},
               std::make_shared<FieldTable>(std::move(frequencies)), 2, distances};
}

Field makeWaveField(std::vector<double> inverseFrequencies, std::int64_t start,
                    std::int64_t length) {
  const auto rows = static_cast<std::int64_t>(inverseFrequencies.size());
  return Field{WaveField{start}, std::make_shared<FieldTable>(std::move(inverseFrequencies)), rows,
               length};
}

Result<Field> makeRopeErrorField(const RecipePair& recipes, const RopeShape& shape,
                                 std::int64_t start, std::int64_t length) {
  POSCOPE_TRY(const auto sides, phaseSides(recipes, shape, start + length));
  const std::int64_t pairs = shape.dim / 2;
  const auto body = [&]<typename Angle>() -> FieldBody {
    return RopeErrorFieldBy<Angle>{pairs, errorSides<Angle>(sides, start)};
  };
  return Field{sides.recurrent() ? body.template operator()<RecurrentAngle>()
                                 : body.template operator()<DirectAngle>(),
               frequencyBlocks(sides, pairs), length, pairs};
}

Result<Field> makeRopeWorstField(const RecipePair& recipes, const RopeShape& shape,
                                 std::int64_t start, std::int64_t length) {
  POSCOPE_TRY(const auto sides, phaseSides(recipes, shape, start + length));
  const std::int64_t pairs = shape.dim / 2;
  constexpr std::int64_t kLanes = RopeWorstField::kLanes;
  const std::int64_t padded = (pairs + kLanes - 1) / kLanes * kLanes;
  const auto body = [&]<typename Angle>() -> FieldBody {
    return RopeWorstFieldBy<Angle>{pairs, padded, errorSides<Angle>(sides, start)};
  };
  return Field{sides.recurrent() ? body.template operator()<RecurrentAngle>()
                                 : body.template operator()<DirectAngle>(),
               frequencyBlocks(sides, padded), 1, length};
}

}  // namespace poscope
