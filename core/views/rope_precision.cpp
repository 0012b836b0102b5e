// rope-precision: which stage does the damage? The error of a RoPE's cos/sin table against fp64 by
// position and pair, for two recipes, and each stage rounded alone.
#include "core/views/rope_precision.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/state/schema.h"
#include "core/views/judgement.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr double kLeastShown = 0x1p-30;
constexpr double kLeastContrast = 0x1p-6;
constexpr double kOctavesBelow = 3;

Result<RopePrecision> labOf(const Params& params, const ViewContext& context) {
  RopePrecision lab;
  lab.recipes = recipesOf(params);
  lab.start = params.integer("start");
  lab.context = params.integer("context");
  lab.shape = shapeOf(params, lab.start + lab.context);
  lab.show = shown(params);
  auto ablation = ablate({{lab.recipes.a, lab.recipes.b},
                          lab.recipes.format,
                          lab.recipes.overflow,
                          lab.shape,
                          lab.start,
                          lab.context},
                         {context.progress, context.stop});
  if (!ablation) {
    return tl::unexpected<Error>(ablation.error());
  }
  lab.ablation = std::move(*ablation);
  auto errors = makeRopeErrorField(lab.recipes, lab.shape, lab.start, lab.context);
  auto worst = makeRopeWorstField(lab.recipes, lab.shape, lab.start, lab.context);
  if (!errors || !worst) {
    return tl::unexpected<Error>(errors ? worst.error() : errors.error());
  }
  lab.errors = fieldSource(std::move(*errors), context.backend);
  lab.worst = fieldSource(std::move(*worst), context.backend);
  return lab;
}

double powerBelow(double value) {
  return value > 0 ? std::exp2(std::floor(std::log2(value))) : 0;
}

/// What is drawn of errors, the same for both sides: from a little under what storage alone costs
/// (or under the smaller of the largest errors) to the largest error, in powers of two.
struct ErrorRange {
  double low;
  double high;
};

ErrorRange errorRange(const RopePrecision& lab) {
  const Ablation& a = lab.side(Show::a);
  const Ablation& b = lab.side(Show::b);
  const double least = std::min({a.storage.error, b.storage.error, a.whole.error, b.whole.error});
  const double low =
      std::clamp(powerBelow(least) * std::exp2(-kOctavesBelow), kLeastShown, kLeastContrast);
  const double largest = std::max(a.whole.error, b.whole.error);
  return {low, std::max(2 * powerBelow(largest * (1 - 0x1p-20)), 16 * low)};
}

HeatLayer errorMap(const RopePrecision& lab) {
  const bool difference = lab.show == Show::difference;
  HeatLayer heat;
  heat.name = "error";
  heat.source = lab.errors;
  heat.quantity = quantityOf(lab.show);
  heat.reduction = difference ? Reduction::mean : Reduction::maximumMagnitude;
  heat.rowFirst = static_cast<double>(lab.start);
  if (difference) {
    heat.colours.title = "rope-precision.axis.difference";
    heat.colours.high = differenceLimit(*lab.errors, Quantity::aMinusB, 1.0);
    heat.colours.low = -heat.colours.high;
    return heat;
  }
  const ErrorRange range = errorRange(lab);
  heat.colours.map = ColourScale::Map::sequential;
  heat.colours.scale = AxisScale::log2;
  heat.colours.low = range.low;
  heat.colours.high = range.high;
  heat.colours.title = "rope-precision.axis.error";
  return heat;
}

Result<PlotPanel> mapPanel(const RopePrecision& lab) {
  const auto start = static_cast<double>(lab.start);
  PlotPanel panel;
  panel.name = "map";
  panel.x = {"rope-precision.axis.pair", -0.5, static_cast<double>(lab.errors->columns()) - 0.5,
             AxisScale::linear, AxisTicks::integers};
  panel.y = {"axis.position", start - 0.5, start + static_cast<double>(lab.context) - 0.5,
             AxisScale::linear, AxisTicks::integers};
  panel.y.downward = true;
  panel.layers.push_back(errorMap(lab));
  auto inspection = errorInspection(lab);
  if (!inspection) {
    return tl::unexpected<Error>(inspection.error());
  }
  panel.inspection = std::move(*inspection);
  return panel;
}

CurveLayer worstCurve(const RopePrecision& lab, Show side) {
  CurveLayer curve;
  curve.name = side == Show::b ? "worst_b" : "worst_a";
  curve.label = recipeTitle(lab.recipe(side));
  curve.role = side == Show::b ? ColourRole::b : ColourRole::a;
  curve.source = lab.worst;
  curve.quantity = quantityOf(side);
  curve.columnFirst = static_cast<double>(lab.start);
  return curve;
}

