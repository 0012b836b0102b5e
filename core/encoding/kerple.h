// KERPLE: a bias of -p ln(1 + a * distance), the logarithmic kernel, or of -a * distance^p, the
// power kernel (Chi et al. 2022; PIPELINES 6.4).
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

/// The logarithmic bias at a distance >= 0 as the stages leave it.
[[nodiscard]] double kerpleStored(const KerpleHead& head, const KerpleStages& stages,
                                  double distance);

/// The same at distances 0..count-1. The logarithm is that of double,
/// rounded to fp32 as any function value of a stage, so it is the host's work: what is drawn or
/// judged reads this table.
[[nodiscard]] std::vector<double> kerpleBiases(const KerpleHead& head, const KerpleStages& stages,
                                               std::int64_t count);

/// The exact bias at a distance >= 0, in fp64.
[[nodiscard]] double kerpleExact(const KerpleHead& head, double distance);

/// The power kernel: `stages.logarithm` is the format of the power.
[[nodiscard]] double kerplePowerStored(const KerpleHead& head, const KerpleStages& stages,
                                       double distance);
[[nodiscard]] double kerplePowerExact(const KerpleHead& head, double distance);

/// p and a as the authors' code uses those that it has learned: none below 0.01, and p of the power
/// kernel not over 2.
[[nodiscard]] KerpleHead kerpleClamped(const KerpleHead& learned, bool power);

/// p and a of a head before training: drawn as the authors' code does, p evenly from 0 to 2 and a
/// from 0 to 1, but in 64ths, which every format of 16 bits holds, and never 0. The same for a seed
/// everywhere: the 32-bit Mersenne Twister's two numbers of the head.
[[nodiscard]] KerpleHead kerpleDrawn(std::uint32_t seed, std::int64_t head);

}  // namespace poscope
