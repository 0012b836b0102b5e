// alibi: the bias per head before and after the fix; stairs against a ramp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/analysis/bias_row.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/judgement.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr std::int64_t kNearest = 256;

struct Setup {
  RecipePair recipes;
  std::int64_t context;
  std::int64_t heads;
  std::int64_t head;
  std::int64_t length;  ///< Keys of the zoom, counted from the last.
  bool aligned;
  Show show;
  double maxBias;
  std::vector<double> slopes;  // Exact.

  [[nodiscard]] double slope() const { return slopes[static_cast<std::size_t>(head)]; }
  [[nodiscard]] std::int64_t query() const { return context - 1; }
};

Result<Setup> setupOf(const Params& params) {
  Setup setup{recipesOf(params),
              params.integer("context"),
              params.integer("heads"),
              params.integer("head"),
              std::min(params.integer("length"), params.integer("context")),
              params.flag("align"),
              shown(params),
              params.real("max_bias"),
              {}};
  if (setup.head >= setup.heads) {
    return usageError({"alibi.error.head",
                       {{"head", std::to_string(setup.head)},
                        {"heads", setup.heads},
                        {"last", std::to_string(setup.heads - 1)}}});
  }
  setup.slopes = alibiSlopes(setup.heads, setup.maxBias);
  if (params.isAutomatic("head")) {
    const auto steepest = std::max_element(setup.slopes.begin(), setup.slopes.end());
    setup.head = steepest - setup.slopes.begin();
  }
  return setup;
}

double steepestOf(const Setup& setup) {
  return *std::max_element(setup.slopes.begin(), setup.slopes.end());
}

struct Counts {
  std::int64_t nearest = 0;
  std::int64_t farthest = 0;
  std::int64_t all = 0;
  std::int64_t shown = 0;
  std::int64_t lost = 0;
  double maxError = 0;  ///< Over the nearest keys, after the exact row constant is removed.
};

Result<Counts> countsOf(const BiasRow& row, const Setup& setup, Quantity stored, Quantity error) {
  const std::int64_t near = std::min(kNearest, setup.context);
  Counts counts;
  struct Part {
    std::int64_t* target;
    std::int64_t first;
    std::int64_t count;
  };
  for (const Part& part : {Part{&counts.nearest, setup.context - near, near},
                           Part{&counts.farthest, 0, near}, Part{&counts.all, 0, setup.context},
                           Part{&counts.shown, setup.context - setup.length, setup.length}}) {
    const auto levels = row.levels(stored, part.first, part.count);
    if (!levels) {
      return tl::unexpected<Error>(levels.error());
    }
    *part.target = levels->distinct;
    counts.lost = std::max(counts.lost, levels->lost);
  }
  const auto largest = row.largest(error, near);
  if (!largest) {
    return tl::unexpected<Error>(largest.error());
  }
  counts.maxError = *largest;
  return counts;
}

void addFacts(Figure& figure, const Setup& setup, const Counts& a, const Counts& b) {
  figure.facts = {{"slope", setup.slope()},
                  {"before_nearest_256", a.nearest},
                  {"before_farthest_256", a.farthest},
                  {"before_all", a.all},
                  {"before_shown", a.shown},
                  {"before_max_error", a.maxError},
                  {"after_nearest_256", b.nearest},
                  {"after_farthest_256", b.farthest},
                  {"after_all", b.all},
                  {"after_shown", b.shown},
                  {"after_max_error", b.maxError},
                  {"before_lost", a.lost},
                  {"after_lost", b.lost},
                  {"shown", setup.length}};
}

