// decay: how does RoPE's score fall with distance, why does it wobble, and when does it not fall at
// all?
#include <algorithm>
#include <cmath>
#include <span>

#include "core/analysis/decay.h"
#include "core/base/numbers.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/judgement.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr std::int64_t kRiseSteps = 50;
constexpr int kSpreadPoints = 200;

struct Setup {
  RecipePair recipes;
  std::int64_t dim;
  std::int64_t context;
  double correlation;  ///< Of q and k, component by component.
  bool ones;           ///< q = k = ones: nothing is drawn at random.
  Show show;
  RopeShape shape;
  std::vector<double> frequencies;  // Of the reference.
};

Result<Setup> setupOf(const Params& params) {
  const std::string& relation = params.text("relation");
  const RopeShape shape = shapeOf(params, params.integer("context"));
  auto reference = phaseReference(params.recipe("a"), shape);
  if (!reference) {
    return tl::unexpected<Error>(reference.error());
  }
  Setup setup{recipesOf(params),
              params.integer("dim"),
              params.integer("context"),
              params.real("correlation"),
              relation == "same",
              shown(params),
              shape,
              std::move(reference->frequencies)};
  if (relation != "correlated") {
    setup.correlation = relation == "same" ? 1.0 : 0.0;
  }
  return setup;
}

CurveLayer curveOf(const Setup& setup, const std::shared_ptr<const CellSource>& source, Show side,
                   bool faint) {
  struct Row {
    const char* name;
    ColourRole role;
    Quantity quantity;
  };
  static constexpr Row kRows[] = {{"reference", ColourRole::reference, Quantity::reference},
                                  {"a", ColourRole::a, Quantity::a},
                                  {"b", ColourRole::b, Quantity::b},
                                  {"difference", ColourRole::neutral, Quantity::aMinusB}};
  const Row& row = kRows[static_cast<std::size_t>(side)];
  CurveLayer curve;
  curve.name = row.name;
  curve.role = row.role;
  curve.source = source;
  curve.quantity = row.quantity;
  curve.faint = faint;
  curve.label = side == Show::a            ? recipeTitle(setup.recipes.a)
                : side == Show::b          ? recipeTitle(setup.recipes.b)
                : side == Show::difference ? Text("decay.label.difference")
                                           : Text("decay.label.reference");
  return curve;
}

BandLayer spreadOf(const Setup& setup) {
  BandLayer band;
  band.name = "spread";
  band.label = "decay.label.spread";
  for (int k = 0; k <= kSpreadPoints; ++k) {
    const double distance = std::round(static_cast<double>(setup.context - 1) * k / kSpreadPoints);
    const double mean = meanScore(setup.frequencies, distance, setup.correlation);
    const double deviation = scoreDeviation(setup.frequencies, distance, setup.correlation);
    band.x.push_back(distance);
    band.low.push_back(mean - deviation);
    band.high.push_back(mean + deviation);
  }
  return band;
}

void fitScores(PlotPanel& panel, const Setup& setup, const CellSource& source) {
  const bool difference = setup.show == Show::difference;
  double low = 0;
  double high = difference || setup.correlation == 0.0
                    ? 0
                    : setup.correlation * static_cast<double>(setup.dim);
  widenRange(source, quantityOf(setup.show), 0, 0, low, high);
  if (!difference) {
    widenRange(source, Quantity::reference, 0, 0, low, high);
    const double spread =
        setup.ones ? 0.0 : scoreDeviation(setup.frequencies, 0, setup.correlation);
    low -= spread * (setup.correlation == 0.0 ? 3 : 1);
    high += spread * (setup.correlation == 0.0 ? 3 : 1);
  }
  const double margin = std::max(0.05 * (high - low), 1e-9);
  panel.y.first = low - margin;
  panel.y.last = high + margin;
}

class DecayInspection final : public Inspection {
 public:
  DecayInspection(Setup setup, std::shared_ptr<const CellSource> source)
      : setup_(std::move(setup)), source_(std::move(source)) {}

