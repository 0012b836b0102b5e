// The words of each scheme: which sentences tell its verdicts. Their keys are in
// resources/text/<language>/verdict.txt.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/encoding/scheme.h"

namespace poscope {

/// Sentences that several schemes share.
struct VerdictWords {
  std::string_view family;  ///< Of the keys "verdict.relative.<family>.bad" and their like.
  std::string_view index;   ///< What FaithfulVerdict::index is: "pair", "head"; its name in JSON.
  /// Storage alone may cost nothing: then no multiple of it is told.
  bool plainBad;
  std::string_view spread;          ///< The largest spread.
  std::string_view errorLabel;      ///< What the largest error is largest in.
  std::string_view errorStorage;    ///< It beside storage alone.
  std::string_view holds;           ///< Of the keys that tell up to where it is faithful;
  std::int64_t holdsLeast;          ///< `holdsUpTo` where it is so nowhere.
  std::string_view reportFaithful;  ///< The line of an audit's report.
};

struct SchemeWords {
  Scheme scheme;
  const VerdictWords& verdict;
  std::string_view setup;         ///< What was judged.
  std::string_view effect;        ///< The attention that moved,
  std::string_view reportEffect;  ///< and in an audit's report.
};

/// hasRecipes(scheme) must hold.
[[nodiscard]] const SchemeWords& schemeWords(Scheme scheme);

}  // namespace poscope
