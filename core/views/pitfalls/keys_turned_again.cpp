// A cache of turned keys that is turned again each time the context is shifted.
#include <array>
#include <cmath>

#include "core/analysis/cached_keys.h"
#include "core/base/numbers.h"
#include "core/views/build_parts.h"
#include "core/views/pitfalls/pitfall.h"

namespace poscope {
namespace {

// In which keys are stored; the last one is what the page's sentence is about.
constexpr std::array<std::string_view, 3> kCacheFormats{"fp32", "fp16", "bf16"};

struct StoredKeys {
  const NumberFormat* format = nullptr;
  ShiftedKeyErrors errors;
};

struct Shifting {
  std::int64_t step = 0;
  std::int64_t hop = 1;
  std::int64_t seed = 0;
  std::vector<StoredKeys> keys;

  /// So that the last shift does not bring it to position 0, where nothing is turned.
  [[nodiscard]] std::int64_t start() const { return (kLastStep + 1) * hop; }
  [[nodiscard]] double again(const StoredKeys& stored) const {
    return stored.errors.again[static_cast<std::size_t>(step)];
  }
  [[nodiscard]] double once(const StoredKeys& stored) const {
    return stored.errors.once[static_cast<std::size_t>(step)];
  }
  /// How many times as large the error became.
  [[nodiscard]] double growth(const StoredKeys& stored) const {
    return again(stored) / stored.errors.again.front();
  }
};

Result<Shifting> shiftingOf(const PitfallSetup& setup) {
  Shifting shifting;
  shifting.step = setup.step;
  shifting.hop = setup.params.integer(pitfall::kHop);
  shifting.seed = setup.params.integer(parameter::kSeed);
  // Angles and the table in fp32, as ggml has them.
  POSCOPE_TRY(const PhasePipeline table,
              phasePipeline(*findRecipe(Scheme::rope, "hf-llama"), setup.shape, *findFormat("fp32"),
                            shifting.start() + 1));
  for (const std::string_view id : kCacheFormats) {
    const NumberFormat* const format = findFormat(id);
    shifting.keys.push_back(
        {format, shiftedKeyErrors(table, roundingOf(*format), setup.vector,
                                  {shifting.start(), shifting.hop, kLastStep})});
  }
  return shifting;
}

Text labelOf(const char* key, const StoredKeys& stored) {
  return {key, {{"format", Text::verbatim(stored.format->label)}}};
}

PlotPanel errorsPanel(const Shifting& shifting) {
  std::vector<PointLayer> layers;
  const auto add = [&](const std::string& name, Text label, ColourRole role, Mark mark,
                       const StoredKeys& stored, const std::vector<double>& errors) {
    PointLayer layer =
        pitfallPoints(name, std::move(label), role, mark, std::string(stored.format->id));
    for (std::size_t n = 0; n < errors.size(); ++n) {
      layer.x.push_back(static_cast<double>(n));
      layer.y.push_back(errors[n]);
    }
    layers.push_back(std::move(layer));
  };
  for (std::size_t k = 0; k < shifting.keys.size(); ++k) {
    const StoredKeys& stored = shifting.keys[k];
    const std::string id(stored.format->id);
    add("again." + id, labelOf("pitfalls.label.again", stored), kKindRoles[k], Mark::line, stored,
        stored.errors.again);
    add("once." + id, labelOf("pitfalls.label.once", stored), kKindRoles[k], Mark::dashed, stored,
        stored.errors.once);
  }
  Axis error = valueAxis("pitfalls.axis.key-error", {"error"});
  error.scale = AxisScale::log2;
  PlotPanel panel =
      pitfallPlot("errors", "pitfalls.panel.errors",
                  wholeAxis("pitfalls.axis.shifts", {"shifts"}, 0, kLastStep), std::move(error),
                  std::move(layers), static_cast<double>(shifting.step));
  panel.worth = PanelWorth::answer;
  return panel;
}

TablePanel formatsTable(const Shifting& shifting) {
  TablePanel table;
  table.name = "formats";
  table.title = {"pitfalls.table.shifts", {{"shifts", shifting.step}}};
  table.columns = {{"parameter.format", {"format"}},
                   {"pitfalls.column.again", {"again"}},
                   {"pitfalls.column.once", {"once"}},
                   {"pitfalls.column.growth", {"growth"}}};
  for (const StoredKeys& stored : shifting.keys) {
    table.rows.push_back(
        {{{Text::verbatim(stored.format->label), {}, {}, std::string(stored.format->id)},
          numberCell(shifting.again(stored), 3, TextRole::a),
          numberCell(shifting.once(stored), 3, TextRole::b),
          numberCell(shifting.growth(stored), 3)},
         {},
         false});
  }
  return table;
}

}  // namespace

Result<PitfallAnswer> keysTurnedAgain(const PitfallSetup& setup) {
  POSCOPE_TRY(const Shifting shifting, shiftingOf(setup));
  const StoredKeys& told = shifting.keys.back();
  PitfallAnswer answer;
  // Errors of storing once are no fault.
  answer.wrong = setup.step > 0 && shifting.again(told) > shifting.once(told);
  const std::vector<TextArgument> arguments{{"shifts", setup.step},
                                            {"format", Text::verbatim(told.format->label)},
                                            {"again", shortDecimal(100 * shifting.again(told), 3)},
                                            {"once", shortDecimal(100 * shifting.once(told), 3)},
                                            {"growth", shortDecimal(shifting.growth(told), 2)},
                                            {"start", shifting.start()},
                                            {"place", shifting.start() - setup.step * shifting.hop},
                                            {"hop", shifting.hop},
                                            {"seed", std::to_string(shifting.seed)}};
  answer.sentence = {answer.wrong ? "pitfalls.again.wrong" : "pitfalls.again.fine", arguments};
  answer.explanation = {"pitfalls.again.explanation", arguments};
  for (const StoredKeys& stored : shifting.keys) {
    const std::string id(stored.format->id);
    answer.facts.push_back({"again_" + id, shifting.again(stored)});
    answer.facts.push_back({"once_" + id, shifting.once(stored)});
  }
  answer.panels.emplace_back(errorsPanel(shifting));
  answer.panels.emplace_back(formatsTable(shifting));
  answer.mainLayer = "again.bf16";
  return answer;
}

}  // namespace poscope
