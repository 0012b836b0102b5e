#include "core/cases/case_numbers.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/analysis/effect.h"
#include "core/recipe/pipeline.h"

namespace poscope {
namespace {

constexpr double kFarRadians = 0.5;
constexpr double kMaxBias = 8;

const NumberFormat& formatOf(const PublicCase& report) {
  return *findFormat(report.format);
}

double narrow(double x) {
  return static_cast<double>(static_cast<float>(x));
}

// Moves what a step computed into the side, or hands its error on.
template <typename T>
Result<void> keep(Result<T> result, T& target) {
  POSCOPE_TRY(target, std::move(result));
  return {};
}

// What a scheme's recipes come to beside verdicts.
struct NumbersRow {
  Scheme scheme;
  Result<void> (*add)(const PublicCase& report, CaseSide& side);
};
// Schemes that cases are about.
constexpr NumbersRow kNumbers[] = {{Scheme::rope,
                                    [](const PublicCase& report, CaseSide& side) {
                                      return keep(angleNumbers(report, side.recipe), side.angles);
                                    }},
                                   {Scheme::alibi, [](const PublicCase& report, CaseSide& side) {
                                      side.biases = biasNumbers(report, side.recipe);
                                      return Result<void>();
                                    }}};

Result<CaseSide> sideOf(const PublicCase& report, const CaseRecipe& named,
                        const VerdictControl& control) {
  CaseSide side;
  const auto judged = [&](const VerdictSetup& setup) {
    return keep(judge(setup, control), side.verdicts).and_then([&] {
      return keep(attentionEffect(setup, control), side.effect);
    });
  };
  Result<void> done = keep(recipeOf(report, named), side.recipe)
                          .and_then([&] { return verdictSetupOf(report, side.recipe); })
                          .and_then(judged);
  if (const NumbersRow* const row = findRow(kNumbers, report.scheme); done && row != nullptr) {
    done = row->add(report, side);
  }
  POSCOPE_CHECK(done);
  return side;
}

}  // namespace

Result<RopeShape> shapeOf(const PublicCase& report) {
  POSCOPE_TRY(auto scaling, parseRopeScaling(report.scaling));
  RopeShape shape;
  shape.dim = report.dim;
  shape.base = report.base;
  shape.scaling = std::move(scaling);
  return shape;
}

Result<AngleNumbers> angleNumbers(const PublicCase& report, const Recipe& recipe) {
  POSCOPE_TRY(const auto shape, shapeOf(report));
  POSCOPE_TRY(const auto pipeline,
              phasePipeline(recipe, shape, formatOf(report), report.last() + 1));
  const std::vector<double>& reference = pipeline.reference.frequencies;
  const auto angleAt = [&](std::int64_t position, std::size_t pair) {
    return phaseAngle(pipeline.stages,
                      phasePosition(pipeline.stages, static_cast<double>(position)),
                      pipeline.frequencies[pair]);
  };
  AngleNumbers numbers;
  numbers.pairs = static_cast<std::int64_t>(reference.size());
  for (std::size_t pair = 0; pair < reference.size(); ++pair) {
    const double exact = static_cast<double>(report.last()) * reference[pair];
    const double error = std::abs(angleAt(report.last(), pair) - exact);
    numbers.errors.push_back(error);
    numbers.worst = std::max(numbers.worst, error);
    numbers.far += error > kFarRadians ? 1 : 0;
    numbers.dead += pipeline.frequencies[pair] == 0.0 ? 1 : 0;
  }
  const std::int64_t example = report.example < 0 ? report.last() : report.example;
  const auto pair = static_cast<std::size_t>(report.pair);
  numbers.example = angleAt(example, pair);
  numbers.exactExample = static_cast<double>(example) * reference[pair];
  return numbers;
}

BiasNumbers biasNumbers(const PublicCase& report, const Recipe& recipe) {
  const std::vector<double> exact = alibiSlopes(report.heads, kMaxBias);
  const std::vector<double> slopes = alibiSlopes(report.heads, kMaxBias, slopeForm(recipe));
  const double steepest = *std::max_element(exact.begin(), exact.end());
  const AlibiStages stages = alibiStages(recipe, formatOf(report), report.context,
                                         steepest * static_cast<double>(report.context - 1));
  BiasNumbers numbers;
  for (const double slope : slopes) {
    const double plain = narrow(slope);
    const double stored = stageValue(stages.slope, slope);
    numbers.slopesExact += stored == plain ? 1 : 0;
    numbers.slopeError = std::max(numbers.slopeError, std::abs(stored - plain) / plain);
  }
  const auto head = static_cast<std::size_t>(report.head);
  const std::int64_t query = report.query < 0 ? report.context - 1 : report.query;
  const auto i = static_cast<double>(query);
  for (std::int64_t key = 0; key <= query; ++key) {
    const auto j = static_cast<double>(key);
    numbers.weights.push_back(alibiStored(stages, slopes[head], i, j));
    numbers.exactWeights.push_back(exact[head] * (j - i));
  }
  numbers.weights = attentionWeights(numbers.weights);
  numbers.exactWeights = attentionWeights(numbers.exactWeights);
  return numbers;
}

const NumberFormat& positionFormat(const PublicCase& report, const Recipe& recipe) {
  return isBias(report.scheme) ? formatOf(report)
                               : stageFormat(recipe, Stage::position, formatOf(report));
}

PositionNumbers positionNumbers(const PublicCase& report, const Recipe& recipe) {
  const NumberFormat& format = positionFormat(report, recipe);
  const Rounding nearest = roundingOf(format);
  PhaseStages stages;
  stages.position = nearest;
  if (arangeLanes(recipe) > 1) {
    stages = withLanes(stages, arangeLanes(recipe), report.last() + 1);
  }
  const auto storedAt = [&](std::int64_t position) {
    return phasePosition(stages, static_cast<double>(position));
  };
  PositionNumbers numbers;
  const double first = storedAt(report.start);
  const double last = storedAt(report.last());
  for (std::int64_t position = report.start; position <= report.last(); ++position) {
    const double stored = storedAt(position);
    numbers.exact += stored == static_cast<double>(position) ? 1 : 0;
    numbers.unlike += stored == roundTo(nearest, static_cast<double>(position)) ? 0 : 1;
    numbers.firstGroup += stored == first ? 1 : 0;
    numbers.lastGroup += stored == last ? 1 : 0;
  }
  numbers.example = report.example < 0 ? report.last() : report.example;
  const auto example = static_cast<double>(numbers.example);
  numbers.stored = storedAt(numbers.example);
  numbers.rounded = roundTo(nearest, example);
  // The numbers around it: below and above skip it where it is one itself.
  numbers.below =
      numbers.rounded > example ? numberBelow(format, numbers.rounded) : numbers.rounded;
  numbers.above =
      numbers.rounded < example ? numberAbove(format, numbers.rounded) : numbers.rounded;
  numbers.spacing = spacingAt(format, example);
  return numbers;
}

Result<VerdictSetup> verdictSetupOf(const PublicCase& report, const Recipe& recipe) {
  POSCOPE_TRY(auto shape, shapeOf(report));
  VerdictSetup setup;
  setup.recipe = recipe;
  setup.format = &formatOf(report);
  setup.shape = std::move(shape);
  setup.heads = report.heads;
  setup.maxBias = kMaxBias;
  setup.start = report.start;
  setup.context = report.context;
  return setup;
}

Result<CaseNumbers> caseNumbers(const PublicCase& report, const VerdictControl& control) {
  CaseNumbers numbers;
  Result<void> done = keep(sideOf(report, report.broken, control), numbers.broken).and_then([&] {
    return keep(sideOf(report, report.fixed, control), numbers.fixed);
  });
  if (done && !report.also.id.empty()) {
    done = keep(sideOf(report, report.also, control), numbers.also.emplace());
  }
  POSCOPE_CHECK(done);
  numbers.positions = positionNumbers(report, numbers.broken.recipe);
  return numbers;
}

}  // namespace poscope
