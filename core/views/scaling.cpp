// scaling: what does each RoPE scaling do to each pair, and which angles are new beyond the trained
// length?
#include <algorithm>
#include <cmath>
#include <set>

#include "core/analysis/scaling_methods.h"
#include "core/analysis/trained_angles.h"
#include "core/base/numbers.h"
#include "core/base/suggestion.h"
#include "core/compute/array_source.h"
#include "core/encoding/frequencies.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr WordParameter kMethod{{"method"}};
constexpr WordParameter kPicture{{"picture"}};
constexpr RealParameter kFactor{{"factor"}};
constexpr FlagParameter kOthers{{"others"}};
constexpr const char* kFit = "fit";  // The factor: as often as the trained length fits.

/// What is plotted of an inverse frequency, for a text of `context` tokens; `plain` is that of the
/// same pair without a scaling.
struct PictureRow {
  std::string_view id;
  const char* axis;
  DataName data;
  double (*value)(double frequency, double plain, double context);
  bool upward = false;  ///< The slower a pair, the higher it is drawn.
};
const PictureRow kPictures[] = {
    {"wavelength",
     "scaling.axis.wavelength",
     {"wavelength", "tokens"},
     [](double frequency, double, double) { return wavelengthTokens(frequency); },
     true},
    {"stretch",
     "scaling.axis.stretch",
     {"stretch"},
     [](double frequency, double plain, double) { return plain / frequency; },
     true},
    {"frequency",
     "scaling.axis.frequency",
     {"frequency", "radians"},
     [](double frequency, double, double) { return frequency; }},
    {"angle",
     "scaling.axis.angle",
     {"angle", "turns"},
     [](double frequency, double, double context) { return turnsWithin(frequency, context); }}};

/// A scaling of the table, applied; or why it could not be.
struct Method {
  const ScalingRow* row = nullptr;
  bool own = false;  ///< With the numbers of the open model.
  std::string written;
  Result<ScaledFrequencies> scaled;
  std::int64_t unseen = 0;  ///< Pairs that come to angles which training has not shown.
};

struct Setup {
  MethodSetup methods;
  std::int64_t context = 2;
  TrainedAngles training;
  std::int64_t unfinished = 0;  ///< Pairs that finished no turn in training.
  std::vector<Method> all;      ///< In the order of ropeScalings().
  const PictureRow* picture = nullptr;
  bool others = false;        ///< All methods are drawn.
  std::size_t reference = 0;  ///< Of `all`: no scaling,
  std::size_t a = 0;          ///< and the two that are compared.
  std::size_t b = 0;

  [[nodiscard]] std::int64_t pairs() const {
    return static_cast<std::int64_t>(training.frequencies.size());
  }
  /// What is plotted of a pair that turns with `frequency`.
  [[nodiscard]] double value(std::size_t pair, double frequency) const {
    return picture->value(frequency, training.frequencies[pair], static_cast<double>(context));
  }
};

Text methodName(const Method& method) {
  const Text name("choice.method." + std::string(method.row->id));
  return method.own ? Text("scaling.method.own", {{"method", name}}) : name;
}

std::size_t methodAt(const std::string& id) {
  const auto rows = ropeScalings();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const ScalingRow& row) { return row.id == id; });
  return static_cast<std::size_t>(found - rows.begin());
}

Method methodOf(const Setup& setup, const ScalingRow& row) {
  Method method{
      &row, setup.methods.isOwn(row), {}, setup.methods.frequenciesWith(row, setup.context), 0};
  if (const auto shape = setup.methods.shapeWith(row, setup.context)) {
    method.written = writeRopeScaling(shape->scaling);
  }
  if (method.scaled) {
    method.unseen =
        setup.training.unseenPairs(method.scaled->frequencies, static_cast<double>(setup.context));
  }
  return method;
}

const PictureRow* pictureOf(const Params& params) {
  return std::find_if(std::begin(kPictures), std::end(kPictures),
                      [&](const PictureRow& row) { return row.id == params.text(kPicture); });
}

