#include "app/window/palette_entries.h"

#include <QAction>
#include <algorithm>

#include "app/panel/appearance.h"
#include "app/window/actions.h"
#include "app/window/state_model.h"
#include "app/window/state_words.h"
#include "core/catalogue/glossary.h"
#include "core/catalogue/views.h"
#include "core/model/presets.h"

namespace poscope {
namespace {

QString inLanguage(const Text& text, Language language) {
  return QString::fromStdString(renderPlain(text, language));
}

QStringList inAll(const Text& text) {
  QStringList names;
  for (const Language language : allLanguages()) {
    names << inLanguage(text, language);
  }
  return names;
}

PaletteEntry entryOf(const char* kind, const Text& title, const PaletteParts& parts,
                     std::function<void()> run) {
  return {kind, parts.appearance.say(title), inAll(title), {}, std::move(run)};
}

/// Whether a control of the page sets it: the compare mode has its bar, some only links set.
bool hasControl(const ParameterSpec& spec) {
  return !spec.hidden && !spec.presentation;
}

void addViews(const PaletteParts& parts, std::vector<PaletteEntry>& entries) {
  for (std::size_t k = 0; k < views().size(); ++k) {
    const View& view = views()[k];
    PaletteEntry entry = entryOf("window.palette.view", Text(view.id + ".title"), parts,
                                 [&parts, &view] { parts.model.selectView(view.id); });
    entry.names << QString::fromStdString(view.id);
    if (k < std::size_t{kViewKeys}) {
      entry.keys = Actions::viewKey(static_cast<int>(k)).toString(QKeySequence::NativeText);
    }
    entries.push_back(std::move(entry));
  }
}

void addParameters(const PaletteParts& parts, std::vector<PaletteEntry>& entries) {
  const View& view = parts.model.view();
  for (const ParameterSpec& spec : view.schema) {
    if (hasControl(spec)) {
      const QString name = QString::fromStdString(spec.name);
      PaletteEntry entry = entryOf("window.palette.parameter", parameterLabel(view.id, spec), parts,
                                   [&parts, name] { parts.focus(name); });
      entry.names << name;
      entries.push_back(std::move(entry));
    }
  }
}

void addCommands(const PaletteParts& parts, std::vector<PaletteEntry>& entries) {
  for (std::size_t k = 0; k < kCommandCount; ++k) {
    const auto command = static_cast<Command>(k);
    QAction* const action = parts.actions[command];
    if (command == Command::palette || !action->isEnabled()) {
      continue;
    }
    QStringList names;
    for (const Language language : allLanguages()) {
      names << Actions::name(command, language);
    }
    entries.push_back({"window.palette.command", action->text(), names,
                       action->shortcut().toString(QKeySequence::NativeText),
                       [action] { action->trigger(); }});
  }
  for (QAction* const language : parts.actions.languageChoices()) {
    entries.push_back(
        {"window.palette.language", language->text(), {language->text()}, {}, [language] {
           language->trigger();
         }});
  }
}

void addModels(const PaletteParts& parts, std::vector<PaletteEntry>& entries) {
  for (const OpenedFile& file : parts.model.files()) {
    const auto config = file.inputs.model;
    if (config == nullptr || file.path.empty()) {
      continue;  // A preset, which has its own entry, or not read (yet).
    }
    const QString title = QString::fromStdString(config->name);
    entries.push_back({"window.palette.model", title, {title}, {}, [&parts, file, config] {
                         static_cast<void>(parts.model.openModel(*config, file.path));
                       }});
  }
  for (const ModelPreset& preset : modelPresets()) {
    const QString id = QString::fromStdString(preset.id);
    const QString title = QString::fromStdString(preset.title);
    entries.push_back(
        {"window.palette.model", title, {title, id}, {}, [&parts, id] { parts.openPreset(id); }});
  }
}

// For each side that the page has: its implementations.
void addRecipes(const PaletteParts& parts, std::vector<PaletteEntry>& entries) {
  const View& view = parts.model.view();
  for (const ParameterSpec& spec : view.schema) {
    if (spec.type != ParameterType::recipe || !hasControl(spec)) {
      continue;
    }
    const QString parameter = QString::fromStdString(spec.name);
    for (const std::string& id : choiceValues(spec)) {
      const Text title("window.palette.set", {{"parameter", parameterLabel(view.id, spec)},
                                              {"value", choiceLabel(spec, id)}});
      const QString value = QString::fromStdString(id);
      PaletteEntry entry = entryOf("window.palette.recipe", title, parts,
                                   [&parts, parameter, value] { parts.edit(parameter, value); });
      entry.names << inAll(choiceLabel(spec, id)) << value;
      entries.push_back(std::move(entry));
    }
  }
}

void addTerms(const PaletteParts& parts, std::vector<PaletteEntry>& entries) {
  for (const GlossaryEntry& term : glossary()) {
    PaletteEntry entry =
        entryOf("window.palette.term", term.name, parts, [&parts, &term] { parts.explain(term); });
    for (const Language language : allLanguages()) {
      for (const std::string& spelling : glossarySpellings(term, language)) {
        entry.names << QString::fromStdString(spelling);
      }
    }
    entries.push_back(std::move(entry));
  }
}

// A source of things to go to is a row here.
using Source = void (*)(const PaletteParts& parts, std::vector<PaletteEntry>& entries);
constexpr std::array<Source, 6> kSources{addViews,  addParameters, addCommands,
                                         addModels, addRecipes,    addTerms};

QStringList wordsOf(const QString& text) {
  return text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

/// Whether each of `words` begins another word of `name`, in any order.
bool beginWords(const QStringList& words, const QString& name) {
  QStringList left;
  QString word;
  for (const QChar c : name + QLatin1Char(' ')) {
    if (c.isLetterOrNumber()) {
      word += c;
    } else if (!word.isEmpty()) {
      left << std::exchange(word, QString());
    }
  }
  return std::all_of(words.begin(), words.end(), [&left](const QString& start) {
    const auto found = std::find_if(left.begin(), left.end(),
                                    [&](const QString& each) { return each.startsWith(start); });
    if (found == left.end()) {
      return false;
    }
    left.erase(found);
    return true;
  });
}

bool inOrder(const QString& letters, const QString& name) {
  qsizetype at = 0;
  for (const QChar c : letters) {
    if (c == QLatin1Char(' ')) {
      continue;
    }
    at = name.indexOf(c, at);
    if (at < 0) {
      return false;
    }
    ++at;
  }
  return true;
}

int bestRank(const QString& words, const PaletteEntry& entry) {
  int best = -1;
  for (const QString& name : entry.names) {
    const int rank = matchRank(words, name);
    if (rank >= 0 && (best < 0 || rank < best)) {
      best = rank;
    }
  }
  return best;
}

/// A choice is also found by its label: "fp16", "last keys".
std::optional<std::string> valueOf(const ParameterSpec& spec, const QString& words) {
  if (spec.type == ParameterType::integer || spec.type == ParameterType::real ||
      spec.type == ParameterType::text) {
    return words.toStdString();
  }
  for (const std::string& value : choiceValues(spec)) {
    for (const QString& label : inAll(choiceLabel(spec, value))) {
      if (matchRank(words, label) == 0) {
        return value;
      }
    }
    if (words.compare(QString::fromStdString(value), Qt::CaseInsensitive) == 0) {
      return value;
    }
  }
  return std::nullopt;
}

/// "context 8192": a parameter by the beginning of its name, then a value that it takes.
void addSettings(const QString& words, const PaletteParts& parts,
                 std::vector<PaletteEntry>& found) {
  const QStringList all = wordsOf(words);
  const View& view = parts.model.view();
  for (qsizetype split = 1; split < all.size(); ++split) {
    const QString name = all.mid(0, split).join(QLatin1Char(' '));
    const QString typed = all.mid(split).join(QLatin1Char(' '));
    for (const ParameterSpec& spec : view.schema) {
      QStringList names = inAll(parameterLabel(view.id, spec));
      names << QString::fromStdString(spec.name);
      const bool named = std::any_of(names.begin(), names.end(), [&](const QString& each) {
        const int rank = matchRank(name, each);
        return rank >= 0 && rank <= 1;
      });
      const auto value = named && hasControl(spec) ? valueOf(spec, typed) : std::nullopt;
      Params next = parts.model.state().params;
      if (!value || !next.set(spec.name, *value)) {
        continue;
      }
      const Text title("window.palette.set", {{"parameter", parameterLabel(view.id, spec)},
                                              {"value", valueWords(next, spec)}});
      found.push_back(
          entryOf("window.palette.value", title, parts,
                  [&parts, parameter = QString::fromStdString(spec.name),
                   text = QString::fromStdString(*value)] { parts.edit(parameter, text); }));
    }
  }
}

}  // namespace

std::vector<PaletteEntry> paletteEntries(const PaletteParts& parts) {
  std::vector<PaletteEntry> entries;
  for (const Source add : kSources) {
    add(parts, entries);
  }
  return entries;
}

int matchRank(const QString& words, const QString& name) {
  const QString wanted = words.simplified().toCaseFolded();
  const QString whole = name.simplified().toCaseFolded();
  if (wanted == whole) {
    return 0;
  }
  if (whole.startsWith(wanted)) {
    return 1;
  }
  if (beginWords(wordsOf(wanted), whole)) {
    return 2;
  }
  if (whole.contains(wanted)) {
    return 3;
  }
  return inOrder(wanted, whole) ? 4 : -1;
}

std::vector<PaletteEntry> paletteMatches(const QString& words,
                                         const std::vector<PaletteEntry>& entries,
                                         const PaletteParts& parts) {
  std::vector<PaletteEntry> found;
  addSettings(words, parts, found);
  std::vector<std::pair<int, const PaletteEntry*>> ranked;
  for (const PaletteEntry& entry : entries) {
    if (const int rank = bestRank(words, entry); rank >= 0) {
      ranked.emplace_back(rank, &entry);
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [rank, entry] : ranked) {
    found.push_back(*entry);
  }
  return found;
}

}  // namespace poscope
