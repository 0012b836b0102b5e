// A CUDA runtime without a device, for the tests of the backend's host side: memory is the host's,
// and what is queued on a stream happens only when somebody waits for it. Calls can be made to
// fail.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <string>

namespace poscope::fake {

struct State {
  int devices = 1;
  int capability = 90;              ///< 10 * major + minor.
  cudaError_t count = cudaSuccess;  ///< What counting devices answers.
  int driver = 13000;
  std::string failing;  ///< The call that fails, such as "cudaMalloc"; empty: none.
  int failAfter = 0;    ///< So many of these calls succeed first.
  cudaError_t error = cudaErrorLaunchFailure;
  std::function<void(int)> onLaunch;  ///< Called with the number of the launch, from 1.

  // What was seen.
  int launches = 0;
  int uploads = 0;
  int queuedLaunches = 0;
  int mostQueued = 0;
  int allocations = 0;  ///< Device and pinned memory, streams and events that are alive.
};

/// The state that the fake runtime runs on. Single-threaded.
State& state();

}  // namespace poscope::fake
