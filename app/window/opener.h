// Opens what people hand over: links, exported figures, config.json files, model folders, dumped
// tables.
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <filesystem>
#include <variant>

#include "core/model/model_config.h"
#include "core/state/state.h"

namespace poscope {

/// A dumped cos/sin table (.npy, .safetensors): read when its page is built.
struct OpenedTable {
  std::filesystem::path path;
};

using Opened = std::variant<State, ModelConfig, OpenedTable>;

/// Blocking. A text that looks like a link, or a path. Broken models (ModelConfig::broken) are
/// errors, too.
[[nodiscard]] Result<Opened> openArgument(const QString& argument);

/// Reads files off the GUI thread, in the order in which they were asked for.
class Opener : public QObject {
  Q_OBJECT

 public:
  explicit Opener(QObject* parent = nullptr);
  ~Opener() override;

  void open(const QString& argument);

 signals:
  void opened(const poscope::Opened& what);
  void failed(const poscope::Error& error);

 private:
  QThreadPool pool_;
};

}  // namespace poscope