FieldInspectionSetup inspectionSetup(const Setup& setup, std::shared_ptr<const CellSource> source) {
  FieldInspectionSetup inspection;
  inspection.source = std::move(source);
  inspection.columnLabel = "inspector.key";
  inspection.labelA = recipeTitle(setup.recipes.a);
  inspection.labelB = recipeTitle(setup.recipes.b);
  inspection.formatA = &stageFormat(setup.recipes.a, "bias", *setup.recipes.format);
  inspection.formatB = &stageFormat(setup.recipes.b, "bias", *setup.recipes.format);
  const double largest = steepestOf(setup) * static_cast<double>(setup.query());
  inspection.scaleA = symmetricScale(*inspection.formatA, largest);
  inspection.scaleB = symmetricScale(*inspection.formatB, largest);
  inspection.aligned = true;
  return inspection;
}

// A row of the matrix as the cursor of the key plot sees it: the same rows, at the last query.
class LastRowInspection final : public Inspection {
 public:
  LastRowInspection(std::shared_ptr<const Inspection> field,
                    std::shared_ptr<const CellSource> source, Quantity quantity, std::int64_t query)
      : field_(std::move(field)), source_(std::move(source)), quantity_(quantity), query_(query) {}

  Detail at(double x, double) const override {
    Detail detail = field_->at(x, static_cast<double>(query_));
    if (detail.marked) {
      detail.markY = source_->value(query_, static_cast<std::int64_t>(detail.markX), quantity_);
    }
    return detail;
  }

 private:
  std::shared_ptr<const Inspection> field_;
  std::shared_ptr<const CellSource> source_;
  Quantity quantity_;
  std::int64_t query_;
};

CurveLayer keyCurve(const Setup& setup, const std::shared_ptr<const CellSource>& source, Show side,
                    Mark mark) {
  struct Row {
    const char* name;
    ColourRole role;
    Quantity quantity;
  };
  static constexpr Row kRows[] = {{"reference", ColourRole::reference, Quantity::reference},
                                  {"before", ColourRole::a, Quantity::a},
                                  {"after", ColourRole::b, Quantity::b},
                                  {"difference", ColourRole::neutral, Quantity::aMinusB}};
  const Row& row = kRows[static_cast<std::size_t>(side)];
  CurveLayer curve;
  curve.name = row.name;
  curve.role = row.role;
  curve.mark = mark;
  curve.source = source;
  curve.row = setup.query();
  curve.quantity = row.quantity;
  return curve;
}

PlotPanel keysPanel(const Setup& setup, const std::shared_ptr<const CellSource>& source,
                    const Counts& a, const Counts& b) {
  PlotPanel panel;
  panel.name = "keys";
  const bool difference = setup.show == Show::difference;
  const auto last = static_cast<double>(setup.query());
  constexpr double kRoom = 0.5;
  panel.x = {"alibi.axis.key", last - static_cast<double>(setup.length) + 1 - kRoom, last + kRoom,
             AxisScale::linear, AxisTicks::integers};
  panel.y.title = difference      ? "axis.difference"
                  : setup.aligned ? "alibi.axis.bias-aligned"
                                  : "alibi.axis.bias";
  const auto add = [&](Show side, Mark mark, Text label) {
    CurveLayer curve = keyCurve(setup, source, side, mark);
    curve.label = std::move(label);
    curve.faint = !difference && setup.show != side && side != Show::reference &&
                  setup.show != Show::reference;
    panel.layers.push_back(std::move(curve));
  };
  if (difference) {
    add(Show::difference, Mark::squares, "decay.label.difference");
  } else {
    add(Show::reference, Mark::line, "alibi.label.reference");
    add(Show::a, Mark::squares,
        {"alibi.label.levels",
         {{"recipe", recipeTitle(setup.recipes.a)}, {"levels", a.shown}, {"keys", setup.length}}});
    add(Show::b, Mark::dots,
        {"alibi.label.levels",
         {{"recipe", recipeTitle(setup.recipes.b)}, {"levels", b.shown}, {"keys", setup.length}}});
  }
  const std::int64_t firstKey = setup.context - setup.length;
  double low = 0;
  double high = 0;
  if (difference) {
    widenRange(*source, Quantity::aMinusB, setup.query(), firstKey, low, high);
  } else {
    for (const Quantity quantity : {Quantity::a, Quantity::b, Quantity::reference}) {
      widenRange(*source, quantity, setup.query(), firstKey, low, high);
    }
  }
  const double margin = std::max({(high - low) * 0.06, setup.slope() * 0.5, 1e-12});
  panel.y.first = low - margin;
  panel.y.last = high + margin;
  FieldInspectionSetup inspection = inspectionSetup(setup, source);
  inspection.rowLabel = "inspector.query";
  panel.inspection = std::make_shared<LastRowInspection>(
      fieldInspection(std::move(inspection)), source, quantityOf(setup.show), setup.query());
  return panel;
}

