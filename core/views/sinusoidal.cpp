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

constexpr std::int64_t kMostTableCells = std::int64_t{1} << 18;  // Two sines and cosines each.

struct LayoutRow {
  std::string_view word;
  TableLayout layout;
};
constexpr LayoutRow kLayouts[] = {{"interleaved", TableLayout::interleaved},
                                  {"concatenated", TableLayout::concatenated},
                                  {"rope", TableLayout::rope}};

TableLayout layoutOf(const Params& params) {
  for (const LayoutRow& row : kLayouts) {
    if (row.word == params.text(parameter::kLayout)) {
      return row.layout;
    }
  }
  return TableLayout::interleaved;
}

// Places that the position stage of a recipe leaves. Later stages can merge more rows, never fewer.
std::int64_t distinctPositions(const Recipe& recipe, const RecipePair& recipes, std::int64_t start,
                               std::int64_t length) {
  const NumberFormat& format = stageFormat(recipe, Stage::position, *recipes.format);
  return Places(format, start, start + length - 1, recipes.overflow).count().distinct;
}

ColourScale scaleOf(Side shown, double difference) {
  ColourScale scale;
  scale.title = shown == Side::difference ? "axis.difference" : "sinusoidal.axis.value";
  if (shown == Side::difference) {
    scale.high = niceLimit(difference, 1.0);
    scale.low = -scale.high;
  }
  return scale;
}

/// What was computed once for every side.
struct Picture {
  RecipePair recipes;
  TableLayout layout = TableLayout::interleaved;
  std::int64_t start = 0;
  std::int64_t length = 1;
  std::int64_t dim = 2;
  std::shared_ptr<const CellSource> source;
  double shortest = 0;  ///< Wavelengths of the reference, in tokens.
  double longest = 0;
  std::int64_t distinctA = 0;
  std::int64_t distinctB = 0;
  LargestCell difference;  ///< Its row counts from 0.
};

PlotPanel panelOf(const Picture& picture, Side shown) {
  const RecipePair& recipes = picture.recipes;
  const std::shared_ptr<const CellSource>& source = picture.source;
  const auto start = static_cast<double>(picture.start);
  PlotPanel panel;
  panel.name = "table";
  panel.x = wholeAxis("sinusoidal.axis.dimension", {"dimension"}, 0, source->columns() - 1);
  panel.y = wholeAxis("axis.position", {"position", "tokens"}, picture.start,
                      picture.start + source->rows() - 1);
  panel.y.downward = true;
  HeatLayer heat;
  heat.name = "table";
  heat.source = source;
  heat.quantity = quantityOf(shown);
  heat.rowFirst = start;
  heat.data = {"value"};
  heat.of = ofSide(recipes, shown);
  heat.colours = scaleOf(shown, picture.difference.magnitude);
  panel.layers.emplace_back(std::move(heat));
  FieldInspectionSetup setup;
  setup.source = source;
  setup.rowLabel = "inspector.position";
  setup.columnLabel = "inspector.dimension";
  setup.rowFirst = start;
  setup.labelA = recipeTitle(recipes.a);
  setup.labelB = recipeTitle(recipes.b);
  setup.formatA = &stageFormat(recipes.a, Stage::table, *recipes.format);
  setup.formatB = &stageFormat(recipes.b, Stage::table, *recipes.format);
  setup.scaleA = symmetricScale(*setup.formatA, 1.0);
  setup.scaleB = symmetricScale(*setup.formatB, 1.0);
  panel.inspection = fieldInspection(std::move(setup));
  return panel;
}

Text sentence(const Picture& picture, Side shown) {
  const bool showsB = shown == Side::b;
  const std::int64_t distinct = showsB ? picture.distinctB : picture.distinctA;
  if (shown == Side::difference) {
    return differenceSentence(picture.difference, "sinusoidal.finding.difference",
                              {{"position", picture.start + picture.difference.row},
                               {"dimension", std::to_string(picture.difference.column)}});
  }
  if (distinct < picture.length && shown != Side::reference) {
    return {"sinusoidal.finding.collide",
            {{"length", picture.length},
             {"distinct", distinct},
             {"recipe", recipeTitle(showsB ? picture.recipes.b : picture.recipes.a)},
             {"format", Text::verbatim(picture.recipes.format->label)}}};
  }
  const bool longer = picture.longest >= 1000;
  const TextArgument last =
      longer ? TextArgument("longest", static_cast<std::int64_t>(std::llround(picture.longest)))
             : TextArgument("longest", shortDecimal(picture.longest, 3));
  return Text("sinusoidal.finding.waves",
              std::vector<TextArgument>{{"dim", picture.dim},
                                        {"pairs", picture.dim / 2},
                                        {"shortest", shortDecimal(picture.shortest, 3)},
                                        last});
}