  Detail at(double x, double) const override {
    Detail detail;
    const double distance = std::round(x);
    if (!(distance >= 0 && distance < static_cast<double>(source_->columns()))) {
      return detail;
    }
    const auto column = static_cast<std::int64_t>(distance);
    const auto add = [&](Text label, double value, TextRole role) {
      detail.rows.push_back({std::move(label), Text::verbatim(exactDecimal(value)), role, {}});
    };
    detail.rows.push_back(
        {"inspector.distance", {"value.integer", {{"value", column}}}, TextRole::plain, {}});
    add("inspector.reference", source_->value(0, column, Quantity::reference), TextRole::reference);
    add(recipeTitle(setup_.recipes.a), source_->value(0, column, Quantity::a), TextRole::broken);
    add(recipeTitle(setup_.recipes.b), source_->value(0, column, Quantity::b), TextRole::fixed);
    if (!setup_.ones) {
      add("decay.row.deviation", scoreDeviation(setup_.frequencies, distance, setup_.correlation),
          TextRole::plain);
    }
    detail.marked = true;
    detail.markX = distance;
    detail.markY = source_->value(0, column, quantityOf(setup_.show));
    return detail;
  }

 private:
  Setup setup_;
  std::shared_ptr<const CellSource> source_;
};

PlotPanel plotOf(const Setup& setup, const std::shared_ptr<const CellSource>& source) {
  PlotPanel panel;
  panel.name = "score";
  panel.x = {"decay.axis.distance", 0, static_cast<double>(setup.context - 1), AxisScale::linear,
             AxisTicks::integers};
  panel.y.title = setup.show == Show::difference ? "axis.difference" : "decay.axis.score";
  if (!setup.ones) {
    panel.layers.push_back(spreadOf(setup));
  }
  if (setup.show == Show::a || setup.show == Show::b) {
    panel.layers.push_back(curveOf(setup, source, Show::reference, true));
  }
  panel.layers.push_back(curveOf(setup, source, setup.show, false));
  fitScores(panel, setup, *source);
  panel.inspection = std::make_shared<DecayInspection>(setup, source);
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

TablePanel tableOf(const Setup& setup, const CellSource& source) {
  TablePanel table;
  table.name = "distances";
  table.columns = {"decay.axis.distance", "decay.column.rope", "decay.column.sinusoid",
                   recipeTitle(setup.recipes.a), recipeTitle(setup.recipes.b)};
  for (const std::int64_t n : listedDistances(setup.context)) {
    const double reference = source.value(0, n, Quantity::reference);
    const auto number = [](double value, TextRole role) {
      return TableCell{Text::verbatim(shortDecimal(value, 5)), role};
    };
    // PE(p) . PE(p + n) is the sum of cos(n w_i) over pairs: half of RoPE's score with q = k =
    // ones.
    const double sinusoid = meanScore(setup.frequencies, static_cast<double>(n), 1) / 2;
    table.rows.push_back({{{{"value.integer", {{"value", n}}}, TextRole::plain},
                           number(reference, TextRole::reference),
                           number(sinusoid, TextRole::plain),
                           number(source.value(0, n, Quantity::a), TextRole::broken),
                           number(source.value(0, n, Quantity::b), TextRole::fixed)},
                          {},
                          false});
  }
  return table;
}

/// How the shown side goes: its two ends, and the steps that go up among the first ones.
struct Course {
  double near = 0;
  double far = 0;
  std::int64_t steps = 0;
  std::int64_t rises = 0;
  double largest = 0;  ///< The largest magnitude.
};

Course courseOf(const Setup& setup, const CellSource& source) {
  const Quantity quantity = quantityOf(setup.show);
  Course course;
  course.steps = std::min(kRiseSteps, setup.context - 1);
  course.near = source.value(0, 0, quantity);
  course.far = source.value(0, setup.context - 1, quantity);
  double before = course.near;
  for (std::int64_t n = 1; n <= course.steps; ++n) {
    const double now = source.value(0, n, quantity);
    course.rises += now > before ? 1 : 0;
    before = now;
  }
  double low = 0;
  double high = 0;
  widenRange(source, quantity, 0, 0, low, high);
  course.largest = std::max(-low, high);
  return course;
}

Text sentence(const Setup& setup, const Course& course) {
  if (setup.show == Show::difference) {
    return {"decay.finding.difference", {{"largest", shortDecimal(course.largest, 3)}}};
  }
  if (setup.correlation == 0.0) {
    return {"decay.finding.independent",
            {{"deviation", shortDecimal(scoreDeviation(setup.frequencies, 0, 0), 3)}}};
  }
  const bool falls = course.far < course.near;
  const char* key = !falls              ? "decay.finding.no-fall"
                    : course.rises == 0 ? "decay.finding.smooth"
                                        : "decay.finding.wobble";
  return {key,
          {{"near", shortDecimal(course.near, 3)},
           {"far", shortDecimal(course.far, 3)},
           {"distance", setup.context - 1},
           {"rises", course.rises},
           {"steps", course.steps}}};
}

Text explanation(const Setup& setup, const Rises& rises) {
  const bool noRise = rises.count == 0;
  const char* key = setup.ones && noRise       ? "decay.explanation.same-smooth"
                    : setup.ones               ? "decay.explanation.same"
                    : setup.correlation == 0.0 ? "decay.explanation.independent"
                                               : "decay.explanation.correlated";
  return {key,
          {{"dim", setup.dim},
           {"first", rises.first},
           {"steps", kRiseSteps},
           {"correlation", setup.correlation}}};
}

// Scores at named distances are those of the formula, whether the context reaches them or not.
void addFacts(Figure& figure, const Setup& setup, const Rises& rises) {
  const auto score = [&](std::int64_t n) {
    return meanScore(setup.frequencies, static_cast<double>(n), setup.correlation);
  };
  figure.facts = {{"score_0", score(0)},
                  {"score_16", score(16)},
                  {"score_256", score(256)},
                  {"score_1024", score(1024)},
                  {"score_last", score(setup.context - 1)},
                  {"deviation_0", scoreDeviation(setup.frequencies, 0, setup.correlation)},
                  {"first_rise", rises.first},
                  {"rises_50", rises.count}};
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  const auto made = setupOf(params);
  if (!made) {
    return tl::unexpected<Error>(made.error());
  }
  const Setup& setup = *made;
  auto field = makeDecayField(setup.recipes, setup.shape, setup.context - 1, setup.context,
                              setup.correlation);
  if (!field) {
    return tl::unexpected<Error>(field.error());
  }
  const auto source = fieldSource(std::move(*field), context.backend);
  const Rises rises = scoreRises(setup.frequencies, kRiseSteps);
  Figure figure;
  figure.finding = {"decay.question", sentence(setup, courseOf(setup, *source)),
                    explanation(setup, rises)};
  addFacts(figure, setup, rises);
  figure.panels.push_back(plotOf(setup, source));
  figure.panels.push_back(tableOf(setup, *source));
  figure.notes = modelNotes(params, "rope");
  addJudgement(figure, params);
  figure.mainLayer = setup.show == Show::a            ? "a"
                     : setup.show == Show::b          ? "b"
                     : setup.show == Show::difference ? "difference"
                                                      : "reference";
  return figure;
}

}  // namespace

View decayView() {
  View view;
  view.id = "decay";
  view.group = "learn";
  view.schema =
      joinSchemas({{contextParameter(4096), dimParameter(128), baseParameter(),
                    choiceParameter("relation", "same", {"same", "correlated", "independent"}),
                    realParameter("correlation", 0.5, 0.0, 1.0),
                    formatParameter("format", "bf16", kAtModel | kAtProduct),
                    recipeParameter("a", RecipeScheme::rope, "module-cast"),
                    recipeParameter("b", RecipeScheme::rope, "hf-llama"), overflowParameter(),
                    showParameter("reference")},
                   modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "context" || spec.name == "relation" || spec.name == "dim";
  }
  view.facts = {"score_0",    "score_16",    "score_256",  "score_1024",
                "score_last", "deviation_0", "first_rise", "rises_50"};
  view.compares = true;
  view.judges = true;
  view.build = build;
  return view;
}

}  // namespace poscope
