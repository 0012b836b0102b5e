// Which positions of a context the ablation looks at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/analysis/verdict_parts.h"

namespace poscope {

/// All positions start..start+context-1 while there are at most `most` (and at least 256), else
/// blocks of neighbours that lie evenly from the first to the last.
class Positions {
 public:
  Positions(std::int64_t start, std::int64_t context, std::int64_t most)
      : start_(start), context_(context), all_(context <= std::max(most, kFewest)) {
    const std::int64_t budget = std::max(most, kFewest);
    rows_ = std::clamp(budget / kFewestBlocks, kLeastRows, kMostRows);
    blocks_ = judgedBlocks(context, rows_, all_ ? context : budget / rows_);
    for (std::int64_t k = 0; k < blocks(); ++k) {
      before_.push_back(seen_);
      seen_ += count(k);
    }
  }

  [[nodiscard]] bool all() const { return all_; }
  [[nodiscard]] std::int64_t seen() const { return seen_; }
  [[nodiscard]] std::int64_t blocks() const { return static_cast<std::int64_t>(blocks_.size()); }
  /// First position of block k, how many it has, and how many the blocks before it have.
  [[nodiscard]] std::int64_t first(std::int64_t k) const {
    return start_ + blocks_[static_cast<std::size_t>(k)] * rows_;
  }
  [[nodiscard]] std::int64_t count(std::int64_t k) const {
    return std::min(rows_, start_ + context_ - first(k));
  }
  [[nodiscard]] std::int64_t before(std::int64_t k) const {
    return before_[static_cast<std::size_t>(k)];
  }
  /// The position that is looked at as the k-th.
  [[nodiscard]] std::int64_t at(std::int64_t k) const {
    const auto after = std::upper_bound(before_.begin(), before_.end(), k);
    const std::int64_t block = after - before_.begin() - 1;
    return first(block) + k - before(block);
  }

 private:
  static constexpr std::int64_t kFewest = 256;
  static constexpr std::int64_t kFewestBlocks = 8;
  static constexpr std::int64_t kLeastRows = 32;
  static constexpr std::int64_t kMostRows = 512;

  std::int64_t start_;
  std::int64_t context_;
  bool all_;
  std::int64_t rows_ = kMostRows;
  std::vector<std::int64_t> blocks_;
  std::vector<std::int64_t> before_;
  std::int64_t seen_ = 0;
};

}  // namespace poscope