Result<Setup> setupOf(const Params& params) {
  Setup setup;
  setup.context = params.integer(parameter::kContext);
  const std::int64_t original = params.integer(parameter::kOriginal);
  const double fit =
      std::max(1.0, static_cast<double>(setup.context) / static_cast<double>(original));
  setup.methods = {shapeOf(params, setup.context), original,
                   params.isAutomatic(kFactor) ? fit : params.real(kFactor)};
  const auto unscaled = std::find_if(ropeScalings().begin(), ropeScalings().end(),
                                     [](const ScalingRow& row) { return row.none; });
  POSCOPE_TRY(auto plain, setup.methods.frequenciesWith(*unscaled, original));
  setup.training = {std::move(plain.frequencies), static_cast<double>(original)};
  setup.unfinished = unfinishedPairs(setup.training.frequencies, setup.training.tokens);
  for (const ScalingRow& row : ropeScalings()) {
    setup.all.push_back(methodOf(setup, row));
  }
  setup.picture = pictureOf(params);
  setup.others = params.flag(kOthers);
  setup.reference = static_cast<std::size_t>(unscaled - ropeScalings().begin());
  setup.a = methodAt(params.text(kMethod));
  setup.b = methodAt(params.text(parameter::kMethodB));
  POSCOPE_CHECK(setup.all[setup.a].scaled);
  POSCOPE_CHECK(setup.all[setup.b].scaled);
  return setup;
}

/// How a method is drawn: those that are compared before the others.
struct Style {
  std::string name;
  ColourRole role = ColourRole::neutral;
  TextRole text = TextRole::plain;
  bool faint = false;
};

Style styleOf(const Setup& setup, std::size_t k) {
  return k == setup.a           ? Style{"a", ColourRole::a, TextRole::a}
         : k == setup.b         ? Style{"b", ColourRole::b, TextRole::b}
         : k == setup.reference ? Style{"reference", ColourRole::reference, TextRole::reference}
                                : Style{std::string(setup.all[k].row->id), ColourRole::neutral,
                                        TextRole::plain, !setup.all[k].own};
}

/// Those that are drawn, the compared ones last and so on top.
std::vector<std::size_t> drawnMethods(const Setup& setup) {
  std::vector<std::size_t> drawn;
  for (std::size_t k = 0; k < setup.all.size(); ++k) {
    const Method& method = setup.all[k];
    const bool main = k == setup.a || k == setup.b || k == setup.reference;
    const bool wanted = method.own || (setup.others && method.row->changesFrequencies);
    if (!main && wanted && method.scaled) {
      drawn.push_back(k);
    }
  }
  for (const std::size_t k : {setup.reference, setup.b, setup.a}) {
    if (std::find(drawn.begin(), drawn.end(), k) == drawn.end()) {
      drawn.push_back(k);
    }
  }
  return drawn;
}

PointLayer layerOf(const Setup& setup, std::size_t k) {
  const Style style = styleOf(setup, k);
  PointLayer layer;
  layer.name = style.name;
  layer.label = methodName(setup.all[k]);
  layer.role = style.role;
  layer.faint = style.faint;
  layer.of = setup.all[k].written;
  return layer;
}

// One pair is a point, several are joined.
Mark markOf(const Setup& setup) {
  return setup.pairs() > 1 ? Mark::line : Mark::dots;
}

PointLayer curveOf(const Setup& setup, std::size_t k) {
  PointLayer layer = layerOf(setup, k);
  layer.mark = markOf(setup);
  const std::vector<double>& frequencies = setup.all[k].scaled->frequencies;
  for (std::size_t pair = 0; pair < frequencies.size(); ++pair) {
    layer.x.push_back(static_cast<double>(pair));
    layer.y.push_back(setup.value(pair, frequencies[pair]));
  }
  return layer;
}

// Of pairs that finished no turn in training: how far they may go.
PointLayer limitOf(const Setup& setup) {
  PointLayer layer;
  layer.name = "limit";
  layer.role = ColourRole::marked;
  layer.mark = setup.unfinished > 1 ? Mark::dashed : Mark::squares;
  for (std::size_t pair = 0; pair < setup.training.frequencies.size(); ++pair) {
    if (const auto most = setup.training.limit(pair, static_cast<double>(setup.context))) {
      layer.x.push_back(static_cast<double>(pair));
      layer.y.push_back(setup.value(pair, *most));
    }
  }
  return layer;
}

// What lies beyond, down or up to the edge of the picture. It only shades: the limit is the number.
BandLayer newAngles(const Setup& setup, const PointLayer& limit, const Axis& y) {
  const std::vector<double> edge(limit.y.size(), setup.picture->upward ? y.first : y.last);
  const bool upward = setup.picture->upward;
  std::vector<double> rows = upward ? edge : limit.y;
  const std::vector<double>& high = upward ? limit.y : edge;
  rows.insert(rows.end(), high.begin(), high.end());
  BandLayer band;
  band.label = "scaling.label.new";
  band.role = ColourRole::marked;
  band.source = arraySource(std::move(rows), 2);
  band.columnFirst = limit.x.front();
  return band;
}

