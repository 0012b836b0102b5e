// `poscope glossary`.
#include "core/catalogue/glossary.h"

#include "core/base/words.h"
#include "core/command/catalogue.h"
#include "core/command/command_json.h"
#include "core/command/text_table.h"

namespace poscope {
namespace {

constexpr std::size_t kWidth = 96;

std::string linkOf(const GlossaryEntry& entry) {
  return entry.view.empty() ? std::string() : "poscope:" + entry.view;
}

// All other ways in which it is written.
std::vector<std::string> otherSpellings(const GlossaryEntry& entry, Language language) {
  std::vector<std::string> spellings = glossarySpellings(entry, language);
  spellings.erase(spellings.begin());
  return spellings;
}

void appendLines(std::string& text, const std::string& words) {
  for (const std::string& line : wrapped(words, kWidth)) {
    text += "  " + line + "\n";
  }
}

void appendEntry(std::string& text, const GlossaryEntry& entry, Language language) {
  text += renderPlain(entry.name, language) + "\n";
  appendLines(text, renderPlain(entry.about, language));
}

std::string oneEntry(const GlossaryEntry& entry, Language language) {
  std::string text;
  appendEntry(text, entry, language);
  const std::vector<std::string> others = otherSpellings(entry, language);
  if (!others.empty()) {
    appendLines(text, renderPlain({"glossary.also", {{"spellings", joinWords(others)}}}, language));
  }
  if (!entry.view.empty()) {
    appendLines(text, renderPlain({"command.glossary.view", {{"link", linkOf(entry)}}}, language));
  }
  return text;
}

// Recipes have a listing of their own: poscope recipes.
std::string allEntries(Language language) {
  std::string text;
  for (const GlossaryEntry& entry : glossary()) {
    if (entry.kind != GlossaryKind::recipe) {
      appendEntry(text, entry, language);
    }
  }
  return text;
}

Json entryJson(const GlossaryEntry& entry, Language language) {
  const std::string link = linkOf(entry);
  return {{"id", entry.id},
          {"kind", std::string(glossaryKindName(entry.kind))},
          {"name", renderPlain(entry.name, language)},
          {"about", renderPlain(entry.about, language)},
          {"spellings", glossarySpellings(entry, language)},
          {"link", link.empty() ? Json() : Json(link)}};
}

}  // namespace

Result<CommandOutput> glossaryCommand(const std::string& word, bool json, Language language) {
  const GlossaryEntry* const one = word.empty() ? nullptr : findGlossaryEntry(word);
  if (one == nullptr && !word.empty()) {
    return usageError(unknownName("command.error.term", word, glossaryNames(language)));
  }
  if (!json) {
    return CommandOutput{one == nullptr ? allEntries(language) : oneEntry(*one, language), 0};
  }
  Json entries = Json::array();
  for (const GlossaryEntry& entry : glossary()) {
    if (one == nullptr || &entry == one) {
      entries.push_back(entryJson(entry, language));
    }
  }
  return CommandOutput{jsonText({{"glossary", std::move(entries)}}), 0};
}

}  // namespace poscope
