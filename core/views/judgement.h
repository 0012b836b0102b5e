// Verdicts that a view's figure carries: from its parameters to a Judgement.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/verdict.h"
#include "core/figure/figure.h"
#include "core/state/params.h"

namespace poscope {

/// What a view's parameters ask to be judged of the recipe parameter `side`: context (or
/// length) positions from start, with those of dim, base, scaling, trained, head_dim, heads,
/// max_bias, format and overflow that the view has.
[[nodiscard]] VerdictSetup verdictSetup(const Params& params, RecipeParameter side);

/// Judges A and, where given, B. Asked once, it keeps what it found. Facts are
/// judgementFactNames(); without B those of A only.
[[nodiscard]] std::shared_ptr<const Judgement> judgementOf(VerdictSetup a,
                                                           std::optional<VerdictSetup> b = {});

/// Gives `figure` the judgement on the recipes a and b of its parameters. Positions that cannot be
/// judged get none: a single one (nothing could be told apart), and those from 2^24 on, which a
/// note tells.
void addJudgement(Figure& figure, const Params& params);

/// "a.total", "a.distinct", ... "b.effect_worst".
[[nodiscard]] std::vector<std::string> judgementFactNames();

}  // namespace poscope
