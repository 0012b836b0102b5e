// Holds one backend against another, bit for bit.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/compute/backend.h"
#include "gpu/check/field_cases.h"

namespace poscope {

/// What was compared and where the backends differ first.
struct Parity {
  std::int64_t fills = 0;
  std::int64_t cells = 0;
  std::int64_t different = 0;  ///< Cells that differ in their bits; NaN equals NaN.
  std::int64_t failed = 0;     ///< Fills that a backend refused.
  std::string first;  ///< The first difference or refusal, in words; empty when there is none.

  [[nodiscard]] bool equal() const { return fills > 0 && different == 0 && failed == 0; }
};

/// The quantities, all reductions, float and double, over oddLattices of each case.
[[nodiscard]] Parity compareOdd(const Backend& expected, const Backend& actual,
                                std::span<const FieldCase> cases,
                                std::span<const Quantity> quantities);

/// One quantity, sampled, as float, over one lattice of one case.
[[nodiscard]] Parity compareLattice(const Backend& expected, const Backend& actual,
                                    const FieldCase& each, const Lattice& lattice);

}  // namespace poscope
