// decay: how does RoPE's score fall with distance, why does it wobble, and when does it not fall at
// all?
#include <algorithm>
#include <cmath>
#include <span>

#include "core/analysis/decay.h"
#include "core/analysis/largest_cell.h"
#include "core/base/numbers.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/judgement.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr RealParameter kCorrelation{{"correlation"}};
constexpr WordParameter kRelation{{"relation"}};

constexpr std::int64_t kMostDistances = std::int64_t{1} << 16;  // Each is a sum over all pairs.

struct Setup {
  RecipePair recipes;
  std::int64_t dim;
  std::int64_t context;
  double correlation;  ///< Of q and k, component by component.
  bool ones;           ///< q = k = ones: nothing is drawn at random.
  RopeShape shape;
  std::string scaling;              ///< Its type; "none" for plain RoPE.
  double factor;                    ///< The scaling's attention factor, which q and k both carry.
  std::vector<double> frequencies;  // Of the reference.

  [[nodiscard]] double mean(double distance) const {
    return factor * factor * meanScore(frequencies, distance, correlation) + 0.0;  // Never -0.
  }
  /// PE(p) . PE(p + n) is the sum of cos(n w_i) over pairs: half of RoPE's score with q = k = ones.
  /// Random projections of q and k correlate its two sides as they do q and k.
  [[nodiscard]] double sinusoidWeight() const { return correlation / 2; }
  [[nodiscard]] double sinusoid(double distance) const {
    return meanScore(frequencies, distance, sinusoidWeight()) + 0.0;
  }
  [[nodiscard]] double deviation(double distance) const {
    return factor * factor * scoreDeviation(frequencies, distance, correlation);
  }
};

Result<Setup> setupOf(const Params& params) {
  const std::string& relation = params.text(kRelation);
  const RopeShape shape = shapeOf(params, params.integer(parameter::kContext));
  POSCOPE_TRY(auto reference, phaseReference(params.recipe(parameter::kA), shape));
  Setup setup{recipesOf(params),
              params.integer(parameter::kDim),
              params.integer(parameter::kContext),
              params.real(kCorrelation),
              relation == "same",
              shape,
              shape.scaling.type,
              reference.tableFactor,
              std::move(reference.frequencies)};
  if (relation != "correlated") {
    setup.correlation = relation == "same" ? 1.0 : 0.0;
  }
  return setup;
}

Text labelOf(const Setup& setup, Side side) {
  switch (side) {
    case Side::a:
      return recipeTitle(setup.recipes.a);
    case Side::b:
      return recipeTitle(setup.recipes.b);
    case Side::difference:
      return "decay.label.difference";
    case Side::reference:
      break;
  }
  return "decay.label.reference";
}

CurveLayer curveOf(const Setup& setup, const std::shared_ptr<const CellSource>& source, Side side,
                   bool faint) {
  CurveLayer curve;
  curve.name = sideName(side);
  curve.role = roleOf(side);
  curve.source = source;
  curve.quantity = quantityOf(side);
  curve.faint = faint;
  curve.of = ofSide(setup.recipes, side);
  curve.label = labelOf(setup, side);
  return curve;
}

CurveLayer sinusoidOf(const std::shared_ptr<const CellSource>& source) {
  CurveLayer curve;
  curve.name = "sinusoid";
  curve.label = "decay.label.sinusoid";
  curve.role = ColourRole::neutral;
  curve.mark = Mark::dashed;
  curve.source = source;
  curve.quantity = Quantity::reference;
  curve.faint = true;
  curve.of = "sinusoid fp64";
  return curve;
}

BandLayer spreadOf(const std::shared_ptr<const CellSource>& spread) {
  BandLayer band;
  band.name = "spread";
  band.label = "decay.label.spread";
  band.source = spread;
  return band;
}

