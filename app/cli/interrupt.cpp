#include "app/cli/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>

namespace poscope {
namespace {

sigset_t stopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t signals = stopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  waiter_ = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
  finished_ = true;
  pthread_kill(waiter_.native_handle(), SIGTERM);  // Wakes the waiter.
  waiter_.join();
}

void Interrupt::wait() {
  const sigset_t signals = stopSignals();
  int received = 0;
  while (sigwait(&signals, &received) == 0 && !finished_) {
    if (source_.stop_requested()) {
      constexpr int kSignalExit = 128;
      _exit(kSignalExit + received);
    }
    source_.request_stop();
  }
}

}  // namespace poscope
