// A table of cos and sin that is shorter than the one of training.
#include <algorithm>
#include <cmath>

#include "core/analysis/phase_rows.h"
#include "core/analysis/rotary_limits.h"
#include "core/analysis/scaling_methods.h"
#include "core/base/numbers.h"
#include "core/views/build_parts.h"
#include "core/views/pitfalls/pitfall.h"

namespace poscope {
namespace {

constexpr std::int64_t kTokensAStep = 64;

/// One scaling, set up by both scripts for the length of their own tables.
struct ScaledTables {
  const ScalingRow* row = nullptr;
  std::int64_t different = 0;  ///< Pairs whose frequencies differ.
  double cosine = 0;           ///< Largest difference of a cosine in the last row that both have.
};

struct Tables {
  std::int64_t asked = 0;    ///< Rows that the text so far needs.
  std::int64_t used = 0;     ///< Rows of the script's table,
  std::int64_t trained = 0;  ///< and of the one of training.
  std::int64_t equal = 0;    ///< The same to the bit, of those that both have.
  std::int64_t pair = 0;     ///< Whose cosine is drawn.
  PhaseRows usedRows;
  PhaseRows trainedRows;
  std::vector<ScaledTables> scalings;
  std::vector<const ScalingRow*> refused;  ///< They need numbers that only a model has.

