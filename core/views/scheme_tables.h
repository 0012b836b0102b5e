// What the files of the view schemes share: the schemes as rows, and its tables.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/encoding/scheme.h"
#include "core/figure/figure.h"
#include "core/model/model_facts.h"
#include "core/numeric/format.h"

namespace poscope {

/// What a scheme tells a model.
enum class SchemeKnows { nothing, place, distance };

/// A scheme and where it was published. Its name is the text `schemes.name.<id>`; what it adds,
/// learns, does beyond the trained length, costs and loses are `schemes.<column>.<id>`.
struct SchemeEntry {
  std::string_view id;
  Scheme kind;  ///< What a config of a model that uses it is read as.
  SchemeKnows knows;
  std::int64_t year;
  std::string_view source;  ///< Authors and the number on arXiv.
  std::string (*page)();    ///< The link to its page.
};
/// In the order of their years.
[[nodiscard]] std::span<const SchemeEntry> schemeEntries();
/// nullptr for none.
[[nodiscard]] const SchemeEntry* findSchemeEntry(std::string_view id);
[[nodiscard]] Text schemeEntryName(const SchemeEntry& entry);

/// What the words about precision count.
struct PrecisionSetup {
  const NumberFormat* format = nullptr;
  std::int64_t context = 0;
  std::int64_t places = 0;  ///< Of the positions 0..context-1 in the format.
  std::int64_t biases = 0;  ///< Values of half of each of them, as ALiBi's bias of slope 1/2.
};

/// "2023‑07" of "2023-07": a month as both languages read it, on one line.
[[nodiscard]] Text monthText(std::string_view month);

/// One row a scheme, with all that is told of it; a row opens the page of its scheme.
[[nodiscard]] TablePanel schemeTable(const PrecisionSetup& setup);
/// Its columns as two tables that windows have room for: what a scheme is, with its source; and
/// what it does past the trained length, costs and loses.
[[nodiscard]] TablePanel whatSchemesAre(const TablePanel& whole);
[[nodiscard]] TablePanel whatSchemesPromise(const TablePanel& whole);
/// One row a model; that of a preset opens its audit, another one the page of its scheme.
[[nodiscard]] TablePanel modelTable(std::span<const ModelFacts> models);
/// How many times the length before scaling `models` reach with it.
struct ScaledReach {
  std::int64_t least = 0;
  std::int64_t most = 0;
};
[[nodiscard]] ScaledReach scaledReach(std::span<const ModelFacts> models);

/// What the author of an article found in practice, beside what is known of it.
[[nodiscard]] TablePanel experienceTable(const ScaledReach& reach);

}  // namespace poscope
