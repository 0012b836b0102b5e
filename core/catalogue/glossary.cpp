#include "core/catalogue/glossary.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/base/words.h"
#include "core/numeric/format.h"
#include "core/recipe/recipe.h"

namespace poscope {
namespace {

// A term and the page that shows it best. Its words are the texts glossary.term.<id>.
struct TermRow {
  std::string_view id;
  std::string_view view = {};
};

// In the order of learning: a definition uses words that stand before it, or plain ones.
constexpr TermRow kTerms[] = {
    {"position", "positions"},
    {"token"},
    {"context", "exact-share"},
    {"attention", "order"},
    {"query"},
    {"key"},
    {"score", "decay"},
    {"softmax"},
    {"entropy", "entropy"},
    {"masked"},
    {"head", "alibi"},
    {"head-dimension"},
    {"kv-cache"},
    {"encoding"},
    {"place", "positions"},
    {"collision", "positions"},
    {"lost"},
    {"bit", "formats"},
    {"number-format", "formats"},
    {"precision", "formats"},
    {"exponent", "formats"},
    {"fraction", "formats"},
    {"spacing", "formats"},
    {"rounding", "formats"},
    {"octave", "formats"},
    {"subnormal", "formats"},
    {"infinity", "formats"},
    {"nan", "formats"},
    {"sinusoid", "sinusoidal"},
    {"dot-product", "dot-product"},
    {"rope", "rotation"},
    {"bias", "alibi"},
    {"alibi", "alibi"},
    {"slope", "alibi"},
    {"kerple", "relative-bias"},
    {"bucket", "relative-bias"},
    {"four-terms", "terms"},
    {"xlnet", "terms"},
    {"deberta", "terms"},
    {"sandwich", "relative-bias"},
    {"pair", "rotation"},
    {"pairing", "rotation"},
    {"xpos", "relative-bias"},
    {"radian"},
    {"frequency", "sinusoidal"},
    {"angle", "rope-precision"},
    {"wavelength", "sinusoidal"},
    {"base", "sinusoidal"},
    {"scaling", "scaling"},
    {"pi", "scaling"},
    {"ntk", "scaling"},
    {"yarn", "scaling"},
    {"llama3", "scaling"},
    {"longrope", "scaling"},
    {"recipe"},
    {"stage", "rope-precision"},
    {"cast", "rope-precision"},
    {"autocast"},
    {"reference"},
    {"sides"},
    {"unique"},
    {"relative"},
    {"faithful"},
    {"storage-alone"},
    {"spread"},
    {"moved", "audit"},
    {"decay", "decay"},
    {"heat-map", "sinusoidal"},
    {"config"},
    {"audit", "audit"},
};

// Formats of which more is said than their row does: glossary.format.<id>.remark.
constexpr std::string_view kRemarked[] = {"fp64", "fp32", "tf32", "fp16", "bf16"};

constexpr std::array<std::string_view, 3> kKinds{"term", "format", "recipe"};

Text shapeOfFormat(const NumberFormat& format) {
  static constexpr std::string_view kKeys[] = {"glossary.format.floating",
                                               "glossary.format.integer", "glossary.format.scaled"};
  return {kKeys[static_cast<std::size_t>(format.kind)],
          {{"bits", format.storageBits},
           {"sign", format.signBits()},
           {"exponent", format.exponentBits},
           {"fraction", format.fractionBits}}};
}

Text aboutFormat(const NumberFormat& format) {
  const Text shape = shapeOfFormat(format);
  const std::int64_t last = lastExactInteger(format);
  Text about =
      last < 0 ? Text("glossary.format.no-zero", {{"shape", shape}})
               : Text(static_cast<double>(last) < largestNumber(format) ? "glossary.format.exact"
                                                                        : "glossary.format.all",
                      {{"shape", shape}, {"last", last}});
  if (std::find(std::begin(kRemarked), std::end(kRemarked), format.id) == std::end(kRemarked)) {
    return about;
  }
  const Text remark("glossary.format." + std::string(format.id) + ".remark");
  return {"glossary.format.remark", {{"about", std::move(about)}, {"remark", remark}}};
}

std::vector<GlossaryEntry> makeGlossary() {
  std::vector<GlossaryEntry> entries;
  for (const TermRow& row : kTerms) {
    const std::string key = "glossary.term." + std::string(row.id);
    entries.push_back({GlossaryKind::term, std::string(row.id), Text(key), Text(key + ".about"),
                       std::string(row.view)});
  }
  for (const NumberFormat& format : numberFormats()) {
    entries.push_back({GlossaryKind::format, std::string(format.id), Text::verbatim(format.label),
                       aboutFormat(format), "formats"});
  }
  std::set<std::string> seen;  // Schemes share some: "exact".
  for (const Recipe& recipe : recipeCatalogue()) {
    if (seen.insert(recipe.id).second) {
      entries.push_back({GlossaryKind::recipe,
                         recipe.id,
                         Text("recipe." + recipe.id),
                         Text("recipe." + recipe.id + ".about"),
                         {}});
    }
  }
  return entries;
}

void addSpelling(std::vector<std::string>& spellings, std::string_view spelling) {
  const std::string word(trimmed(spelling));
  if (!word.empty() && std::find(spellings.begin(), spellings.end(), word) == spellings.end()) {
    spellings.push_back(word);
  }
}

void addFormatNames(std::vector<std::string>& spellings, std::string_view id) {
  const NumberFormat* const format = findFormat(id);
  for (const std::string_view name : {format->id, format->torch, format->config}) {
    // "float" and "double" are words of sentences, too.
    const bool plain = name.find_first_of("0123456789") == std::string_view::npos;
    addSpelling(spellings, plain ? std::string_view() : name);
  }
}

std::string smallLetters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return small;
}

bool hasCapital(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool isWordByte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Ideographs have no blanks between words; Latin words end where no letter follows.
bool standsAlone(std::string_view sentence, std::size_t begin, std::size_t length) {
  const std::size_t end = begin + length;
  const bool startsWord = isWordByte(sentence[begin]);
  const bool endsWord = isWordByte(sentence[end - 1]);
  return !(startsWord && begin > 0 && isWordByte(sentence[begin - 1])) &&
         !(endsWord && end < sentence.size() && isWordByte(sentence[end]));
}

struct Spelling {
  std::string word;  ///< In small letters unless `exact`.
  bool exact;        ///< Has a capital letter: "PI" is not "pi".
  const GlossaryEntry* entry;
};

bool oneCharacter(std::string_view word) {
  return std::count_if(word.begin(), word.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }) < 2;
}

// The longest first, so that the first that fits is the one.
const std::vector<Spelling>& spellingsOf(Language language) {
  const auto collect = [](Language wanted) {
    std::vector<Spelling> all;
    for (const GlossaryEntry& entry : glossary()) {
      for (const std::string& word : glossarySpellings(entry, wanted)) {
        if (!oneCharacter(word)) {
          all.push_back({word, hasCapital(word), &entry});
        }
      }
    }
    std::stable_sort(all.begin(), all.end(), [](const Spelling& left, const Spelling& right) {
      return left.word.size() > right.word.size();
    });
    return all;
  };
  static const std::vector<std::vector<Spelling>> tables = [&] {
    std::vector<std::vector<Spelling>> each;
    for (const Language wanted : allLanguages()) {
      each.push_back(collect(wanted));
    }
    return each;
  }();
  return tables[static_cast<std::size_t>(language)];
}

bool holds(std::string_view text, std::string_view small) {
  return smallLetters(text).find(small) != std::string::npos;
}

}  // namespace

