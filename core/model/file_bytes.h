// Reading files that may be anything: sizes are known before memory is asked for, devices and pipes
// are refused, and what the system objects to is named.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/model/named_file.h"

namespace poscope {

/// Whether there is anything of this name, links followed. An error of kind `file` when the system
/// cannot tell: links in a circle, no permission, a name that is too long or holds a zero byte.
[[nodiscard]] Result<bool> pathExists(const NamedFile& file);

/// A plain file (links followed) that is open for reading. All errors are of kind `file` and name
/// it: missing, a folder, a device or a pipe, no permission, links in a circle, a name that is too
/// long or holds a zero byte.
class PlainFile {
 public:
  [[nodiscard]] static Result<PlainFile> open(const NamedFile& file);
  PlainFile(PlainFile&& other) noexcept;
  PlainFile& operator=(PlainFile&& other) noexcept;
  ~PlainFile();

  /// Its size when it was opened.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// An error unless it holds `count` bytes from `begin`.
  [[nodiscard]] Result<void> check(std::uint64_t begin, std::uint64_t count) const;
  /// Fills `into` with the bytes from `begin`; an error when the file ends before.
  [[nodiscard]] Result<void> read(std::uint64_t begin, std::span<char> into) const;

 private:
  PlainFile(std::string name, int handle, std::uint64_t bytes)
      : name_(std::move(name)), handle_(handle), bytes_(bytes) {}

  std::string name_;
  int handle_ = -1;
  std::uint64_t bytes_ = 0;
};

/// Size of a plain file. Errors as PlainFile::open.
[[nodiscard]] Result<std::uint64_t> plainFileBytes(const NamedFile& file);

/// An error unless a plain file holds `count` bytes from `begin`; reads nothing.
[[nodiscard]] Result<void> checkBytes(const NamedFile& file, std::uint64_t begin,
                                      std::uint64_t count);

/// `count` bytes from `begin`; an error when the file ends before.
[[nodiscard]] Result<std::string> readBytes(const NamedFile& file, std::uint64_t begin,
                                            std::uint64_t count);

/// The whole file, at most `largest` bytes.
[[nodiscard]] Result<std::string> readWholeFile(const NamedFile& file, std::uint64_t largest);

/// Text from a file made safe to show: bytes that are no UTF-8 and control characters become "?",
/// and what is longer than `most` bytes ends in "...".
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 80);

/// The size of the real file when `bytes` is a Git LFS pointer (0 when it does not say); nothing
/// otherwise.
[[nodiscard]] std::optional<std::uint64_t> gitLfsPointer(std::string_view bytes);

/// "UTF-16" or "UTF-32" for text that begins so: with a byte order mark, or an ASCII character and
/// its zero bytes; empty otherwise.
[[nodiscard]] std::string_view wideEncoding(std::string_view bytes);

/// FNV-1a (64 bits) of a whole plain file, which may be larger than the memory. Errors: of kind
/// file; cancelled when `stop` asks for it (looked at once a MiB).
[[nodiscard]] Result<std::uint64_t> hashFile(const std::filesystem::path& path,
                                             const std::stop_token& stop);

/// FNV-1a, 64 bits.
[[nodiscard]] std::uint64_t fnv1a(std::string_view bytes);

}  // namespace poscope