void fitScores(PlotPanel& panel, const Setup& setup, const CellSource& source, Side shown) {
  const bool difference = shown == Side::difference;
  double low = 0;
  double high = difference || setup.correlation == 0.0 ? 0 : setup.mean(0);
  for (const Quantity quantity : quantitiesOnScale(shown)) {
    widenRange(source, quantity, 0, 0, low, high);
  }
  if (!difference) {
    const double spread = setup.ones ? 0.0 : setup.deviation(0);
    low -= spread * (setup.correlation == 0.0 ? 3 : 1);
    high += spread * (setup.correlation == 0.0 ? 3 : 1);
  }
  const double margin = std::max(0.05 * (high - low), 1e-9);
  panel.y.first = low - margin;
  panel.y.last = high + margin;
}

class DecayInspection final : public Inspection {
 public:
  DecayInspection(Setup setup, std::shared_ptr<const CellSource> source, Side shown)
      : setup_(std::move(setup)), source_(std::move(source)), shown_(shown) {}

  Detail at(double x, double) const override {
    Detail detail;
    const double distance = std::round(x);
    if (!(distance >= 0 && distance < static_cast<double>(source_->columns()))) {
      return detail;
    }
    const auto column = static_cast<std::int64_t>(distance);
    const auto add = [&](Text label, double value, TextRole role) {
      detail.rows.push_back({std::move(label), Text::verbatim(readingDecimal(value)), role, {}});
    };
    detail.rows.push_back(
        {"inspector.distance", {"value.integer", {{"value", column}}}, TextRole::plain, {}});
    add("inspector.reference", source_->value(0, column, Quantity::reference), TextRole::reference);
    add(recipeTitle(setup_.recipes.a), source_->value(0, column, Quantity::a), TextRole::a);
    add(recipeTitle(setup_.recipes.b), source_->value(0, column, Quantity::b), TextRole::b);
    add("decay.column.sinusoid", setup_.sinusoid(distance), TextRole::plain);
    if (!setup_.ones) {
      add("decay.row.deviation", setup_.deviation(distance), TextRole::plain);
    }
    detail.marked = true;
    detail.markX = distance;
    detail.markY = source_->value(0, column, quantityOf(shown_));
    return detail;
  }

 private:
  Setup setup_;
  std::shared_ptr<const CellSource> source_;
  Side shown_;
};

/// What was computed once for every side.
struct Picture {
  Setup setup;
  std::shared_ptr<const CellSource> source;
  std::shared_ptr<const CellSource> spread;
  std::shared_ptr<const CellSource> sinusoid;  ///< Its quantity is `reference`.
  Rises rises;  ///< Of the formula, whether the context reaches them or not.
  LargestCell difference;
};

PlotPanel plotOf(const Picture& picture, Side shown) {
  const Setup& setup = picture.setup;
  const std::shared_ptr<const CellSource>& source = picture.source;
  PlotPanel panel;
  panel.name = "score";
  panel.x = {"decay.axis.distance", 0, static_cast<double>(setup.context - 1), AxisScale::linear,
             AxisTicks::integers};
  panel.x.data = {"distance", "tokens"};
  panel.y.title = shown == Side::difference ? "axis.difference" : "decay.axis.score";
  panel.y.data = {"score"};
  if (!setup.ones) {
    panel.layers.emplace_back(spreadOf(picture.spread));
  }
  if (shown != Side::difference) {
    panel.layers.emplace_back(sinusoidOf(picture.sinusoid));
  }
  if (shown == Side::a || shown == Side::b) {
    panel.layers.emplace_back(curveOf(setup, source, Side::reference, true));
  }
  panel.layers.emplace_back(curveOf(setup, source, shown, false));
  fitScores(panel, setup, *source, shown);
  panel.inspection = std::make_shared<DecayInspection>(setup, source, shown);
  return panel;
}

// Distances that the table lists: those of the first glance, as far as the context goes.
std::vector<std::int64_t> listedDistances(std::int64_t context) {
  std::vector<std::int64_t> distances;
  for (std::int64_t n : {0, 1, 16, 64, 256, 1024}) {
    if (n < context - 1) {
      distances.push_back(n);
    }
  }
  distances.push_back(context - 1);
  return distances;
}

std::string scoreColumn(const Setup& setup, Side side) {
  return std::string(sideName(side)) + ".score (" + ofSide(setup.recipes, side) + ")";
}

