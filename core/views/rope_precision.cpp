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
  lab.stage = drawnStage(params.text(kStage));
  lab.drawn = lab.recipes;
  if (lab.stage) {
    lab.drawn.a = aloneRecipe(lab.recipes.a, kAblatedStages[*lab.stage]);
    lab.drawn.b = aloneRecipe(lab.recipes.b, kAblatedStages[*lab.stage]);
  }
  lab.start = params.integer(parameter::kStart);
  lab.context = params.integer(parameter::kContext);
  lab.shape = shapeOf(params, lab.start + lab.context);
  POSCOPE_TRY(lab.ablation, ablate({{lab.recipes.a, lab.recipes.b},
                                    lab.recipes.format,
                                    lab.recipes.overflow,
                                    lab.shape,
                                    lab.start,
                                    lab.context},
                                   {context.progress, context.stop}));
  POSCOPE_TRY(auto errors, makeRopeErrorField(lab.drawn, lab.shape, lab.start, lab.context));
  POSCOPE_TRY(auto worst, makeRopeWorstField(lab.drawn, lab.shape, lab.start, lab.context));
  lab.errors = fieldSource(std::move(errors), context.backend);
  lab.worst = fieldSource(std::move(worst), context.backend);
  return lab;
}

double powerBelow(double value) {
  return value > 0 ? std::exp2(std::floor(std::log2(value))) : 0;
}

/// What is drawn of errors, the same for both sides: from a little under what storage alone costs
/// (or under the smaller of the largest errors) to the largest error, in powers of two. A stage
/// alone keeps the range of all of them, so that maps can be compared.
struct ErrorRange {
  double low;
  double high;
};

ErrorRange errorRange(const RopePrecision& lab) {
  const Ablation& a = lab.side(Side::a);
  const Ablation& b = lab.side(Side::b);
  const double least = std::min({a.storage.error, b.storage.error, a.whole.error, b.whole.error});
  const double low =
      std::clamp(powerBelow(least) * std::exp2(-kOctavesBelow), kLeastShown, kLeastContrast);
  const double largest = std::max(
      {a.whole.error, b.whole.error, lab.effect(Side::a).error, lab.effect(Side::b).error});
  return {low, std::max(2 * powerBelow(largest * (1 - 0x1p-20)), 16 * low)};
}

