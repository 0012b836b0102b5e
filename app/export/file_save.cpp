#include "app/export/file_save.h"

#include <QFile>
#include <QSaveFile>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

namespace poscope {
namespace {

tl::unexpected<Error> failure(const std::filesystem::path& path, const QString& reason) {
  return fileError(
      {"export.write.failed", {{"path", path.string()}, {"reason", reason.toStdString()}}});
}

Result<void> writeStandardOutput(QByteArrayView bytes) {
  const auto size = static_cast<std::size_t>(bytes.size());
  if (std::fwrite(bytes.data(), 1, size, stdout) != size || std::fflush(stdout) != 0) {
    return fileError("export.write.stdout");
  }
  return {};
}

// A device cannot be replaced by a file: renaming over /dev/null would take it from the system.
Result<void> writeDevice(const std::filesystem::path& path, QByteArrayView bytes) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) ||
      file.write(bytes.data(), bytes.size()) != bytes.size()) {
    return failure(path, file.errorString());
  }
  return {};
}

// A file that waits for its name: nothing is seen under `path` before commit().
struct Pending {
  const FileToSave* file;
  std::unique_ptr<QSaveFile> save;  // None: a device, a pipe or the standard output.
};

Result<Pending> prepare(const FileToSave& file, const std::stop_token& stop) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file.path, ignored);
  if (file.path != "-" && std::filesystem::is_directory(status)) {
    return fileError({"export.write.folder", {{"path", file.path.string()}}});
  }
  const bool isDevice =
      std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  if (file.path == "-" || isDevice) {
    return Pending{&file, nullptr};
  }
  auto save = std::make_unique<QSaveFile>(QString::fromStdString(file.path.string()));
  if (!save->open(QIODevice::WriteOnly) ||
      save->write(file.bytes.data(), file.bytes.size()) != file.bytes.size()) {
    return failure(file.path, save->errorString());
  }
  return stop.stop_requested() ? Result<Pending>(cancelled()) : Pending{&file, std::move(save)};
}

Result<void> commit(Pending& pending) {
  const FileToSave& file = *pending.file;
  if (file.path == "-") {
    return writeStandardOutput(file.bytes);
  }
  if (pending.save == nullptr) {
    return writeDevice(file.path, file.bytes);
  }
  return pending.save->commit() ? Result<void>()
                                : Result<void>(failure(file.path, pending.save->errorString()));
}

}  // namespace

Result<void> saveAllWhole(std::span<const FileToSave> files, const std::stop_token& stop) {
  if (stop.stop_requested()) {
    return cancelled();
  }
  std::vector<Pending> all;
  for (const FileToSave& file : files) {
    POSCOPE_TRY(auto pending, prepare(file, stop));
    all.push_back(std::move(pending));
  }
  // What can still fail goes first: a pipe may be closed, a rename in a prepared folder works.
  std::stable_partition(all.begin(), all.end(),
                        [](const Pending& pending) { return pending.save == nullptr; });
  for (Pending& pending : all) {
    POSCOPE_CHECK(commit(pending));
  }
  return {};
}

Result<void> saveWhole(const std::filesystem::path& path, QByteArrayView bytes,
                       const std::stop_token& stop) {
  const FileToSave file{path, bytes};
  return saveAllWhole({&file, 1}, stop);
}

}  // namespace poscope
