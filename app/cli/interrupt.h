// Ctrl-C as a stop token: long work ends by itself and leaves no half file.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

#include "app/cli/console.h"

namespace poscope {

/// While it lives, SIGINT and SIGTERM request a stop instead of ending the process. What has not
/// ended a moment later, or at a second signal, is ended: half files are removed, `stopped` is said
/// and the exit code is that of stopped work. So nothing keeps a user waiting: no painter, no pipe
/// that nobody reads. Make it before any other thread starts: they inherit that the signals are
/// blocked.
class Interrupt {
 public:
  explicit Interrupt(const Console& console, Text stopped = "error.cancelled");
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  void wait();
  [[noreturn]] void leave() const;

  Console console_;
  Text stopped_;
  std::stop_source source_;
  std::atomic<bool> finished_ = false;
  std::thread waiter_;
};

}  // namespace poscope
