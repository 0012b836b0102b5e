#include "app/window/judge_job.h"

namespace poscope {
namespace {

constexpr int kProgressEveryMilliseconds = 100;

}  // namespace

JudgeJob::JudgeJob(QObject* parent)
    : QObject(parent), share_(std::make_shared<std::atomic<double>>(0.0)) {
  pool_.setMaxThreadCount(1);
  progress_.setInterval(kProgressEveryMilliseconds);
  connect(&progress_, &QTimer::timeout, this, [this] { emit progressed(share_->load()); });
}

JudgeJob::~JudgeJob() {
  stop_.request_stop();
  pool_.waitForDone();
}

void JudgeJob::request(std::shared_ptr<const Judgement> judgement) {
  stop_.request_stop();
  number_ += 1;
  if (!judgement) {
    progress_.stop();
    emit progressed(-1);
    return;
  }
  stop_ = std::stop_source();
  share_ = std::make_shared<std::atomic<double>>(0.0);
  progress_.start();
  pool_.start([this, number = number_, judgement = std::move(judgement), token = stop_.get_token(),
               share = share_] {
    auto result = std::make_shared<Result<std::vector<Verdict>>>(
        judgement->verdicts([share](double value) { share->store(value); }, token));
    QMetaObject::invokeMethod(
        this, [this, number, result] { finish(number, *result); }, Qt::QueuedConnection);
  });
}

void JudgeJob::finish(int number, const Result<std::vector<Verdict>>& result) {
  if (number != number_) {
    return;
  }
  progress_.stop();
  emit progressed(-1);
  if (result) {
    emit judged(*result);
  } else if (result.error().kind != ErrorKind::cancelled) {
    emit failed(result.error());
  }
}

}  // namespace poscope
