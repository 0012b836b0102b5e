// Figures made by hand, one for each kind of panel and layer, for the canvas tests and for looking
// at.
#pragma once

#include <cmath>
#include <memory>

#include "core/base/numbers.h"
#include "core/compute/backend.h"
#include "core/field/make_field.h"
#include "core/figure/figure.h"
#include "core/numeric/format.h"
#include "core/recipe/recipe.h"

namespace poscope::samples {

inline std::shared_ptr<const Backend> backend() {
  static const std::shared_ptr<const Backend> kBackend = makeCpuBackend();
  return kBackend;
}

/// Row * 1000 + column, but for the cells that are made special: (0, 0) NaN, (0, 1) infinity, (0,
/// 2) -infinity.
class CountingSource final : public CellSource {
 public:
  CountingSource(std::int64_t rowCount, std::int64_t columnCount, bool special)
      : rows_(rowCount), columns_(columnCount), special_(special) {}
  std::int64_t rows() const override { return rows_; }
  std::int64_t columns() const override { return columns_; }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<float> out,
                     std::stop_token) const override {
    return fill(lattice, out);
  }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<double> out,
                     std::stop_token) const override {
    return fill(lattice, out);
  }

 private:
  template <typename Real>
  Result<void> fill(const Lattice& lattice, std::span<Real> out) const {
    std::size_t k = 0;
    for (std::int64_t r = 0; r < lattice.rows.count; ++r) {
      for (std::int64_t c = 0; c < lattice.columns.count; ++c) {
        out[k++] = static_cast<Real>(at(lattice.rows.begin(r), lattice.columns.begin(c)));
      }
    }
    return {};
  }
  double at(std::int64_t row, std::int64_t column) const {
    if (special_ && row == 0 && column < 3) {
      return column == 0 ? std::nan("") : (column == 1 ? HUGE_VAL : -HUGE_VAL);
    }
    return static_cast<double>(row * 1000 + column);
  }

  std::int64_t rows_;
  std::int64_t columns_;
  bool special_;
};

inline Finding finding() {
  return {Text::verbatim("Which position does the machine see?"),
          Text::verbatim("4,096 tokens, but bf16 sees only 769 places"),
          Text::verbatim("The last 100 of 4,096 positions, as integers and after rounding to bf16. "
                         "Every stair is one shared place.")};
}

inline Axis axis(std::string_view title, double first, double last,
                 AxisTicks ticks = AxisTicks::integers) {
  Axis axis;
  axis.title = Text::verbatim(title);
  axis.first = first;
  axis.last = last;
  axis.ticks = ticks;
  return axis;
}

inline PlotPanel heatPanel(std::shared_ptr<const CellSource> source, ColourScale colours,
                           bool causal) {
  PlotPanel panel;
  panel.name = "map";
  panel.x = axis("column", -0.5, static_cast<double>(source->columns()) - 0.5);
  panel.y = axis("row", -0.5, static_cast<double>(source->rows()) - 0.5);
  panel.y.downward = true;
  HeatLayer layer;
  layer.name = "cells";
  layer.source = std::move(source);
  layer.colours = std::move(colours);
  layer.causal = causal;
  panel.layers.emplace_back(std::move(layer));
  return panel;
}

inline ColourScale diverging(double limit, std::string_view title) {
  return {ColourScale::Map::diverging, -limit, limit, Text::verbatim(title)};
}

inline RecipePair phaseRecipes() {
  return {*findRecipe(Scheme::rope, "module-cast"), *findRecipe(Scheme::rope, "exact"),
          findFormat("bf16")};
}

inline RecipePair alibiRecipes() {
  return {*findRecipe(Scheme::alibi, "baichuan-13b"), *findRecipe(Scheme::alibi, "relative"),
          findFormat("bf16")};
}

inline std::shared_ptr<const CellSource> sinusoidal(std::int64_t length, std::int64_t dim) {
  return fieldSource(
      makePhaseField(phaseRecipes(), dim, 10000, TableLayout::interleaved, 0, length), backend());
}

