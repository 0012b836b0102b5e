#include "core/audit/way_findings.h"

#include <algorithm>
#include <string>

#include "core/audit/phase_error.h"
#include "core/base/numbers.h"
#include "core/base/words.h"

namespace poscope {
namespace {

std::string percent(double share) {
  return shortDecimal(100 * share, 2);
}

Text phaseFault(const AuditWay& way) {
  const UniqueVerdict& unique = way.verdicts.unique;
  std::vector<TextArgument> arguments{{"total", unique.total},
                                      {"distinct", unique.distinct},
                                      {"group", unique.largestGroup},
                                      {"lost", unique.lost},
                                      {"phase", shortDecimal(way.phase.radians, 4)},
                                      {"position", way.phase.position},
                                      {"pair", way.phase.pair},
                                      {"moved", percent(way.effect.mean)}};
  if (unique.firstCollision) {
    arguments.emplace_back("first", unique.firstCollision->first);
    arguments.emplace_back("second", unique.firstCollision->second);
  }
  const char* const key = unique.lost > 0         ? "audit.fault.lost"
                          : unique.firstCollision ? "audit.fault.collide"
                                                  : "audit.fault.phase";
  return {key, std::move(arguments)};
}

Text biasFault(const AuditWay& way) {
  const RelativeVerdict& relative = way.verdicts.relative;
  const DistanceSpread worst =
      relative.spreads.empty() ? DistanceSpread{} : relative.spreads[relative.worst];
  const bool spreads = relative.state == VerdictState::bad;
  const FaithfulVerdict& faithful = way.verdicts.faithful;
  return {spreads ? "audit.fault.bias_spread" : "audit.fault.bias_error",
          {{"spread", shortDecimal(worst.spread, 3)},
           {"distance", spreads ? worst.distance : faithful.position},
           {"head", spreads ? worst.head : faithful.index},
           {"error", shortDecimal(faithful.error, 3)},
           {"mean", percent(way.effect.mean)},
           {"worst", percent(way.effect.worst)},
           {"worst_head", way.effect.head}}};
}

constexpr WayAdvice kAdvices[] = {
    {Scheme::rope, CastWay::cast, false, "audit.do.rope.cast"},
    {Scheme::rope, CastWay::cast, true, "audit.do.rope.cast.rebuilt"},
    {Scheme::rope, CastWay::autocast, false, "audit.do.rope.autocast"},
    {Scheme::rope, CastWay::zeroInit, false, "audit.do.rope.zero-init"},
    {Scheme::rope, CastWay::defaultDtype, false, "audit.do.rope.default-dtype"},
};

// The scheme's own words for a way, or those of any scheme.
Text fixOf(const AuditWay& way) {
  const bool rebuilt =
      way.way == CastWay::cast && way.recipe.setting(Stage::position) == kModelFormat;
  for (const WayAdvice& advice : kAdvices) {
    if (advice.scheme == way.recipe.scheme && advice.way == way.way && advice.rebuilt == rebuilt) {
      return Text(advice.text);
    }
  }
  return Text("audit.do." + std::string(recipeSchemeName(way.recipe.scheme)));
}

NoticeId badId(const AuditWay& way) {
  struct Row {
    CastWay way;
    NoticeId id;
    NoticeId rebuilt;
  };
  constexpr Row kIds[] = {
      {CastWay::none, NoticeId::wayNone, NoticeId::wayNone},
      {CastWay::load, NoticeId::wayLoad, NoticeId::wayLoad},
      {CastWay::cast, NoticeId::wayCast, NoticeId::castRebuilt},
      {CastWay::autocast, NoticeId::wayAutocast, NoticeId::autocastRebuilt},
      {CastWay::zeroInit, NoticeId::wayZeroInit, NoticeId::wayZeroInit},
      {CastWay::defaultDtype, NoticeId::wayDefaultDtype, NoticeId::wayDefaultDtype},
  };
  const auto* const row = std::find_if(std::begin(kIds), std::end(kIds), [&](const Row& candidate) {
    return candidate.way == way.way;
  });
  return way.recipe.waitsFor.empty() ? row->id : row->rebuilt;
}

// The sentence of the id, or the one that names the kind of layer.
AuditFinding findingOf(NoticeId id, const AuditWay& way, Text fix) {
  const std::string sentence(noticeRow(id).sentence);
  Text text(way.layer.empty() ? sentence : sentence + ".layer",
            {{"way", Text("way." + std::string(castWayName(way.way)))},
             {"recipe", way.title},
             {"layer", way.layer},
             {"fault", wayOutcome(way)},
             {"outcome", wayOutcome(way)}});
  return {{id, std::move(text), ""}, std::move(fix)};
}

Text fineOutcome(const AuditWay& way) {
  const std::vector<TextArgument> arguments{
      {"total", way.verdicts.unique.total},
      {"distinct", way.verdicts.unique.distinct},
      {"error", shortDecimal(way.verdicts.faithful.error, 3)},
      {"storage", shortDecimal(way.verdicts.faithful.storage, 3)},
      {"reach", way.reach == 0 ? way.verdicts.faithful.holdsUpTo : way.reach},
      {"moved", percent(way.effect.mean)}};
  if (isBias(way.recipe.scheme)) {
    return {"audit.fine.bias", arguments};
  }
  const bool drifts = way.verdicts.faithful.holdsUpTo < way.setup.context;
  const bool judged = way.reach <= way.setup.context;  // Nothing is known of what follows.
  const bool beyond = way.reach >= kLongestReach;
  return {drifts   ? "audit.fine.drift"
          : judged ? "audit.fine.judged"
          : beyond ? "audit.fine.beyond"
                   : "audit.fine.phase",
          arguments};
}

// Of the safe ways of all kinds of layers the one that reaches least far.
const AuditWay& weakestSafe(const std::vector<AuditWay>& ways) {
  const AuditWay* weakest = &ways.front();
  for (const AuditWay& way : ways) {
    const bool less = way.safe && (!weakest->safe || way.reach < weakest->reach);
    weakest = less ? &way : weakest;
  }
  return *weakest;
}

// Numbers that decide the frequencies stand nowhere in the file.
bool restsOnAssumptions(const AuditReport& report) {
  return std::any_of(
      report.findings.begin(), report.findings.end(), [](const AuditFinding& finding) {
        return finding.id == NoticeId::assumedOriginal || finding.id == NoticeId::assumedFactor;
      });
}

}  // namespace

bool AuditWay::fine() const {
  const VerdictState states[] = {verdicts.unique.state, verdicts.relative.state,
                                 verdicts.faithful.state};
  return std::find(std::begin(states), std::end(states), VerdictState::bad) == std::end(states);
}

std::span<const WayAdvice> wayAdvices() {
  return kAdvices;
}

Text wayOutcome(const AuditWay& way) {
  return way.fine()                  ? fineOutcome(way)
         : isBias(way.recipe.scheme) ? biasFault(way)
                                     : phaseFault(way);
}

std::vector<AuditFinding> wayFindings(const AuditReport& report) {
  const std::vector<AuditWay>& ways = report.ways;
  const NoticeId fine = report.understood() ? NoticeId::wayFine : NoticeId::wayUnderstood;
  std::vector<AuditFinding> findings;
  for (const AuditWay& way : ways) {
    if (!way.fine()) {
      findings.push_back(findingOf(badId(way), way, fixOf(way)));
    }
  }
  for (const AuditWay& way : ways) {
    if (way.safe) {
      findings.push_back(findingOf(fine, way, Text()));
    }
  }
  return findings;
}

namespace {

// Of a model that is not broken, as if all of it were understood.
Text plainConclusion(const AuditReport& report, bool asked) {
  const auto& ways = report.ways;
  if (ways.empty()) {
    return Text("audit.conclusion.scheme." + std::string(schemeName(report.config.scheme)));
  }
  const auto bad = static_cast<std::int64_t>(
      std::count_if(ways.begin(), ways.end(), [](const AuditWay& way) { return !way.fine(); }));
  const bool publishedBad = std::any_of(
      ways.begin(), ways.end(), [](const AuditWay& way) { return way.published && !way.fine(); });
  const AuditWay& way = weakestSafe(ways);
  const std::string key = !way.safe      ? (asked ? "asked_bad" : "bad")
                          : publishedBad ? "published"
                          : bad > 0      ? "some"
                                         : (asked ? "asked_fine" : "fine");
  const bool praises = way.safe && !publishedBad;
  const char* const limit = praises && !report.understood() ? ".understood" : "";
  const Text conclusion("audit.conclusion." + key + limit,
                        {{"recipe", way.title},
                         {"context", way.setup.context},
                         {"format", way.setup.format->label},
                         {"bad", bad},
                         {"total", static_cast<std::int64_t>(ways.size())},
                         {"outcome", wayOutcome(way)}});
  return restsOnAssumptions(report)
             ? Text("audit.conclusion.assuming", {{"conclusion", conclusion}})
             : conclusion;
}

std::string formatOf(const AuditReport& report) {
  return report.ways.empty() ? std::string() : std::string(report.ways.front().setup.format->label);
}

// The keys that are not understood, or that the code is not known, as the end of a sentence.
Text leftOut(const AuditReport& report) {
  std::vector<std::string> keys;
  for (const AuditFinding& finding : report.findings) {
    if (noticeRow(finding.id).partial && finding.level() != NoticeLevel::note &&
        !finding.keyPath.empty()) {
      keys.push_back(finding.keyPath);
    }
  }
  constexpr std::size_t kMost = 3;
  const bool more = keys.size() > kMost;
  keys.resize(std::min(keys.size(), kMost));
  return keys.empty()
             ? Text("audit.conclusion.left_out.code")
             : Text(more ? "audit.conclusion.left_out.more" : "audit.conclusion.left_out",
                    {{"keys", joinWords(keys)}, {"count", static_cast<std::int64_t>(keys.size())}});
}

}  // namespace

Text conclusionOf(const AuditReport& report, bool asked) {
  if (report.broken()) {
    return "audit.conclusion.broken";
  }
  const Text plain = plainConclusion(report, asked);
  const bool assumed = report.formatAssumed && !report.ways.empty();
  if (report.understood() || report.config.scheme == Scheme::unknown) {
    return assumed ? Text("audit.conclusion.format",
                          {{"format", formatOf(report)}, {"conclusion", plain}})
                   : plain;
  }
  return {assumed ? "audit.conclusion.limited.format" : "audit.conclusion.limited",
          {{"format", formatOf(report)}, {"conclusion", plain}, {"left_out", leftOut(report)}}};
}

}  // namespace poscope
