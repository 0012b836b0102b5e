#include "core/views/difference.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/numbers.h"
#include "core/compute/curve.h"
#include "core/views/build_parts.h"

namespace poscope {
namespace {

/// What is told of a difference that is shown in another way than A - B.
struct DifferenceWords {
  const char* axis;         ///< With the title of the signed one.
  const char* explanation;  ///< With the explanation of the signed one.
  const char* reading;
};
// In the order of Difference; the signed one has its view's words.
constexpr std::array<DifferenceWords, 3> kWords{
    {{"", "", "shown-difference.reading.signed"},
     {"shown-difference.axis.absolute", "shown-difference.explanation.absolute",
      "shown-difference.reading.absolute"},
     {"shown-difference.axis.log10", "shown-difference.explanation.log10",
      "shown-difference.reading.absolute"}}};
static_assert(kWords.size() == kDifferences.size());

const DifferenceWords& wordsOf(Difference difference) {
  return kWords[static_cast<std::size_t>(difference)];
}

constexpr double kMostDecades = 12;         ///< Of a scale; what is smaller has the lowest colour.
constexpr std::int64_t kMostLookedAt = 96;  ///< Rows, and columns, of a map.

/// The magnitudes that a scale has to hold.
struct Magnitudes {
  double least = HUGE_VAL;  ///< Above 0.
  double largest = 0;

