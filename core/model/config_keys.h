// Looks keys up in a config.json: vendor spellings, nested text configurations, types and ranges.
// The first bad value is kept as the error; what is understood goes into the model's settings with
// its key. A key that was read counts as understood: what nobody asked for is told of afterwards
// (unread_keys.h).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"
#include "core/model/json_document.h"
#include "core/model/model_config.h"

namespace poscope {

/// A value with the key it stands under, such as "text_config.rope_theta".
template <typename T>
struct Keyed {
  T value{};
  std::string keyPath;
};

/// Alternative spellings, the preferred one first; a dot descends into an object
/// ("attn_config.alibi").
using KeyNames = std::initializer_list<std::string_view>;

struct WholeRange {
  std::int64_t lowest = 1;
  std::int64_t highest = 1;
};
inline constexpr WholeRange kHeadRange{1, 65536};
inline constexpr WholeRange kDimensionRange{1, 1 << 24};
inline constexpr WholeRange kLengthRange{1, std::int64_t{1} << 40};

class ConfigKeys {
 public:
  /// `document` must outlive this. Its root must be an object.
  ConfigKeys(const JsonDocument& document, std::string fileName);

  /// The first of the names that is present and not null; nested text configurations are looked at
  /// before the root. It is settled, and so is every other of the names that says the same.
  [[nodiscard]] std::optional<Keyed<const JsonValue*>> find(KeyNames names);
  /// The same for who does not know yet whether the value is understood: it settles nothing.
  [[nodiscard]] std::optional<Keyed<const JsonValue*>> peek(KeyNames names) const;
  [[nodiscard]] bool has(KeyNames names) const { return peek(names).has_value(); }

  /// `value` is understood, or told of in a notice of its own.
  void settle(const JsonValue& value) { settled_.insert(&value); }
  [[nodiscard]] bool settled(const JsonValue& value) const { return settled_.contains(&value); }

  // Absent or null gives nothing; a wrong type or range gives nothing and keeps the error.
  [[nodiscard]] std::optional<Keyed<std::int64_t>> whole(KeyNames names, WholeRange range);
  [[nodiscard]] std::optional<Keyed<double>> number(KeyNames names);    ///< Finite.
  [[nodiscard]] std::optional<Keyed<double>> positive(KeyNames names);  ///< Finite and over 0.
  [[nodiscard]] std::optional<Keyed<bool>> boolean(KeyNames names);
  [[nodiscard]] std::optional<Keyed<std::string>> text(KeyNames names);

  // The same for a value at hand.
  [[nodiscard]] std::optional<std::int64_t> wholeOf(const JsonValue& value,
                                                    std::string_view keyPath, WholeRange range);
  [[nodiscard]] std::optional<double> numberOf(const JsonValue& value, std::string_view keyPath);
  [[nodiscard]] std::optional<double> positiveOf(const JsonValue& value, std::string_view keyPath);

  /// Keeps the error "file, line, column: key is value; expected ..." unless there is one already.
  void reject(const JsonValue& value, std::string_view keyPath, Text expected);
  /// Keeps any error unless there is one already.
  void fail(Error error);

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  [[nodiscard]] const std::string& fileName() const { return fileName_; }
  [[nodiscard]] const JsonValue& root() const { return document_.root; }
  [[nodiscard]] std::int64_t lineOf(const JsonValue& value) const;

 private:
  struct Scope {
    std::string prefix;
    const JsonValue* object;
  };
  const JsonDocument& document_;
  std::string fileName_;
  std::vector<Scope> scopes_;
  std::unordered_set<const JsonValue*> settled_;
  std::optional<Error> error_;
};

/// The value as a message shows it: `"8.0" (text)`, `-3`, `true`, "a list", "an object".
[[nodiscard]] Text describeValue(const JsonValue& value);

}  // namespace poscope
