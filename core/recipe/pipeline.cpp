#include "core/recipe/pipeline.h"

#include <cmath>

namespace poscope {
namespace {

double narrow(double x) {
  return static_cast<double>(static_cast<float>(x));
}

RopeShape unscaled(RopeShape shape) {
  shape.scaling = RopeScaling();
  return shape;
}

// Linear scaling of positions instead of frequencies (HF up to 4.37, Megatron).
bool scalesPositions(const Recipe& recipe, const RopeShape& shape) {
  return shape.scaling.is(&ScalingRow::byPosition) &&
         interpolation(recipe) != Interpolation::frequency;
}

void scalePositions(const Recipe& recipe, const RopeShape& shape, PhaseStages& stages) {
  const double factor = shape.scaling.number("factor").value_or(1);
  if (interpolation(recipe) == Interpolation::divide) {
    stages.divisor = factor;
  } else {
    stages.factor = stages.position.exact() ? 1 / factor : narrow(1 / factor);
  }
}

// A form that has its own steps (stepwise, recurrence) knows no scaling of its own: the scaled
// frequencies' ratio to the plain ones is applied to what it computes.
Result<std::vector<double>> scalingRatios(const RopeShape& shape, FrequencyArithmetic arithmetic) {
  POSCOPE_TRY(auto scaled, scaledFrequencies(shape, FrequencyForm::power, arithmetic));
  const auto plain = scaledFrequencies(unscaled(shape), FrequencyForm::power, arithmetic);
  std::vector<double> ratios = std::move(scaled.frequencies);
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    ratios[i] = !shape.scaling.is(&ScalingRow::changesFrequencies)
                    ? 1.0
                    : narrow(ratios[i] / plain->frequencies[i]);
  }
  return ratios;
}

Result<std::vector<double>> stepwiseFrequencies(const RopeShape& shape, const Rounding& stage) {
  auto ratios = scalingRatios(shape, FrequencyArithmetic::fp32);
  if (ratios) {
    const auto plain = inverseFrequencies(shape.dim, shape.base, FrequencyForm::stepwise, stage);
    for (std::size_t i = 0; i < plain.size(); ++i) {
      (*ratios)[i] = stageProduct(stage, plain[i], (*ratios)[i]);
    }
  }
  return ratios;
}

Result<std::vector<double>> pipelineFrequencies(const Recipe& recipe, const RopeShape& shape,
                                                const PhaseStages& stages) {
  const FrequencyForm form = frequencyForm(recipe);
  const bool exact = stages.frequency.exact();
  if (form == FrequencyForm::stepwise && !exact) {
    return stepwiseFrequencies(shape, stages.frequency);
  }
  if (form == FrequencyForm::recurrence) {
    return scalingRatios(shape, FrequencyArithmetic::fp32);
  }
  POSCOPE_TRY(auto scaled,
              scaledFrequencies(shape, form,
                                exact ? FrequencyArithmetic::fp64 : FrequencyArithmetic::fp32));
  for (double& frequency : scaled.frequencies) {
    frequency = roundTo(stages.frequency, frequency);
  }
  return std::move(scaled.frequencies);
}

Rounding stageRounding(const Recipe& recipe, Stage stage, const NumberFormat& model,
                       double largestMagnitude, Overflow overflow) {
  const NumberFormat& format = stageFormat(recipe, stage, model);
  return roundingOf(format, overflow, symmetricScale(format, largestMagnitude));
}

}  // namespace

PhaseStages phaseStages(const Recipe& recipe, const NumberFormat& model, double largestPosition,
                        Overflow overflow) {
  const auto stage = [&](Stage id, double largest) {
    return stageRounding(recipe, id, model, largest, overflow);
  };
  PhaseStages stages;
  stages.position = stage(Stage::position, largestPosition);
  stages.frequency = stage(Stage::frequency, 1.0);
  stages.angle = stage(Stage::angle, largestPosition);
  stages.table = stage(Stage::table, 1.0);
  return stages;
}

Result<PhasePipeline> phasePipeline(const Recipe& recipe, const RopeShape& shape,
                                    const NumberFormat& model, std::int64_t total,
                                    Overflow overflow) {
  PhasePipeline pipeline;
  pipeline.stages = phaseStages(recipe, model, static_cast<double>(total - 1), overflow);
  PhaseStages& stages = pipeline.stages;
  if (const std::int64_t lanes = arangeLanes(recipe); lanes > 1) {
    stages = withLanes(stages, lanes, total);
  }
  POSCOPE_TRY(pipeline.reference, phaseReference(recipe, shape));
  stages.tableFactor = pipeline.reference.tableFactor;
  if (frequencyForm(recipe) == FrequencyForm::recurrence) {
    stages.thetaScale = narrow(std::pow(shape.base, -2.0 / static_cast<double>(shape.dim)));
  }
  const bool positions = scalesPositions(recipe, shape);
  if (positions) {
    scalePositions(recipe, shape, stages);
  }
  POSCOPE_TRY(pipeline.frequencies,
              pipelineFrequencies(recipe, positions ? unscaled(shape) : shape, stages));
  return pipeline;
}

Result<PhaseReference> phaseReference(const Recipe& recipe, const RopeShape& shape) {
  const FrequencyForm form =
      frequencyForm(recipe) == FrequencyForm::timing ? FrequencyForm::timing : FrequencyForm::power;
  POSCOPE_TRY(auto scaled, scaledFrequencies(shape, form, FrequencyArithmetic::fp64));
  return PhaseReference{std::move(scaled.frequencies), scaled.tableFactor};
}

AlibiStages alibiStages(const Recipe& recipe, const NumberFormat& model, std::int64_t keys,
                        double largestBias, Overflow overflow) {
  const auto stage = [&](Stage id, double largest) {
    return stageRounding(recipe, id, model, largest, overflow);
  };
  AlibiStages stages;
  stages.slope = stage(Stage::slope, 1.0);
  stages.position = stage(Stage::position, static_cast<double>(keys - 1));
  stages.product = stage(Stage::product, largestBias);
  stages.bias = stage(Stage::bias, largestBias);
  return withIndex(stages, alibiIndex(recipe), keys);
}

KerpleStages kerpleStages(const Recipe& recipe, const NumberFormat& model, const KerpleHead& head,
                          std::int64_t distances, Overflow overflow) {
  const auto farthest = static_cast<double>(distances - 1);
  const double largestBias = -kerpleExact(head, farthest);
  const auto stage = [&](Stage id, double largest) {
    return stageRounding(recipe, id, model, largest, overflow);
  };
  KerpleStages stages;
  stages.position = stage(Stage::position, farthest);
  stages.logarithm = stage(Stage::logarithm, 1 + head.a * farthest);
  stages.product = stage(Stage::product, largestBias);
  stages.bias = stage(Stage::bias, largestBias);
  return stages;
}

}  // namespace poscope