HeatLayer errorMap(const RopePrecision& lab, Side shown) {
  const bool difference = shown == Side::difference;
  HeatLayer heat;
  heat.name = "error";
  heat.source = lab.errors;
  heat.quantity = quantityOf(shown);
  heat.reduction = difference ? Reduction::mean : Reduction::maximumMagnitude;
  heat.rowFirst = static_cast<double>(lab.start);
  heat.data = {"error"};
  heat.of = ofSide(lab.drawn, shown);
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

Result<PlotPanel> mapPanel(const RopePrecision& lab, Side shown) {
  const auto start = static_cast<double>(lab.start);
  PlotPanel panel;
  panel.name = "map";
  if (lab.stage) {
    panel.title = {"rope-precision.map.alone", {{"thing", roundedThing(*lab.stage)}}};
  }
  panel.x = {"rope-precision.axis.pair", -0.5, static_cast<double>(lab.errors->columns()) - 0.5,
             AxisScale::linear, AxisTicks::integers};
  panel.y = {"axis.position", start - 0.5, start + static_cast<double>(lab.context) - 0.5,
             AxisScale::linear, AxisTicks::integers};
  panel.y.downward = true;
  panel.x.data = {"pair"};
  panel.y.data = {"position", "tokens"};
  panel.layers.emplace_back(errorMap(lab, shown));
  POSCOPE_TRY(panel.inspection, errorInspection(lab));
  return panel;
}

CurveLayer worstCurve(const RopePrecision& lab, Side side) {
  CurveLayer curve;
  curve.name = "worst_" + std::string(sideName(side));
  curve.of = ofSide(lab.drawn, side);
  curve.label = recipeTitle(lab.recipe(side));
  curve.role = roleOf(side);
  curve.source = lab.worst;
  curve.quantity = quantityOf(side);
  curve.columnFirst = static_cast<double>(lab.start);
  return curve;
}

PlotPanel curvePanel(const RopePrecision& lab, Side shown) {
  const auto first = static_cast<double>(lab.start);
  const double last = first + static_cast<double>(lab.context - 1);
  const ErrorRange range = errorRange(lab);
  PlotPanel panel;
  panel.name = "along";
  if (lab.stage) {
    panel.title = {"rope-precision.map.alone", {{"thing", roundedThing(*lab.stage)}}};
  }
  panel.x = {"axis.position", first, last, AxisScale::linear, AxisTicks::integers};
  panel.y = {"rope-precision.axis.worst", range.low, 1.5 * range.high, AxisScale::log2};
  panel.x.data = {"position", "tokens"};
  panel.y.data = {"error"};
  panel.layers.emplace_back(worstCurve(lab, Side::a));
  panel.layers.emplace_back(worstCurve(lab, Side::b));
  const double storage = lab.side(shown == Side::b ? Side::b : Side::a).storage.error;
  if (storage >= range.low) {
    PointLayer line;
    line.name = "storage";
    line.label = "rope-precision.label.storage";
    line.role = ColourRole::reference;
    line.mark = Mark::dashed;
    line.x = {first, last};
    line.y = {storage, storage};
    panel.layers.emplace_back(std::move(line));
  }
  panel.inspection = worstInspection(lab, shown);
  return panel;
}

std::vector<std::int64_t> collisionOf(const StageEffect& effect) {
  return effect.firstCollision ? std::vector<std::int64_t>{effect.firstCollision->first,
                                                           effect.firstCollision->second}
                               : std::vector<std::int64_t>{};
}

// Of one side: the whole recipe, what storage alone costs, and each stage rounded alone.
std::vector<Fact> sideFacts(Side side, const Ablation& ablation) {
  const std::string prefix = std::string(sideName(side)) + ".ablation.";
  const StageEffect& whole = ablation.whole;
  std::vector<Fact> facts{
      {prefix + "distinct", whole.distinct},
      {prefix + "lost", whole.lost},
      {prefix + "first_collision", collisionOf(whole)},
      {prefix + "error", whole.error},
      {prefix + "spread", whole.spread},
      {prefix + "storage", ablation.storage.error},
      {prefix + "reach", ablation.reach},
      {prefix + "worst_stage",
       std::string(ablation.worst ? stageName(kAblatedStages[*ablation.worst]) : "none")}};
  for (std::size_t stage = 0; stage < kAblatedStages.size(); ++stage) {
    const std::string name = prefix + std::string(stageName(kAblatedStages[stage]));
    const StageEffect& effect = ablation.alone[stage];
    if (reachesTable(stage)) {
      facts.push_back({name + ".error", effect.error});
      facts.push_back({name + ".distinct", effect.distinct});
      facts.push_back({name + ".turn", effect.turn});
    }
    facts.push_back({name + ".spread", effect.spread});
  }
  return facts;
}

std::vector<Fact> factsOf(std::int64_t seen, const Ablation& a, const Ablation& b) {
  std::vector<Fact> facts{{"seen", seen}};
  for (const auto& [side, ablation] : {std::pair{Side::a, &a}, std::pair{Side::b, &b}}) {
    for (Fact& fact : sideFacts(side, *ablation)) {
      facts.push_back(std::move(fact));
    }
  }
  return facts;
}

// The shown side's stages come first: a small window has room for the map and one table, a large
// one for the code and the other side's stages, too.
Result<void> addSide(Figure& figure, const RopePrecision& lab, Side shown) {
  POSCOPE_TRY(PlotPanel map, mapPanel(lab, shown));
  const Side first = shown == Side::b ? Side::b : Side::a;
  const Side second = first == Side::b ? Side::a : Side::b;
  figure.finding = ropePrecisionFinding(lab, shown);
  figure.panels.emplace_back(std::move(map));
  TablePanel stages = stageTable(lab, first, true);
  stages.worth = PanelWorth::answer;
  figure.panels.emplace_back(std::move(stages));
  figure.panels.emplace_back(ropeCodePanel(lab));
  figure.panels.emplace_back(stageTable(lab, second, false));
  figure.panels.emplace_back(curvePanel(lab, shown));
  figure.mainLayer = "error";
  return {};
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  POSCOPE_TRY(RopePrecision made, labOf(params, context));
  const auto lab = std::make_shared<const RopePrecision>(std::move(made));
  Figure common;
  common.facts = factsOf(lab->ablation.seen, lab->side(Side::a), lab->side(Side::b));
  common.notes = modelNotes(params);
  if (lab->ablation.blocks > 1) {
    common.notes.push_back({"rope-precision.note.sampled",
                            {{"seen", lab->ablation.seen},
                             {"context", lab->context},
                             {"blocks", lab->ablation.blocks}}});
  }
  addJudgement(common, params);
  return figureOfSides(std::move(common), lab, addSide);
}

ParameterSpec stageParameter() {
  std::vector<std::string> words{std::string(kAllStages)};
  for (std::size_t stage = 0; stage < kAblatedStages.size(); ++stage) {
    if (reachesTable(stage)) {
      words.emplace_back(stageName(kAblatedStages[stage]));
    }
  }
  return choiceParameter(kStage, std::string(kAllStages), std::move(words));
}

}  // namespace

View ropePrecisionView() {
  View view;
  view.id = "rope-precision";
  view.hint = "rope-precision.hint";
  view.group = "fix";
  view.schema =
      joinSchemas({{contextParameter(8192), dimParameter(128), baseParameter(),
                    formatParameter(parameter::kFormat, "bf16", kAtModel | kAtProduct),
                    recipeParameter(parameter::kA, Scheme::rope, "module-cast"),
                    recipeParameter(parameter::kB, Scheme::rope, "hf-llama"), stageParameter(),
                    startParameter(), overflowParameter(), showParameter(Side::a)},
                   modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "context" || spec.name == "start" || spec.name == "dim";
    spec.ownHelp = spec.name == "format";
  }
  view.facts = factNames(factsOf(0, {}, {}));
  view.compares = true;
  view.judges = true;
  view.scheme = [](const Params&) { return Scheme::rope; };
  view.build = build;
  return view;
}

}  // namespace poscope
