#include "core/analysis/table_row.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/row_groups.h"
#include "core/base/host_device.h"

namespace poscope {
namespace {

// Partial results in lanes, so that every instruction set gives the same and none has to wait for
// the one before.
constexpr std::int64_t kLanes = 8;

POSCOPE_HD double size(double x) {
  return x < 0 ? -x : x;
}

POSCOPE_HD double entryError(const RowPair& row, std::int64_t i) {
  const double cosine = size(row.cosines[i] - row.exactCosines[i]);
  const double sine = size(row.sines[i] - row.exactSines[i]);
  const double error = cosine > sine ? cosine : sine;
  return (cosine - cosine) + (sine - sine) == 0 ? error : kLostEntry;
}

POSCOPE_CLONES double largestError(const RowPair& given) {
  const RowPair row = given;
  double lanes[kLanes] = {};
  std::int64_t i = 0;
  for (; i + kLanes <= row.pairs; i += kLanes) {
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
      const double error = entryError(row, i + lane);
      lanes[lane] = error > lanes[lane] ? error : lanes[lane];
    }
  }
  for (; i < row.pairs; ++i) {
    lanes[0] = std::max(lanes[0], entryError(row, i));
  }
  return *std::max_element(lanes, lanes + kLanes);
}

POSCOPE_CLONES void hashLanes(const RowPair& given, std::uint64_t* lanes) {
  const RowPair row = given;
  for (std::int64_t i = 0; i + kLanes <= row.pairs; i += kLanes) {
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] = joinHash(joinHash(lanes[lane], row.cosines[i + lane]), row.sines[i + lane]);
    }
  }
  const std::int64_t rest = row.pairs / kLanes * kLanes;
  for (std::int64_t i = rest; i < row.pairs; ++i) {
    lanes[i - rest] = joinHash(joinHash(lanes[i - rest], row.cosines[i]), row.sines[i]);
  }
}

POSCOPE_CLONES double directTurn(const PhaseStages& given, const double* frequencies,
                                 const double* exact, double position, std::int64_t pairs) {
  const PhaseStages stages = given;
  const double made = phasePosition(stages, position);
  double lanes[kLanes] = {};
  for (std::int64_t i = 0; i < pairs; i += kLanes) {
    const std::int64_t count = pairs - i < kLanes ? pairs - i : kLanes;
    for (std::int64_t lane = 0; lane < count; ++lane) {
      const double turn =
          size(phaseAngle(stages, made, frequencies[i + lane]) - position * exact[i + lane]);
      lanes[lane] = turn > lanes[lane] ? turn : lanes[lane];
    }
  }
  return *std::max_element(lanes, lanes + kLanes);
}

double recurrentTurn(const PhaseStages& stages, const double* factors, const double* exact,
                     double position, std::int64_t pairs) {
  double theta = phasePosition(stages, position);
  double largest = 0;
  for (std::int64_t i = 0; i < pairs; ++i) {
    const double turn = size(phaseAngle(stages, theta, factors[i]) - position * exact[i]);
    largest = turn > largest ? turn : largest;
    theta = recurrentStep(stages, theta);
  }
  return largest;
}

}  // namespace

double rowError(const RowPair& row) {
  return largestError(row);
}

std::int64_t pairOfError(const RowPair& row, double error) {
  std::int64_t pair = 0;
  while (entryError(row, pair) != error) {
    ++pair;
  }
  return pair;
}

bool isLost(const RowPair& row) {
  const auto lost = [](double entry) { return !std::isfinite(entry); };
  return std::any_of(row.cosines, row.cosines + row.pairs, lost) ||
         std::any_of(row.sines, row.sines + row.pairs, lost);
}

std::uint64_t rowHash(const RowPair& row) {
  std::uint64_t lanes[kLanes];
  std::fill(lanes, lanes + kLanes, kHashStart);
  hashLanes(row, lanes);
  std::uint64_t hash = kHashStart;
  for (const std::uint64_t lane : lanes) {
    hash = joinBits(hash, lane);
  }
  return closeHash(hash);
}

bool sameRow(const PhaseRows& table, std::int64_t a, const PhaseRows& other, std::int64_t b) {
  const auto same = [pairs = table.pairs](const double* left, const double* right) {
    return std::equal(left, left + pairs, right,
                      [](double x, double y) { return identityOf(x) == identityOf(y); });
  };
  return same(table.cosine(a), other.cosine(b)) && same(table.sine(a), other.sine(b));
}

bool sameRow(const PhasePipeline& pipeline, std::int64_t position, std::int64_t other) {
  PhaseRows row;
  PhaseRows otherRow;
  fillPhaseRows(pipeline, position, 1, row);
  fillPhaseRows(pipeline, other, 1, otherRow);
  return sameRow(row, 0, otherRow, 0);
}

double rowTurn(const PhaseStages& stages, const double* frequencies, const double* exactFrequencies,
               double position, std::int64_t pairs) {
  const auto turn = stages.thetaScale > 0 ? recurrentTurn : directTurn;
  return turn(stages, frequencies, exactFrequencies, position, pairs);
}

}  // namespace poscope
