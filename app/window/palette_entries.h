// What the palette can go to, and how words find it. No widgets.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

#include "core/base/text.h"

namespace poscope {

class Actions;
class Appearance;
class MainWindow;
class StateModel;
struct GlossaryEntry;

/// One thing to go to.
struct PaletteEntry {
  Text kind;          ///< "Page", "Model": what sort of thing it is.
  QString title;      ///< In the language of the window.
  QStringList names;  ///< In every language: what it is found by, the title among them.
  QString keys;       ///< Its shortcut; empty for none.
  std::function<void()> run;
};

/// What the entries work on; outlives them.
struct PaletteParts {
  const Appearance& appearance;
  const Actions& actions;
  StateModel& model;
  std::function<void(const QString& preset)> openPreset;
  /// A parameter's value as if it were typed into its box, with what is said of a bad one.
  std::function<void(const QString& parameter, const QString& value)> edit;
  /// Gives the keyboard to the control of a parameter.
  std::function<void(const QString& parameter)> focus;
  /// Shows what a word means.
  std::function<void(const GlossaryEntry& entry)> explain;
};

/// Everything there is to go to from the state on screen.
[[nodiscard]] std::vector<PaletteEntry> paletteEntries(const PaletteParts& parts);

/// How well words find a name, the smaller the better: 0 the whole name, 1 its beginning, 2 the
/// beginnings of its words, 3 a part of it, 4 its letters in order; -1 not at all. Case and blanks
/// around do not matter; no words find everything.
[[nodiscard]] int matchRank(const QString& words, const QString& name);

/// The entries that the words find, the best first, else in their own order. "context 8192" comes
/// first as "set Context to 8,192" where the page takes the value.
[[nodiscard]] std::vector<PaletteEntry> paletteMatches(const QString& words,
                                                       const std::vector<PaletteEntry>& entries,
                                                       const PaletteParts& parts);

}  // namespace poscope
