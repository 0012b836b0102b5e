// RoPE's score against distance (RoFormer section 3.4.3): one row, column = distance. The query
// stands at `query`, the key `column` tokens before it.
#pragma once

#include <cmath>

#include "core/encoding/phase.h"
#include "core/field/integers.h"

namespace poscope {

/// score(n) = weight * 2 * sum over pairs of cos(n w_i): with q = k = ones the weight is 1, with
/// unit normal components of correlation rho the mean has weight rho.
///
/// Table: `padded` is the number of pairs rounded up to kLanes, and seven blocks of that length
/// follow: for A and for B {frequency, cosine and sine of the query as the recipe stores them}, for
/// the reference {frequency}. Padding has cosine and sine 0 (and frequency 0), so it adds nothing;
/// the reference counts its padding's ones away.
/// `Angle` is DirectAngle or RecurrentAngle.
template <typename Angle>
struct DecayFieldBy {
  static constexpr int kLanes = 8;

  std::int64_t pairs = 1;
  std::int64_t padded = kLanes;
  std::int64_t query = 0;
  double weight = 1;
  double referenceFactor = 1;  ///< cos and sin of the reference are multiplied by it.
  PhaseStages stagesA;
  PhaseStages stagesB;

  /// Partial sums in a fixed order, so that vector units and single threads add alike.
  POSCOPE_HD static double joined(const double* lanes) {
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
  }
  POSCOPE_HD double at(const PhaseStages& stages, const double* block,
                       std::int64_t distance) const {
    const double key = exactDouble(query - distance);
    const double* cosines = block + padded;
    const double* sines = block + 2 * padded;
    double lanes[kLanes] = {};
    for (std::int64_t i = 0; i < padded; i += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const SineCosine k = phaseTableBy<Angle>(stages, key, block[i + lane], i + lane);
        lanes[lane] += cosines[i + lane] * k.cosine + sines[i + lane] * k.sine;
      }
    }
    return weight * 2.0 * joined(lanes);
  }
  POSCOPE_HD double a(const double* table, std::int64_t, std::int64_t column) const {
    return at(stagesA, table, column);
  }
  POSCOPE_HD double b(const double* table, std::int64_t, std::int64_t column) const {
    return at(stagesB, table + 3 * padded, column);
  }
  POSCOPE_HD double reference(const double* table, std::int64_t, std::int64_t column) const {
    const double distance = exactDouble(column);
    const double* frequencies = table + 6 * padded;
    double lanes[kLanes] = {};
    for (std::int64_t i = 0; i < padded; i += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) {
        lanes[lane] += sineCosine(distance * frequencies[i + lane]).cosine;
      }
    }
    return weight * 2.0 * (referenceFactor * referenceFactor) *
           (joined(lanes) - exactDouble(padded - pairs));
  }
  POSCOPE_HD double storedA(const double* table, std::int64_t row, std::int64_t column) const {
    return a(table, row, column);
  }
  POSCOPE_HD double storedB(const double* table, std::int64_t row, std::int64_t column) const {
    return b(table, row, column);
  }
};

/// Mean and spread of the score of q and k with unit normal components whose correlation, component
/// by component, is rho (1: q = k, 0: independent). Derivation: docs/formulas.md.
struct ScoreSpread {
  static constexpr int kLanes = 8;

  /// The sum over pairs of cos(factor * w_i), in a fixed order.
  POSCOPE_HD static double cosineSum(const double* frequencies, std::int64_t pairs, double factor) {
    double lanes[kLanes] = {};
    std::int64_t i = 0;
    for (; i + kLanes <= pairs; i += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) {
        lanes[lane] += sineCosine(factor * frequencies[i + lane]).cosine;
      }
    }
    for (int lane = 0; i + lane < pairs; ++lane) {
      lanes[lane] += sineCosine(factor * frequencies[i + lane]).cosine;
    }
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
  }
  /// rho * 2 * sum cos(n w_i)
  POSCOPE_HD static double mean(const double* frequencies, std::int64_t pairs, double distance,
                                double correlation) {
    return correlation * 2 * cosineSum(frequencies, pairs, distance);
  }
  /// sqrt(sum over pairs of 2 + 2 rho^2 cos(2 n w_i))
  POSCOPE_HD static double deviation(const double* frequencies, std::int64_t pairs, double distance,
                                     double correlation) {
    const double wave = cosineSum(frequencies, pairs, 2 * distance);
    const double variance = 2 * exactDouble(pairs) + 2 * correlation * correlation * wave;
    return std::sqrt(variance > 0 ? variance : 0.0);
  }
};

/// The band of scores within a standard deviation of their mean: row 0 its lower edge, row 1 its
/// upper one. Table: the frequencies of the reference.
struct ScoreSpreadField {
  std::int64_t pairs = 1;
  double correlation = 1;
  double factor = 1;  ///< Scores are multiplied by it.

  POSCOPE_HD double reference(const double* table, std::int64_t row, std::int64_t column) const {
    const double distance = exactDouble(column);
    const double mean = ScoreSpread::mean(table, pairs, distance, correlation);
    const double deviation = ScoreSpread::deviation(table, pairs, distance, correlation);
    return factor * (row == 0 ? mean - deviation : mean + deviation);
  }
  POSCOPE_HD double a(const double* table, std::int64_t row, std::int64_t column) const {
    return reference(table, row, column);
  }
  POSCOPE_HD double b(const double* table, std::int64_t row, std::int64_t column) const {
    return reference(table, row, column);
  }
  POSCOPE_HD double storedA(const double* table, std::int64_t row, std::int64_t column) const {
    return reference(table, row, column);
  }
  POSCOPE_HD double storedB(const double* table, std::int64_t row, std::int64_t column) const {
    return reference(table, row, column);
  }
};

using DecayField = DecayFieldBy<DirectAngle>;
using RecurrentDecayField = DecayFieldBy<RecurrentAngle>;

}  // namespace poscope
