// `poscope views`.
#include <array>

#include "core/base/numbers.h"
#include "core/base/version.h"
#include "core/base/words.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/command/catalogue.h"
#include "core/command/command_json.h"
#include "core/command/text_table.h"
#include "core/numeric/format_names.h"
#include "core/state/link.h"
#include "core/views/judgement.h"
#include "core/views/view.h"

namespace poscope {
namespace {

struct TypeRow {
  ParameterType type;
  const char* name;
  bool numeric;
};
constexpr std::array<TypeRow, 7> kTypes{{{ParameterType::integer, "integer", true},
                                         {ParameterType::real, "real", true},
                                         {ParameterType::choice, "choice", false},
                                         {ParameterType::format, "format", false},
                                         {ParameterType::recipe, "recipe", false},
                                         {ParameterType::flag, "flag", false},
                                         {ParameterType::text, "text", false}}};

const TypeRow& typeRow(const ParameterSpec& spec) {
  for (const TypeRow& row : kTypes) {
    if (row.type == spec.type) {
      return row;
    }
  }
  return kTypes.back();
}

std::string rangeText(const ParameterSpec& spec, Language language) {
  if (!typeRow(spec).numeric) {
    return joinWords(acceptedValues(spec));
  }
  const char* key = spec.even    ? "command.views.range.even"
                    : spec.above ? "command.views.range.above"
                                 : "command.views.range";
  return renderPlain(
      {key, {{"low", exactDecimal(spec.minimum)}, {"high", plainShortDecimal(spec.maximum, 12)}}},
      language);
}

std::string defaultText(const Params& params, const ParameterSpec& spec) {
  const std::string written = params.written(spec.name);
  return written.empty() ? "\"\"" : written;
}

std::vector<std::string> tableCells(const View& view, const Params& params,
                                    const ParameterSpec& spec, Language language) {
  return {spec.name, typeRow(spec).name, defaultText(params, spec),
          renderPlain(parameterLabel(view.id, spec), language)};
}

constexpr std::size_t kTextWidth = 100;

void appendWrapped(std::string& text, const std::string& words, std::size_t indent) {
  for (const std::string& line : wrapped(words, kTextWidth - indent)) {
    text += std::string(indent, ' ') + line + "\n";
  }
}

void appendParameters(std::string& text, const View& view, Language language) {
  const auto say = [language](const Text& words) { return renderPlain(words, language); };
  const Params params(view.schema);
  TextTable table(std::vector<Align>(4, Align::left));
  table.add({say("command.views.name"), say("command.views.type"), say("command.views.default"),
             say("command.views.label")});
  for (const ParameterSpec& spec : view.schema) {
    table.add(tableCells(view, params, spec, language));
  }
  // The meaning and the range do not fit beside the rest: they follow each row.
  std::string rest = table.text(2);
  const auto takeLine = [&rest] {
    std::string line = rest.substr(0, rest.find('\n') + 1);
    rest.erase(0, line.size());
    return line;
  };
  text += takeLine();
  for (const ParameterSpec& spec : view.schema) {
    text += takeLine();
    appendWrapped(text, say(parameterHelp(view.id, spec)), 6);
    const std::string range = rangeText(spec, language);
    if (!range.empty()) {
      appendWrapped(text, say({"command.views.accepts", {{"range", range}}}), 6);
    }
    if (!spec.needs.parameter.empty()) {
      appendWrapped(text, say(needText(view.id, view.schema, spec)), 6);
    }
    if (spec.rare) {
      appendWrapped(text, say("command.views.rare"), 6);
    }
  }
}

void appendView(std::string& text, const View& view, Language language) {
  const auto say = [language](const Text& words) { return renderPlain(words, language); };
  text += (text.empty() ? "" : "\n") + view.id + "  " + say(Text(view.id + ".title")) + "\n";
  appendWrapped(text, say(Text(view.id + ".question")), 2);
  appendParameters(text, view, language);
  appendWrapped(text, say({"command.views.facts", {{"names", joinWords(view.facts)}}}), 2);
  if (view.judges) {
    appendWrapped(text, say({"command.views.judged", {{"names", joinWords(judgementFactNames())}}}),
                  2);
  }
  for (const NamedFigure& figure : view.figures) {
    appendWrapped(
        text,
        say({"command.views.figure", {{"name", figure.name}, {"parameters", figure.parameters}}}),
        2);
  }
}

std::string wholeText(const View& view, Language language) {
  std::string text;
  appendView(text, view, language);
  return text + "\n" + renderPlain(Text("command.views.note"), language) + "\n";
}

// A line for each.
std::string listText(Language language) {
  const auto say = [language](const Text& words) { return renderPlain(words, language); };
  TextTable table(std::vector<Align>(3, Align::left));
  table.add(
      {say("command.views.view"), say("command.views.question"), say("command.views.figures")});
  for (const View& view : views()) {
    table.add(
        {view.id, say(Text(view.id + ".question")), joinWords(view.figures, &NamedFigure::name)});
  }
  return table.text() + "\n" + say("command.views.more") + "\n";
}

Json jsonValue(const ParameterValue& value) {
  struct Visitor {
    Json operator()(std::int64_t number) const { return number; }
    Json operator()(double number) const { return jsonNumber(number); }
    Json operator()(const std::string& text) const { return text; }
  };
  return std::visit(Visitor{}, value);
}

Json parameterJson(const View& view, const ParameterSpec& spec, Language language) {
  Json row{{"name", spec.name}, {"type", typeRow(spec).name}};
  if (typeRow(spec).numeric) {
    row["minimum"] = jsonNumber(spec.minimum);
    row["maximum"] = jsonNumber(spec.maximum);
    row["even"] = spec.even;
    row["above_minimum"] = spec.above;
  } else if (spec.type != ParameterType::text) {
    row["choices"] = acceptedValues(spec);
  }
  if (spec.type == ParameterType::recipe) {
    Json stages = Json::object();
    for (const StageSpec& stage : stagesOf(spec.scheme)) {
      if (decidedStage(spec, stage.name()) == nullptr) {
        stages[std::string(stage.name())] = stageSettings(stage);
      }
    }
    row["stages"] = std::move(stages);
  }
  row["default"] = jsonValue(spec.standard);
  row["label"] = renderPlain(parameterLabel(view.id, spec), language);
  row["meaning"] = renderPlain(parameterHelp(view.id, spec), language);
  row["hidden"] = spec.hidden;
  row["rare"] = spec.rare;
  if (!spec.needs.parameter.empty()) {
    row["needs"] = {{"parameter", spec.needs.parameter}, {"values", spec.needs.values}};
  }
  return row;
}

Json viewJson(const View& view, Language language) {
  Json parameters = Json::array();
  for (const ParameterSpec& spec : view.schema) {
    parameters.push_back(parameterJson(view, spec, language));
  }
  Json figures = Json::array();
  for (const NamedFigure& figure : view.figures) {
    const auto state = namedFigureState(figure.name);
    figures.push_back({{"name", figure.name}, {"link", state ? formatLink(*state) : ""}});
  }
  return {{"id", view.id},
          {"title", renderPlain(Text(view.id + ".title"), language)},
          {"question", renderPlain(Text(view.id + ".question"), language)},
          {"group", view.group},
          {"parameters", std::move(parameters)},
          {"facts", view.facts},
          {"judged_facts", view.judges ? judgementFactNames() : std::vector<std::string>()},
          {"figures", std::move(figures)}};
}

std::string jsonOutput(std::span<const View> shown, Language language) {
  Json list = Json::array();
  for (const View& view : shown) {
    list.push_back(viewJson(view, language));
  }
  return jsonText({{"version", std::string(programVersion())}, {"views", std::move(list)}});
}

}  // namespace

std::vector<std::string> acceptedValues(const ParameterSpec& spec) {
  return spec.type == ParameterType::format && !spec.strict ? formatNames().all
                                                            : choiceValues(spec);
}

Result<CommandOutput> viewsCommand(const std::string& name, bool json, Language language) {
  const View* const view = findView(name);
  if (view == nullptr && !name.empty()) {
    return usageError(unknownName("error.view.unknown", name, viewNames()));
  }
  if (json) {
    return CommandOutput{
        jsonOutput(view == nullptr ? views() : std::span<const View>(view, 1), language), 0};
  }
  return CommandOutput{view == nullptr ? listText(language) : wholeText(*view, language), 0};
}

}  // namespace poscope
