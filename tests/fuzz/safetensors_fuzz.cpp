// .safetensors files. Input that begins with a brace is a header up to its last brace, and data:
// the length before it is then right whatever was changed.
#include "tests/fuzz/array_file_fuzz.h"

using namespace poscope;
using namespace poscope::fuzzing;

namespace {

void requireLayout(const ArrayFile& file) {
  if (file.kind != ArrayFileKind::safetensors || file.arrays.empty()) {
    return;
  }
  std::uint64_t end = file.arrays[0].begin;
  for (const ArrayInfo& info : file.arrays) {
    require(info.begin == end, "tensors follow one another");
    end += info.bytes;
  }
  require(end == file.fileBytes, "tensors reach the end of the file");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = textOf(data, size);
  const auto brace = bytes.rfind('}');
  if (!bytes.starts_with('{') || brace == std::string_view::npos) {
    requireArrayFile(bytes, requireLayout);
    return 0;
  }
  std::string file = littleEndian(brace + 1, 8);
  file += bytes;
  requireArrayFile(file, requireLayout);
  return 0;
}
