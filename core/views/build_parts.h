// Pieces that several views use to build figures.
#pragma once

#include <memory>

#include "core/field/make_field.h"
#include "core/figure/figure.h"
#include "core/state/params.h"

namespace poscope {

/// Which side the compare switch shows; the only reading of `show`.
enum class Show { reference, a, b, difference };
[[nodiscard]] Show shown(const Params& params);

/// The quantity that a picture shows for a side.
[[nodiscard]] Quantity quantityOf(Show show);

/// A value with its decimal, hex and bits in `format`, as inspector rows with `label` in `role`.
[[nodiscard]] std::vector<DetailRow> storedRows(Text label, double value,
                                                const NumberFormat& format, double scale,
                                                TextRole role);

/// What the inspector says of a heat map's cell.
struct FieldInspectionSetup {
  std::shared_ptr<const CellSource> source;
  Text rowLabel;
  Text columnLabel;
  double rowFirst = 0;
  double columnFirst = 0;
  Text labelA;
  Text labelB;
  const NumberFormat* formatA = nullptr;  ///< Of the stored value.
  const NumberFormat* formatB = nullptr;
  double scaleA = 1;  ///< Step of a scaled integer, 1 for floating formats.
  double scaleB = 1;
  bool aligned = false;  ///< Drawn values differ from stored ones by a row constant: both are told.
};
[[nodiscard]] std::shared_ptr<const Inspection> fieldInspection(FieldInspectionSetup setup);

/// Notices about the model that parameters came from: what this view does not apply of it.
[[nodiscard]] std::vector<Text> modelNotes(const Params& params, std::string_view viewScheme);

/// The largest finite magnitude over a coarse lattice of the whole source.
[[nodiscard]] double largestMagnitude(const CellSource& source, Quantity quantity);

/// Widens low..high to the finite values of a row from `firstColumn` to its end, seen through at
/// most 512 cells' minima and maxima.
void widenRange(const CellSource& source, Quantity quantity, std::int64_t row,
                std::int64_t firstColumn, double& low, double& high);

/// A symmetric limit for a difference: the largest magnitude over a coarse lattice of the whole
/// source, rounded up to 1, 2 or 5 times a power of ten; `fallback` when it is all zero.
[[nodiscard]] double differenceLimit(const CellSource& source, Quantity quantity, double fallback);

/// A tick step of at most `most` ticks over `span`: `unit` times a power of two.
[[nodiscard]] double doubledStep(double span, double unit, int most);

}  // namespace poscope
