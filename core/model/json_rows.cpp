#include "core/model/json_rows.h"

#include <cstdio>
#include <cstdlib>

namespace poscope {

using Kind = JsonValue::Kind;

bool acceptJson(const JsonValue& value, std::string& target) {
  target = value.text;
  return !target.empty();
}

bool acceptJson(const JsonValue& value, std::int64_t& target) {
  target = value.integer;
  return value.kind == Kind::integer;
}

bool acceptJson(const JsonValue& value, double& target) {
  target = value.number;
  return value.kind == Kind::integer || value.kind == Kind::real;
}

bool acceptJson(const JsonValue& value, bool& target) {
  target = value.flag;
  return value.kind == Kind::boolean;
}

bool acceptJson(const JsonValue& value, Scheme& target) {
  const auto scheme = findScheme(value.text);
  target = scheme.value_or(Scheme::unknown);
  return scheme.has_value();
}

tl::unexpected<Error> JsonRows::problem(std::string_view what, std::string_view key,
                                        std::size_t offset) const {
  const JsonPlace place = document_.place(offset);
  return fileError(
      {"rows.error." + std::string(what),
       {{"file", fileName_}, {"line", place.line}, {"column", place.column}, {"key", key}}});
}

Result<void> JsonRows::checkList() const {
  if (!document_.duplicates.empty()) {
    const JsonDuplicate& duplicate = document_.duplicates.front();
    return problem("twice", duplicate.key, duplicate.second);
  }
  if (document_.root.kind != Kind::array || document_.root.items.empty()) {
    return problem("value", "[]", document_.root.offset);
  }
  return {};
}

void endFor(const Error& error) {
  std::fprintf(stderr, "%s\n", renderPlain(error.text, Language::english).c_str());
  std::abort();
}

}  // namespace poscope
