// Inverse frequencies of sinusoidal tables and RoPE. Computed on the host, once per table: they
// travel beside a field as a shared table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/numeric/format.h"

namespace poscope {

/// How an implementation writes b^(-2i/d). The forms differ by some units in the last place
/// (PIPELINES 1).
enum class FrequencyForm {
  power,        ///< 1 / b^(2i/d): Vaswani 2017 section 3.5, every RoPE.
  exponential,  ///< exp(2i * (-ln b / d)): the PyTorch tutorial.
  timing,       ///< exp(-i * ln b / (d/2 - 1)): tensor2tensor, fairseq; the last one is 1 / b.
  stepwise,     ///< `power` with every step rounded to the stage's format (GPT-J, ChatGLM2).
  recurrence,   ///< Frequencies as `power`, but angles come from a recurrence over pairs
                ///< (llama.cpp, phase.h).
};

/// dim/2 inverse frequencies in radians per token, i = 0..dim/2-1, largest first. `dim` even and >=
/// 2, base > 0. An fp64 stage gives b^(-2i/d) in double. Any other stage takes the fp32 steps that
/// PyTorch takes (E = R32(2i/d), P = R32(b^E), w = R32(1/P), PIPELINES 0), then rounds w to the
/// stage's format.
[[nodiscard]] std::vector<double> inverseFrequencies(std::int64_t dim, double base,
                                                     FrequencyForm form, const Rounding& stage);

/// Wavelength in tokens of an inverse frequency: 2 pi / w.
[[nodiscard]] double wavelengthTokens(double inverseFrequency);
/// How often a pair turns round within `tokens` tokens: w tokens / (2 pi).
[[nodiscard]] double turnsWithin(double inverseFrequency, double tokens);
/// The inverse frequency that turns round once within `tokens` tokens: 2 pi / tokens.
[[nodiscard]] double frequencyOfTurn(double tokens);

/// How many pairs never finish a turn in a text of `tokens` tokens: their wavelength is longer.
[[nodiscard]] std::int64_t unfinishedPairs(std::span<const double> inverseFrequencies,
                                           double tokens);

}  // namespace poscope
