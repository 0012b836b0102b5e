// A file and what messages call it.
#pragma once

#include <concepts>
#include <filesystem>
#include <string>
#include <utility>

namespace poscope {

/// A path for messages: UTF-8 without control characters.
[[nodiscard]] std::string shownPath(const std::filesystem::path& path);

/// A path is a file of that name; what a pipe held is stored under another path than "-", its name.
struct NamedFile {
  std::filesystem::path path;
  std::string name;

  /// An empty name is the path's.
  template <std::convertible_to<std::filesystem::path> Path>
  NamedFile(Path&& file, std::string shown = {})  // NOLINT: a path is a file with a name.
      : path(std::forward<Path>(file)), name(shown.empty() ? shownPath(path) : std::move(shown)) {}
};

}  // namespace poscope
