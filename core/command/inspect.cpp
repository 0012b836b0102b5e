#include "core/command/inspect.h"

#include <system_error>

#include "core/command/file_kind.h"
#include "core/command/inspect_arrays.h"
#include "core/command/inspect_notices.h"
#include "core/command/text_table.h"
#include "core/model/model_config.h"

namespace poscope {
namespace {

std::string configText(const std::string& name, const ModelConfig& config, Language language) {
  std::string text =
      renderPlain(Text("inspect.title_config", {{"file", name}, {"name", config.name}}), language);
  text += "\n\n" + renderPlain("inspect.settings", language) + "\n";
  TextTable table(std::vector<Align>(4, Align::left));
  for (const Setting& setting : config.settings) {
    const std::string assumed = setting.assumed ? renderPlain("inspect.assumed", language) : "";
    table.add({setting.name, setting.value, setting.keyPath, assumed});
  }
  text += table.text(2) + noticesText(config.notices, language);
  return text + "\n" + renderPlain(Text("inspect.use_model", {{"file", name}}), language) + "\n";
}

std::string configJson(const std::string& name, const ModelConfig& config, Language language) {
  Json settings = Json::array();
  for (const Setting& setting : config.settings) {
    settings.push_back({{"name", setting.name},
                        {"value", setting.value},
                        {"key", setting.keyPath},
                        {"assumed", setting.assumed}});
  }
  Json report{{"file", name},
              {"kind", "config"},
              {"name", config.name},
              {"model_type", config.modelType},
              {"scheme", schemeName(config.scheme)},
              {"settings", std::move(settings)},
              {"notices", noticesJson(config.notices, language)}};
  return jsonText(report);
}

bool isConfig(const std::filesystem::path& path, const KnownFile& known) {
  std::error_code failure;
  return std::filesystem::is_directory(path, failure) || path.extension() == ".json" ||
         known.kind == FileKind::json;
}

// Options that choose numbers mean nothing in a file that has none.
Result<void> checkNoNumbers(const std::string& file, const InspectOptions& options) {
  const std::pair<const char*, bool> asked[] = {{"--tensor", !options.tensor.empty()},
                                                {"--slice", !options.slice.empty()},
                                                {"--as", !options.as.empty()}};
  for (const auto& [option, given] : asked) {
    if (given) {
      return usageError({"inspect.error.no_tensors", {{"file", file}, {"option", option}}});
    }
  }
  return {};
}

Result<CommandOutput> inspectConfig(const NamedFile& file, const InspectOptions& options,
                                    Language language) {
  POSCOPE_CHECK(checkNoNumbers(file.name, options));
  return readModelConfig(file).map([&](const ModelConfig& config) {
    return CommandOutput{options.json ? configJson(file.name, config, language)
                                      : configText(file.name, config, language),
                         config.broken() ? 1 : 0};
  });
}

}  // namespace

Result<CommandOutput> inspectCommand(const InspectOptions& options, Language language,
                                     const InspectControl& control) {
  const NamedFile file(options.path, options.shown);
  const KnownFile known = fileKindOf(file.path);
  if (known.kind == FileKind::picture || known.kind == FileKind::other) {
    const bool picture = known.kind == FileKind::picture;
    return fileError({picture ? "inspect.error.picture" : "inspect.error.kind",
                      {{"file", file.name}, {"kind", known.name}}});
  }
  return isConfig(file.path, known) ? inspectConfig(file, options, language)
                                    : inspectArrays(file, options, language, control);
}

}  // namespace poscope
