// What the page terms is built from: its numbers, and the panels that show them.
#pragma once

#include <array>
#include <memory>

#include "core/analysis/score_terms.h"
#include "core/figure/figure.h"
#include "core/state/params.h"

namespace poscope::terms {

/// What was computed once.
struct TermsPage {
  ScoreTerms board;
  std::array<TermSize, 4> sizes;  ///< Of the terms; zeros where dropped.
  TermSize score;
  TermSize weights;

  [[nodiscard]] const ScoreVariant& variant() const { return *board.variant; }
};

/// "Transformer-XL".
[[nodiscard]] Text variantTitle(const ScoreVariant& variant);
/// "content–position".
[[nodiscard]] Text termTitle(ScoreTerm term);
/// What the sum of a variant's terms is divided by: "√(3 · 16)".
[[nodiscard]] Text scaleText(const ScoreVariant& variant, std::int64_t dim);

/// The four terms as a board of two lines, with their sum and the attention beside them.
void addBoard(Figure& figure, const std::shared_ptr<const TermsPage>& page);
/// Which of the terms each variant has; a click chooses it.
[[nodiscard]] TablePanel variantsOf(const TermsPage& page);
/// How large the terms of the chosen variant are.
[[nodiscard]] TablePanel sizesOf(const TermsPage& page);

}  // namespace poscope::terms
