// The saved state: one JSON file, written whole or not at all.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/panel/appearance.h"
#include "app/panel/play_state.h"
#include "app/window/state_model.h"

namespace poscope {

/// What a start finds and an end leaves. Absent language and geometry: never set.
struct SavedWindow {
  StatePatch states;
  std::vector<OpenedFile> files;  ///< Without their inputs: where the files of the states are.
  std::optional<Language> language;
  ThemeChoice theme = ThemeChoice::system;
  QByteArray geometry;
  QByteArray splitter;
  QByteArray sides;  ///< Empty: the right column shares its height by itself.
  bool sidesHidden = false;
  bool moreShown = false;  ///< The parameters behind "More".
  PlaySettings play;
  std::optional<bool> reduceMotion;  ///< None: as the desktop has it.
};

struct LoadReport {
  std::optional<SavedWindow> saved;  ///< None: there is no file, or it could not be used.
  Text message;  ///< What was lost and where the old file is now; empty when all is well.
};

/// Knows the file and its schema; keys of other versions that it does not know are kept.
class StateStore {
 public:
  /// `path`: the file; its folder is made when it is first written.
  explicit StateStore(QString path);

  /// `<configuration folder of the program>/state.json`.
  [[nodiscard]] static QString standardPath();

  /// A damaged file, or one of a newer version, is moved aside as "state.json.damaged-1" (-2, ...)
  /// and named in the message. Never fails hard: without a usable file the defaults are taken.
  [[nodiscard]] LoadReport load();

  /// Writes the file when it is called, once, in any thread, which may outlive this. Of two the one
  /// that was asked for later is what the file holds, whichever is called first. Nothing is written
  /// that the file holds already. Error: file, with the reason.
  using Writing = std::function<Result<void>()>;
  /// `saved.states` holds the states of all views.
  [[nodiscard]] Writing writing(const SavedWindow& saved);
  /// The same at once.
  [[nodiscard]] Result<void> save(const SavedWindow& saved) { return writing(saved)(); }

  [[nodiscard]] const QString& path() const { return path_; }

 private:
  struct Written;

  [[nodiscard]] Text setAside(const char* reasonKey);

  QString path_;
  std::shared_ptr<Written> written_;
  std::uint64_t asked_ = 0;
  QJsonObject unknown_;  ///< The file as it was read: what we do not know is written again.
};

}  // namespace poscope
