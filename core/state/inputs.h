// Files that were opened, as a state knows them: by name and hash. They are read before a page is
// built, and handed to the build.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

#include "core/model/model_config.h"
#include "core/state/params.h"

namespace poscope {

/// A file of arrays (.npy, .safetensors): what its bytes are, and where they were. The build reads
/// it.
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

/// The parameters by which a state names the file that its page is about: of a model or a table,
/// or of tensors beside the model that sets its sizes.
struct FileHandles {
  WordParameter name;
  WordParameter hash;
};

/// nullptr where the schema has none.
[[nodiscard]] const FileHandles* fileHandles(const Params& params);

/// The file of arrays that the parameters name, where it was opened: without a hash there the name
/// decides. nullptr for none.
[[nodiscard]] const TableFile* namedTable(const Params& params, const Inputs& inputs);

/// Hashes the whole file; it may be large. Errors: of kind file; cancelled.
[[nodiscard]] Result<TableFile> openTableFile(const std::filesystem::path& path,
                                              const std::stop_token& stop);

/// An error unless the file still holds the bytes that were opened. Hashes it again only where its
/// size or time is another one.
[[nodiscard]] Result<void> checkUnchanged(const TableFile& file, const std::stop_token& stop);

}  // namespace poscope
