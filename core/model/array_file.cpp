#include "core/model/array_file.h"

#include <algorithm>
#include <array>
#include <new>

#include "core/model/array_layout.h"
#include "core/model/file_bytes.h"

namespace poscope {
namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";

struct ForeignKind {
  std::string_view magic;
  const char* key;
};
// Files that people try first.
constexpr ForeignKind kForeign[] = {
    {"PK\x03\x04", "model.array.zip"},  {"GGUF", "model.array.gguf"},
    {"\x80\x02", "model.array.pickle"}, {"\x80\x03", "model.array.pickle"},
    {"\x80\x04", "model.array.pickle"}, {"\x80\x05", "model.array.pickle"},
    {"\x89HDF", "model.array.hdf"},
};

// A header's length under 4 GiB and its brace. Goes before the foreign kinds: a length of 640
// begins as a pickle does.
bool startsAsSafetensors(std::string_view start) {
  constexpr std::size_t kLengthBytes = 8;
  return start.size() > kLengthBytes && start[kLengthBytes] == '{' &&
         start.substr(4, 4) == std::string_view("\0\0\0\0", 4);
}

// The values as they follow in the file, piece by piece: no second copy of a large array.
Result<std::vector<double>> fileValues(const NamedFile& source, const ArrayInfo& info,
                                       const ElementType& type, const std::stop_token& stop) {
  constexpr std::uint64_t kPiece = 8U << 20U;  // Whole elements, whatever their type.
  POSCOPE_TRY(const auto opened, PlainFile::open(source));
  POSCOPE_CHECK(opened.check(info.begin, info.bytes));
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(info.bytes) / static_cast<std::size_t>(type.bits / 8));
  std::vector<char> piece;
  for (std::uint64_t done = 0; done < info.bytes; done += kPiece) {
    if (stop.stop_requested()) {
      return cancelled();
    }
    piece.resize(static_cast<std::size_t>(std::min(kPiece, info.bytes - done)));
    POSCOPE_CHECK(opened.read(info.begin + done, piece));
    decodeElements(type, piece, info.bigEndian, values);
  }
  return values;
}

// Turns column-major values to row-major: the file's first index runs fastest.
std::vector<double> rowMajor(const std::vector<double>& values,
                             const std::vector<std::int64_t>& shape) {
  std::vector<std::size_t> strides(shape.size(), 1);
  for (std::size_t axis = shape.size(); axis-- > 1;) {
    strides[axis - 1] = strides[axis] * static_cast<std::size_t>(shape[axis]);
  }
  std::vector<double> turned(values.size());
  std::vector<std::int64_t> index(shape.size(), 0);
  std::size_t target = 0;
  for (const double value : values) {
    turned[target] = value;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      target += strides[axis];
      if (++index[axis] < shape[axis]) {
        break;
      }
      target -= strides[axis] * static_cast<std::size_t>(shape[axis]);
      index[axis] = 0;
    }
  }
  return turned;
}

}  // namespace

std::string_view arrayFileKindName(ArrayFileKind kind) {
  constexpr std::array<std::string_view, 2> kNames{"npy", "safetensors"};
  static_assert(kNames.size() == static_cast<std::size_t>(ArrayFileKind::safetensors) + 1);
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<std::int64_t> elementCount(std::span<const std::int64_t> shape) {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
    return 0;
  }
  std::int64_t count = 1;
  for (const std::int64_t size : shape) {
    if (__builtin_mul_overflow(count, size, &count)) {
      return std::nullopt;
    }
  }
  return count;
}

std::optional<std::uint64_t> elementBytes(std::int64_t count, int bits) {
  std::int64_t total = 0;
  if (__builtin_mul_overflow(count, std::int64_t{bits}, &total) || total % 8 != 0) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(total / 8);
}

Result<ArrayFile> inspectArrayFile(const NamedFile& source) {
  POSCOPE_TRY(const auto bytes, plainFileBytes(source));
  if (bytes == 0) {
    return fileError(Text("model.error.empty", {{"file", source.name}}));
  }
  constexpr std::uint64_t kStart = 1024;  // A Git LFS pointer is shorter.
  POSCOPE_TRY(const auto start, readBytes(source, 0, std::min(bytes, kStart)));
  if (gitLfsPointer(start)) {
    return fileError(Text("model.error.lfs", {{"file", source.name}}));
  }
  if (start.starts_with(kNpyMagic)) {
    return inspectNpy(source, bytes);
  }
  if (startsAsSafetensors(start)) {
    return inspectSafetensors(source, bytes);
  }
  for (const ForeignKind& row : kForeign) {
    if (start.starts_with(row.magic)) {
      return fileError(Text(row.key, {{"file", source.name}}));
    }
  }
  if (source.path.extension() == ".npy") {
    return fileError(Text("model.npy.magic", {{"file", source.name}}));
  }
  return inspectSafetensors(source, bytes);
}

Result<const ElementType*> readableType(const NamedFile& source, const ArrayInfo& info) {
  const ElementType* const type = findElementType(info.dtype);
  if (type == nullptr || !isReadable(*type)) {
    return fileError(Text(
        "model.array.refused",
        {{"file", source.name}, {"name", printable(info.name)}, {"type", printable(info.dtype)}}));
  }
  const auto count = elementCount(info.shape);
  if (!count || elementBytes(*count, type->bits) != info.bytes) {
    return internalError(
        Text("model.array.overflow", {{"file", source.name}, {"name", printable(info.name)}}));
  }
  return type;
}

Result<std::vector<double>> readArray(const NamedFile& source, const ArrayInfo& info,
                                      const std::stop_token& stop) {
  POSCOPE_TRY(const ElementType* const type, readableType(source, info));
  if (*elementCount(info.shape) > kLargestArrayValues) {
    return fileError(
        Text("model.array.too_many", {{"file", source.name}, {"limit", kLargestArrayValues}}));
  }
  try {
    auto values = fileValues(source, info, *type, stop);
    return values && info.fortranOrder ? rowMajor(*values, info.shape) : values;
  } catch (const std::bad_alloc&) {
    return internalError(Text("model.array.memory", {{"file", source.name}}));
  }
}

}  // namespace poscope
