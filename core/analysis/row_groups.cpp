#include "core/analysis/row_groups.h"

#include <algorithm>
#include <utility>

namespace poscope {
namespace {

using HashedPosition = std::pair<std::uint64_t, std::int64_t>;

// Positions ordered by hash, those of one row in ascending order.
std::vector<HashedPosition> orderOf(const std::vector<std::uint64_t>& hashes) {
  std::vector<HashedPosition> order;
  order.reserve(hashes.size());
  for (const std::uint64_t hash : hashes) {
    order.emplace_back(hash, static_cast<std::int64_t>(order.size()));
  }
  std::sort(order.begin(), order.end());
  return order;
}

UniqueVerdict countByHash(const std::vector<std::uint64_t>& hashes) {
  const std::vector<std::int64_t> twins = earlierTwins(hashes);
  UniqueVerdict verdict;
  verdict.total = static_cast<std::int64_t>(hashes.size());
  // Members of the group up to each position: one more than up to its twin.
  std::vector<std::int64_t> members(hashes.size(), 1);
  for (std::size_t k = 0; k < hashes.size(); ++k) {
    if (twins[k] < 0) {
      verdict.distinct += 1;
      verdict.unshared += 1;
      continue;
    }
    const std::int64_t before = members[static_cast<std::size_t>(twins[k])];
    members[k] = before + 1;
    verdict.unshared -= before == 1 ? 1 : 0;
    verdict.largestGroup = std::max(verdict.largestGroup, members[k]);
    if (!verdict.firstCollision) {
      verdict.firstCollision = {twins[k], static_cast<std::int64_t>(k)};
    }
  }
  verdict.state = verdict.distinct == verdict.total ? VerdictState::good : VerdictState::bad;
  return verdict;
}

}  // namespace

std::vector<std::int64_t> earlierTwins(const std::vector<std::uint64_t>& hashes) {
  const std::vector<HashedPosition> order = orderOf(hashes);
  std::vector<std::int64_t> twins(hashes.size(), -1);
  for (std::size_t k = 1; k < order.size(); ++k) {
    if (order[k - 1].first == order[k].first) {
      twins[static_cast<std::size_t>(order[k].second)] = order[k - 1].second;
    }
  }
  return twins;
}

UniqueVerdict countGroups(std::vector<std::uint64_t> hashes, std::int64_t start,
                          const SameRows& same) {
  UniqueVerdict verdict = countByHash(hashes);
  while (verdict.firstCollision &&
         !same(verdict.firstCollision->first, verdict.firstCollision->second)) {
    std::uint64_t& hash = hashes[static_cast<std::size_t>(verdict.firstCollision->second)];
    hash = closeHash(joinBits(hash, 1));
    verdict = countByHash(hashes);
  }
  if (verdict.firstCollision) {
    verdict.firstCollision->first += start;
    verdict.firstCollision->second += start;
  }
  return verdict;
}

}  // namespace poscope
