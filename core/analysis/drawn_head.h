// Pieces of an attention head whose weights are drawn from a seed: for pages that show what a head
// does with positions, not what a model learned.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/encoding/phase.h"

namespace poscope {

/// Sum of the products, from the first on; both of one length.
[[nodiscard]] double dotOf(std::span<const double> a, std::span<const double> b);

/// Rows of `weights` (rows x the length of `embedding`) times the embedding.
[[nodiscard]] std::vector<double> projected(std::span<const double> weights,
                                            std::span<const double> embedding);

/// Row `position`, which may be negative, of a sinusoidal table in fp64: `dim` (even) components
/// with frequencies `base`^(-2i/dim).
[[nodiscard]] std::vector<double> sinusoidRow(TableLayout layout, std::int64_t dim, double base,
                                              std::int64_t position);

}  // namespace poscope
