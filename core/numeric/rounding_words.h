// The words of rounding, as links and the command line have them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/numeric/format.h"

namespace poscope {

struct DirectionRow {
  std::string_view name;
  Direction direction;
};
inline constexpr DirectionRow kDirections[] = {{"nearest-even", Direction::nearestEven},
                                               {"toward-zero", Direction::towardZero},
                                               {"upward", Direction::upward},
                                               {"downward", Direction::downward}};

struct OverflowRow {
  std::string_view name;
  Overflow overflow;
};
inline constexpr OverflowRow kOverflows[] = {{"format", Overflow::ofFormat},
                                             {"saturate", Overflow::saturate}};

/// The row of a word; nullptr when there is none.
template <typename Row, std::size_t kCount>
[[nodiscard]] constexpr const Row* findNamed(const Row (&rows)[kCount], std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) {
      return &row;
    }
  }
  return nullptr;
}

/// The words of all rows, for a choice among them.
template <typename Row, std::size_t kCount>
[[nodiscard]] std::vector<std::string> namesOf(const Row (&rows)[kCount]) {
  std::vector<std::string> names;
  for (const Row& row : rows) {
    names.emplace_back(row.name);
  }
  return names;
}

}  // namespace poscope
