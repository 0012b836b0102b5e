// dot-product: how alike are two positions? The dot products of all rows of a sinusoidal table, and
// how they go with distance.
#include <algorithm>
#include <cmath>

#include "core/analysis/decay.h"
#include "core/analysis/gram.h"
#include "core/analysis/largest_cell.h"
#include "core/base/numbers.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/judgement.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr std::int64_t kMostPairsOfPositions = std::int64_t{1} << 16;  // A sum over `dim` each.

/// What was computed once for every side.
struct Picture {
  RecipePair recipes;
  std::int64_t dim = 2;
  std::int64_t start = 0;
  std::int64_t length = 2;
  double full = 1;  ///< The dot product of a position with itself, exactly.
  std::shared_ptr<const CellSource> matrix;
  /// The last position with those before it: one row, column = distance.
  std::shared_ptr<const CellSource> profile;
  Rises rises;  ///< Of the formula, whether the length reaches them or not.
  Course reference;
  Course a;
  Course b;
  LargestCell difference;  ///< Its row and column count from 0.

  [[nodiscard]] std::int64_t last() const { return start + length - 1; }
  [[nodiscard]] const Course& course(Side side) const {
    return side == Side::a ? a : side == Side::b ? b : reference;
  }
};

Text labelOf(const Picture& picture, Side side) {
  switch (side) {
    case Side::a:
      return recipeTitle(picture.recipes.a);
    case Side::b:
      return recipeTitle(picture.recipes.b);
    case Side::difference:
      return "dot-product.label.difference";
    case Side::reference:
      break;
  }
  return "dot-product.label.reference";
}

// By Cauchy and Schwarz no dot product is larger than the largest of a position with itself, which
// is nearly the same for all of them.
ColourScale coloursOf(const Picture& picture, Side shown) {
  ColourScale colours;
  const bool difference = shown == Side::difference;
  colours.title = difference ? "axis.difference" : "dot-product.axis.dot";
  colours.high = difference ? niceLimit(picture.difference.magnitude, 1.0) : picture.full;
  for (const double near : {picture.a.near, picture.b.near}) {
    colours.high = std::isfinite(near) && !difference ? std::max(colours.high, near) : colours.high;
  }
  colours.low = -colours.high;
  return colours;
}

// What the inspector says of a distance, the same in both panels.
void addSides(Detail& detail, const Picture& picture, const CellSource& source, std::int64_t row,
              std::int64_t column) {
  const auto add = [&](Text label, Side side, TextRole role) {
    const double value = source.value(row, column, quantityOf(side));
    detail.rows.push_back({std::move(label), Text::verbatim(readingDecimal(value)), role, {}});
  };
  add(recipeTitle(picture.recipes.a), Side::a, TextRole::a);
  add(recipeTitle(picture.recipes.b), Side::b, TextRole::b);
  add("inspector.reference", Side::reference, TextRole::reference);
}

void addInteger(Detail& detail, Text label, std::int64_t value) {
  detail.rows.push_back({std::move(label), {"value.integer", {{"value", value}}}, {}, {}});
}

// The index below `count` that is nearest to `value`; -1 for none.
std::int64_t indexOf(double value, double first, std::int64_t count) {
  const double index = std::round(value - first);
  return index >= 0 && index < static_cast<double>(count) ? static_cast<std::int64_t>(index) : -1;
}

class MatrixInspection final : public Inspection {
 public:
  explicit MatrixInspection(std::shared_ptr<const Picture> picture)
      : picture_(std::move(picture)) {}

  Detail at(double x, double y) const override {
    const auto start = static_cast<double>(picture_->start);
    const std::int64_t row = indexOf(y, start, picture_->length);
    const std::int64_t column = indexOf(x, start, picture_->length);
    Detail detail;
    if (row < 0 || column < 0) {
      return detail;
    }
    addInteger(detail, "dot-product.row.one", picture_->start + row);
    addInteger(detail, "dot-product.row.other", picture_->start + column);
    addInteger(detail, "inspector.distance", std::abs(row - column));
    addSides(detail, *picture_, *picture_->matrix, row, column);
    detail.marked = true;
    detail.markX = static_cast<double>(picture_->start + column);
    detail.markY = static_cast<double>(picture_->start + row);
    return detail;
  }

