#include "app/cli/standard_input.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/export/file_save.h"

namespace poscope {
namespace {

constexpr std::size_t kMostMebibytes = 256;

}  // namespace

Result<std::string> StandardInput::read() {
  if (wasRead_) {
    return usageError("command.error.stdin.twice");
  }
  wasRead_ = true;
  std::string bytes;
  std::array<char, 65536> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), stdin)) {
    bytes.append(block.data(), count);
    if (bytes.size() > (kMostMebibytes << 20U)) {
      return fileError(
          {"command.error.stdin.large", {{"most", static_cast<std::int64_t>(kMostMebibytes)}}});
    }
  }
  if (std::ferror(stdin) != 0) {
    return fileError({"command.error.stdin", {{"reason", std::strerror(errno)}}});
  }
  return bytes;
}

Result<std::filesystem::path> StandardInput::saveAs(const std::string& name,
                                                    const std::string& bytes) {
  folder_ = std::make_unique<QTemporaryDir>();
  if (!folder_->isValid()) {
    return fileError({"command.error.stdin", {{"reason", folder_->errorString().toStdString()}}});
  }
  const std::filesystem::path path = std::filesystem::path(folder_->path().toStdString()) / name;
  POSCOPE_CHECK(saveWhole(path, bytes, {}));
  return path;
}

}  // namespace poscope