PlotPanel heatPanel(const Setup& setup, const std::shared_ptr<const CellSource>& source,
                    bool allHeads, double steepest) {
  PlotPanel panel;
  panel.name = allHeads ? "heads" : "matrix";
  panel.x = {"alibi.axis.key", -0.5, static_cast<double>(source->columns()) - 0.5,
             AxisScale::linear, AxisTicks::integers};
  panel.y = {allHeads ? "alibi.axis.head" : "alibi.axis.query", -0.5,
             static_cast<double>(source->rows()) - 0.5, AxisScale::linear, AxisTicks::integers};
  panel.y.downward = true;
  HeatLayer heat;
  heat.name = "bias";
  heat.source = source;
  heat.quantity = quantityOf(setup.show);
  heat.causal = !allHeads;
  const bool difference = setup.show == Show::difference;
  heat.colours.title = difference ? "axis.difference" : "alibi.axis.bias";
  heat.colours.high = difference ? differenceLimit(*source, Quantity::aMinusB, 1.0)
                                 : steepest * static_cast<double>(setup.query());
  heat.colours.low = -heat.colours.high;
  if (!difference && setup.aligned) {
    heat.colours.map = ColourScale::Map::sequential;
    heat.colours.high = 0;
  }
  panel.layers.push_back(std::move(heat));
  FieldInspectionSetup inspection = inspectionSetup(setup, source);
  inspection.rowLabel = allHeads ? "inspector.head" : "inspector.query";
  panel.inspection = fieldInspection(std::move(inspection));
  return panel;
}

Text referenceSentence(const Setup& setup, bool allHeads) {
  if (!allHeads) {
    return {"alibi.finding.reference",
            {{"head", std::to_string(setup.head)}, {"slope", setup.slope()}}};
  }
  const double flattest = *std::min_element(setup.slopes.begin(), setup.slopes.end());
  return {"alibi.finding.reference-heads",
          {{"heads", setup.heads}, {"steepest", steepestOf(setup)}, {"flattest", flattest}}};
}

