#include "core/base/language.h"

#include <array>

namespace poscope {
namespace {

constexpr std::array kRows{LanguageRow{.id = "en",
                                       .name = "English",
                                       .mark = "EN",
                                       .tag = "en",
                                       .toolkit = "",
                                       .font = "",
                                       .thousands = ","},
                           // The SC face by name: left to itself, the system may take Japanese
                           // shapes for Chinese text.
                           LanguageRow{.id = "zh",
                                       .name = "简体中文",
                                       .mark = "中文",
                                       .tag = "zh-Hans",
                                       .toolkit = "qtbase_zh_CN",
                                       .font = "Noto Sans CJK SC",
                                       .thousands = ","}};

constexpr const LanguageRow& at(Language language) {
  return kRows[static_cast<std::size_t>(language)];
}
static_assert(at(Language::english).id == "en" && at(Language::chinese).id == "zh");

}  // namespace

std::span<const LanguageRow> languages() {
  return kRows;
}

const LanguageRow& languageRow(Language language) {
  return at(language);
}

std::vector<Language> allLanguages() {
  std::vector<Language> all;
  for (std::size_t index = 0; index < kRows.size(); ++index) {
    all.push_back(static_cast<Language>(index));
  }
  return all;
}

bool parseLanguage(std::string_view id, Language& language) {
  for (const Language each : allLanguages()) {
    if (at(each).id == id) {
      language = each;
      return true;
    }
  }
  return false;
}

std::string_view languageName(Language language) {
  return at(language).id;
}

Language languageOfLocale(std::string_view locale) {
  for (const Language each : allLanguages()) {
    if (locale.starts_with(at(each).id)) {
      return each;
    }
  }
  return Language::english;
}

}  // namespace poscope
