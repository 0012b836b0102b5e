// The CUDA backend's host side: finds devices, cuts a request into launches and brings the numbers
// home.
#include "gpu/cuda_backend.h"

#include <cmath>
#include <cstring>
#include <string>

#include "gpu/axis_samples.h"
#include "gpu/table_cache.h"
#include "gpu/tile_lane.h"
#include "gpu/unusable_backend.h"

namespace poscope {
namespace {

// A request's launches on one lane. At most kQueuedTiles are queued; between two launches the
// request can be dropped.
template <typename Real>
class TileRun {
 public:
  TileRun(const Field& field, Quantity quantity, TileLaunch launch, const Lattice& lattice,
          std::span<Real> out, TileLane& lane)
      : field_(field),
        quantity_(quantity),
        launch_(launch),
        grid_(lattice.rows.count, lattice.columns.count),
        out_(out),
        lane_(lane) {}

  Result<void> run(const std::stop_token& stop) {
    const std::int64_t tiles = grid_.tiles();
    const auto queued = std::int64_t{kQueuedTiles};
    Result<void> done = reserve();
    for (std::int64_t number = 0; done && number < tiles + queued; ++number) {
      if (number >= queued && number - queued < launched_) {
        done = collect(number - queued);
      }
      if (done && number < tiles && !stop.stop_requested()) {
        done = start(number);
      }
    }
    if (done && stop.stop_requested()) {
      return cancelled();
    }
    return done;
  }

 private:
  TileLane::Slot& slotOf(std::int64_t number) {
    return lane_.slots[static_cast<std::size_t>(number) % kQueuedTiles];
  }

  Result<void> reserve() {
    const std::size_t bytes = static_cast<std::size_t>(grid_.largestTile()) * sizeof(Real);
    for (TileLane::Slot& slot : lane_.slots) {
      auto done = slot.device.reserve(bytes).and_then([&] { return slot.host.reserve(bytes); });
      if (!done) {
        return done;
      }
    }
    return {};
  }

  Result<void> start(std::int64_t number) {
    TileLane::Slot& slot = slotOf(number);
    launch_.tile = grid_.tile(number);
    auto* device = slot.device.as<Real>();
    const std::size_t bytes = launch_.tile.cells * sizeof(Real);
    cudaStream_t stream = lane_.stream.get();
    POSCOPE_CHECK(cudaDone(launchTile(field_.body, quantity_, launch_, device), "fillTile"));
    ++launched_;
    return cudaDone(
               cudaMemcpyAsync(slot.host.as<Real>(), device, bytes, cudaMemcpyDeviceToHost, stream),
               "cudaMemcpyAsync")
        .and_then([&] {
          return cudaDone(cudaEventRecord(slot.copied.get(), stream), "cudaEventRecord");
        });
  }

  Result<void> collect(std::int64_t number) {
    TileLane::Slot& slot = slotOf(number);
    POSCOPE_CHECK(cudaDone(cudaEventSynchronize(slot.copied.get()), "cudaEventSynchronize"));
    const Tile tile = grid_.tile(number);
    std::memcpy(out_.data() + grid_.offset(tile), slot.host.as<Real>(), tile.cells * sizeof(Real));
    return {};
  }

  const Field& field_;
  Quantity quantity_;
  TileLaunch launch_;
  LaunchGrid grid_;
  std::span<Real> out_;
  TileLane& lane_;
  std::int64_t launched_ = 0;
};

class CudaBackend final : public Backend {
 public:
  CudaBackend(int device, BackendInfo info) : device_(device), info_(std::move(info)) {}

  BackendInfo info() const override { return info_; }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<float> out,
                    std::stop_token stop) const override {
    return fillAny(field, lattice, quantity, reduction, out, stop);
  }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<double> out,
                    std::stop_token stop) const override {
    return fillAny(field, lattice, quantity, reduction, out, stop);
  }

