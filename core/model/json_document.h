// JSON as a tree that remembers where everything stood, read from text that may be hostile: depth
// and size are capped, duplicated keys are reported, nothing throws. Knows nothing about what the
// keys mean.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace poscope {

struct JsonMember;

struct JsonValue {
  /// `integer`: a whole number that fits 64 bits with sign (`number` holds it too). `nonFinite`: a
  /// bare NaN, Infinity or -Infinity, which RFC 8259 forbids and Python writes, or a number that no
  /// double holds, which Python reads as an infinity.
  enum class Kind { null, boolean, integer, real, nonFinite, text, array, object };

  Kind kind = Kind::null;
  bool flag = false;
  double number = 0;
  std::int64_t integer = 0;
  std::uint32_t offset = 0;  ///< Of the value's first byte.
  std::string text;
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;  ///< In file order; a duplicated key stands several times.

  [[nodiscard]] bool isNull() const { return kind == Kind::null; }
  [[nodiscard]] bool isObject() const { return kind == Kind::object; }
  /// The member of this name, the last one when duplicated (as Python's json); nullptr when there
  /// is none.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
};

struct JsonMember {
  std::string key;
  std::uint32_t keyOffset = 0;
  JsonValue value;
};

/// Counted from 1; columns in characters.
struct JsonPlace {
  std::int64_t line = 1;
  std::int64_t column = 1;
};

struct JsonDuplicate {
  std::string key;
  std::uint32_t first = 0;  ///< Offsets of the keys.
  std::uint32_t second = 0;
};

struct JsonDocument {
  JsonValue root;
  std::string text;
  std::vector<JsonDuplicate> duplicates;
  std::vector<std::uint32_t> nonFinite;  ///< Offsets of values of that kind.

  [[nodiscard]] JsonPlace place(std::size_t offset) const;
};

struct JsonLimits {
  std::size_t depth = 64;
  std::size_t values = 1'000'000;
  bool acceptNonFinite = false;
};

/// Parses `text` (at most 4 GiB). Errors of kind `file` name `fileName`, line and column: text that
/// is UTF-16 or UTF-32, a zero byte, a syntax error with the text found there, an end in the
/// middle, a number that no double holds, nesting or a number of values over the limits.
/// `acceptNonFinite` makes NaN, infinities and numbers that no double holds values of the kind
/// `nonFinite` instead.
[[nodiscard]] Result<JsonDocument> parseJson(std::string text, std::string_view fileName,
                                             const JsonLimits& limits = {});

}  // namespace poscope
