#include "app/window/build_job.h"

#include <QElapsedTimer>

#include "core/catalogue/views.h"

namespace poscope {
namespace {

constexpr int kPatienceMilliseconds = 40;
constexpr int kProgressAfterMilliseconds = 500;
constexpr int kProgressEveryMilliseconds = 100;

}  // namespace

BuildJob::BuildJob(std::shared_ptr<const Backend> backend, QObject* parent)
    : QObject(parent),
      backend_(std::move(backend)),
      share_(std::make_shared<std::atomic<double>>(0.0)) {
  pool_.setMaxThreadCount(1);
  patience_.setSingleShot(true);
  connect(&patience_, &QTimer::timeout, this, [this] {
    if (waiting_) {
      stop_.request_stop();
    }
  });
  connect(&progress_, &QTimer::timeout, this, &BuildJob::showProgress);
}

BuildJob::~BuildJob() {
  stop();
  pool_.waitForDone();
}

void BuildJob::stop() {
  waiting_.reset();
  stop_.request_stop();
}

void BuildJob::request(const State& state) {
  if (!running_) {
    start(state);
    return;
  }
  const bool otherView = running_->view != state.view;
  waiting_ = state;
  if (otherView || !patience_.isActive()) {
    stop_.request_stop();
  }
}

void BuildJob::start(const State& state) {
  running_ = state;
  stop_ = std::stop_source();
  share_ = std::make_shared<std::atomic<double>>(0.0);
  patience_.start(kPatienceMilliseconds);
  progress_.start(kProgressAfterMilliseconds);
  pool_.start([this, state, backend = backend_, inputs = inputs_, token = stop_.get_token(),
               share = share_] {
    QElapsedTimer clock;
    clock.start();
    const ViewContext context{backend, [share](double value) { share->store(value); }, token,
                              inputs};
    Result<Figure> result = buildFigure(*findView(state.view), state.params, context);
    const double milliseconds = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    QMetaObject::invokeMethod(
        this,
        [this, state, milliseconds, built = std::make_shared<Result<Figure>>(std::move(result))] {
          finish(state, std::move(*built), milliseconds);
        },
        Qt::QueuedConnection);
  });
}

void BuildJob::finish(const State& state, Result<Figure> result, double milliseconds) {
  running_.reset();
  patience_.stop();
  progress_.stop();
  emit progressed(-1);
  const bool outdated = waiting_ && waiting_->view != state.view;
  if (waiting_) {
    const State next = *std::exchange(waiting_, std::nullopt);
    start(next);
  }
  if (outdated) {
    return;
  }
  if (result) {
    emit built({state, std::make_shared<const Figure>(std::move(*result)), milliseconds});
  } else if (result.error().kind != ErrorKind::cancelled) {
    emit failed(result.error());
  }
}

void BuildJob::showProgress() {
  progress_.setInterval(kProgressEveryMilliseconds);
  emit progressed(share_->load());
}

}  // namespace poscope
