// The glossary: what the words of the program mean, and where they stand in a sentence. Terms are
// the texts glossary.term.*; number formats and recipes come from their own tables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/suggestion.h"
#include "core/base/text.h"

namespace poscope {

enum class GlossaryKind { term, format, recipe };

struct GlossaryEntry {
  GlossaryKind kind = GlossaryKind::term;
  std::string id;  ///< "collision", "bf16", "hf-llama": unique within its kind.
  Text name;
  Text about;        ///< One or two plain sentences.
  std::string view;  ///< The page that shows it best; empty for none.
};

/// "term", "format", "recipe", as JSON and the texts glossary.kind.* have it.
[[nodiscard]] std::string_view glossaryKindName(GlossaryKind kind);

/// Terms in the order of learning, then the number formats, then the recipes.
[[nodiscard]] std::span<const GlossaryEntry> glossary();

/// How the entry is written, in `language` and in others: its name first, each once.
[[nodiscard]] std::vector<std::string> glossarySpellings(const GlossaryEntry& entry,
                                                         Language language);

/// The entry of a whole word or of an id, whatever the language; capital letters do not matter.
/// nullptr when there is none.
[[nodiscard]] const GlossaryEntry* findGlossaryEntry(std::string_view word);

/// Those whose spellings hold `part`, then those whose explanation does; all for an empty one.
[[nodiscard]] std::vector<const GlossaryEntry*> searchGlossary(std::string_view part,
                                                               Language language);

/// All that findGlossaryEntry takes first: names of entries.
[[nodiscard]] Names glossaryNames(Language language);

/// A term in a sentence, in bytes.
struct TermUse {
  std::size_t begin = 0;
  std::size_t length = 0;
  const GlossaryEntry* entry = nullptr;
};

/// The terms of a sentence in the order in which they stand in it. Where several begin at one place
/// the longest counts; a term is a whole word, and a single letter or sign is none.
[[nodiscard]] std::vector<TermUse> termsIn(std::string_view sentence, Language language);

/// "collision: Two or more positions that ...".
[[nodiscard]] Text glossaryLine(const GlossaryEntry& entry);

}  // namespace poscope
