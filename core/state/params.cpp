#include "core/state/params.h"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/base/require.h"
#include "core/base/suggestion.h"
#include "core/numeric/format_names.h"

namespace poscope {
namespace {

// `automatic`: what the word of that parameter is called.
Text rangeText(const ParameterSpec& spec, const Text& automatic) {
  const bool integer = spec.type == ParameterType::integer;
  const auto end = [&](double number) {
    return integer ? TextArgument("end", static_cast<std::int64_t>(number))
                   : TextArgument("end", number);
  };
  TextArgument low = end(spec.minimum);
  TextArgument high = end(spec.maximum);
  low.name = "low";
  high.name = "high";
  const char* key = std::isinf(spec.maximum) ? "expected.number"
                    : spec.above             ? "expected.above"
                    : !integer               ? "expected.real"
                    : spec.even              ? "expected.even"
                                             : "expected.integer";
  const Text range(key, std::vector<TextArgument>{low, high});
  return spec.automatic.empty() ? range
                                : Text("expected.or", {{"expected", range}, {"word", automatic}});
}

Text rangeText(const ParameterSpec& spec) {
  return rangeText(spec, Text::verbatim(spec.automatic));
}

bool isNumber(const ParameterSpec& spec) {
  return spec.type == ParameterType::integer || spec.type == ParameterType::real;
}

tl::unexpected<Error> refused(const ParameterSpec& spec, std::string_view text, Text expected) {
  return usageError(
      {"error.parameter.value",
       {{"parameter", spec.name}, {"value", text}, {"expected", std::move(expected)}}});
}

tl::unexpected<Error> unknownValue(const ParameterSpec& spec, std::string_view text,
                                   const Names& values) {
  return usageError(unknownName("error.parameter.value", text, values, {{"parameter", spec.name}}));
}

// parseNumber, and the infinities where the range includes them.
Result<double> readFinite(const ParameterSpec& spec, std::string_view text) {
  for (const double end : {spec.minimum, spec.maximum}) {
    if (std::isinf(end) && text == exactDecimal(end)) {
      return end;
    }
  }
  return parseNumber(text);
}

Result<ParameterValue> readNumber(const ParameterSpec& spec, std::string_view text) {
  if (!spec.automatic.empty() && text == spec.automatic) {
    return ParameterValue(spec.automatic);
  }
  const auto number = readFinite(spec, text);
  if (!number || *number < spec.minimum || *number > spec.maximum ||
      (spec.above && *number == spec.minimum)) {
    return refused(spec, text, rangeText(spec));
  }
  if (spec.type == ParameterType::real) {
    return ParameterValue(*number);
  }
  const bool odd = std::fmod(*number, 2.0) != 0.0;
  if (*number != std::floor(*number) || (spec.even && odd)) {
    return refused(spec, text, rangeText(spec));
  }
  return ParameterValue(static_cast<std::int64_t>(*number));
}

Result<ParameterValue> readChoice(const ParameterSpec& spec, std::string_view text) {
  if (spec.type == ParameterType::format) {
    const NumberFormat* format = findFormat(text);
    if (format == nullptr) {
      return unknownValue(spec, text, spec.strict ? Names{spec.choices, {}} : formatNames());
    }
    const auto& offered = spec.choices;
    if (spec.strict && std::find(offered.begin(), offered.end(), format->id) == offered.end()) {
      return unknownValue(spec, text, {offered, {}});
    }
    return ParameterValue(std::string(format->id));
  }
  const Names values{choiceValues(spec),
                     spec.type == ParameterType::recipe ? "poscope recipes" : "poscope views VIEW"};
  if (std::find(values.all.begin(), values.all.end(), text) == values.all.end()) {
    return unknownValue(spec, text, values);
  }
  return ParameterValue(std::string(text));
}

constexpr std::size_t kLongestText = 200;

// A text that has a notation of its own.
Result<ParameterValue> readNotation(const ParameterSpec& spec, std::string_view text) {
  auto canonical = spec.canonical(text);
  if (!canonical) {
    return usageError({"error.parameter.notation",
                       {{"parameter", spec.name}, {"reason", canonical.error().text}}});
  }
  return ParameterValue(std::move(*canonical));
}

Result<ParameterValue> readValue(const ParameterSpec& spec, std::string_view text) {
  switch (spec.type) {
    case ParameterType::integer:
    case ParameterType::real:
      return readNumber(spec, text);
    case ParameterType::choice:
    case ParameterType::format:
    case ParameterType::recipe:
    case ParameterType::flag:
      return readChoice(spec, text);
    case ParameterType::text:
      break;
  }
  if (spec.canonical != nullptr) {
    return readNotation(spec, text);
  }
  if (text.size() > kLongestText) {
    return refused(spec, std::string(text.substr(0, 20)) + "...",
                   {"expected.text", {{"bytes", static_cast<std::int64_t>(kLongestText)}}});
  }
  return ParameterValue(std::string(text));
}

// "a.position": every stage of every recipe of the schema.
std::vector<std::string> stageKeys(const Schema& schema) {
  std::vector<std::string> keys;
  for (const ParameterSpec& spec : schema) {
    if (spec.type == ParameterType::recipe) {
      for (const StageSpec& stage : stagesOf(spec.scheme)) {
        if (decidedStage(spec, stage.name()) == nullptr) {
          keys.push_back(spec.name + "." + std::string(stage.name()));
        }
      }
    }
  }
  return keys;
}

std::string writtenValue(const ParameterValue& value) {
  struct Visitor {
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return exactDecimal(number); }
    std::string operator()(const std::string& text) const { return text; }
  };
  return std::visit(Visitor{}, value);
}

}  // namespace