  [[nodiscard]] std::int64_t shared() const { return std::min(used, trained); }
  [[nodiscard]] bool fails() const { return asked > used; }
};

Result<PhaseRows> tableOf(RopeShape shape, std::int64_t rows) {
  shape.length = rows;
  shape.scaling = RopeScaling();
  POSCOPE_TRY(const PhasePipeline pipeline, phasePipeline(*findRecipe(Scheme::rope, "hf-llama"),
                                                          shape, *findFormat("fp32"), rows));
  PhaseRows table;
  fillPhaseRows(pipeline, 0, rows, table);
  return table;
}

// The frequencies of `row` when a script sets it up for `rows` tokens of a model that was trained
// on as many as both tables hold.
Result<ScaledFrequencies> setUpFor(const PitfallSetup& setup, const ScalingRow& row,
                                   std::int64_t rows, std::int64_t original) {
  const MethodSetup method{setup.shape, original,
                           static_cast<double>(rows) / static_cast<double>(original)};
  return method.frequenciesWith(row, rows);
}

ScaledTables compared(const ScalingRow& row, const ScaledFrequencies& used,
                      const ScaledFrequencies& trained, double position) {
  ScaledTables result{&row, 0, 0};
  for (std::size_t pair = 0; pair < used.frequencies.size(); ++pair) {
    const double one = used.frequencies[pair];
    const double other = trained.frequencies[pair];
    result.different += one == other ? 0 : 1;
    const double cosines = used.tableFactor * sineCosine(position * one).cosine -
                           trained.tableFactor * sineCosine(position * other).cosine;
    result.cosine = std::max(result.cosine, std::abs(cosines));
  }
  return result;
}

void addScalings(const PitfallSetup& setup, Tables& tables) {
  const auto last = static_cast<double>(tables.shared() - 1);
  for (const ScalingRow& row : ropeScalings()) {
    const auto used = setUpFor(setup, row, tables.used, tables.shared());
    const auto trained = setUpFor(setup, row, tables.trained, tables.shared());
    if (used && trained) {
      tables.scalings.push_back(compared(row, *used, *trained, last));
    } else {
      tables.refused.push_back(&row);
    }
  }
}

// The slowest pair that turns round within the rows of both; the fastest one where none does.
std::int64_t drawnPair(const PitfallSetup& setup, std::int64_t rows) {
  const std::vector<double>& frequencies = setup.reference.frequencies;
  const std::int64_t turning =
      std::ssize(frequencies) - unfinishedPairs(frequencies, static_cast<double>(rows));
  return std::max<std::int64_t>(turning - 1, 0);
}

Result<Tables> tablesOf(const PitfallSetup& setup) {
  Tables tables;
  tables.asked = setup.step * kTokensAStep;
  tables.used = setup.params.integer(pitfall::kRows);
  tables.trained = setup.params.integer(pitfall::kTrainedRows);
  POSCOPE_TRY(tables.usedRows, tableOf(setup.shape, tables.used));
  POSCOPE_TRY(tables.trainedRows, tableOf(setup.shape, tables.trained));
  tables.equal = equalRows(tables.usedRows, tables.trainedRows);
  tables.pair = drawnPair(setup, tables.shared());
  addScalings(setup, tables);
  return tables;
}

PointLayer cosinesOf(const PhaseRows& table, std::int64_t pair, PointLayer layer) {
  for (std::int64_t row = 0; row < table.rows; ++row) {
    layer.x.push_back(static_cast<double>(row));
    layer.y.push_back(table.cosine(row)[pair]);
  }
  return layer;
}

PlotPanel tablesPanel(const Tables& tables) {
  const auto label = [](const char* key, std::int64_t rows) { return Text(key, {{"size", rows}}); };
  const std::int64_t most = std::max({kLastStep * kTokensAStep, tables.used, tables.trained}) - 1;
  const auto now = static_cast<double>(std::max<std::int64_t>(tables.asked - 1, 0));
  PlotPanel panel = pitfallPlot(
      "tables", {"pitfalls.panel.tables", {{"pair", std::to_string(tables.pair)}}},
      wholeAxis("pitfalls.axis.position", {"position", "tokens"}, 0, most),
      valueAxis("pitfalls.axis.cosine", {"cosine"}),
      {cosinesOf(tables.trainedRows, tables.pair,
                 pitfallPoints("trained", label("pitfalls.label.trained-table", tables.trained),
                               ColourRole::b, Mark::line, "trained")),
       cosinesOf(tables.usedRows, tables.pair,
                 pitfallPoints("used", label("pitfalls.label.used-table", tables.used),
                               ColourRole::a, Mark::dashed, "used"))},
      now);
  panel.y.first = -1.15;
  panel.y.last = 1.15;
  if (tables.fails()) {
    panel.layers.emplace_back(StripLayer{ColourRole::bad, static_cast<double>(tables.used), now,
                                         "pitfalls.label.no-row"});
  }
  panel.worth = PanelWorth::answer;
  return panel;
}

TablePanel scalingsTable(const Tables& tables) {
  TablePanel table;
  table.name = "scalings";
  table.title = {"pitfalls.table.scalings", {{"used", tables.used}, {"trained", tables.trained}}};
  table.columns = {{"pitfalls.column.scaling", {"scaling"}},
                   {"pitfalls.column.different", {"different", "pairs"}},
                   {{"pitfalls.column.cosine", {{"row", tables.shared() - 1}}}, {"cosine"}}};
  for (const ScaledTables& scaled : tables.scalings) {
    const TextRole role = scaled.different > 0 ? TextRole::bad : TextRole::good;
    table.rows.push_back({{{Text("choice.method." + std::string(scaled.row->id)),
                            {},
                            {},
                            std::string(scaled.row->id)},
                           integerCell(scaled.different, role),
                           numberCell(scaled.cosine, 3)},
                          {},
                          false});
  }
  for (const ScalingRow* const row : tables.refused) {
    TableRow made;
    made.cells = {{Text("choice.method." + std::string(row->id)), {}, {}, std::string(row->id)},
                  {Text::verbatim("–"), {}, {}, std::nan("")},
                  {Text::verbatim("–"), {}, {}, std::nan("")}};
    made.help = "pitfalls.length.refused";
    table.rows.push_back(std::move(made));
  }
  return table;
}

}  // namespace

Result<PitfallAnswer> lengthMismatch(const PitfallSetup& setup) {
  POSCOPE_TRY(const Tables tables, tablesOf(setup));
  const std::int64_t changing =
      std::count_if(tables.scalings.begin(), tables.scalings.end(),
                    [](const ScaledTables& scaled) { return scaled.different > 0; });
  PitfallAnswer answer;
  answer.wrong = tables.fails();
  const std::vector<TextArgument> arguments{{"asked", tables.asked},
                                            {"row", tables.asked - 1},
                                            {"used", tables.used},
                                            {"size", tables.used},
                                            {"trained", tables.trained},
                                            {"shared", tables.shared()},
                                            {"equal", tables.equal},
                                            {"changing", changing},
                                            {"scalings", std::ssize(tables.scalings)}};
  answer.sentence = {answer.wrong        ? "pitfalls.length.wrong"
                     : tables.asked == 0 ? "pitfalls.length.none"
                                         : "pitfalls.length.fine",
                     arguments};
  answer.explanation = {"pitfalls.length.explanation", arguments};
  answer.facts = {{"asked", tables.asked},
                  {"shared", tables.shared()},
                  {"equal", tables.equal},
                  {"scalings", static_cast<std::int64_t>(std::ssize(tables.scalings))},
                  {"changing", static_cast<std::int64_t>(changing)}};
  answer.panels.emplace_back(tablesPanel(tables));
  answer.panels.emplace_back(scalingsTable(tables));
  answer.mainLayer = "used";
  return answer;
}

}  // namespace poscope
