// What `poscope verdict` prints; use verdict.h.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/effect.h"
#include "core/figure/scheme_words.h"
#include "core/figure/verdict_words.h"
#include "core/state/params.h"

namespace poscope {

/// Everything that is told.
struct VerdictReport {
  const Params& params;
  JudgedRecipe judged;
  AttentionEffect effect;
  std::int64_t reach = 0;  ///< 0: not worked out.
  std::vector<Text> notes;

  [[nodiscard]] const Recipe& recipe() const { return judged.setup.recipe; }
  [[nodiscard]] const SchemeWords& words() const { return schemeWords(recipe().scheme); }
};

/// "RoPE", "a sinusoidal table".
[[nodiscard]] Text schemeText(Scheme scheme);

[[nodiscard]] std::string verdictText(const VerdictReport& report, Language language);
/// docs/verdict.md lists the keys.
[[nodiscard]] std::string verdictJson(const VerdictReport& report, Language language);

}  // namespace poscope
