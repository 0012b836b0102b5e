#include "core/analysis/decay.h"

#include <algorithm>
#include <cmath>

#include "core/numeric/trig.h"

namespace poscope {

double meanScore(const std::vector<double>& frequencies, double distance, double correlation) {
  double sum = 0;
  for (const double frequency : frequencies) {
    sum += sineCosine(distance * frequency).cosine;
  }
  return correlation * 2 * sum;
}

double scoreDeviation(const std::vector<double>& frequencies, double distance, double correlation) {
  double variance = 0;
  for (const double frequency : frequencies) {
    variance += 2 + 2 * correlation * correlation * sineCosine(2 * distance * frequency).cosine;
  }
  return std::sqrt(std::max(0.0, variance));
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
