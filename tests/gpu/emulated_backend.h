// The CUDA launch run thread by thread on the host: the same tiles, the same cell function, no
// device.
#pragma once

#include <vector>

#include "core/compute/backend.h"
#include "gpu/cell_value.h"

namespace poscope {

class EmulatedBackend final : public Backend {
 public:
  BackendInfo info() const override { return {"emulated", {}, true, {}, 0}; }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<float> out, std::stop_token) const override {
    return launch(field, lattice, quantity, reduction, out);
  }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<double> out, std::stop_token) const override {
    return launch(field, lattice, quantity, reduction, out);
  }

 private:
  static std::vector<std::int64_t> listSamples(const AxisLattice& axis, int strata) {
    std::vector<std::int64_t> integers(static_cast<std::size_t>(axis.count * strata));
    for (std::int64_t cell = 0; cell < axis.count; ++cell) {
      for (int stratum = 0; stratum < strata; ++stratum) {
        integers[static_cast<std::size_t>(sampleSlot(axis.count, cell, stratum))] =
            sampleInteger(axis, cell, stratum, strata);
      }
    }
    return integers;
  }

  template <typename Real>
  static Result<void> launch(const Field& field, const Lattice& lattice, Quantity quantity,
                             Reduction reduction, std::span<Real> out) {
    const double* table = field.table ? field.table->data() : nullptr;
    const int rowStrata = strataOf(lattice.rows, reduction);
    const int columnStrata = strataOf(lattice.columns, reduction);
    const auto rowIntegers = listSamples(lattice.rows, rowStrata);
    const auto columnIntegers = listSamples(lattice.columns, columnStrata);
    const AxisSamples rows{rowIntegers.data(), lattice.rows.count, rowStrata};
    const AxisSamples columns{columnIntegers.data(), lattice.columns.count, columnStrata};
    const LaunchGrid grid(lattice.rows.count, lattice.columns.count);
    std::visit(
        [&](const auto& body) {
          using Body = std::decay_t<decltype(body)>;
          withQuantity(quantity, [&]<Quantity Q>() {
            for (std::int64_t number = 0; number < grid.tiles(); ++number) {
              const Tile tile = grid.tile(number);
              Real* target = out.data() + grid.offset(tile);
              for (std::uint32_t index = 0; index < tile.cells; ++index) {
                target[index] = cellValue<Q, Body, Real>(body, table, rows, columns, reduction,
                                                         tile.cell(index));
              }
            }
          });
        },
        field.body);
    return {};
  }
};

}  // namespace poscope
