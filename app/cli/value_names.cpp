#include "app/cli/value_names.h"

#include <algorithm>

#include "app/cli/backends.h"
#include "app/cli/command_line.h"
#include "app/cli/shell_scripts.h"
#include "app/export/export_size.h"
#include "app/export/figure_file.h"
#include "app/export/picture_format.h"
#include "core/catalogue/glossary.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/command/catalogue.h"
#include "core/command/fail_on.h"
#include "core/command/round.h"
#include "core/command/verdict.h"
#include "core/model/presets.h"
#include "core/state/frames.h"
#include "core/state/link.h"

namespace poscope {
namespace {

std::vector<Candidate> namesAlone(const std::vector<std::string>& names) {
  std::vector<Candidate> candidates;
  candidates.reserve(names.size());
  for (const std::string& name : names) {
    candidates.push_back({name, {}});
  }
  return candidates;
}

const std::string* optionOf(const GivenWords& given, std::string_view name) {
  const auto found = std::find_if(given.options.begin(), given.options.end(),
                                  [name](const auto& option) { return option.first == name; });
  return found == given.options.end() ? nullptr : &found->second;
}

// The view that is exported: by its name, in a link, or that of a figure.
const View* givenView(const GivenWords& given) {
  if (const std::string* const figure = optionOf(given, "--figure")) {
    const auto state = namedFigureState(*figure);
    return state ? findView(state->view) : nullptr;
  }
  const auto parts = splitLink(given.words.empty() ? std::string_view() : given.words.front());
  return parts ? findView(parts->view) : nullptr;
}

// A setting while it is typed: all names with the sign behind them, or the values of one.
class Settings {
 public:
  explicit Settings(const GivenWords& given) : given_(given) {
    const auto equals = given.current.find('=');
    value_ = equals != std::string::npos;
    name_ = given.current.substr(0, value_ ? equals : 0);
  }

  void add(const std::string& name, const Text& label, const std::vector<std::string>& values) {
    if (!value_) {
      candidates_.push_back({name + "=", renderPlain(label, given_.language)});
    } else if (name == name_) {
      const std::string setting = name + "=";
      for (const std::string& value : values) {
        candidates_.push_back({setting + value, {}});
      }
    }
  }
  // `prefix`: "a." in views, which compare two.
  void addStages(const std::string& prefix, Scheme scheme, const ParameterSpec* spec = nullptr) {
    for (const StageSpec& stage : stagesOf(scheme)) {
      if (spec != nullptr && decidedStage(*spec, stage.name()) != nullptr) {
        continue;
      }
      add(prefix + std::string(stage.name()), stageLabel(stage), stageSettings(stage));
    }
  }
  [[nodiscard]] std::vector<Candidate> take() { return std::move(candidates_); }

