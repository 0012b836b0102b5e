// rotation: what does RoPE do to a pair of components? A query and a key as hands of clocks, moved
// together or apart, and the two ways in which code pairs their components.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/analysis/rotated_score.h"
#include "core/analysis/seeded_numbers.h"
#include "core/base/numbers.h"
#include "core/recipe/pipeline.h"
#include "core/state/link.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr IntegerParameter kQuery{{"query"}};
constexpr IntegerParameter kKey{{"key"}};
constexpr IntegerParameter kShift{{"shift"}};
constexpr WordParameter kPairing{{"pairing"}};
constexpr FlagParameter kPermuted{{"permuted"}};

constexpr std::string_view kId = "rotation";
constexpr std::int64_t kMostFaces = 8;         ///< They fit a line.
constexpr std::int64_t kMostRows = 64;         ///< Of the table of pairs.
constexpr std::int64_t kMostTurned = 1 << 13;  ///< Pairs over all shifts: more take too long.
constexpr double kTurn = 2 * std::numbers::pi;
constexpr ColourRole kQueryRole = ColourRole::one;
constexpr ColourRole kKeyRole = ColourRole::two;

/// How q and k are paired, and whether the weights were made for that.
struct Combination {
  PairLayout layout = PairLayout::interleaved;
  bool permuted = false;

  /// The weights fit: the pairs are those of training.
  [[nodiscard]] bool fits() const { return permuted == (layout == PairLayout::half); }
};
constexpr std::array kCombinations{
    Combination{PairLayout::interleaved, false}, Combination{PairLayout::half, true},
    Combination{PairLayout::half, false}, Combination{PairLayout::interleaved, true}};

std::string_view nameOf(PairLayout layout) {
  return std::find_if(std::begin(kPairLayouts), std::end(kPairLayouts),
                      [layout](const PairLayoutRow& row) { return row.layout == layout; })
      ->name;
}

struct Setup {
  std::int64_t dim = 2;
  std::int64_t query = 0;  ///< Positions before both are shifted.
  std::int64_t key = 0;
  std::int64_t shift = 0;
  std::int64_t first = 0;  ///< The shifts that are drawn: `length` of them.
  std::int64_t length = 2;
  std::int64_t asked = 2;  ///< The length that was asked for.
  std::int64_t seed = 0;
  Combination chosen;
  Recipe recipe;
  const NumberFormat* format = nullptr;
  std::vector<double> queryWeights;  ///< q and k before the rotation, in the order of training.
  std::vector<double> keyWeights;
  PhasePipeline pipeline;
  RotationStages stages;

  [[nodiscard]] std::int64_t pairs() const { return dim / 2; }
  [[nodiscard]] double frequency(std::int64_t pair) const {
    return pipeline.reference.frequencies[static_cast<std::size_t>(pair)];
  }
  [[nodiscard]] QueryAndKey vectors(const Combination& combination) const {
    if (!combination.permuted) {
      return {combination.layout, queryWeights, keyWeights};
    }
    return {combination.layout, rearranged(queryWeights, PairLayout::interleaved, PairLayout::half),
            rearranged(keyWeights, PairLayout::interleaved, PairLayout::half)};
  }
};

const RotationStages& exactStages() {
  static const RotationStages kExact;
  return kExact;
}

Result<Setup> setupOf(const Params& params) {
  Setup setup;
  setup.dim = params.integer(parameter::kDim);
  setup.query = params.integer(kQuery);
  setup.key = params.integer(kKey);
  setup.shift = params.integer(kShift);
  setup.asked = params.integer(parameter::kLength);
  setup.length = std::min(setup.asked, kMostTurned / setup.pairs());
  setup.first = setup.shift / setup.length * setup.length;
  setup.seed = params.integer(parameter::kSeed);
  const PairLayoutRow* const layout = std::find_if(
      std::begin(kPairLayouts), std::end(kPairLayouts),
      [&params](const PairLayoutRow& row) { return row.name == params.text(kPairing); });
  setup.chosen = {layout->layout, params.flag(kPermuted)};
  setup.recipe = params.recipe(parameter::kA);
  setup.format = &params.format(parameter::kFormat);
  const auto seed = static_cast<std::uint64_t>(setup.seed);
  setup.queryWeights = seededNumbers(seed, "query", setup.dim);
  setup.keyWeights = seededNumbers(seed, "key", setup.dim);
  const std::int64_t total = std::max(setup.query, setup.key) + setup.first + setup.length;
  POSCOPE_TRY(setup.pipeline,
              phasePipeline(setup.recipe, shapeOf(params, total), *setup.format, total));
  setup.stages = rotationStages(setup.recipe, *setup.format, Overflow::ofFormat);
  return setup;
}

