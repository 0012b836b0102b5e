// Files that were opened, as a state knows them: by name and hash. They are read before a page is
// built, and handed to the build.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

#include "core/model/model_config.h"

namespace poscope {

/// A dumped table: what its bytes are, and where they were. The build reads it.
struct TableFile {
  std::string name;            ///< The file's name.
  std::string hash;            ///< contentHash of its bytes when it was opened.
  std::filesystem::path path;  ///< Absolute.
  std::uintmax_t bytes = 0;
  std::filesystem::file_time_type modified;
};

/// What a build may read beside its parameters. A regular value: the same state with other inputs
/// is another page.
struct Inputs {
  std::shared_ptr<const ModelConfig> model;  ///< nullptr for none.
  std::shared_ptr<const TableFile> table;    ///< nullptr for none.

  /// By the contents.
  friend bool operator==(const Inputs& left, const Inputs& right);
};

/// Hashes the whole file; it may be large. Errors: of kind file; cancelled.
[[nodiscard]] Result<TableFile> openTableFile(const std::filesystem::path& path,
                                              const std::stop_token& stop);

/// An error unless the file still holds the bytes that were opened. Hashes it again only where its
/// size or time is another one.
[[nodiscard]] Result<void> checkUnchanged(const TableFile& file, const std::stop_token& stop);

}  // namespace poscope
