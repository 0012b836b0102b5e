#include "core/analysis/distance_groups.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/analysis/places.h"
#include "core/analysis/row_groups.h"

namespace poscope {
namespace {

double at(const DistanceValue& value, std::int64_t distance) {
  return value(static_cast<double>(distance));
}

void addLost(DistanceCounts& counts, double value, std::int64_t first, std::int64_t size) {
  if (!std::isfinite(value)) {
    counts.firstLost = counts.lost == 0 ? first : counts.firstLost;
    counts.lost += size;
  }
}

}  // namespace

DistanceRun runFrom(const DistanceValue& value, std::int64_t count, std::int64_t first,
                    std::int64_t likely) {
  const double wanted = at(value, first);
  const auto same = [&](std::int64_t distance) {
    return Places::shares(at(value, distance), wanted);
  };
  std::int64_t inside = first;
  std::int64_t outside = count;
  // The end that a run as long as the one before would have, then doubling steps, then halving.
  std::int64_t step = std::max<std::int64_t>(likely - 1, 1);
  while (inside + step < outside) {
    if (same(inside + step)) {
      inside += step;
      step = inside - first == likely - 1 ? 1 : 2 * step;
    } else {
      outside = inside + step;
    }
  }
  while (outside - inside > 1) {
    const std::int64_t middle = inside + (outside - inside) / 2;
    (same(middle) ? inside : outside) = middle;
  }
  return {first, inside, wanted};
}

DistanceRun runAt(const DistanceValue& value, std::int64_t count, std::int64_t distance) {
  const double wanted = at(value, distance);
  std::int64_t low = 0;
  std::int64_t high = distance;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (Places::shares(at(value, middle), wanted)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return runFrom(value, count, low, distance - low + 1);
}

DistanceCounts countRuns(const DistanceValue& value, std::int64_t count, std::int64_t most) {
  // A run ends at the number that the next one begins with: it is computed once.
  std::int64_t computed = 0;
  double last = -1;
  double number = 0;
  const DistanceValue counting = [&](double distance) {
    if (distance != last) {
      ++computed;
      last = distance;
      number = value(distance);
    }
    return number;
  };
  DistanceCounts counts;
  std::int64_t likely = 1;
  while (counts.counted < count && computed < most) {
    const DistanceRun run = runFrom(counting, count, counts.counted, likely);
    counts.counted = run.last + 1;
    counts.distinct += 1;
    counts.largestGroup = std::max(counts.largestGroup, run.size());
    addLost(counts, run.value, run.first, run.size());
    if (run.size() > 1 && !counts.firstCollision) {
      counts.firstCollision = std::pair{run.first, run.first + 1};
    }
    likely = run.size();
  }
  return counts;
}

DistanceCounts countRuns(std::span<const DistanceRun> runs) {
  DistanceCounts counts;
  std::vector<DistanceRun> groups;  // Of each number its first run; `last` is moved by the others.
  for (const DistanceRun& run : runs) {
    counts.counted += run.size();
    addLost(counts, run.value, run.first, run.size());
    const auto group = std::find_if(groups.begin(), groups.end(), [&run](const DistanceRun& each) {
      return Places::shares(each.value, run.value);
    });
    const bool alone = group == groups.end();
    if (!counts.firstCollision && (!alone || run.size() > 1)) {
      counts.firstCollision =
          alone ? std::pair{run.first, run.first + 1} : std::pair{group->first, run.first};
    }
    DistanceRun& grown = alone ? groups.emplace_back(run) : *group;
    grown.last += alone ? 0 : run.size();
    counts.largestGroup = std::max(counts.largestGroup, grown.size());
  }
  counts.distinct = std::ssize(groups);
  return counts;
}

DistanceCounts countEach(const DistanceValue& value, std::int64_t count, std::int64_t most) {
  DistanceCounts counts;
  counts.counted = std::min(count, most);
  std::vector<std::uint64_t> hashes;
  hashes.reserve(static_cast<std::size_t>(counts.counted));
  for (std::int64_t distance = 0; distance < counts.counted; ++distance) {
    const double number = at(value, distance);
    hashes.push_back(closeHash(joinHash(kHashStart, number)));
    addLost(counts, number, distance, 1);
  }
  const UniqueVerdict groups =
      countGroups(std::move(hashes), 0, [&](std::int64_t left, std::int64_t right) {
        return Places::shares(at(value, left), at(value, right));
      });
  counts.distinct = groups.distinct;
  counts.largestGroup = groups.largestGroup;
  counts.firstCollision = groups.firstCollision;
  return counts;
}

}  // namespace poscope