/// q and k at the shift, in fp64.
struct Turned {
  QueryAndKey before;
  std::vector<double> query;
  std::vector<double> key;
  std::vector<double> parts;
  double score = 0;
};

PhaseRows referenceRow(const Setup& setup, std::int64_t position) {
  PhaseRows table;
  fillReferenceRows(setup.pipeline.reference, position, 1, table);
  return table;
}

Turned turnedAt(const Setup& setup, const Combination& combination) {
  const PairLayout layout = combination.layout;
  Turned result{setup.vectors(combination), {}, {}, {}, 0};
  result.query = turned(exactStages(), layout, result.before.query,
                        referenceRow(setup, setup.query + setup.shift), 0);
  result.key = turned(exactStages(), layout, result.before.key,
                      referenceRow(setup, setup.key + setup.shift), 0);
  result.parts = pairParts(layout, result.query, result.key);
  result.score = std::accumulate(result.parts.begin(), result.parts.end(), 0.0);
  return result;
}

/// Scores over the shifts first..first+length-1.
struct Course {
  std::vector<double> together;  ///< Both move, in fp64,
  std::vector<double> stored;    ///< and as the recipe computes it.
  std::vector<double> apart;     ///< The key moves alone, in fp64.
};

Course courseOf(const Setup& setup) {
  const QueryAndKey vectors = setup.vectors(setup.chosen);
  PhaseRows query;
  PhaseRows key;
  Course course;
  const PhaseRows still = referenceRow(setup, setup.query);
  fillReferenceRows(setup.pipeline.reference, setup.query + setup.first, setup.length, query);
  fillReferenceRows(setup.pipeline.reference, setup.key + setup.first, setup.length, key);
  for (std::int64_t row = 0; row < setup.length; ++row) {
    course.together.push_back(turnedScore(exactStages(), vectors, query, row, key, row));
    course.apart.push_back(turnedScore(exactStages(), vectors, still, 0, key, row));
  }
  fillPhaseRows(setup.pipeline, setup.query + setup.first, setup.length, query);
  fillPhaseRows(setup.pipeline, setup.key + setup.first, setup.length, key);
  for (std::int64_t row = 0; row < setup.length; ++row) {
    course.stored.push_back(turnedScore(setup.stages, vectors, query, row, key, row));
  }
  return course;
}

// From the lowest to the highest of finite numbers.
double spreadOf(const std::vector<double>& scores) {
  ValueRange range;
  for (const double score : scores) {
    range.widen(score);
  }
  return range.empty() ? 0.0 : range.high - range.low;
}

std::int64_t lostOf(const std::vector<double>& scores) {
  return std::count_if(scores.begin(), scores.end(),
                       [](double score) { return !std::isfinite(score); });
}

/// What was computed once.
struct Picture {
  Setup setup;
  std::array<double, kCombinations.size()> scores{};  ///< In the order of kCombinations.
  Turned turned;
  Course course;
};

Picture pictureOf(Setup setup) {
  Picture picture;
  for (std::size_t k = 0; k < kCombinations.size(); ++k) {
    picture.scores[k] = turnedAt(setup, kCombinations[k]).score;
  }
  picture.turned = turnedAt(setup, setup.chosen);
  picture.course = courseOf(setup);
  picture.setup = std::move(setup);
  return picture;
}

