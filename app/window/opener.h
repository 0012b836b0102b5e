// Opens what people hand over: links, exported figures, config.json files, model folders, files
// of arrays.
#pragma once

#include <QString>
#include <QStringList>
#include <filesystem>
#include <stop_token>
#include <string>
#include <variant>

#include "core/model/model_config.h"
#include "core/model/tensor_kind.h"
#include "core/state/inputs.h"
#include "core/state/state.h"

namespace poscope {

struct OpenedModel {
  ModelConfig config;
  /// Absolute; as it was given, a folder's stays the folder's. Empty for a preset.
  std::filesystem::path path;
};

/// A file of arrays (.npy, .safetensors): its values are read when its page is built.
struct OpenedTable {
  TableFile file;
  ArrayFile arrays;  ///< Its header.
};

using Opened = std::variant<State, OpenedModel, OpenedTable>;

/// Blocking. A text that looks like a link, a path, or, where there is no such file, a preset's id.
/// Broken models (ModelConfig::broken) are errors, too; cancelled when `stop` asks for it while a
/// large file is hashed.
[[nodiscard]] Result<Opened> openArgument(const QString& argument, const std::stop_token& stop);

/// Endings of the files that openArgument knows, for the file dialog.
[[nodiscard]] QStringList openedEndings();

/// Opens the file of a state again, whose bytes are known: an error that says so when it is not
/// there or has changed.
[[nodiscard]] Result<Opened> reopenFile(const std::filesystem::path& path, const std::string& hash,
                                        const std::stop_token& stop);

}  // namespace poscope
