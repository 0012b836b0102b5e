// How far the cos/sin table of a RoPE is from fp64: the larger error of cosine and sine. Rounding
// is judged here, so the reference itself is 0 everywhere.
#pragma once

#include "core/encoding/phase.h"
#include "core/field/integers.h"

namespace poscope {

/// The larger of two distances; NaN where an entry is no finite number, so that it counts as lost.
POSCOPE_HD double entryDistance(const SineCosine& stored, const SineCosine& exact, double factor) {
  const double cosine = stored.cosine - exact.cosine * factor;
  const double sine = stored.sine - exact.sine * factor;
  const double c = cosine < 0 ? -cosine : cosine;
  const double s = sine < 0 ? -sine : sine;
  return (c > s ? c : s) + ((c - c) + (s - s));
}

/// What both bodies hold. Tables have three blocks of frequencies: of A, of B, of the reference.
/// `Angle` is DirectAngle or RecurrentAngle.
template <typename Angle>
struct RopeErrorSides {
  std::int64_t start = 0;  ///< The first position.
  PhaseStages stagesA;
  PhaseStages stagesB;
  double referenceFactor = 1;  ///< cos and sin of the reference are multiplied by it.

  POSCOPE_HD double at(const PhaseStages& stages, double position, double frequency, double exact,
                       std::int64_t pair) const {
    return entryDistance(phaseTableBy<Angle>(stages, position, frequency, pair),
                         sineCosine(position * exact), referenceFactor);
  }
};

/// Row = position, column = pair.
template <typename Angle>
struct RopeErrorFieldBy {
  std::int64_t pairs = 1;  ///< The length of a block.
  RopeErrorSides<Angle> sides;

  POSCOPE_HD double at(const PhaseStages& stages, const double* table, std::int64_t block,
                       std::int64_t row, std::int64_t column) const {
    return sides.at(stages, exactDouble(sides.start + row), table[block * pairs + column],
                    table[2 * pairs + column], column);
  }
  POSCOPE_HD double a(const double* table, std::int64_t row, std::int64_t column) const {
    return at(sides.stagesA, table, 0, row, column);
  }
  POSCOPE_HD double b(const double* table, std::int64_t row, std::int64_t column) const {
    return at(sides.stagesB, table, 1, row, column);
  }
  POSCOPE_HD double reference(const double*, std::int64_t, std::int64_t) const { return 0; }
  POSCOPE_HD double storedA(const double* table, std::int64_t row, std::int64_t column) const {
    return a(table, row, column);
  }
  POSCOPE_HD double storedB(const double* table, std::int64_t row, std::int64_t column) const {
    return b(table, row, column);
  }
};

/// The largest error over the pairs of a position: one row, column = position. Blocks are `padded`
/// long, a multiple of kLanes; the padding repeats the last pair, so that it changes no maximum.
template <typename Angle>
struct RopeWorstFieldBy {
  static constexpr int kLanes = 8;

  std::int64_t pairs = 1;
  std::int64_t padded = kLanes;
  RopeErrorSides<Angle> sides;

  /// NaN wins.
  POSCOPE_HD static double larger(double left, double right) {
    return left >= right ? left : (right >= left ? right : left + right);
  }
  POSCOPE_HD double at(const PhaseStages& stages, const double* own, const double* exact,
                       std::int64_t column) const {
    const double position = exactDouble(sides.start + column);
    double lanes[kLanes] = {};
    for (std::int64_t i = 0; i < padded; i += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const std::int64_t pair = i + lane < pairs ? i + lane : pairs - 1;
        lanes[lane] =
            larger(lanes[lane], sides.at(stages, position, own[i + lane], exact[i + lane], pair));
      }
    }
    return larger(larger(larger(lanes[0], lanes[4]), larger(lanes[2], lanes[6])),
                  larger(larger(lanes[1], lanes[5]), larger(lanes[3], lanes[7])));
  }
  POSCOPE_HD double a(const double* table, std::int64_t, std::int64_t column) const {
    return at(sides.stagesA, table, table + 2 * padded, column);
  }
  POSCOPE_HD double b(const double* table, std::int64_t, std::int64_t column) const {
    return at(sides.stagesB, table + padded, table + 2 * padded, column);
  }
  POSCOPE_HD double reference(const double*, std::int64_t, std::int64_t) const { return 0; }
  POSCOPE_HD double storedA(const double* table, std::int64_t row, std::int64_t column) const {
    return a(table, row, column);
  }
  POSCOPE_HD double storedB(const double* table, std::int64_t row, std::int64_t column) const {
    return b(table, row, column);
  }
};

using RopeErrorField = RopeErrorFieldBy<DirectAngle>;
using RecurrentRopeErrorField = RopeErrorFieldBy<RecurrentAngle>;
using RopeWorstField = RopeWorstFieldBy<DirectAngle>;
using RecurrentRopeWorstField = RopeWorstFieldBy<RecurrentAngle>;

}  // namespace poscope
