#include "app/cli/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <ctime>

#include "app/export/file_save.h"

namespace poscope {
namespace {

// Of the 0.2 s in which everything has to end, what is left to work that ends by itself.
constexpr timespec kPatience{0, 120'000'000};

sigset_t stopSignals() {
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGINT);
  sigaddset(&wanted, SIGTERM);
  return wanted;
}

}  // namespace

Interrupt::Interrupt(const Console& console, Text stopped)
    : console_(console), stopped_(std::move(stopped)) {
  const sigset_t wanted = stopSignals();
  pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
  waiter_ = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
  finished_ = true;
  pthread_kill(waiter_.native_handle(), SIGTERM);  // Wakes the waiter.
  waiter_.join();
}

void Interrupt::wait() {
  const sigset_t wanted = stopSignals();
  int received = 0;
  if (sigwait(&wanted, &received) != 0 || finished_) {
    return;
  }
  source_.request_stop();
  sigtimedwait(&wanted, nullptr, &kPatience);
  if (!finished_) {
    leave();
  }
}

void Interrupt::leave() const {
  removeUnfinished();
  _exit(console_.fail({ErrorKind::cancelled, stopped_}));
}

}  // namespace poscope
