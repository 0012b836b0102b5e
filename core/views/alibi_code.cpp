// Both recipes of alibi as code, and what the bias costs as a matrix.
#include "core/base/numbers.h"
#include "core/state/parameters.h"
#include "core/views/alibi.h"
#include "core/views/compared_code.h"

namespace poscope {
namespace {

const NumberFormat& formatOf(const AlibiSetup& setup, const Recipe& recipe, Stage stage) {
  return stageFormat(recipe, stage, *setup.recipes.format);
}

// Whether the format holds every index of the recipe.
Text positionNote(const AlibiSetup& setup, const Recipe& recipe) {
  const NumberFormat& format = formatOf(setup, recipe, Stage::position);
  if (format.kind == FormatKind::scaledInteger || format.zero == Zero::none) {
    return {"alibi.code.position.other", {{"format", format.label}}};
  }
  const std::int64_t exact = lastExactInteger(format);
  return {setup.query() <= exact ? "alibi.code.position.kept" : "alibi.code.position.rounded",
          {{"format", format.label}, {"exact", exact}}};
}

Text noteOf(const AlibiSetup& setup, const Recipe& recipe, Stage stage) {
  const std::string key = "alibi.code." + std::string(stageName(stage));
  if (stage == Stage::slopes) {
    return Text(key);
  }
  if (stage == Stage::index) {
    return Text(key + "." + std::string(recipe.setting(stage)));
  }
  return stage == Stage::position ? positionNote(setup, recipe)
                                  : Text(key, {{"format", formatOf(setup, recipe, stage).label}});
}

TableRow costRow(const char* kind, Text help, std::string id, double bytes) {
  constexpr int kDigits = 3;
  const double milliseconds = 1000 * bytes / kAlibiBandwidth;
  TableRow row;
  row.help = std::move(help);
  row.cells.push_back({kind, TextRole::plain, {}, std::move(id)});
  row.cells.push_back(integerCell(static_cast<std::int64_t>(bytes)));
  row.cells.push_back({{"alibi.cost.milliseconds", {{"time", shortDecimal(milliseconds, kDigits)}}},
                       TextRole::plain,
                       {},
                       milliseconds / 1000});
  return row;
}

}  // namespace

std::int64_t alibiMatrixBytes(const AlibiSetup& setup, std::int64_t bytesEach) {
  return setup.heads * setup.context * setup.context * bytesEach;
}

std::vector<Fact> alibiCostFacts(const AlibiSetup& setup) {
  return {{"cost.fp32_bytes", alibiMatrixBytes(setup, kFp32Bytes)},
          {"cost.bf16_bytes", alibiMatrixBytes(setup, kBf16Bytes)},
          {"cost.slope_bytes", setup.heads * kFp32Bytes},
          {"cost.fp32_seconds",
           static_cast<double>(alibiMatrixBytes(setup, kFp32Bytes)) / kAlibiBandwidth},
          {"cost.bf16_seconds",
           static_cast<double>(alibiMatrixBytes(setup, kBf16Bytes)) / kAlibiBandwidth}};
}

CodePanel alibiCodePanel(const AlibiSetup& setup) {
  const auto codeOf = [&](const Recipe& recipe) {
    return alibiCode(recipe, *setup.recipes.format, setup.heads, setup.maxBias, setup.context);
  };
  const std::vector<StageLine> a = codeOf(setup.recipes.a);
  const std::vector<StageLine> b = codeOf(setup.recipes.b);
  CodePanel code;
  code.name = "code";
  code.worth = PanelWorth::extra;
  code.lines = comparedCode(Scheme::alibi, a, b, [&](CodeLine& line, Stage stage) {
    const bool fromB = line.change == CodeChange::added;
    line.note = noteOf(setup, fromB ? setup.recipes.b : setup.recipes.a, stage);
    if (line.change != CodeChange::kept) {  // The side whose line it is.
      line.action = {"show", std::string(sideName(fromB ? Side::b : Side::a))};
    }
  });
  CodeLine score;
  score.text = "score = q @ k.mT / math.sqrt(dim) + bias";
  score.note = "alibi.code.score";
  code.lines.push_back(std::move(score));
  code.title = comparedCodeTitle(code, setup.recipes.a, setup.recipes.b);
  return code;
}

TablePanel alibiCostTable(const AlibiSetup& setup) {
  const auto matrix = [&](const char* kind, const char* id, std::int64_t bytes) {
    return costRow(kind, {"alibi.cost.row-help.matrix", {{"bytes", bytes}}}, id,
                   static_cast<double>(alibiMatrixBytes(setup, bytes)));
  };
  TablePanel table;
  table.name = "cost";
  table.worth = PanelWorth::extra;
  table.title = {"alibi.cost.title", {{"heads", setup.heads}, {"context", setup.context}}};
  table.columns = {
      {"alibi.cost.column.kind", {"kind"}},
      {"alibi.cost.column.bytes", {"size", "bytes"}},
      {{"alibi.cost.column.time", {{"bandwidth", shortDecimal(kAlibiBandwidth / 1e12, 2)}}},
       {"read", "seconds"}}};
  table.rows = {matrix("alibi.cost.fp32", "fp32", kFp32Bytes),
                matrix("alibi.cost.bf16", "bf16", kBf16Bytes),
                costRow("alibi.cost.slopes", "alibi.cost.row-help.slopes", "slopes",
                        static_cast<double>(setup.heads * kFp32Bytes))};
  return table;
}

}  // namespace poscope
