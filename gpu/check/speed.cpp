#include "gpu/check/speed.h"

#include <algorithm>
#include <functional>

#include "gpu/axis_samples.h"
#include "gpu/table_cache.h"

namespace poscope {
namespace {

constexpr int kTries = 7;

tl::unexpected<Error> passOn(const Error& error) {
  return tl::unexpected<Error>(error);
}

// Least seconds that `work`, queued on `stream`, takes on the device; the first of kTries warms up.
Result<double> leastSeconds(cudaStream_t stream, const std::function<cudaError_t()>& work) {
  const auto begin = makeEvent(cudaEventDefault);
  const auto end = makeEvent(cudaEventDefault);
  if (!begin || !end) {
    return passOn(begin ? end.error() : begin.error());
  }
  double least = 1e300;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    cudaError_t error = cudaEventRecord(begin->get(), stream);
    error = error == cudaSuccess ? work() : error;
    error = error == cudaSuccess ? cudaEventRecord(end->get(), stream) : error;
    error = error == cudaSuccess ? cudaEventSynchronize(end->get()) : error;
    float milliseconds = 0;
    error = error == cudaSuccess ? cudaEventElapsedTime(&milliseconds, begin->get(), end->get())
                                 : error;
    if (auto done = cudaDone(error, "timed launch"); !done) {
      return passOn(done.error());
    }
    least = attempt == 0 ? least : std::min(least, static_cast<double>(milliseconds) / 1000);
  }
  return least;
}

}  // namespace

Result<double> copyBytesPerSecond() {
  constexpr std::size_t kBytes = std::size_t{256} << 20;
  const auto stream = makeStream();
  const auto from = makeDeviceMemory(kBytes);
  const auto to = makeDeviceMemory(kBytes);
  if (!stream || !from || !to) {
    return passOn(!stream ? stream.error() : (!from ? from.error() : to.error()));
  }
  const auto seconds = leastSeconds(stream->get(), [&] {
    return cudaMemcpyAsync(to->get(), from->get(), kBytes, cudaMemcpyDeviceToDevice, stream->get());
  });
  return seconds.map([&](double each) { return static_cast<double>(kBytes) / each; });
}

Result<double> launchCellsPerSecond(const Field& field, const Lattice& lattice,
                                    Reduction reduction) {
  const auto stream = makeStream();
  if (!stream) {
    return passOn(stream.error());
  }
  TableCache tables;
  GrowingDeviceMemory rowMemory;
  GrowingDeviceMemory columnMemory;
  GrowingDeviceMemory out;
  const double cells =
      static_cast<double>(lattice.rows.count) * static_cast<double>(lattice.columns.count);
  const auto table = tables.find(field.table, stream->get());
  const auto rows = listAxis(lattice.rows, reduction, rowMemory, stream->get());
  const auto columns = listAxis(lattice.columns, reduction, columnMemory, stream->get());
  const auto reserved = out.reserve(static_cast<std::size_t>(cells) * sizeof(float));
  if (!table || !rows || !columns || !reserved) {
    return passOn(!table
                      ? table.error()
                      : (!rows ? rows.error() : (!columns ? columns.error() : reserved.error())));
  }
  TileLaunch launch{table->get(), *rows, *columns, reduction, {}, stream->get()};
  const LaunchGrid grid(lattice.rows.count, lattice.columns.count);
  const auto seconds = leastSeconds(stream->get(), [&] {
    cudaError_t error = cudaSuccess;
    for (std::int64_t number = 0; error == cudaSuccess && number < grid.tiles(); ++number) {
      launch.tile = grid.tile(number);
      error =
          launchTile(field.body, Quantity::a, launch, out.as<float>() + grid.offset(launch.tile));
    }
    return error;
  });
  return seconds.map([&](double each) { return cells / each; });
}

}  // namespace poscope
