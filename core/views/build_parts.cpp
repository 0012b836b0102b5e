#include "core/views/build_parts.h"

#include <array>
#include <cmath>

#include "core/base/numbers.h"
#include "core/compute/curve.h"
#include "core/views/view.h"

namespace poscope {
namespace {

// In the order of Side.
constexpr std::array kQuantities{Quantity::reference, Quantity::a, Quantity::b, Quantity::aMinusB};
static_assert(kQuantities.size() == kSides.size());

constexpr std::array kRoles{ColourRole::reference, ColourRole::a, ColourRole::b,
                            ColourRole::neutral};
static_assert(kRoles.size() == kSides.size());

std::string ofSides(const std::string& a, const std::string& b, Side side) {
  return side == Side::a            ? a
         : side == Side::b          ? b
         : side == Side::difference ? a + " - " + b
                                    : std::string("fp64");
}

class MadeSides final : public FigureSides {
 public:
  MadeSides(Figure common, SideMaker make) : common_(std::move(common)), make_(std::move(make)) {}

  Result<Figure> figure(Side side, std::stop_token) const override {
    Figure figure = common_;
    figure.side = side;
    return make_(figure, side).map([&] { return std::move(figure); });
  }

 private:
  Figure common_;
  SideMaker make_;
};

class FieldInspection final : public Inspection {
 public:
  explicit FieldInspection(FieldInspectionSetup setup) : setup_(std::move(setup)) {}

  Detail at(double x, double y) const override {
    const double row = std::round(y - setup_.rowFirst);
    const double column = std::round(x - setup_.columnFirst);
    Detail detail;
    if (!(row >= 0 && column >= 0 && row < static_cast<double>(setup_.source->rows()) &&
          column < static_cast<double>(setup_.source->columns()))) {
      return detail;
    }
    const auto r = static_cast<std::int64_t>(row);
    const auto c = static_cast<std::int64_t>(column);
    const auto rowValue = static_cast<std::int64_t>(row + setup_.rowFirst);
    const auto columnValue = static_cast<std::int64_t>(column + setup_.columnFirst);
    detail.rows.push_back({setup_.rowLabel, {"value.integer", {{"value", rowValue}}}, {}, {}});
    detail.rows.push_back(
        {setup_.columnLabel, {"value.integer", {{"value", columnValue}}}, {}, {}});
    detail.marked = true;
    detail.markX = static_cast<double>(columnValue);
    detail.markY = static_cast<double>(rowValue);
    if (setup_.causal && c > r) {
      detail.rows.push_back({"inspector.masked", "inspector.masked.why", {}, {}});
      return detail;
    }
    addSide(detail, setup_.labelA, setup_.formatA, setup_.scaleA, TextRole::a, r, c,
            {Quantity::a, Quantity::storedA});
    addSide(detail, setup_.labelB, setup_.formatB, setup_.scaleB, TextRole::b, r, c,
            {Quantity::b, Quantity::storedB});
    const double reference = setup_.source->value(r, c, Quantity::reference);
    detail.rows.push_back({"inspector.reference",
                           Text::verbatim(readingDecimal(reference)),
                           TextRole::reference,
                           {}});
    return detail;
  }

 private:
  void addSide(Detail& detail, const Text& label, const NumberFormat* format, double scale,
               TextRole role, std::int64_t row, std::int64_t column,
               std::array<Quantity, 2> quantities) const {
    const double drawn = setup_.source->value(row, column, quantities[0]);
    if (setup_.aligned) {
      detail.rows.push_back({label, Text::verbatim(readingDecimal(drawn)), role, {}});
    }
    if (std::isnan(drawn) && setup_.aligned) {
      return;
    }
    const double stored = setup_.source->value(row, column, quantities[1]);
    const Text storedLabel = setup_.aligned ? Text("inspector.stored") : label;
    for (DetailRow& line : storedRows(storedLabel, stored, *format, scale, role)) {
      detail.rows.push_back(std::move(line));
    }
  }

