#include "core/analysis/phase_rows.h"

#include <algorithm>
#include <cmath>

#include "core/base/host_device.h"
#include "core/encoding/rotation.h"

namespace poscope {
namespace {

POSCOPE_CLONES void tableRow(const PhaseStages& given, const double* frequencies, double position,
                             std::int64_t pairs, double* cosines, double* sines) {
  const PhaseStages stages = given;
  const double made = phasePosition(stages, position);
  for (std::int64_t i = 0; i < pairs; ++i) {
    const SineCosine entry = phaseEntry(stages, phaseAngle(stages, made, frequencies[i]));
    cosines[i] = entry.cosine;
    sines[i] = entry.sine;
  }
}

// The recurrence runs along the row; what a cell would compute from its beginning is the same.
POSCOPE_CLONES void recurrentRow(const PhaseStages& given, const double* factors, double position,
                                 std::int64_t pairs, double* cosines, double* sines) {
  const PhaseStages stages = given;
  double theta = phasePosition(stages, position);
  for (std::int64_t i = 0; i < pairs; ++i) {
    cosines[i] = stageProduct(stages.angle, theta, factors[i]);
    theta = recurrentStep(stages, theta);
  }
  for (std::int64_t i = 0; i < pairs; ++i) {
    const SineCosine entry = phaseEntry(stages, cosines[i]);
    cosines[i] = entry.cosine;
    sines[i] = entry.sine;
  }
}

POSCOPE_CLONES void referenceRow(const double* frequencies, double position, double factor,
                                 std::int64_t pairs, double* cosines, double* sines) {
  for (std::int64_t i = 0; i < pairs; ++i) {
    const SineCosine entry = sineCosine(position * frequencies[i]);
    cosines[i] = entry.cosine * factor;
    sines[i] = entry.sine * factor;
  }
}

POSCOPE_CLONES void storeAll(const Rounding& given, const double* exact, std::int64_t count,
                             double* stored) {
  const Rounding format = given;
  for (std::int64_t k = 0; k < count; ++k) {
    stored[k] = stageValue(format, exact[k]);
  }
}

POSCOPE_CLONES double largestMove(const Rounding& given, const double* exact, std::int64_t count) {
  constexpr std::int64_t kLanes = 8;
  const Rounding format = given;
  double lanes[kLanes] = {};
  for (std::int64_t k = 0; k < count; k += kLanes) {
    const std::int64_t most = count - k < kLanes ? count - k : kLanes;
    for (std::int64_t lane = 0; lane < most; ++lane) {
      const double move = stageValue(format, exact[k + lane]) - exact[k + lane];
      const double size = move < 0 ? -move : move;
      lanes[lane] = size > lanes[lane] ? size : lanes[lane];
    }
  }
  return *std::max_element(lanes, lanes + kLanes);
}

template <bool kEach>
POSCOPE_CLONES void rotateRow(const Rounding& given, const double* cosines, const double* sines,
                              std::int64_t pairs, double* low, double* high) {
  const Rounding format = given;
  for (std::int64_t i = 0; i < pairs; ++i) {
    const PairNumbers turned = turnedPair<kEach>(format, {1.0, 1.0}, cosines[i], sines[i]);
    low[i] = turned.first;
    high[i] = turned.second;
  }
}

// Eight partial sums in a fixed order, so that every instruction set adds alike.
POSCOPE_CLONES double dot(const double* a, const double* b, std::int64_t count) {
  constexpr std::int64_t kLanes = 8;
  double lanes[kLanes] = {};
  std::int64_t k = 0;
  for (; k + kLanes <= count; k += kLanes) {
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] += a[k + lane] * b[k + lane];
    }
  }
  double sum = ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
               ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
  for (; k < count; ++k) {
    sum += a[k] * b[k];
  }
  return sum;
}

}  // namespace

