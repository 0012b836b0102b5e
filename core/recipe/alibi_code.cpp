// ALiBi as code: a table of stages and what each writes.
#include <bit>

#include "core/base/numbers.h"
#include "core/recipe/cast_code.h"
#include "core/recipe/recipe_code.h"

namespace poscope {
namespace {

struct Alibi {
  const Recipe& recipe;
  const NumberFormat& model;
  std::int64_t heads;
  double maxBias;
  std::int64_t context;

  [[nodiscard]] const NumberFormat& format(Stage stage) const {
    return stageFormat(recipe, stage, model);
  }
  [[nodiscard]] TensorCode tensor(const char* name, Stage stage) const {
    return {name, format(stage)};
  }
  [[nodiscard]] std::string largest() const { return exactDecimal(maxBias); }
  /// The power of two below or at the number of heads.
  [[nodiscard]] std::int64_t whole() const {
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(heads)));
  }
};

using Lines = std::vector<std::string>;

std::string range(std::int64_t first, std::int64_t end, std::int64_t step = 1) {
  const std::string ends = std::to_string(first) + ", " + std::to_string(end);
  return "torch.arange(" + ends + (step == 1 ? ")" : ", " + std::to_string(step) + ")");
}

// 1/c, 2/c ... 1, and every second step of 2c for the heads beyond c.
std::string steps(const Alibi& alibi) {
  const std::int64_t c = alibi.whole();
  const std::int64_t rest = alibi.heads - c;
  const std::string first = range(1, c + 1) + " / " + std::to_string(c);
  const std::string second = range(1, 2 * rest, 2) + " / " + std::to_string(2 * c);
  return rest == 0 ? first : "torch.cat([" + first + ", " + second + "])";
}

Lines pressLines(const Alibi& alibi) {
  return {"step = " + steps(alibi), "slope = 2.0 ** (-" + alibi.largest() + " * step.double())"};
}

// Powers of one base, in fp32 throughout.
std::string power(const std::string& base, std::int64_t end, std::int64_t step) {
  return "torch.tensor(2.0 ** (-" + base + ")) ** " + range(1, end, step);
}

Lines powerLines(const Alibi& alibi) {
  const std::int64_t c = alibi.whole();
  const std::int64_t rest = alibi.heads - c;
  const auto base = [&](std::int64_t count) {
    return alibi.largest() + " / " + std::to_string(count);
  };
  Lines lines{"slope = " + power(base(c), c + 1, 1)};
  if (rest > 0) {
    lines.push_back("slope = torch.cat([slope, " + power(base(2 * c), 2 * rest, 2) + "])");
  }
  return lines;
}

Lines mptLines(const Alibi& alibi) {
  const std::int64_t c = alibi.whole();
  const std::int64_t all = c == alibi.heads ? c : 2 * c;
  Lines lines{
      "step = " + range(1, all + 1) + " * (" + alibi.largest() + " / " + std::to_string(all) + ")",
      "slope = 1 / 2.0 ** step"};
  if (all != alibi.heads) {
    lines.push_back("slope = torch.cat([slope[1::2], slope[::2]])[:" + std::to_string(alibi.heads) +
                    "]");
  }
  return lines;
}

// By SlopeForm: what it writes, and the format that its last line leaves the slopes in.
struct SlopeRow {
  SlopeForm form;
  Lines (*lines)(const Alibi& alibi);
  std::string_view format;
};
constexpr SlopeRow kSlopes[] = {{SlopeForm::press, pressLines, "fp64"},
                                {SlopeForm::pow32, powerLines, "fp32"},
                                {SlopeForm::mpt, mptLines, "fp32"},
                                {SlopeForm::ggml, powerLines, "fp32"}};

const SlopeRow& slopeRow(const Alibi& alibi) {
  return kSlopes[static_cast<std::size_t>(slopeForm(alibi.recipe))];
}

Lines slopesLines(const Alibi& alibi) {
  return slopeRow(alibi).lines(alibi);
}

Lines slopeLines(const Alibi& alibi) {
  const NumberFormat& format = alibi.format(Stage::slope);
  return format.id == slopeRow(alibi).format ? Lines()
                                             : Lines{"slope = " + castCode("slope", format)};
}

Lines indexLines(const Alibi& alibi) {
  const std::string keys = "key = torch.arange(" + std::to_string(alibi.context) + ")";
  switch (alibiIndex(alibi.recipe)) {
    case AlibiIndex::absolute:
      return {keys, "index = key"};
    case AlibiIndex::relative:
      return {keys, "index = key - key[:, None]"};
    case AlibiIndex::lastKey:
      break;
  }
  return {keys, "index = key - " + std::to_string(alibi.context - 1)};
}

Lines positionLines(const Alibi& alibi) {
  return {"index = " + castCode("index", alibi.format(Stage::position))};
}

Lines productLines(const Alibi& alibi) {
  return {"product = " + operationCode(alibi.tensor("slope", Stage::slope),
                                       alibi.tensor("index", Stage::position),
                                       alibi.format(Stage::product),
                                       [](const std::string& slope, const std::string& index) {
                                         return "(" + slope + "[:, None, None] * " + index + ")";
                                       })};
}

Lines biasLines(const Alibi& alibi) {
  const NumberFormat& format = alibi.format(Stage::bias);
  const bool same = format.id == alibi.format(Stage::product).id;
  return {"bias = " + (same ? std::string("product") : castCode("product", format))};
}

// In the order in which they are computed.
struct Row {
  Stage stage;
  Lines (*lines)(const Alibi& alibi);
};
constexpr Row kRows[] = {{Stage::slopes, slopesLines},   {Stage::slope, slopeLines},
                         {Stage::index, indexLines},     {Stage::position, positionLines},
                         {Stage::product, productLines}, {Stage::bias, biasLines}};

}  // namespace

std::vector<StageLine> alibiCode(const Recipe& recipe, const NumberFormat& model,
                                 std::int64_t heads, double maxBias, std::int64_t context) {
  const Alibi alibi{recipe, model, heads, maxBias, context};
  std::vector<StageLine> lines;
  for (const Row& row : kRows) {
    for (std::string& text : row.lines(alibi)) {
      lines.push_back({row.stage, std::move(text)});
    }
  }
  return lines;
}

}  // namespace poscope
