// What a figure's layer holds: something opaque that gives cells and single values. Who draws it
// sees no formula.
#pragma once

#include <memory>

#include "core/compute/backend.h"

namespace poscope {

/// Immutable and thread-safe.
class CellSource {
 public:
  virtual ~CellSource() = default;
  [[nodiscard]] virtual std::int64_t rows() const = 0;
  [[nodiscard]] virtual std::int64_t columns() const = 0;

  /// As Backend::fill.
  [[nodiscard]] virtual Result<void> cells(const Lattice& lattice, Quantity quantity,
                                           Reduction reduction, std::span<float> out,
                                           std::stop_token stop) const = 0;
  [[nodiscard]] virtual Result<void> cells(const Lattice& lattice, Quantity quantity,
                                           Reduction reduction, std::span<double> out,
                                           std::stop_token stop) const = 0;

  /// One exact value; NaN outside of the field.
  [[nodiscard]] double value(std::int64_t row, std::int64_t column, Quantity quantity) const;
};

/// A field evaluated by `backend`.
[[nodiscard]] std::shared_ptr<const CellSource> fieldSource(Field field,
                                                            std::shared_ptr<const Backend> backend);

/// A backend that hands over to `fallback` for good when `preferred` fails with anything but usage
/// or cancelled. `info()` then tells the reason.
[[nodiscard]] std::shared_ptr<const Backend> withFallback(std::shared_ptr<const Backend> preferred,
                                                          std::shared_ptr<const Backend> fallback);

/// What the window and exports compute with: BackendSet::choose, which the CPU takes over from when
/// it fails.
[[nodiscard]] Result<std::shared_ptr<const Backend>> servingBackend(const BackendSet& set,
                                                                    std::string_view id);

}  // namespace poscope
