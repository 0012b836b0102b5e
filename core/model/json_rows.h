// Rows of a shipped table: a JSON list of objects whose keys are the members of a struct by name.
// Owns the walk and its messages; which keys there are is a table beside the struct.
#pragma once

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/encoding/scheme.h"
#include "core/model/json_document.h"

namespace poscope {

/// A key of an object and the member of `Row` that its value goes to. What kinds of values there
/// may be is `Values`: each is one of acceptJson()'s, or has a function `objectKeys(const Value*)`
/// that gives the table of its own keys.
template <typename Row, typename... Values>
struct JsonKey {
  std::string_view name;
  std::variant<Values Row::*...> member;
  bool required = false;
};

/// Sets `target` from a value; false when the value is of another kind, an empty text or a name of
/// nothing.
[[nodiscard]] bool acceptJson(const JsonValue& value, std::string& target);
[[nodiscard]] bool acceptJson(const JsonValue& value, std::int64_t& target);
[[nodiscard]] bool acceptJson(const JsonValue& value, double& target);
[[nodiscard]] bool acceptJson(const JsonValue& value, bool& target);
[[nodiscard]] bool acceptJson(const JsonValue& value, Scheme& target);

/// Reads the rows of one document. Errors (file) name the file, line, column and key: a key that a
/// row does not have, that is missing or stands twice; a value that its member cannot hold; an `id`
/// that stands twice; a list without rows.
class JsonRows {
 public:
  JsonRows(const JsonDocument& document, std::string_view fileName)
      : document_(document), fileName_(fileName) {}

  template <typename Row, typename Keys>
  [[nodiscard]] Result<std::vector<Row>> rows(const Keys& keys) const {
    POSCOPE_CHECK(checkList());
    std::vector<Row> rows;
    std::set<std::string_view> ids;
    for (const JsonValue& item : document_.root.items) {
      rows.emplace_back();
      POSCOPE_CHECK(readObject(item, "[]", keys, rows.back()));
      const JsonValue* const id = item.find("id");
      if (id != nullptr && !ids.insert(id->text).second) {
        return problem("twice", id->text, id->offset);
      }
    }
    return rows;
  }

 private:
  [[nodiscard]] tl::unexpected<Error> problem(std::string_view what, std::string_view key,
                                              std::size_t offset) const;
  [[nodiscard]] Result<void> checkList() const;

  // The members of `object` into `row`: every key is one of `keys`, and those required are there.
  template <typename Keys, typename Row>
  [[nodiscard]] Result<void> readObject(const JsonValue& object, std::string_view name,
                                        const Keys& keys, Row& row) const {
    if (!object.isObject()) {
      return problem("value", name, object.offset);
    }
    for (const auto& key : keys) {
      if (key.required && object.find(key.name) == nullptr) {
        return problem("missing", key.name, object.offset);
      }
    }
    for (const JsonMember& member : object.members) {
      const auto found = std::find_if(std::begin(keys), std::end(keys),
                                      [&](const auto& key) { return key.name == member.key; });
      if (found == std::end(keys)) {
        return problem("key", member.key, member.keyOffset);
      }
      POSCOPE_CHECK(
          std::visit([&](auto place) { return read(member, row.*place); }, found->member));
    }
    return {};
  }

  template <typename Value>
  [[nodiscard]] Result<void> read(const JsonMember& member, Value& target) const {
    if constexpr (requires { objectKeys(&target); }) {
      return readObject(member.value, member.key, objectKeys(&target), target);
    } else if (!acceptJson(member.value, target)) {
      return problem("value", member.key, member.value.offset);
    }
    return {};
  }

  const JsonDocument& document_;
  std::string_view fileName_;
};

/// Ends the program with the message: of a shipped file it is our own mistake.
[[noreturn]] void endFor(const Error& error);

/// What a shipped file holds; ends the program with the message where it does not parse.
template <typename Row>
[[nodiscard]] std::vector<Row> shippedRows(Result<std::vector<Row>> rows) {
  if (!rows) {
    endFor(rows.error());
  }
  return *std::move(rows);
}

}  // namespace poscope
