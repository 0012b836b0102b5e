// waves: of which waves is a position made, how long are they, and what does a shift do to them?
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/analysis/shifted_pair.h"
#include "core/base/number_list.h"
#include "core/base/numbers.h"
#include "core/encoding/frequencies.h"
#include "core/recipe/pipeline.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr WordParameter kPairs{{"pairs"}};
constexpr IntegerParameter kPosition{{"position"}};
constexpr IntegerParameter kShift{{"shift"}};

constexpr std::int64_t kMostPairs = 8192;  ///< Of a list; a model has fewer.
constexpr std::int64_t kMostFaces = 16;
constexpr double kTurn = 2 * std::numbers::pi;

using PairList = std::vector<std::int64_t>;

Result<PairList> parsePairs(std::string_view text) {
  auto pairs = parseNumberList(text, kMostPairs).value_or(PairList());
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  if (pairs.empty() || pairs.size() > kKindRoles.size()) {
    return usageError({"waves.error.pairs",
                       {{"value", text}, {"count", static_cast<std::int64_t>(kKindRoles.size())}}});
  }
  return pairs;
}

Result<std::string> canonicalPairs(std::string_view text) {
  return parsePairs(text).map(writeNumberList);
}

struct Setup {
  std::vector<double> frequencies;  ///< Of the reference, one for each pair.
  PairList chosen;                  ///< Of the pairs that there are.
  PairList missing;                 ///< Asked for, and beyond the last pair.
  std::int64_t context = 0;
  std::int64_t length = 0;
  std::int64_t position = 0;
  std::int64_t shift = 0;
  const NumberFormat* format = nullptr;
  Rounding table = {};

  [[nodiscard]] std::int64_t pairs() const { return static_cast<std::int64_t>(frequencies.size()); }
  [[nodiscard]] double frequency(std::int64_t pair) const {
    return frequencies[static_cast<std::size_t>(pair)];
  }
  [[nodiscard]] double wavelength(std::int64_t pair) const {
    return wavelengthTokens(frequency(pair));
  }
  [[nodiscard]] double shortest() const {
    return wavelengthTokens(*std::max_element(frequencies.begin(), frequencies.end()));
  }
  [[nodiscard]] double longest() const {
    return wavelengthTokens(*std::min_element(frequencies.begin(), frequencies.end()));
  }
  [[nodiscard]] double turns(std::int64_t pair, std::int64_t tokens) const {
    return turnsWithin(frequency(pair), static_cast<double>(tokens));
  }
  [[nodiscard]] std::int64_t unfinished() const {
    return unfinishedPairs(frequencies, static_cast<double>(context));
  }
  /// Where `pair` is among the chosen ones, if it is one of them.
  [[nodiscard]] std::optional<std::size_t> place(std::int64_t pair) const {
    const auto found = std::find(chosen.begin(), chosen.end(), pair);
    return found == chosen.end() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(found - chosen.begin()));
  }
};

Result<Setup> setupOf(const Params& params) {
  Setup setup;
  setup.context = params.integer(parameter::kContext);
  setup.length = params.integer(parameter::kLength);
  setup.position = params.integer(kPosition);
  setup.shift = params.integer(kShift);
  setup.format = &params.format(parameter::kFormat);
  setup.table = roundingOf(*setup.format, Overflow::ofFormat, symmetricScale(*setup.format, 1.0));
  const RopeShape shape = shapeOf(params, setup.context);
  POSCOPE_TRY(auto reference, phaseReference(*findRecipe(Scheme::rope, "hf-llama"), shape));
  setup.frequencies = std::move(reference.frequencies);
  POSCOPE_TRY(const PairList asked, parsePairs(params.text(kPairs)));
  for (const std::int64_t pair : asked) {
    (pair < setup.pairs() ? setup.chosen : setup.missing).push_back(pair);
  }
  if (setup.chosen.empty()) {
    setup.chosen.push_back(setup.pairs() - 1);
  }
  return setup;
}

Text pairText(std::int64_t pair) {
  return {"waves.pair", {{"pair", std::to_string(pair)}}};
}

Text tokensText(double wavelength) {
  return wavelength >= 1000 ? Text("value.integer",
                                   {{"value", static_cast<std::int64_t>(std::llround(wavelength))}})
                            : Text::verbatim(shortDecimal(wavelength, 3));
}

/// The largest difference that a shift leaves, and in which pair.
struct Residual {
  double largest = 0;
  std::int64_t pair = 0;
};