TablePanel tableOf(const Setup& setup, const CellSource& source) {
  TablePanel table;
  table.name = "distances";
  table.columns = {{"decay.axis.distance", {"distance", "tokens"}},
                   {"decay.column.rope", {"reference.score"}},
                   {"decay.column.sinusoid", {"sinusoid.score"}},
                   {recipeTitle(setup.recipes.a), {scoreColumn(setup, Side::a)}},
                   {recipeTitle(setup.recipes.b), {scoreColumn(setup, Side::b)}}};
  for (const std::int64_t n : listedDistances(setup.context)) {
    const double reference = source.value(0, n, Quantity::reference);
    const auto number = [](double value, TextRole role) { return numberCell(value, 5, role); };
    const double sinusoid = setup.sinusoid(static_cast<double>(n));
    table.rows.push_back(
        {{integerCell(n), number(reference, TextRole::reference), number(sinusoid, TextRole::plain),
          number(source.value(0, n, Quantity::a), TextRole::a),
          number(source.value(0, n, Quantity::b), TextRole::b)},
         {},
         false});
  }
  return table;
}

Text sentence(const Setup& setup, const Course& course) {
  if (setup.correlation == 0.0) {
    return {"decay.finding.independent", {{"deviation", shortDecimal(setup.deviation(0), 3)}}};
  }
  const bool falls = course.far < course.near;
  const char* key = !falls                    ? "decay.finding.no-fall"
                    : course.rises.count == 0 ? "decay.finding.smooth"
                                              : "decay.finding.wobble";
  return {key,
          {{"near", shortDecimal(course.near, 3)},
           {"far", shortDecimal(course.far, 3)},
           {"distance", setup.context - 1},
           {"rises", course.rises.count},
           {"steps", course.steps}}};
}

// The words of the scores, without and with an attention factor.
struct ScoreWords {
  const char* plain;
  const char* factor;
};
constexpr ScoreWords kReferenceWords{"decay.score.reference", "decay.score.reference.factor"};
constexpr ScoreWords kSideWords{"decay.score.side", "decay.score.side.factor"};
constexpr ScoreWords kCorrelatedWords{"decay.score.correlated", "decay.score.correlated.factor"};
constexpr ScoreWords kIndependentWords{"decay.score.independent", "decay.score.independent.factor"};

const ScoreWords& wordsOf(const Setup& setup, Side side) {
  return !setup.ones ? (setup.correlation == 0.0 ? kIndependentWords : kCorrelatedWords)
         : side == Side::reference ? kReferenceWords
                                   : kSideWords;
}

Text riseText(const Course& course) {
  return {course.rises.count == 0 ? "decay.rise.none" : "decay.rise.first",
          {{"first", course.rises.first}, {"steps", course.steps}}};
}

Text explanation(const Setup& setup, const Course& course, Side side) {
  if (side == Side::difference) {
    return {"decay.explanation.difference",
            {{"a", recipeTitle(setup.recipes.a)}, {"b", recipeTitle(setup.recipes.b)}}};
  }
  const ScoreWords& words = wordsOf(setup, side);
  const double squared = setup.factor * setup.factor;
  const Text score(setup.factor == 1 ? words.plain : words.factor,
                   {{"dim", setup.dim},
                    {"correlation", setup.correlation},
                    {"recipe", inColourOf(side, {"", labelOf(setup, side)})},
                    {"query", setup.context - 1},
                    {"scaling", setup.scaling},
                    {"factor", shortDecimal(setup.factor, 4)},
                    {"full", shortDecimal(squared * static_cast<double>(setup.dim), 3)}});
  return setup.ones ? Text("decay.explanation", {{"score", score}, {"rise", riseText(course)}})
                    : score;
}

constexpr SideFact<Course> kCourseFacts[] = {
    {"score_0", [](const Course& c) -> FactValue { return c.near; }},
    {"score_last", [](const Course& c) -> FactValue { return c.far; }},
    {"first_rise", [](const Course& c) -> FactValue { return c.rises.first; }},
    {"rises_50", [](const Course& c) -> FactValue { return c.rises.count; }}};

