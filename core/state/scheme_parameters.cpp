#include "core/state/scheme_parameters.h"

#include <algorithm>

#include "core/state/schema.h"

namespace poscope {
namespace {

// What several schemes may share.
struct ParameterSet {
  std::span<const std::string_view> names;
  Schema (*schema)();
  void (*take)(const Params& params, VerdictSetup& setup);
};

constexpr std::string_view kPhaseNames[] = {"dim", "base", "scaling", "trained", "head_dim"};
constexpr std::string_view kAlibiNames[] = {"heads", "max_bias"};
constexpr std::string_view kKerpleNames[] = {"bias_p", "bias_a"};

Schema phaseSchema() {
  return joinSchemas({{dimParameter(RopeShape().dim), baseParameter()}, modelContextParameters()});
}
void takePhase(const Params& params, VerdictSetup& setup) {
  setup.start = params.has(parameter::kStart) ? params.integer(parameter::kStart) : 0;
  setup.shape = shapeOf(params, setup.start + setup.context);
}

Schema alibiSchema() {
  const VerdictSetup standard;
  return {integerParameter(parameter::kHeads, standard.heads, 1, 1024),
          realParameter(parameter::kMaxBias, standard.maxBias, 0.0625, 1024)};
}
void takeAlibi(const Params& params, VerdictSetup& setup) {
  setup.heads = params.integer(parameter::kHeads);
  setup.maxBias = params.real(parameter::kMaxBias);
}

// The authors' code keeps both at 0.01 or more.
Schema kerpleSchema() {
  const KerpleHead standard;
  return {realParameter(parameter::kBiasP, standard.p, 0.01, 1024),
          realParameter(parameter::kBiasA, standard.a, 0.01, 1024)};
}
void takeKerple(const Params& params, VerdictSetup& setup) {
  setup.kerple = {params.real(parameter::kBiasP), params.real(parameter::kBiasA)};
}

constexpr ParameterSet kPhase{kPhaseNames, phaseSchema, takePhase};
constexpr ParameterSet kAlibi{kAlibiNames, alibiSchema, takeAlibi};
constexpr ParameterSet kKerple{kKerpleNames, kerpleSchema, takeKerple};

struct ParameterRow {
  Scheme scheme;
  const ParameterSet& set;
};
constexpr ParameterRow kRows[] = {{Scheme::sinusoidal, kPhase},
                                  {Scheme::rope, kPhase},
                                  {Scheme::alibi, kAlibi},
                                  {Scheme::kerpleLog, kKerple}};
static_assert(inSchemeOrder(kRows));

}  // namespace

std::span<const std::string_view> schemeParameters(Scheme scheme) {
  return rowOf(kRows, scheme).set.names;
}

Schema allSchemeParameters() {
  Schema all;
  for (const ParameterRow& row : kRows) {
    for (ParameterSpec& spec : row.set.schema()) {
      const bool known = std::any_of(all.begin(), all.end(), [&](const ParameterSpec& other) {
        return other.name == spec.name;
      });
      if (!known) {
        all.push_back(std::move(spec));
      }
    }
  }
  return all;
}

void takeSchemeParameters(const Params& params, VerdictSetup& setup) {
  rowOf(kRows, setup.recipe.scheme).set.take(params, setup);
}

}  // namespace poscope