inline std::shared_ptr<const CellSource> alibi(std::int64_t context) {
  return fieldSource(makeAlibiField(alibiRecipes(), 0.5, context, true), backend());
}

inline std::shared_ptr<const CellSource> spread(std::int64_t length) {
  const RopeShape shape;
  return fieldSource(makeScoreSpreadField(phaseReference(phaseRecipes().a, shape)->frequencies,
                                          0.125, length, 0.5),
                     backend());
}

inline std::shared_ptr<Figure> figureOf(Panel panel) {
  auto figure = std::make_shared<Figure>();
  figure->finding = finding();
  figure->panels.push_back(std::move(panel));
  return figure;
}

inline std::shared_ptr<Figure> sinusoidalFigure(std::int64_t length = 50, std::int64_t dim = 128) {
  return figureOf(heatPanel(sinusoidal(length, dim), diverging(1, "value"), false));
}

inline std::shared_ptr<Figure> alibiFigure(std::int64_t context) {
  return figureOf(
      heatPanel(alibi(context), diverging(static_cast<double>(context) / 2, "bias"), true));
}

/// The article's figure 9, with an inspection that snaps to the position under the cursor.
class StairInspection final : public Inspection {
 public:
  Detail at(double x, double) const override {
    const double position = std::round(x);
    Detail detail;
    detail.rows.push_back({Text::verbatim("Position"),
                           Text::verbatim(groupedInteger(static_cast<std::int64_t>(position))),
                           TextRole::plain,
                           {}});
    const double place = std::round(position / 16) * 16;
    detail.strips.push_back({ColourRole::marked, place - 8.5, place + 8.5, {}});
    detail.notes.push_back({place, place, Text::verbatim("17 tokens share place 4064"),
                            Text::verbatim("attention cannot tell them apart"),
                            ColourRole::neutral});
    detail.markX = position;
    detail.markY = place;
    detail.marked = true;
    return detail;
  }
};

inline std::shared_ptr<Figure> stairFigure() {
  PlotPanel panel;
  panel.name = "positions";
  panel.x = axis("true position", 3995, 4096.5, AxisTicks::steps);
  panel.x.first = 3996;
  panel.y = axis("position as stored", 3990, 4100, AxisTicks::steps);
  panel.x.tickStep = panel.y.tickStep = 16;
  panel.x.first = 3984 + 10;
  PointLayer exact{
      "fp32", Text::verbatim("fp32: 100 places for 100 tokens"), ColourRole::b, Mark::dots, {}, {},
      true};
  PointLayer broken{
      "bf16", Text::verbatim("bf16: 7 places for 100 tokens"), ColourRole::a, Mark::squares, {}, {},
      false};
  for (int p = 3996; p < 4096; ++p) {
    exact.x.push_back(p);
    exact.y.push_back(p);
    broken.x.push_back(p);
    broken.y.push_back(std::nearbyint(p / 16.0) * 16);
  }
  panel.x.ticks = panel.y.ticks = AxisTicks::integers;
  panel.layers = {exact, broken};
  panel.inspection = std::make_shared<StairInspection>();
  return figureOf(std::move(panel));
}

