// A file of these bytes in memory, and what holds for every array file.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/model/array_file.h"
#include "core/model/array_layout.h"
#include "core/model/array_values.h"
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

inline double asDouble(const ElementValue& value) {
  return std::visit([](auto number) { return static_cast<double>(number); }, value);
}

/// Every axis backwards: the values from the last to the first.
inline void requireSlice(const std::filesystem::path& path, const ArrayInfo& info,
                         const std::vector<double>& values) {
  std::vector<IndexRange> backwards;
  for (const std::int64_t size : info.shape) {
    backwards.push_back({size - 1, -1, size});
  }
  const auto sliced = readSlice(path, info, backwards);
  if (!sliced) {
    requireMessage(sliced.error().text);
    return;
  }
  require(std::equal(sliced->begin(), sliced->end(), values.rbegin(), values.rend(),
                     [](const ElementValue& each, double value) {
                       const double number = asDouble(each);
                       return number == value || (number != number && value != value);
                     }),
          "a slice has the array's values");
}

inline void requireSummary(const std::filesystem::path& path, const ArrayInfo& info,
                           const std::vector<double>& values) {
  const auto summary = summariseArray(path, info);
  require(summary && summary->values == static_cast<std::int64_t>(values.size()),
          "an array that can be read can be summarised");
  const auto nan = std::count_if(values.begin(), values.end(), [](double v) { return v != v; });
  require(summary->nan == nan, "NaN are counted");
  require(summary->least.has_value() == summary->greatest.has_value() &&
              (!summary->least || asDouble(*summary->least) <= asDouble(*summary->greatest)),
          "the least value is not above the greatest");
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
    requireSummary(path, info, *values);
    requireSlice(path, info, *values);
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
