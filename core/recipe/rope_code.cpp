// RoPE as code: a table of stages and what each writes.
#include "core/base/numbers.h"
#include "core/recipe/cast_code.h"
#include "core/recipe/recipe_code.h"

namespace poscope {
namespace {

struct Rope {
  const Recipe& recipe;
  const NumberFormat& model;
  const RopeShape& shape;
  std::int64_t start;
  std::int64_t context;
  double tableFactor;

  [[nodiscard]] const NumberFormat& format(Stage stage) const {
    return stageFormat(recipe, stage, model);
  }
  [[nodiscard]] TensorCode tensor(const char* name, Stage stage) const {
    return {name, format(stage)};
  }
  [[nodiscard]] std::string number(double value) const { return exactDecimal(value); }
};

using Lines = std::vector<std::string>;

// torch.arange in a low format rounds on its way; integers are rounded once.
Lines positionLines(const Rope& rope) {
  const std::string first = rope.start == 0 ? "" : std::to_string(rope.start) + ", ";
  const std::string range = first + std::to_string(rope.start + rope.context);
  const NumberFormat& format = rope.format(Stage::position);
  const std::int64_t lanes = arangeLanes(rope.recipe);
  if (lanes == 1 || !isComputedIn(format)) {
    return {"position = " + castCode("torch.arange(" + range + ")", format)};
  }
  return {"position = torch.arange(" + range + ", dtype=torch." + std::string(format.torch) +
          ")  # CPU, " + std::to_string(lanes) + " lanes"};
}

// Linear scaling that changes positions; all else changes frequencies.
Lines interpolationLines(const Rope& rope) {
  const RopeScaling& scaling = rope.shape.scaling;
  const Interpolation way = interpolation(rope.recipe);
  if (!scaling.is(&ScalingRow::byPosition) || way == Interpolation::frequency) {
    return {};
  }
  const std::string factor = rope.number(scaling.number("factor").value_or(1));
  const auto write = [&](const std::string& position) {
    return way == Interpolation::divide ? "(" + position + " / " + factor + ")"
                                        : "(" + position + " * (1 / " + factor + "))";
  };
  return {"position = " + operationCode(rope.tensor("position", Stage::position),
                                        rope.format(Stage::position), write)};
}

bool scalesFrequencies(const Rope& rope) {
  const RopeScaling& scaling = rope.shape.scaling;
  return scaling.is(&ScalingRow::changesFrequencies) && !scaling.is(&ScalingRow::none) &&
         interpolationLines(rope).empty();
}

// How a form writes the exponents, from a tensor of 0, 2, 4 ... below dim, and what it makes of
// them.
Lines formLines(const Rope& rope, const std::string& even) {
  const std::string dim = std::to_string(rope.shape.dim);
  const std::string base = rope.number(rope.shape.base);
  switch (frequencyForm(rope.recipe)) {
    case FrequencyForm::exponential:
      return {"exponent = " + even + " * (-math.log(" + base + ") / " + dim + ")",
              "torch.exp(exponent)"};
    case FrequencyForm::timing:
      return {"exponent = " + even + " / 2 * (-math.log(" + base + ") / " +
                  std::to_string(rope.shape.dim / 2 - 1) + ")",
              "torch.exp(exponent)"};
    case FrequencyForm::power:
    case FrequencyForm::stepwise:
    case FrequencyForm::recurrence:
      break;
  }
  return {"exponent = " + even + " / " + dim, "(1 / " + base + " ** exponent)"};
}

Lines frequencyLines(const Rope& rope) {
  const NumberFormat& format = rope.format(Stage::frequency);
  const FrequencyForm form = frequencyForm(rope.recipe);
  const std::string dim = std::to_string(rope.shape.dim);
  if (form == FrequencyForm::recurrence) {
    return {"step = " + rope.number(rope.shape.base) + " ** (-2 / " + dim + ")"};
  }
  const bool stepwise = form == FrequencyForm::stepwise && isComputedIn(format);
  const NumberFormat& worked = stepwise || format.id == "fp64" ? format : *findFormat("fp32");
  const Lines formula = formLines(rope, castCode("torch.arange(0, " + dim + ", 2)", worked));
  const std::string scaled =
      scalesFrequencies(rope) ? rope.shape.scaling.type + "_scaling(" + bareCode(formula[1]) + ")"
                              : formula[1];
  return {formula[0],
          "frequency = " + (worked.id == format.id ? bareCode(scaled) : castCode(scaled, format))};
}

Lines angleLines(const Rope& rope) {
  const NumberFormat& format = rope.format(Stage::angle);
  if (frequencyForm(rope.recipe) == FrequencyForm::recurrence) {
    const std::string pairs = std::to_string(rope.shape.dim / 2);
    const std::string rows = "torch.empty(" + std::to_string(rope.context) + ", " + pairs + ")";
    return {"angle = " + rows, "angle[:, 0] = position",
            "for i in range(1, " + pairs + "): angle[:, i] = angle[:, i - 1] * step",
            "angle = " + castCode("angle", format)};
  }
  return {"angle = " + operationCode(rope.tensor("position", Stage::position),
                                     rope.tensor("frequency", Stage::frequency), format,
                                     [](const std::string& position, const std::string& frequency) {
                                       return "torch.outer(" + position + ", " + frequency + ")";
                                     })};
}

Lines tableLines(const Rope& rope) {
  const auto line = [&](const char* name) {
    return name + (" = " + operationCode(rope.tensor("angle", Stage::angle),
                                         rope.format(Stage::table), [&](const std::string& angle) {
                                           const std::string entry = angle + "." + name + "()";
                                           return rope.tableFactor == 1
                                                      ? entry
                                                      : "(" + entry + " * " +
                                                            rope.number(rope.tableFactor) + ")";
                                         }));
  };
  return {line("cos"), line("sin")};
}

// q and k come in the format in which they leave.
Lines rotationLines(const Rope& rope) {
  const NumberFormat& format = rope.format(Stage::rotation);
  const std::string rotate =
      rope.recipe.setting(Stage::layout) == "half" ? "rotate_half" : "rotate_pairs";
  const bool each = roundsEachOperation(rope.recipe);
  const bool plain = each && rope.format(Stage::table).id == format.id && isComputedIn(format);
  const bool wide = format.id == "fp64" || format.id == "fp32";
  std::string turned = "x * cos + " + rotate + "(x) * sin";
  if (each && !plain && !wide) {
    turned = castCode("(x * cos)", format) + " + " + castCode("(" + rotate + "(x) * sin)", format);
  } else if (!each && !wide) {
    turned = castCode("(x.float() * cos + " + rotate + "(x).float() * sin)", format);
  }
  return {"q, k = (" + turned + " for x in (q, k))"};
}

Lines scoreLines(const Rope& rope) {
  const NumberFormat& rotated = rope.format(Stage::rotation);
  return {"score = " + operationCode(TensorCode{"q", rotated}, TensorCode{"k", rotated},
                                     rope.format(Stage::score),
                                     [](const std::string& q, const std::string& k) {
                                       return "(" + q + " @ " + k + ".T)";
                                     })};
}

// In the order in which they are computed. Choices are in the line of the stage that they change.
struct Row {
  Stage stage;
  Lines (*lines)(const Rope& rope);
};
constexpr Row kRows[] = {
    {Stage::position, positionLines},   {Stage::interpolation, interpolationLines},
    {Stage::frequency, frequencyLines}, {Stage::angle, angleLines},
    {Stage::table, tableLines},         {Stage::rotation, rotationLines},
    {Stage::score, scoreLines}};

}  // namespace

std::vector<StageLine> ropeCode(const Recipe& recipe, const NumberFormat& model,
                                const RopeShape& shape, std::int64_t start, std::int64_t context) {
  const auto scaled = scaledFrequencies(shape, FrequencyForm::power, FrequencyArithmetic::fp64);
  const Rope rope{recipe, model, shape, start, context, scaled ? scaled->tableFactor : 1.0};
  std::vector<StageLine> lines;
  for (const Row& row : kRows) {
    for (std::string& text : row.lines(rope)) {
      lines.push_back({row.stage, std::move(text)});
    }
  }
  return lines;
}

}  // namespace poscope
