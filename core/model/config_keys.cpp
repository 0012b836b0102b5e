#include "core/model/config_keys.h"

#include <cmath>
#include <utility>

#include "core/model/config_notes.h"
#include "core/model/file_bytes.h"

namespace poscope {
namespace {

using Kind = JsonValue::Kind;

// Multimodal files keep the language model's keys in one of these.
constexpr std::string_view kTextScopes[] = {"text_config",     "llm_config",
                                            "language_config", "thinker_config.text_config",
                                            "thinker_config",  "language_model_config"};

const JsonValue* descend(const JsonValue& object, std::string_view path) {
  const JsonValue* at = &object;
  while (at != nullptr && !path.empty()) {
    if (!at->isObject()) {
      return nullptr;
    }
    const auto dot = std::min(path.find('.'), path.size());
    at = at->find(path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return at;
}

bool isNumber(const JsonValue& value) {
  return value.kind == Kind::integer || value.kind == Kind::real;
}

bool saysTheSame(const JsonValue& left, const JsonValue& right) {
  if (isNumber(left) && isNumber(right)) {
    return left.number == right.number;
  }
  return left.kind == right.kind && left.flag == right.flag && left.text == right.text &&
         left.items.empty() && right.items.empty() && !left.isObject();
}

}  // namespace

Text describeValue(const JsonValue& value) {
  switch (value.kind) {
    case Kind::null:
      return Text::verbatim("null");
    case Kind::boolean:
      return Text::verbatim(value.flag ? "true" : "false");
    case Kind::integer:
      return Text::verbatim(std::to_string(value.integer));
    case Kind::real:
    case Kind::nonFinite:
      return Text::verbatim(settingValue(value.number));
    case Kind::text:
      return Text("model.value.text", {{"text", printable(value.text, 60)}});
    case Kind::array:
      return Text("model.value.list");
    case Kind::object:
      return Text("model.value.object");
  }
  return {};
}

ConfigKeys::ConfigKeys(const JsonDocument& document, std::string fileName)
    : document_(document), fileName_(std::move(fileName)) {
  for (const std::string_view name : kTextScopes) {
    const JsonValue* const nested = descend(document_.root, name);
    if (nested != nullptr && nested->isObject()) {
      scopes_.push_back({std::string(name) + ".", nested});
    }
  }
  scopes_.push_back({"", &document_.root});
}

std::optional<Keyed<const JsonValue*>> ConfigKeys::find(KeyNames names) {
  const auto found = peek(names);
  if (!found) {
    return found;
  }
  settle(*found->value);
  for (const Scope& scope : scopes_) {
    for (const std::string_view name : names) {
      const JsonValue* const value = descend(*scope.object, name);
      if (value != nullptr && saysTheSame(*value, *found->value)) {
        settle(*value);
      }
    }
  }
  return found;
}

std::optional<Keyed<const JsonValue*>> ConfigKeys::peek(KeyNames names) const {
  for (const Scope& scope : scopes_) {
    for (const std::string_view name : names) {
      const JsonValue* const value = descend(*scope.object, name);
      if (value != nullptr && !value->isNull()) {
        return Keyed<const JsonValue*>{value, scope.prefix + std::string(name)};
      }
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> ConfigKeys::wholeOf(const JsonValue& value, std::string_view keyPath,
                                                WholeRange range) {
  const bool whole = isNumber(value) && std::trunc(value.number) == value.number &&
                     value.number >= static_cast<double>(range.lowest) &&
                     value.number <= static_cast<double>(range.highest);
  if (!whole) {
    reject(value, keyPath,
           Text("model.expected.whole", {{"low", range.lowest}, {"high", range.highest}}));
    return std::nullopt;
  }
  return static_cast<std::int64_t>(value.number);
}

std::optional<double> ConfigKeys::numberOf(const JsonValue& value, std::string_view keyPath) {
  if (!isNumber(value)) {
    reject(value, keyPath, Text("model.expected.number"));
    return std::nullopt;
  }
  return value.number;
}

std::optional<double> ConfigKeys::positiveOf(const JsonValue& value, std::string_view keyPath) {
  if (!isNumber(value) || !(value.number > 0)) {
    reject(value, keyPath, Text("model.expected.positive"));
    return std::nullopt;
  }
  return value.number;
}

std::optional<Keyed<std::int64_t>> ConfigKeys::whole(KeyNames names, WholeRange range) {
  const auto found = find(names);
  const auto value = found ? wholeOf(*found->value, found->keyPath, range) : std::nullopt;
  return value ? std::optional(Keyed<std::int64_t>{*value, found->keyPath}) : std::nullopt;
}

std::optional<Keyed<double>> ConfigKeys::number(KeyNames names) {
  const auto found = find(names);
  const auto value = found ? numberOf(*found->value, found->keyPath) : std::nullopt;
  return value ? std::optional(Keyed<double>{*value, found->keyPath}) : std::nullopt;
}

std::optional<Keyed<double>> ConfigKeys::positive(KeyNames names) {
  const auto found = find(names);
  const auto value = found ? positiveOf(*found->value, found->keyPath) : std::nullopt;
  return value ? std::optional(Keyed<double>{*value, found->keyPath}) : std::nullopt;
}

std::optional<Keyed<bool>> ConfigKeys::boolean(KeyNames names) {
  const auto found = find(names);
  if (found && found->value->kind != Kind::boolean) {
    reject(*found->value, found->keyPath, Text("model.expected.boolean"));
    return std::nullopt;
  }
  return found ? std::optional(Keyed<bool>{found->value->flag, found->keyPath}) : std::nullopt;
}

std::optional<Keyed<std::string>> ConfigKeys::text(KeyNames names) {
  const auto found = find(names);
  if (found && found->value->kind != Kind::text) {
    reject(*found->value, found->keyPath, Text("model.expected.text"));
    return std::nullopt;
  }
  return found ? std::optional(Keyed<std::string>{printable(found->value->text), found->keyPath})
               : std::nullopt;
}

void ConfigKeys::reject(const JsonValue& value, std::string_view keyPath, Text expected) {
  if (error_) {
    return;  // Finding the place costs time, and a hostile file has a million bad values.
  }
  const JsonPlace place = document_.place(value.offset);
  fail(Error{ErrorKind::file, Text("model.error.value", {{"file", fileName_},
                                                         {"line", place.line},
                                                         {"column", place.column},
                                                         {"key", keyPath},
                                                         {"value", describeValue(value)},
                                                         {"expected", std::move(expected)}})});
}

void ConfigKeys::fail(Error error) {
  if (!error_) {
    error_ = std::move(error);
  }
}

std::int64_t ConfigKeys::lineOf(const JsonValue& value) const {
  return document_.place(value.offset).line;
}

}  // namespace poscope
