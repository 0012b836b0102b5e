// alibi: the bias per head before and after the fix; stairs against a ramp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/analysis/bias_row.h"
#include "core/state/schema.h"
#include "core/views/alibi.h"
#include "core/views/judgement.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr FlagParameter kAlign{{"align"}};
constexpr WordParameter kPicture{{"picture"}};

Result<AlibiSetup> setupOf(const Params& params) {
  AlibiSetup setup{
      recipesOf(params),
      params.integer(parameter::kContext),
      params.integer(parameter::kHeads),
      params.integer(parameter::kHead),
      std::min(params.integer(parameter::kLength), params.integer(parameter::kContext)),
      params.flag(kAlign),
      params.real(parameter::kMaxBias),
      {}};
  if (setup.head >= setup.heads) {
    return usageError({"alibi.error.head",
                       {{"parameter", std::string(parameter::kHead.name)},
                        {"head", std::to_string(setup.head)},
                        {"heads", setup.heads},
                        {"last", std::to_string(setup.heads - 1)}}});
  }
  setup.slopes = alibiSlopes(setup.heads, setup.maxBias);
  if (params.isAutomatic(parameter::kHead)) {
    const auto steepest = std::max_element(setup.slopes.begin(), setup.slopes.end());
    setup.head = steepest - setup.slopes.begin();
  }
  return setup;
}

// The last query as all heads see it.
Result<void> countHeads(const CellSource& heads, const AlibiSetup& setup, Quantity stored,
                        AlibiCounts& counts, const std::stop_token& stop) {
  struct Part {
    std::int64_t keys;
    std::int64_t* least;
    std::int64_t* most;
  };
  for (const Part& part : {Part{setup.nearest(), &counts.leastOfHeads, &counts.mostOfHeads},
                           Part{setup.length, &counts.leastShown, &counts.mostShown}}) {
    POSCOPE_TRY(const auto rows,
                levelsOfRows(heads, stored, setup.context - part.keys, part.keys, stop));
    const auto ends = std::minmax_element(
        rows.begin(), rows.end(),
        [](const Levels& left, const Levels& right) { return left.distinct < right.distinct; });
    *part.least = ends.first->distinct;
    *part.most = ends.second->distinct;
  }
  return {};
}

Result<AlibiCounts> countsOf(const BiasRow& row, const AlibiSetup& setup, Quantity stored,
                             Quantity error) {
  const std::int64_t near = setup.nearest();
  AlibiCounts counts;
  struct Part {
    std::int64_t* target;
    std::int64_t first;
    std::int64_t count;
  };
  for (const Part& part : {Part{&counts.nearest, setup.context - near, near},
                           Part{&counts.farthest, 0, near}, Part{&counts.all, 0, setup.context},
                           Part{&counts.shown, setup.context - setup.length, setup.length}}) {
    POSCOPE_TRY(const auto levels, row.levels(stored, part.first, part.count));
    *part.target = levels.distinct;
    counts.lost = std::max(counts.lost, levels.lost);
  }
  POSCOPE_TRY(counts.maxError, row.largest(error, near));
  return counts;
}

// The facts of one side, under its name.
constexpr SideFact<AlibiCounts> kCountFacts[] = {
    {"nearest_256", [](const AlibiCounts& c) -> FactValue { return c.nearest; }},
    {"farthest_256", [](const AlibiCounts& c) -> FactValue { return c.farthest; }},
    {"nearest_256_least", [](const AlibiCounts& c) -> FactValue { return c.leastOfHeads; }},
    {"nearest_256_most", [](const AlibiCounts& c) -> FactValue { return c.mostOfHeads; }},
    {"all", [](const AlibiCounts& c) -> FactValue { return c.all; }},
    {"shown", [](const AlibiCounts& c) -> FactValue { return c.shown; }},
    {"shown_least", [](const AlibiCounts& c) -> FactValue { return c.leastShown; }},
    {"shown_most", [](const AlibiCounts& c) -> FactValue { return c.mostShown; }},
    {"max_error", [](const AlibiCounts& c) -> FactValue { return c.maxError; }},
    {"lost_biases", [](const AlibiCounts& c) -> FactValue { return c.lost; }}};

