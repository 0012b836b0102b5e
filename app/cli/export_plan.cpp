#include "app/cli/export_plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/cli/export_source.h"
#include "app/cli/output_names.h"
#include "core/base/numbers.h"
#include "core/catalogue/views.h"
#include "core/command/file_kind.h"
#include "core/model/model_config.h"
#include "core/state/model_params.h"
#include "core/views/opened_tensors.h"

namespace poscope {
namespace {

bool isEnding(const std::string& ending) {
  const auto endings = exportEndings();
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

// One query of all settings: it is applied as a link is, recipes before their stages.
Result<State> withSets(State state, const std::vector<std::string>& sets) {
  LinkSettings settings;
  for (const std::string& set : sets) {
    const auto equals = set.find('=');
    if (equals == std::string::npos || equals == 0) {
      return usageError({"command.error.set", {{"value", set}}});
    }
    settings.emplace_back(set.substr(0, equals), set.substr(equals + 1));
  }
  return applyQuery(std::move(state), writeQuery(settings));
}

// What is read, and must not be written over.
std::vector<std::string> inputNames(const ExportRequest& request, const std::string& model) {
  std::vector<std::string> inputs{model};
  std::copy_if(request.words.begin(), request.words.end(), std::back_inserter(inputs),
               [](const std::string& word) { return !namesState(word); });
  return inputs;
}

Result<void> checkWords(const ExportRequest& request, const std::string& model) {
  if (request.words.size() > 1) {
    return usageError({"command.error.export.words", {{"value", request.words[1]}}});
  }
  if (request.words.empty() && request.figure.empty() && request.outputs.empty()) {
    return usageError({"command.error.export.missing", {{"expected", expectedName(viewNames())}}});
  }
  if (request.outputs.empty()) {
    return usageError({"command.error.required", {{"value", "-o FILE"}}});
  }
  return checkOutputNames(request.outputs, inputNames(request, model));
}

// Patterns of names, of which each output must be one.
Result<std::vector<FrameNames>> frameNames(const std::vector<std::string>& outputs) {
  std::vector<FrameNames> names;
  for (const std::string& output : outputs) {
    if (output == "-") {
      return usageError("frames.stdout");
    }
    POSCOPE_TRY(auto pattern, FrameNames::parse(output));
    names.push_back(std::move(pattern));
  }
  return names;
}

// Nothing, or a plan of frames: what they are and how the files of each are called.
Result<void> planFrames(const ExportRequest& request, const std::string& model, ExportPlan& plan) {
  if (request.frames.empty()) {
    return {};
  }
  POSCOPE_TRY(plan.names, frameNames(request.outputs));
  POSCOPE_TRY(plan.frames, readFrames(plan.state.params, request.frames));
  const std::vector<std::string> inputs = inputNames(request, model);
  const auto last = static_cast<std::int64_t>(plan.frames->values.size());
  for (std::int64_t number = 1; number <= last; ++number) {
    std::vector<std::string> files;
    for (const FrameNames& names : plan.names) {
      files.push_back(names.at(number));
    }
    POSCOPE_CHECK(checkOutputNames(files, inputs));
  }
  return {};
}

Result<std::vector<ExportTarget>> targetsOf(const std::vector<std::string>& outputs,
                                            const std::string& type) {
  std::vector<ExportTarget> targets;
  for (const std::string& output : outputs) {
    const std::string ending = !type.empty()   ? type
                               : output == "-" ? std::string("json")
                                               : lowerEnding(output);
    if (!isEnding(ending)) {
      return type.empty()
                 ? usageError(unknownEnding(output, ending))
                 : usageError(unknownName("command.error.option", type, namesOf(exportEndings()),
                                          {{"option", "--type"}}));
    }
    if (output == "-" && !isTextEnding(ending) && Console::resultsGoToATerminal()) {
      return usageError({"command.error.terminal", {{"kind", ending}}});
    }
    targets.push_back({output, ending});
  }
  return targets;
}

// Pixels alone say nothing about the size of the text: it is that of the standard page, as wide as
// the picture.
double dpiOfPixels(const QSize& pixels) {
  constexpr double kPageWidthInches = 480.0 / 72.0;
  return std::clamp(std::round(pixels.width() / kPageWidthInches), kLowestDpi, kHighestDpi);
}

Result<void> readSlice(const char* option, const std::string& text,
                       std::optional<AxisSlice>& slice) {
  if (text.empty()) {
    return {};
  }
  POSCOPE_TRY(slice, parseAxisSlice(option, text));
  return {};
}

Result<TextForm> textFormOf(const std::string& name, const std::vector<ExportTarget>& targets) {
  if (name.empty()) {
    return TextForm::outlines;
  }
  const auto form = findTextForm(name);
  if (!form) {
    return usageError(unknownName("command.error.option", name, namesOf(textFormNames()),
                                  {{"option", "--text"}}));
  }
  const auto chooses = [](const ExportTarget& target) { return choosesText(target.ending); };
  if (std::none_of(targets.begin(), targets.end(), chooses)) {
    return usageError("command.error.export.text");
  }
  return *form;
}

Result<ExportOptions> optionsOf(const CommandLine& line, const std::vector<ExportTarget>& targets,
                                Language language) {
  const ExportRequest& request = line.exported;
  ExportOptions options;
  options.language = language;
  options.theme = line.theme.value_or(ThemeKind::light);
  options.caption = !request.noCaption;
  options.layer = request.layer;
  POSCOPE_TRY(options.text, textFormOf(request.text, targets));
  POSCOPE_CHECK(readSlice("--rows", request.rows, options.rows));
  POSCOPE_CHECK(readSlice("--columns", request.columns, options.columns));
  if (!request.dpi.empty()) {
    const auto dpi = parseNumber(request.dpi);
    if (!dpi) {
      return usageError({"command.error.option",
                         {{"option", "--dpi"},
                          {"value", request.dpi},
                          {"expected", Text("command.expected.dpi")}}});
    }
    options.dpi = *dpi;
  }
  if (request.size.empty() && request.paper.empty()) {
    return options;
  }
  if (!request.size.empty() && !request.paper.empty()) {
    return usageError("command.error.paper.size");
  }
  const auto size = request.size.empty() ? paperSize(request.paper) : parseSize(request.size);
  return size.map([&](const ExportSize& each) {
    options.millimetres = each.millimetres;
    options.pixels = each.pixels;
    if (each.pixels && request.dpi.empty()) {
      options.dpi = dpiOfPixels(*each.pixels);
    }
    return options;
  });
}

// Sets the model's sizes and tells what it says. False when it cannot work.
Result<bool> applyModel(State& state, Inputs& inputs, const std::string& path, StandardInput& input,
                        const Console& console) {
  POSCOPE_TRY(const auto config, openModel(path, input));
  for (const Notice& notice : config.notices) {
    console.notice(notice.level(), notice.text);
  }
  if (config.broken()) {
    console.error({"command.error.model.broken", {{"model", config.name}}});
    return false;
  }
  std::vector<Error> refused;
  state = withModel(std::move(state), config, &refused);
  for (const Error& error : refused) {
    console.notice(NoticeLevel::warning,
                   {"command.error.model.refused", {{"model", config.name}, {"text", error.text}}});
  }
  inputs.model = std::make_shared<const ModelConfig>(config);
  return true;
}

// A file of arrays that the view reads.
Result<bool> applyTable(State& state, Inputs& inputs, const std::string& path) {
  POSCOPE_TRY(const auto arrays, inspectTensors(path));
  POSCOPE_TRY(const auto file, openTableFile(path, {}));
  const View& view = *findView(state.view);
  POSCOPE_TRY(state, withTable(std::move(state), view, file, arrays));
  inputs.table = std::make_shared<const TableFile>(file);
  return true;
}

Result<bool> applyOpened(State& state, Inputs& inputs, const std::string& path,
                         StandardInput& input, const Console& console) {
  return fileKindOf(path).kind == FileKind::array ? applyTable(state, inputs, path)
                                                  : applyModel(state, inputs, path, input, console);
}

}  // namespace

bool ExportPlan::draws() const {
  return std::any_of(targets.begin(), targets.end(),
                     [](const ExportTarget& target) { return isPictureEnding(target.ending); });
}

Result<PlannedExport> planExport(const CommandLine& line, const Console& console) {
  POSCOPE_CHECK(checkWords(line.exported, line.model));
  StandardInput input;
  POSCOPE_TRY(auto targets, targetsOf(line.exported.outputs, line.exported.type));
  POSCOPE_TRY(auto options, optionsOf(line, targets, console.language()));
  POSCOPE_TRY(auto state, baseState(line.exported, input));
  Inputs inputs;
  if (!line.model.empty()) {
    POSCOPE_TRY(const auto works, applyOpened(state, inputs, line.model, input, console));
    if (!works) {
      return PlannedExport{{}, true};
    }
  }
  POSCOPE_TRY(state, withSets(std::move(state), line.exported.sets));
  PlannedExport planned{{std::move(state), std::move(targets), std::move(options), inputs, {}, {}},
                        false};
  POSCOPE_CHECK(planFrames(line.exported, line.model, planned.plan));
  return planned;
}

}  // namespace poscope
