// The attention scores of a short sentence's words with each other: one head without training,
// whose embeddings and weights come from a seed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/encoding/scheme.h"

namespace poscope {

/// Components of an embedding, and of a query and a key.
inline constexpr std::int64_t kWordDim = 16;
inline constexpr double kWordBase = 10000;  ///< Of the frequencies of `sinusoidal` and `rope`.
inline constexpr double kWordSlope = 0.5;   ///< Of ALiBi: the steepest of eight heads.

/// How the head is told where a word stands.
[[nodiscard]] std::span<const Scheme> wordSchemes();

/// The score q . k / sqrt(d) of each word with each word, in fp64: words x words, a row is a query.
/// q = W_q x and k = W_k x, where x is the word's embedding, to which `sinusoidal` adds its table,
/// `rope` turns q and k, the biases are added to the score for the distance on either side. Without
/// positions a score depends on the two words alone, bit for bit.
[[nodiscard]] std::vector<double> wordScores(std::span<const std::string> words, Scheme scheme,
                                             std::uint64_t seed);

}  // namespace poscope