/// One pair of a vector as an angle and a length.
struct Hand {
  double angle = 0;  ///< From the first component towards the second, 0..2 pi.
  double length = 0;
};

Hand handOf(PairLayout layout, const std::vector<double>& components, std::int64_t pair) {
  const PairPlaces places = pairPlaces(layout, std::ssize(components), pair);
  const double first = components[static_cast<std::size_t>(places.first)];
  const double second = components[static_cast<std::size_t>(places.second)];
  const double angle = std::atan2(second, first);
  return {angle < 0 ? angle + kTurn : angle, std::hypot(first, second)};
}

double degrees(double radians) {
  return radians * 360 / kTurn;
}

// Between 0 and half a turn.
double angleBetween(const Hand& one, const Hand& other) {
  const double apart = std::abs(one.angle - other.angle);
  return std::min(apart, kTurn - apart);
}

Text degreesText(double radians) {
  return {"rotation.value.degrees", {{"angle", shortDecimal(degrees(radians), 3)}}};
}

ClockPanel clocksOf(const Picture& picture) {
  const Setup& setup = picture.setup;
  const PairLayout layout = setup.chosen.layout;
  const std::int64_t step = (setup.pairs() + kMostFaces - 1) / kMostFaces;
  ClockPanel panel;
  panel.name = "clocks";
  panel.title = {step == 1 ? "rotation.panel.clocks" : "rotation.panel.clocks.some",
                 {{"step", step}}};
  panel.worth = PanelWorth::answer;
  panel.large = true;
  panel.kinds = {
      {{"rotation.label.query", {{"position", setup.query + setup.shift}}}, kQueryRole, Mark::line},
      {{"rotation.label.key", {{"position", setup.key + setup.shift}}}, kKeyRole, Mark::dashed}};
  panel.columns = {{"pair"}, {"query_angle", "radians"}, {"key_angle", "radians"}, {"part"}};
  double longest = 0;
  for (std::int64_t pair = 0; pair < setup.pairs(); ++pair) {
    longest = std::max({longest, handOf(layout, picture.turned.query, pair).length,
                        handOf(layout, picture.turned.key, pair).length});
  }
  for (std::int64_t pair = 0; pair < setup.pairs(); pair += step) {
    const Hand query = handOf(layout, picture.turned.query, pair);
    const Hand key = handOf(layout, picture.turned.key, pair);
    const double part = picture.turned.parts[static_cast<std::size_t>(pair)];
    const auto share = [longest](const Hand& hand) {
      return longest > 0 ? hand.length / longest : 0.0;
    };
    ClockFace face;
    face.label = {"rotation.pair", {{"pair", std::to_string(pair)}}};
    face.value = Text::verbatim(shortDecimal(part, 3));
    face.hands = {{key.angle, kKeyRole, Mark::dashed, share(key)},
                  {query.angle, kQueryRole, Mark::line, share(query)}};
    face.values = {pair, query.angle, key.angle, part};
    panel.faces.push_back(std::move(face));
  }
  return panel;
}

Text storedLabel(const Setup& setup) {
  return {"rotation.label.stored",
          {{"recipe", recipeTitle(setup.recipe)}, {"format", Text::verbatim(setup.format->label)}}};
}

class CourseInspection final : public Inspection {
 public:
  CourseInspection(std::shared_ptr<const Picture> picture, bool zoomed)
      : picture_(std::move(picture)), zoomed_(zoomed) {}

  Detail at(double x, double) const override {
    const Setup& setup = picture_->setup;
    const Course& course = picture_->course;
    const double index = std::round(x - static_cast<double>(setup.first));
    Detail detail;
    if (!(index >= 0 && index < static_cast<double>(setup.length))) {
      return detail;
    }
    const auto at = static_cast<std::size_t>(index);
    const std::int64_t shift = setup.first + static_cast<std::int64_t>(at);
    detail.rows.push_back({"rotation.axis.shift", {"value.integer", {{"value", shift}}}, {}, {}});
    const auto add = [&detail](Text label, double score) {
      detail.rows.push_back({std::move(label), Text::verbatim(readingDecimal(score)), {}, {}});
    };
    add("rotation.label.together", course.together[at]);
    add(storedLabel(setup), course.stored[at]);
    add("rotation.label.apart", course.apart[at]);
    detail.marked = true;
    detail.markX = static_cast<double>(shift);
    detail.markY = zoomed_ ? course.stored[at] : course.together[at];
    return detail;
  }