// Where a pair turns round once in the trained length.
PointLayer turnLine(const Setup& setup) {
  PointLayer line;
  line.label = {"scaling.label.turn", {{"tokens", setup.methods.original}}};
  line.role = ColourRole::neutral;
  line.mark = Mark::dashed;
  for (std::size_t pair = 0; pair < setup.training.frequencies.size(); ++pair) {
    line.x.push_back(static_cast<double>(pair));
    line.y.push_back(setup.value(pair, frequencyOfTurn(setup.training.tokens)));
  }
  return line;
}

// From the least to the greatest number of the curves, with room for what lies beyond.
void fitValues(PlotPanel& panel) {
  constexpr double kMargin = 1.5;
  ValueRange range;
  for (const Layer& layer : panel.layers) {
    for (const double y : std::get<PointLayer>(layer).y) {
      range.widen(y > 0 ? y : HUGE_VAL);
    }
  }
  panel.y.first = range.low / kMargin;
  panel.y.last = range.high * kMargin;
}

/// The numbers of a pair under the cursor.
class PairInspection final : public Inspection {
 public:
  explicit PairInspection(std::shared_ptr<const Setup> setup) : setup_(std::move(setup)) {}

  Detail at(double x, double) const override {
    Detail detail;
    const double pair = std::round(x);
    if (!(pair >= 0 && pair < static_cast<double>(setup_->pairs()))) {
      return detail;
    }
    const auto at = static_cast<std::size_t>(pair);
    const TrainedAngles& training = setup_->training;
    const double turns = turnsWithin(training.frequencies[at], training.tokens);
    detail.rows.push_back({"scaling.row.pair",
                           {"value.integer", {{"value", static_cast<std::int64_t>(at)}}},
                           TextRole::plain,
                           {}});
    detail.rows.push_back(
        {"scaling.row.training",
         {training.wholeTurn(at) ? "scaling.reading.whole" : "scaling.reading.part",
          {{"turns", shortDecimal(turns, 3)}}},
         TextRole::plain,
         {}});
    for (const std::size_t k : std::set{setup_->reference, setup_->a, setup_->b}) {
      addMethod(detail, k, at);
    }
    detail.marked = true;
    detail.markX = pair;
    detail.markY = setup_->value(at, setup_->all[setup_->a].scaled->frequencies[at]);
    return detail;
  }

 private:
  void addMethod(Detail& detail, std::size_t k, std::size_t pair) const {
    const double frequency = setup_->all[k].scaled->frequencies[pair];
    const auto context = static_cast<double>(setup_->context);
    const bool seen = setup_->training.shows(pair, frequency, context);
    detail.rows.push_back({methodName(setup_->all[k]),
                           {seen ? "scaling.reading.seen" : "scaling.reading.unseen",
                            {{"wavelength", shortDecimal(wavelengthTokens(frequency), 5)},
                             {"turns", shortDecimal(turnsWithin(frequency, context), 3)}}},
                           styleOf(*setup_, k).text,
                           {}});
  }

  std::shared_ptr<const Setup> setup_;
};

PlotPanel pairsPanel(const std::shared_ptr<const Setup>& setup) {
  const auto pairs = static_cast<double>(setup->pairs());
  PlotPanel panel;
  panel.name = "pairs";
  panel.x = {"scaling.axis.pair", -0.5, pairs - 0.5, AxisScale::linear, AxisTicks::integers};
  panel.y.title = {setup->picture->axis, {{"context", setup->context}}};
  panel.y.scale = AxisScale::log2;
  panel.x.data = {"pair"};
  panel.y.data = setup->picture->data;
  for (const std::size_t k : drawnMethods(*setup)) {
    panel.layers.emplace_back(curveOf(*setup, k));
  }
  fitValues(panel);
  if (setup->unfinished > 0) {
    PointLayer limit = limitOf(*setup);
    // Under all curves, also the faint ones.
    panel.layers.emplace(panel.layers.begin(), newAngles(*setup, limit, panel.y));
    panel.layers.emplace_back(std::move(limit));
  }
  panel.layers.emplace_back(turnLine(*setup));
  panel.inspection = std::make_shared<PairInspection>(setup);
  return panel;
}

