// Background jobs that paint pages, ended together with their owner.
#pragma once

#include <QFuture>
#include <QSemaphore>
#include <QtConcurrent>
#include <memory>

namespace poscope {

/// paintFigure lays pages out in the GUI thread, so a job may be waiting for that thread when its
/// owner goes: the destructor serves such jobs until all have ended. Ask them to stop before. GUI
/// thread only.
class PageJobs {
 public:
  PageJobs() = default;
  ~PageJobs();
  PageJobs(const PageJobs&) = delete;
  PageJobs& operator=(const PageJobs&) = delete;

  template <typename Work>
  auto run(Work work) {
    ++started_;
    return QtConcurrent::run([ended = ended_, work = std::move(work)] {
      const QSemaphoreReleaser release(*ended);
      return work();
    });
  }

 private:
  int started_ = 0;
  std::shared_ptr<QSemaphore> ended_ = std::make_shared<QSemaphore>();
};

}  // namespace poscope
