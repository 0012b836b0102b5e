#include "app/cli/standard_input.h"

#include <unistd.h>

#include <QFile>
#include <array>
#include <cerrno>

#include "app/export/file_reason.h"
#include "core/base/system_error.h"

namespace poscope {
namespace {

constexpr std::size_t kMostMebibytes = 256;

tl::unexpected<Error> failure(const Text& reason) {
  return fileError({"command.error.stdin", {{"reason", reason}}});
}

}  // namespace

Result<void> StandardInput::readBlocks(const Take& take) {
  if (wasRead_) {
    return usageError("command.error.stdin.twice");
  }
  wasRead_ = true;
  std::array<char, 65536> block{};
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
    if (count == 0) {
      return {};
    }
    if (count < 0 && errno != EINTR) {
      return failure(systemReason(errno));
    }
    if (count > 0) {
      POSCOPE_CHECK(take(std::span(block).first(static_cast<std::size_t>(count))));
    }
  }
}

Result<std::string> StandardInput::read() {
  std::string bytes;
  return readBlocks([&](std::span<const char> block) -> Result<void> {
           bytes.append(block.data(), block.size());
           return bytes.size() <= (kMostMebibytes << 20U)
                      ? Result<void>()
                      : fileError({"command.error.stdin.large",
                                   {{"most", static_cast<std::int64_t>(kMostMebibytes)}}});
         })
      .map([&] { return std::move(bytes); });
}

Result<std::filesystem::path> StandardInput::pathOf(const std::string& name) {
  folder_ = std::make_unique<QTemporaryDir>();
  if (!folder_->isValid()) {
    return failure(Text::verbatim(folder_->errorString().toStdString()));
  }
  const std::filesystem::path folder = folder_->path().toStdString();
  guard_ = std::make_unique<Unfinished>(folder);
  return folder / name;
}

Result<std::filesystem::path> StandardInput::save(const std::string& name) {
  POSCOPE_TRY(const auto path, pathOf(name));
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) {
    return failure(fileReason(file));
  }
  return readBlocks([&](std::span<const char> block) -> Result<void> {
           const auto size = static_cast<qint64>(block.size());
           return file.write(block.data(), size) == size ? Result<void>()
                                                         : failure(fileReason(file));
         })
      .map([&] { return path; });
}

Result<std::filesystem::path> StandardInput::saveAs(const std::string& name,
                                                    const std::string& bytes) {
  POSCOPE_TRY(const auto path, pathOf(name));
  POSCOPE_CHECK(saveWhole(path, bytes, {}));
  return path;
}

}  // namespace poscope
