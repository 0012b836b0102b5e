#include "core/command/audit_report.h"

#include "core/base/numbers.h"
#include "core/figure/scheme_words.h"
#include "core/figure/verdict_words.h"

namespace poscope {
namespace {

std::string percent(double share) {
  return shortDecimal(100 * share, 2);
}

std::string digits(double number) {
  return shortDecimal(number, 4);
}

AuditRow uniqueRow(const AuditWay& way) {
  const UniqueVerdict& unique = way.verdicts.unique;
  std::vector<TextArgument> arguments{
      {"distinct", unique.distinct}, {"total", unique.total}, {"group", unique.largestGroup}};
  if (unique.firstCollision) {
    arguments.emplace_back("first", unique.firstCollision->first);
    arguments.emplace_back("second", unique.firstCollision->second);
  }
  return {"verdict.unique", stateText(unique.state),
          Text(unique.firstCollision ? "audit.report.unique.first" : "audit.report.unique.text",
               std::move(arguments))};
}

AuditRow relativeRow(const AuditWay& way) {
  const RelativeVerdict& relative = way.verdicts.relative;
  const DistanceSpread worst = worstSpread(relative);
  return {"verdict.relative", stateText(relative.state),
          Text("audit.report.relative.text", {{"spread", digits(worst.spread)},
                                              {"distance", worst.distance},
                                              {"storage", digits(worst.storage)}})};
}

AuditRow faithfulRow(const AuditWay& way) {
  const FaithfulVerdict& faithful = way.verdicts.faithful;
  return {"verdict.faithful", stateText(faithful.state),
          Text(schemeWords(way.recipe.scheme).verdict.reportFaithful,
               {{"error", digits(faithful.error)},
                {"position", faithful.position},
                {"storage", digits(faithful.storage)},
                {"holds", holdsText(faithful, way.setup, way.reach)}})};
}

}  // namespace

std::vector<AuditRow> auditRows(const AuditWay& way) {
  std::vector<AuditRow> rows{uniqueRow(way), relativeRow(way), faithfulRow(way)};
  rows.push_back(
      {"audit.report.effect", Text(),
       Text(schemeWords(way.recipe.scheme).reportEffect, {{"mean", percent(way.effect.mean)},
                                                          {"worst", percent(way.effect.worst)},
                                                          {"head", way.effect.head}})});
  if (!isBias(way.recipe.scheme)) {
    rows.push_back({Text(), Text(),
                    Text("audit.report.phase", {{"phase", digits(way.phase.radians)},
                                                {"position", way.phase.position}})});
  }
  return rows;
}

Text auditWayName(const AuditWay& way) {
  const bool any = way.way == CastWay::none;  // A table, or a recipe that no cast makes.
  return {any ? "audit.report.way.any" : "audit.report.way",
          {{"way", Text("way." + std::string(castWayName(way.way)))}, {"recipe", way.title}}};
}

Text auditWayTitle(const AuditWay& way) {
  const Text name = auditWayName(way);
  const char* const mark = way.safe && way.byDefault ? "audit.report.marked.both"
                           : way.safe                ? "audit.report.marked.safe"
                                                     : "audit.report.marked.default";
  return way.safe || way.byDefault ? Text(mark, {{"way", name}}) : name;
}

Text auditWaysTitle(const AuditReport& report, std::size_t way) {
  const std::string& layer = report.ways[way].layer;
  if (way > 0 && report.ways[way - 1].layer == layer) {
    return {};
  }
  return layer.empty() ? Text("audit.report.ways")
                       : Text("audit.report.ways.layer", {{"layer", layer}});
}

Text auditTitle(const AuditReport& report) {
  if (report.table) {
    return {"audit.report.title_table",
            {{"name", report.table->name},
             {"rows", report.table->rows},
             {"pairs", report.table->pairs},
             {"dtype", report.table->dtype}}};
  }
  return {"audit.report.title",
          {{"name", report.config.name},
           {"scheme", Text("audit.scheme." + std::string(schemeName(report.config.scheme)))}}};
}

}  // namespace poscope