// Lengths of a text: from half the trained one to twice the longer one, 16 to an octave, and the
// ones where something begins.
std::vector<double> lengthsOf(const Setup& setup) {
  constexpr int kStepsPerOctave = 16;
  const double first = std::max(2.0, std::floor(setup.training.tokens / 2));
  const double last = 2 * std::max(setup.training.tokens, static_cast<double>(setup.context));
  std::set<double> lengths{setup.training.tokens, setup.training.tokens + 1,
                           static_cast<double>(setup.context), last};
  for (int step = 0;; ++step) {
    const double length =
        std::round(first * std::exp2(static_cast<double>(step) / kStepsPerOctave));
    if (length >= last) {
      break;
    }
    lengths.insert(length);
  }
  return {lengths.begin(), lengths.end()};
}

Result<std::vector<double>> unseenByLength(const Setup& setup, std::size_t k,
                                           const std::vector<double>& lengths,
                                           const std::stop_token& stop) {
  const Method& method = setup.all[k];
  std::vector<double> unseen;
  for (const double length : lengths) {
    if (stop.stop_requested()) {
      return cancelled();
    }
    std::vector<double> frequencies = method.scaled->frequencies;
    if (method.row->followsLength) {
      POSCOPE_TRY(auto scaled,
                  setup.methods.frequenciesWith(*method.row, static_cast<std::int64_t>(length)));
      frequencies = std::move(scaled.frequencies);
    }
    unseen.push_back(static_cast<double>(setup.training.unseenPairs(frequencies, length)));
  }
  return unseen;
}

/// The unseen pairs at the length under the cursor.
class LengthInspection final : public Inspection {
 public:
  explicit LengthInspection(std::vector<PointLayer> curves) : curves_(std::move(curves)) {}

  Detail at(double x, double) const override {
    Detail detail;
    const std::vector<double>& lengths = curves_.back().x;
    if (!(x >= lengths.front() && x <= lengths.back())) {
      return detail;
    }
    const auto next = std::upper_bound(lengths.begin(), lengths.end(), x);
    const auto at = static_cast<std::size_t>(next - lengths.begin()) - 1;
    const auto integer = [](double value) {
      return Text("value.integer", {{"value", static_cast<std::int64_t>(value)}});
    };
    detail.rows.push_back({"scaling.row.length", integer(lengths[at]), TextRole::plain, {}});
    for (const PointLayer& curve : curves_) {
      detail.rows.push_back({curve.label, integer(curve.y[at]), TextRole::plain, {}});
    }
    detail.marked = true;
    detail.markX = lengths[at];
    detail.markY = curves_.back().y[at];
    return detail;
  }

 private:
  std::vector<PointLayer> curves_;
};

Result<PlotPanel> lengthsPanel(const Setup& setup, const std::stop_token& stop) {
  const std::vector<double> lengths = lengthsOf(setup);
  PlotPanel panel;
  panel.name = "lengths";
  panel.title = "scaling.lengths";
  panel.x = {"scaling.axis.length", lengths.front(), lengths.back(), AxisScale::log2,
             AxisTicks::powersOfTwo};
  panel.y = {"scaling.axis.unseen", 0,
             1.1 * static_cast<double>(std::max<std::int64_t>(setup.unfinished, 1)),
             AxisScale::linear, AxisTicks::integers};
  panel.x.data = {"length", "tokens"};
  panel.y.data = {"unseen", "pairs"};
  const auto context = static_cast<double>(setup.context);
  panel.layers.emplace_back(StripLayer{ColourRole::marked, context, context, {}});
  std::vector<PointLayer> curves;
  for (const std::size_t k : drawnMethods(setup)) {
    PointLayer curve = layerOf(setup, k);
    curve.name = "unseen_" + curve.name;
    curve.mark = Mark::stairs;
    curve.x = lengths;
    POSCOPE_TRY(curve.y, unseenByLength(setup, k, lengths, stop));
    panel.layers.emplace_back(curve);
    curves.push_back(std::move(curve));
  }
  panel.inspection = std::make_shared<LengthInspection>(std::move(curves));
  return panel;
}

/// Numbers of one method, as facts and as a row of the table.
struct MethodNumbers {
  double longest = 0;
  std::int64_t unfinishedTrained = 0;
  std::int64_t unfinishedContext = 0;
  std::int64_t unseen = 0;
  double seenShare = 1;
  double fastestDivided = 1;  ///< By how much the fastest pair turns more slowly than unscaled.
  double attentionFactor = 1;
};

