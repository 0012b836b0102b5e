#include "core/command/fail_on.h"

#include <algorithm>
#include <array>

#include "core/base/words.h"
#include "core/command/audit_report.h"

namespace poscope {

struct FailOnVerdict {
  std::string_view name;
  VerdictState (*state)(const Verdicts&);
};

struct FailOnWays {
  std::string_view name;
  bool (*counts)(const AuditWay&);
};

namespace {

constexpr std::array<FailOnVerdict, 3> kVerdicts{
    {{"unique", [](const Verdicts& verdicts) { return verdicts.unique.state; }},
     {"relative", [](const Verdicts& verdicts) { return verdicts.relative.state; }},
     {"faithful", [](const Verdicts& verdicts) { return verdicts.faithful.state; }}}};

bool everyWay(const AuditWay& /*way*/) {
  return true;
}

// The first row is what counts where nothing was said.
constexpr std::array<FailOnWays, 2> kWays{
    {{"default", [](const AuditWay& way) { return way.byDefault; }}, {"all", everyWay}}};
constexpr FailOnWays kRecipe{"recipe", everyWay};
constexpr FailOnWays kTable{"table", everyWay};

template <typename Row, std::size_t count>
const Row* findRow(const std::array<Row, count>& rows, std::string_view name) {
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [name](const Row& candidate) { return candidate.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace

Names failOnNames() {
  return namesOf(kVerdicts, &FailOnVerdict::name);
}

Names failOnWayNames() {
  return namesOf(kWays, &FailOnWays::name);
}

namespace {

Result<std::vector<const FailOnVerdict*>> readVerdicts(const std::string& value) {
  std::vector<const FailOnVerdict*> chosen;
  std::size_t begin = 0;
  while (!value.empty() && begin <= value.size()) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    const std::string word = value.substr(begin, end - begin);
    const FailOnVerdict* const row = findRow(kVerdicts, word);
    if (row == nullptr) {
      const Names names = failOnNames();
      return usageError(withSuggestion(
          {"audit.error.fail_on", {{"value", value}, {"expected", joinWords(names.all)}}}, word,
          names.all));
    }
    chosen.push_back(row);
    begin = end + 1;
  }
  return chosen;
}

Text wayText(const FailOnOutcome& outcome) {
  return outcome.judged.empty() ? Text() : auditWayName(outcome.judged.front());
}

}  // namespace

Result<FailOn> readFailOn(const std::string& verdicts, const std::string& ways) {
  POSCOPE_TRY(auto chosen, readVerdicts(verdicts));
  if (!ways.empty() && chosen.empty()) {
    return usageError("audit.error.ways_alone");
  }
  const FailOnWays* const row = ways.empty() ? kWays.data() : findRow(kWays, ways);
  if (row == nullptr) {
    return usageError(
        unknownName("command.error.option", ways, failOnWayNames(), {{"option", "--ways"}}));
  }
  return FailOn{std::move(chosen), row};
}

FailOnOutcome judgeFailOn(const AuditReport& report, const FailOn& failOn, bool recipeAsked) {
  FailOnOutcome outcome;
  if (failOn.verdicts.empty()) {
    return outcome;
  }
  for (const FailOnVerdict* verdict : failOn.verdicts) {
    outcome.verdicts.push_back(verdict->name);
  }
  const FailOnWays& ways = report.table ? kTable : recipeAsked ? kRecipe : *failOn.ways;
  outcome.ways = ways.name;
  std::copy_if(report.ways.begin(), report.ways.end(), std::back_inserter(outcome.judged),
               ways.counts);
  outcome.bad =
      std::count_if(outcome.judged.begin(), outcome.judged.end(), [&](const AuditWay& way) {
        return std::any_of(failOn.verdicts.begin(), failOn.verdicts.end(),
                           [&](const FailOnVerdict* verdict) {
                             return verdict->state(way.verdicts) == VerdictState::bad;
                           });
      });
  return outcome;
}

Text failOnText(const FailOnOutcome& outcome) {
  if (outcome.verdicts.empty()) {
    return {};
  }
  const std::string which = outcome.judged.empty() ? "none" : std::string(outcome.ways);
  return {"audit.report.judged." + which,
          {{"verdicts", joinWords(outcome.verdicts)},
           {"way", wayText(outcome)},
           {"count", static_cast<std::int64_t>(outcome.judged.size())},
           {"outcome", Text(outcome.bad > 0 ? "audit.report.failed" : "audit.report.passed",
                            {{"bad", outcome.bad}})}}};
}

}  // namespace poscope
