#include "app/cli/export_plan.h"

#include <algorithm>
#include <cmath>

#include "app/export/figure_metadata.h"
#include "core/model/model_config.h"
#include "core/model/presets.h"
#include "core/view/model_params.h"

namespace poscope {
namespace {

std::string viewIds() {
  std::string ids;
  for (const View& view : views()) {
    ids += (ids.empty() ? "" : ", ") + view.id;
  }
  return ids;
}

std::string lowerEnding(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return ending.empty() ? ending : ending.substr(1);
}

bool isEnding(const std::string& ending) {
  const auto endings = exportEndings();
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool namesState(const std::string& word) {
  return looksLikeLink(word) || findView(word) != nullptr ||
         findView(word.substr(0, word.find('?'))) != nullptr;
}

Result<State> stateOfFigureFile(const std::filesystem::path& path) {
  return linkFromFigureFile(QString::fromStdString(path.string()))
      .and_then([](const std::string& link) { return parseLink(link); });
}

bool isFigureBytes(std::string_view bytes) {
  return bytes.starts_with("\x89PNG") || bytes.starts_with("%PDF") || bytes.starts_with("<");
}

Result<State> stateOfInput(StandardInput& input) {
  const auto bytes = input.read();
  if (!bytes) {
    return tl::unexpected<Error>(bytes.error());
  }
  if (isFigureBytes(*bytes)) {
    return input.saveAs("figure", *bytes).and_then(stateOfFigureFile);
  }
  const auto end = bytes->find_last_not_of(" \t\r\n");
  return parseLink(std::string_view(*bytes).substr(0, end == std::string::npos ? 0 : end + 1));
}

Result<State> stateOf(const std::string& word, StandardInput& input) {
  if (word == "-") {
    return stateOfInput(input);
  }
  std::error_code ignored;
  const bool isFile = std::filesystem::exists(word, ignored) || isPictureEnding(lowerEnding(word));
  return !namesState(word) && isFile ? stateOfFigureFile(word) : parseLink(word);
}

// The words after -o FILE may be further files: the first word is what to export, unless --figure
// says that.
struct Words {
  std::string what;
  std::vector<std::string> outputs;
};

Words splitWords(const ExportRequest& request) {
  Words words{{}, request.outputs};
  for (const std::string& word : request.words) {
    const bool first = &word == &request.words.front();
    const bool isWhat = first && (request.figure.empty() || namesState(word));
    if (isWhat) {
      words.what = word;
    } else {
      words.outputs.push_back(word);
    }
  }
  return words;
}

Result<State> baseState(const ExportRequest& request, const std::string& what,
                        StandardInput& input) {
  if (request.figure.empty()) {
    return what.empty() ? Result<State>(usageError({"command.error.what", {{"views", viewIds()}}}))
                        : stateOf(what, input);
  }
  auto state = namedFigureState(request.figure);
  if (state && !what.empty() && what != state->view) {
    return usageError({"command.error.figure.other",
                       {{"figure", request.figure}, {"view", state->view}, {"value", what}}});
  }
  return state;
}

std::string encoded(std::string_view text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    result += '%';
    result += kDigits[byte >> 4U];
    result += kDigits[byte & 15U];
  }
  return result;
}

// One query of all settings: it is applied as a link is, recipes before their stages.
Result<State> withSets(State state, const std::vector<std::string>& sets) {
  std::string query;
  for (const std::string& set : sets) {
    const auto equals = set.find('=');
    if (equals == std::string::npos || equals == 0) {
      return usageError({"command.error.set", {{"value", set}}});
    }
    query += (query.empty() ? "" : "&") + encoded(set.substr(0, equals)) + "=" +
             encoded(set.substr(equals + 1));
  }
  return applyQuery(std::move(state), query);
}

Result<std::vector<ExportTarget>> targetsOf(const std::vector<std::string>& outputs,
                                            const std::string& type) {
  if (outputs.empty()) {
    return usageError({"command.error.required", {{"value", "-o FILE"}}});
  }
  if (std::count(outputs.begin(), outputs.end(), "-") > 1) {
    return usageError("command.error.stdout.twice");
  }
  std::vector<ExportTarget> targets;
  for (const std::string& output : outputs) {
    const std::string ending = !type.empty()   ? type
                               : output == "-" ? std::string("json")
                                               : lowerEnding(output);
    if (!isEnding(ending)) {
      std::string endings;
      for (const std::string& each : exportEndings()) {
        endings += (endings.empty() ? "" : ", ") + each;
      }
      return type.empty()
                 ? usageError({"export.ending.unknown", {{"file", output}, {"endings", endings}}})
                 : usageError(
                       {"command.error.option",
                        {{"option", "--type"},
                         {"value", type},
                         {"expected", Text("command.expected.choice", {{"choices", endings}})}}});
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

Result<ExportOptions> optionsOf(const CommandLine& line, Language language) {
  const ExportRequest& request = line.exported;
  ExportOptions options;
  options.language = language;
  options.theme = line.theme.value_or(ThemeKind::light);
  options.caption = !request.noCaption;
  options.layer = request.layer;
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
  // Of both, the size goes before the paper's proportions.
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
Result<bool> applyModel(State& state, const std::string& path, StandardInput& input,
                        const Console& console) {
  const auto config = openModel(path, input);
  if (!config) {
    return tl::unexpected<Error>(config.error());
  }
  for (const Notice& notice : config->notices) {
    console.notice(notice.level, notice.text);
  }
  if (config->broken()) {
    console.say({"command.error.model.broken", {{"model", config->name}}});
    return false;
  }
  std::vector<Error> refused;
  state = withModel(std::move(state), *config, &refused);
  for (const Error& error : refused) {
    console.notice(NoticeLevel::warning, {"command.error.model.refused",
                                          {{"model", config->name}, {"text", error.text}}});
  }
  return true;
}

}  // namespace

bool ExportPlan::draws() const {
  return std::any_of(targets.begin(), targets.end(),
                     [](const ExportTarget& target) { return isPictureEnding(target.ending); });
}

Result<ModelConfig> openModel(const std::string& path, StandardInput& input) {
  if (path == "-") {
    return input.read().and_then(
        [](const std::string& json) { return parseModelConfig(json, "config.json"); });
  }
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    return readModelConfig(path);
  }
  auto preset = presetConfig(path);
  return preset ? preset
                : Result<ModelConfig>(fileError({"command.error.model", {{"file", path}}}));
}

Result<PlannedExport> planExport(const CommandLine& line, const Console& console) {
  const Words words = splitWords(line.exported);
  StandardInput input;
  auto targets = targetsOf(words.outputs, line.exported.type);
  auto options = optionsOf(line, console.language());
  if (!targets || !options) {
    return tl::unexpected<Error>(!targets ? targets.error() : options.error());
  }
  auto state = baseState(line.exported, words.what, input);
  if (!state) {
    return tl::unexpected<Error>(state.error());
  }
  if (!line.model.empty()) {
    const auto works = applyModel(*state, line.model, input, console);
    if (!works) {
      return tl::unexpected<Error>(works.error());
    }
    if (!*works) {
      return PlannedExport{{}, true};
    }
  }
  return withSets(std::move(*state), line.exported.sets).map([&](State&& set) {
    return PlannedExport{{std::move(set), std::move(*targets), std::move(*options)}, false};
  });
}

}  // namespace poscope
