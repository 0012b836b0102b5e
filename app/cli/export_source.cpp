#include "app/cli/export_source.h"

#include <algorithm>

#include "app/export/figure_file.h"
#include "app/export/figure_metadata.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/command/file_kind.h"
#include "core/model/file_bytes.h"
#include "core/model/presets.h"

namespace poscope {
namespace {

Result<State> stateOfFigureFile(const std::filesystem::path& path) {
  return linkFromFigureFile(QString::fromStdString(path.string()))
      .and_then([](const std::string& link) { return parseLink(link); });
}

bool isFigureBytes(std::string_view bytes) {
  return bytes.starts_with("\x89PNG") || bytes.starts_with("%PDF") || bytes.starts_with("<");
}

Result<State> stateOfInput(StandardInput& input) {
  POSCOPE_TRY(const auto bytes, input.read());
  if (isFigureBytes(bytes)) {
    return input.saveAs("figure", bytes).and_then(stateOfFigureFile);
  }
  const auto end = bytes.find_last_not_of(" \t\r\n");
  return parseLink(std::string_view(bytes).substr(0, end == std::string::npos ? 0 : end + 1));
}

bool isModel(const std::string& word) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::path(word) / "config.json", ignored) ||
         fileKindOf(word).kind == FileKind::json || presetConfig(word).has_value();
}

// Not a link, not a view: a file, or the name of something else.
Result<State> stateOfName(const std::string& word) {
  if (namedFigureState(word)) {
    return usageError({"command.error.what.figure", {{"value", word}}});
  }
  if (isModel(word)) {
    return usageError({"command.error.what.model", {{"value", word}}});
  }
  POSCOPE_TRY(const bool exists, pathExists(word));
  if (exists || isPictureEnding(lowerEnding(word))) {
    return stateOfFigureFile(word);
  }
  const bool looksLikeFile = word.find_first_of("./") != std::string::npos;
  return looksLikeFile ? fileError({"command.error.open.missing", {{"file", word}}})
                       : parseLink(word);
}

Result<State> stateOf(const std::string& word, StandardInput& input) {
  if (word == "-") {
    return stateOfInput(input);
  }
  return namesState(word) ? parseLink(word) : stateOfName(word);
}

}  // namespace

bool namesState(const std::string& word) {
  return looksLikeLink(word) || findView(word) != nullptr ||
         findView(word.substr(0, word.find('?'))) != nullptr;
}

std::string lowerEnding(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return ending.empty() ? ending : ending.substr(1);
}

Result<State> baseState(const ExportRequest& request, StandardInput& input) {
  const std::string what = request.words.empty() ? std::string() : request.words.front();
  if (request.figure.empty()) {
    return what.empty() ? Result<State>(usageError(
                              {"command.error.what", {{"expected", expectedName(viewNames())}}}))
                        : stateOf(what, input);
  }
  auto state = namedFigureState(request.figure);
  if (state && !what.empty() && what != state->view) {
    return usageError({"command.error.figure.other",
                       {{"figure", request.figure}, {"view", state->view}, {"value", what}}});
  }
  return state;
}

Result<ModelConfig> openModel(const std::string& path, StandardInput& input) {
  const auto refused = [&](const KnownFile& known) {
    return fileError({"command.error.model.kind", {{"file", path}, {"kind", known.name}}});
  };
  if (path == "-") {
    return input.read().and_then([&](const std::string& json) {
      const KnownFile known = fileKind(json);
      return known.name.empty() ? parseModelConfig(json, "config.json")
                                : Result<ModelConfig>(refused(known));
    });
  }
  POSCOPE_TRY(const bool exists, pathExists(path));
  if (exists) {
    const KnownFile known = fileKindOf(path);
    return known.name.empty() ? readModelConfig(path) : Result<ModelConfig>(refused(known));
  }
  auto preset = presetConfig(path);
  return preset ? preset
                : Result<ModelConfig>(
                      fileError(unknownName("command.error.model", path, presetNames())));
}

}  // namespace poscope