Residual residualOf(const Setup& setup, const Rounding& table) {
  Residual worst;
  for (std::int64_t pair = 0; pair < setup.pairs(); ++pair) {
    const double residual =
        shiftedPair(setup.position, setup.shift, setup.frequency(pair), table).residual;
    if (residual > worst.largest) {
      worst = {residual, pair};
    }
  }
  return worst;
}

class WaveInspection final : public Inspection {
 public:
  explicit WaveInspection(Setup setup, std::shared_ptr<const CellSource> source)
      : setup_(std::move(setup)), source_(std::move(source)) {}

  Detail at(double x, double y) const override {
    Detail detail;
    const double position = std::round(x);
    if (!(position >= 0 && position < static_cast<double>(setup_.length))) {
      return detail;
    }
    const auto column = static_cast<std::int64_t>(position);
    detail.rows.push_back(
        {"inspector.position", {"value.integer", {{"value", column}}}, TextRole::plain, {}});
    detail.marked = true;
    detail.markX = position;
    double nearest = HUGE_VAL;
    for (std::size_t k = 0; k < setup_.chosen.size(); ++k) {
      const double value =
          source_->value(static_cast<std::int64_t>(k), column, Quantity::reference);
      detail.rows.push_back({pairText(setup_.chosen[k]),
                             Text::verbatim(readingDecimal(value)),
                             TextRole::reference,
                             {}});
      if (std::abs(value - y) < nearest) {
        nearest = std::abs(value - y);
        detail.markY = value;
      }
    }
    return detail;
  }

 private:
  Setup setup_;
  std::shared_ptr<const CellSource> source_;
};

class LengthInspection final : public Inspection {
 public:
  explicit LengthInspection(Setup setup) : setup_(std::move(setup)) {}

  Detail at(double x, double /*y*/) const override {
    Detail detail;
    const double rounded = std::round(x);
    if (!(rounded >= 0 && rounded < static_cast<double>(setup_.pairs()))) {
      return detail;
    }
    const auto pair = static_cast<std::int64_t>(rounded);
    const auto add = [&detail](Text label, double value) {
      detail.rows.push_back(
          {std::move(label), Text::verbatim(readingDecimal(value)), TextRole::plain, {}});
    };
    detail.rows.push_back(
        {"waves.row.pair", Text::verbatim(std::to_string(pair)), TextRole::plain, {}});
    add("waves.row.wavelength", setup_.wavelength(pair));
    add("waves.row.frequency", setup_.frequency(pair));
    add("waves.row.turns", setup_.turns(pair, setup_.context));
    detail.marked = true;
    detail.markX = rounded;
    detail.markY = setup_.wavelength(pair);
    return detail;
  }

 private:
  Setup setup_;
};

PlotPanel wavesOf(const Setup& setup, const std::shared_ptr<const CellSource>& source) {
  PlotPanel panel;
  panel.name = "waves";
  panel.title = "waves.panel.waves";
  panel.x = {"waves.axis.position", 0,
             static_cast<double>(std::max<std::int64_t>(1, setup.length - 1)), AxisScale::linear,
             AxisTicks::integers};
  panel.x.data = {"position", "tokens"};
  panel.y.title = "waves.axis.sine";
  panel.y.first = -1.1;
  panel.y.last = 1.9;  // The names of the waves stand above them.
  panel.y.ticks = AxisTicks::steps;
  panel.y.tickStep = 1;
  panel.y.data = {"sine"};
  for (std::size_t k = 0; k < setup.chosen.size(); ++k) {
    CurveLayer curve;
    curve.name = "pair-" + std::to_string(setup.chosen[k]);
    curve.label = {"waves.label.wave",
                   {{"pair", std::to_string(setup.chosen[k])},
                    {"tokens", tokensText(setup.wavelength(setup.chosen[k]))}}};
    curve.role = kKindRoles[k];
    curve.source = source;
    curve.row = static_cast<std::int64_t>(k);
    curve.quantity = Quantity::reference;
    curve.of = "fp64";
    panel.layers.emplace_back(std::move(curve));
  }
  if (setup.position < setup.length) {
    panel.layers.emplace_back(StripLayer{ColourRole::marked,
                                         static_cast<double>(setup.position),
                                         static_cast<double>(setup.position),
                                         {}});
  }
  panel.inspection = std::make_shared<WaveInspection>(setup, source);
  return panel;
}

PointLayer lengthsOf(const Setup& setup, const char* name, const Text& label, bool finished) {
  PointLayer points;
  points.name = name;
  points.label = label;
  points.role = finished ? ColourRole::reference : ColourRole::marked;
  points.mark = finished ? Mark::dots : Mark::squares;
  points.of = "fp64";
  for (std::int64_t pair = 0; pair < setup.pairs(); ++pair) {
    if ((setup.wavelength(pair) <= static_cast<double>(setup.context)) == finished) {
      points.x.push_back(static_cast<double>(pair));
      points.y.push_back(setup.wavelength(pair));
    }
  }
  return points;
}

