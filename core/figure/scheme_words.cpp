#include "core/figure/scheme_words.h"

namespace poscope {
namespace {

constexpr VerdictWords kPhase{.family = "phase",
                              .index = "pair",
                              .plainBad = true,
                              .spread = "verdict.spread.value",
                              .errorLabel = "verdict.error",
                              .errorStorage = "verdict.storage.times",
                              .holds = "verdict.holds.context.",
                              .holdsLeast = 0,
                              .reportFaithful = "audit.report.faithful.text"};
constexpr VerdictWords kAlibi{.family = "alibi",
                              .index = "head",
                              .plainBad = false,
                              .spread = "verdict.spread.head",
                              .errorLabel = "verdict.error.alibi",
                              .errorStorage = "verdict.storage.half-step",
                              .holds = "verdict.holds.distance.",
                              .holdsLeast = 1,
                              .reportFaithful = "audit.report.faithful.bias"};
// A bias of one head, a function of the distance.
constexpr VerdictWords kDistance{.family = "distance",
                                 .index = "head",
                                 .plainBad = false,
                                 .spread = "verdict.spread.value",
                                 .errorLabel = "verdict.error.alibi",
                                 .errorStorage = "verdict.storage.half-step",
                                 .holds = "verdict.holds.distance.",
                                 .holdsLeast = 1,
                                 .reportFaithful = "audit.report.faithful.bias"};

constexpr SchemeWords kRows[] = {
    {Scheme::sinusoidal, kPhase, "verdict.setup.phase", "verdict.effect",
     "audit.report.effect.text"},
    {Scheme::rope, kPhase, "verdict.setup.phase", "verdict.effect", "audit.report.effect.text"},
    {Scheme::alibi, kAlibi, "verdict.setup.alibi", "verdict.effect.heads",
     "audit.report.effect.heads"},
    {Scheme::kerpleLog, kDistance, "verdict.setup.kerple-log", "verdict.effect",
     "audit.report.effect.text"},
};
static_assert(inSchemeOrder(kRows));

}  // namespace

const SchemeWords& schemeWords(Scheme scheme) {
  return rowOf(kRows, scheme);
}

}  // namespace poscope