 private:
  std::shared_ptr<const Picture> picture_;
};

class ProfileInspection final : public Inspection {
 public:
  ProfileInspection(std::shared_ptr<const Picture> picture, Side shown)
      : picture_(std::move(picture)), shown_(shown) {}

  Detail at(double x, double) const override {
    const std::int64_t distance = indexOf(x, 0, picture_->length);
    Detail detail;
    if (distance < 0) {
      return detail;
    }
    addInteger(detail, "inspector.distance", distance);
    addInteger(detail, "dot-product.row.one", picture_->last());
    addInteger(detail, "dot-product.row.other", picture_->last() - distance);
    addSides(detail, *picture_, *picture_->profile, 0, distance);
    detail.marked = true;
    detail.markX = static_cast<double>(distance);
    detail.markY = picture_->profile->value(0, distance, quantityOf(shown_));
    return detail;
  }

 private:
  std::shared_ptr<const Picture> picture_;
  Side shown_;
};

Axis positionAxis(const Picture& picture, Text title, std::string name) {
  return wholeAxis(std::move(title), {std::move(name), "tokens"}, picture.start, picture.last());
}

PlotPanel matrixPanel(const std::shared_ptr<const Picture>& picture, Side shown) {
  PlotPanel panel;
  panel.name = "matrix";
  panel.title = "dot-product.panel.matrix";
  panel.x = positionAxis(*picture, "dot-product.axis.other", "other_position");
  panel.y = positionAxis(*picture, "axis.position", "position");
  panel.y.downward = true;
  HeatLayer heat;
  heat.name = "dot";
  heat.source = picture->matrix;
  heat.quantity = quantityOf(shown);
  heat.rowFirst = static_cast<double>(picture->start);
  heat.columnFirst = heat.rowFirst;
  heat.data = {"dot_product"};
  heat.of = ofSide(picture->recipes, shown);
  heat.colours = coloursOf(*picture, shown);
  panel.layers.emplace_back(std::move(heat));
  panel.inspection = std::make_shared<MatrixInspection>(picture);
  return panel;
}

CurveLayer curveOf(const Picture& picture, Side side, bool faint) {
  CurveLayer curve;
  curve.name = sideName(side);
  curve.label = labelOf(picture, side);
  curve.role = roleOf(side);
  curve.source = picture.profile;
  curve.quantity = quantityOf(side);
  curve.faint = faint;
  curve.of = ofSide(picture.recipes, side);
  return curve;
}

// Where the steps end that go up.
PointLayer risesOf(const Picture& picture, Side side) {
  PointLayer points;
  points.name = "rises";
  points.label = {"dot-product.label.rises", {{"steps", picture.course(side).steps}}};
  points.role = ColourRole::marked;
  points.mark = Mark::dots;
  points.of = ofSide(picture.recipes, side);
  for (const std::int64_t step : picture.course(side).rises.steps) {
    points.x.push_back(static_cast<double>(step));
    points.y.push_back(picture.profile->value(0, step, quantityOf(side)));
  }
  return points;
}

NoteLayer firstRise(const Picture& picture, Side side) {
  const std::int64_t first = picture.course(side).rises.first;
  return {static_cast<double>(first),
          picture.profile->value(0, first, quantityOf(side)),
          {"dot-product.note.first", {{"distance", first}}},
          {},
          ColourRole::marked};
}

