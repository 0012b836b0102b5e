// What turns the samples under one cell into its number: which integers are sampled, how samples
// are joined and in which order. Host and device: the CPU's row loops and the CUDA launch both take
// it from here.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/host_device.h"
#include "core/base/lattice.h"

namespace poscope {

/// Samples that an axis takes per cell, 1 to kStrata: a cell of one or two integers needs no four.
POSCOPE_HD int strataOf(const AxisLattice& axis, Reduction reduction) {
  if (reduction == Reduction::sample || axis.span <= axis.count) {
    return 1;
  }
  const std::int64_t widest = (axis.span + axis.count - 1) / axis.count;
  return static_cast<int>(widest < kStrata ? widest : std::int64_t{kStrata});
}

/// The integer that stratum `stratum` of cell `cell` stands for.
POSCOPE_HD std::int64_t sampleInteger(const AxisLattice& axis, std::int64_t cell, int stratum,
                                      int strata) {
  return stratifiedSample(axis.begin(cell), axis.width(cell), stratum, strata);
}

/// Where that integer stands in an axis' table of strata * count integers: computed once for all
/// rows.
POSCOPE_HD std::int64_t sampleSlot(std::int64_t count, std::int64_t cell, int stratum) {
  return stratum * count + cell;
}

struct JoinSum {
  template <typename Real>
  POSCOPE_HD static Real join(Real old, Real sample, bool) {
    return old + sample;
  }
};
struct JoinLeast {
  template <typename Real>
  POSCOPE_HD static Real join(Real old, Real sample, bool first) {
    return first || sample < old ? sample : old;
  }
};
struct JoinGreatest {
  template <typename Real>
  POSCOPE_HD static Real join(Real old, Real sample, bool first) {
    return first || sample > old ? sample : old;
  }
};
struct JoinGreatestMagnitude {
  template <typename Real>
  POSCOPE_HD static Real join(Real old, Real sample, bool first) {
    return first || std::abs(sample) > std::abs(old) ? sample : old;
  }
};

/// Calls `use.template operator()<Join>()` with how a reduction joins two samples: the only switch
/// over Reduction.
template <typename Use>
POSCOPE_HD decltype(auto) withJoin(Reduction reduction, Use&& use) {
  switch (reduction) {
    case Reduction::minimum:
      return use.template operator()<JoinLeast>();
    case Reduction::maximum:
      return use.template operator()<JoinGreatest>();
    case Reduction::maximumMagnitude:
      return use.template operator()<JoinGreatestMagnitude>();
    case Reduction::sample:
    case Reduction::mean:
      break;
  }
  return use.template operator()<JoinSum>();
}

/// Adds one sample to a cell: `value` so far (0 at the start) and `seen`, how many samples were
/// numbers. NaN samples do not enter. Sums are formed in Real, in the order of the calls: row
/// strata outside, column strata inside.
template <typename Join, typename Real>
POSCOPE_HD void joinSample(Real& value, float& seen, Real sample) {
  const bool number = sample == sample;
  const Real joined = Join::join(value, sample, seen == 0.0F);
  value = number ? joined : value;
  seen += number ? 1.0F : 0.0F;
}

/// The cell's number when all samples are in; NaN when none was a number.
template <typename Real>
POSCOPE_HD Real reducedValue(Real value, float seen, Reduction reduction) {
  const Real divisor = reduction == Reduction::mean ? static_cast<Real>(seen) : Real{1};
  return seen == 0.0F ? std::numeric_limits<Real>::quiet_NaN() : value / divisor;
}

}  // namespace poscope
