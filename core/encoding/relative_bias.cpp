#include "core/encoding/relative_bias.h"

#include <algorithm>
#include <memory>

#include "core/encoding/alibi.h"
#include "core/encoding/kerple.h"
#include "core/encoding/sandwich.h"
#include "core/encoding/xpos.h"

namespace poscope {
namespace {

using Numbers = std::vector<NamedNumber>;

double slopeOf(const RelativeSetup& setup, std::int64_t head) {
  return alibiSlopes(setup.heads, setup.maxBias)[static_cast<std::size_t>(head)];
}

// From a query at 0 back to a key at -distance.
RelativeCurve alibiCurve(const RelativeSetup& setup, const RelativeStages& stages,
                         std::int64_t head) {
  const double slope = slopeOf(setup, head);
  const AlibiStages own{1, 0, stages.operation, stages.distance, stages.operation, stages.bias};
  return {[slope](double distance) { return -slope * distance; },
          [slope, own](double distance) { return alibiStored(own, slope, 0, -distance); }};
}

RelativeCurve t5Curve(const RelativeSetup& setup, const RelativeStages& /*stages*/,
                      std::int64_t /*head*/) {
  const ByDistance bucket = [t5 = setup.t5](double distance) {
    return static_cast<double>(t5Bucket(t5, static_cast<std::int64_t>(distance)));
  };
  return {bucket, bucket};  // Of integers, whatever format the model is in.
}

double t5Number(const RelativeSetup& setup, std::int64_t bucket, std::int64_t head) {
  return setup.learned->buckets[static_cast<std::size_t>(bucket * setup.heads + head)];
}

RelativeCurve t5NumberCurve(const RelativeSetup& setup, const RelativeStages& stages,
                            std::int64_t head) {
  const ByDistance exact = [setup, head](double distance) {
    return t5Number(setup, t5Bucket(setup.t5, static_cast<std::int64_t>(distance)), head);
  };
  return {exact, [exact, bias = stages.bias](double distance) {
            return stageValue(bias, exact(distance));
          }};
}

Numbers t5LeastAndGreatest(const RelativeSetup& setup, std::int64_t head) {
  Numbers ends{{"least", t5Number(setup, 0, head)}, {"greatest", t5Number(setup, 0, head)}};
  for (std::int64_t bucket = 1; bucket < setup.t5.buckets; ++bucket) {
    const double number = t5Number(setup, bucket, head);
    ends[0].value = std::min(ends[0].value, number);
    ends[1].value = std::max(ends[1].value, number);
  }
  return ends;
}

template <bool kPower>
KerpleHead kerpleHead(const RelativeSetup& setup, std::int64_t head) {
  const bool learned = setup.learned != nullptr && !setup.learned->kerple.empty();
  const KerpleHead own =
      learned ? kerpleClamped(setup.learned->kerple[static_cast<std::size_t>(head)], kPower)
              : kerpleDrawn(setup.seed, head);
  return {setup.p.value_or(own.p), setup.a.value_or(own.a)};
}

template <bool kPower>
Numbers kerpleNumbers(const RelativeSetup& setup, std::int64_t head) {
  const KerpleHead numbers = kerpleHead<kPower>(setup, head);
  return {{"p", numbers.p}, {"a", numbers.a}};
}

// Both kernels: their formulas have the same form.
template <bool kPower, auto kExact, auto kStored>
RelativeCurve kerpleCurve(const RelativeSetup& setup, const RelativeStages& stages,
                          std::int64_t row) {
  const KerpleHead head = kerpleHead<kPower>(setup, row);
  const KerpleHead kept{stageValue(stages.operation, head.p), stageValue(stages.operation, head.a)};
  const KerpleStages own{stages.distance, stages.operation, stages.operation, stages.bias};
  return {[head](double distance) { return kExact(head, distance); },
          [kept, own](double distance) { return kStored(kept, own, distance); }};
}

RelativeCurve sandwichCurve(const RelativeSetup& setup, const RelativeStages& stages,
                            std::int64_t head) {
  const SandwichStages own{stages.distance, stages.operation, stages.bias};
  const auto bias =
      std::make_shared<const SandwichBias>(setup.dim, sandwichDivisor(head, setup.heads), own);
  return {[bias](double distance) { return bias->exact(distance); },
          [bias](double distance) { return bias->stored(distance); }};
}

RelativeCurve xposCurve(const RelativeSetup& setup, const RelativeStages& stages,
                        std::int64_t pair) {
  const double decay = xposDecay(pair, setup.dim);
  const XposStages own{stages.distance, stages.operation, stages.bias};
  return {[decay](double distance) { return xposExact(decay, distance); },
          [scales = XposPair(decay, own, setup.context)](double distance) {
            return scales.stored(distance);
          }};
}

constexpr std::string_view kAlibiHas[] = {"heads", "head", "max_bias"};
constexpr std::string_view kKerpleHas[] = {"heads", "head", "seed", "bias_p", "bias_a"};
constexpr std::string_view kSandwichHas[] = {"heads", "head", "dim"};
constexpr std::string_view kT5Has[] = {"buckets", "max_distance", "both_ways"};
constexpr std::string_view kXposHas[] = {"pair", "dim"};

constexpr RelativeScheme kSchemes[] = {
    {"alibi", "2108.12409", RelativeEffect::added, false, false, true, kAlibiHas,
     [](const RelativeSetup& setup, std::int64_t head) {
       return Numbers{{"slope", slopeOf(setup, head)}};
     },
     alibiCurve},
    {"kerple-power", "2205.09921", RelativeEffect::added, false, true, true, kKerpleHas,
     kerpleNumbers<true>, kerpleCurve<true, kerplePowerExact, kerplePowerStored>},
    {"kerple-log", "2205.09921", RelativeEffect::added, false, true, true, kKerpleHas,
     kerpleNumbers<false>, kerpleCurve<false, kerpleExact, kerpleStored>},
    {"sandwich", "2212.10356", RelativeEffect::added, false, false, false, kSandwichHas,
     [](const RelativeSetup& setup, std::int64_t head) {
       return Numbers{{"divisor", sandwichDivisor(head, setup.heads)}};
     },
     sandwichCurve},
    {"t5", "1910.10683", RelativeEffect::bucket, false, true, true, kT5Has,
     [](const RelativeSetup& setup, std::int64_t /*head*/) {
       return Numbers{{"buckets", static_cast<double>(setup.t5.oneWay())}};
     },
     t5Curve},
    {"xpos", "2212.10554", RelativeEffect::multiplied, true, false, true, kXposHas,
     [](const RelativeSetup& setup, std::int64_t pair) {
       return Numbers{{"decay", xposDecay(pair, setup.dim)}};
     },
     xposCurve}};

constexpr RelativeScheme kT5WithNumbers{
    "t5",  "1910.10683", RelativeEffect::added, false,        true,
    false, kT5Has,       t5LeastAndGreatest,    t5NumberCurve};

}  // namespace

std::span<const RelativeScheme> relativeSchemes() {
  return kSchemes;
}

const RelativeScheme& t5WithNumbers() {
  return kT5WithNumbers;
}

const RelativeScheme* findRelativeScheme(std::string_view id) {
  const auto* const found =
      std::find_if(std::begin(kSchemes), std::end(kSchemes),
                   [&](const RelativeScheme& scheme) { return scheme.id == id; });
  return found == std::end(kSchemes) ? nullptr : found;
}

}  // namespace poscope
