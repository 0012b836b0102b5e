// The languages: one row each. A language is its row here, its sentences in resources/text/<id> and
// the words of buttons and menus in resources/translations/poscope_<id>.ts; nothing else names one.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace poscope {

/// A row of languages(), by its place. Those that something is said in without asking (English) or
/// that tests look at have names.
enum class Language : std::uint8_t { english, chinese };

struct LanguageRow {
  std::string_view id;         ///< "en": of --lang, of the folder of its texts, of its .ts file.
  std::string_view name;       ///< Its own: "English".
  std::string_view mark;       ///< Its own name where there is little room: "EN".
  std::string_view tag;        ///< BCP 47, for HTML and QLocale: "zh-Hans".
  std::string_view toolkit;    ///< Qt's own translation, such as "qtbase_zh_CN"; empty for none.
  std::string_view font;       ///< Family for letters that Inter lacks; empty for none.
  std::string_view thousands;  ///< Between groups of three digits.
};

[[nodiscard]] std::span<const LanguageRow> languages();
[[nodiscard]] const LanguageRow& languageRow(Language language);

/// In the order of the rows.
[[nodiscard]] std::vector<Language> allLanguages();

/// An id of a row; anything else is not a language (returns false).
[[nodiscard]] bool parseLanguage(std::string_view id, Language& language);
/// Its id.
[[nodiscard]] std::string_view languageName(Language language);

/// "zh_CN.UTF-8", "zh-Hans": the row whose id such a name starts with, else English.
[[nodiscard]] Language languageOfLocale(std::string_view locale);

}  // namespace poscope
