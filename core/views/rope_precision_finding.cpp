// The words of rope-precision: one sentence that names the stage, and what it was measured on.
#include <algorithm>
#include <cmath>

#include "core/analysis/faithful_reach.h"
#include "core/analysis/verdict_parts.h"
#include "core/base/numbers.h"
#include "core/views/rope_precision.h"

namespace poscope {
namespace {

// Large numbers as integers with separators.
Text realNumber(Side side, double value) {
  if (value >= 1000) {
    return inColourOf(side, {"", static_cast<std::int64_t>(std::llround(value))});
  }
  return inColourOf(side, {"", shortDecimal(value, 3)});
}

Text damage(const RopePrecision& lab, Side side) {
  const Ablation& ablation = lab.side(side);
  const std::int64_t seen = lab.ablation.seen;
  if (!ablation.worst) {
    return {"rope-precision.finding.together",
            {{"error", realNumber(side, ablation.whole.error)}, {"seen", seen}}};
  }
  const StageEffect& effect = ablation.alone[*ablation.worst];
  const Text thing = roundedThing(*ablation.worst);
  if (effect.lost > 0) {
    return {"rope-precision.finding.lost",
            {{"thing", thing}, {"seen", seen}, {"lost", inColourOf(side, {"", effect.lost})}}};
  }
  if (effect.distinct < seen) {
    Text merge(
        "rope-precision.finding.merge",
        {{"thing", thing}, {"seen", seen}, {"distinct", inColourOf(side, {"", effect.distinct})}});
    if (!ablation.warp) {
      return merge;
    }
    return {"rope-precision.finding.merge-turn",
            {{"merge", merge},
             {"thing", roundedThing(*ablation.warp)},
             {"turn", realNumber(side, ablation.alone[*ablation.warp].turn)}}};
  }
  return {"rope-precision.finding.turn",
          {{"thing", thing}, {"turn", realNumber(side, effect.turn)}, {"seen", seen}}};
}

// The largest error of a side, and where it is.
Text worstOf(const RopePrecision& lab, Side side) {
  const StageEffect& effect = lab.effect(side);
  return {effect.error == 0 ? "rope-precision.worst.none" : "rope-precision.worst",
          {{"error", realNumber(side, effect.error)}, {"position", effect.position}}};
}

// A largest error that blocks of positions gave may be exceeded between them.
Text boundOf(const RopePrecision& lab, Side side) {
  const bool whole = lab.ablation.seen == lab.context;
  return {whole ? "rope-precision.bound.most" : "rope-precision.bound.least",
          {{"error", realNumber(side, lab.effect(side).error)}}};
}

// A side without damage: up to where that is known, or where fp32 angles drift.
Text fineSentence(const RopePrecision& lab, Side side) {
  const Ablation& ablation = lab.side(side);
  const bool end = ablation.reach >= kLongestReach;
  const bool whole = !overStorage(ablation.whole.error, ablation.storage.error) &&
                     ablation.reach >= std::min(lab.context, kLongestReach);
  const char* key = !whole ? "rope-precision.finding.drift"
                    : end  ? "rope-precision.finding.fine-end"
                           : "rope-precision.finding.fine";
  const std::int64_t reach = whole && end ? std::max(lab.context, ablation.reach) : ablation.reach;
  return {key,
          {{"reach", inColourOf(side, {"", reach})},
           {"count", reach},
           {"context", lab.context},
           {"error", boundOf(lab, side)}}};
}

// One stage of a side, all others exact.
Text aloneSentence(const RopePrecision& lab, Side side) {
  const StageEffect& effect = lab.effect(side);
  return {"rope-precision.finding.alone",
          {{"thing", roundedThing(*lab.stage)},
           {"error", boundOf(lab, side)},
           {"distinct", inColourOf(side, {"", effect.distinct})},
           {"seen", lab.ablation.seen}}};
}

Text sentence(const RopePrecision& lab, Side side, Side shown) {
  if (shown == Side::reference) {
    return "rope-precision.finding.reference";
  }
  if (shown == Side::difference) {
    return {"rope-precision.finding.difference",
            {{"a", worstOf(lab, Side::a)}, {"b", worstOf(lab, Side::b)}}};
  }
  if (lab.stage) {
    return aloneSentence(lab, side);
  }
  return isDamaged(lab.side(side), lab.ablation.seen) ? damage(lab, side) : fineSentence(lab, side);
}

Text explanation(const RopePrecision& lab, Side side, Side shown) {
  const Ablation& ablation = lab.side(side);
  const bool compares = shown == Side::a || shown == Side::b;
  const bool damaged = isDamaged(ablation, lab.ablation.seen);
  const char* key = !compares   ? "rope-precision.explanation.compare"
                    : lab.stage ? "rope-precision.explanation.alone"
                    : damaged   ? "rope-precision.explanation.damage"
                                : "rope-precision.explanation.fine";
  return {key,
          {{"recipe", inColourOf(side, {"", recipeTitle(lab.recipe(side))})},
           {"seen", lab.ablation.seen},
           {"pairs", lab.shape.dim / 2},
           {"error", shortDecimal(ablation.whole.error, 3)},
           {"storage", shortDecimal(ablation.storage.error, 3)}}};
}

}  // namespace

Finding ropePrecisionFinding(const RopePrecision& lab, Side shown) {
  const Side side = shown == Side::b ? Side::b : Side::a;
  return {"rope-precision.question", sentence(lab, side, shown), explanation(lab, side, shown)};
}

}  // namespace poscope
