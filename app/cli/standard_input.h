// "-" as a file: the standard input, read once.
#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "app/export/file_save.h"
#include "core/base/result.h"

namespace poscope {

/// Errors of reading: file with the system's reason; usage when it was read before.
class StandardInput {
 public:
  /// All of it. A file error, too, when it holds more than 256 MiB.
  [[nodiscard]] Result<std::string> read();

  /// All of it, of any size, in a temporary file `name`, which lives as long as this object.
  [[nodiscard]] Result<std::filesystem::path> save(const std::string& name);

  /// `bytes` in such a file.
  [[nodiscard]] Result<std::filesystem::path> saveAs(const std::string& name,
                                                     const std::string& bytes);

 private:
  using Take = std::function<Result<void>(std::span<const char>)>;

  [[nodiscard]] Result<void> readBlocks(const Take& take);
  [[nodiscard]] Result<std::filesystem::path> pathOf(const std::string& name);

  bool wasRead_ = false;
  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<Unfinished> guard_;
};

}  // namespace poscope
