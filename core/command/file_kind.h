// What a file is by its first bytes: for messages about files that are not what was asked for.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/text.h"

namespace poscope {

enum class FileKind { unknown, json, picture, array, other };

struct KnownFile {
  FileKind kind = FileKind::unknown;
  Text name;  ///< "a PNG picture", "an .npy array"; empty for `unknown` and `json`.
};

/// `start` are a file's first bytes; 64 are enough. json: an opening brace is the
/// first thing, or it is UTF-16 or UTF-32 text.
[[nodiscard]] KnownFile fileKind(std::string_view start);

/// The same of a file; `unknown` when it cannot be read.
[[nodiscard]] KnownFile fileKindOf(const std::filesystem::path& path);

}  // namespace poscope
