// Multimodal RoPE (Qwen2-VL, Qwen3-VL): the frequencies of plain RoPE, but each pair takes its
// position from one of three axes.
#include <array>
#include <numeric>

#include "core/base/numbers.h"
#include "core/encoding/scaling/scaling_input.h"

namespace poscope {

Result<ScaledFrequencies> mropeFrequencies(const ScalingInput& input) {
  ScaledFrequencies result;
  result.frequencies = unscaledFrequencies(input, input.shape.base);
  const std::vector<double>* const sections = input.shape.scaling.list("mrope_section");
  if (sections == nullptr) {
    return result;
  }
  const bool interleaved = input.number("mrope_interleaved").value_or(0) != 0;
  const double sum = std::accumulate(sections->begin(), sections->end(), 0.0);
  // Sections are cut off the table one after the other; interleaved ones only say where to stop.
  if (!interleaved && sum != static_cast<double>(input.pairs())) {
    return usageError(Text("scaling.error.sections", {{"type", "mrope"},
                                                      {"key", "mrope_section"},
                                                      {"sum", exactDecimal(sum)},
                                                      {"dim", input.shape.dim},
                                                      {"pairs", input.pairs()}}));
  }
  constexpr std::array<const char*, 3> kNames{"pairs_temporal", "pairs_height", "pairs_width"};
  std::array<double, 3> counts{};
  for (std::int64_t pair = 0; pair < input.pairs(); ++pair) {
    counts[static_cast<std::size_t>(mropeAxis(*sections, interleaved, pair))] += 1;
  }
  for (std::size_t axis = 0; axis < counts.size(); ++axis) {
    result.derived.push_back({kNames[axis], counts[axis]});
  }
  return result;
}

int mropeAxis(std::span<const double> sections, bool interleaved, std::int64_t pair) {
  const auto at = static_cast<double>(pair);
  if (interleaved) {
    const auto axis = static_cast<int>(pair % 3);
    const bool own = axis != 0 && at < 3 * sections[static_cast<std::size_t>(axis)];
    return own ? axis : 0;
  }
  if (at < sections[0]) {
    return 0;
  }
  return at < sections[0] + sections[1] ? 1 : 2;
}

}  // namespace poscope
