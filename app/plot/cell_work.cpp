#include "app/plot/cell_work.h"

#include <chrono>
#include <memory>

namespace poscope {
namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Result<CellAnswer> work(const std::vector<CellOrder>& orders, const Job<CellAnswer>& job) {
  for (const CellOrder& order : orders) {
    if (order.coarseStep == 0) {
      continue;
    }
    auto picture = computeCells(coarse(order.request, order.coarseStep), job.stop);
    if (picture) {
      job.early({order.target, std::move(*picture), true, false, 0, 0});
    }
  }
  double milliseconds = 0;
  for (const CellOrder& order : orders) {
    const auto start = Clock::now();
    POSCOPE_TRY(auto picture, computeCells(order.request, job.stop));
    const double own = millisecondsSince(start);
    milliseconds += own;
    const bool last = &order == &orders.back();
    CellAnswer answer{order.target, std::move(picture), false, last, milliseconds, own};
    if (last) {
      return answer;
    }
    job.early(std::move(answer));
  }
  return cancelled();  // Not reached: there is an order.
}

}  // namespace

Latest<CellAnswer>::Work cellWork(std::vector<CellOrder> orders) {
  return [kept = std::make_shared<const std::vector<CellOrder>>(std::move(orders))](
             const Job<CellAnswer>& job) { return work(*kept, job); };
}

}  // namespace poscope
