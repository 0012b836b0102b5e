// Background work whose newest request wins. On std threads only; how results come back to the
// owner's thread is passed in.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

#include "app/jobs/guarded.h"
#include "app/jobs/job_line.h"
#include "core/base/result.h"

namespace poscope {

/// Hands a function over to the owner's thread, which calls it later, once, or never. Called from
/// worker threads, and only while the Latest lives that it was given to; it must not wait.
using Post = std::function<void(std::function<void()>)>;

/// What work is given: when to stop, where to say how far it is, and where to put what may be shown
/// before the end. Callable from the working thread until the work returns.
template <typename T>
struct Job {
  std::stop_token stop;
  std::function<void(double)> progress;  ///< 0..1.
  std::function<void(T)> early;
};

/// One job at a time. Used by its owner's thread, where results are delivered, in order; nothing of
/// a job that was replaced or stopped is delivered. An exception in the work is delivered as an
/// internal error. No call waits, the destructor included: work owns what it touches.
template <typename T>
class Latest {
 public:
  using Work = std::function<Result<T>(const Job<T>&)>;
  /// An early result, or the one and last of a job; idle() is true then if it was the last job.
  /// May destroy the Latest.
  using Done = std::function<void(Result<T>)>;

  // NOLINTNEXTLINE(performance-unnecessary-value-param): it is moved, two lines on.
  Latest(Post post, Done done) : shared_(std::make_shared<Shared>()) {
    shared_->post = std::move(post);
    shared_->done = std::move(done);
  }
  ~Latest() {
    const std::scoped_lock lock(shared_->mutex);
    shared_->open = false;
    shared_->done = nullptr;
  }
  Latest(const Latest&) = delete;
  Latest& operator=(const Latest&) = delete;

  /// The newest wins: what runs is stopped, what waits is forgotten.
  void start(Work work) {
    shared_->firstWanted = ++shared_->last;
    line_.replace(task(std::move(work)));
  }
  /// The newest of those that wait wins; what runs may end before it and is delivered, as
  /// `cancelled` after a hurry() that it heard.
  void startNext(Work work) {
    ++shared_->last;
    line_.replaceWaiting(task(std::move(work)));
  }
  /// In turn: every job is worked on and delivered.
  void append(Work work) {
    ++shared_->last;
    line_.append(task(std::move(work)));
  }
  /// Stops what runs if another job waits for it.
  void hurry() { line_.hurry(); }
  /// Stops what runs and forgets what waits.
  void stop() {
    shared_->firstWanted = shared_->last + 1;
    line_.clear();
  }

  /// Whether nothing more will be delivered.
  [[nodiscard]] bool idle() const {
    return shared_->ended == shared_->last || shared_->firstWanted > shared_->last;
  }
  /// How far the running job is, 0..1.
  [[nodiscard]] double share() const { return shared_->share.load(); }

 private:
  struct Shared {
    std::mutex mutex;  ///< Guards `open` and `post` against the owner's end.
    bool open = true;
    Post post;
    std::atomic<double> share = 0;
    // The owner's thread only; jobs are numbered from 1.
    Done done;
    std::uint64_t last = 0;
    std::uint64_t firstWanted = 1;
    std::uint64_t ended = 0;

    void accept(std::uint64_t number, Result<T> result, bool isEnd) {
      if (!open || number < firstWanted) {
        return;
      }
      if (isEnd) {
        ended = number;
      }
      const Done keep = done;  // It may destroy us.
      keep(std::move(result));
    }
  };

  static void hand(const std::shared_ptr<Shared>& shared, std::uint64_t number, Result<T> result,
                   bool isEnd) {
    auto kept = std::make_shared<Result<T>>(std::move(result));
    const std::scoped_lock lock(shared->mutex);
    if (shared->open) {
      shared->post(
          [shared, number, kept, isEnd] { shared->accept(number, std::move(*kept), isEnd); });
    }
  }

  JobLine::Task task(Work work) {
    return [shared = shared_, number = shared_->last,
            work = std::move(work)](const Result<std::stop_token>& stop) {
      if (!stop) {
        hand(shared, number, tl::unexpected<Error>(stop.error()), true);
        return;
      }
      shared->share = 0;
      const Job<T> job{*stop, [&](double share) { shared->share = share; },
                       [&](T early) { hand(shared, number, std::move(early), false); }};
      hand(shared, number, guarded([&] { return work(job); }), true);
    };
  }

  std::shared_ptr<Shared> shared_;
  JobLine line_;
};

}  // namespace poscope
