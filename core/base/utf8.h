// Walking over UTF-8: where a character ends, and which one it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace poscope {

/// Bytes of the well-formed sequence at the start of `text`, which must not be empty; 0 when there
/// is none (RFC 3629, table 3-7 of Unicode: no surrogates, nothing beyond U+10FFFF, no overlong
/// forms).
[[nodiscard]] std::size_t utf8Length(std::string_view text);

/// The first character of `text`, which must not be empty; one byte where none is well formed.
[[nodiscard]] std::string_view firstCharacter(std::string_view text);

/// The code point of one character, as firstCharacter gives it.
[[nodiscard]] std::uint32_t codePoint(std::string_view character);

}  // namespace poscope
