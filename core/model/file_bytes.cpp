#include "core/model/file_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

#include "core/base/fnv1a.h"
#include "core/base/system_error.h"
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

tl::unexpected<Error> unreadable(const std::string& name, int reason) {
  return fileError(
      Text("model.error.unreadable", {{"file", name}, {"reason", systemReason(reason)}}));
}

struct Kind {
  mode_t bits;
  const char* key;
};
constexpr std::array<Kind, 5> kKinds{{{S_IFDIR, "model.error.folder"},
                                      {S_IFIFO, "model.error.pipe"},
                                      {S_IFSOCK, "model.error.socket"},
                                      {S_IFCHR, "model.error.device"},
                                      {S_IFBLK, "model.error.device"}}};

// Nothing when there is no such file.
Result<std::optional<mode_t>> modeOf(const NamedFile& file) {
  if (file.path.native().find('\0') != std::string::npos) {
    return fileError(Text("model.error.zero_name", {{"file", file.name}}));
  }
  struct stat status {};
  if (::stat(file.path.c_str(), &status) != 0) {
    return errno == ENOENT ? Result<std::optional<mode_t>>(std::nullopt)
                           : unreadable(file.name, errno);
  }
  return status.st_mode & S_IFMT;
}

// Looked at before the file is opened: that of a pipe or a device could wait for ever.
Result<void> checkPlain(const NamedFile& file) {
  POSCOPE_TRY(const auto mode, modeOf(file));
  if (!mode) {
    return fileError(Text("model.error.missing", {{"file", file.name}}));
  }
  const auto* const kind = std::find_if(kKinds.begin(), kKinds.end(),
                                        [&](const Kind& each) { return *mode == each.bits; });
  return kind == kKinds.end() ? Result<void>()
                              : Result<void>(fileError(Text(kind->key, {{"file", file.name}})));
}

constexpr std::size_t kHashChunk = 1U << 20U;

}  // namespace

Result<bool> pathExists(const NamedFile& file) {
  return modeOf(file).map([](const std::optional<mode_t>& mode) { return mode.has_value(); });
}

Result<PlainFile> PlainFile::open(const NamedFile& file) {
  POSCOPE_CHECK(checkPlain(file));
  const int handle = ::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (handle < 0) {
    return unreadable(file.name, errno);
  }
  PlainFile opened(file.name, handle, 0);
  struct stat status {};
  if (::fstat(handle, &status) != 0) {
    return unreadable(file.name, errno);
  }
  opened.bytes_ = static_cast<std::uint64_t>(status.st_size);
  return opened;
}

PlainFile::PlainFile(PlainFile&& other) noexcept
    : name_(std::move(other.name_)),
      handle_(std::exchange(other.handle_, -1)),
      bytes_(other.bytes_) {}

PlainFile& PlainFile::operator=(PlainFile&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(handle_, other.handle_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

PlainFile::~PlainFile() {
  if (handle_ >= 0) {
    ::close(handle_);
  }
}

Result<void> PlainFile::check(std::uint64_t begin, std::uint64_t count) const {
  if (begin > bytes_ || count > bytes_ - begin) {
    return fileError(
        Text("model.error.short_file",
             {{"file", name_},
              {"needed", static_cast<std::int64_t>(count)},
              {"present", static_cast<std::int64_t>(bytes_ - std::min(begin, bytes_))}}));
  }
  return {};
}

Result<void> PlainFile::read(std::uint64_t begin, std::span<char> into) const {
  POSCOPE_CHECK(check(begin, into.size()));
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t count =
        ::pread(handle_, into.data() + done, into.size() - done, static_cast<off_t>(begin + done));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return unreadable(name_, errno);
    }
    if (count == 0) {  // It has been cut since it was opened.
      return fileError(
          Text("model.error.short_file", {{"file", name_},
                                          {"needed", static_cast<std::int64_t>(into.size())},
                                          {"present", static_cast<std::int64_t>(done)}}));
    }
    done += static_cast<std::size_t>(count);
  }
  return {};
}

Result<std::uint64_t> plainFileBytes(const NamedFile& file) {
  return PlainFile::open(file).map([](const PlainFile& opened) { return opened.bytes(); });
}

Result<void> checkBytes(const NamedFile& file, std::uint64_t begin, std::uint64_t count) {
  return PlainFile::open(file).and_then(
      [&](const PlainFile& opened) { return opened.check(begin, count); });
}

Result<std::string> readBytes(const NamedFile& file, std::uint64_t begin, std::uint64_t count) {
  POSCOPE_TRY(const auto opened, PlainFile::open(file));
  POSCOPE_CHECK(opened.check(begin, count));
  std::string bytes(static_cast<std::size_t>(count), '\0');
  POSCOPE_CHECK(opened.read(begin, bytes));
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

std::string_view wideEncoding(std::string_view bytes) {
  struct Start {
    std::string_view mark;
    std::string_view encoding;
  };
  using namespace std::string_view_literals;
  // The longer ones first: they begin as the shorter ones do.
  constexpr std::array<Start, 4> kMarks{{{"\xFF\xFE\0\0"sv, "UTF-32"},
                                         {"\0\0\xFE\xFF"sv, "UTF-32"},
                                         {"\xFF\xFE"sv, "UTF-16"},
                                         {"\xFE\xFF"sv, "UTF-16"}}};
  for (const Start& start : kMarks) {
    if (bytes.starts_with(start.mark)) {
      return start.encoding;
    }
  }
  if (bytes.size() < 4) {
    return {};
  }
  const auto isText = [](char c) { return c >= ' ' && c < 0x7F; };
  const bool little = isText(bytes[0]) && bytes[1] == 0 && bytes[2] != 0 && bytes[3] == 0;
  const bool big = bytes[0] == 0 && isText(bytes[1]) && bytes[2] == 0 && bytes[3] != 0;
  return little || big ? "UTF-16" : std::string_view();
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
  POSCOPE_TRY(const auto file, PlainFile::open(path));
  std::string chunk(kHashChunk, '\0');
  std::uint64_t hash = kFnvStart;
  for (std::uint64_t done = 0; done < file.bytes(); done += chunk.size()) {
    if (stop.stop_requested()) {
      return cancelled();
    }
    chunk.resize(std::min<std::uint64_t>(kHashChunk, file.bytes() - done));
    POSCOPE_CHECK(file.read(done, chunk));
    hash = fnv1aOn(hash, chunk);
  }
  return hash;
}

}  // namespace poscope
