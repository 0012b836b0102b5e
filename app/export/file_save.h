// Files are written whole or not at all.
#pragma once

#include <QByteArrayView>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

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

/// One file; as saveWhole.
[[nodiscard]] Result<void> saveWhole(const FileToSave& file, const std::stop_token& stop);

/// Several at once, each for itself: one that cannot be made or written leaves what was there, and
/// the others are written. They take their names when the bytes of all are in place, and none does
/// when `stop` asks for it before. A result for each, in their order; errors as saveWhole.
[[nodiscard]] std::vector<Result<void>> saveEachWhole(std::span<const FileToSave> files,
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
