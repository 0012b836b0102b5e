// Files are written whole or not at all.
#pragma once

#include <QByteArrayView>
#include <filesystem>
#include <stop_token>

#include "core/base/result.h"

namespace poscope {

/// Writes `bytes` to a temporary file beside `path` and renames it over `path`; a file that is
/// there stays as it was until then, and in every case of an error. "-" is the standard output;
/// devices and pipes are written directly. Errors: file, with path and reason; cancelled when
/// `stop` asks for it before the rename.
[[nodiscard]] Result<void> saveWhole(const std::filesystem::path& path, QByteArrayView bytes,
                                     const std::stop_token& stop);

}  // namespace poscope
