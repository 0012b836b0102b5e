// A rotary width that makes no pairs: what code does with an odd one, and what works.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/analysis/cached_keys.h"
#include "core/analysis/rotary_limits.h"
#include "core/base/numbers.h"
#include "core/encoding/alibi.h"
#include "core/views/build_parts.h"
#include "core/views/pitfalls/pitfall.h"

namespace poscope {
namespace {

constexpr std::int64_t kNarrowest = 2;   ///< Width of the first step.
constexpr std::int64_t kDistance = 10;   ///< Of the example,
constexpr std::int64_t kMoved = 1000;    ///< and how far both move.
constexpr std::int64_t kAlibiHeads = 8;  ///< ALiBi's example: its first head.

struct Widths {
  RotaryWidth whole;  ///< All of the head is to turn.
  RotaryWidth part;   ///< The widest even part of it.
  double moved = 0;   ///< What moving both does to the score of the part, in fp64.
  double bias = 0;    ///< ALiBi's at the distance, in which no width stands.
};

Result<Widths> widthsOf(const PitfallSetup& setup) {
  Widths widths;
  widths.whole = rotaryWidth(setup.step + kNarrowest);
  widths.part = rotaryWidth(widths.whole.even);
  RopeShape shape = setup.shape;
  shape.dim = widths.part.width;
  shape.scaling = RopeScaling();
  POSCOPE_TRY(PhaseReference reference,
              phaseReference(*findRecipe(Scheme::rope, "hf-llama"), shape));
  std::vector<double> vector;
  for (std::int64_t k = 0; k < widths.part.width; ++k) {
    vector.push_back(setup.vector[static_cast<std::size_t>(k % std::ssize(setup.vector))]);
  }
  IdScores scores(std::move(reference), std::move(vector));
  widths.moved = std::abs(scores.score(kDistance + kMoved, kMoved) - scores.score(kDistance, 0));
  widths.bias = -static_cast<double>(kDistance) * alibiSlopes(kAlibiHeads, 8).front();
  return widths;
}

// The pair of each component, rotate_half's way; nothing for one without a partner.
std::optional<std::int64_t> pairOf(const RotaryWidth& width, std::int64_t component) {
  const std::int64_t pair = component < width.lowHalf ? component : component - width.lowHalf;
  return pair < width.lowHalf ? std::optional(pair) : std::nullopt;
}

PlotPanel pairsPanel(const Widths& widths) {
  PointLayer whole =
      pitfallPoints("whole", {"pitfalls.label.whole", {{"width", widths.whole.width}}},
                    ColourRole::a, Mark::squares, "whole head");
  PointLayer part = pitfallPoints("part", {"pitfalls.label.part", {{"width", widths.part.width}}},
                                  ColourRole::b, Mark::dots, "even part");
  std::vector<double> alone;
  for (std::int64_t component = 0; component < widths.whole.width; ++component) {
    const auto at = static_cast<double>(component);
    if (const auto pair = pairOf(widths.whole, component)) {
      whole.x.push_back(at);
      whole.y.push_back(static_cast<double>(*pair));
    } else {
      alone.push_back(at);
    }
    if (const auto pair = pairOf(widths.part, component); pair && component < widths.part.width) {
      part.x.push_back(at);
      part.y.push_back(static_cast<double>(*pair));
    }
  }
  const std::int64_t last = kLastStep + kNarrowest - 1;
  PlotPanel panel = pitfallPlot(
      "pairs", "pitfalls.panel.pairs", wholeAxis("pitfalls.axis.component", {"component"}, 0, last),
      valueAxis("pitfalls.axis.pair", {"pair"}), {std::move(whole), std::move(part)},
      static_cast<double>(widths.whole.width) - 0.5);
  panel.y.ticks = AxisTicks::integers;
  panel.y.first = -1;
  panel.y.last = static_cast<double>(last / 2 + 1);
  addLostMarks(panel, "pitfalls.label.alone", std::move(alone));
  panel.worth = PanelWorth::answer;
  return panel;
}

// What code needs of a width, as a row of numbers.
TableRow rotaryRow(const char* label, const char* id, const RotaryWidth& width, std::int64_t head) {
  const bool fits = width.fits();
  const Text result =
      !fits ? Text("pitfalls.width.fails", {{"table", width.table}, {"width", width.width}})
      : width.width < head ? Text("pitfalls.width.passes", {{"passed", head - width.width}})
                           : Text("pitfalls.width.works");
  return {{{{label, {{"width", width.width}}}, {}, {}, std::string(id)},
           integerCell(width.frequencies),
           integerCell(width.table),
           {{"pitfalls.width.halves", {{"low", width.lowHalf}, {"high", width.highHalf}}},
            {},
            {},
            std::to_string(width.lowHalf) + " " + std::to_string(width.highHalf)},
           {result, fits ? TextRole::good : TextRole::bad, {}, fits}},
          {},
          false};
}

TablePanel rulesTable(const Widths& widths) {
  TablePanel table;
  table.name = "rules";
  table.title = {"pitfalls.table.rules", {{"width", widths.whole.width}}};
  table.columns = {{"pitfalls.column.code", {"code"}},
                   {"pitfalls.column.frequencies", {"frequencies"}},
                   {"pitfalls.column.table", {"table"}},
                   {"pitfalls.column.halves", {"halves"}},
                   {"pitfalls.column.result", {"works"}}};
  table.spareColumns = {1, 3};
  table.rows.push_back(
      rotaryRow("pitfalls.width.whole", "whole", widths.whole, widths.whole.width));
  table.rows.push_back(rotaryRow("pitfalls.width.part", "part", widths.part, widths.whole.width));
  const TableCell none{Text::verbatim("–"), {}, {}, {}};
  table.rows.push_back(
      {{{"pitfalls.width.alibi", {}, {}, std::string("alibi")},
        none,
        none,
        none,
        {{"pitfalls.width.bias", {{"bias", shortDecimal(widths.bias)}, {"distance", kDistance}}},
         TextRole::good,
         {},
         true}},
       {},
       false});
  return table;
}

}  // namespace

Result<PitfallAnswer> oddWidth(const PitfallSetup& setup) {
  POSCOPE_TRY(const Widths widths, widthsOf(setup));
  PitfallAnswer answer;
  answer.wrong = !widths.whole.fits();
  const std::vector<TextArgument> arguments{
      {"width", widths.whole.width},  {"table", widths.whole.table},
      {"low", widths.whole.lowHalf},  {"high", widths.whole.highHalf},
      {"even", widths.part.width},    {"passed", widths.whole.width - widths.part.width},
      {"pairs", widths.part.lowHalf}, {"moved", shortDecimal(widths.moved, 2)},
      {"distance", kDistance},        {"tokens", kMoved}};
  answer.sentence = {answer.wrong ? "pitfalls.width.wrong" : "pitfalls.width.fine", arguments};
  answer.explanation = {"pitfalls.width.explanation", arguments};
  answer.facts = {{"width", widths.whole.width},
                  {"frequencies", widths.whole.frequencies},
                  {"table", widths.whole.table},
                  {"low_half", widths.whole.lowHalf},
                  {"high_half", widths.whole.highHalf},
                  {"even", widths.part.width},
                  {"bias", widths.bias}};
  answer.panels.emplace_back(pairsPanel(widths));
  answer.panels.emplace_back(rulesTable(widths));
  answer.mainLayer = "part";
  return answer;
}

}  // namespace poscope
