// KERPLE, the logarithmic kernel: a bias of -p ln(1 + a * distance) (Chi et al. 2022;
// PIPELINES 6.4).
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/format.h"

namespace poscope {

/// Parameters of one head. The paper learns them for each head, from p within 0..2 and a within
/// 0..1; the defaults are an example, no model's.
struct KerpleHead {
  double p = 2;    ///< > 0: the largest score is divided by (1 + a * distance)^p.
  double a = 0.5;  ///< > 0, per token.
};

/// Formats of the four stages. `logarithm` is that of each of its three operations: a * distance,
/// 1 + that, ln of that.
struct KerpleStages {
  Rounding position;
  Rounding logarithm;
  Rounding product;
  Rounding bias;
};

/// The biases at distances 0..count-1 as the stages leave them. The logarithm is that of double,
/// rounded to fp32 as any function value of a stage, so it is the host's work: what is drawn or
/// judged reads this table.
[[nodiscard]] std::vector<double> kerpleBiases(const KerpleHead& head, const KerpleStages& stages,
                                               std::int64_t count);

/// The exact bias at a distance >= 0, in fp64.
[[nodiscard]] double kerpleExact(const KerpleHead& head, double distance);

}  // namespace poscope
