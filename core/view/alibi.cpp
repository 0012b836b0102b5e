// alibi: the bias per head before and after the fix; stairs against a ramp.
#include <algorithm>
#include <cmath>

#include "core/view/build_parts.h"
#include "core/view/schema.h"
#include "core/view/view_files.h"

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
  std::vector<double> slopes;

  [[nodiscard]] double slope() const { return slopes[static_cast<std::size_t>(head)]; }
  [[nodiscard]] std::int64_t query() const { return context - 1; }
};

Result<Setup> setupOf(const Params& params) {
  Setup setup{{params.recipe("a"), params.recipe("b"), &params.format("format")},
              params.integer("context"),
              params.integer("heads"),
              params.integer("head"),
              std::min(params.integer("length"), params.integer("context")),
              params.flag("align"),
              shown(params),
              {}};
  if (setup.head >= setup.heads) {
    return usageError({"alibi.error.head",
                       {{"head", std::to_string(setup.head)},
                        {"heads", setup.heads},
                        {"last", std::to_string(setup.heads - 1)}}});
  }
  setup.slopes = alibiSlopes(setup.heads, params.real("max_bias"));
  return setup;
}

/// The biases of one row of queries, all keys: what the counts are taken from.
struct BiasRow {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> errorA;
  std::vector<double> errorB;
};

Result<BiasRow> lastRow(const CellSource& source, const Setup& setup, const ViewContext& context) {
  const Lattice lattice{{setup.query(), 1, 1}, {0, setup.context, setup.context}};
  BiasRow row;
  struct Part {
    std::vector<double>* values;
    Quantity quantity;
  };
  for (const Part& part : {Part{&row.a, Quantity::storedA}, Part{&row.b, Quantity::storedB},
                           Part{&row.errorA, Quantity::aMinusReference},
                           Part{&row.errorB, Quantity::bMinusReference}}) {
    part.values->resize(static_cast<std::size_t>(setup.context));
    auto done = source.cells(lattice, part.quantity, Reduction::sample,
                             std::span<double>(*part.values), context.stop);
    if (!done) {
      return tl::unexpected<Error>(done.error());
    }
  }
  return row;
}

// Biases are monotonic in the key, so different values are counted at the steps. NaN counts once.
std::int64_t distinctOf(std::span<const double> values) {
  std::int64_t distinct = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const bool same = k > 0 && (values[k] == values[k - 1] ||
                                (std::isnan(values[k]) && std::isnan(values[k - 1])));
    distinct += same ? 0 : 1;
  }
  return distinct;
}

double largestOf(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) {
    largest = std::max(largest, std::abs(value));
  }
  return largest;
}

struct Counts {
  std::int64_t nearest;
  std::int64_t farthest;
  std::int64_t all;
  std::int64_t shown;
  double maxError;  ///< Over the nearest keys, after the exact row constant is removed.
};

Counts countsOf(const std::vector<double>& values, const std::vector<double>& errors,
                std::int64_t length) {
  const std::span<const double> all(values);
  const auto near = std::min<std::size_t>(static_cast<std::size_t>(kNearest), values.size());
  return {distinctOf(all.last(near)), distinctOf(all.first(near)), distinctOf(all),
          distinctOf(all.last(static_cast<std::size_t>(length))),
          largestOf(std::span<const double>(errors).last(near))};
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
                  {"shown", setup.length}};
}

