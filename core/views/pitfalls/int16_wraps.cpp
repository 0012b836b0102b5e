// Positions in int16, which begin again at -32,768.
#include <cmath>

#include "core/analysis/cached_keys.h"
#include "core/base/numbers.h"
#include "core/views/build_parts.h"
#include "core/views/pitfalls/pitfall.h"

namespace poscope {
namespace {

constexpr std::int64_t kFirst = 32752;  ///< The position of step 0.
constexpr std::int64_t kLast = kFirst + kLastStep;

/// The keys kFirst..position, of which the last one is the query's.
struct Wrapped {
  std::int64_t position = 0;
  std::int64_t end = 0;  ///< The largest position that the type holds.
  std::vector<std::int64_t> right;
  std::vector<std::int64_t> given;
  std::int64_t across = 0;  ///< Keys on the other side of the wrap.
  IdEffect effect;
};

Wrapped wrappedAt(const PitfallSetup& setup) {
  const NumberFormat& format = *findFormat("int16");
  const Rounding rounding = roundingOf(format);
  Wrapped wrapped;
  wrapped.position = kFirst + setup.step;
  wrapped.end = static_cast<std::int64_t>(largestNumber(format));
  for (std::int64_t position = kFirst; position <= wrapped.position; ++position) {
    wrapped.right.push_back(position);
    wrapped.given.push_back(
        static_cast<std::int64_t>(roundTo(rounding, static_cast<double>(position))));
  }
  for (const std::int64_t key : wrapped.given) {
    wrapped.across += (key < 0) == (wrapped.given.back() < 0) ? 0 : 1;
  }
  IdScores scores(setup.reference, setup.vector);
  wrapped.effect = idEffect(scores, wrapped.right, wrapped.given);
  return wrapped;
}

std::vector<PointLayer> bothOf(auto right, auto given, const std::string& suffix) {
  std::vector<PointLayer> layers{
      pitfallPoints("right" + suffix, "pitfalls.label.right", ColourRole::b, Mark::dots, "int64"),
      pitfallPoints("given" + suffix, "pitfalls.label.int16", ColourRole::a, Mark::squares,
                    "int16")};
  for (std::size_t k = 0; k < right.size(); ++k) {
    for (PointLayer& layer : layers) {
      layer.x.push_back(static_cast<double>(kFirst) + static_cast<double>(k));
    }
    layers[0].y.push_back(static_cast<double>(right[k]));
    layers[1].y.push_back(static_cast<double>(given[k]));
  }
  return layers;
}

PlotPanel panelOf(const Wrapped& wrapped, const char* name, Text title, Text along, Axis y,
                  std::vector<PointLayer> layers) {
  return pitfallPlot(name, std::move(title),
                     wholeAxis(std::move(along), {"position", "tokens"}, kFirst, kLast),
                     std::move(y), std::move(layers), static_cast<double>(wrapped.position));
}

TablePanel distancesTable(const Wrapped& wrapped) {
  TablePanel table;
  table.name = "distances";
  table.title = {"pitfalls.table.distances", {{"position", wrapped.position}}};
  table.of = "int16";
  table.columns = {{"pitfalls.column.key", {"key", "tokens"}},
                   {"pitfalls.column.right-distance", {"right_distance", "tokens"}},
                   {"pitfalls.column.given-distance", {"given_distance", "tokens"}},
                   {"pitfalls.column.right-score", {"right_score"}},
                   {"pitfalls.column.given-score", {"given_score"}}};
  constexpr std::size_t kMostRows = 8;
  const std::size_t count = wrapped.right.size();
  for (std::size_t k = count - std::min(kMostRows, count); k < count; ++k) {
    const std::int64_t right = wrapped.right.back() - wrapped.right[k];
    const std::int64_t given = wrapped.given.back() - wrapped.given[k];
    table.rows.push_back(
        {{integerCell(wrapped.right[k]), integerCell(right, TextRole::b),
          integerCell(given, given == right ? TextRole::plain : TextRole::a),
          numberCell(wrapped.effect.right[k], 4), numberCell(wrapped.effect.given[k], 4)},
         {},
         false});
  }
  return table;
}

}  // namespace

Result<PitfallAnswer> int16Wraps(const PitfallSetup& setup) {
  const Wrapped wrapped = wrappedAt(setup);
  const bool beyond = wrapped.position > wrapped.end;
  PitfallAnswer answer;
  answer.wrong = beyond;
  const std::vector<TextArgument> arguments{
      {"position", wrapped.position},
      {"stored", wrapped.given.back()},
      {"end", wrapped.end},
      {"across", wrapped.across},
      {"keys", std::ssize(wrapped.right)},
      {"far", std::abs(wrapped.given.back() - wrapped.given.front())},
      {"moved", shortDecimal(100 * wrapped.effect.massMoved, 2)},
      {"seed", std::to_string(setup.params.integer(parameter::kSeed))}};
  answer.sentence = {beyond ? "pitfalls.wrap.wrong" : "pitfalls.wrap.fine", arguments};
  answer.explanation = {"pitfalls.wrap.explanation", arguments};
  answer.facts = {{"position", wrapped.position},
                  {"stored", wrapped.given.back()},
                  {"across", wrapped.across},
                  {"score_error", wrapped.effect.largestError},
                  {"moved", wrapped.effect.massMoved}};
  PlotPanel positions =
      panelOf(wrapped, "positions", "pitfalls.panel.stored", "pitfalls.axis.position",
              valueAxis("pitfalls.axis.stored", {"stored", "tokens"}),
              bothOf(wrapped.right, wrapped.given, ".positions"));
  positions.worth = PanelWorth::answer;
  answer.panels.emplace_back(std::move(positions));
  answer.panels.emplace_back(
      panelOf(wrapped, "scores", {"pitfalls.panel.scores-at", {{"position", wrapped.position}}},
              "pitfalls.axis.key-position", valueAxis("pitfalls.axis.score", {"score"}),
              bothOf(wrapped.effect.right, wrapped.effect.given, ".scores")));
  answer.panels.emplace_back(distancesTable(wrapped));
  answer.mainLayer = "given.positions";
  return answer;
}

}  // namespace poscope
