// Reading files that may be anything: sizes are known before memory is asked for, devices and pipes
// are refused.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/model/named_file.h"

namespace poscope {

/// Size of a plain file (links followed). Missing, a folder, a device or a pipe: an error of kind
/// `file`.
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

/// FNV-1a (64 bits) of a whole plain file, which may be larger than the memory. Errors: of kind
/// file; cancelled when `stop` asks for it (looked at once a MiB).
[[nodiscard]] Result<std::uint64_t> hashFile(const std::filesystem::path& path,
                                             const std::stop_token& stop);

/// FNV-1a, 64 bits.
[[nodiscard]] std::uint64_t fnv1a(std::string_view bytes);

}  // namespace poscope
