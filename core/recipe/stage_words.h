// The words that stages may be set to, and what each means to the code; use recipe.h.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/encoding/alibi.h"
#include "core/encoding/frequencies.h"
#include "core/recipe/stage.h"

namespace poscope {

// A word of a stage and what it means to the code.
template <typename Meaning>
struct Word {
  std::string_view word;
  Meaning meaning;
};

inline constexpr Word<std::int64_t> kMakings[] = {
    {"integers", 1}, {"arange8", 8}, {"arange16", 16}, {"arange32", 32}};
inline constexpr Word<FrequencyForm> kForms[] = {{"power", FrequencyForm::power},
                                                 {"exponential", FrequencyForm::exponential},
                                                 {"timing", FrequencyForm::timing},
                                                 {"stepwise", FrequencyForm::stepwise},
                                                 {"recurrence", FrequencyForm::recurrence}};
inline constexpr Word<SlopeForm> kSlopeForms[] = {{"press", SlopeForm::press},
                                                  {"pow32", SlopeForm::pow32},
                                                  {"mpt", SlopeForm::mpt},
                                                  {"ggml", SlopeForm::ggml}};
inline constexpr Word<AlibiIndex> kIndices[] = {{"absolute", AlibiIndex::absolute},
                                                {"relative", AlibiIndex::relative},
                                                {"last-key", AlibiIndex::lastKey}};
inline constexpr Word<Interpolation> kInterpolations[] = {{"frequency", Interpolation::frequency},
                                                          {"divide", Interpolation::divide},
                                                          {"multiply", Interpolation::multiply}};
inline constexpr Word<bool> kApplications[] = {{"each", true}, {"once", false}};

template <typename Meaning, std::size_t kCount>
constexpr std::array<std::string_view, kCount> wordsOf(const Word<Meaning> (&rows)[kCount]) {
  std::array<std::string_view, kCount> words{};
  for (std::size_t i = 0; i < kCount; ++i) {
    words[i] = rows[i].word;
  }
  return words;
}

}  // namespace poscope