 private:
  const GivenWords& given_;
  bool value_ = false;
  std::string name_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Candidate> viewValues(const GivenWords& given) {
  std::vector<Candidate> candidates;
  for (const View& view : views()) {
    candidates.push_back({view.id, renderPlain(Text(view.id + ".title"), given.language)});
  }
  return candidates;
}

std::vector<Candidate> figureValues(const GivenWords& given) {
  std::vector<Candidate> candidates;
  for (const View& view : views()) {
    for (const NamedFigure& figure : view.figures) {
      candidates.push_back({figure.name, renderPlain(Text(view.id + ".title"), given.language)});
    }
  }
  return candidates;
}

std::vector<Candidate> formatValues(const GivenWords& /*given*/) {
  return namesAlone(roundFormats().all);
}

std::vector<Candidate> recipeValues(const GivenWords& given) {
  std::vector<Candidate> candidates;
  for (const std::string& name : verdictRecipes().all) {
    const Recipe* const recipe = findRecipe(name);
    candidates.push_back({name, recipe == nullptr
                                    ? std::string()
                                    : renderPlain(Text("recipe." + recipe->id), given.language)});
  }
  return candidates;
}

std::vector<Candidate> glossaryValues(const GivenWords& given) {
  std::vector<Candidate> candidates;
  for (const GlossaryEntry& entry : glossary()) {
    candidates.push_back({entry.id, renderPlain(entry.name, given.language)});
  }
  return candidates;
}

std::vector<Candidate> presetValues(const GivenWords& /*given*/) {
  std::vector<Candidate> candidates;
  for (const ModelPreset& preset : modelPresets()) {
    candidates.push_back({preset.id, preset.title});
  }
  return candidates;
}

std::vector<Candidate> paperValues(const GivenWords& /*given*/) {
  return namesAlone(paperNames().all);
}

std::vector<Candidate> endingValues(const GivenWords& /*given*/) {
  return namesAlone(exportEndings());
}

std::vector<Candidate> textFormValues(const GivenWords& /*given*/) {
  return namesAlone(namesOf(textFormNames()).all);
}

std::vector<Candidate> themeValues(const GivenWords& /*given*/) {
  return namesAlone(themeNames().all);
}

std::vector<Candidate> languageValues(const GivenWords& /*given*/) {
  std::vector<Candidate> candidates;
  for (const LanguageRow& row : languages()) {
    candidates.push_back({std::string(row.id), std::string(row.name)});
  }
  return candidates;
}

std::vector<Candidate> backendValues(const GivenWords& given) {
  std::vector<Candidate> candidates;
  for (const auto& backend : allBackends().backends) {
    const BackendInfo info = backend->info();
    candidates.push_back(
        {info.id, renderPlain(info.usable ? info.description : info.reason, given.language)});
  }
  return candidates;
}

// A list with commas: what stands before the last comma stays, and is not offered again.
std::vector<Candidate> failOnValues(const GivenWords& given) {
  const auto comma = given.current.rfind(',');
  const std::string before =
      comma == std::string::npos ? std::string() : given.current.substr(0, comma + 1);
  std::vector<Candidate> candidates;
  for (const std::string& name : failOnNames().all) {
    if (("," + before).find("," + name + ",") == std::string::npos) {
      candidates.push_back({before + name, {}});
    }
  }
  return candidates;
}

std::vector<Candidate> failOnWayValues(const GivenWords& /*given*/) {
  return namesAlone(failOnWayNames().all);
}

std::vector<Candidate> shellValues(const GivenWords& /*given*/) {
  return namesAlone(shellNames().all);
}

std::vector<Candidate> roundingValues(const GivenWords& /*given*/) {
  return namesAlone(roundingNames().all);
}

std::vector<Candidate> overflowValues(const GivenWords& /*given*/) {
  return namesAlone(overflowNames().all);
}

std::vector<Candidate> exportSettingValues(const GivenWords& given) {
  Settings settings(given);
  if (const View* const view = givenView(given)) {
    for (const ParameterSpec& spec : view->schema) {
      settings.add(spec.name, parameterLabel(view->id, spec), acceptedValues(spec));
    }
    for (const ParameterSpec& spec : view->schema) {
      if (spec.type == ParameterType::recipe) {
        settings.addStages(spec.name + ".", spec.scheme, &spec);
      }
    }
  }
  return settings.take();
}

std::vector<Candidate> frameValues(const GivenWords& given) {
  Settings settings(given);
  if (const View* const view = givenView(given)) {
    for (const ParameterSpec& spec : view->schema) {
      if (canRun(spec) && !spec.hidden) {
        const FrameTexts range = writtenRange(standardRange(spec));
        settings.add(spec.name, parameterLabel(view->id, spec),
                     {range.from + ":" + range.to + ":" + range.step});
      }
    }
  }
  return settings.take();
}

std::vector<Candidate> verdictSettingValues(const GivenWords& given) {
  Settings settings(given);
  const Recipe* const recipe = given.words.empty() ? nullptr : findRecipe(given.words.front());
  if (recipe == nullptr) {
    return {};
  }
  const Schema& schema = verdictSchema(recipe->scheme);
  for (const std::string& name : verdictSettings(recipe->scheme)) {
    const auto spec = std::find_if(schema.begin(), schema.end(),
                                   [&](const ParameterSpec& each) { return each.name == name; });
    if (spec != schema.end()) {
      settings.add(name, parameterLabel({}, *spec), acceptedValues(*spec));
    }
  }
  settings.addStages({}, recipe->scheme);
  return settings.take();
}

}  // namespace poscope