 private:
  std::shared_ptr<const Picture> picture_;
  bool zoomed_;
};

PointLayer curveOf(const Setup& setup, const char* name, Text label, ColourRole role,
                   const std::vector<double>& scores) {
  PointLayer curve;
  curve.name = name;
  curve.label = std::move(label);
  curve.role = role;
  curve.y = scores;
  curve.x.resize(scores.size());
  std::iota(curve.x.begin(), curve.x.end(), static_cast<double>(setup.first));
  curve.of = "fp64";
  return curve;
}

// The scores over the shifts: of all three ways, or (zoomed) of those that should not change.
PlotPanel coursePanel(const std::shared_ptr<const Picture>& picture, bool zoomed) {
  const Setup& setup = picture->setup;
  const Course& course = picture->course;
  PlotPanel panel;
  panel.name = zoomed ? "precision" : "score";
  panel.title = zoomed ? "rotation.panel.precision" : "rotation.panel.score";
  panel.x = {"rotation.axis.shift", static_cast<double>(setup.first),
             static_cast<double>(setup.first + setup.length - 1), AxisScale::linear,
             AxisTicks::integers};
  panel.x.data = {"shift", "tokens"};
  panel.y.title = "rotation.axis.score";
  panel.y.data = {"score"};
  ValueRange range;
  const auto widen = [&range](const std::vector<double>& scores) {
    for (const double score : scores) {
      range.widen(score);
    }
  };
  widen(course.together);
  widen(course.stored);
  if (!zoomed) {
    widen(course.apart);
    panel.layers.emplace_back(
        curveOf(setup, "apart", "rotation.label.apart", kKeyRole, course.apart));
  }
  panel.layers.emplace_back(curveOf(setup, zoomed ? "exact" : "together",
                                    zoomed ? "rotation.label.exact" : "rotation.label.together",
                                    ColourRole::reference, course.together));
  if (zoomed) {
    PointLayer stored = curveOf(setup, "stored", storedLabel(setup), ColourRole::a, course.stored);
    stored.of = recipeWords(setup.recipe) + " " + std::string(setup.format->id);
    panel.layers.emplace_back(std::move(stored));
  }
  const double margin = std::max(0.1 * (range.high - range.low), 1e-9);
  panel.y.first = (range.empty() ? 0.0 : range.low) - margin;
  panel.y.last = (range.empty() ? 0.0 : range.high) + margin;
  const auto now = static_cast<double>(setup.shift);
  panel.layers.emplace_back(StripLayer{ColourRole::marked, now, now, {}});
  panel.inspection = std::make_shared<CourseInspection>(picture, zoomed);
  panel.worth = zoomed ? PanelWorth::extra : PanelWorth::plain;
  return panel;
}

Text layoutText(PairLayout layout) {
  return Text("choice.pairing." + std::string(nameOf(layout)));
}

Action choose(const Params& params, const Combination& combination) {
  State state{std::string(kId), params, std::nullopt};
  const bool set =
      state.params.set(kPairing.name, nameOf(combination.layout)).has_value() &&
      state.params.set(kPermuted.name, combination.permuted ? "on" : "off").has_value();
  return set ? openLink(formatLink(state)) : Action();
}

