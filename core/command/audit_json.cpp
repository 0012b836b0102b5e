// An audit as JSON: docs/audit.md describes every key.
#include "core/base/numbers.h"
#include "core/base/version.h"
#include "core/command/audit_report.h"
#include "core/command/verdict_json.h"
#include "core/views/view.h"

namespace poscope {
namespace {

Json wayJson(const AuditWay& way, Language language) {
  Json json{{"recipe", way.recipe.id},
            {"link", way.link},
            {"scheme", std::string(recipeSchemeName(way.recipe.scheme))},
            {"implementation", std::string(way.recipe.implementation)},
            {"way", std::string(castWayName(way.way))},
            {"title", renderPlain(way.title, language)},
            {"about",
             way.changed ? Json()
                         : Json(renderPlain(Text("recipe." + way.recipe.id + ".about"), language))},
            {"layer", way.layer},
            {"safe", way.safe},
            {"changed", way.changed},
            {"published", way.published},
            {"default", way.byDefault},
            {"fine", way.fine()},
            {"context", way.setup.context},
            {"format", std::string(way.setup.format->id)},
            {"stages", stagesJson(way.recipe)},
            {"unique", uniqueJson(way.verdicts.unique)},
            {"relative", relativeJson(way.verdicts.relative)},
            {"faithful", faithfulJson(way.verdicts.faithful, way.recipe.scheme, way.reach)}};
  json["phase"] = isBias(way.recipe.scheme) ? Json()
                                            : Json{{"radians", jsonNumber(way.phase.radians)},
                                                   {"position", way.phase.position},
                                                   {"pair", way.phase.pair}};
  json["effect"] = effectJson(way.effect);
  json["source"] = std::string(way.recipe.source);
  json["unverified"] = std::string(way.recipe.unverified);
  return json;
}

Json findingJson(const AuditFinding& finding, Language language) {
  return {{"level", std::string(noticeLevelName(finding.level()))},
          {"rule", finding.rule()},
          {"key", finding.keyPath},
          {"text", renderPlain(finding.text, language)},
          {"fix", finding.fix.empty() ? Json() : Json(renderPlain(finding.fix, language))}};
}

Json tableJson(const AuditTable& table, Language language) {
  return {{"dtype", table.dtype},           {"rows", table.rows},
          {"pairs", table.pairs},           {"layout", renderPlain(table.layout, language)},
          {"base", jsonNumber(table.base)}, {"recipe", table.recipe},
          {"format", table.format},         {"equal_rows", table.equalRows}};
}

template <typename Items, typename Make>
Json listOf(const Items& items, const Make& make) {
  Json list = Json::array();
  for (const auto& item : items) {
    list.push_back(make(item));
  }
  return list;
}

Json failOnJson(const FailOnOutcome& outcome, Language language) {
  if (outcome.verdicts.empty()) {
    return {};
  }
  return {{"verdicts",
           listOf(outcome.verdicts, [](std::string_view name) { return std::string(name); })},
          {"ways", std::string(outcome.ways)},
          {"judged", listOf(outcome.judged,
                            [](const AuditWay& way) {
                              return Json{{"link", way.link}, {"layer", way.layer}};
                            })},
          {"bad", outcome.bad},
          {"failed", outcome.bad > 0},
          {"text", renderPlain(failOnText(outcome), language)}};
}

}  // namespace

Json auditJsonValue(const AuditReport& report, Language language, const FailOnOutcome& failOn) {
  const std::string hash = report.table ? std::string() : hexText(report.config.hash);
  Json json{{"schema", kAuditSchema},
            {"version", std::string(programVersion())},
            {"kind", report.table ? "table" : "config"},
            {"name", report.table ? report.table->name : report.config.name},
            {"model_type", report.config.modelType},
            {"scheme", std::string(schemeName(report.config.scheme))},
            {"hash", hash},
            {"broken", report.broken()},
            {"understood", report.understood()},
            {"format_assumed", report.formatAssumed},
            {"conclusion", renderPlain(report.conclusion, language)}};
  json["table"] = report.table ? tableJson(*report.table, language) : Json();
  json["settings"] = listOf(report.settings, [](const AuditSetting& setting) {
    return Json{{"name", setting.name},
                {"value", setting.value},
                {"key", setting.keyPath},
                {"assumed", setting.assumed}};
  });
  json["findings"] = listOf(report.findings, [language](const AuditFinding& finding) {
    return findingJson(finding, language);
  });
  json["ways"] =
      listOf(report.ways, [language](const AuditWay& way) { return wayJson(way, language); });
  json["fixes"] =
      listOf(report.fixes, [language](const Text& fix) { return renderPlain(fix, language); });
  json["patch"] = report.patch;
  json["fail_on"] = failOnJson(failOn, language);
  return json;
}

std::string auditJson(const AuditReport& report, Language language, const FailOnOutcome& failOn) {
  return jsonText(auditJsonValue(report, language, failOn));
}

}  // namespace poscope