void PhaseRows::resize(std::int64_t rowCount, std::int64_t pairCount) {
  rows = rowCount;
  pairs = pairCount;
  cosines.resize(static_cast<std::size_t>(rowCount * pairCount));
  sines.resize(cosines.size());
}

void fillPhaseRows(const PhasePipeline& pipeline, std::int64_t first, std::int64_t rows,
                   PhaseRows& table) {
  const auto pairs = static_cast<std::int64_t>(pipeline.frequencies.size());
  table.resize(rows, pairs);
  const auto row = pipeline.stages.thetaScale > 0 ? recurrentRow : tableRow;
  for (std::int64_t r = 0; r < rows; ++r) {
    row(pipeline.stages, pipeline.frequencies.data(), static_cast<double>(first + r), pairs,
        table.cosines.data() + r * pairs, table.sines.data() + r * pairs);
  }
}

void fillReferenceRows(const PhaseReference& reference, std::int64_t first, std::int64_t rows,
                       PhaseRows& table) {
  const auto pairs = static_cast<std::int64_t>(reference.frequencies.size());
  table.resize(rows, pairs);
  for (std::int64_t r = 0; r < rows; ++r) {
    referenceRow(reference.frequencies.data(), static_cast<double>(first + r),
                 reference.tableFactor, pairs, table.cosines.data() + r * pairs,
                 table.sines.data() + r * pairs);
  }
}

void storeRows(const Rounding& format, const PhaseRows& exact, PhaseRows& stored) {
  stored.resize(exact.rows, exact.pairs);
  const std::int64_t count = exact.rows * exact.pairs;
  storeAll(format, exact.cosines.data(), count, stored.cosines.data());
  storeAll(format, exact.sines.data(), count, stored.sines.data());
}

double storageError(const Rounding& format, const PhaseRows& exact) {
  const std::int64_t count = exact.rows * exact.pairs;
  return std::max(largestMove(format, exact.cosines.data(), count),
                  largestMove(format, exact.sines.data(), count));
}

RotationStages rotationStages(const Recipe& recipe, const NumberFormat& model, Overflow overflow) {
  const auto rounding = [&](Stage stage, double largest) {
    const NumberFormat& format = stageFormatOrExact(recipe, stage, model);
    return roundingOf(format, overflow, symmetricScale(format, largest));
  };
  // Ones rotate to at most sqrt(2); a score of d components is at most sqrt(d) after scaling.
  return {roundsEachOperation(recipe), rounding(Stage::rotation, std::sqrt(2.0)),
          rounding(Stage::score, 128.0)};
}

Rounding storedRounding(const PhaseStages& phase, const RotationStages& rotation) {
  const bool coarser = phase.table.exact() || (!rotation.rotation.exact() &&
                                               rotation.rotation.precision < phase.table.precision);
  return coarser ? rotation.rotation : phase.table;
}

void rotateOnes(const RotationStages& stages, const PhaseRows& table,
                std::vector<double>& rotated) {
  rotated.resize(static_cast<std::size_t>(2 * table.rows * table.pairs));
  rotateOnes(stages, table, rotated.data());
}

void rotateOnes(const RotationStages& stages, const PhaseRows& table, double* rotated) {
  const bool each = stages.eachOperation && !stages.rotation.exact();
  const auto row = each ? rotateRow<true> : rotateRow<false>;
  for (std::int64_t r = 0; r < table.rows; ++r) {
    double* const low = rotated + 2 * r * table.pairs;
    row(stages.rotation, table.cosine(r), table.sine(r), table.pairs, low, low + table.pairs);
  }
}

double rotatedScore(const RotationStages& stages, const double* query, const double* key,
                    std::int64_t pairs) {
  const auto components = static_cast<double>(2 * pairs);
  const double root = std::sqrt(components);
  // Each rotated pair of ones has length sqrt(2): components * 2 / 2.
  const double score = dot(query, key, 2 * pairs) / root;
  return stageValue(stages.score, score) / root;
}

}  // namespace poscope
