#include "core/command/audit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

#include "core/audit/audit.h"
#include "core/audit/table_audit.h"
#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/command/audit_report.h"
#include "core/command/file_kind.h"
#include "core/model/file_bytes.h"
#include "core/state/params.h"

namespace poscope {
namespace {

namespace fs = std::filesystem;

struct VerdictName {
  std::string_view name;
  VerdictState (*state)(const Verdicts&);
};
constexpr std::array<VerdictName, 3> kVerdictNames{
    {{"unique", [](const Verdicts& verdicts) { return verdicts.unique.state; }},
     {"relative", [](const Verdicts& verdicts) { return verdicts.relative.state; }},
     {"faithful", [](const Verdicts& verdicts) { return verdicts.faithful.state; }}}};

using FailOn = std::vector<const VerdictName*>;

tl::unexpected<Error> badFailOn(const std::string& value) {
  return usageError(
      {"audit.error.fail_on",
       {{"value", value}, {"expected", joinWords(kVerdictNames, &VerdictName::name)}}});
}

Result<FailOn> readFailOn(const std::string& value) {
  FailOn chosen;
  std::size_t begin = 0;
  while (!value.empty() && begin <= value.size()) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    const std::string_view word = std::string_view(value).substr(begin, end - begin);
    const auto* const row =
        std::find_if(kVerdictNames.begin(), kVerdictNames.end(),
                     [word](const VerdictName& candidate) { return candidate.name == word; });
    if (row == kVerdictNames.end()) {
      return badFailOn(value);
    }
    chosen.push_back(row);
    begin = end + 1;
  }
  return chosen;
}

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
      return usageError(
          {"command.error.format", {{"value", options.format}, {"expected", formatIds()}}});
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

Result<AuditReport> auditPath(const AuditOptions& options, const AuditRequest& request,
                              const VerdictControl& control) {
  std::error_code failure;
  const NamedFile file(options.path, options.shown);
  POSCOPE_TRY(const bool exists, pathExists(file));
  if (!exists && looksLikeHubId(file.path.string())) {
    return fileError({"audit.error.hub", {{"id", file.name}}});
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

// Of each kind of layer the way that counts: the safe one, or the recipe that was asked for.
std::vector<const AuditWay*> countedWays(const AuditReport& report) {
  std::vector<const AuditWay*> counted;
  for (const AuditWay& way : report.ways) {
    if (counted.empty() || counted.back()->layer != way.layer) {
      counted.push_back(&way);
    }
  }
  return counted;
}

bool fails(const AuditReport& report, const FailOn& failOn) {
  const std::vector<const AuditWay*> ways = countedWays(report);
  return std::any_of(ways.begin(), ways.end(), [&](const AuditWay* way) {
    return std::any_of(failOn.begin(), failOn.end(), [&](const VerdictName* name) {
      return name->state(way->verdicts) == VerdictState::bad;
    });
  });
}

std::string written(const AuditReport& report, const AuditOptions& options, Language language) {
  return options.json       ? auditJson(report, language)
         : options.markdown ? auditMarkdown(report, language)
                            : auditText(report, language);
}

}  // namespace

Result<CommandOutput> auditCommand(const AuditOptions& options, Language language,
                                   const VerdictControl& control) {
  if (options.json && options.markdown) {
    return usageError("audit.error.two_outputs");
  }
  POSCOPE_TRY(const auto failOn, readFailOn(options.failOn));
  POSCOPE_TRY(const auto request, readRequest(options));
  return auditPath(options, request, control).map([&](const AuditReport& report) {
    const bool failed = report.broken() || fails(report, failOn);
    return CommandOutput{written(report, options, language), failed ? 1 : 0};
  });
}

}  // namespace poscope