  FieldInspectionSetup setup_;
};

constexpr std::int64_t kMostEnds = 100;  ///< Stretches of rows or columns looked at for their ends.

// Least and greatest of every cell of a lattice of `rows` rows over a window.
template <typename Use>
void eachEnd(const CellSource& source, Quantity quantity, const CellWindow& window,
             std::int64_t rows, Use use) {
  const std::int64_t columns = std::min(kMostEnds, window.columns);
  const Lattice lattice{{window.rowFirst, window.rows, rows},
                        {window.columnFirst, window.columns, columns}};
  std::vector<double> cells(static_cast<std::size_t>(rows * columns));
  for (const Reduction reduction : {Reduction::minimum, Reduction::maximum}) {
    if (!source.cells(lattice, quantity, reduction, std::span<double>(cells), {})) {
      return;
    }
    for (std::size_t k = 0; k < cells.size(); ++k) {
      use(k / static_cast<std::size_t>(columns), cells[k]);
    }
  }
}

double niceAbove(double magnitude) {
  const double power = std::pow(10.0, std::floor(std::log10(magnitude)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (magnitude <= factor * power) {
      return factor * power;
    }
  }
  return magnitude;
}

}  // namespace

Quantity quantityOf(Side side) {
  return kQuantities[static_cast<std::size_t>(side)];
}

std::vector<Quantity> quantitiesOnScale(Side shown) {
  return shown == Side::difference ? std::vector{quantityOf(shown)}
                                   : std::vector{Quantity::reference, Quantity::a, Quantity::b};
}

ColourRole roleOf(Side side) {
  return kRoles[static_cast<std::size_t>(side)];
}

std::string ofSide(const RecipePair& recipes, Side side) {
  const std::string format = " " + std::string(recipes.format->id);
  return ofSides(recipeWords(recipes.a) + format, recipeWords(recipes.b) + format, side);
}

std::string ofSide(const NumberFormat& a, const NumberFormat& b, Side side) {
  return ofSides(std::string(a.id), std::string(b.id), side);
}

TableCell integerCell(std::int64_t number, TextRole role) {
  return {{"value.integer", {{"value", number}}}, role, {}, number};
}

TableCell numberCell(double number, int digits, TextRole role) {
  return {Text::verbatim(shortDecimal(number, digits)), role, {}, number};
}

TableCell shareCell(double share, int digits, TextRole role) {
  return {{"value.percent", {{"share", shortDecimal(100 * share, digits)}}}, role, {}, share};
}

Text inColourOf(Side side, TextArgument value) {
  value.name = "value";
  return Text(side == Side::b ? "value.b" : "value.a", std::vector<TextArgument>{std::move(value)});
}

Text differenceSentence(const LargestCell& difference, std::string_view key,
                        std::vector<TextArgument> where) {
  if (difference.magnitude == 0) {
    return difference.everyCell ? "sides.equal" : "sides.equal-seen";
  }
  where.emplace_back("largest", Text(difference.everyCell ? "sides.at-most" : "sides.at-least",
                                     {{"value", shortDecimal(difference.magnitude, 3)}}));
  return {key, std::move(where)};
}

std::vector<std::string> factNames(const std::vector<Fact>& facts) {
  std::vector<std::string> names;
  names.reserve(facts.size());
  for (const Fact& fact : facts) {
    names.push_back(fact.name);
  }
  return names;
}

Figure figureOfSides(Figure common, SideMaker make) {
  Figure figure;
  figure.sides = std::make_shared<MadeSides>(std::move(common), std::move(make));
  return figure;
}

std::vector<DetailRow> storedRows(Text label, double value, const NumberFormat& format,
                                  double scale, TextRole role) {
  DetailRow row{std::move(label), Text::verbatim(exactText(value)), role, {}};
  if (std::isnan(value) && !format.hasNan()) {
    return {row};
  }
  const std::uint64_t code = encode(format, value, scale);
  DetailRow bits{{"inspector.bits", {{"format", format.label}}},
                 Text::verbatim(hexOf(format, code)),
                 TextRole::plain,
                 bitsOf(format, code)};
  return {row, bits};
}

std::shared_ptr<const Inspection> fieldInspection(FieldInspectionSetup setup) {
  return std::make_shared<FieldInspection>(std::move(setup));
}

std::vector<Text> modelNotes(const Params& params) {
  std::vector<Text> notes;
  const std::string& model = params.text(parameter::kModel);
  const std::string& scaling = params.text(parameter::kScaling);
  if (!model.empty() && !scaling.empty()) {
    const std::string type = parseRopeScaling(scaling).value_or(RopeScaling()).type;
    notes.push_back({"note.scaling", {{"model", model}, {"scaling", type}}});
  }
  return notes;
}

double largestMagnitude(const CellSource& source, Quantity quantity, std::int64_t most) {
  const Lattice lattice{{0, source.rows(), std::min(most, source.rows())},
                        {0, source.columns(), std::min(most, source.columns())}};
  std::vector<double> cells(static_cast<std::size_t>(lattice.rows.count * lattice.columns.count));
  if (!source.cells(lattice, quantity, Reduction::maximumMagnitude, std::span<double>(cells), {})) {
    return 0;
  }
  double largest = 0;
  for (const double cell : cells) {
    largest = std::isfinite(cell) ? std::max(largest, std::abs(cell)) : largest;
  }
  return largest;
}

void widenRange(const CellSource& source, Quantity quantity, const CellWindow& window,
                ValueRange& range) {
  eachEnd(source, quantity, window, std::min(kMostEnds, window.rows),
          [&range](std::size_t, double value) { range.widen(value); });
}

void widenRows(const CellSource& source, Quantity quantity, const CellWindow& window,
               std::span<ValueRange> rows) {
  eachEnd(source, quantity, window, window.rows,
          [rows](std::size_t row, double value) { rows[row].widen(value); });
}

std::int64_t rowCells(std::int64_t columns) {
  constexpr std::int64_t kMostSeen = 1 << 16;
  constexpr std::int64_t kCells = 1 << 10;
  return columns <= kMostSeen ? columns : kCells;
}

void widenRange(const CellSource& source, Quantity quantity, std::int64_t row,
                std::int64_t firstColumn, double& low, double& high) {
  const AxisLattice columns{firstColumn, source.columns() - firstColumn,
                            rowCells(source.columns() - firstColumn)};
  ColumnEdges edges;
  for (std::int64_t k = 0; k <= columns.count; ++k) {
    edges.push_back(columns.begin(k));
  }
  const auto points = curvePoints(source, row, quantity, edges, CurveDetail::few, {});
  if (!points) {
    return;
  }
  for (const double y : points->y) {
    low = std::isfinite(y) ? std::min(low, y) : low;
    high = std::isfinite(y) ? std::max(high, y) : high;
  }
}

Axis wholeAxis(Text title, DataName data, std::int64_t first, std::int64_t last) {
  Axis axis{std::move(title), static_cast<double>(first) - 0.5, static_cast<double>(last) + 0.5,
            AxisScale::linear, AxisTicks::integers};
  axis.data = std::move(data);
  return axis;
}

double niceLimit(double largest, double fallback) {
  return largest > 0 ? niceAbove(largest) : fallback;
}

double differenceLimit(const CellSource& source, Quantity quantity, double fallback) {
  return niceLimit(largestMagnitude(source, quantity), fallback);
}

double doubledStep(double span, double unit, int most) {
  double step = unit;
  while (span / step > most) {
    step *= 2;
  }
  return step;
}

}  // namespace poscope
