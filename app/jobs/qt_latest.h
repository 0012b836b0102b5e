// Latest<T> for objects with an event loop: posts to it, and tells progress as a bar needs it.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/jobs/latest.h"

namespace poscope {

/// Posts to the event loop of `receiver`, which outlives the Latest that posts. At the end of the
/// application threads that still work are given two seconds.
[[nodiscard]] Post postTo(QObject& receiver);

struct JobPace {
  int patienceMs = 0;  ///< So long a job may run on after a newer startNext().
  int quietMs = 100;   ///< So long nothing is told of progress.
};

/// As Latest, in the thread of `receiver`. `done` is not called for cancelled jobs; `progressed`
/// gets 0..1 while jobs run, and -1 when none does any more.
template <typename T>
class QtLatest {
 public:
  using Work = typename Latest<T>::Work;

  QtLatest(QObject& receiver, typename Latest<T>::Done done,
           std::function<void(double)> progressed = {}, JobPace pace = {})
      : done_(std::move(done)),
        progressed_(std::move(progressed)),
        pace_(pace),
        latest_(postTo(receiver), [this](Result<T> result) { accept(std::move(result)); }) {
    patience_.setSingleShot(true);
    patience_.setInterval(pace.patienceMs);
    QObject::connect(&patience_, &QTimer::timeout, &patience_, [this] { latest_.hurry(); });
    QObject::connect(&bar_, &QTimer::timeout, &bar_, [this] {
      bar_.setInterval(kBarEveryMs);
      progressed_(latest_.share());
    });
  }

  void start(Work work) {
    latest_.start(std::move(work));
    begin();
  }
  void startNext(Work work) {
    const bool first = latest_.idle();
    latest_.startNext(std::move(work));
    if (first) {
      begin();
    } else if (!patience_.isActive()) {
      latest_.hurry();
    }
  }
  void append(Work work) {
    latest_.append(std::move(work));
    begin();
  }
  void stop() {
    latest_.stop();
    end();
  }
  [[nodiscard]] bool idle() const { return latest_.idle(); }

 private:
  static constexpr int kBarEveryMs = 100;

  void begin() {
    patience_.start();
    if (progressed_ && !bar_.isActive()) {
      bar_.start(pace_.quietMs);
    }
  }
  void end() {
    patience_.stop();
    bar_.stop();
    if (progressed_) {
      progressed_(-1);
    }
  }
  void accept(Result<T> result) {
    if (latest_.idle()) {
      end();
    } else {
      patience_.start();  // The next job runs by now.
    }
    if (result || result.error().kind != ErrorKind::cancelled) {
      const auto keep = done_;  // It may destroy us.
      keep(std::move(result));
    }
  }

  typename Latest<T>::Done done_;
  std::function<void(double)> progressed_;
  JobPace pace_;
  QTimer patience_;
  QTimer bar_;
  Latest<T> latest_;
};

}  // namespace poscope
