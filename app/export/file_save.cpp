#include "app/export/file_save.h"

#include <QFile>
#include <QSaveFile>
#include <cstdio>

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

}  // namespace

Result<void> saveWhole(const std::filesystem::path& path, QByteArrayView bytes,
                       const std::stop_token& stop) {
  if (stop.stop_requested()) {
    return cancelled();
  }
  if (path == "-") {
    return writeStandardOutput(bytes);
  }
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status)) {
    return fileError({"export.write.folder", {{"path", path.string()}}});
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return writeDevice(path, bytes);
  }
  QSaveFile file(QString::fromStdString(path.string()));
  if (!file.open(QIODevice::WriteOnly)) {
    return failure(path, file.errorString());
  }
  if (file.write(bytes.data(), bytes.size()) != bytes.size() || stop.stop_requested()) {
    const QString reason = file.errorString();
    file.cancelWriting();
    return stop.stop_requested() ? Result<void>(cancelled()) : Result<void>(failure(path, reason));
  }
  if (!file.commit()) {
    return failure(path, file.errorString());
  }
  return {};
}

}  // namespace poscope
