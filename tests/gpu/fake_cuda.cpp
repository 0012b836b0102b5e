#include "tests/gpu/fake_cuda.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>

#include "gpu/fill_kernel.h"

using poscope::fake::state;

// What stands behind CUDA's handles: work in its order, and how much of it an event waits for.
struct CUstream_st {
  std::deque<std::function<void()>> work;
  std::size_t done = 0;

  void runUntil(std::size_t count) {
    for (; done < count; ++done) {
      work[done]();
    }
  }
};
struct CUevent_st {
  CUstream_st* stream = nullptr;
  std::size_t after = 0;
};

namespace poscope::fake {

State& state() {
  static State kState;
  return kState;
}

namespace {

cudaError_t answer(const char* call) {
  State& now = state();
  if (now.failing != call || now.failAfter-- > 0) {
    return cudaSuccess;
  }
  return now.error;
}

cudaError_t allocate(const char* call, void** memory, std::size_t bytes) {
  const cudaError_t error = answer(call);
  if (error == cudaSuccess) {
    *memory = std::malloc(bytes);  // NOLINT: what cudaMalloc is like.
    ++state().allocations;
  }
  return error;
}

cudaError_t release(void* memory) {
  std::free(memory);  // NOLINT
  --state().allocations;
  return cudaSuccess;
}

template <typename Real>
cudaError_t queueTile(const FieldBody& body, Quantity quantity, const TileLaunch& launch,
                      Real* out) {
  State& now = state();
  if (const cudaError_t error = answer("fillTile"); error != cudaSuccess) {
    return error;
  }
  now.mostQueued = std::max(now.mostQueued, ++now.queuedLaunches);
  launch.stream->work.emplace_back([body, quantity, launch, out] {
    --state().queuedLaunches;
    std::visit(
        [&](const auto& typed) {
          using Body = std::decay_t<decltype(typed)>;
          withQuantity(quantity, [&]<Quantity Q>() {
            for (std::uint32_t index = 0; index < launch.tile.cells; ++index) {
              out[index] =
                  cellValue<Q, Body, Real>(typed, launch.table, launch.rows, launch.columns,
                                           launch.reduction, launch.tile.cell(index));
            }
          });
        },
        body);
  });
  ++now.launches;
  if (now.onLaunch) {
    now.onLaunch(now.launches);
  }
  return cudaSuccess;
}

}  // namespace
}  // namespace poscope::fake

namespace poscope {

int oldestArchitecture() {
  return 80;
}

cudaError_t launchAxis(const AxisLattice& axis, int strata, std::int64_t* integers,
                       cudaStream_t stream) {
  if (const cudaError_t error = fake::answer("listSamples"); error != cudaSuccess) {
    return error;
  }
  stream->work.emplace_back([axis, strata, integers] {
    for (std::int64_t cell = 0; cell < axis.count; ++cell) {
      for (int stratum = 0; stratum < strata; ++stratum) {
        integers[sampleSlot(axis.count, cell, stratum)] =
            sampleInteger(axis, cell, stratum, strata);
      }
    }
  });
  return cudaSuccess;
}

cudaError_t launchTile(const FieldBody& body, Quantity quantity, const TileLaunch& launch,
                       float* out) {
  return fake::queueTile(body, quantity, launch, out);
}

cudaError_t launchTile(const FieldBody& body, Quantity quantity, const TileLaunch& launch,
                       double* out) {
  return fake::queueTile(body, quantity, launch, out);
}

}  // namespace poscope

using poscope::fake::allocate;
using poscope::fake::answer;
using poscope::fake::release;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  *count = state().count == cudaSuccess ? state().devices : 0;
  return state().count;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  std::strcpy(properties->name, "Paper GPU");
  properties->totalGlobalMem = std::size_t{3} << 29;  // 1.5 GiB
  properties->major = state().capability / 10;
  properties->minor = state().capability % 10;
  return answer("cudaGetDeviceProperties");
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = state().driver;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  return cudaSuccess;
}
const char* cudaGetErrorName(cudaError_t) {
  return "cudaErrorOfTheTest";
}
const char* cudaGetErrorString(cudaError_t) {
  return "the test wants it";
}
cudaError_t cudaSetDevice(int) {
  return answer("cudaSetDevice");
}
cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  return allocate("cudaMalloc", memory, bytes);
}
cudaError_t cudaFree(void* memory) {
  return release(memory);
}
cudaError_t cudaMallocHost(void** memory, std::size_t bytes) {
  return allocate("cudaMallocHost", memory, bytes);
}
cudaError_t cudaFreeHost(void* memory) {
  return release(memory);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  const cudaError_t error = answer("cudaStreamCreateWithFlags");
  if (error == cudaSuccess) {
    *stream = new CUstream_st;  // NOLINT: a handle of C.
    ++state().allocations;
  }
  return error;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;  // NOLINT
  --state().allocations;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  stream->runUntil(stream->work.size());
  return answer("cudaStreamSynchronize");
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  const cudaError_t error = answer("cudaEventCreateWithFlags");
  if (error == cudaSuccess) {
    *event = new CUevent_st;  // NOLINT
    ++state().allocations;
  }
  return error;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;  // NOLINT
  --state().allocations;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  event->stream = stream;
  event->after = stream->work.size();
  return answer("cudaEventRecord");
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  event->stream->runUntil(event->after);
  return answer("cudaEventSynchronize");
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  const cudaError_t error = answer("cudaMemcpyAsync");
  if (error == cudaSuccess) {
    state().uploads += kind == cudaMemcpyHostToDevice ? 1 : 0;
    stream->work.emplace_back([=] { std::memcpy(to, from, bytes); });
  }
  return error;
}

}  // extern "C"
