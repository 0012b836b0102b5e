// Background tasks, one at a time, on a thread that lives while there is work. Knows no results:
// Latest<T> adds those.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <stop_token>

#include "core/base/result.h"

namespace poscope {

/// Used by one thread, its owner's. Nothing here waits, the destructor included: it asks the
/// running task to stop and forgets the others.
class JobLine {
 public:
  /// Gets the token to look at; an internal error, in the owner's thread, when no thread can be
  /// started. Does not throw.
  using Task = std::function<void(const Result<std::stop_token>&)>;

  JobLine();
  ~JobLine();
  JobLine(const JobLine&) = delete;
  JobLine& operator=(const JobLine&) = delete;

  /// Instead of all others: what runs is asked to stop, what waits is forgotten.
  void replace(Task task);
  /// Instead of those that wait; what runs may end.
  void replaceWaiting(Task task);
  /// After all others.
  void append(Task task);
  /// Asks what runs to stop if another task waits for it.
  void hurry();
  /// Asks what runs to stop and forgets what waits.
  void clear();

 private:
  struct State;
  enum class Keep { nothing, running, all };

  void add(Task task, Keep keep);
  static void work(const std::shared_ptr<State>& state);

  std::shared_ptr<State> state_;  ///< The thread's, too, which may outlive this.
};

}  // namespace poscope
