#include "core/model/file_bytes.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <system_error>

#include "core/base/utf8.h"

namespace poscope {
namespace {

namespace fs = std::filesystem;

bool isControl(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  // C1 controls are two bytes in UTF-8: some terminals obey them.
  const bool c1 = first == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
  return first < 0x20 || first == 0x7F || c1;
}

constexpr std::uint64_t kFnvStart = 0xCBF29CE484222325ULL;
constexpr std::size_t kHashChunk = 1U << 20U;

// Continues an FNV-1a hash.
std::uint64_t fnv1aOn(std::uint64_t hash, std::string_view bytes) {
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001B3ULL;
  }
  return hash;
}

}  // namespace

Result<std::uint64_t> plainFileBytes(const NamedFile& file) {
  std::error_code failure;
  const fs::file_status status = fs::status(file.path, failure);
  if (status.type() == fs::file_type::not_found) {
    return fileError(Text("model.error.missing", {{"file", file.name}}));
  }
  if (status.type() == fs::file_type::directory) {
    return fileError(Text("model.error.folder", {{"file", file.name}}));
  }
  if (status.type() != fs::file_type::regular) {
    return fileError(Text("model.error.not_plain", {{"file", file.name}}));
  }
  const std::uintmax_t bytes = fs::file_size(file.path, failure);
  if (failure) {
    return fileError(Text("model.error.unreadable", {{"file", file.name}}));
  }
  return static_cast<std::uint64_t>(bytes);
}

Result<void> checkBytes(const NamedFile& file, std::uint64_t begin, std::uint64_t count) {
  POSCOPE_TRY(const auto size, plainFileBytes(file));
  if (begin > size || count > size - begin) {
    return fileError(Text("model.error.short_file",
                          {{"file", file.name},
                           {"needed", static_cast<std::int64_t>(count)},
                           {"present", static_cast<std::int64_t>(size - std::min(begin, size))}}));
  }
  return {};
}

Result<std::string> readBytes(const NamedFile& file, std::uint64_t begin, std::uint64_t count) {
  POSCOPE_CHECK(checkBytes(file, begin, count));
  std::ifstream stream(file.path, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(count), '\0');
  stream.seekg(static_cast<std::streamoff>(begin));
  stream.read(bytes.data(), static_cast<std::streamsize>(count));
  if (!stream || stream.gcount() != static_cast<std::streamsize>(count)) {
    return fileError(Text("model.error.unreadable", {{"file", file.name}}));
  }
  return bytes;
}

Result<std::string> readWholeFile(const NamedFile& file, std::uint64_t largest) {
  POSCOPE_TRY(const auto size, plainFileBytes(file));
  if (size > largest) {
    return fileError(Text("model.error.too_big", {{"file", file.name},
                                                  {"bytes", static_cast<std::int64_t>(size)},
                                                  {"limit", static_cast<std::int64_t>(largest)}}));
  }
  return readBytes(file, 0, size);
}

std::string shownPath(const fs::path& path) {
  return printable(path.string(), 4096);
}

std::string printable(std::string_view text, std::size_t most) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = utf8Length(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    if (shown.size() + sequence.size() > most) {
      shown += "...";
      break;
    }
    if (length == 0 || isControl(sequence)) {
      shown += '?';
    } else {
      shown += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return shown;
}

std::optional<std::uint64_t> gitLfsPointer(std::string_view bytes) {
  if (!bytes.starts_with("version https://git-lfs.github.com/spec/")) {
    return std::nullopt;
  }
  std::uint64_t size = 0;
  const auto at = bytes.find("\nsize ");
  if (at != std::string_view::npos) {
    const char* const digits = bytes.data() + at + 6;
    std::from_chars(digits, bytes.data() + bytes.size(), size);
  }
  return size;
}

std::uint64_t fnv1a(std::string_view bytes) {
  return fnv1aOn(kFnvStart, bytes);
}

Result<std::uint64_t> hashFile(const fs::path& path, const std::stop_token& stop) {
  POSCOPE_CHECK(plainFileBytes(path));
  std::ifstream stream(path, std::ios::binary);
  std::string chunk(kHashChunk, '\0');
  std::uint64_t hash = kFnvStart;
  while (stream) {
    if (stop.stop_requested()) {
      return cancelled();
    }
    stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    hash =
        fnv1aOn(hash, std::string_view(chunk).substr(0, static_cast<std::size_t>(stream.gcount())));
  }
  if (!stream.eof()) {
    return fileError(Text("model.error.unreadable", {{"file", shownPath(path)}}));
  }
  return hash;
}

}  // namespace poscope