Text sentence(const Setup& setup, const Counts& a, const Counts& b, bool allHeads) {
  if (setup.show == Show::reference) {
    return referenceSentence(setup, allHeads);
  }
  if (a.lost > 0 || b.lost > 0) {
    const bool isA = a.lost > 0;
    return {isA ? "alibi.finding.lost-a" : "alibi.finding.lost-b",
            {{"recipe", recipeTitle(isA ? setup.recipes.a : setup.recipes.b)},
             {"format", Text::verbatim(setup.recipes.format->label)},
             {"lost", isA ? a.lost : b.lost},
             {"context", setup.context}}};
  }
  const char* key = a.shown < b.shown   ? "alibi.finding.before-after"
                    : a.shown > b.shown ? "alibi.finding.after-before"
                                        : "alibi.finding.same";
  return {key,
          {{"keys", setup.length},
           {"before", a.shown},
           {"after", b.shown},
           {"a", recipeTitle(setup.recipes.a)},
           {"b", recipeTitle(setup.recipes.b)},
           {"format", Text::verbatim(setup.recipes.format->label)}}};
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  auto read = setupOf(params);
  if (!read) {
    return tl::unexpected<Error>(read.error());
  }
  const Setup& setup = *read;
  const double steepest = steepestOf(setup);
  const auto sourceOf = [&](bool aligned) {
    return fieldSource(
        makeAlibiField(setup.recipes,
                       alibiSlope(setup.recipes, setup.heads, setup.maxBias, setup.head),
                       setup.context, aligned, steepest),
        context.backend);
  };
  const auto source = sourceOf(setup.aligned);
  // Errors are measured with the row constant removed, whatever is drawn.
  const auto alignedSource = setup.aligned ? source : sourceOf(true);
  const BiasRow row(*alignedSource, setup.query(), context.stop);
  const auto before = countsOf(row, setup, Quantity::storedA, Quantity::aMinusReference);
  const auto after = countsOf(row, setup, Quantity::storedB, Quantity::bMinusReference);
  if (!before || !after) {
    return tl::unexpected<Error>(before ? after.error() : before.error());
  }
  const Counts& a = *before;
  const Counts& b = *after;
  const std::string& picture = params.text("picture");
  const bool stairs = a.shown < setup.length || b.shown < setup.length;
  Figure figure;
  figure.finding = {"alibi.question",
                    sentence(setup, a, b, picture == "heads"),
                    {stairs ? "alibi.explanation" : "alibi.explanation.fine",
                     {{"head", std::to_string(setup.head)},
                      {"last", std::to_string(setup.heads - 1)},
                      {"slope", setup.slope()},
                      {"context", setup.context}}}};
  addFacts(figure, setup, a, b);
  if (picture == "keys") {
    figure.panels.push_back(keysPanel(setup, source, a, b));
  } else if (picture == "matrix") {
    figure.panels.push_back(heatPanel(setup, source, false, setup.slope()));
  } else {
    const auto heads = fieldSource(makeAlibiHeadsField(setup.recipes, setup.heads, setup.maxBias,
                                                       setup.context, setup.aligned),
                                   context.backend);
    figure.panels.push_back(heatPanel(setup, heads, true, steepest));
  }
  figure.notes = modelNotes(params, "alibi");
  addJudgement(figure, params);
  if (setup.aligned && setup.show != Show::reference) {
    figure.notes.push_back("alibi.note.aligned");
  }
  figure.mainLayer = picture == "keys" ? (setup.show == Show::b ? "after" : "before") : "bias";
  if (picture == "keys" && setup.show == Show::difference) {
    figure.mainLayer = "difference";
  }
  return figure;
}

// A number, or the steepest head of however many there are: where the damage is largest.
ParameterSpec headParameter() {
  ParameterSpec spec = integerParameter("head", 0, 0, 1023);
  spec.automatic = "steepest";
  spec.standard = spec.automatic;
  return spec;
}

}  // namespace

View alibiView() {
  View view;
  view.id = "alibi";
  view.group = "fix";
  view.schema = joinSchemas(
      {{choiceParameter("picture", "keys", {"keys", "matrix", "heads"}),
        contextParameter(4096, 1 << 20), integerParameter("heads", 40, 1, 1024), headParameter(),
        withOwnWords(integerParameter("length", 100, 2, 1 << 20, ParameterScale::log2)),
        formatParameter("format", "bf16", kAtModel),
        recipeParameter("a", RecipeScheme::alibi, "baichuan-13b"),
        recipeParameter("b", RecipeScheme::alibi, "relative"), flagParameter("align", true),
        realParameter("max_bias", 8, 0.0625, 1024), overflowParameter(), showParameter("a")},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "picture" || spec.name == "context" || spec.name == "length" ||
                      spec.name == "heads" || spec.name == "align";
  }
  view.figures = {{"fig4", "picture=heads&show=reference&heads=8&context=64&length=64"},
                  {"fig11", "picture=keys&context=4096&length=100"}};
  view.facts = {"slope",
                "before_nearest_256",
                "before_farthest_256",
                "before_all",
                "before_shown",
                "before_max_error",
                "after_nearest_256",
                "after_farthest_256",
                "after_all",
                "after_shown",
                "after_max_error",
                "before_lost",
                "after_lost",
                "shown"};
  view.compares = true;
  view.judges = true;
  view.build = build;
  return view;
}

}  // namespace poscope
