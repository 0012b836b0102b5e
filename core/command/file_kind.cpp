#include "core/command/file_kind.h"

#include <algorithm>
#include <array>

#include "core/model/file_bytes.h"

namespace poscope {
namespace {

constexpr std::uint64_t kStartBytes = 64;

struct Signature {
  std::string_view start;
  FileKind kind;
  const char* name;
};

constexpr std::array<Signature, 11> kSignatures{
    {{"\x89PNG\r\n\x1A\n", FileKind::picture, "command.file.png"},
     {"%PDF-", FileKind::picture, "command.file.pdf"},
     {"<svg", FileKind::picture, "command.file.svg"},
     {"<?xml", FileKind::picture, "command.file.svg"},
     {"\xFF\xD8\xFF", FileKind::other, "command.file.jpeg"},
     {"PK\x03\x04", FileKind::other, "command.file.zip"},
     {"\x1F\x8B", FileKind::other, "command.file.gzip"},
     {"\x89HDF\r\n", FileKind::other, "command.file.hdf5"},
     {"GGUF", FileKind::other, "command.file.gguf"},
     {"\x7F"
      "ELF",
      FileKind::other, "command.file.program"},
     {"\x93NUMPY", FileKind::array, "command.file.npy"}}};

// Eight bytes of length, then a JSON header.
bool isSafetensors(std::string_view start) {
  constexpr std::size_t kLengthBytes = 8;
  return start.size() > kLengthBytes && start[kLengthBytes] == '{' &&
         start[kLengthBytes - 1] == '\0';
}

}  // namespace

KnownFile fileKind(std::string_view start) {
  const auto* const found =
      std::find_if(kSignatures.begin(), kSignatures.end(),
                   [&](const Signature& signature) { return start.starts_with(signature.start); });
  if (found != kSignatures.end()) {
    return {found->kind, Text(found->name)};
  }
  if (isSafetensors(start)) {
    return {FileKind::array, Text("command.file.safetensors")};
  }
  if (!wideEncoding(start).empty()) {
    return {FileKind::json, {}};  // Its reader says which encoding it is.
  }
  constexpr std::string_view kMark = "\xEF\xBB\xBF";  // UTF-8 files of some editors start so.
  if (start.starts_with(kMark)) {
    start.remove_prefix(kMark.size());
  }
  const auto first = start.find_first_not_of(" \t\r\n");
  const bool brace = first != std::string_view::npos && start[first] == '{';
  return {brace ? FileKind::json : FileKind::unknown, {}};
}

KnownFile fileKindOf(const std::filesystem::path& path) {
  return plainFileBytes(path)
      .and_then(
          [&](std::uint64_t bytes) { return readBytes(path, 0, std::min(bytes, kStartBytes)); })
      .map([](const std::string& start) { return fileKind(start); })
      .value_or(KnownFile{});
}

}  // namespace poscope
