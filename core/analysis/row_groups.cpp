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
  const std::vector<HashedPosition> order = orderOf(hashes);
  UniqueVerdict verdict;
  verdict.total = std::ssize(hashes);
  for (auto group = order.begin(); group != order.end();) {
    const auto end = std::find_if(
        group, order.end(), [&](const HashedPosition& row) { return row.first != group->first; });
    const std::int64_t members = end - group;
    verdict.distinct += 1;
    verdict.unshared += members == 1 ? 1 : 0;
    if (members > 1) {
      verdict.largestGroup = std::max(verdict.largestGroup, members);
      const std::pair meeting{group->second, std::next(group)->second};
      if (!verdict.firstCollision || meeting.second < verdict.firstCollision->second) {
        verdict.firstCollision = meeting;
      }
    }
    group = end;
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
