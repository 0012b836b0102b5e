// Which distances share a bias: groups of equal numbers along a row of distances.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>

namespace poscope {

/// The number of a distance. Equal numbers are one, also all NaN.
using DistanceValue = std::function<double(double distance)>;

/// Neighbouring distances with the same number.
struct DistanceRun {
  std::int64_t first = 0;
  std::int64_t last = 0;
  double value = 0;

  [[nodiscard]] std::int64_t size() const { return last - first + 1; }
};

struct DistanceCounts {
  std::int64_t counted = 0;  ///< Distances 0..counted-1 were looked at.
  std::int64_t distinct = 0;
  std::int64_t largestGroup = 0;
  std::int64_t lost = 0;       ///< Distances whose number is NaN or infinite.
  std::int64_t firstLost = 0;  ///< Where there are any.
  /// A distance and the first one after it that shares a number with one before.
  std::optional<std::pair<std::int64_t, std::int64_t>> firstCollision;
};

/// Everyone in 0..count-1 who shares the number of `distance`, where equal numbers are neighbours:
/// numbers that only rise, or only fall.
[[nodiscard]] DistanceRun runAt(const DistanceValue& value, std::int64_t count,
                                std::int64_t distance);
/// The run that begins at `first`. `likely`: how long it may be, and so how long it takes.
[[nodiscard]] DistanceRun runFrom(const DistanceValue& value, std::int64_t count,
                                  std::int64_t first, std::int64_t likely = 1);

/// Groups among 0..count-1 of numbers that only rise, or only fall: from run to run, until `most`
/// numbers were computed.
[[nodiscard]] DistanceCounts countRuns(const DistanceValue& value, std::int64_t count,
                                       std::int64_t most);

/// Groups of any numbers, given as runs that follow one another from distance 0 on: all are
/// counted.
[[nodiscard]] DistanceCounts countRuns(std::span<const DistanceRun> runs);

/// Groups of any numbers: each of the first `most` is computed.
[[nodiscard]] DistanceCounts countEach(const DistanceValue& value, std::int64_t count,
                                       std::int64_t most);

}  // namespace poscope
