#include <algorithm>
#include <limits>

#include "core/model/array_layout.h"
#include "core/model/file_bytes.h"
#include "core/model/json_document.h"

namespace poscope {
namespace {

using Kind = JsonValue::Kind;

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kLargestHeader = 16U
                                         << 20U;  // Over 100,000 tensors; more is no honest header.

std::int64_t shownBytes(std::uint64_t bytes) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return static_cast<std::int64_t>(std::min(bytes, kMost));
}

// What every message about a tensor needs.
struct Place {
  std::string file;
  const JsonDocument& header;

  [[nodiscard]] tl::unexpected<Error> wrong(const JsonValue& value, std::string_view name,
                                            const char* key) const {
    const JsonPlace place = header.place(value.offset);
    return fileError(Text(key, {{"file", file},
                                {"name", printable(name)},
                                {"line", place.line},
                                {"column", place.column}}));
  }
};

Result<std::string> readHeader(const NamedFile& source, std::uint64_t fileBytes) {
  POSCOPE_TRY(const auto length, readBytes(source, 0, std::min(fileBytes, kLengthBytes)));
  std::uint64_t headerBytes = 0;
  for (std::size_t i = 0; i < length.size(); ++i) {
    headerBytes |= static_cast<std::uint64_t>(static_cast<unsigned char>(length[i])) << (8 * i);
  }
  if (fileBytes < kLengthBytes || headerBytes > fileBytes - kLengthBytes) {
    // The claim may exceed what a signed number holds: written by hand.
    return fileError(Text("model.st.header_length", {{"file", source.name},
                                                     {"header", std::to_string(headerBytes)},
                                                     {"bytes", shownBytes(fileBytes)}}));
  }
  if (headerBytes > kLargestHeader) {
    return fileError(Text("model.st.header_large", {{"file", source.name},
                                                    {"header", shownBytes(headerBytes)},
                                                    {"limit", shownBytes(kLargestHeader)}}));
  }
  auto text = readBytes(source, kLengthBytes, headerBytes);
  if (text && !text->starts_with('{')) {
    return fileError(Text("model.st.no_object", {{"file", source.name}}));
  }
  return text;
}

Result<void> readMetadata(const Place& at, const JsonValue& value, ArrayFile& file) {
  if (!value.isObject()) {
    return at.wrong(value, "__metadata__", "model.st.metadata");
  }
  for (const JsonMember& member : value.members) {
    if (member.value.kind != Kind::text) {
      return at.wrong(member.value, "__metadata__", "model.st.metadata");
    }
    file.metadata.emplace_back(member.key, member.value.text);
  }
  return {};
}

// A list of whole numbers from 0.
std::optional<std::vector<std::int64_t>> wholeList(const JsonValue* value) {
  if (value == nullptr || value->kind != Kind::array) {
    return std::nullopt;
  }
  std::vector<std::int64_t> numbers;
  for (const JsonValue& item : value->items) {
    if (item.kind != Kind::integer || item.integer < 0) {
      return std::nullopt;
    }
    numbers.push_back(item.integer);
  }
  return numbers;
}

Result<ArrayInfo> readTensor(const Place& at, const JsonMember& member) {
  const JsonValue& entry = member.value;
  const JsonValue* const dtype = entry.isObject() ? entry.find("dtype") : nullptr;
  const auto shape = wholeList(entry.isObject() ? entry.find("shape") : nullptr);
  const auto offsets = wholeList(entry.isObject() ? entry.find("data_offsets") : nullptr);
  if (dtype == nullptr || dtype->kind != Kind::text || !shape || !offsets || offsets->size() != 2) {
    return at.wrong(entry, member.key, "model.st.entry");
  }
  const ElementType* const type = findSafetensorsType(dtype->text);
  if (type == nullptr) {
    return fileError(Text("model.st.type", {{"file", at.file},
                                            {"name", printable(member.key)},
                                            {"type", printable(dtype->text, 40)}}));
  }
  ArrayInfo info;
  info.name = member.key;
  info.dtype = std::string(type->name);
  info.shape = *shape;
  info.begin = static_cast<std::uint64_t>((*offsets)[0]);
  const auto count = elementCount(info.shape);
  const auto bytes = count ? elementBytes(*count, type->bits) : std::nullopt;
  if (!bytes) {
    return fileError(
        Text("model.array.overflow", {{"file", at.file}, {"name", printable(member.key)}}));
  }
  const auto end = static_cast<std::uint64_t>((*offsets)[1]);
  if (end < info.begin || end - info.begin != *bytes) {
    return fileError(Text("model.st.size", {{"file", at.file},
                                            {"name", printable(member.key)},
                                            {"begin", (*offsets)[0]},
                                            {"end", (*offsets)[1]},
                                            {"needed", shownBytes(*bytes)}}));
  }
  info.bytes = *bytes;
  return info;
}

// Offsets are still those of the data: they must follow one another without a gap, from 0 to its
// end.
Result<void> checkLayout(const std::string& file, std::vector<ArrayInfo>& arrays,
                         std::uint64_t dataBytes) {
  std::stable_sort(arrays.begin(), arrays.end(), [](const ArrayInfo& a, const ArrayInfo& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.bytes < b.bytes;
  });
  std::uint64_t end = 0;
  for (const ArrayInfo& info : arrays) {
    if (info.begin != end) {
      return fileError(Text(info.begin < end ? "model.st.overlap" : "model.st.hole",
                            {{"file", file},
                             {"name", printable(info.name)},
                             {"begin", shownBytes(info.begin)},
                             {"end", shownBytes(end)}}));
    }
    end += info.bytes;  // No overflow: begin + bytes is an offset that fitted 63 bits.
  }
  if (end != dataBytes) {
    return fileError(
        Text(end > dataBytes ? "model.st.truncated" : "model.st.trailing",
             {{"file", file}, {"needed", shownBytes(end)}, {"present", shownBytes(dataBytes)}}));
  }
  return {};
}

void noteUnreadable(ArrayFile& file) {
  for (const ArrayInfo& info : file.arrays) {
    const ElementType* const type = findElementType(info.dtype);
    if (type == nullptr || !isReadable(*type)) {
      file.notices.push_back(
          makeNotice(NoticeId::unreadableTensor, printable(info.name), {{"type", info.dtype}}));
      return;  // Once is enough for a file with thousands of them.
    }
  }
}

}  // namespace