  void add(double value) {
    const double magnitude = std::abs(value);
    if (std::isfinite(magnitude) && magnitude > 0) {
      least = std::min(least, magnitude);
      largest = std::max(largest, magnitude);
    }
  }
};

double decade(double exponent) {
  return std::pow(10.0, exponent);
}

/// Whole powers of ten around them; a decade where there is nothing but zeros.
ValueRange decadesAround(const Magnitudes& seen) {
  constexpr double kSlack = 1e-9;
  if (seen.largest == 0) {
    return {0.1, 1};
  }
  const double top = std::ceil(std::log10(seen.largest) - kSlack);
  const double bottom = std::floor(std::log10(seen.least) + kSlack);
  return {decade(std::clamp(bottom, top - kMostDecades, top - 1)), decade(top)};
}

Text inWords(const char* key, const char* name, Text signedWords) {
  return {key, {{name, std::move(signedWords)}}};
}

// Whose numbers they are: "|module-cast bf16 - hf-llama bf16|".
std::string magnitudeOf(const std::string& of) {
  return of.empty() ? of : "|" + of + "|";
}

double unitOf(const HeatLayer& heat, std::int64_t row) {
  return heat.rowUnits.empty() ? 1.0 : heat.rowUnits[static_cast<std::size_t>(row)];
}

/// Whether points are what a side is off by.
bool showsErrors(const PointLayer* points) {
  return points != nullptr &&
         (points->name == sideName(Side::a) || points->name == sideName(Side::b));
}

bool isZero(const PointLayer& points) {
  return std::all_of(points.y.begin(), points.y.end(), [](double y) { return y == 0; });
}

/// Cells through which the part of `count` integers that an axis shows is looked at.
AxisLattice shownOf(const Axis& axis, double integerFirst, std::int64_t count) {
  const auto last = static_cast<double>(count - 1);
  const double from = std::clamp(std::ceil(axis.first - integerFirst), 0.0, last);
  const double to = std::clamp(std::floor(axis.last - integerFirst), from, last);
  const std::int64_t span = std::llround(to - from) + 1;
  return {std::llround(from), span, std::min(kMostLookedAt, span)};
}

Result<Magnitudes> magnitudesOf(const PlotPanel& panel, const HeatLayer& heat,
                                const std::stop_token& stop) {
  const CellSource& source = *heat.source;
  const Lattice lattice{shownOf(panel.y, heat.rowFirst, source.rows()),
                        shownOf(panel.x, heat.columnFirst, source.columns())};
  std::vector<double> cells(static_cast<std::size_t>(lattice.rows.count * lattice.columns.count));
  POSCOPE_CHECK(source.cells(lattice, Quantity::absoluteAMinusB, Reduction::sample,
                             std::span<double>(cells), stop));
  Magnitudes seen;
  const auto width = static_cast<std::size_t>(lattice.columns.count);
  for (std::size_t k = 0; k < cells.size(); ++k) {
    seen.add(cells[k] / unitOf(heat, lattice.rows.begin(static_cast<std::int64_t>(k / width))));
  }
  return seen;
}

Result<void> change(const PlotPanel& panel, HeatLayer& heat, Difference difference,
                    const std::stop_token& stop) {
  ColourScale& colours = heat.colours;
  heat.quantity = Quantity::absoluteAMinusB;
  heat.of = magnitudeOf(heat.of);
  colours.map = ColourScale::Map::sequential;
  colours.title = inWords(wordsOf(difference).axis, "axis", std::move(colours.title));
  colours.low = 0;
  if (difference == Difference::log10) {
    POSCOPE_TRY(Magnitudes seen, magnitudesOf(panel, heat, stop));
    seen.add(seen.largest > 0 ? colours.high : 0);  // The view has looked at more of them.
    const ValueRange decades = decadesAround(seen);
    colours.low = decades.low;
    colours.high = decades.high;
    colours.scale = AxisScale::log2;
  }
  return {};
}

Result<void> look(const CurveLayer& curve, const Axis& x, Magnitudes& seen,
                  const std::stop_token& stop) {
  const std::int64_t columns = curve.source->columns();
  const auto first = static_cast<std::int64_t>(
      std::clamp(std::ceil(x.first - curve.columnFirst), 0.0, static_cast<double>(columns - 1)));
  const AxisLattice cells{first, columns - first, rowCells(columns - first)};
  ColumnEdges edges;
  for (std::int64_t k = 0; k <= cells.count; ++k) {
    edges.push_back(cells.begin(k));
  }
  POSCOPE_TRY(const CurvePoints points,
              curvePoints(*curve.source, curve.row, curve.quantity, edges, CurveDetail::few, stop));
  std::for_each(points.y.begin(), points.y.end(), [&seen](double y) { seen.add(y); });
  return {};
}

void fit(Axis& y, const Magnitudes& seen, Difference difference) {
  y.title = inWords(wordsOf(difference).axis, "axis", std::move(y.title));
  if (difference == Difference::log10) {
    const ValueRange decades = decadesAround(seen);
    y.first = decades.low;
    y.last = decades.high;
    y.scale = AxisScale::log2;
    y.ticks = AxisTicks::given;
    for (double power = std::round(std::log10(decades.low)); decade(power) <= decades.high;
         ++power) {
      y.tickValues.push_back(decade(power));
    }
    return;
  }
  const double room = 0.05 * (seen.largest > 0 ? seen.largest : 1);
  y.first = -room;
  y.last = seen.largest + room;
}

/// Changes what a panel draws of differences along y; whether there was any.
Result<bool> changeCurves(PlotPanel& panel, Difference difference, Magnitudes& seen,
                          const std::stop_token& stop) {
  bool any = false;
  for (Layer& layer : panel.layers) {
    if (auto* const curve = std::get_if<CurveLayer>(&layer);
        curve != nullptr && curve->quantity == Quantity::aMinusB) {
      curve->quantity = Quantity::absoluteAMinusB;
      curve->of = magnitudeOf(curve->of);
      curve->label = curve->label.empty()
                         ? Text()
                         : inWords(wordsOf(Difference::absolute).axis, "axis", curve->label);
      if (difference == Difference::log10 && curve->mark == Mark::line) {
        curve->mark = Mark::dots;  // What stands between zeros alone would be no line.
      }
      POSCOPE_CHECK(look(*curve, panel.x, seen, stop));
      any = true;
    }
    if (auto* const points = std::get_if<PointLayer>(&layer); showsErrors(points)) {
      for (double& y : points->y) {
        y = std::abs(y);
        seen.add(y);
      }
      points->of = magnitudeOf(points->of + " - fp64");
      any = true;
    } else if (difference == Difference::log10 && points != nullptr && isZero(*points)) {
      points->label = {};  // No place on the axis.
    }
  }
  return any;
}

// Marks along the upper edge stay there.
void moveEdgeMarks(PlotPanel& panel, double from, double to) {
  for (Layer& layer : panel.layers) {
    auto* const points = std::get_if<PointLayer>(&layer);
    if (points != nullptr && points->name.empty()) {
      std::replace(points->y.begin(), points->y.end(), from, to);
    }
  }
}

/// Adds the difference to what is read, and marks it where it is drawn.
class DifferenceInspection final : public Inspection {
 public:
  DifferenceInspection(std::shared_ptr<const Inspection> inner, Layer layer, Difference difference)
      : inner_(std::move(inner)), layer_(std::move(layer)), difference_(difference) {}

