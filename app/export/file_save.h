// Files are written whole or not at all.
#pragma once

#include <QByteArrayView>
#include <filesystem>
#include <span>
#include <stop_token>

#include "core/base/result.h"

namespace poscope {

/// Writes `bytes` to a temporary file beside `path` and renames it over `path`; a file that is
/// there stays as it was until then, and in every case of an error. "-" is the standard output;
/// devices and pipes are written directly. Errors: file, with path and reason; cancelled when
/// `stop` asks for it before the rename.
[[nodiscard]] Result<void> saveWhole(const std::filesystem::path& path, QByteArrayView bytes,
                                     const std::stop_token& stop);

struct FileToSave {
  std::filesystem::path path;
  QByteArrayView bytes;  ///< Must live while it is saved.
};

/// Several at once: the first takes its name when the bytes of all are in place, so that a folder
/// that is missing or a full disk leaves every file as it was. Errors as saveWhole.
[[nodiscard]] Result<void> saveAllWhole(std::span<const FileToSave> files,
                                        const std::stop_token& stop);

}  // namespace poscope
