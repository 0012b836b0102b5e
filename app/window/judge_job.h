// Works verdicts out off the GUI thread: one at a time, newest wins.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <memory>
#include <stop_token>

#include "core/figure/figure.h"

namespace poscope {

class JudgeJob : public QObject {
  Q_OBJECT

 public:
  explicit JudgeJob(QObject* parent = nullptr);
  /// Stops the running work and waits for it.
  ~JudgeJob() override;

  /// Stops what runs and starts with `judgement`; nullptr only stops.
  void request(std::shared_ptr<const Judgement> judgement);

 signals:
  void judged(const std::vector<poscope::Verdict>& verdicts);
  /// Not for cancelled work.
  void failed(const poscope::Error& error);
  /// 0..1 while the work runs, below 0 when none does.
  void progressed(double share);

 private:
  void finish(int number, const Result<std::vector<Verdict>>& result);

  QThreadPool pool_;
  QTimer progress_;
  std::stop_source stop_;
  std::shared_ptr<std::atomic<double>> share_;
  int number_ = 0;  ///< Of the newest request.
};

}  // namespace poscope