// The four ways to put code and weights together.
TablePanel layoutsOf(const Params& params, const Picture& picture) {
  const Combination& chosen = picture.setup.chosen;
  TablePanel table;
  table.name = "layouts";
  table.title = "rotation.panel.layouts";
  table.of = "fp64";
  table.columns = {{"rotation.column.code", {"pairing"}},
                   {"rotation.column.weights", {"weights"}},
                   {"rotation.column.score", {"score"}}};
  for (std::size_t k = 0; k < kCombinations.size(); ++k) {
    const Combination& combination = kCombinations[k];
    const TextRole role = combination.fits() ? TextRole::good : TextRole::bad;
    TableRow row;
    row.cells = {{layoutText(combination.layout), {}, {}, std::string(nameOf(combination.layout))},
                 {combination.permuted ? "rotation.weights.permuted" : "rotation.weights.trained",
                  {},
                  {},
                  std::string(combination.permuted ? "permuted" : "trained")},
                 numberCell(picture.scores[k], 5, role)};
    row.action = choose(params, combination);
    row.selected = combination.layout == chosen.layout && combination.permuted == chosen.permuted;
    table.rows.push_back(std::move(row));
  }
  return table;
}

TableCell placesCell(PairLayout layout, std::int64_t dim, std::int64_t pair) {
  const PairPlaces places = pairPlaces(layout, dim, pair);
  return {{"rotation.value.places",
           {{"first", std::to_string(places.first)}, {"second", std::to_string(places.second)}}},
          {},
          {},
          std::to_string(places.first) + " " + std::to_string(places.second)};
}

TablePanel pairsOf(const Picture& picture) {
  const Setup& setup = picture.setup;
  const PairLayout layout = setup.chosen.layout;
  TablePanel table;
  table.name = "pairs";
  table.title = {setup.pairs() <= kMostRows ? "rotation.panel.pairs" : "rotation.panel.pairs.some",
                 {{"rows", kMostRows}}};
  table.of = "fp64";
  table.columns = {{"rotation.column.pair", {"pair"}},
                   {"rotation.column.interleaved", {"interleaved"}},
                   {"rotation.column.half", {"half"}},
                   {"rotation.column.step", {"frequency", "radians"}},
                   {"rotation.column.apart", {"angle_between", "radians"}},
                   {"rotation.column.query", {"query_length"}},
                   {"rotation.column.key", {"key_length"}},
                   {"rotation.column.part", {"part"}}};
  table.spareColumns = {6, 5, 3};
  for (std::int64_t pair = 0; pair < std::min(setup.pairs(), kMostRows); ++pair) {
    const Hand query = handOf(layout, picture.turned.query, pair);
    const Hand key = handOf(layout, picture.turned.key, pair);
    const double apart = angleBetween(query, key);
    table.rows.push_back({{integerCell(pair),
                           placesCell(PairLayout::interleaved, setup.dim, pair),
                           placesCell(PairLayout::half, setup.dim, pair),
                           {degreesText(setup.frequency(pair)), {}, {}, setup.frequency(pair)},
                           {degreesText(apart), {}, {}, apart},
                           numberCell(query.length, 3),
                           numberCell(key.length, 3),
                           numberCell(picture.turned.parts[static_cast<std::size_t>(pair)], 3)},
                          {},
                          false});
  }
  return table;
}

std::vector<Fact> factsOf(const Picture& picture) {
  const Turned& turned = picture.turned;
  std::vector<Fact> facts{{"pairs", picture.setup.pairs()},
                          {"distance", picture.setup.query - picture.setup.key},
                          {"score", turned.score},
                          {"score.interleaved", picture.scores[0]},
                          {"score.half_permuted", picture.scores[1]},
                          {"score.half", picture.scores[2]},
                          {"score.interleaved_permuted", picture.scores[3]},
                          {"query.norm", normOf(turned.before.query)},
                          {"query.norm_turned", normOf(turned.query)},
                          {"key.norm", normOf(turned.before.key)},
                          {"key.norm_turned", normOf(turned.key)},
                          {"together.spread_fp64", spreadOf(picture.course.together)},
                          {"together.spread", spreadOf(picture.course.stored)},
                          {"together.lost", lostOf(picture.course.stored)},
                          {"apart.spread", spreadOf(picture.course.apart)}};
  return facts;
}