 private:
  template <typename Real>
  Result<void> fillAny(const Field& field, const Lattice& lattice, Quantity quantity,
                       Reduction reduction, std::span<Real> out,
                       const std::stop_token& stop) const {
    POSCOPE_CHECK(checkFill(field, lattice, out.size()));
    if (stop.stop_requested()) {
      return cancelled();
    }
    POSCOPE_CHECK(cudaDone(cudaSetDevice(device_), "cudaSetDevice"));
    POSCOPE_TRY(auto lane, lanes_.take());
    auto done = fillOn(*lane, field, lattice, quantity, reduction, out, stop);
    // A lane that failed may have work queued: it is destroyed, after waiting for whatever still
    // runs.
    const bool idle = cudaStreamSynchronize(lane->stream.get()) == cudaSuccess;
    if (idle && (done || done.error().kind == ErrorKind::cancelled)) {
      lanes_.giveBack(std::move(lane));
    }
    return done;
  }

  template <typename Real>
  Result<void> fillOn(TileLane& lane, const Field& field, const Lattice& lattice, Quantity quantity,
                      Reduction reduction, std::span<Real> out, const std::stop_token& stop) const {
    cudaStream_t stream = lane.stream.get();
    POSCOPE_TRY(const auto table, tables_.find(field.table, stream));
    POSCOPE_TRY(const auto rows, listAxis(lattice.rows, reduction, lane.rowSamples, stream));
    POSCOPE_TRY(const auto columns,
                listAxis(lattice.columns, reduction, lane.columnSamples, stream));
    const TileLaunch launch{table.get(), rows, columns, reduction, {}, stream};
    return TileRun<Real>(field, quantity, launch, lattice, out, lane).run(stop);
  }

  int device_;
  BackendInfo info_;
  mutable TableCache tables_;
  mutable LanePool lanes_;
};

// 13000 -> "13.0", as NVIDIA writes versions.
std::string versionText(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// Why the devices could not be counted.
Text driverReason(cudaError_t error) {
  int driver = 0;
  int needed = 0;
  static_cast<void>(cudaDriverGetVersion(&driver));
  static_cast<void>(cudaRuntimeGetVersion(&needed));
  if (error == cudaErrorNoDevice) {
    return "gpu.reason.no-device";
  }
  if (error == cudaErrorInsufficientDriver && driver == 0) {
    return "gpu.reason.no-driver";
  }
  if (error == cudaErrorInsufficientDriver) {
    return {"gpu.reason.old-driver",
            {{"driver", versionText(driver)}, {"needed", versionText(needed)}}};
  }
  return {"gpu.reason.other",
          {{"name", cudaGetErrorName(error)}, {"message", cudaGetErrorString(error)}}};
}

std::string capabilityText(int capability) {
  return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

std::shared_ptr<const Backend> deviceBackend(int device) {
  cudaDeviceProp properties{};
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, device);
      error != cudaSuccess) {
    return unusableBackend(driverReason(error));
  }
  constexpr double kGibibyte = 1073741824.0;
  const double memory = std::round(static_cast<double>(properties.totalGlobalMem) / kGibibyte * 10);
  BackendInfo info;
  info.id = device == 0 ? "cuda" : "cuda:" + std::to_string(device);
  info.description = {"gpu.device", {{"name", properties.name}, {"memory", memory / 10}}};
  info.score = device == 0 ? 11 : 10;
  const int capability = properties.major * 10 + properties.minor;
  if (capability < oldestArchitecture()) {
    info.usable = false;
    info.reason = {"gpu.reason.old-device",
                   {{"capability", capabilityText(capability)},
                    {"needed", capabilityText(oldestArchitecture())}}};
  }
  return std::make_shared<CudaBackend>(device, std::move(info));
}

}  // namespace

std::vector<std::shared_ptr<const Backend>> cudaBackends() {
  int count = 0;
  cudaError_t error = cudaGetDeviceCount(&count);
  error = error == cudaSuccess && count == 0 ? cudaErrorNoDevice : error;
  if (error != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return {unusableBackend(driverReason(error))};
  }
  std::vector<std::shared_ptr<const Backend>> backends;
  backends.reserve(static_cast<std::size_t>(count));
  for (int device = 0; device < count; ++device) {
    backends.push_back(deviceBackend(device));
  }
  return backends;
}

}  // namespace poscope
