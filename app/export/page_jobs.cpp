#include "app/export/page_jobs.h"

#include <QCoreApplication>
#include <QEvent>

namespace poscope {

PageJobs::~PageJobs() {
  constexpr int kServeEveryMs = 2;
  while (!ended_->tryAcquire(started_, kServeEveryMs)) {
    QCoreApplication::sendPostedEvents(QCoreApplication::instance(), QEvent::MetaCall);
  }
}

}  // namespace poscope
