#include <algorithm>
#include <array>
#include <limits>

#include "core/model/array_layout.h"
#include "core/model/file_bytes.h"
#include "core/model/npy_header.h"

namespace poscope {
namespace {

constexpr std::uint64_t kLargestHeader = 1U << 20U;  // numpy itself stops at 10,000 characters.

std::int64_t shownBytes(std::uint64_t bytes) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return static_cast<std::int64_t>(std::min(bytes, kMost));
}

struct Preamble {
  std::string version;
  std::uint64_t headerBegin = 0;
  std::uint64_t headerBytes = 0;
};

// Magic, version, header length: two bytes in format 1, four in formats 2 and 3.
Result<Preamble> readPreamble(const NamedFile& source, std::uint64_t fileBytes) {
  constexpr std::uint64_t kLongest = 12;
  POSCOPE_TRY(const auto start, readBytes(source, 0, std::min(fileBytes, kLongest)));
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < start.size() ? static_cast<unsigned char>(start[i]) : 0U;
  };
  const unsigned major = byte(6);
  const std::size_t lengthBytes = major == 1 ? 2 : 4;
  Preamble preamble{std::to_string(major) + "." + std::to_string(byte(7)), 8 + lengthBytes, 0};
  if (start.size() >= 8 && (major < 1 || major > 3 || byte(7) != 0)) {
    return fileError(
        Text("model.npy.version", {{"file", source.name}, {"version", preamble.version}}));
  }
  for (std::size_t i = 0; i < lengthBytes; ++i) {
    preamble.headerBytes |= static_cast<std::uint64_t>(byte(8 + i)) << (8 * i);
  }
  if (fileBytes < preamble.headerBegin || preamble.headerBytes > fileBytes - preamble.headerBegin ||
      preamble.headerBytes > kLargestHeader) {
    return fileError(Text("model.npy.header_length", {{"file", source.name},
                                                      {"header", shownBytes(preamble.headerBytes)},
                                                      {"bytes", shownBytes(fileBytes)}}));
  }
  return preamble;
}

struct Refusal {
  char kind;
  const char* key;
};
constexpr Refusal kRefused[] = {{'O', "model.npy.object"},      {'U', "model.npy.not_numbers"},
                                {'S', "model.npy.not_numbers"}, {'a', "model.npy.not_numbers"},
                                {'M', "model.npy.not_numbers"}, {'m', "model.npy.not_numbers"}};

// "<f4" -> byte order, type and bits. "V2" is listed with its width and the offer to read it as
// bf16.
Result<int> readDescr(const std::string& descr, const NamedFile& source, ArrayInfo& info) {
  std::string_view code = descr;
  const auto refuse = [&](const char* key) {
    return fileError(Text(key, {{"file", source.name}, {"type", printable(descr, 40)}}));
  };
  if (code.empty()) {
    return refuse("model.npy.structure");
  }
  if (std::string_view("<>|=").find(code.front()) != std::string_view::npos) {
    info.bigEndian = code.front() == '>';
    code.remove_prefix(1);
  }
  for (const Refusal& row : kRefused) {
    if (!code.empty() && code.front() == row.kind) {
      return refuse(row.key);
    }
  }
  if (code == "V2" || code == "V1") {
    info.dtype = std::string(code);
    info.readAs = code == "V2" ? "bf16" : "";
    return code == "V2" ? 16 : 8;
  }
  const ElementType* const type = findNpyType(code);
  if (type == nullptr) {
    return refuse("model.npy.type");
  }
  info.dtype = std::string(type->decode != nullptr || isReadable(*type) ? type->name : code);
  return type->bits;
}

void noteRest(const ArrayInfo& info, std::uint64_t fileBytes, ArrayFile& file) {
  if (!info.readAs.empty()) {
    file.notices.push_back(
        makeNotice(NoticeId::voidType, "descr", {{"type", info.dtype}, {"offer", info.readAs}}));
  } else if (info.dtype == "V1") {
    file.notices.push_back(makeNotice(NoticeId::voidByte, "descr",
                                      {{"type", info.dtype}, {"offer", readableTypes(8)}}));
  } else if (findElementType(info.dtype) == nullptr || !isReadable(*findElementType(info.dtype))) {
    file.notices.push_back(makeNotice(NoticeId::unreadableType, "descr", {{"type", info.dtype}}));
  }
  const std::uint64_t end = info.begin + info.bytes;
  if (fileBytes > end) {
    file.notices.push_back(
        makeNotice(NoticeId::trailingBytes, "", {{"bytes", shownBytes(fileBytes - end)}}));
  }
}

}  // namespace

Result<ArrayFile> inspectNpy(const NamedFile& source, std::uint64_t fileBytes) {
  POSCOPE_TRY(const auto preamble, readPreamble(source, fileBytes));
  POSCOPE_TRY(const auto text, readBytes(source, preamble.headerBegin, preamble.headerBytes));
  POSCOPE_TRY(auto header, parseNpyHeader(text, source.name));
  ArrayFile file{ArrayFileKind::npy, preamble.version, fileBytes, {}, {}, {}};
  ArrayInfo info;
  POSCOPE_TRY(const auto bits, readDescr(header.descr, source, info));
  info.fortranOrder = header.fortranOrder;
  info.shape = std::move(header.shape);
  info.begin = preamble.headerBegin + preamble.headerBytes;
  const auto count = elementCount(info.shape);
  const auto bytes = count ? elementBytes(*count, bits) : std::nullopt;
  if (!bytes) {
    return fileError(Text("model.array.overflow", {{"file", source.name}, {"name", "npy"}}));
  }
  info.bytes = *bytes;
  if (info.bytes > fileBytes - info.begin) {
    return fileError(
        Text("model.npy.truncated", {{"file", source.name},
                                     {"needed", shownBytes(info.bytes)},
                                     {"present", shownBytes(fileBytes - info.begin)}}));
  }
  noteRest(info, fileBytes, file);
  file.arrays.push_back(std::move(info));
  return file;
}

}  // namespace poscope