void fitProfile(PlotPanel& panel, const Picture& picture, Side shown) {
  const bool difference = shown == Side::difference;
  double low = 0;
  double high = difference ? 0 : picture.full;
  for (const Quantity quantity : quantitiesOnScale(shown)) {
    widenRange(*picture.profile, quantity, 0, 0, low, high);
  }
  const double margin = std::max(0.05 * (high - low), 1e-9);
  panel.y.first = low - margin;
  panel.y.last = high + margin;
}

PlotPanel profilePanel(const std::shared_ptr<const Picture>& picture, Side shown) {
  PlotPanel panel;
  panel.name = "profile";
  panel.title = "dot-product.panel.profile";
  panel.x = {"dot-product.axis.distance", 0, static_cast<double>(picture->length - 1),
             AxisScale::linear, AxisTicks::integers};
  panel.x.data = {"distance", "tokens"};
  panel.y.title = shown == Side::difference ? "axis.difference" : "dot-product.axis.dot";
  panel.y.data = {"dot_product"};
  if (shown == Side::a || shown == Side::b) {
    panel.layers.emplace_back(curveOf(*picture, Side::reference, true));
  }
  panel.layers.emplace_back(curveOf(*picture, shown, false));
  if (shown != Side::difference && picture->course(shown).rises.count > 0) {
    panel.layers.emplace_back(risesOf(*picture, shown));
    panel.layers.emplace_back(firstRise(*picture, shown));
  }
  fitProfile(panel, *picture, shown);
  panel.inspection = std::make_shared<ProfileInspection>(picture, shown);
  return panel;
}

Text sentence(const Picture& picture, Side shown) {
  if (shown == Side::difference) {
    return differenceSentence(picture.difference, "dot-product.finding.difference",
                              {{"one", picture.start + picture.difference.row},
                               {"other", picture.start + picture.difference.column}});
  }
  const Course& course = picture.course(shown);
  const bool level = shown != Side::reference && course.level == course.steps;
  const char* key = level                         ? "dot-product.finding.level"
                    : !(course.far < course.near) ? "dot-product.finding.no-fall"
                    : course.rises.count == 0     ? "dot-product.finding.smooth"
                                                  : "dot-product.finding.wobble";
  return {key,
          {{"near", shortDecimal(course.near, 3)},
           {"far", shortDecimal(course.far, 3)},
           {"distance", picture.length - 1},
           {"rises", course.rises.count},
           {"steps", course.steps},
           {"recipe", inColourOf(shown, {"", labelOf(picture, shown)})},
           {"last", picture.last()}}};
}

Text explanation(const Picture& picture, Side shown) {
  if (shown == Side::difference) {
    return {"dot-product.explanation.difference",
            {{"a", recipeTitle(picture.recipes.a)}, {"b", recipeTitle(picture.recipes.b)}}};
  }
  const Course& course = picture.course(shown);
  const Text rise(course.rises.count == 0 ? "decay.rise.none" : "decay.rise.first",
                  {{"first", course.rises.first}, {"steps", course.steps}});
  if (shown == Side::reference) {
    return {"dot-product.explanation.reference",
            {{"dim", picture.dim},
             {"pairs", picture.dim / 2},
             {"full", shortDecimal(picture.full, 4)},
             {"rise", rise}}};
  }
  return {"dot-product.explanation.side",
          {{"recipe", inColourOf(shown, {"", labelOf(picture, shown)})},
           {"format", Text::verbatim(picture.recipes.format->label)},
           {"last", picture.last()},
           {"rise", rise}}};
}

constexpr SideFact<Course> kCourseFacts[] = {
    {"dot_0", [](const Course& c) -> FactValue { return c.near; }},
    {"dot_last", [](const Course& c) -> FactValue { return c.far; }},
    {"first_rise", [](const Course& c) -> FactValue { return c.rises.first; }},
    {"rises_50", [](const Course& c) -> FactValue { return c.rises.count; }}};

