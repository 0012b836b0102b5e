#include "app/export/file_save.h"

#include <unistd.h>

#include <QFile>
#include <QSaveFile>
#include <algorithm>
#include <cerrno>
#include <memory>
#include <mutex>
#include <vector>

#include "app/export/file_reason.h"
#include "core/base/system_error.h"

namespace poscope {
namespace {

std::recursive_mutex& diskMutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

std::vector<std::filesystem::path>& unfinished() {
  static std::vector<std::filesystem::path> paths;
  return paths;
}

tl::unexpected<Error> failure(const std::filesystem::path& path, const QFileDevice& file) {
  return fileError(
      {"export.write.failed", {{"path", path.string()}, {"reason", fileReason(file)}}});
}

// A file that waits for its name: nothing is seen under `path` before commit().
struct Pending {
  const FileToSave* file;
  std::unique_ptr<QSaveFile> save;  // None: a device, a pipe or the standard output.
  std::unique_ptr<Unfinished> guard;
};

Text withReason(Text failed) {
  failed.arguments.emplace_back("reason", systemReason(errno));
  return failed;
}

// A reader that went away has all that it wants: an error without words.
Result<void> writeTo(int descriptor, std::string_view bytes, const Text& failed) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      return errno == EPIPE ? fileError(Text()) : fileError(withReason(failed));
    }
    bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
  return {};
}

WriteBytes into(QFileDevice& device, const std::filesystem::path& path) {
  return [&device, path](std::string_view bytes) -> Result<void> {
    const auto size = static_cast<qint64>(bytes.size());
    return device.write(bytes.data(), size) == size ? Result<void>()
                                                    : Result<void>(failure(path, device));
  };
}

// A device cannot be replaced by a file: renaming over /dev/null would take it from the system.
Result<void> writeDevice(const FileToSave& file) {
  QFile device(file.path);
  if (!device.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) {
    return failure(file.path, device);
  }
  return file.make([&](std::string_view bytes) {
    return writeTo(device.handle(), bytes, {"export.write.failed", {{"path", file.path.string()}}});
  });
}

// Qt does not tell the name; where the file has none yet (O_TMPFILE), the system removes it itself.
std::filesystem::path temporaryPath(const QFileDevice& file) {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file.handle()), ignored);
}

Result<void> makeFile(Pending& pending) {
  const FileToSave& file = *pending.file;
  pending.save = std::make_unique<QSaveFile>(QString::fromStdString(file.path.string()));
  const std::unique_lock lock(diskMutex());
  if (!pending.save->open(QIODevice::WriteOnly)) {
    return failure(file.path, *pending.save);
  }
  pending.guard = std::make_unique<Unfinished>(temporaryPath(*pending.save));
  return {};
}

Result<Pending> prepare(const FileToSave& file) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file.path, ignored);
  if (file.path != "-" && std::filesystem::is_directory(status)) {
    return fileError({"export.write.folder", {{"path", file.path.string()}}});
  }
  const bool isDevice =
      std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  Pending pending{&file, nullptr, nullptr};
  if (file.path != "-" && !isDevice) {
    POSCOPE_CHECK(makeFile(pending));
    POSCOPE_CHECK(file.make(into(*pending.save, file.path)));
  }
  return pending;
}

Result<void> writeDirectly(const FileToSave& file) {
  return file.path == "-" ? file.make(writeStandardOutput) : writeDevice(file);
}

Result<void> rename(Pending& pending) {
  return pending.save->commit() ? Result<void>()
                                : Result<void>(failure(pending.file->path, *pending.save));
}

}  // namespace

Result<void> saveAllWhole(std::span<const FileToSave> files, const std::stop_token& stop) {
  if (stop.stop_requested()) {
    return cancelled();
  }
  std::vector<Pending> all;
  for (const FileToSave& file : files) {
    POSCOPE_TRY(auto pending, prepare(file));
    all.push_back(std::move(pending));
  }
  // What can still fail goes first: a pipe may be closed, a rename in a prepared folder works.
  for (const Pending& pending : all) {
    if (pending.save == nullptr) {
      POSCOPE_CHECK(writeDirectly(*pending.file));
    }
  }
  const std::unique_lock lock(diskMutex());
  if (stop.stop_requested()) {
    return cancelled();
  }
  for (Pending& pending : all) {
    if (pending.save != nullptr) {
      POSCOPE_CHECK(rename(pending));
    }
  }
  return {};
}

Result<void> saveWhole(const std::filesystem::path& path, QByteArrayView bytes,
                       const std::stop_token& stop) {
  const FileToSave file{path, [bytes](const WriteBytes& write) {
                          return write({bytes.data(), static_cast<std::size_t>(bytes.size())});
                        }};
  return saveAllWhole({&file, 1}, stop);
}

Unfinished::Unfinished(const std::filesystem::path& path) : path_(path) {
  const std::unique_lock lock(diskMutex());
  unfinished().push_back(path_);
}

Unfinished::~Unfinished() {
  const std::unique_lock lock(diskMutex());
  std::erase(unfinished(), path_);
}

void removeUnfinished() {
  diskMutex().lock();  // For good: whoever wants to rename something now waits for the end.
  for (const std::filesystem::path& path : unfinished()) {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
}

Result<void> writeStandardOutput(std::string_view bytes) {
  return writeTo(STDOUT_FILENO, bytes, "command.error.stdout");
}

}  // namespace poscope