PlotPanel curvePanel(const RopePrecision& lab) {
  const auto first = static_cast<double>(lab.start);
  const double last = first + static_cast<double>(lab.context - 1);
  const ErrorRange range = errorRange(lab);
  PlotPanel panel;
  panel.name = "along";
  panel.x = {"axis.position", first, last, AxisScale::linear, AxisTicks::integers};
  panel.y = {"rope-precision.axis.worst", range.low, 1.5 * range.high, AxisScale::log2};
  panel.layers.push_back(worstCurve(lab, Show::a));
  panel.layers.push_back(worstCurve(lab, Show::b));
  const double storage = lab.side(lab.show == Show::b ? Show::b : Show::a).storage.error;
  if (storage >= range.low) {
    PointLayer line;
    line.name = "storage";
    line.label = "rope-precision.label.storage";
    line.role = ColourRole::reference;
    line.mark = Mark::dashed;
    line.x = {first, last};
    line.y = {storage, storage};
    panel.layers.push_back(std::move(line));
  }
  panel.inspection = worstInspection(lab);
  return panel;
}

void addSideFacts(std::vector<Fact>& facts, const std::string& side, const Ablation& ablation) {
  const StageEffect& whole = ablation.whole;
  std::vector<std::int64_t> collision;
  if (whole.firstCollision) {
    collision = {whole.firstCollision->first, whole.firstCollision->second};
  }
  facts.push_back({side + ".distinct", whole.distinct});
  facts.push_back({side + ".lost", whole.lost});
  facts.push_back({side + ".first_collision", collision});
  facts.push_back({side + ".error", whole.error});
  facts.push_back({side + ".spread", whole.spread});
  facts.push_back({side + ".storage", ablation.storage.error});
  facts.push_back({side + ".reach", ablation.reach});
  facts.push_back({side + ".worst_stage",
                   std::string(ablation.worst ? kAblatedStages[*ablation.worst] : "none")});
}

// Of A, as the table of A lists them.
void addStageFacts(std::vector<Fact>& facts, const Ablation& ablation) {
  for (std::size_t stage = 0; stage < kAblatedStages.size(); ++stage) {
    const std::string name = "ablation." + std::string(kAblatedStages[stage]);
    const StageEffect& effect = ablation.alone[stage];
    if (reachesTable(stage)) {
      facts.push_back({name + ".error", effect.error});
      facts.push_back({name + ".distinct", effect.distinct});
      facts.push_back({name + ".turn", effect.turn});
    }
    facts.push_back({name + ".spread", effect.spread});
  }
}

std::vector<Fact> factsOf(const RopePrecision& lab) {
  std::vector<Fact> facts{{"seen", lab.ablation.seen}};
  addSideFacts(facts, "ablation.a", lab.side(Show::a));
  addSideFacts(facts, "ablation.b", lab.side(Show::b));
  addStageFacts(facts, lab.side(Show::a));
  return facts;
}

std::vector<std::string> factNames() {
  std::vector<Fact> facts{{"seen", std::int64_t{0}}};
  addSideFacts(facts, "ablation.a", {});
  addSideFacts(facts, "ablation.b", {});
  addStageFacts(facts, {});
  std::vector<std::string> names;
  for (const Fact& fact : facts) {
    names.push_back(fact.name);
  }
  return names;
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  const auto lab = labOf(params, context);
  if (!lab) {
    return tl::unexpected<Error>(lab.error());
  }
  auto map = mapPanel(*lab);
  if (!map) {
    return tl::unexpected<Error>(map.error());
  }
  Figure figure;
  figure.finding = ropePrecisionFinding(*lab);
  figure.facts = factsOf(*lab);
  figure.panels.push_back(std::move(*map));
  // The shown side's stages come first, with the code: a small window has room for the map and one
  // table, a large one for both tables side by side.
  const bool bFirst = lab->show == Show::b;
  figure.panels.push_back(stageTable(*lab, bFirst ? Show::b : Show::a, true));
  figure.panels.push_back(stageTable(*lab, bFirst ? Show::a : Show::b, false));
  figure.panels.push_back(curvePanel(*lab));
  figure.notes = modelNotes(params, "rope");
  if (lab->ablation.blocks > 1) {
    figure.notes.push_back({"rope-precision.note.sampled",
                            {{"seen", lab->ablation.seen},
                             {"context", lab->context},
                             {"blocks", lab->ablation.blocks}}});
  }
  addJudgement(figure, params);
  figure.mainLayer = "error";
  return figure;
}

}  // namespace

View ropePrecisionView() {
  View view;
  view.id = "rope-precision";
  view.group = "fix";
  view.schema = joinSchemas(
      {{contextParameter(8192), dimParameter(128), baseParameter(),
        formatParameter("format", "bf16", kAtModel | kAtProduct),
        recipeParameter("a", RecipeScheme::rope, "module-cast"),
        recipeParameter("b", RecipeScheme::rope, "hf-llama"),
        integerParameter("start", 0, 0, kLongestContext), overflowParameter(), showParameter("a")},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "context" || spec.name == "start" || spec.name == "dim";
    spec.ownHelp = spec.name == "format";
  }
  view.facts = factNames();
  view.compares = true;
  view.judges = true;
  view.build = build;
  return view;
}

}  // namespace poscope
