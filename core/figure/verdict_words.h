// The words for verdicts, in one place: summaries, states, rows of numbers and explanations.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/effect.h"
#include "core/analysis/verdict.h"
#include "core/figure/figure.h"

namespace poscope {

/// "● good", "○ harmless", "■ bad".
[[nodiscard]] Text stateText(VerdictState state);
[[nodiscard]] TextRole stateRole(VerdictState state);
/// The state as a cell of a table.
[[nodiscard]] TableCell stateCell(VerdictState state);
/// good, neutral (harmless), bad.
[[nodiscard]] ColourRole stateColour(VerdictState state);

/// "897 places for 8,192 positions"; `counted` is schemeRow(...).counted of the recipe.
[[nodiscard]] Text uniqueSummary(const UniqueVerdict& unique, Counted counted);
/// "spread 0.44 at distance 16, 300 times storage alone".
[[nodiscard]] Text relativeSummary(const RelativeVerdict& relative, Scheme scheme);
/// "error 2 at position 1,850, pair 12: 1,030 times storage alone".
[[nodiscard]] Text faithfulSummary(const FaithfulVerdict& faithful, Scheme scheme);

/// Up to where a table or a bias is faithful, as the end of a sentence ("Holds up to ..."): a limit
/// only where one was found, else "at least". `reach`: what is known beyond the context (0:
/// nothing).
[[nodiscard]] Text holdsText(const FaithfulVerdict& faithful, const VerdictSetup& setup,
                             std::int64_t reach);

/// The distance of the largest spread over its allowance; all zero for a context without one.
[[nodiscard]] DistanceSpread worstSpread(const RelativeVerdict& relative);

/// The block of counts alone (views about positions), as verdictBlocks.
[[nodiscard]] Verdict uniqueBlock(const UniqueVerdict& a, const UniqueVerdict& b, Counted counted,
                                  Side side);

/// Verdicts with the recipe that they are about.
struct JudgedRecipe {
  VerdictSetup setup;
  Verdicts verdicts;
  std::optional<AttentionEffect> effect = {};  ///< Where it is known.
};

/// Blocks titled Unique, Relative and Faithful. With B each block begins with a row for A and one
/// for B, labelled by their recipes. State, summary, numbers and explanation are those of `side`;
/// of the reference and of the difference they say only how A and B stand.
[[nodiscard]] std::vector<Verdict> verdictBlocks(const JudgedRecipe& a,
                                                 const std::optional<JudgedRecipe>& b = {},
                                                 Side side = Side::a);

/// The numbers behind the verdicts in short: a row each, a column for A, one for B where given, and
/// one for what storage alone costs.
[[nodiscard]] TablePanel verdictTable(const JudgedRecipe& a,
                                      const std::optional<JudgedRecipe>& b = {});
/// Of counts alone.
[[nodiscard]] TablePanel uniqueTable(const UniqueVerdict& a, const UniqueVerdict& b);

/// Takes the alarm out of verdicts on what is not in use: answers stay, without good or bad.
void calm(std::vector<Verdict>& verdicts);
void calm(TablePanel& table);

/// "256 = 257": the first colliding pair; "none".
[[nodiscard]] Text firstPairText(const UniqueVerdict& unique);

/// No verdict is bad: no fix would bring more.
[[nodiscard]] bool isFine(const Verdicts& verdicts);

/// A positive number for people: three digits, from 1000 on grouped integers ("1,030").
[[nodiscard]] std::string magnitudeText(double number);

}  // namespace poscope
