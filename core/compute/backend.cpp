#include "core/compute/backend.h"

#include <algorithm>

#include "core/base/suggestion.h"

namespace poscope {
namespace {

// Counts beyond this are no picture; it also keeps rest * k of AxisLattice::begin inside 63 bits.
constexpr std::int64_t kMostCells = std::int64_t{1} << 31;
constexpr std::int64_t kMostIntegers = std::int64_t{1} << 53;

bool axisFits(const AxisLattice& axis, std::int64_t size) {
  return axis.first >= 0 && axis.span >= 1 && axis.count >= 1 && axis.count <= kMostCells &&
         axis.span <= kMostIntegers && axis.first <= size - axis.span;
}

Text axisText(const AxisLattice& axis) {
  return {"error.lattice.axis",
          {{"first", axis.first}, {"span", axis.span}, {"count", axis.count}}};
}

}  // namespace

Result<void> checkFill(const Field& field, const Lattice& lattice, std::size_t outSize) {
  if (!axisFits(lattice.rows, field.rows)) {
    return usageError(
        {"error.lattice.rows", {{"lattice", axisText(lattice.rows)}, {"rows", field.rows}}});
  }
  if (!axisFits(lattice.columns, field.columns)) {
    return usageError({"error.lattice.columns",
                       {{"lattice", axisText(lattice.columns)}, {"columns", field.columns}}});
  }
  const auto cells = static_cast<std::size_t>(lattice.rows.count) *
                     static_cast<std::size_t>(lattice.columns.count);
  if (cells != outSize) {
    return usageError({"error.lattice.size",
                       {{"cells", static_cast<std::int64_t>(cells)},
                        {"size", static_cast<std::int64_t>(outSize)}}});
  }
  return {};
}

Result<std::shared_ptr<const Backend>> BackendSet::choose(std::string_view id) const {
  std::shared_ptr<const Backend> best;
  for (const auto& backend : backends) {
    const BackendInfo info = backend->info();
    if (id == info.id) {
      if (!info.usable) {
        return internalError(
            {"error.backend.unusable", {{"id", info.id}, {"reason", info.reason}}});
      }
      return backend;
    }
    if (id.empty() && info.usable && (!best || info.score > best->info().score)) {
      best = backend;
    }
  }
  if (!best) {
    const auto idOf = [](const auto& backend) { return backend->info().id; };
    return usageError(
        unknownName("error.backend.unknown", id, namesOf(backends, idOf, "poscope devices")));
  }
  return best;
}

}  // namespace poscope