const DecidedStage* decidedStage(const ParameterSpec& spec, std::string_view stage) {
  const auto found = std::find_if(spec.decided.begin(), spec.decided.end(),
                                  [stage](const DecidedStage& row) { return row.stage == stage; });
  return found == spec.decided.end() ? nullptr : &*found;
}

Result<void> setTyped(Params& params, std::string_view view, std::string_view name,
                      std::string_view typed) {
  const Schema& schema = params.schema();
  const auto found = std::find_if(schema.begin(), schema.end(),
                                  [&](const ParameterSpec& each) { return each.name == name; });
  const ParameterSpec* const spec = found == schema.end() ? nullptr : &*found;
  const bool number = spec != nullptr && isNumber(*spec);
  const auto read = number ? parseTyped(typed).map(exactDecimal) : std::string(typed);
  auto done = params.set(name, read.value_or(std::string(typed)));
  if (done) {
    return done;
  }
  if (number) {
    return usageError({"error.parameter.typed",
                       {{"parameter", parameterLabel(view, *spec)},
                        {"value", typed},
                        {"expected", rangeText(*spec, choiceLabel(*spec, spec->automatic))}}});
  }
  Error error = std::move(done.error());
  error.text = inWordsOf(view, schema, std::move(error.text));
  return tl::unexpected<Error>(std::move(error));
}

Params::Params() {
  static const Schema kEmpty;
  schema_ = &kEmpty;
}

Params::Params(const Schema& schema) : schema_(&schema) {
  for (const ParameterSpec& spec : schema) {
    values_.emplace(spec.name, spec.standard);
  }
}

const ParameterSpec* Params::find(std::string_view name) const {
  for (const ParameterSpec& spec : *schema_) {
    if (spec.name == name) {
      return &spec;
    }
  }
  return nullptr;
}

// A parameter's own name goes before another's former one.
const ParameterSpec* Params::findSettable(std::string_view name) const {
  if (const ParameterSpec* spec = find(name)) {
    return spec;
  }
  for (const ParameterSpec& spec : *schema_) {
    if (!spec.formerly.empty() && spec.formerly == name) {
      return &spec;
    }
  }
  return nullptr;
}

const ParameterSpec& Params::spec(std::string_view name) const {
  return require(find(name), "parameter", name);
}

const ParameterValue& Params::value(std::string_view name) const {
  const auto found = values_.find(name);
  return require(found == values_.end() ? nullptr : &found->second, "parameter", name);
}

Result<void> Params::set(std::string_view name, std::string_view text) {
  if (name.find('.') != std::string_view::npos) {
    return setStage(name, text);
  }
  const ParameterSpec* spec = findSettable(name);
  if (spec == nullptr) {
    return usageError(unknownName("error.parameter.unknown", name,
                                  namesOf(*schema_, &ParameterSpec::name, "poscope views VIEW")));
  }
  POSCOPE_TRY(auto read, readValue(*spec, text));
  // Another recipe starts with its own stages.
  if (spec->type == ParameterType::recipe && value(spec->name) != read) {
    const std::string prefix = spec->name + ".";
    std::erase_if(stages_, [&](const auto& stage) { return stage.first.starts_with(prefix); });
  }
  values_.find(spec->name)->second = std::move(read);
  return {};
}

