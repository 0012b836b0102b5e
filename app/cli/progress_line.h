// How far long work is, on a terminal; and a word before what takes very long.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>

#include "app/cli/console.h"

namespace poscope {

/// A bar on stderr after half a second. Work that is seen to need over ten seconds is announced
/// once in a line of its own, also where stderr is no terminal.
class ProgressLine {
 public:
  /// `work` stands beside the bar and in the announcement: "268,435,456 numbers".
  /// `announcement`: the sentence of that line, with {work} and {seconds}.
  ProgressLine(const Console& console, Text work, const char* announcement = "command.long")
      : console_(console), work_(std::move(work)), announcement_(announcement) {}
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Share 0..1 of the whole; from any thread, as often as one likes.
  void tell(double share);
  [[nodiscard]] std::function<void(double)> teller() {
    return [this](double share) { tell(share); };
  }
  /// The same for a part of the work, from `first` to `last` of the whole.
  [[nodiscard]] std::function<void(double)> teller(double first, double last) {
    return [this, first, last](double share) { tell(first + (last - first) * share); };
  }

 private:
  using Clock = std::chrono::steady_clock;

  void announce(double share, double seconds);

  const Console& console_;
  Text work_;
  const char* announcement_;
  Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;
  double shown_ = 0;  // Seconds.
  bool announced_ = false;
};

}  // namespace poscope
