#include "core/analysis/decay.h"

#include "core/field/decay_field.h"

namespace poscope {

double meanScore(const std::vector<double>& frequencies, double distance, double correlation) {
  return ScoreSpread::mean(frequencies.data(), static_cast<std::int64_t>(frequencies.size()),
                           distance, correlation);
}

double scoreDeviation(const std::vector<double>& frequencies, double distance, double correlation) {
  return ScoreSpread::deviation(frequencies.data(), static_cast<std::int64_t>(frequencies.size()),
                                distance, correlation);
}

Rises scoreRises(const std::vector<double>& frequencies, std::int64_t steps) {
  Rises rises;
  double before = meanScore(frequencies, 0, 1);
  for (std::int64_t n = 1; n <= steps; ++n) {
    const double now = meanScore(frequencies, static_cast<double>(n), 1);
    if (now > before) {
      rises.first = rises.count == 0 ? n - 1 : rises.first;
      rises.count += 1;
    }
    before = now;
  }
  return rises;
}

}  // namespace poscope
