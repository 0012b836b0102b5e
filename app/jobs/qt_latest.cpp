#include "app/jobs/qt_latest.h"

#include <QCoreApplication>

#include "app/jobs/job_threads.h"

namespace poscope {
namespace {

constexpr std::chrono::milliseconds kLastJobs{2000};

// Threads use what static objects hold, so they end before those. The windows are gone by now.
void endJobs() {
  static_cast<void>(waitForJobThreads(kLastJobs));
}

}  // namespace

Post postTo(QObject& receiver) {
  static const bool registered = [] {
    qAddPostRoutine(endJobs);
    return true;
  }();
  static_cast<void>(registered);
  return [target = &receiver](std::function<void()> call) {
    QMetaObject::invokeMethod(target, std::move(call), Qt::QueuedConnection);
  };
}

}  // namespace poscope
