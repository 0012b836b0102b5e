#include "core/views/judgement.h"

#include <array>
#include <mutex>

#include "core/analysis/effect.h"
#include "core/figure/verdict_words.h"
#include "core/state/schema.h"
#include "core/state/scheme_parameters.h"

namespace poscope {
namespace {

using JudgedSide = JudgedRecipe;

std::string nameOf(VerdictState state) {
  return std::string(verdictStateName(state));
}

FactValue collisionOf(const JudgedSide& side) {
  const auto& pair = side.verdicts.unique.firstCollision;
  return pair ? std::vector<std::int64_t>{pair->first, pair->second} : std::vector<std::int64_t>{};
}

const UniqueVerdict& uniqueOf(const JudgedSide& side) {
  return side.verdicts.unique;
}
DistanceSpread spreadOf(const JudgedSide& side) {
  return worstSpread(side.verdicts.relative);
}
AttentionEffect effectOf(const JudgedSide& side) {
  return side.effect.value_or(AttentionEffect());
}
const FaithfulVerdict& faithfulOf(const JudgedSide& side) {
  return side.verdicts.faithful;
}

constexpr SideFact<JudgedSide> kFacts[] = {
    {"unique", [](const JudgedSide& s) -> FactValue { return nameOf(uniqueOf(s).state); }},
    {"relative",
     [](const JudgedSide& s) -> FactValue { return nameOf(s.verdicts.relative.state); }},
    {"faithful", [](const JudgedSide& s) -> FactValue { return nameOf(faithfulOf(s).state); }},
    {"total", [](const JudgedSide& s) -> FactValue { return uniqueOf(s).total; }},
    {"distinct", [](const JudgedSide& s) -> FactValue { return uniqueOf(s).distinct; }},
    {"first_collision", collisionOf},
    {"largest_group", [](const JudgedSide& s) -> FactValue { return uniqueOf(s).largestGroup; }},
    {"unshared", [](const JudgedSide& s) -> FactValue { return uniqueOf(s).unshared; }},
    {"lost", [](const JudgedSide& s) -> FactValue { return uniqueOf(s).lost; }},
    {"spread", [](const JudgedSide& s) -> FactValue { return spreadOf(s).spread; }},
    {"spread_distance", [](const JudgedSide& s) -> FactValue { return spreadOf(s).distance; }},
    {"spread_storage", [](const JudgedSide& s) -> FactValue { return spreadOf(s).storage; }},
    {"error", [](const JudgedSide& s) -> FactValue { return faithfulOf(s).error; }},
    {"error_position", [](const JudgedSide& s) -> FactValue { return faithfulOf(s).position; }},
    {"error_index", [](const JudgedSide& s) -> FactValue { return faithfulOf(s).index; }},
    {"error_storage", [](const JudgedSide& s) -> FactValue { return faithfulOf(s).storage; }},
    {"holds_up_to", [](const JudgedSide& s) -> FactValue { return faithfulOf(s).holdsUpTo; }},
    {"effect_mean", [](const JudgedSide& s) -> FactValue { return effectOf(s).mean; }},
    {"effect_worst", [](const JudgedSide& s) -> FactValue { return effectOf(s).worst; }},
};

constexpr std::array kJudged{Side::a, Side::b};

// Progress of one of `count` sides as progress of them all.
std::function<void(double)> partOf(const std::function<void(double)>& progress, std::size_t side,
                                   std::size_t count) {
  if (!progress) {
    return {};
  }
  return [&progress, side, count](double share) {
    progress((static_cast<double>(side) + share) / static_cast<double>(count));
  };
}

class SetupJudgement final : public Judgement {
 public:
  explicit SetupJudgement(std::vector<VerdictSetup> setups) : setups_(std::move(setups)) {}

  Result<std::vector<Verdict>> verdicts(Side side, const std::function<void(double)>& progress,
                                        std::stop_token stop) const override {
    return judged(progress, stop).map([side](const std::vector<JudgedSide>& sides) {
      return verdictBlocks(sides.front(), secondOf(sides), side);
    });
  }

  Result<TablePanel> table(std::stop_token stop) const override {
    return judged({}, stop).map([](const std::vector<JudgedSide>& sides) {
      return verdictTable(sides.front(), secondOf(sides));
    });
  }

  Result<std::vector<Fact>> facts(std::stop_token stop) const override {
    POSCOPE_TRY(const auto sides, judged({}, stop));
    std::vector<Fact> facts;
    for (std::size_t k = 0; k < sides.size(); ++k) {
      addFacts(facts, std::string(sideName(kJudged[k])) + ".", kFacts, sides[k]);
    }
    return facts;
  }

 private:
  static std::optional<JudgedSide> secondOf(const std::vector<JudgedSide>& sides) {
    return sides.size() > 1 ? std::optional(sides[1]) : std::nullopt;
  }

  // What was found is kept; two callers at once may both look, and find the same.
  Result<std::vector<JudgedSide>> judged(const std::function<void(double)>& progress,
                                         const std::stop_token& stop) const {
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      if (!found_.empty()) {
        return found_;
      }
    }
    std::vector<JudgedSide> sides;
    for (std::size_t k = 0; k < setups_.size(); ++k) {
      POSCOPE_TRY(auto verdicts, judge(setups_[k], {partOf(progress, k, setups_.size()), stop}));
      POSCOPE_TRY(const auto effect, attentionEffect(setups_[k], {{}, stop}));
      sides.push_back({setups_[k], std::move(verdicts), effect});
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    found_ = sides;
    return sides;
  }

  std::vector<VerdictSetup> setups_;
  mutable std::mutex mutex_;
  mutable std::vector<JudgedSide> found_;
};

}  // namespace

VerdictSetup verdictSetup(const Params& params, RecipeParameter side) {
  VerdictSetup setup;
  setup.recipe = params.recipe(side);
  setup.format = &params.format(parameter::kFormat);
  setup.overflow = overflowOf(params);
  setup.context =
      params.integer(params.has(parameter::kContext) ? parameter::kContext : parameter::kLength);
  takeSchemeParameters(params, setup);
  return setup;
}

std::shared_ptr<const Judgement> judgementOf(VerdictSetup a, std::optional<VerdictSetup> b) {
  std::vector<VerdictSetup> setups{std::move(a)};
  if (b) {
    setups.push_back(std::move(*b));
  }
  return std::make_shared<SetupJudgement>(std::move(setups));
}

void addJudgement(Figure& figure, const Params& params) {
  VerdictSetup a = verdictSetup(params, parameter::kA);
  if (a.context < 2) {
    return;
  }
  if (a.context > kLastJudged - a.start) {
    figure.notes.push_back({"verdict.note.range", {{"last", kLastJudged}}});
    return;
  }
  figure.judgement = judgementOf(std::move(a), verdictSetup(params, parameter::kB));
}

std::vector<std::string> judgementFactNames() {
  std::vector<std::string> names;
  for (const Side side : kJudged) {
    for (const auto& fact : kFacts) {
      names.push_back(std::string(sideName(side)) + "." + std::string(fact.name));
    }
  }
  return names;
}

}  // namespace poscope
