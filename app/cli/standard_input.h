// "-" as a file: the standard input, read once.
#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <memory>
#include <string>

#include "core/base/result.h"

namespace poscope {

class StandardInput {
 public:
  /// All of it. Errors: file when it cannot be read or holds more than 256 MiB; usage when it was
  /// read before.
  [[nodiscard]] Result<std::string> read();

  /// All of it in a temporary file `name`, which lives as long as this object.
  [[nodiscard]] Result<std::filesystem::path> saveAs(const std::string& name,
                                                     const std::string& bytes);

 private:
  bool wasRead_ = false;
  std::unique_ptr<QTemporaryDir> folder_;
};

}  // namespace poscope
