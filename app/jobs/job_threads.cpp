#include "app/jobs/job_threads.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace poscope {
namespace {

struct Running {
  std::mutex mutex;
  std::condition_variable ended;
  int count = 0;  ///< Guarded by mutex.
};

// Never destroyed: a thread may end after everything else.
Running& running() {
  static auto* const all = new Running;
  return *all;
}

void count(int change) {
  const std::scoped_lock lock(running().mutex);
  running().count += change;
  running().ended.notify_all();
}

}  // namespace

void startJobThread(std::function<void()> body) {
  count(1);
  try {
    std::thread([run = std::move(body)]() mutable {
      run();
      run = nullptr;  // What it owned goes before the thread counts as ended.
      count(-1);
    }).detach();
  } catch (...) {
    count(-1);
    throw;
  }
}

bool waitForJobThreads(std::chrono::milliseconds atMost) {
  std::unique_lock lock(running().mutex);
  return running().ended.wait_for(lock, atMost, [] { return running().count == 0; });
}

}  // namespace poscope
