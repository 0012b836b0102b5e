// Ctrl-C as a stop token: long work ends by itself and leaves no half file.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace poscope {

/// While it lives, SIGINT and SIGTERM request a stop instead of ending the process; a second one
/// ends it at once. Make it before any other thread starts: they inherit that the signals are
/// blocked.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  void wait();

  std::stop_source source_;
  std::atomic<bool> finished_ = false;
  std::thread waiter_;
};

}  // namespace poscope