  Detail at(double x, double y) const override {
    Detail detail = inner_->at(x, y);
    if (detail.rows.empty() || !detail.marked) {
      return detail;
    }
    if (const auto* const heat = std::get_if<HeatLayer>(&layer_)) {
      const auto row = std::llround(detail.markY - heat->rowFirst);
      const auto column = std::llround(detail.markX - heat->columnFirst);
      if (!isMasked(*heat, row, column)) {
        add(detail, heat->source->value(row, column, heat->quantity));
      }
      return detail;
    }
    if (const auto* const curve = std::get_if<CurveLayer>(&layer_)) {
      const auto column = std::llround(detail.markX - curve->columnFirst);
      add(detail, curve->source->value(curve->row, column, curve->quantity));
    }
    if (difference_ != Difference::plain) {
      detail.markY = std::abs(detail.markY);
      for (NoteLayer& note : detail.notes) {
        note.y = std::abs(note.y);
      }
    }
    return detail;
  }

 private:
  void add(Detail& detail, double value) const {
    detail.rows.push_back(
        {wordsOf(difference_).reading, Text::verbatim(readingDecimal(value)), TextRole::plain, {}});
  }

  std::shared_ptr<const Inspection> inner_;
  Layer layer_;
  Difference difference_;
};

/// The layer of a panel that shows a difference; nullptr for none.
const Layer* differenceIn(const PlotPanel& panel) {
  const auto found = std::find_if(panel.layers.begin(), panel.layers.end(), [](const Layer& layer) {
    const auto shows = [](Quantity quantity) {
      return quantity == Quantity::aMinusB || quantity == Quantity::absoluteAMinusB;
    };
    if (const auto* const heat = std::get_if<HeatLayer>(&layer)) {
      return shows(heat->quantity);
    }
    if (const auto* const curve = std::get_if<CurveLayer>(&layer)) {
      return shows(curve->quantity);
    }
    const auto* const points = std::get_if<PointLayer>(&layer);
    return showsErrors(points);
  });
  return found == panel.layers.end() ? nullptr : &*found;
}

Result<void> change(PlotPanel& panel, Difference difference, const std::stop_token& stop) {
  for (Layer& layer : panel.layers) {
    if (auto* const heat = std::get_if<HeatLayer>(&layer);
        heat != nullptr && heat->quantity == Quantity::aMinusB) {
      POSCOPE_CHECK(change(panel, *heat, difference, stop));
    }
  }
  Magnitudes seen;
  POSCOPE_TRY(const bool any, changeCurves(panel, difference, seen, stop));
  if (any) {
    const double before = panel.y.last;
    fit(panel.y, seen, difference);
    moveEdgeMarks(panel, before, panel.y.last);
  }
  return {};
}

}  // namespace

Result<void> showDifference(Figure& figure, Difference difference, const std::stop_token& stop) {
  if (figure.side != Side::difference) {
    return {};
  }
  bool any = false;
  for (Panel& panel : figure.panels) {
    auto* const plot = std::get_if<PlotPanel>(&panel);
    if (plot == nullptr || differenceIn(*plot) == nullptr) {
      continue;
    }
    any = true;
    if (difference != Difference::plain) {
      POSCOPE_CHECK(change(*plot, difference, stop));
    }
    if (plot->inspection != nullptr) {
      plot->inspection = std::make_shared<DifferenceInspection>(std::move(plot->inspection),
                                                                *differenceIn(*plot), difference);
    }
  }
  if (any && difference != Difference::plain) {
    figure.finding.explanation = inWords(wordsOf(difference).explanation, "explanation",
                                         std::move(figure.finding.explanation));
  }
  return {};
}

}  // namespace poscope
