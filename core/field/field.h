// A field is a pure function of (row, column): the value that a picture shows there. Bodies are
// small structs of plain data, shared by the CPU row loop and the CUDA launch, neither of which
// holds a formula.
//
// To add a field: one header with a struct that has a(), b(), reference() (and storedA(), storedB()
// where what is drawn is not what is stored), and its name in FieldBody below.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "core/field/alibi_field.h"
#include "core/field/decay_field.h"
#include "core/field/phase_field.h"
#include "core/field/rope_error_field.h"
#include "core/field/wave_field.h"

namespace poscope {

/// Which number of a cell is asked for.
enum class Quantity {
  a,
  b,
  reference,
  aMinusB,
  aMinusReference,
  bMinusReference,
  storedA,  ///< What recipe A keeps in memory: what bits are shown of. Often the same as `a`.
  storedB,
  absoluteAMinusB,  ///< |A - B|: its mean over a cell is no mean of A - B where signs cancel.
};

using FieldBody =
    std::variant<PhaseField, RecurrentPhaseField, AlibiField, AlibiHeadsField, DecayField,
                 RecurrentDecayField, ScoreSpreadField, RopeErrorField, RecurrentRopeErrorField,
                 RopeWorstField, RecurrentRopeWorstField, WaveField>;

/// Numbers that a body looks up (inverse frequencies, slopes): immutable, shared, uploaded once by
/// a GPU backend.
using FieldTable = std::vector<double>;

struct Field {
  FieldBody body;
  std::shared_ptr<const FieldTable> table;
  std::int64_t rows = 1;     ///< Rows 0..rows-1 exist.
  std::int64_t columns = 1;  ///< Columns 0..columns-1 exist.
};

/// One quantity of a body. Differences are formed here, from one evaluation of each side, in
/// double.
template <Quantity Q, typename Body>
POSCOPE_HD double quantityOf(const Body& body, const double* table, std::int64_t row,
                             std::int64_t column) {
  if constexpr (Q == Quantity::a) {
    return body.a(table, row, column);
  } else if constexpr (Q == Quantity::b) {
    return body.b(table, row, column);
  } else if constexpr (Q == Quantity::reference) {
    return body.reference(table, row, column);
  } else if constexpr (Q == Quantity::aMinusB) {
    return body.a(table, row, column) - body.b(table, row, column);
  } else if constexpr (Q == Quantity::absoluteAMinusB) {
    return std::abs(body.a(table, row, column) - body.b(table, row, column));
  } else if constexpr (Q == Quantity::aMinusReference) {
    return body.a(table, row, column) - body.reference(table, row, column);
  } else if constexpr (Q == Quantity::bMinusReference) {
    return body.b(table, row, column) - body.reference(table, row, column);
  } else if constexpr (Q == Quantity::storedA) {
    return body.storedA(table, row, column);
  } else {
    return body.storedB(table, row, column);
  }
}

/// Calls `use.template operator()<Q>()` for a quantity known at run time: the only switch over
/// Quantity.
template <typename Use>
decltype(auto) withQuantity(Quantity quantity, Use&& use) {
  switch (quantity) {
    case Quantity::a:
      return use.template operator()<Quantity::a>();
    case Quantity::b:
      return use.template operator()<Quantity::b>();
    case Quantity::reference:
      return use.template operator()<Quantity::reference>();
    case Quantity::aMinusB:
      return use.template operator()<Quantity::aMinusB>();
    case Quantity::aMinusReference:
      return use.template operator()<Quantity::aMinusReference>();
    case Quantity::bMinusReference:
      return use.template operator()<Quantity::bMinusReference>();
    case Quantity::storedA:
      return use.template operator()<Quantity::storedA>();
    case Quantity::storedB:
      return use.template operator()<Quantity::storedB>();
    case Quantity::absoluteAMinusB:
      break;
  }
  return use.template operator()<Quantity::absoluteAMinusB>();
}

}  // namespace poscope