PlotPanel lengthsPanel(const Setup& setup) {
  PlotPanel panel;
  panel.name = "wavelengths";
  panel.title = "waves.panel.wavelengths";
  const double last = static_cast<double>(setup.pairs() - 1);
  panel.x = {"waves.axis.pair", -0.5, last + 0.5, AxisScale::linear, AxisTicks::integers};
  panel.x.data = {"pair"};
  const auto context = static_cast<double>(setup.context);
  panel.y = {"waves.axis.wavelength", std::min(setup.shortest(), context) / 2,
             std::max(setup.longest(), context) * 2, AxisScale::log2, AxisTicks::powersOfTwo};
  panel.y.data = {"wavelength", "tokens"};
  PointLayer line;
  line.label = {"waves.label.context", {{"context", setup.context}}};
  line.role = ColourRole::neutral;
  line.mark = Mark::dashed;
  line.x = {panel.x.first, panel.x.last};
  line.y = {context, context};
  panel.layers.emplace_back(std::move(line));
  panel.layers.emplace_back(lengthsOf(setup, "finished", "waves.label.finished", true));
  panel.layers.emplace_back(lengthsOf(setup, "unfinished", "waves.label.unfinished", false));
  std::erase_if(panel.layers, [](const Layer& layer) {
    const auto* const points = std::get_if<PointLayer>(&layer);
    return points != nullptr && points->x.empty();
  });
  panel.inspection = std::make_shared<LengthInspection>(setup);
  panel.zoomable = false;
  panel.worth = PanelWorth::answer;  // The finding is about it.
  return panel;
}

