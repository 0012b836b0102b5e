#include "app/plot/cell_worker.h"

#include <QMetaObject>
#include <chrono>

namespace poscope {
namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

}  // namespace

CellWorker::CellWorker(QObject* receiver, Done done, Failed failed)
    : receiver_(receiver),
      done_(std::move(done)),
      failed_(std::move(failed)),
      thread_([this](const std::stop_token& end) { run(end); }) {}

CellWorker::~CellWorker() {
  cancel();
  thread_.request_stop();
  thread_.join();
}

void CellWorker::submit(std::vector<CellOrder> orders) {
  ++*generation_;
  busy_ = true;
  {
    const std::scoped_lock lock(mutex_);
    running_.request_stop();
    waiting_ = std::move(orders);
    waitingGeneration_ = *generation_;
  }
  wake_.notify_one();
}

void CellWorker::cancel() {
  ++*generation_;
  busy_ = false;
  const std::scoped_lock lock(mutex_);
  running_.request_stop();
  waiting_.reset();
}

void CellWorker::run(const std::stop_token& end) {
  while (!end.stop_requested()) {
    std::vector<CellOrder> orders;
    std::uint64_t generation = 0;
    std::stop_token stop;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, end, [this] { return waiting_.has_value(); })) {
        return;
      }
      orders = std::move(*waiting_);
      waiting_.reset();
      generation = waitingGeneration_;
      running_ = std::stop_source();
      stop = running_.get_token();
    }
    work(generation, orders, stop);
  }
}

void CellWorker::work(std::uint64_t generation, const std::vector<CellOrder>& orders,
                      const std::stop_token& stop) {
  for (const CellOrder& order : orders) {
    if (order.coarseStep == 0) {
      continue;
    }
    auto picture = computeCells(coarse(order.request, order.coarseStep), stop);
    if (picture) {
      post(generation, {order.target, std::move(*picture), true, false, 0, 0});
    }
  }
  double milliseconds = 0;
  for (std::size_t k = 0; k < orders.size() && !stop.stop_requested(); ++k) {
    const auto start = Clock::now();
    auto picture = computeCells(orders[k].request, stop);
    const double own = millisecondsSince(start);
    milliseconds += own;
    if (picture) {
      const bool last = k + 1 == orders.size();
      post(generation, {orders[k].target, std::move(*picture), false, last, milliseconds, own});
    } else if (picture.error().kind != ErrorKind::cancelled) {
      postError(generation, picture.error());
      return;
    }
  }
}

void CellWorker::post(std::uint64_t generation, CellAnswer answer) {
  QMetaObject::invokeMethod(
      receiver_,
      [this, generation, current = generation_, kept = std::move(answer)]() mutable {
        if (generation == *current) {
          busy_ = busy_ && !kept.isLast;
          done_(std::move(kept));
        }
      },
      Qt::QueuedConnection);
}

void CellWorker::postError(std::uint64_t generation, Error error) {
  QMetaObject::invokeMethod(
      receiver_,
      [this, generation, current = generation_, kept = std::move(error)] {
        if (generation == *current) {
          busy_ = false;
          failed_(kept);
        }
      },
      Qt::QueuedConnection);
}

}  // namespace poscope
