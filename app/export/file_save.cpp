#include "app/export/file_save.h"

#include <unistd.h>

#include <QFile>
#include <QSaveFile>
#include <algorithm>
#include <cerrno>
#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

#include "app/export/file_reason.h"
#include "core/base/system_error.h"
#include "core/model/named_file.h"

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

tl::unexpected<Error> failure(const std::filesystem::path& path, const Text& reason) {
  return fileError({"export.write.failed", {{"path", shownPath(path)}, {"reason", reason}}});
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
    return device.write(bytes.data(), size) == size
               ? Result<void>()
               : Result<void>(failure(path, fileReason(device)));
  };
}

// A device cannot be replaced by a file: renaming over /dev/null would take it from the system.
Result<void> writeDevice(const FileToSave& file) {
  QFile device(file.path);
  if (!device.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) {
    return failure(file.path, fileReason(device));
  }
  return file.make([&](std::string_view bytes) {
    return writeTo(device.handle(), bytes,
                   {"export.write.failed", {{"path", shownPath(file.path)}}});
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
    return failure(file.path, fileReason(*pending.save));
  }
  pending.guard = std::make_unique<Unfinished>(temporaryPath(*pending.save));
  return {};
}

// Why no file of this name can be, as far as that can be seen before: Qt follows a circle of links
// to its end, and has words of its own for files that may not be written.
Result<void> checkName(const std::filesystem::path& path,
                       const std::filesystem::file_status& status, const std::error_code& reason) {
  if (std::filesystem::is_directory(status)) {
    return fileError({"export.write.folder", {{"path", shownPath(path)}}});
  }
  if (std::filesystem::exists(status)) {
    return ::access(path.c_str(), W_OK) == 0 ? Result<void>() : failure(path, systemReason(errno));
  }
  if (status.type() != std::filesystem::file_type::not_found) {
    return failure(path, systemReason(reason));
  }
  const std::filesystem::path folder = path.parent_path();
  std::error_code ignored;
  return folder.empty() || std::filesystem::exists(folder, ignored) || ignored
             ? Result<void>()
             : fileError({"export.write.no_folder",
                          {{"path", shownPath(path)}, {"folder", shownPath(folder)}}});
}

// Not renamed over what is there: a device, a pipe, the standard output.
Result<bool> isDirect(const std::filesystem::path& path) {
  if (path == "-") {
    return true;
  }
  std::error_code reason;
  const std::filesystem::file_status status = std::filesystem::status(path, reason);
  POSCOPE_CHECK(checkName(path, status, reason));
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

Result<Pending> prepare(const FileToSave& file, const std::stop_token& stop) {
  if (stop.stop_requested()) {
    return cancelled();
  }
  POSCOPE_TRY(const bool direct, isDirect(file.path));
  Pending pending{&file, nullptr, nullptr};
  if (!direct) {
    POSCOPE_CHECK(makeFile(pending));
    POSCOPE_CHECK(file.make(into(*pending.save, file.path)));
  }
  return pending;
}

Result<void> writeDirectly(const FileToSave& file) {
  return file.path == "-" ? file.make(writeStandardOutput) : writeDevice(file);
}

Result<void> rename(Pending& pending) {
  return pending.save->commit()
             ? Result<void>()
             : Result<void>(failure(pending.file->path, fileReason(*pending.save)));
}

}  // namespace

std::vector<Result<void>> saveEachWhole(std::span<const FileToSave> files,
                                        const std::stop_token& stop) {
  std::vector<Result<Pending>> all;
  std::transform(files.begin(), files.end(), std::back_inserter(all),
                 [&](const FileToSave& file) { return prepare(file, stop); });
  std::vector<Result<void>> results;
  for (const Result<Pending>& pending : all) {
    results.push_back(!pending                   ? Result<void>(tl::unexpected(pending.error()))
                      : pending->save != nullptr ? Result<void>()
                                                 : writeDirectly(*pending->file));
  }
  const std::unique_lock lock(diskMutex());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (results[i] && all[i]->save != nullptr) {
      results[i] = stop.stop_requested() ? Result<void>(cancelled()) : rename(*all[i]);
    }
  }
  return results;
}

Result<void> saveWhole(const FileToSave& file, const std::stop_token& stop) {
  return saveEachWhole({&file, 1}, stop).front();
}

Result<void> saveWhole(const std::filesystem::path& path, QByteArrayView bytes,
                       const std::stop_token& stop) {
  return saveWhole(
      FileToSave{path,
                 [bytes](const WriteBytes& write) {
                   return write({bytes.data(), static_cast<std::size_t>(bytes.size())});
                 }},
      stop);
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
