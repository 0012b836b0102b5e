// A file of these bytes in memory, and what holds for every array file.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/model/array_file.h"
#include "core/model/array_layout.h"
#include "tests/fuzz/fuzz_support.h"

namespace poscope::fuzzing {

/// An anonymous file, which has a path as long as the object lives.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : handle_(memfd_create("fuzz", MFD_CLOEXEC)) {
    require(handle_ >= 0, "there is memory for a file");
    while (!bytes.empty()) {
      const ssize_t written = ::write(handle_, bytes.data(), bytes.size());
      require(written > 0, "a file can be written");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  ~MemoryFile() { ::close(handle_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] std::filesystem::path path() const {
    return "/proc/self/fd/" + std::to_string(handle_);
  }

 private:
  int handle_;
};

inline std::string littleEndian(std::uint64_t number, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) {
    text += static_cast<char>((number >> (8 * i)) & 0xFFU);
  }
  return text;
}

inline void requireArray(const std::filesystem::path& path, ArrayInfo info) {
  for (const std::string& type : {info.dtype, info.readAs}) {
    info.dtype = type;
    const auto values = readArray(path, info);
    if (!values) {
      requireMessage(values.error().text);
      continue;
    }
    const auto count = elementCount(info.shape);
    require(count && values->size() == static_cast<std::size_t>(*count),
            "an array has as many values as its shape says");
  }
}

/// Inspects and reads `bytes`. `checkLayout` gets the file when it was accepted.
template <typename CheckLayout>
void requireArrayFile(std::string_view bytes, CheckLayout checkLayout) {
  const MemoryFile file(bytes);
  const auto inspected = inspectArrayFile(file.path());
  if (!inspected) {
    require(inspected.error().kind == ErrorKind::file, "a bad array file is an error of kind file");
    requireMessage(inspected.error().text);
    return;
  }
  for (const Notice& notice : inspected->notices) {
    requireMessage(notice.text);
  }
  require(inspected->fileBytes == bytes.size(), "the file's size is told");
  for (const ArrayInfo& info : inspected->arrays) {
    require(info.begin <= bytes.size() && info.bytes <= bytes.size() - info.begin,
            "an array lies inside its file");
    requireArray(file.path(), info);
  }
  checkLayout(*inspected);
}

}  // namespace poscope::fuzzing
