#include "app/export/glyph_text.h"

#include <QFont>
#include <QRawFont>
#include <map>
#include <set>
#include <tuple>

#include "app/plot/theme.h"
#include "core/base/text.h"

namespace poscope {
namespace {

QString plainName(const QString& name) {
  return QString(name).remove(QLatin1Char(' ')).toLower();
}

std::set<char16_t> charactersOfSentences(Language language) {
  std::set<char16_t> characters;
  for (const std::string& key : textKeys(language)) {
    const std::string_view sentence = textTemplate(key, language);
    for (const QChar c :
         QString::fromUtf8(sentence.data(), static_cast<qsizetype>(sentence.size()))) {
      characters.insert(c.unicode());
    }
  }
  return characters;
}

// All of the Basic Multilingual Plane but surrogates, in order: what Qt looks through, too.
const QString& allCharacters() {
  static const QString kAll = [] {
    QString all;
    for (char32_t c = 0x20; c < 0xffff; ++c) {
      if (!QChar::isSurrogate(c)) {
        all.append(QChar(static_cast<char16_t>(c)));
      }
    }
    return all;
  }();
  return kAll;
}

// Characters by glyph; in order within each.
std::map<quint32, std::vector<char16_t>> charactersOfGlyphs(const QRawFont& font) {
  const QString& all = allCharacters();
  const QList<quint32> glyphs = font.glyphIndexesForString(all);
  std::map<quint32, std::vector<char16_t>> characters;
  for (qsizetype i = 0; i < std::min(glyphs.size(), all.size()); ++i) {
    if (glyphs[i] != 0) {
      characters[glyphs[i]].push_back(all[i].unicode());
    }
  }
  return characters;
}

GlyphText glyphTextOf(const QString& family, const std::set<char16_t>& ours) {
  GlyphText text{plainName(family), {}};
  const auto rank = [&](char16_t c) {
    return std::tuple(!ours.contains(c), !QChar::isPrint(c), !QChar(c).decomposition().isEmpty(),
                      !QChar::isLetter(c), c);
  };
  const QRawFont font = QRawFont::fromFont(QFont(family));
  for (const auto& [glyph, characters] : charactersOfGlyphs(font)) {
    const auto meant = std::min_element(characters.begin(), characters.end(),
                                        [&](char16_t a, char16_t b) { return rank(a) < rank(b); });
    if (*meant != characters.front()) {
      text.meant.insert(characters.front(), *meant);
    }
  }
  return text;
}

std::vector<GlyphText> makeGlyphTexts(Language language) {
  QStringList families = textFont(FontSize::base).families() + monoFont(FontSize::base).families();
  families.removeDuplicates();
  const auto ours = charactersOfSentences(language);
  std::vector<GlyphText> texts;
  for (const QString& family : families) {
    texts.push_back(glyphTextOf(family, ours));
  }
  return texts;
}

}  // namespace

const std::vector<GlyphText>& glyphTexts(Language language) {
  static std::map<Language, std::vector<GlyphText>> made;
  auto found = made.find(language);
  if (found == made.end()) {
    found = made.emplace(language, makeGlyphTexts(language)).first;
  }
  return found->second;
}

const GlyphText* findGlyphText(const std::vector<GlyphText>& texts, const QString& postScriptName) {
  const QString name = plainName(postScriptName);
  const GlyphText* found = nullptr;
  for (const GlyphText& text : texts) {
    const bool longer = found == nullptr || text.family.size() > found->family.size();
    found = name.startsWith(text.family) && longer ? &text : found;
  }
  return found;
}

}  // namespace poscope
