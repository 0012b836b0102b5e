#include "core/audit/ways.h"

#include <algorithm>

#include "core/analysis/verdict_memo.h"
#include "core/audit/implementations.h"
#include "core/audit/phase_error.h"
#include "core/audit/scheme_audit.h"
#include "core/base/words.h"
#include "core/compute/row_splitter.h"

namespace poscope {
namespace {

std::vector<AuditLayer> layersOf(const ModelConfig& config, const WayRequest& request) {
  VerdictSetup setup;
  setup.format = request.format;
  setup.context = request.context;
  const SchemeAudit* const scheme = findSchemeAudit(config.scheme);
  return scheme == nullptr ? std::vector<AuditLayer>{} : scheme->layers(config, setup);
}

AuditWay wayOf(const Recipe& recipe) {
  AuditWay way;
  way.way = recipe.way;
  way.recipe = recipe;
  way.title = recipeTitle(recipe);
  way.link = recipe.id;
  return way;
}

// A published recipe made sound without changing what it stores.
AuditWay repaired(const Recipe& published) {
  AuditWay way = wayOf(published);
  std::vector<std::string> changes;
  for (const StageSpec& stage : stagesOf(published.scheme)) {
    const std::string_view present = published.setting(stage.id);
    const bool meant = stage.unsound.empty() || present == stage.unsound;
    if (stage.sound.empty() || !meant || present == stage.sound) {
      continue;
    }
    way.recipe.set(stage.id, stage.sound);
    changes.push_back(std::string(stage.name()) + "=" + std::string(stage.sound));
    way.link += "&a." + changes.back();
  }
  way.changed = true;
  way.title = Text("audit.way.changed",
                   {{"recipe", recipeTitle(published)}, {"changes", joinWords(changes)}});
  return way;
}

// How positions are divided counts with linear scaling only.
bool sameNumbers(const Recipe& left, const Recipe& right, const RopeShape& shape) {
  const auto stages = stagesOf(left.scheme);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const bool counts =
        stages[i].id != Stage::interpolation || shape.scaling.is(&ScalingRow::byPosition);
    if (counts && left.settings[i] != right.settings[i]) {
      return false;
    }
  }
  return true;
}

// The verdicts are worked out on all threads, effects on one each.
Result<void> judgeWay(AuditWay& way, const AuditLayer& layer, const VerdictControl& control) {
  way.layer = layer.name;
  way.setup = layer.setup;
  way.setup.recipe = way.recipe;
  return judge(way.setup, control).map([&way](Verdicts verdicts) {
    way.verdicts = std::move(verdicts);
  });
}

Result<void> measureWay(AuditWay& way, const VerdictControl& control) {
  const auto effect = attentionEffect(way.setup, control);
  const auto phase = !effect                     ? tl::unexpected<Error>(effect.error())
                     : isBias(way.recipe.scheme) ? Result<PhaseError>(PhaseError{})
                                                 : largestPhaseError(way.setup, control);
  return phase.map([&](const PhaseError& error) {
    way.effect = *effect;
    way.phase = error;
  });
}

class LayerJudge {
 public:
  explicit LayerJudge(const AuditLayer& layer) : layer_(layer) {}

  // A row that does the same in the same way as an earlier one adds nothing; in another way it has
  // the earlier one's numbers.
  Result<void> add(AuditWay way, const VerdictControl& control) {
    std::size_t twin = ways_.size();
    for (std::size_t i = ways_.size(); i-- > 0;) {
      if (sameNumbers(ways_[i].recipe, way.recipe, layer_.setup.shape)) {
        if (ways_[i].way == way.way) {
          return {};
        }
        twin = twins_[i];
      }
    }
    if (twin < ways_.size()) {
      way.layer = layer_.name;
      way.setup = layer_.setup;
      way.setup.recipe = way.recipe;
      way.verdicts = ways_[twin].verdicts;
    } else {
      const VerdictControl sharing{control.progress, control.stop, &memo_};
      POSCOPE_CHECK(judgeWay(way, layer_, sharing));
    }
    twins_.push_back(twin);
    ways_.push_back(std::move(way));
    return {};
  }

  [[nodiscard]] bool anyFine() const {
    return std::any_of(ways_.begin(), ways_.end(), [](const AuditWay& way) { return way.fine(); });
  }

  // The first fine way comes first, with how far it stays fine.
  Result<std::vector<AuditWay>> finish(const VerdictControl& control) {
    POSCOPE_CHECK(measure(control));
    const auto safe =
        std::find_if(ways_.begin(), ways_.end(), [](const AuditWay& way) { return way.fine(); });
    if (safe != ways_.end()) {
      POSCOPE_TRY(const auto reach, reachOf(*safe, control));
      safe->safe = true;
      safe->reach = reach;
      std::rotate(ways_.begin(), safe, safe + 1);
    }
    return std::move(ways_);
  }

