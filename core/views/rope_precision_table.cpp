// The stages of a recipe as rows of a table: a chip with the format, what the code does, and the
// damage that the stage does alone.
#include <algorithm>
#include <string>

#include "core/base/numbers.h"
#include "core/views/rope_precision.h"

namespace poscope {
namespace {

constexpr int kErrorDigits = 3;
constexpr std::string_view kWide = "fp32";
constexpr std::string_view kLow = "bf16";

std::size_t ablatedIndex(Stage stage) {
  const auto found = std::find(kAblatedStages.begin(), kAblatedStages.end(), stage);
  return static_cast<std::size_t>(found - kAblatedStages.begin());
}

// What a click turns a format into: the mended and the broken one of everyday, fp32 and the model's
// own (bf16 where that is fp32). Others are set among the parameters.
std::string nextFormat(std::string_view setting, const NumberFormat& model) {
  const bool wide = model.id == kWide;
  const std::string_view low = wide ? kLow : kModelFormat;
  const std::string_view high = wide ? kModelFormat : kWide;
  return std::string(setting == kWide || setting == high ? low : high);
}

std::string nextWord(std::string_view setting, std::span<const std::string_view> words) {
  const auto found = std::find(words.begin(), words.end(), setting);
  const bool last = found == words.end() || found + 1 == words.end();
  return std::string(last ? words.front() : *(found + 1));
}

/// A choice is listed where it changes something: it is not the plain one on one of the sides.
bool isListed(const RopePrecision& lab, const StageSpec& stage) {
  if (stage.isFormat()) {
    return true;
  }
  const bool linear = lab.shape.scaling.is(&ScalingRow::byPosition);
  const bool counts = stage.id != Stage::layout && (stage.id != Stage::interpolation || linear);
  const auto plain = [&](const Recipe& recipe) {
    return recipe.setting(stage.id) == stage.words.front();
  };
  return counts && !(plain(lab.recipes.a) && plain(lab.recipes.b));
}

Text positionCode(const RopePrecision& lab, const NumberFormat& format) {
  if (format.kind == FormatKind::scaledInteger) {
    return {"rope-precision.code.position.scaled", {{"format", format.label}}};
  }
  if (format.zero == Zero::none) {
    return {"rope-precision.code.position.no-zero", {{"format", format.label}}};
  }
  const std::int64_t exact = lastExactInteger(format);
  const bool kept = lab.start + lab.context - 1 <= exact;
  return {kept ? "rope-precision.code.position.kept" : "rope-precision.code.position.rounded",
          {{"format", format.label}, {"exact", exact}}};
}

Text frequencyCode(const Recipe& recipe, const NumberFormat& format) {
  const FrequencyForm form = frequencyForm(recipe);
  const bool ownSteps = form == FrequencyForm::stepwise || form == FrequencyForm::recurrence;
  const std::string key =
      ownSteps ? "rope-precision.code.frequency." + std::string(recipe.setting(Stage::form))
      : roundingOf(format).precision < 24 ? std::string("rope-precision.code.frequency.rounded")
                                          : std::string("rope-precision.code.frequency.kept");
  return {key, {{"format", format.label}, {"bits", roundingOf(format).precision}}};
}

}  // namespace

Text stageCode(const RopePrecision& lab, const Recipe& recipe, const StageSpec& stage) {
  const std::string key = "rope-precision.code." + std::string(stage.name());
  if (!stage.isFormat()) {
    return Text(key);
  }
  const NumberFormat& format = stageFormat(recipe, stage.id, *lab.recipes.format);
  if (stage.id == Stage::position) {
    return positionCode(lab, format);
  }
  if (stage.id == Stage::frequency) {
    return frequencyCode(recipe, format);
  }
  const bool once = stage.id == Stage::rotation && !roundsEachOperation(recipe);
  return {once ? key + ".once" : key, {{"format", format.label}}};
}

namespace {

Text chipText(const Recipe& recipe, const StageSpec& stage, const NumberFormat& model) {
  return stage.isFormat() ? Text::verbatim(stageFormat(recipe, stage.id, model).label)
                          : settingLabel(stage, recipe.setting(stage.id));
}

// The format that the stage comes to, or its word.
std::string settingId(const Recipe& recipe, const StageSpec& stage, const NumberFormat& model) {
  return std::string(stage.isFormat() ? stageFormat(recipe, stage.id, model).id
                                      : recipe.setting(stage.id));
}

Action chipAction(const Recipe& recipe, const StageSpec& stage, const NumberFormat& model,
                  std::string_view side) {
  const std::string_view setting = recipe.setting(stage.id);
  return {std::string(side) + "." + std::string(stage.name()),
          stage.isFormat() ? nextFormat(setting, model) : nextWord(setting, stage.words)};
}

// What is left of computing in double is nothing.
TableCell measure(double value, TextRole role) {
  constexpr double kNothing = 1e-10;
  return {
      Text::verbatim(shortDecimal(value < kNothing ? 0 : value, kErrorDigits)), role, {}, value};
}

// Error, rows and spread of a stage alone; empty where it cannot have them.
void addNumbers(TableRow& row, const Ablation& side, std::size_t stage, std::int64_t seen) {
  if (stage >= kAblatedStages.size()) {
    row.cells.resize(row.cells.size() + 3);
    return;
  }
  const StageEffect& effect = side.alone[stage];
  const StageDamage damage = side.worst ? stageDamage(side, stage, seen) : StageDamage();
  const auto role = [](bool bad) { return bad ? TextRole::bad : TextRole::plain; };
  const bool table = reachesTable(stage);
  row.cells.push_back(table ? measure(effect.error, role(damage.error)) : TableCell());
  row.cells.push_back(table ? integerCell(effect.distinct, role(damage.positions)) : TableCell());
  row.cells.push_back(measure(effect.spread, role(damage.spread)));
}

Text tableTitle(const RopePrecision& lab, Side side) {
  const Ablation& ablation = lab.side(side);
  Text named(side == Side::b ? "rope-precision.table.b" : "rope-precision.table.a",
             {{"recipe", inColourOf(side, {"", recipeTitle(lab.recipe(side))})}});
  if (!ablation.worst) {
    return named;
  }
  return {"rope-precision.table.worst",
          {{"table", named},
           {"stage", Text("stage." + std::string(stageName(kAblatedStages[*ablation.worst])))}}};
}

}  // namespace

std::optional<std::size_t> drawnStage(std::string_view name) {
  for (std::size_t stage = 0; stage < kAblatedStages.size(); ++stage) {
    if (reachesTable(stage) && name == stageName(kAblatedStages[stage])) {
      return stage;
    }
  }
  return std::nullopt;
}

Text roundedThing(std::size_t stage) {
  return Text("rope-precision.rounded." + std::string(stageName(kAblatedStages[stage])));
}

TablePanel stageTable(const RopePrecision& lab, Side side, bool withCode) {
  const bool isB = side == Side::b;
  const Recipe& recipe = lab.recipe(side);
  const Ablation& ablation = lab.side(side);
  TablePanel table;
  table.name = isB ? "stages_b" : "stages_a";
  table.title = tableTitle(lab, side);
  table.of = ofSide(lab.recipes, side);
  table.columns = {
      {"rope-precision.column.stage", {"stage"}},
      {"rope-precision.column.format", {"setting"}},
      {"rope-precision.column.code", {"code"}},
      {"rope-precision.column.error", {"error"}},
      {"rope-precision.column.rows", {"distinct", "positions"}},
      {{"rope-precision.column.spread", {{"distance", kAblationDistance}}}, {"spread"}}};
  table.spareColumns = {2, 5};
  if (!withCode) {
    table.columns.erase(table.columns.begin() + 2);
    table.spareColumns = {4};
  }
  table.worth = PanelWorth::extra;
  for (const StageSpec& stage : stagesOf(recipe.scheme)) {
    if (!isListed(lab, stage)) {
      continue;
    }
    const std::size_t index = ablatedIndex(stage.id);
    const bool worst = ablation.worst && index == *ablation.worst;
    TableRow row;
    row.subject = stage.name();
    row.selected = lab.stage && stage.id == kAblatedStages[*lab.stage];
    row.cells.push_back({stageLabel(stage),
                         worst ? TextRole::bad : TextRole::plain,
                         {},
                         std::string(stage.name())});
    row.cells.push_back({chipText(recipe, stage, *lab.recipes.format),
                         isB ? TextRole::b : TextRole::a,
                         chipAction(recipe, stage, *lab.recipes.format, isB ? "b" : "a"),
                         settingId(recipe, stage, *lab.recipes.format)});
    if (withCode) {
      row.cells.push_back({stageCode(lab, recipe, stage), TextRole::plain});
    }
    addNumbers(row, ablation, index, lab.ablation.seen);
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace poscope