Result<void> Params::setStage(std::string_view name, std::string_view text) {
  const auto dot = name.find('.');
  const ParameterSpec* spec = find(name.substr(0, dot));
  if (spec == nullptr || spec->type != ParameterType::recipe) {
    return usageError(withSuggestion({"error.parameter.stage", {{"parameter", name}}}, name,
                                     stageKeys(*schema_)));
  }
  const std::string_view stage = name.substr(dot + 1);
  if (const DecidedStage* const decided = decidedStage(*spec, stage)) {
    return usageError({"error.parameter.decided",
                       {{"parameter", name}, {"value", text}, {"by", decided->parameter}}});
  }
  const Recipe before = recipe({spec->name});
  auto changed = withStage(before, stage, text);
  if (!changed) {
    return usageError(
        {"error.parameter.notation", {{"parameter", name}, {"reason", changed.error().text}}});
  }
  const Recipe& plain = *findRecipe(spec->scheme, this->text({spec->name}));
  const auto stages = stagesOf(spec->scheme);
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const std::string key = spec->name + "." + std::string(stages[s].name());
    if (changed->settings[s] == plain.settings[s]) {
      stages_.erase(key);
    } else {
      stages_.insert_or_assign(key, changed->settings[s]);
    }
  }
  return {};
}

std::int64_t Params::integer(IntegerParameter handle) const {
  const auto* number = std::get_if<std::int64_t>(&value(handle.name));
  return number == nullptr ? 0 : *number;
}

bool Params::isAutomatic(ParameterName handle) const {
  const ParameterSpec& asked = spec(handle.name);
  return !asked.automatic.empty() && text(handle) == asked.automatic;
}

double Params::real(ParameterName handle) const {
  const ParameterValue& held = value(handle.name);
  if (const auto* integer = std::get_if<std::int64_t>(&held)) {
    return static_cast<double>(*integer);
  }
  const auto* number = std::get_if<double>(&held);
  return number == nullptr ? 0 : *number;
}

const std::string& Params::text(ParameterName handle) const {
  static const std::string kNone;
  const auto* words = std::get_if<std::string>(&value(handle.name));
  return words == nullptr ? kNone : *words;
}

bool Params::flag(FlagParameter handle) const {
  return text(handle) == "on";
}

const NumberFormat& Params::format(FormatParameter handle) const {
  return require(findFormat(text(handle)), "number format", text(handle));
}

Recipe Params::recipe(RecipeParameter handle) const {
  const std::string& id = text(handle);
  Recipe result = require(findRecipe(spec(handle.name).scheme, id), "recipe", id);
  const auto stages = stagesOf(result.scheme);
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const std::string key = std::string(handle.name) + "." + std::string(stages[s].name());
    if (const auto stage = stages_.find(key); stage != stages_.end()) {
      result.settings[s] = stage->second;
    }
  }
  return result;
}

Params Params::content() const {
  Params params = *this;
  for (const ParameterSpec& spec : *schema_) {
    if (spec.presentation) {
      params.values_.find(spec.name)->second = spec.standard;
    }
  }
  return params;
}

bool Params::has(std::string_view name) const {
  return values_.contains(name);
}

std::string Params::written(std::string_view name) const {
  if (const auto stage = stages_.find(name); stage != stages_.end()) {
    return stage->second;
  }
  return writtenValue(value(name));
}

std::vector<std::pair<std::string, std::string>> Params::changed() const {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const ParameterSpec& spec : *schema_) {
    if (value(spec.name) != spec.standard) {
      pairs.emplace_back(spec.name, written(spec.name));
    }
    for (const auto& [name, format] : stages_) {
      if (name.starts_with(spec.name + ".")) {
        pairs.emplace_back(name, format);
      }
    }
  }
  return pairs;
}

std::vector<std::pair<std::string, std::string>> Params::all() const {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const ParameterSpec& spec : *schema_) {
    pairs.emplace_back(spec.name, written(spec.name));
    for (const auto& [name, format] : stages_) {
      if (name.starts_with(spec.name + ".")) {
        pairs.emplace_back(name, format);
      }
    }
  }
  return pairs;
}

}  // namespace poscope
