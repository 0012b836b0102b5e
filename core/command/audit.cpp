#include "core/command/audit.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include "core/audit/audit.h"
#include "core/audit/table_audit.h"
#include "core/base/numbers.h"
#include "core/base/suggestion.h"
#include "core/command/audit_report.h"
#include "core/command/fail_on.h"
#include "core/command/file_kind.h"
#include "core/model/file_bytes.h"
#include "core/model/presets.h"
#include "core/numeric/format_names.h"
#include "core/state/params.h"

namespace poscope {
namespace {

namespace fs = std::filesystem;

Result<AuditRequest> readRequest(const AuditOptions& options) {
  AuditRequest request;
  if (!options.context.empty()) {
    const auto number = parseNumber(options.context);
    if (!number || *number != std::floor(*number) || !(std::abs(*number) < 1e15)) {
      return usageError({"command.error.option",
                         {{"option", "--context"},
                          {"value", options.context},
                          {"expected", Text("audit.expected.context")}}});
    }
    request.context = static_cast<std::int64_t>(*number);
  }
  if (!options.format.empty()) {
    request.format = findFormat(options.format);
    if (request.format == nullptr) {
      return usageError(unknownName("command.error.format", options.format, formatNames()));
    }
  }
  if (!options.recipe.empty()) {
    request.recipe = options.recipe;
  }
  return request;
}

// "owner/name", as hubs write it.
bool looksLikeHubId(const std::string& path) {
  const auto slash = path.find('/');
  if (slash == std::string::npos || slash == 0 || slash + 1 == path.size() ||
      path.find('/', slash + 1) != std::string::npos || path.front() == '.') {
    return false;
  }
  const std::string_view endings[] = {".json", ".npy", ".safetensors"};
  const bool file = std::any_of(std::begin(endings), std::end(endings),
                                [&](std::string_view ending) { return path.ends_with(ending); });
  return !file && std::all_of(path.begin(), path.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '/';
  });
}

// Not a file: a preset, or the name of something that is not here.
Result<ModelConfig> modelNamed(const std::string& name) {
  if (findPreset(name) != nullptr) {
    return presetConfig(name);
  }
  if (looksLikeHubId(name)) {
    return fileError({"audit.error.hub", {{"id", name}}});
  }
  const std::vector<std::string> near = nearNames(name, presetNames().all);
  return fileError(near.empty()
                       ? Text("model.error.missing", {{"file", name}})
                       : withSuggestion({"audit.error.near_preset", {{"name", name}}}, near));
}

Result<AuditReport> auditPath(const AuditOptions& options, const AuditRequest& request,
                              const VerdictControl& control) {
  std::error_code failure;
  const NamedFile file(options.path, options.shown);
  POSCOPE_TRY(const bool exists, pathExists(file));
  if (!exists) {
    return modelNamed(file.path.string()).and_then([&](const ModelConfig& config) {
      return audit(config, request, control);
    });
  }
  const KnownFile known = fileKindOf(file.path);
  if (known.kind == FileKind::picture || known.kind == FileKind::other) {
    return fileError({"audit.error.kind", {{"file", file.name}, {"kind", known.name}}});
  }
  const bool folder = fs::is_directory(file.path, failure);
  const std::string ending = file.path.extension().string();
  const bool array =
      !folder && (known.kind == FileKind::array || ending == ".npy" || ending == ".safetensors");
  if (array) {
    return auditTable(file, request, control);
  }
  return readModelConfig(file).and_then(
      [&](const ModelConfig& config) { return audit(config, request, control); });
}

std::string written(const AuditReport& report, const FailOnOutcome& outcome,
                    const AuditOptions& options, Language language) {
  return options.json       ? auditJson(report, language, outcome)
         : options.markdown ? auditMarkdown(report, language, outcome)
                            : auditText(report, language, outcome);
}

}  // namespace

Result<CommandOutput> auditCommand(const AuditOptions& options, Language language,
                                   const VerdictControl& control) {
  if (options.json && options.markdown) {
    return usageError("audit.error.two_outputs");
  }
  POSCOPE_TRY(const auto failOn, readFailOn(options.failOn, options.ways));
  POSCOPE_TRY(const auto request, readRequest(options));
  return auditPath(options, request, control).map([&](const AuditReport& report) {
    const FailOnOutcome outcome = judgeFailOn(report, failOn, request.recipe.has_value());
    const bool failed = report.broken() || outcome.bad > 0;
    return CommandOutput{written(report, outcome, options, language), failed ? 1 : 0};
  });
}

}  // namespace poscope
