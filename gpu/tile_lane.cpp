#include "gpu/tile_lane.h"

namespace poscope {
namespace {

// What may rest: a page and its neighbour compute at the same time, seldom more.
constexpr std::size_t kRestingLanes = 2;
constexpr std::size_t kRestingSampleBytes = std::size_t{16} << 20;

}  // namespace

Result<std::unique_ptr<TileLane>> makeTileLane() {
  auto lane = std::make_unique<TileLane>();
  POSCOPE_TRY(lane->stream, makeStream());
  for (TileLane::Slot& slot : lane->slots) {
    // Waiting sleeps instead of spinning: the processor's cores have other work.
    POSCOPE_TRY(slot.copied, makeEvent(cudaEventDisableTiming | cudaEventBlockingSync));
  }
  return lane;
}

Result<std::unique_ptr<TileLane>> LanePool::take() {
  {
    const std::scoped_lock lock(mutex_);
    if (!resting_.empty()) {
      auto lane = std::move(resting_.back());
      resting_.pop_back();
      return lane;
    }
  }
  return makeTileLane();
}

void LanePool::giveBack(std::unique_ptr<TileLane> lane) {
  if (lane->rowSamples.bytes() > kRestingSampleBytes) {
    lane->rowSamples.release();
  }
  if (lane->columnSamples.bytes() > kRestingSampleBytes) {
    lane->columnSamples.release();
  }
  const std::scoped_lock lock(mutex_);
  if (resting_.size() < kRestingLanes) {
    resting_.push_back(std::move(lane));
  }
}

}  // namespace poscope
