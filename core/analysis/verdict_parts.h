// What the verdicts on all schemes are made with.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>
#include <vector>

#include "core/analysis/verdict.h"
#include "core/compute/row_splitter.h"

namespace poscope {

/// Distances 1, 2, 4, ... up to half the context.
inline std::vector<std::int64_t> judgedDistances(std::int64_t context) {
  std::vector<std::int64_t> distances;
  for (std::int64_t n = 1; n <= context / 2; n *= 2) {
    distances.push_back(n);
  }
  return distances;
}

/// Which blocks of `rows` queries are looked at: all while there are at most `most`, else `most` of
/// them that lie evenly from the first to the last.
inline std::vector<std::int64_t> judgedBlocks(std::int64_t context, std::int64_t rows,
                                              std::int64_t most) {
  const std::int64_t blocks = (context + rows - 1) / rows;
  const std::int64_t count = std::min(blocks, most);
  std::vector<std::int64_t> judged;
  for (std::int64_t k = 0; k < count; ++k) {
    judged.push_back(count == blocks ? k : k * (blocks - 1) / (count - 1));
  }
  return judged;
}

/// Work over tiles on all threads, with progress from `first` to `last` and cancellation.
class TileRun {
 public:
  TileRun(VerdictControl control, double first, double last)
      : control_(std::move(control)), first_(first), last_(last) {}

  template <typename Work>
  Result<void> over(std::int64_t tiles, const Work& work) {
    std::atomic<std::int64_t> done = 0;
    splitRows(tiles, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t tile = begin; tile != end && !control_.stop.stop_requested(); ++tile) {
        work(tile);
        report(static_cast<double>(++done) / static_cast<double>(tiles));
      }
    });
    if (control_.stop.stop_requested()) {
      return cancelled();
    }
    return {};
  }

 private:
  void report(double share) const {
    if (control_.progress) {
      control_.progress(first_ + (last_ - first_) * share);
    }
  }

  VerdictControl control_;
  double first_;
  double last_;
};

/// The smallest and largest of many values and the first positions that have them.
struct Extremes {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  std::int64_t lowest = 0;
  std::int64_t highest = 0;

  void add(double value, std::int64_t position) {
    if (value < low || (value == low && position < lowest)) {
      low = value;
      lowest = position;
    }
    if (value > high || (value == high && position < highest)) {
      high = value;
      highest = position;
    }
  }
  void join(const Extremes& other) {
    if (other.high >= other.low) {
      add(other.low, other.lowest);
      add(other.high, other.highest);
    }
  }
  [[nodiscard]] double spread() const { return high >= low ? high - low : 0; }
};

/// Errors below this are those of summing in double.
inline constexpr double kSumming = 1e-12;

inline bool overStorage(double value, double storage) {
  return value > kStorageFactor * storage + kSumming;
}

/// Over storage, but no more than `practice` (twice what fp32 practice costs), is harmless.
inline VerdictState stateOf(bool over, double value, double practice) {
  if (!over) {
    return VerdictState::good;
  }
  return value <= practice + kSumming ? VerdictState::harmless : VerdictState::bad;
}

}  // namespace poscope
