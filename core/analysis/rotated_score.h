// The score of one query with one key that RoPE turns, and what it is made of.
#pragma once

#include <span>
#include <vector>

#include "core/analysis/phase_rows.h"
#include "core/encoding/rotation.h"

namespace poscope {

/// Components of a query or a key in the order of another layout: what stood at the places of a
/// pair in `from` stands at its places in `to`. What is done to the rows of the weights.
[[nodiscard]] std::vector<double> rearranged(std::span<const double> components, PairLayout from,
                                             PairLayout to);

/// A query and a key as the weights give them.
struct QueryAndKey {
  PairLayout layout = PairLayout::interleaved;  ///< How the code pairs their components.
  std::vector<double> query;
  std::vector<double> key;
};

/// `components`, stored in the rotation's format and turned by a row of the table.
[[nodiscard]] std::vector<double> turned(const RotationStages& stages, PairLayout layout,
                                         std::span<const double> components, const PhaseRows& table,
                                         std::int64_t row);

[[nodiscard]] double normOf(std::span<const double> components);

/// The part that each pair has in the dot product of two vectors.
[[nodiscard]] std::vector<double> pairParts(PairLayout layout, std::span<const double> query,
                                            std::span<const double> key);

/// The score q . k of the query turned by one row of a table with the key turned by one of another:
/// the sum of its parts from pair 0 on, rounded as the recipe keeps scores.
[[nodiscard]] double turnedScore(const RotationStages& stages, const QueryAndKey& vectors,
                                 const PhaseRows& queryTable, std::int64_t queryRow,
                                 const PhaseRows& keyTable, std::int64_t keyRow);

}  // namespace poscope
