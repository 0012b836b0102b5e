#include "core/analysis/decay.h"

#include <algorithm>

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

Rises risesOf(std::span<const double> scores) {
  Rises rises;
  for (std::size_t n = 1; n < scores.size(); ++n) {
    if (scores[n] > scores[n - 1]) {
      rises.steps.push_back(static_cast<std::int64_t>(n));
    }
  }
  rises.count = std::ssize(rises.steps);
  rises.first = rises.steps.empty() ? 0 : rises.steps.front() - 1;
  return rises;
}

Rises scoreRises(const std::vector<double>& frequencies, std::int64_t steps) {
  std::vector<double> scores;
  for (std::int64_t n = 0; n <= steps; ++n) {
    scores.push_back(meanScore(frequencies, static_cast<double>(n), 1));
  }
  return risesOf(scores);
}

Course courseOf(const CellSource& scores, Quantity side) {
  Course course;
  course.steps = std::min(kRiseSteps, scores.columns() - 1);
  std::vector<double> first;
  for (std::int64_t n = 0; n <= course.steps; ++n) {
    first.push_back(scores.value(0, n, side));
  }
  course.near = first.front();
  course.far = scores.value(0, scores.columns() - 1, side);
  course.rises = risesOf(first);
  course.level =
      std::find_if(first.begin(), first.end(), [&](double score) { return score != course.near; }) -
      first.begin() - 1;
  return course;
}

}  // namespace poscope