 private:
  Result<void> measure(const VerdictControl& control) {
    std::vector<Result<void>> measured(ways_.size());
    splitRows(static_cast<std::int64_t>(ways_.size()), [&](std::int64_t begin, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        measured[i] = twins_[i] == i ? measureWay(ways_[i], control) : Result<void>();
      }
    });
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (!measured[i]) {
        return measured[i];
      }
      ways_[i].effect = ways_[twins_[i]].effect;
      ways_[i].phase = ways_[twins_[i]].phase;
    }
    return {};
  }

  // Frequencies that follow the length are those of the audited context only.
  [[nodiscard]] Result<std::int64_t> reachOf(const AuditWay& way,
                                             const VerdictControl& control) const {
    const bool moving = layer_.setup.shape.scaling.is(&ScalingRow::followsLength);
    return !isBias(way.recipe.scheme) && !moving
               ? faithfulReach(way.setup, way.verdicts.faithful, control)
               : Result<std::int64_t>(way.verdicts.faithful.holdsUpTo);
  }

  const AuditLayer& layer_;
  VerdictMemo memo_;
  std::vector<AuditWay> ways_;
  std::vector<std::size_t> twins_;  // Of each way the first one with the same numbers.
};

// Of the rows that run a model, the published code's first, the one that a plain load runs.
const Recipe* defaultOf(const std::vector<const Recipe*>& recipes) {
  const auto loaded = std::find_if(recipes.begin(), recipes.end(), [](const Recipe* recipe) {
    return recipe->way == CastWay::load;
  });
  return loaded != recipes.end() ? *loaded : recipes.empty() ? nullptr : recipes.front();
}

std::vector<AuditWay> candidatesOf(const ModelConfig& config, const WayRequest& request) {
  const std::vector<const Recipe*> recipes = modelCode(config).recipes;
  std::vector<AuditWay> candidates;
  for (const Recipe* recipe :
       request.only != nullptr ? std::vector<const Recipe*>{request.only} : recipes) {
    candidates.push_back(wayOf(*recipe));
    candidates.back().published = !recipes.empty() && recipe == recipes.front();
    candidates.back().byDefault = recipe == defaultOf(recipes);
  }
  return candidates;
}

// Progress of one part of several.
VerdictControl partOf(const VerdictControl& control, std::size_t index, std::size_t count) {
  VerdictControl part{{}, control.stop};
  if (control.progress) {
    part.progress = [&control, index, count](double share) {
      control.progress((static_cast<double>(index) + share) / static_cast<double>(count));
    };
  }
  return part;
}

Result<std::vector<AuditWay>> judgeLayer(const std::vector<AuditWay>& candidates, bool repair,
                                         const AuditLayer& layer, const VerdictControl& control) {
  LayerJudge judged(layer);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const VerdictControl part = partOf(control, i, candidates.size());
    POSCOPE_CHECK(judged.add(candidates[i], part));
  }
  const VerdictControl quiet{{}, control.stop};
  if (repair && !candidates.empty() && !judged.anyFine()) {
    POSCOPE_CHECK(judged.add(repaired(candidates.front().recipe), quiet));
  }
  return judged.finish(quiet);
}

}  // namespace

Result<JudgedWays> judgeWays(const ModelConfig& config, const WayRequest& request,
                             const VerdictControl& control) {
  JudgedWays judged;
  const std::vector<AuditWay> candidates = candidatesOf(config, request);
  const std::vector<AuditLayer> layers = layersOf(config, request);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const std::int64_t dim = layers[i].setup.shape.dim;
    if (dim > kWidestJudged) {
      judged.findings.push_back(
          withFix(makeNotice(NoticeId::tooWide, "", {{"dim", dim}, {"most", kWidestJudged}})));
      continue;
    }
    auto ways = judgeLayer(candidates, request.only == nullptr, layers[i],
                           partOf(control, i, layers.size()));
    if (!ways && ways.error().kind == ErrorKind::cancelled) {
      return tl::unexpected<Error>(ways.error());
    }
    if (!ways) {
      judged.findings.push_back(withFix(
          {NoticeId::cannotCompute, ways.error().text, layers[i].setup.shape.scaling.keyPath}));
      continue;
    }
    judged.ways.insert(judged.ways.end(), ways->begin(), ways->end());
  }
  return judged;
}

}  // namespace poscope
