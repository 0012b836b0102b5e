// The fields and lattices over which backends are held against each other: every body in every
// number format, at odd sizes. Used by the tests and by scripts/gpu-check.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/lattice.h"
#include "core/field/field.h"

namespace poscope {

struct FieldCase {
  std::string name;  ///< "alibi bf16": the body and the model's format.
  Field field;
};

/// Every body of FieldBody in every number format. Positions beyond every format's exact integers
/// are among them, so that overflow, NaN and infinity occur.
[[nodiscard]] std::vector<FieldCase> fieldCases();

/// One large field per body, in bf16: what speed is measured on.
[[nodiscard]] std::vector<FieldCase> largeFieldCases();

/// Parts of `field` at odd sizes: one cell, one row, one column, prime counts, fewer and more
/// integers than cells, up to the last integer.
[[nodiscard]] std::vector<Lattice> oddLattices(const Field& field);

/// The whole of a large field in rows x columns cells of one sample (one row where the field has
/// only one), more than one tile of a launch.
[[nodiscard]] Lattice manyTiles(const Field& field, std::int64_t rows, std::int64_t columns);

inline constexpr std::array kAllQuantities{Quantity::a,
                                           Quantity::b,
                                           Quantity::reference,
                                           Quantity::aMinusB,
                                           Quantity::absoluteAMinusB,
                                           Quantity::aMinusReference,
                                           Quantity::bMinusReference,
                                           Quantity::storedA,
                                           Quantity::storedB};
inline constexpr std::array kAllReductions{Reduction::sample, Reduction::mean, Reduction::minimum,
                                           Reduction::maximum, Reduction::maximumMagnitude};

}  // namespace poscope
