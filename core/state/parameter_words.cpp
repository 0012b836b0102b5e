// The words of parameters, of their values and of stages, and the values that they can take.
#include <algorithm>
#include <optional>

#include "core/base/require.h"
#include "core/state/params.h"

namespace poscope {
namespace {

std::string wordKey(std::string_view view, const ParameterSpec& spec, bool own) {
  return (own ? std::string(view) + "." : std::string()) + "parameter." + spec.name;
}

// "context", or "a.position"; nothing for a name that the schema lacks.
std::optional<Text> labelOf(std::string_view view, const Schema& schema, std::string_view name) {
  const auto dot = name.find('.');
  const auto spec = std::find_if(schema.begin(), schema.end(), [&](const ParameterSpec& each) {
    return each.name == name.substr(0, dot);
  });
  if (spec == schema.end()) {
    return std::nullopt;
  }
  const Text label = parameterLabel(view, *spec);
  if (dot == std::string_view::npos || spec->type != ParameterType::recipe) {
    return label;
  }
  const StageSpec* const stage = findStage(spec->scheme, name.substr(dot + 1));
  return stage == nullptr
             ? label
             : Text("parameter.stage-of", {{"recipe", label}, {"stage", stageLabel(*stage)}});
}

}  // namespace

Text inWordsOf(std::string_view view, const Schema& schema, Text message) {
  for (TextArgument& argument : message.arguments) {
    if (auto* const nested = std::get_if<Text>(&argument.value)) {
      *nested = inWordsOf(view, schema, std::move(*nested));
    } else if (const auto* const name = std::get_if<std::string>(&argument.value);
               name != nullptr && argument.name == "parameter") {
      if (auto label = labelOf(view, schema, *name)) {
        argument.value = std::move(*label);
      }
    }
  }
  return message;
}

Text parameterLabel(std::string_view view, const ParameterSpec& spec) {
  return Text(wordKey(view, spec, spec.ownLabel));
}

Text parameterHelp(std::string_view view, const ParameterSpec& spec) {
  return Text(wordKey(view, spec, spec.ownHelp) + ".help");
}

namespace {

// The second of two parameters of a kind takes the words of the first: method_b those of method.
std::string firstOfTwo(const std::string& name) {
  constexpr std::string_view kSecond = "_b";
  return name.ends_with(kSecond) ? name.substr(0, name.size() - kSecond.size()) : name;
}

}  // namespace

Text choiceLabel(const ParameterSpec& spec, std::string_view value) {
  const bool number = spec.type == ParameterType::integer || spec.type == ParameterType::real;
  if (number && value != spec.automatic) {
    return Text::verbatim(value);
  }
  switch (spec.type) {
    case ParameterType::format: {
      const NumberFormat* format = findFormat(value);
      return Text::verbatim(format == nullptr ? value : format->label);
    }
    case ParameterType::recipe:
      return Text("recipe." + std::string(value));
    case ParameterType::flag:
      return Text("choice." + std::string(value));
    default:
      return Text("choice." + firstOfTwo(spec.name) + "." + std::string(value));
  }
}

bool hasEffect(const ParameterSpec& spec, const Params& params) {
  const ParameterNeed& needs = spec.needs;
  return needs.parameter.empty() ||
         std::find(needs.values.begin(), needs.values.end(), params.written(needs.parameter)) !=
             needs.values.end();
}

Text needText(std::string_view view, const Schema& schema, const ParameterSpec& spec) {
  const auto found = std::find_if(schema.begin(), schema.end(), [&](const ParameterSpec& other) {
    return other.name == spec.needs.parameter;
  });
  const ParameterSpec& other =
      require(found == schema.end() ? nullptr : &*found, "parameter", spec.needs.parameter);
  Text values = choiceLabel(other, spec.needs.values.front());
  for (std::size_t k = 1; k < spec.needs.values.size(); ++k) {
    values = {"parameter.needs.either",
              {{"first", values}, {"second", choiceLabel(other, spec.needs.values[k])}}};
  }
  return {"parameter.needs", {{"parameter", parameterLabel(view, other)}, {"value", values}}};
}

Text stageLabel(const StageSpec& stage) {
  return Text("stage." + std::string(stage.name()));
}

Text settingLabel(const StageSpec& stage, std::string_view setting) {
  if (!stage.isFormat()) {
    return Text("stage." + std::string(stage.name()) + "." + std::string(setting));
  }
  const NumberFormat* format = findFormat(setting);
  return format == nullptr ? Text("stage.model") : Text::verbatim(format->label);
}

std::vector<std::string> stageSettings(const StageSpec& stage) {
  std::vector<std::string> settings(stage.words.begin(), stage.words.end());
  if (stage.isFormat()) {
    settings.emplace_back(kModelFormat);
    const std::vector<std::string> offered = formatsAt(stage.place);
    settings.insert(settings.end(), offered.begin(), offered.end());
  }
  return settings;
}

std::vector<std::string> choiceValues(const ParameterSpec& spec) {
  std::vector<std::string> values = spec.choices;
  if (spec.type == ParameterType::flag) {
    values = {"off", "on"};
  } else if (spec.type == ParameterType::recipe) {
    for (const Recipe& recipe : recipesOf(spec.scheme)) {
      values.push_back(recipe.id);
    }
  } else if (spec.type == ParameterType::format && values.empty()) {
    for (const NumberFormat& format : numberFormats()) {
      values.emplace_back(format.id);
    }
  }
  return values;
}

}  // namespace poscope
