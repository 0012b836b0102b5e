// English words on Chinese pages. What may stand there is in tests/data/latin-words.txt.
#pragma once

#include <QFile>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <algorithm>
#include <set>

#include "core/base/text.h"
#include "core/model/presets.h"
#include "core/numeric/format.h"
#include "core/recipe/recipe.h"

namespace poscope::test {

inline QString shown(const Text& text, Language language) {
  return QString::fromStdString(renderPlain(text, language));
}

inline std::set<QString> allowedWords() {
  std::set<QString> words;
  QFile file(QStringLiteral(POSCOPE_TEST_DATA "/latin-words.txt"));
  if (file.open(QIODevice::ReadOnly)) {
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
      if (!line.startsWith('#') && !line.trimmed().isEmpty()) {
        words.insert(line.trimmed());
      }
    }
  }
  return words;
}

// Names of recipes, formats, models and reports are the same in every language.
inline void takeNamesAway(QString& text) {
  static const QStringList kNames = [] {
    QStringList names;
    for (const Recipe& recipe : recipeCatalogue()) {
      names << shown(Text("recipe." + recipe.id), Language::chinese)
            << QString::fromStdString(recipe.id);
    }
    for (const NumberFormat& format : numberFormats()) {
      names << QString::fromUtf8(format.label.data(), static_cast<qsizetype>(format.label.size()));
    }
    for (const ModelPreset& preset : modelPresets()) {
      names << QString::fromStdString(preset.title) << QString::fromStdString(preset.id);
    }
    for (const std::string& key : textKeys(Language::chinese)) {
      const QString name = QString::fromStdString(key);
      if (name.startsWith(QLatin1String("choice.case."))) {
        names << shown(Text(key), Language::chinese);
      }
    }
    std::sort(names.begin(), names.end(),
              [](const QString& a, const QString& b) { return a.size() > b.size(); });
    return names;
  }();
  for (const QString& name : kNames) {
    text.replace(name, QStringLiteral(" "));
  }
}

inline QStringList foreignWords(QString text) {
  static const std::set<QString> kAllowed = allowedWords();
  static const QRegularExpression kLink(QStringLiteral("(https?://\\S+|poscope:\\S+)"));
  static const QRegularExpression kWord(QStringLiteral("[A-Za-z][A-Za-z_.]{3,}"));
  text.remove(kLink);
  takeNamesAway(text);
  QStringList words;
  for (auto all = kWord.globalMatch(text); all.hasNext();) {
    QString word = all.next().captured();
    while (word.endsWith('.')) {
      word.chop(1);
    }
    // "inv_freq" and "model.half" are code.
    const bool code = word.contains('_') || word.contains('.');
    if (!code && !kAllowed.contains(word)) {
      words << word;
    }
  }
  return words;
}

}  // namespace poscope::test
