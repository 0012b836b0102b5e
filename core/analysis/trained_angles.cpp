#include "core/analysis/trained_angles.h"

#include "core/encoding/frequencies.h"

namespace poscope {

bool TrainedAngles::wholeTurn(std::size_t pair) const {
  return wavelengthTokens(frequencies[pair]) <= tokens;
}

std::optional<double> TrainedAngles::limit(std::size_t pair, double length) const {
  return wholeTurn(pair) ? std::nullopt : std::optional(frequencies[pair] * tokens / length);
}

bool TrainedAngles::shows(std::size_t pair, double frequency, double length) const {
  // NTK divides the slowest pair by its factor exactly, but for what powers round.
  constexpr double kLastBits = 1 + 1e-9;
  const std::optional<double> most = limit(pair, length);
  return !most || frequency <= *most * kLastBits;
}

std::int64_t TrainedAngles::unseenPairs(const std::vector<double>& now, double length) const {
  std::int64_t unseen = 0;
  for (std::size_t pair = 0; pair < now.size(); ++pair) {
    unseen += shows(pair, now[pair], length) ? 0 : 1;
  }
  return unseen;
}

}  // namespace poscope
