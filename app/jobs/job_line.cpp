#include "app/jobs/job_line.h"

#include <mutex>
#include <system_error>
#include <utility>

#include "app/jobs/guarded.h"
#include "app/jobs/job_threads.h"

namespace poscope {

struct JobLine::State {
  std::mutex mutex;  ///< Guards all below.
  std::deque<Task> waiting;
  std::stop_source running;
  bool hasThread = false;
};

JobLine::JobLine() : state_(std::make_shared<State>()) {}

JobLine::~JobLine() {
  clear();
}

void JobLine::replace(Task task) {
  add(std::move(task), Keep::nothing);
}

void JobLine::replaceWaiting(Task task) {
  add(std::move(task), Keep::running);
}

void JobLine::append(Task task) {
  add(std::move(task), Keep::all);
}

void JobLine::hurry() {
  const std::scoped_lock lock(state_->mutex);
  if (!state_->waiting.empty()) {
    state_->running.request_stop();
  }
}

void JobLine::clear() {
  std::deque<Task> forgotten;  // What tasks own goes outside of the lock.
  const std::scoped_lock lock(state_->mutex);
  forgotten.swap(state_->waiting);
  state_->running.request_stop();
}

void JobLine::add(Task task, Keep keep) {
  std::deque<Task> forgotten;
  {
    const std::scoped_lock lock(state_->mutex);
    if (keep != Keep::all) {
      forgotten.swap(state_->waiting);
    }
    if (keep == Keep::nothing) {
      state_->running.request_stop();
    }
    state_->waiting.push_back(std::move(task));
    if (state_->hasThread) {
      return;
    }
    state_->hasThread = true;
  }
  try {
    startJobThread([state = state_] { work(state); });
  } catch (const std::system_error& refused) {
    std::deque<Task> undone;
    {
      const std::scoped_lock lock(state_->mutex);
      state_->hasThread = false;
      undone.swap(state_->waiting);
    }
    for (const Task& each : undone) {
      each(tl::unexpected<Error>(exceptionError(&refused)));
    }
  }
}

void JobLine::work(const std::shared_ptr<State>& state) {
  for (;;) {
    Task task;
    std::stop_token stop;
    {
      const std::scoped_lock lock(state->mutex);
      if (state->waiting.empty()) {
        state->hasThread = false;
        return;
      }
      task = std::move(state->waiting.front());
      state->waiting.pop_front();
      state->running = std::stop_source();
      stop = state->running.get_token();
    }
    task(stop);
  }
}

}  // namespace poscope