inline std::shared_ptr<Figure> curveFigure(std::int64_t length, bool logarithmic) {
  PlotPanel panel;
  panel.name = "waves";
  panel.x = axis("position", logarithmic ? 1 : 0, static_cast<double>(length - 1),
                 logarithmic ? AxisTicks::powersOfTwo : AxisTicks::integers);
  panel.x.scale = logarithmic ? AxisScale::log2 : AxisScale::linear;
  panel.y = axis("score, q = k", -0.4, 1.15, AxisTicks::automatic);
  const auto field = makeDecayField(phaseRecipes(), 128, 10000, length - 1, length, 1.0 / 64);
  CurveLayer curve;
  curve.name = "a";
  curve.label = Text::verbatim("whole module cast to bf16");
  curve.source = fieldSource(field, backend());
  CurveLayer other = curve;
  other.name = "b";
  other.label = Text::verbatim("exact");
  other.role = ColourRole::b;
  other.quantity = Quantity::b;
  BandLayer band{"spread", Text::verbatim("spread"), ColourRole::neutral, spread(length)};
  PointLayer reference{"line",
                       Text::verbatim("envelope"),
                       ColourRole::reference,
                       Mark::dashed,
                       {1, 512, 4095},
                       {1, 0.5, 0.1},
                       false};
  StripLayer line{ColourRole::reference, 2048, 2048, Text::verbatim("context")};
  NoteLayer note{1024, 0.3, Text::verbatim("first rise"), Text::verbatim("at distance 11"),
                 ColourRole::good};
  panel.layers = {band, curve, other, reference, line, note};
  return figureOf(std::move(panel));
}

inline BitsPanel bitsPanel() {
  BitsPanel panel;
  panel.name = "bits";
  for (const char* id : {"fp64", "fp32", "fp16", "bf16", "e4m3fn"}) {
    const NumberFormat& format = *findFormat(id);
    const std::uint64_t code = encode(format, 4095.0);
    BitsRow row;
    row.label = Text::verbatim(format.label);
    row.value = Text::verbatim(std::string(id) == "bf16" ? "4,096 (+1)" : "4,095");
    row.detail = Text::verbatim(hexOf(format, code) + " · below 4,080 · above 4,112");
    row.bits = bitsOf(format, code);
    row.selected = std::string(id) == "bf16";
    row.role = row.selected ? TextRole::a : TextRole::plain;
    row.select = {"format", id};
    for (const Bit& bit : row.bits) {
      row.actions.push_back({"value", std::to_string(bit.index)});
    }
    panel.rows.push_back(std::move(row));
  }
  return panel;
}

inline TablePanel tablePanel() {
  TablePanel panel;
  panel.name = "table";
  panel.title = Text::verbatim("Precision by range");
  panel.columns = {{Text::verbatim("range")},
                   {Text::verbatim("spacing")},
                   {Text::verbatim("distinct")},
                   {Text::verbatim("what happens")}};
  const std::int64_t starts[] = {256, 512, 1024, 2048, 4096};
  for (const std::int64_t start : starts) {
    TableRow row;
    row.cells = {{Text::verbatim(groupedInteger(start) + " – " + groupedInteger(2 * start)),
                  TextRole::plain},
                 {Text::verbatim(groupedInteger(start / 128)), TextRole::number},
                 {Text::verbatim("128"), TextRole::a},
                 {Text::verbatim("positions share a place"), TextRole::plain}};
    row.action = {"start", std::to_string(start)};
    row.selected = start == 2048;
    panel.rows.push_back(std::move(row));
  }
  return panel;
}

inline std::shared_ptr<Figure> bitsFigure() {
  auto figure = figureOf(bitsPanel());
  figure->panels.emplace_back(tablePanel());
  return figure;
}

inline std::shared_ptr<Figure> mixedFigure() {
  auto figure = stairFigure();
  figure->panels.emplace_back(tablePanel());
  return figure;
}

inline std::shared_ptr<Figure> specialFigure() {
  auto panel =
      heatPanel(std::make_shared<CountingSource>(6, 8, true),
                {ColourScale::Map::sequential, 0, 5007, Text::verbatim("largest error")}, false);
  return figureOf(std::move(panel));
}

inline std::shared_ptr<Figure> twoMapsFigure() {
  auto figure = std::make_shared<Figure>();
  figure->finding = finding();
  auto one = heatPanel(alibi(64), diverging(32, "bias"), true);
  one.title = Text::verbatim("Before: index in bf16");
  auto other = heatPanel(alibi(64), diverging(32, "bias"), true);
  other.title = Text::verbatim("After");
  std::get<HeatLayer>(other.layers[0]).quantity = Quantity::b;
  figure->panels = {one, other};
  return figure;
}

}  // namespace poscope::samples