std::vector<Fact> factsOf(const Picture& picture) {
  std::vector<Fact> facts{{"length", picture.length},
                          {"dim", picture.dim},
                          {"reference.dot_0", picture.full},
                          {"reference.dot_last", picture.reference.far},
                          {"reference.first_rise", picture.rises.first},
                          {"reference.rises_50", picture.rises.count}};
  addSideFacts(facts, kCourseFacts, picture.a, picture.b);
  facts.push_back({"difference.largest", picture.difference.magnitude});
  facts.push_back({"difference.position", picture.start + picture.difference.row});
  facts.push_back({"difference.other_position", picture.start + picture.difference.column});
  return facts;
}

Result<Picture> pictureOf(const Params& params, const ViewContext& context) {
  Picture picture;
  picture.recipes = recipesOf(params);
  picture.dim = params.integer(parameter::kDim);
  picture.start = params.integer(parameter::kStart);
  picture.length = params.integer(parameter::kLength);
  const RopeShape shape = shapeOf(params, picture.start + picture.length);
  POSCOPE_TRY(const auto reference, phaseReference(picture.recipes.a, shape));
  // PE(p) . PE(p + n) is half of RoPE's score with q = k = ones.
  POSCOPE_TRY(auto profile,
              makeDecayField(picture.recipes, shape, picture.last(), picture.length, 0.5));
  POSCOPE_TRY(auto table, makePhaseField(picture.recipes, shape, TableLayout::interleaved,
                                         picture.start, picture.length));
  picture.profile = fieldSource(std::move(profile), context.backend);
  picture.matrix = gramSource(fieldSource(std::move(table), context.backend), picture.profile);
  picture.full = picture.profile->value(0, 0, Quantity::reference);
  picture.rises = scoreRises(reference.frequencies, kRiseSteps);
  picture.reference = courseOf(*picture.profile, Quantity::reference);
  picture.a = courseOf(*picture.profile, Quantity::a);
  picture.b = courseOf(*picture.profile, Quantity::b);
  const CellWindow all{0, picture.length, 0, picture.length};
  POSCOPE_TRY(picture.difference, largestCell(*picture.matrix, Quantity::aMinusB, all,
                                              kMostPairsOfPositions, context.stop));
  return picture;
}

void addSide(Figure& figure, const std::shared_ptr<const Picture>& picture, Side shown) {
  figure.finding = {"dot-product.question", sentence(*picture, shown),
                    explanation(*picture, shown)};
  figure.panels.emplace_back(matrixPanel(picture, shown));
  figure.panels.emplace_back(profilePanel(picture, shown));
  figure.mainLayer = "dot";
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  POSCOPE_TRY(Picture made, pictureOf(params, context));
  const auto picture = std::make_shared<const Picture>(std::move(made));
  Figure common;
  common.facts = factsOf(*picture);
  addJudgement(common, params);
  return figureOfSides(std::move(common), [picture](Figure& figure, Side side) -> Result<void> {
    addSide(figure, picture, side);
    return {};
  });
}

}  // namespace

View dotProductView() {
  View view;
  view.id = "dot-product";
  view.group = "learn";
  view.schema =
      joinSchemas({{withOwnWords(integerParameter(parameter::kLength, 128, 2, kLongestContext,
                                                  ParameterScale::log2)),
                    dimParameter(128), baseParameter(),
                    formatParameter(parameter::kFormat, "bf16", kAtModel | kAtProduct),
                    recipeParameter(parameter::kA, Scheme::sinusoidal, "module-cast"),
                    recipeParameter(parameter::kB, Scheme::sinusoidal, "hf-llama"),
                    startParameter(), overflowParameter(), showParameter(Side::reference)},
                   modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "length" || spec.name == "start";
  }
  view.figures = {{"fig3", "length=50&dim=128&base=10000"}};
  view.facts = factNames(factsOf(Picture()));
  view.compares = true;
  view.judges = true;
  view.scheme = [](const Params&) { return Scheme::sinusoidal; };
  view.build = build;
  return view;
}

}  // namespace poscope
