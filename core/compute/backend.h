// Who evaluates fields: the CPU, or a CUDA device. Backends hold no formula.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/lattice.h"
#include "core/base/result.h"
#include "core/field/field.h"

namespace poscope {

/// What `poscope devices` and the status bar say of a backend.
struct BackendInfo {
  std::string id;    ///< "cpu", "cuda".
  Text description;  ///< "CPU, 2 threads, AVX-512" or the device's name.
  bool usable = true;
  Text reason;    ///< Why it is not usable; empty when it is.
  int score = 0;  ///< The usable backend with the highest score is the default.
};

/// Thread-safe: one backend serves several jobs at once.
class Backend {
 public:
  virtual ~Backend() = default;

  [[nodiscard]] virtual BackendInfo info() const = 0;

  /// Writes lattice.rows.count * lattice.columns.count numbers, row by row. Cells that cover
  /// several integers are reduced as `reduction` says (`sample` takes the one scattered sample).
  /// NaN samples do not enter a reduction unless all are NaN. Errors: usage when `out` has another
  /// size or the lattice leaves the field, cancelled when the token stops (looked at once per row),
  /// internal when a device fails.
  [[nodiscard]] virtual Result<void> fill(const Field& field, const Lattice& lattice,
                                          Quantity quantity, Reduction reduction,
                                          std::span<float> out, std::stop_token stop) const = 0;
  [[nodiscard]] virtual Result<void> fill(const Field& field, const Lattice& lattice,
                                          Quantity quantity, Reduction reduction,
                                          std::span<double> out, std::stop_token stop) const = 0;
};

/// Errors of a request that no backend can serve: shared by all of them.
[[nodiscard]] Result<void> checkFill(const Field& field, const Lattice& lattice,
                                     std::size_t outSize);

/// oneTBB over rows; `vectorised` false takes the same loop compiled once, without clones (for the
/// tests that hold scalar and vector paths against each other).
[[nodiscard]] std::shared_ptr<const Backend> makeCpuBackend(bool vectorised = true);

/// The candidates that the program was built with, in order of preference. gpu/ adds its own
/// through cudaBackends(), called by the program: core does not know it.
struct BackendSet {
  std::vector<std::shared_ptr<const Backend>> backends;

  /// The usable backend of `id`, or the one with the highest score for an empty id. Errors:
  /// usage for an unknown id; internal, with the reason, for a device that cannot start.
  [[nodiscard]] Result<std::shared_ptr<const Backend>> choose(std::string_view id) const;
};

}  // namespace poscope
