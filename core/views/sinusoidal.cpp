// sinusoidal: what does the table look like? Vaswani's interleaved table, the concatenated one, or
// a RoPE cache.
#include <algorithm>
#include <cmath>

#include "core/analysis/places.h"
#include "core/base/numbers.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/judgement.h"
#include "core/views/view.h"

namespace poscope {
namespace {

struct LayoutRow {
  std::string_view word;
  TableLayout layout;
};
constexpr LayoutRow kLayouts[] = {{"interleaved", TableLayout::interleaved},
                                  {"concatenated", TableLayout::concatenated},
                                  {"rope", TableLayout::rope}};

TableLayout layoutOf(const Params& params) {
  for (const LayoutRow& row : kLayouts) {
    if (row.word == params.text("layout")) {
      return row.layout;
    }
  }
  return TableLayout::interleaved;
}

// Places that the position stage of a recipe leaves. Later stages can merge more rows, never fewer.
std::int64_t distinctPositions(const Recipe& recipe, const RecipePair& recipes, std::int64_t start,
                               std::int64_t length) {
  const NumberFormat& format = stageFormat(recipe, "position", *recipes.format);
  return Places(format, start, start + length - 1, recipes.overflow).count().distinct;
}

ColourScale scaleOf(Show show, const CellSource& source) {
  ColourScale scale;
  scale.title = show == Show::difference ? "axis.difference" : "sinusoidal.axis.value";
  if (show == Show::difference) {
    scale.high = differenceLimit(source, Quantity::aMinusB, 1.0);
    scale.low = -scale.high;
  }
  return scale;
}

PlotPanel panelOf(const Params& params, const RecipePair& recipes,
                  const std::shared_ptr<const CellSource>& source) {
  const Show show = shown(params);
  const auto start = static_cast<double>(params.integer("start"));
  PlotPanel panel;
  panel.name = "table";
  panel.x = {"sinusoidal.axis.dimension", -0.5, static_cast<double>(source->columns()) - 0.5,
             AxisScale::linear, AxisTicks::integers};
  panel.y = {"axis.position", start - 0.5, start + static_cast<double>(source->rows()) - 0.5,
             AxisScale::linear, AxisTicks::integers};
  panel.y.downward = true;
  HeatLayer heat;
  heat.name = "table";
  heat.source = source;
  heat.quantity = quantityOf(show);
  heat.rowFirst = start;
  heat.colours = scaleOf(show, *source);
  panel.layers.push_back(std::move(heat));
  FieldInspectionSetup setup;
  setup.source = source;
  setup.rowLabel = "inspector.position";
  setup.columnLabel = "inspector.dimension";
  setup.rowFirst = start;
  setup.labelA = recipeTitle(recipes.a);
  setup.labelB = recipeTitle(recipes.b);
  setup.formatA = &stageFormat(recipes.a, "table", *recipes.format);
  setup.formatB = &stageFormat(recipes.b, "table", *recipes.format);
  setup.scaleA = symmetricScale(*setup.formatA, 1.0);
  setup.scaleB = symmetricScale(*setup.formatB, 1.0);
  panel.inspection = fieldInspection(std::move(setup));
  return panel;
}

double largestDifference(const Params& params, const CellSource& source) {
  return shown(params) == Show::difference ? largestMagnitude(source, Quantity::aMinusB) : 0.0;
}

Text sentence(const Params& params, std::int64_t distinct, const Recipe& recipe, double shortest,
              double longest, double difference) {
  const std::int64_t length = params.integer("length");
  const Show show = shown(params);
  if (show == Show::difference) {
    return {"sinusoidal.finding.difference", {{"largest", shortDecimal(difference, 3)}}};
  }
  if (distinct < length && show != Show::reference) {
    return {"sinusoidal.finding.collide",
            {{"length", length},
             {"distinct", distinct},
             {"recipe", recipeTitle(recipe)},
             {"format", Text::verbatim(params.format("format").label)}}};
  }
  const bool longer = longest >= 1000;
  const TextArgument last =
      longer ? TextArgument("longest", static_cast<std::int64_t>(std::llround(longest)))
             : TextArgument("longest", shortDecimal(longest, 3));
  return Text("sinusoidal.finding.waves",
              std::vector<TextArgument>{
                  {"dim", params.integer("dim")}, {"shortest", shortDecimal(shortest, 3)}, last});
}

const char* explanationKey(TableLayout layout) {
  return layout == TableLayout::rope           ? "sinusoidal.explanation.rope"
         : layout == TableLayout::concatenated ? "sinusoidal.explanation.concatenated"
                                               : "sinusoidal.explanation";
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  const RecipePair recipes = recipesOf(params);
  const std::int64_t dim = params.integer("dim");
  const std::int64_t length = params.integer("length");
  const std::int64_t start = params.integer("start");
  const RopeShape shape = shapeOf(params, start + length);
  auto field = makePhaseField(recipes, shape, layoutOf(params), start, length);
  const auto reference = phaseReference(recipes.a, shape);
  if (!field || !reference) {
    return tl::unexpected<Error>(field ? reference.error() : field.error());
  }
  const auto source = fieldSource(std::move(*field), context.backend);
  const double shortest = wavelengthTokens(reference->frequencies.front());
  const double longest = wavelengthTokens(reference->frequencies.back());
  const std::int64_t distinctA = distinctPositions(recipes.a, recipes, start, length);
  const std::int64_t distinctB = distinctPositions(recipes.b, recipes, start, length);
  const bool showsB = shown(params) == Show::b;
  Figure figure;
  const bool rope = layoutOf(params) == TableLayout::rope;
  figure.finding = {
      rope ? "sinusoidal.question.rope" : "sinusoidal.question",
      sentence(params, showsB ? distinctB : distinctA, showsB ? recipes.b : recipes.a, shortest,
               longest, largestDifference(params, *source)),
      {explanationKey(layoutOf(params)), {{"dim", dim}, {"length", length}, {"pairs", dim / 2}}}};
  figure.facts = {{"length", length},
                  {"dim", dim},
                  {"shortest_wavelength", shortest},
                  {"longest_wavelength", longest},
                  {"distinct_positions_a", distinctA},
                  {"distinct_positions_b", distinctB}};
  figure.panels.push_back(panelOf(params, recipes, source));
  figure.notes = modelNotes(params, rope ? "rope" : "sinusoidal");
  addJudgement(figure, params);
  figure.mainLayer = "table";
  return figure;
}

}  // namespace

View sinusoidalView() {
  View view;
  view.id = "sinusoidal";
  view.group = "learn";
  view.schema = joinSchemas(
      {{integerParameter("length", 50, 1, kLongestContext, ParameterScale::log2), dimParameter(128),
        baseParameter(),
        choiceParameter("layout", "interleaved", {"interleaved", "concatenated", "rope"}),
        formatParameter("format", "fp32", kAtStorage),
        recipeParameter("a", RecipeScheme::sinusoid, "formula"),
        recipeParameter("b", RecipeScheme::sinusoid, "module-cast"),
        integerParameter("start", 0, 0, kLongestContext), overflowParameter(), showParameter("a")},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "length" || spec.name == "dim" || spec.name == "start";
  }
  view.figures = {{"fig2", "length=50&dim=128&base=10000"}};
  view.facts = {"length",
                "dim",
                "shortest_wavelength",
                "longest_wavelength",
                "distinct_positions_a",
                "distinct_positions_b"};
  view.compares = true;
  view.judges = true;
  view.build = build;
  return view;
}

}  // namespace poscope
