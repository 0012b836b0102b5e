// The words of rope-precision: one sentence that names the stage, and what it was measured on.
#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/views/rope_precision.h"

namespace poscope {
namespace {

// A number of the shown side, in its colour.
Text sideNumber(Side side, TextArgument value) {
  value.name = "value";
  return Text(side == Side::b ? "rope-precision.number.b" : "rope-precision.number.a",
              std::vector<TextArgument>{std::move(value)});
}

// Large numbers as integers with separators.
Text realNumber(Side side, double value) {
  if (value >= 1000) {
    return sideNumber(side, {"", static_cast<std::int64_t>(std::llround(value))});
  }
  return sideNumber(side, {"", shortDecimal(value, 3)});
}

// A length that was looked for in steps: its two leading digits.
std::int64_t about(std::int64_t length) {
  std::int64_t unit = 1;
  while (length / unit >= 100) {
    unit *= 10;
  }
  return length / unit * unit;
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
            {{"thing", thing}, {"seen", seen}, {"lost", sideNumber(side, {"", effect.lost})}}};
  }
  if (effect.distinct < seen) {
    const Text merge(
        "rope-precision.finding.merge",
        {{"thing", thing}, {"seen", seen}, {"distinct", sideNumber(side, {"", effect.distinct})}});
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

Text sentence(const RopePrecision& lab, Side side, Side shown) {
  if (shown == Side::reference) {
    return "rope-precision.finding.reference";
  }
  if (shown == Side::difference) {
    return {"rope-precision.finding.difference",
            {{"a", realNumber(Side::a, lab.side(Side::a).whole.error)},
             {"b", realNumber(Side::b, lab.side(Side::b).whole.error)}}};
  }
  const Ablation& ablation = lab.side(side);
  if (isDamaged(ablation, lab.ablation.seen)) {
    return damage(lab, side);
  }
  const bool end = ablation.reach >= kLongestAblationReach;
  const char* key = end                             ? "rope-precision.finding.fine-end"
                    : ablation.reach >= lab.context ? "rope-precision.finding.fine"
                                                    : "rope-precision.finding.drift";
  const std::int64_t reach = end ? ablation.reach : std::max(lab.context, about(ablation.reach));
  return {key,
          {{"reach", sideNumber(side, {"", reach})},
           {"context", lab.context},
           {"error", realNumber(side, ablation.whole.error)}}};
}

Text explanation(const RopePrecision& lab, Side side, Side shown) {
  const Ablation& ablation = lab.side(side);
  const bool compares = shown == Side::a || shown == Side::b;
  const bool damaged = isDamaged(ablation, lab.ablation.seen);
  const char* key = !compares ? "rope-precision.explanation.compare"
                    : damaged ? "rope-precision.explanation.damage"
                              : "rope-precision.explanation.fine";
  return {key,
          {{"recipe", recipeTitle(lab.recipe(side))},
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
