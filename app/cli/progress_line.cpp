#include "app/cli/progress_line.h"

#include <cmath>

namespace poscope {
namespace {

constexpr double kQuiet = 0.5;       // Seconds before anything is shown,
constexpr double kBetween = 0.1;     // and between two pictures of the bar.
constexpr double kLong = 10;         // What takes longer is announced,
constexpr double kSeenShare = 1e-4;  // as soon as so much of it was seen.

}  // namespace

ProgressLine::~ProgressLine() {
  if (shown_ > 0) {
    console_.endProgress();
  }
}

void ProgressLine::tell(double share) {
  const std::lock_guard<std::mutex> guard(mutex_);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  if (seconds < kQuiet || seconds - shown_ < kBetween) {
    return;
  }
  announce(share, seconds);
  shown_ = seconds;
  console_.progressBar(share, work_);
}

void ProgressLine::announce(double share, double seconds) {
  if (announced_ || share < kSeenShare) {
    return;
  }
  const double all = seconds / share;
  if (all > kLong) {
    announced_ = true;
    console_.endProgress();
    console_.notice(NoticeLevel::note,
                    {announcement_,
                     {{"work", work_}, {"seconds", static_cast<std::int64_t>(std::lround(all))}}});
  }
}

}  // namespace poscope