MethodNumbers numbersOf(const Setup& setup, const Method& method) {
  const std::vector<double>& frequencies = method.scaled->frequencies;
  const double slowest = *std::min_element(frequencies.begin(), frequencies.end());
  return {wavelengthTokens(slowest),
          unfinishedPairs(frequencies, setup.training.tokens),
          unfinishedPairs(frequencies, static_cast<double>(setup.context)),
          method.unseen,
          1 - static_cast<double>(method.unseen) / static_cast<double>(setup.pairs()),
          setup.training.frequencies.front() / frequencies.front(),
          method.scaled->tableFactor};
}

constexpr SideFact<MethodNumbers> kFacts[] = {
    {"longest_wavelength", [](const MethodNumbers& m) -> FactValue { return m.longest; }},
    {"unfinished_trained", [](const MethodNumbers& m) -> FactValue { return m.unfinishedTrained; }},
    {"unfinished_context", [](const MethodNumbers& m) -> FactValue { return m.unfinishedContext; }},
    {"unseen", [](const MethodNumbers& m) -> FactValue { return m.unseen; }},
    {"seen_share", [](const MethodNumbers& m) -> FactValue { return m.seenShare; }},
    {"fastest_divided", [](const MethodNumbers& m) -> FactValue { return m.fastestDivided; }},
    {"attention_factor", [](const MethodNumbers& m) -> FactValue { return m.attentionFactor; }}};

std::vector<Fact> factsOf(std::int64_t pairs, double factor, const MethodNumbers& reference,
                          const MethodNumbers& a, const MethodNumbers& b) {
  std::vector<Fact> facts{{"pairs", pairs}, {"factor", factor}};
  addFacts(facts, "reference.", kFacts, reference);
  addSideFacts(facts, kFacts, a, b);
  return facts;
}

TableRow refusedRow(const Method& method, std::size_t columns) {
  TableRow row;
  row.cells.assign(columns, TableCell{Text::verbatim("–"), TextRole::plain, {}, std::nan("")});
  row.cells.front() = {methodName(method), TextRole::plain, {}, std::string(method.row->id)};
  row.help = method.scaled.error().text;
  return row;
}

// In whole tokens: no fraction of one counts here.
TableCell wavelengthCell(double tokens) {
  TableCell cell = numberCell(std::round(tokens), 9);
  cell.value = tokens;
  return cell;
}

TableRow methodRow(const Setup& setup, std::size_t k) {
  const Method& method = setup.all[k];
  const MethodNumbers numbers = numbersOf(setup, method);
  const TextRole role = styleOf(setup, k).text;
  TableRow row;
  row.cells = {{methodName(method), role, {}, std::string(method.row->id)},
               integerCell(numbers.unseen),
               shareCell(numbers.seenShare, 3),
               integerCell(numbers.unfinishedContext),
               wavelengthCell(numbers.longest),
               numberCell(numbers.fastestDivided, 4),
               numberCell(numbers.attentionFactor, 4)};
  row.action = {std::string(kMethod.name), std::string(method.row->id)};
  row.selected = k == setup.a;
  return row;
}

TablePanel tableOf(const Setup& setup) {
  TablePanel table;
  table.name = "methods";
  table.title = {"scaling.table", {{"context", setup.context}}};
  table.columns = {{"scaling.column.method", {"method"}},
                   {"scaling.column.unseen", {"unseen", "pairs"}},
                   {"scaling.column.share", {"seen_share"}},
                   {"scaling.column.unfinished", {"unfinished", "pairs"}},
                   {"scaling.column.longest", {"longest_wavelength", "tokens"}},
                   {"scaling.column.fastest", {"fastest_divided"}},
                   {"scaling.column.attention", {"attention_factor"}}};
  table.spareColumns = {3, 2, 6};
  for (std::size_t k = 0; k < setup.all.size(); ++k) {
    table.rows.push_back(setup.all[k].scaled ? methodRow(setup, k)
                                             : refusedRow(setup.all[k], table.columns.size()));
  }
  return table;
}

Text sentence(const Setup& setup) {
  const Method& a = setup.all[setup.a];
  const Method& b = setup.all[setup.b];
  const std::int64_t unscaled = setup.all[setup.reference].unseen;
  const char* key = unscaled + a.unseen + b.unseen == 0 ? "scaling.finding.none"
                    : setup.a == setup.b                ? "scaling.finding.one"
                                                        : "scaling.finding.two";
  return {key,
          {{"context", setup.context},
           {"pairs", setup.pairs()},
           {"a", methodName(a)},
           {"b", methodName(b)},
           {"unseen_a", a.unseen},
           {"unseen_b", b.unseen}}};
}

