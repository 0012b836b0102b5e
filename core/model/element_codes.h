// The codes of many elements, at the speed of the memory: widths of 1, 2, 4 and 8 bytes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace poscope {

namespace element_codes {

template <typename Code, typename Visit>
void visitAll(std::span<const char> bytes, bool turned, Visit visit) {
  for (std::size_t at = 0; at + sizeof(Code) <= bytes.size(); at += sizeof(Code)) {
    Code code = 0;
    std::memcpy(&code, bytes.data() + at, sizeof(Code));
    if (turned) {
      code = static_cast<Code>(__builtin_bswap64(code) >> (64 - 8 * sizeof(Code)));
    }
    visit(std::uint64_t{code});
  }
}

}  // namespace element_codes

/// Calls `visit(code)` for each of the elements of `width` bytes in `bytes`, in their order.
template <typename Visit>
void forEachCode(std::span<const char> bytes, std::size_t width, bool bigEndian, Visit visit) {
  const bool turned = bigEndian != (std::endian::native == std::endian::big);
  switch (width) {
    case 1:
      return element_codes::visitAll<std::uint8_t>(bytes, false, visit);
    case 2:
      return element_codes::visitAll<std::uint16_t>(bytes, turned, visit);
    case 4:
      return element_codes::visitAll<std::uint32_t>(bytes, turned, visit);
    case 8:
      return element_codes::visitAll<std::uint64_t>(bytes, turned, visit);
    default:  // No readable type has another width.
      return;
  }
}

}  // namespace poscope
