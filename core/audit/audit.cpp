#include "core/audit/audit.h"

#include <algorithm>

#include "core/audit/config_findings.h"
#include "core/audit/patch.h"
#include "core/audit/scheme_audit.h"
#include "core/audit/way_findings.h"
#include "core/audit/ways.h"
#include "core/base/suggestion.h"
#include "core/base/words.h"

namespace poscope {
namespace {

constexpr std::int64_t kLongest = std::int64_t{1} << 24;  // What judge accepts.
constexpr std::int64_t kLongestOwn = std::int64_t{1} << 20;

// The longest context that is judged without being asked for.
std::int64_t longestOwn(const ModelConfig& config) {
  const SchemeAudit* const scheme = findSchemeAudit(config.scheme);
  return scheme == nullptr ? kLongestOwn : std::min(kLongestOwn, scheme->mostPositions(config));
}

AuditScope scopeOf(const ModelConfig& config, const AuditRequest& request) {
  AuditScope scope;
  scope.contextAsked = request.context.has_value();
  scope.context =
      request.context.value_or(std::min(config.context.value_or(0), longestOwn(config)));
  scope.formatAsked = request.format != nullptr;
  const NumberFormat* const own = findFormat(config.dtype);
  scope.formatAssumed = !scope.formatAsked && own == nullptr;
  scope.format = scope.formatAsked ? request.format : own != nullptr ? own : findFormat("fp32");
  return scope;
}

// The recipe that was asked for; nullptr when none was.
Result<const Recipe*> askedRecipe(const ModelConfig& config, const AuditRequest& request) {
  if (!request.recipe) {
    return nullptr;
  }
  if (!hasRecipes(config.scheme)) {
    return usageError(
        {"audit.error.no_recipe",
         {{"recipe", *request.recipe},
          {"scheme", Text("audit.scheme." + std::string(schemeName(config.scheme)))}}});
  }
  const std::string prefix = std::string(recipeSchemeName(config.scheme)) + "/";
  const std::string id =
      request.recipe->starts_with(prefix) ? request.recipe->substr(prefix.size()) : *request.recipe;
  if (const Recipe* const found = findRecipe(config.scheme, id)) {
    return found;
  }
  return usageError(
      unknownName("audit.error.recipe", *request.recipe,
                  namesOf(recipesOf(config.scheme), &Recipe::id, "poscope recipes"),
                  {{"scheme", Text("audit.scheme." + std::string(schemeName(config.scheme)))}}));
}

void addFixes(AuditReport& report) {
  for (const AuditFinding& finding : report.findings) {
    const bool known =
        std::find(report.fixes.begin(), report.fixes.end(), finding.fix) != report.fixes.end();
    if (finding.level() != NoticeLevel::note && !finding.fix.empty() && !known) {
      report.fixes.push_back(finding.fix);
    }
  }
}

void append(std::vector<AuditFinding>& findings, std::vector<AuditFinding> more) {
  findings.insert(findings.end(), std::make_move_iterator(more.begin()),
                  std::make_move_iterator(more.end()));
}

}  // namespace

AuditFinding withFix(Notice notice) {
  const NoticeRow& row = noticeRow(notice.id);
  return {std::move(notice), row.fix ? Text("audit.fix." + std::string(row.rule)) : Text()};
}

bool AuditReport::broken() const {
  return std::any_of(findings.begin(), findings.end(), [](const AuditFinding& finding) {
    return finding.level() == NoticeLevel::error;
  });
}

bool AuditReport::understood() const {
  return std::none_of(findings.begin(), findings.end(),
                      [](const AuditFinding& finding) { return noticeRow(finding.id).partial; });
}

Result<AuditReport> audit(const ModelConfig& config, const AuditRequest& request,
                          const VerdictControl& control) {
  if (request.context && (*request.context < 2 || *request.context > kLongest)) {
    return usageError({"audit.error.context", {{"context", *request.context}, {"most", kLongest}}});
  }
  POSCOPE_TRY(const auto recipe, askedRecipe(config, request));
  const AuditScope scope = scopeOf(config, request);
  AuditReport report;
  report.config = config;
  report.formatAssumed = scope.formatAssumed;
  report.settings = auditSettings(config, scope);
  report.findings = configFindings(config, scope);
  if (!config.broken() && scope.context >= 2) {
    POSCOPE_TRY(auto judged, judgeWays(config, {scope.context, scope.format, recipe}, control));
    report.ways = std::move(judged.ways);
    append(report.findings, std::move(judged.findings));
    append(report.findings, wayFindings(report));
  }
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const AuditFinding& left, const AuditFinding& right) {
                     return left.level() > right.level();
                   });
  report.conclusion = conclusionOf(report, recipe != nullptr);
  addFixes(report);
  report.patch = patchFor(report);
  return report;
}

}  // namespace poscope
