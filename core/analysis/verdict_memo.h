// What the verdicts on several recipes for one model have in common: what storage alone costs, and
// what fp32 practice does.
#pragma once

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/verdict_parts.h"

namespace poscope {

/// Keeps results by everything that they depend on. For one judge at a time.
class VerdictMemo {
 public:
  struct Entry {
    std::optional<std::vector<Extremes>> spreads;  ///< At the judged distances.
    std::optional<double> error;                   ///< The largest of the table.
  };

  /// The entry of `setup` with its recipe in place of the setup's own; empty at first.
  Entry& entry(const VerdictSetup& setup, const Recipe& recipe) {
    for (auto& [key, entry] : entries_) {
      if (key.recipe == recipe && key.format == setup.format && key.overflow == setup.overflow &&
          key.shape == setup.shape && key.start == setup.start && key.context == setup.context) {
        return entry;
      }
    }
    VerdictSetup key = setup;
    key.recipe = recipe;
    return entries_.emplace_back(std::move(key), Entry{}).second;
  }

 private:
  std::deque<std::pair<VerdictSetup, Entry>> entries_;  // Entries stay where they are.
};

}  // namespace poscope