FieldInspectionSetup inspectionSetup(const Setup& setup, std::shared_ptr<const CellSource> source) {
  FieldInspectionSetup inspection;
  inspection.source = std::move(source);
  inspection.columnLabel = "inspector.key";
  inspection.labelA = recipeTitle(setup.recipes.a);
  inspection.labelB = recipeTitle(setup.recipes.b);
  inspection.formatA = &stageFormat(setup.recipes.a, 3, *setup.recipes.format);
  inspection.formatB = &stageFormat(setup.recipes.b, 3, *setup.recipes.format);
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
  const double room = std::max(0.5, 0.02 * static_cast<double>(setup.length));
  panel.x = {"alibi.axis.key", last - static_cast<double>(setup.length) + 1 - room, last + room,
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
  // The y range: both ends of the reference, or the largest difference over the shown keys.
  const double slope = setup.slope();
  const std::int64_t firstKey = setup.context - setup.length;
  double low = 0;
  double high = 0;
  const Quantity drawn[] = {Quantity::a, Quantity::b, Quantity::reference};
  const std::int64_t step = std::max<std::int64_t>(1, setup.length / 4096);
  for (std::int64_t key = firstKey; key < setup.context; key += step) {
    for (const Quantity quantity : drawn) {
      const double value =
          source->value(setup.query(), key, difference ? Quantity::aMinusB : quantity);
      low = std::isfinite(value) ? std::min(low, value) : low;
      high = std::isfinite(value) ? std::max(high, value) : high;
    }
  }
  const double margin = std::max({(high - low) * 0.06, slope * 0.5, 1e-12});
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
  heat.nanIsOutside = true;
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

Text sentence(const Setup& setup, const Counts& a, const Counts& b) {
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
  const auto source = fieldSource(
      makeAlibiField(setup.recipes, setup.slope(), setup.context, setup.aligned), context.backend);
  // Errors are measured with the row constant removed, whatever is drawn.
  const auto alignedSource =
      setup.aligned ? source
                    : fieldSource(makeAlibiField(setup.recipes, setup.slope(), setup.context, true),
                                  context.backend);
  auto row = lastRow(*alignedSource, setup, context);
  if (!row) {
    return tl::unexpected<Error>(row.error());
  }
  const Counts a = countsOf(row->a, row->errorA, setup.length);
  const Counts b = countsOf(row->b, row->errorB, setup.length);
  Figure figure;
  figure.finding = {"alibi.question",
                    sentence(setup, a, b),
                    {"alibi.explanation",
                     {{"head", std::to_string(setup.head)},
                      {"last", std::to_string(setup.heads - 1)},
                      {"slope", setup.slope()},
                      {"context", setup.context}}}};
  addFacts(figure, setup, a, b);
  const std::string& picture = params.text("picture");
  if (picture == "keys") {
    figure.panels.push_back(keysPanel(setup, source, a, b));
  } else if (picture == "matrix") {
    figure.panels.push_back(heatPanel(setup, source, false, setup.slope()));
  } else {
    const auto heads =
        fieldSource(makeAlibiHeadsField(setup.recipes, setup.slopes, setup.context, setup.aligned),
                    context.backend);
    const double steepest = *std::max_element(setup.slopes.begin(), setup.slopes.end());
    figure.panels.push_back(heatPanel(setup, heads, true, steepest));
  }
  figure.notes = modelNotes(params, "alibi");
  if (setup.aligned) {
    figure.notes.push_back("alibi.note.aligned");
  }
  figure.mainLayer = picture == "keys" ? (setup.show == Show::b ? "after" : "before") : "bias";
  if (picture == "keys" && setup.show == Show::difference) {
    figure.mainLayer = "difference";
  }
  return figure;
}

}  // namespace

View alibiView() {
  View view;
  view.id = "alibi";
  view.group = "fix";
  view.schema = joinSchemas(
      {{choiceParameter("picture", "keys", {"keys", "matrix", "heads"}),
        contextParameter(4096, 1 << 20), integerParameter("heads", 40, 1, 1024),
        integerParameter("head", 32, 0, 1023),
        integerParameter("length", 100, 2, 1 << 20, ParameterScale::log2),
        formatParameter("format", "bf16", {"bf16", "fp16", "fp32"}),
        recipeParameter("a", RecipeScheme::alibi, "baichuan-13b"),
        recipeParameter("b", RecipeScheme::alibi, "relative"), flagParameter("align", true),
        realParameter("max_bias", 8, 0.0625, 1024), showParameter("a")},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsWindow = spec.name == "picture" || spec.name == "context" || spec.name == "length" ||
                        spec.name == "heads" || spec.name == "align";
  }
  view.figures = {{"fig4", "picture=heads&show=reference&heads=8&head=0&context=64&length=64"},
                  {"fig11", "picture=keys&context=4096&head=32&length=100"}};
  view.facts = {"slope",        "before_nearest_256", "before_farthest_256", "before_all",
                "before_shown", "before_max_error",   "after_nearest_256",   "after_farthest_256",
                "after_all",    "after_shown",        "after_max_error",     "shown"};
  view.compares = true;
  view.build = build;
  return view;
}

}  // namespace poscope