// What becomes of the fastest pair, by one method or by both.
Text fastest(const char* kept, const char* slowed, const std::string& times, Text method = {}) {
  return {times == "1" ? kept : slowed, {{"method", std::move(method)}, {"times", times}}};
}

Text fastestOf(const Setup& setup, const MethodNumbers& a, const MethodNumbers& b) {
  const std::string timesA = shortDecimal(a.fastestDivided, 3);
  const std::string timesB = shortDecimal(b.fastestDivided, 3);
  const auto one = [&](std::size_t k, const std::string& times) {
    return fastest("scaling.fastest.kept", "scaling.fastest.slowed", times,
                   methodName(setup.all[k]));
  };
  if (setup.a == setup.b) {
    return one(setup.a, timesA);
  }
  return timesA == timesB
             ? fastest("scaling.fastest.both-kept", "scaling.fastest.both-slowed", timesA)
             : Text("scaling.fastest.each",
                    {{"a", one(setup.a, timesA)}, {"b", one(setup.b, timesB)}});
}

Text explanation(const Setup& setup, const MethodNumbers& a, const MethodNumbers& b) {
  return {setup.unfinished == 0 ? "scaling.explanation.all" : "scaling.explanation",
          {{"original", setup.methods.original},
           {"pairs", setup.pairs()},
           {"unfinished", setup.unfinished},
           {"fastest", fastestOf(setup, a, b)}}};
}

std::vector<Text> notesOf(const Params& params, const Setup& setup) {
  std::vector<Text> notes;
  const std::string& model = params.text(parameter::kModel);
  for (const Method& method : setup.all) {
    if (method.own && !model.empty()) {
      notes.push_back({"scaling.note.own", {{"model", model}, {"method", methodName(method)}}});
    }
  }
  return notes;
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  POSCOPE_TRY(Setup made, setupOf(params));
  const auto setup = std::make_shared<const Setup>(std::move(made));
  const MethodNumbers a = numbersOf(*setup, setup->all[setup->a]);
  const MethodNumbers b = numbersOf(*setup, setup->all[setup->b]);
  Figure figure;
  figure.finding = {"scaling.question", sentence(*setup), explanation(*setup, a, b)};
  figure.facts = factsOf(setup->pairs(), setup->methods.factor,
                         numbersOf(*setup, setup->all[setup->reference]), a, b);
  figure.panels.emplace_back(pairsPanel(setup));
  figure.panels.emplace_back(tableOf(*setup));
  POSCOPE_TRY(PlotPanel lengths, lengthsPanel(*setup, context.stop));
  figure.panels.emplace_back(std::move(lengths));
  figure.notes = notesOf(params, *setup);
  figure.mainLayer = "a";
  return figure;
}

std::vector<std::string> methodIds() {
  return namesOf(ropeScalings(), &ScalingRow::id).all;
}

std::vector<std::string> pictureIds() {
  std::vector<std::string> ids;
  for (const PictureRow& row : kPictures) {
    ids.emplace_back(row.id);
  }
  return ids;
}

ParameterSpec factorParameter() {
  constexpr double kMost = 65536;
  ParameterSpec spec = realParameter(kFactor, 1, 1, kMost);
  spec.scale = ParameterScale::log2;
  spec.automatic = kFit;
  spec.standard = spec.automatic;
  return spec;
}

}  // namespace

View scalingView() {
  View view;
  view.id = "scaling";
  view.group = "learn";
  ParameterSpec picture = choiceParameter(kPicture, "wavelength", pictureIds());
  picture.ownHelp = true;
  view.schema = joinSchemas(
      {{integerParameter(parameter::kOriginal, 4096, 2, kLongestContext, ParameterScale::log2),
        contextParameter(16384), choiceParameter(kMethod, "ntk", methodIds()),
        choiceParameter(parameter::kMethodB, "yarn", methodIds()), std::move(picture),
        flagParameter(kOthers, false), factorParameter(), dimParameter(128), baseParameter()},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "dim";
    spec.ownHelp = spec.ownHelp || spec.name == "context";
  }
  view.facts = factNames(factsOf(0, 1, {}, {}, {}));
  view.scheme = [](const Params&) { return Scheme::rope; };
  view.build = build;
  return view;
}

}  // namespace poscope