const char* explanationKey(TableLayout layout) {
  return layout == TableLayout::rope           ? "sinusoidal.explanation.rope"
         : layout == TableLayout::concatenated ? "sinusoidal.explanation.concatenated"
                                               : "sinusoidal.explanation";
}

std::vector<Fact> factsOf(const Picture& picture) {
  return {{"length", picture.length},
          {"dim", picture.dim},
          {"shortest_wavelength", picture.shortest},
          {"longest_wavelength", picture.longest},
          {"a.distinct_positions", picture.distinctA},
          {"b.distinct_positions", picture.distinctB},
          {"difference.largest", picture.difference.magnitude},
          {"difference.position", picture.start + picture.difference.row},
          {"difference.dimension", picture.difference.column}};
}

void addSide(Figure& figure, const Picture& picture, Side shown) {
  figure.finding = {
      picture.layout == TableLayout::rope ? "sinusoidal.question.rope" : "sinusoidal.question",
      sentence(picture, shown),
      {explanationKey(picture.layout),
       {{"dim", picture.dim}, {"length", picture.length}, {"pairs", picture.dim / 2}}}};
  figure.panels.emplace_back(panelOf(picture, shown));
  figure.mainLayer = "table";
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  auto picture = std::make_shared<Picture>();
  picture->recipes = recipesOf(params);
  picture->layout = layoutOf(params);
  picture->start = params.integer(parameter::kStart);
  picture->length = params.integer(parameter::kLength);
  picture->dim = params.integer(parameter::kDim);
  const RecipePair& recipes = picture->recipes;
  const RopeShape shape = shapeOf(params, picture->start + picture->length);
  POSCOPE_TRY(auto field,
              makePhaseField(recipes, shape, picture->layout, picture->start, picture->length));
  POSCOPE_TRY(const auto reference, phaseReference(recipes.a, shape));
  picture->source = fieldSource(std::move(field), context.backend);
  picture->shortest = wavelengthTokens(reference.frequencies.front());
  picture->longest = wavelengthTokens(reference.frequencies.back());
  picture->distinctA = distinctPositions(recipes.a, recipes, picture->start, picture->length);
  picture->distinctB = distinctPositions(recipes.b, recipes, picture->start, picture->length);
  const CellWindow table{0, picture->length, 0, picture->dim};
  POSCOPE_TRY(picture->difference, largestCell(*picture->source, Quantity::aMinusB, table,
                                               kMostTableCells, context.stop));
  Figure common;
  common.facts = factsOf(*picture);
  if (picture->layout == TableLayout::rope) {
    common.notes = modelNotes(params);
  }
  addJudgement(common, params);
  return figureOfSides(std::move(common), picture, addSide);
}

}  // namespace

View sinusoidalView() {
  View view;
  view.id = "sinusoidal";
  view.group = "learn";
  view.schema = joinSchemas(
      {{integerParameter(parameter::kLength, 50, 1, kLongestContext, ParameterScale::log2),
        dimParameter(128), baseParameter(),
        // Interleaved, columns of sines and cosines in turn would draw stripes over the waves.
        choiceParameter(parameter::kLayout, "concatenated",
                        {"interleaved", "concatenated", "rope"}),
        formatParameter(parameter::kFormat, "fp32", kAtStorage),
        recipeParameter(parameter::kA, Scheme::sinusoidal, "formula"),
        recipeParameter(parameter::kB, Scheme::sinusoidal, "module-cast"), startParameter(),
        overflowParameter(), showParameter(Side::a)},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "length" || spec.name == "dim" || spec.name == "start";
  }
  view.figures = {{"fig2", "length=50&dim=128&base=10000&layout=interleaved"}};
  view.facts = factNames(factsOf(Picture()));
  view.compares = true;
  view.judges = true;
  view.scheme = [](const Params& params) {
    return layoutOf(params) == TableLayout::rope ? Scheme::rope : Scheme::sinusoidal;
  };
  view.build = build;
  return view;
}

}  // namespace poscope
