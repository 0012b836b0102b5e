// Files are written whole or not at all.
#pragma once

#include <QByteArrayView>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>

#include "core/base/byte_sink.h"
#include "core/base/result.h"

namespace poscope {

/// Writes `bytes` to a temporary file beside `path` and renames it over `path`; a file that is
/// there stays as it was until then, and in every case of an error. "-" is the standard output;
/// devices and pipes are written directly. Errors: file, with path and reason; cancelled when
/// `stop` asks for it before the rename.
[[nodiscard]] Result<void> saveWhole(const std::filesystem::path& path, QByteArrayView bytes,
                                     const std::stop_token& stop);

struct FileToSave {
  std::filesystem::path path;
  /// Makes the bytes, piece by piece. What it returns is the result of saving.
  std::function<Result<void>(const WriteBytes& write)> make;
};

/// Several at once: the first takes its name when the bytes of all are in place, so that a folder
/// that is missing or a full disk leaves every file as it was. Errors as saveWhole.
[[nodiscard]] Result<void> saveAllWhole(std::span<const FileToSave> files,
                                        const std::stop_token& stop);

/// Something of ours on the disk that no end of the program may leave behind; a file or a folder.
class Unfinished {
 public:
  explicit Unfinished(const std::filesystem::path& path);
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

 private:
  std::filesystem::path path_;
};

/// For a thread that ends the program while others write: removes all that is unfinished, after
/// renames that are under way. Nothing can be renamed any more then.
void removeUnfinished();

/// Writes all of `bytes` to the standard output. Errors: file; one without words when the reader of
/// a pipe went away, which has all that it wants.
[[nodiscard]] Result<void> writeStandardOutput(std::string_view bytes);

}  // namespace poscope