Result<ArrayFile> inspectSafetensors(const NamedFile& source, std::uint64_t fileBytes) {
  POSCOPE_TRY(auto text, readHeader(source, fileBytes));
  const std::uint64_t dataBegin = kLengthBytes + text.size();
  POSCOPE_TRY(const auto header, parseJson(std::move(text), source.name));
  const Place at{source.name, header};
  // The format pads with spaces only; other bytes there could hide something.
  if (const auto last = header.text.find_last_not_of(' '); header.text[last] != '}') {
    return fileError(Text("model.st.padding", {{"file", at.file}}));
  }
  if (!header.duplicates.empty()) {
    return fileError(Text("model.st.duplicate",
                          {{"file", at.file}, {"name", printable(header.duplicates[0].key)}}));
  }
  ArrayFile file{ArrayFileKind::safetensors, "", fileBytes, {}, {}, {}};
  for (const JsonMember& member : header.root.members) {
    if (member.key == "__metadata__") {
      POSCOPE_CHECK(readMetadata(at, member.value, file));
      continue;
    }
    POSCOPE_TRY(auto info, readTensor(at, member));
    file.arrays.push_back(std::move(info));
  }
  POSCOPE_CHECK(checkLayout(at.file, file.arrays, fileBytes - dataBegin));
  for (ArrayInfo& info : file.arrays) {
    info.begin += dataBegin;
  }
  noteUnreadable(file);
  return file;
}

}  // namespace poscope