// `difference`: row and column of what is drawn, so a query or a head, and a key.
std::vector<Fact> factsOf(double slope, const AlibiSetup& setup, const AlibiCounts& a,
                          const AlibiCounts& b, const LargestCell& difference) {
  std::vector<Fact> facts{{"slope", slope}, {"shown", setup.length}};
  addSideFacts(facts, kCountFacts, a, b);
  facts.push_back({"difference.largest", difference.magnitude});
  facts.push_back({"difference.row", difference.row});
  facts.push_back({"difference.key", difference.column});
  facts.push_back({"far.flattest", setup.slopes.empty() ? 0 : setup.far(setup.flattest())});
  facts.push_back({"far.steepest", setup.slopes.empty() ? 0 : setup.far(setup.steepest())});
  for (Fact& fact : alibiCostFacts(setup)) {
    facts.push_back(std::move(fact));
  }
  return facts;
}

FieldInspectionSetup inspectionSetup(const AlibiSetup& setup,
                                     std::shared_ptr<const CellSource> source) {
  FieldInspectionSetup inspection;
  inspection.source = std::move(source);
  inspection.columnLabel = "inspector.key";
  inspection.labelA = recipeTitle(setup.recipes.a);
  inspection.labelB = recipeTitle(setup.recipes.b);
  inspection.formatA = &stageFormat(setup.recipes.a, Stage::bias, *setup.recipes.format);
  inspection.formatB = &stageFormat(setup.recipes.b, Stage::bias, *setup.recipes.format);
  const double largest = setup.steepest() * static_cast<double>(setup.query());
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

CurveLayer keyCurve(const AlibiSetup& setup, const std::shared_ptr<const CellSource>& source,
                    Side side, Mark mark) {
  CurveLayer curve;
  curve.name = sideName(side);
  curve.role = roleOf(side);
  curve.mark = mark;
  curve.source = source;
  curve.row = setup.query();
  curve.quantity = quantityOf(side);
  curve.of = ofSide(setup.recipes, side);
  return curve;
}

PlotPanel keysPanel(const AlibiSetup& setup, const std::shared_ptr<const CellSource>& source,
                    const AlibiCounts& a, const AlibiCounts& b, Side shown) {
  PlotPanel panel;
  panel.name = "keys";
  const bool difference = shown == Side::difference;
  const auto last = static_cast<double>(setup.query());
  constexpr double kRoom = 0.5;
  panel.x = {"alibi.axis.key", last - static_cast<double>(setup.length) + 1 - kRoom, last + kRoom,
             AxisScale::linear, AxisTicks::integers};
  panel.y.title = difference      ? "axis.difference"
                  : setup.aligned ? "alibi.axis.bias-aligned"
                                  : "alibi.axis.bias";
  panel.x.data = {"key", "tokens"};
  panel.y.data = {"bias"};
  const auto add = [&](Side side, Mark mark, Text label) {
    CurveLayer curve = keyCurve(setup, source, side, mark);
    curve.label = std::move(label);
    curve.faint = !difference && shown != side && side != Side::reference;
    panel.layers.emplace_back(std::move(curve));
  };
  if (difference) {
    add(Side::difference, Mark::squares, "decay.label.difference");
  } else {
    add(Side::reference, Mark::line, "alibi.label.reference");
    add(Side::a, Mark::squares,
        {"alibi.label.levels",
         {{"recipe", recipeTitle(setup.recipes.a)}, {"levels", a.shown}, {"keys", setup.length}}});
    add(Side::b, Mark::dots,
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
  panel.inspection = std::make_shared<LastRowInspection>(fieldInspection(std::move(inspection)),
                                                         source, quantityOf(shown), setup.query());
  return panel;
}

// The sides whose biases share a scale. Aligned ones can be compared; raw ones lie at the row
// constant, each side elsewhere.
std::vector<Side> sidesOnScale(const AlibiPicture& picture, Side shown) {
  if (picture.setup.aligned) {
    return {Side::a, Side::b, Side::reference};
  }
  return shown == Side::difference ? std::vector{Side::a, Side::b} : std::vector{shown};
}

// Levels can be told apart where colours span what is drawn. Biases have one sign, but for what
// rounding lifts over the query's own key.
ColourScale biasScale(const ValueRange& range) {
  ColourScale scale;
  scale.map = ColourScale::Map::sequential;
  scale.low = range.empty() ? -1 : range.low;
  scale.high = range.empty() ? 0 : range.high;
  if (!(scale.low < scale.high)) {
    scale.low = scale.high - 1;
  }
  return scale;
}

ColourScale differenceScale(double largest) {
  ColourScale scale;
  scale.high = niceLimit(largest, 1.0);
  scale.low = -scale.high;
  return scale;
}

HeatLayer biasLayer(const AlibiPicture& picture, Side shown) {
  HeatLayer heat;
  heat.name = "bias";
  heat.source = picture.kind == "heads" ? picture.heads : picture.row;
  heat.quantity = quantityOf(shown);
  heat.causal = picture.kind == "matrix";
  heat.data = {"bias"};
  heat.of = ofSide(picture.setup.recipes, shown);
  return heat;
}

PlotPanel matrixPanel(const AlibiPicture& picture, Side shown) {
  const AlibiSetup& setup = picture.setup;
  const double first = static_cast<double>(setup.firstShown()) - 0.5;
  const double last = static_cast<double>(setup.query()) + 0.5;
  PlotPanel panel;
  panel.name = "matrix";
  panel.x = {"alibi.axis.key", first, last, AxisScale::linear, AxisTicks::integers};
  panel.y = {"alibi.axis.query", first, last, AxisScale::linear, AxisTicks::integers};
  panel.y.data = {"query", "tokens"};
  HeatLayer heat = biasLayer(picture, shown);
  const bool difference = shown == Side::difference;
  ValueRange range;
  for (const Side side : sidesOnScale(picture, shown)) {
    widenRange(*picture.row, quantityOf(side), picture.window(), range);
  }
  heat.colours = difference ? differenceScale(picture.difference.magnitude) : biasScale(range);
  heat.colours.title = difference ? "axis.difference" : "alibi.axis.bias";
  panel.layers.emplace_back(std::move(heat));
  return panel;
}

// How far the biases of each head reach over the keys that are drawn.
std::vector<ValueRange> rowRanges(const AlibiPicture& picture, const std::vector<Side>& sides) {
  std::vector<ValueRange> rows(static_cast<std::size_t>(picture.setup.heads));
  for (const Side side : sides) {
    widenRows(*picture.heads, quantityOf(side), picture.window(), rows);
  }
  return rows;
}

// One scale for all heads would leave the steep ones their levels and the flat ones none.
PlotPanel headsPanel(const AlibiPicture& picture, Side shown) {
  const AlibiSetup& setup = picture.setup;
  PlotPanel panel;
  panel.name = "heads";
  panel.x = {"alibi.axis.key", static_cast<double>(setup.firstShown()) - 0.5,
             static_cast<double>(setup.query()) + 0.5, AxisScale::linear, AxisTicks::integers};
  panel.y = {"alibi.axis.head", -0.5, static_cast<double>(setup.heads) - 0.5, AxisScale::linear,
             AxisTicks::integers};
  panel.y.data = {"head"};
  HeatLayer heat = biasLayer(picture, shown);
  const std::vector<ValueRange> biases = rowRanges(picture, sidesOnScale(picture, shown));
  for (const ValueRange& bias : biases) {
    heat.rowUnits.push_back(bias.magnitude() > 0 ? bias.magnitude() : 1.0);
  }
  const bool difference = shown == Side::difference;
  ValueRange range;
  const auto drawn = difference ? rowRanges(picture, {Side::difference}) : biases;
  for (std::size_t head = 0; head < drawn.size(); ++head) {
    range.widen(drawn[head].low / heat.rowUnits[head]);
    range.widen(drawn[head].high / heat.rowUnits[head]);
  }
  heat.colours = difference ? differenceScale(range.magnitude()) : biasScale(range);
  heat.colours.title = difference ? "alibi.axis.difference-of-head" : "alibi.axis.bias-of-head";
  panel.layers.emplace_back(std::move(heat));
  return panel;
}

PlotPanel heatPanel(const AlibiPicture& picture, Side shown) {
  const bool allHeads = picture.kind == "heads";
  PlotPanel panel = allHeads ? headsPanel(picture, shown) : matrixPanel(picture, shown);
  panel.y.downward = true;
  panel.x.data = {"key", "tokens"};
  FieldInspectionSetup inspection =
      inspectionSetup(picture.setup, allHeads ? picture.heads : picture.row);
  inspection.rowLabel = allHeads ? "inspector.head" : "inspector.query";
  inspection.causal = !allHeads;
  panel.inspection = fieldInspection(std::move(inspection));
  return panel;
}

PlotPanel panelOf(const AlibiPicture& picture, Side shown) {
  return picture.kind == "keys" ? keysPanel(picture.setup, picture.row, picture.a, picture.b, shown)
                                : heatPanel(picture, shown);
}

void addSide(Figure& figure, const AlibiPicture& picture, Side shown) {
  const AlibiSetup& setup = picture.setup;
  figure.finding = alibiFinding(picture, shown);
  figure.panels.emplace_back(panelOf(picture, shown));
  figure.panels.emplace_back(alibiCodePanel(setup));
  figure.panels.emplace_back(alibiCostTable(setup));
  if (setup.aligned && shown != Side::reference) {
    figure.notes.emplace_back("alibi.note.aligned");
  }
  figure.mainLayer = picture.kind == "keys" ? std::string(sideName(shown)) : "bias";
}

// Errors and levels are counted with the row constant removed, whatever is drawn.
Result<void> countSides(AlibiPicture& picture, const CellSource& aligned,
                        const std::stop_token& stop) {
  const BiasRow row(aligned, picture.setup.query(), stop);
  POSCOPE_TRY(picture.a,
              countsOf(row, picture.setup, Quantity::storedA, Quantity::aMinusReference));
  POSCOPE_TRY(picture.b,
              countsOf(row, picture.setup, Quantity::storedB, Quantity::bMinusReference));
  POSCOPE_CHECK(countHeads(*picture.heads, picture.setup, Quantity::storedA, picture.a, stop));
  return countHeads(*picture.heads, picture.setup, Quantity::storedB, picture.b, stop);
}

// As it is drawn: with or without the row constant.
Result<LargestCell> differenceOf(const AlibiPicture& picture, const std::stop_token& stop) {
  return largestCell(picture.source(), Quantity::aMinusB, picture.window(), kMostCellsLookedAt,
                     stop);
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  POSCOPE_TRY(AlibiSetup setup, setupOf(params));
  const double steepest = setup.steepest();
  const auto sourceOf = [&](bool aligned) {
    return fieldSource(
        makeAlibiField(setup.recipes,
                       alibiSlope(setup.recipes, setup.heads, setup.maxBias, setup.head),
                       setup.context, aligned, steepest),
        context.backend);
  };
  const auto source = sourceOf(setup.aligned);
  const auto aligned = setup.aligned ? source : sourceOf(true);
  const auto heads = fieldSource(
      makeAlibiHeadsField(setup.recipes, setup.heads, setup.maxBias, setup.context, setup.aligned),
      context.backend);
  auto picture = std::make_shared<AlibiPicture>(
      AlibiPicture{std::move(setup), params.text(kPicture), source, heads, {}, {}, {}});
  POSCOPE_CHECK(countSides(*picture, *aligned, context.stop));
  POSCOPE_TRY(picture->difference, differenceOf(*picture, context.stop));
  Figure common;
  common.facts =
      factsOf(picture->setup.slope(), picture->setup, picture->a, picture->b, picture->difference);
  addJudgement(common, params);
  return figureOfSides(std::move(common), picture, addSide);
}

// A number, or the steepest head of however many there are: where the damage is largest.
ParameterSpec headParameter() {
  return withWord(integerParameter(parameter::kHead, 0, 0, 1023), "steepest");
}

}  // namespace

View alibiView() {
  View view;
  view.id = "alibi";
  view.hint = "alibi.hint";
  view.group = "fix";
  view.schema = joinSchemas(
      {{choiceParameter(kPicture, "keys", alibiPictures()), contextParameter(4096, 1 << 20),
        integerParameter(parameter::kHeads, 40, 1, 1024),
        onlyWhere(headParameter(), kPicture, {"keys", "matrix"}),
        withOwnWords(integerParameter(parameter::kLength, 100, 2, 1 << 20, ParameterScale::log2)),
        formatParameter(parameter::kFormat, "bf16", kAtModel),
        recipeParameter(parameter::kA, Scheme::alibi, "baichuan-13b"),
        recipeParameter(parameter::kB, Scheme::alibi, "relative"),
        rareParameter(flagParameter(kAlign, true)),
        rareParameter(realParameter(parameter::kMaxBias, 8, 0.0625, 1024)), overflowParameter(),
        showParameter(Side::a)},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "picture" || spec.name == "context" || spec.name == "length" ||
                      spec.name == "heads" || spec.name == "align";
  }
  view.figures = {{"fig4", "picture=matrix&show=reference&heads=8&context=16&align=off"},
                  {"fig11", "picture=keys&context=4096&length=100"}};
  view.facts = factNames(factsOf(0, AlibiSetup(), {}, {}, {}));
  view.compares = true;
  view.judges = true;
  view.scheme = [](const Params&) { return Scheme::alibi; };
  view.build = build;
  return view;
}

}  // namespace poscope