Text sentence(const Picture& picture) {
  const Setup& setup = picture.setup;
  const bool fits = setup.chosen.fits();
  return {fits ? "rotation.finding" : "rotation.finding.other",
          {{"score", shortDecimal(picture.turned.score, 4)},
           {"trained", shortDecimal(picture.scores[0], 4)},
           {"distance", setup.query - setup.key},
           {"spread", shortDecimal(spreadOf(picture.course.stored), 2)},
           {"apart", shortDecimal(spreadOf(picture.course.apart), 2)},
           {"format", Text::verbatim(setup.format->label)}}};
}

Text explanation(const Picture& picture) {
  const Setup& setup = picture.setup;
  return {setup.chosen.fits() ? "rotation.explanation" : "rotation.explanation.other",
          {{"before", shortDecimal(normOf(picture.turned.before.query), 4)},
           {"after", shortDecimal(normOf(picture.turned.query), 4)},
           {"exact", shortDecimal(spreadOf(picture.course.together), 2)},
           {"first", setup.first},
           {"last", setup.first + setup.length - 1},
           {"seed", setup.seed}}};
}

Result<Figure> build(const Params& params, const ViewContext&) {
  POSCOPE_TRY(Setup setup, setupOf(params));
  const auto picture = std::make_shared<const Picture>(pictureOf(std::move(setup)));
  Figure figure;
  figure.finding = {"rotation.question", sentence(*picture), explanation(*picture)};
  figure.facts = factsOf(*picture);
  figure.panels.emplace_back(clocksOf(*picture));
  figure.panels.emplace_back(coursePanel(picture, false));
  figure.panels.emplace_back(coursePanel(picture, true));
  figure.panels.emplace_back(layoutsOf(params, *picture));
  figure.panels.emplace_back(pairsOf(*picture));
  figure.notes = modelNotes(params);
  if (const Setup& made = picture->setup; made.length < made.asked) {
    figure.notes.emplace_back(
        "rotation.note.short",
        std::vector<TextArgument>{
            {"dim", made.dim}, {"shown", made.length}, {"asked", made.asked}});
  }
  if (const std::int64_t lost = lostOf(picture->course.stored); lost > 0) {
    figure.notes.emplace_back(
        "rotation.note.lost",
        std::vector<TextArgument>{{"lost", lost},
                                  {"all", std::ssize(picture->course.stored)},
                                  {"format", Text::verbatim(picture->setup.format->label)}});
  }
  figure.mainLayer = "apart";
  return figure;
}

std::vector<std::string> pairingNames() {
  std::vector<std::string> names;
  for (const PairLayoutRow& row : kPairLayouts) {
    names.emplace_back(row.name);
  }
  return names;
}

ParameterSpec headParameter() {
  ParameterSpec spec = integerParameter(parameter::kDim, 8, 2, 512, ParameterScale::log2);
  spec.even = true;
  return spec;
}

}  // namespace

View rotationView() {
  View view;
  view.id = kId;
  view.group = "learn";
  view.hint = "rotation.hint";
  view.schema = joinSchemas(
      {{integerParameter(kQuery, 7, 0, kLongestContext, ParameterScale::log2),
        integerParameter(kKey, 4, 0, kLongestContext, ParameterScale::log2),
        withOwnWords(integerParameter(kShift, 0, 0, kLongestContext, ParameterScale::log2)),
        choiceParameter(kPairing, std::string(kPairLayouts[0].name), pairingNames()),
        flagParameter(kPermuted, false), headParameter(), rareParameter(baseParameter()),
        withDecided(withOwnWords(recipeParameter(parameter::kA, Scheme::rope, "hf-llama")),
                    "layout", kPairing),
        withOwnWords(formatParameter(parameter::kFormat, "bf16", kAtStorage)),
        rareParameter(
            withOwnWords(integerParameter(parameter::kLength, 128, 2, 4096, ParameterScale::log2))),
        rareParameter(integerParameter(parameter::kSeed, 1, 0, 1000000))},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == kShift.name || spec.name == "length";
  }
  view.facts = factNames(factsOf(Picture()));
  view.scheme = [](const Params&) { return Scheme::rope; };
  view.build = build;
  return view;
}

}  // namespace poscope