std::string_view glossaryKindName(GlossaryKind kind) {
  return kKinds.at(static_cast<std::size_t>(kind));
}

std::span<const GlossaryEntry> glossary() {
  static const std::vector<GlossaryEntry> kEntries = makeGlossary();
  return kEntries;
}

std::vector<std::string> glossarySpellings(const GlossaryEntry& entry, Language language) {
  std::vector<std::string> spellings{renderPlain(entry.name, language)};
  if (entry.kind == GlossaryKind::format) {
    addFormatNames(spellings, entry.id);
  } else if (entry.kind == GlossaryKind::term) {
    const std::string also = renderPlain(Text(entry.name.key + ".also"), language);
    for (std::size_t begin = 0; begin < also.size();) {
      const std::size_t end = std::min(also.find(';', begin), also.size());
      addSpelling(spellings, std::string_view(also).substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return spellings;
}

const GlossaryEntry* findGlossaryEntry(std::string_view word) {
  const std::string small = smallLetters(trimmed(word));
  const auto spelled = [&](const GlossaryEntry& entry) {
    if (smallLetters(entry.id) == small) {
      return true;
    }
    for (const Language language : allLanguages()) {
      const auto spellings = glossarySpellings(entry, language);
      if (std::any_of(spellings.begin(), spellings.end(),
                      [&](const std::string& each) { return smallLetters(each) == small; })) {
        return true;
      }
    }
    return false;
  };
  const auto found = std::find_if(glossary().begin(), glossary().end(), spelled);
  return found == glossary().end() ? nullptr : &*found;
}

std::vector<const GlossaryEntry*> searchGlossary(std::string_view part, Language language) {
  const std::string small = smallLetters(trimmed(part));
  std::vector<const GlossaryEntry*> named;
  std::vector<const GlossaryEntry*> explained;
  for (const GlossaryEntry& entry : glossary()) {
    const auto spellings = glossarySpellings(entry, language);
    const bool byName = holds(entry.id, small) ||
                        std::any_of(spellings.begin(), spellings.end(),
                                    [&](const std::string& each) { return holds(each, small); });
    if (byName) {
      named.push_back(&entry);
    } else if (holds(renderPlain(entry.about, language), small)) {
      explained.push_back(&entry);
    }
  }
  named.insert(named.end(), explained.begin(), explained.end());
  return named;
}

Names glossaryNames(Language language) {
  return namesOf(
      glossary(),
      [language](const GlossaryEntry& entry) { return renderPlain(entry.name, language); },
      "poscope glossary");
}

std::vector<TermUse> termsIn(std::string_view sentence, Language language) {
  std::vector<TermUse> uses;
  const std::string small = smallLetters(sentence);
  const std::vector<Spelling>& spellings = spellingsOf(language);
  for (std::size_t at = 0; at < sentence.size();) {
    const auto found =
        std::find_if(spellings.begin(), spellings.end(), [&](const Spelling& spelling) {
          const std::string_view text = spelling.exact ? sentence : std::string_view(small);
          return text.substr(at).starts_with(spelling.word) &&
                 standsAlone(sentence, at, spelling.word.size());
        });
    if (found == spellings.end()) {
      ++at;
      continue;
    }
    uses.push_back({at, found->word.size(), found->entry});
    at += found->word.size();
  }
  return uses;
}

Text glossaryLine(const GlossaryEntry& entry) {
  return {"glossary.tip", {{"term", entry.name}, {"about", entry.about}}};
}

}  // namespace poscope