// The list after a click on a pair: without it, or with it, and then without the first of too many.
PairList toggled(PairList pairs, std::int64_t pair) {
  const auto found = std::find(pairs.begin(), pairs.end(), pair);
  if (found == pairs.end()) {
    if (pairs.size() == kKindRoles.size()) {
      pairs.erase(pairs.begin());
    }
    pairs.push_back(pair);
  } else if (pairs.size() > 1) {
    pairs.erase(found);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

ClockPanel clocksOf(const Setup& setup) {
  const std::int64_t step = (setup.pairs() + kMostFaces - 1) / kMostFaces;
  ClockPanel panel;
  panel.name = "clocks";
  panel.title = {step == 1 ? "waves.panel.clocks" : "waves.panel.clocks.some",
                 {{"position", setup.position}, {"step", step}}};
  panel.columns = {{"pair"}, {"turns"}, {"angle", "radians"}};
  for (std::int64_t pair = 0; pair < setup.pairs(); pair += step) {
    const double turns = setup.turns(pair, setup.position);
    const double angle = kTurn * (turns - std::floor(turns));
    const auto place = setup.place(pair);
    ClockFace face;
    face.label = Text::verbatim(std::to_string(pair));
    face.value = Text::verbatim(shortDecimal(turns, 3));
    face.hands = {{angle, place ? kKindRoles[*place] : ColourRole::reference}};
    face.select = {std::string(kPairs.name), writeNumberList(toggled(setup.chosen, pair))};
    face.selected = place.has_value();
    face.values = {pair, turns, angle};
    panel.faces.push_back(std::move(face));
  }
  return panel;
}

// A binary digit is a clock with two places: up is 0, down is 1, and the next digit goes half as
// fast.
ClockPanel digitsOf(const Setup& setup) {
  ClockPanel panel;
  panel.name = "digits";
  panel.title = {"waves.panel.digits", {{"position", setup.position}}};
  panel.columns = {{"digit"}, {"period", "tokens"}, {"value"}};
  const std::int64_t most = std::max({setup.position, setup.context - 1, std::int64_t{1}});
  for (int digit = 0; (most >> digit) > 0; ++digit) {
    const std::int64_t value = (setup.position >> digit) & 1;
    const std::int64_t period = std::int64_t{2} << digit;
    ClockFace face;
    face.label = {"value.integer", {{"value", period}}};
    face.value = Text::verbatim(std::to_string(value));
    face.hands = {{value == 0 ? 0 : std::numbers::pi, ColourRole::reference}};
    face.values = {std::int64_t{digit}, period, value};
    panel.faces.push_back(std::move(face));
  }
  return panel;
}

TablePanel tableOf(const Setup& setup) {
  TablePanel table;
  table.name = "pairs";
  table.title = {"waves.panel.pairs",
                 {{"position", setup.position},
                  {"shift", setup.shift},
                  {"format", Text::verbatim(setup.format->label)}}};
  table.of = setup.format->id;
  table.columns = {{"waves.column.pair", {"pair"}},
                   {"waves.column.wavelength", {"wavelength", "tokens"}},
                   {"waves.column.turns", {"turns"}},
                   {"waves.column.stored", {"sine"}},
                   {"waves.column.turned", {"sine_turned"}},
                   {"waves.column.there", {"sine_there"}},
                   {"waves.column.residual", {"residual"}}};
  table.spareColumns = {3, 2};
  for (const std::int64_t pair : setup.chosen) {
    const ShiftedPair shifted =
        shiftedPair(setup.position, setup.shift, setup.frequency(pair), setup.table);
    table.rows.push_back({{integerCell(pair), numberCell(setup.wavelength(pair), 5),
                           numberCell(setup.turns(pair, setup.context), 4),
                           numberCell(shifted.here.sine, 4), numberCell(shifted.turned.sine, 5),
                           numberCell(shifted.there.sine, 5), numberCell(shifted.residual, 2)},
                          {},
                          false});
  }
  return table;
}

std::vector<Fact> factsOf(const Setup& setup, const Residual& stored, const Residual& exact) {
  const bool any = !setup.frequencies.empty();
  return {{"pairs", setup.pairs()},
          {"unfinished", setup.unfinished()},
          {"shortest_wavelength", any ? setup.shortest() : 0.0},
          {"longest_wavelength", any ? setup.longest() : 0.0},
          {"residual", stored.largest},
          {"residual_pair", stored.pair},
          {"residual_fp64", exact.largest}};
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  POSCOPE_TRY(const Setup setup, setupOf(params));
  const Residual stored = residualOf(setup, setup.table);
  const Residual exact = residualOf(setup, Rounding{});
  std::vector<double> chosen;
  for (const std::int64_t pair : setup.chosen) {
    chosen.push_back(setup.frequency(pair));
  }
  const auto source =
      fieldSource(makeWaveField(std::move(chosen), 0, setup.length), context.backend);
  const bool none = setup.unfinished() == 0;
  Figure figure;
  figure.finding = {"waves.question",
                    {none ? "waves.finding.all" : "waves.finding.unfinished",
                     {{"pairs", setup.pairs()},
                      {"unfinished", setup.unfinished()},
                      {"context", setup.context},
                      {"shortest", tokensText(setup.shortest())},
                      {"longest", tokensText(setup.longest())}}},
                    {"waves.explanation",
                     {{"shift", setup.shift},
                      {"format", Text::verbatim(setup.format->label)},
                      {"residual", shortDecimal(stored.largest, 2)},
                      {"exact", shortDecimal(exact.largest, 2)}}}};
  figure.facts = factsOf(setup, stored, exact);
  figure.panels.emplace_back(wavesOf(setup, source));
  figure.panels.emplace_back(clocksOf(setup));
  figure.panels.emplace_back(lengthsPanel(setup));
  figure.panels.emplace_back(digitsOf(setup));
  figure.panels.emplace_back(tableOf(setup));
  figure.notes = modelNotes(params);
  if (!setup.missing.empty()) {
    figure.notes.emplace_back("waves.note.missing",
                              std::vector<TextArgument>{{"missing", writeNumberList(setup.missing)},
                                                        {"last", setup.pairs() - 1}});
  }
  figure.mainLayer = "pair-" + std::to_string(setup.chosen.front());
  return figure;
}

}  // namespace

View wavesView() {
  View view;
  view.id = "waves";
  view.group = "learn";
  view.schema =
      joinSchemas({{contextParameter(4096), dimParameter(128), baseParameter(),
                    textParameter(kPairs, "0,8,24,63", canonicalPairs),
                    withOwnWords(integerParameter(parameter::kLength, 200, 2, kLongestContext,
                                                  ParameterScale::log2)),
                    integerParameter(kPosition, 100, 0, kLongestContext, ParameterScale::log2),
                    integerParameter(kShift, 16, 1, kLongestContext, ParameterScale::log2),
                    withOwnWords(formatParameter(parameter::kFormat, "bf16", kAtStorage))},
                   modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "length";
  }
  view.facts = factNames(factsOf(Setup(), {}, {}));
  view.hint = "waves.hint";
  view.scheme = [](const Params&) { return Scheme::rope; };
  view.build = build;
  return view;
}

}  // namespace poscope