// Scores of the reference at named distances are those of the formula, whether the context reaches
// them or not.
std::vector<Fact> factsOf(const Picture& picture, const Course& a, const Course& b) {
  const Setup& setup = picture.setup;
  std::vector<Fact> facts{
      {"reference.score_0", setup.mean(0)},
      {"reference.score_16", setup.mean(16)},
      {"reference.score_256", setup.mean(256)},
      {"reference.score_1024", setup.mean(1024)},
      {"reference.score_last", setup.mean(static_cast<double>(setup.context - 1))},
      {"reference.deviation_0", setup.deviation(0)},
      {"reference.attention_factor", setup.factor},
      {"reference.first_rise", picture.rises.first},
      {"reference.rises_50", picture.rises.count}};
  addSideFacts(facts, kCourseFacts, a, b);
  facts.push_back({"difference.largest", picture.difference.magnitude});
  facts.push_back({"difference.distance", picture.difference.column});
  return facts;
}

void addSide(Figure& figure, const Picture& picture, Side shown) {
  const Setup& setup = picture.setup;
  const Course course = courseOf(*picture.source, quantityOf(shown));
  const LargestCell& difference = picture.difference;
  figure.finding = {"decay.question",
                    shown == Side::difference
                        ? differenceSentence(difference, "decay.finding.difference",
                                             {{"distance", difference.column}})
                        : sentence(setup, course),
                    explanation(setup, course, shown)};
  figure.panels.emplace_back(plotOf(picture, shown));
  figure.panels.emplace_back(tableOf(setup, *picture.source));
  figure.mainLayer = sideName(shown);
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  POSCOPE_TRY(Setup setup, setupOf(params));
  POSCOPE_TRY(auto field, makeDecayField(setup.recipes, setup.shape, setup.context - 1,
                                         setup.context, setup.correlation));
  // Without the attention factor, which is RoPE's.
  const double sinusoidWeight = setup.sinusoidWeight() / (setup.factor * setup.factor);
  POSCOPE_TRY(auto sinusoid, makeDecayField(setup.recipes, setup.shape, setup.context - 1,
                                            setup.context, sinusoidWeight));
  auto spread =
      makeScoreSpreadField(setup.frequencies, setup.factor, setup.context, setup.correlation);
  auto picture =
      std::make_shared<Picture>(Picture{std::move(setup),
                                        fieldSource(std::move(field), context.backend),
                                        fieldSource(std::move(spread), context.backend),
                                        fieldSource(std::move(sinusoid), context.backend),
                                        {},
                                        {}});
  picture->rises = scoreRises(picture->setup.frequencies, kRiseSteps);
  const CellWindow distances{0, 1, 0, picture->setup.context};
  POSCOPE_TRY(picture->difference, largestCell(*picture->source, Quantity::aMinusB, distances,
                                               kMostDistances, context.stop));
  Figure common;
  common.facts = factsOf(*picture, courseOf(*picture->source, Quantity::a),
                         courseOf(*picture->source, Quantity::b));
  common.notes = modelNotes(params);
  addJudgement(common, params);
  return figureOfSides(std::move(common), picture, addSide);
}

}  // namespace

View decayView() {
  View view;
  view.id = "decay";
  view.group = "learn";
  view.schema = joinSchemas(
      {{contextParameter(4096), dimParameter(128), baseParameter(),
        choiceParameter(kRelation, "same", {"same", "correlated", "independent"}),
        onlyWhere(realParameter(kCorrelation, 0.5, 0.0, 1.0), kRelation, {"correlated"}),
        formatParameter(parameter::kFormat, "bf16", kAtModel | kAtProduct),
        recipeParameter(parameter::kA, Scheme::rope, "module-cast"),
        recipeParameter(parameter::kB, Scheme::rope, "hf-llama"), overflowParameter(),
        showParameter(Side::reference)},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "context" || spec.name == "relation" || spec.name == "dim";
  }
  view.facts = factNames(factsOf(Picture(), {}, {}));
  view.compares = true;
  view.judges = true;
  view.scheme = [](const Params&) { return Scheme::rope; };
  view.build = build;
  return view;
}

}  // namespace poscope
