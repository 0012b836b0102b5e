// .npy files. Input without the magic is the text of a header: the length before it is then right
// whatever was changed.
#include "tests/fuzz/array_file_fuzz.h"

using namespace poscope;
using namespace poscope::fuzzing;

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

void requireLayout(const ArrayFile& file) {
  if (file.kind != ArrayFileKind::npy) {
    return;
  }
  require(file.arrays.size() == 1, "a .npy file holds one array");
  const std::uint64_t end = file.arrays[0].begin + file.arrays[0].bytes;
  const bool mentioned =
      std::any_of(file.notices.begin(), file.notices.end(),
                  [](const Notice& notice) { return notice.id == NoticeId::trailingBytes; });
  require((end < file.fileBytes) == mentioned, "bytes after the data are mentioned");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = textOf(data, size);
  if (bytes.starts_with(kMagic)) {
    requireArrayFile(bytes, requireLayout);
    return 0;
  }
  std::string file(kMagic);
  file += std::string("\2\0", 2) + littleEndian(bytes.size(), 4);
  file += bytes;
  file += std::string(64, '\x3F');
  requireArrayFile(file, requireLayout);
  return 0;
}
