#include "core/state/difference.h"

#include <algorithm>

#include "core/state/schema.h"

namespace poscope {
namespace {

// In the order of Difference.
constexpr std::array<std::string_view, 3> kNames{"signed", "absolute", "log10"};
static_assert(kNames.size() == kDifferences.size());

}  // namespace

std::string_view differenceName(Difference difference) {
  return kNames[static_cast<std::size_t>(difference)];
}

std::optional<Difference> findDifference(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  return found == kNames.end()
             ? std::nullopt
             : std::optional(kDifferences[static_cast<std::size_t>(found - kNames.begin())]);
}

ParameterSpec differenceParameter() {
  ParameterSpec spec = choiceParameter(parameter::kDifference, std::string(kNames.front()),
                                       {kNames.begin(), kNames.end()});
  spec.presentation = true;
  return spec;
}

Difference shownDifference(const Params& params) {
  return params.has(parameter::kDifference)
             ? findDifference(params.text(parameter::kDifference)).value_or(Difference::plain)
             : Difference::plain;
}

Difference differenceOf(const Figure& figure) {
  for (const auto& [name, value] : figure.source.parameters) {
    if (name == parameter::kDifference.name) {
      return findDifference(value).value_or(Difference::plain);
    }
  }
  return Difference::plain;
}

}  // namespace poscope
