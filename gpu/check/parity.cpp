#include "gpu/check/parity.h"

#include <bit>
#include <type_traits>
#include <vector>

#include "core/base/numbers.h"

namespace poscope {
namespace {

template <typename Real>
using BitsOf = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

template <typename Real>
bool sameNumber(Real x, Real y) {
  using Bits = BitsOf<Real>;
  return (x != x && y != y) || std::bit_cast<Bits>(x) == std::bit_cast<Bits>(y);
}

struct Request {
  const FieldCase& each;
  Lattice lattice;
  Quantity quantity;
  Reduction reduction;
};

std::string axisWords(const AxisLattice& axis) {
  return "{" + std::to_string(axis.first) + ", " + std::to_string(axis.span) + ", " +
         std::to_string(axis.count) + "}";
}

std::string requestWords(const Request& request, std::string_view real) {
  return request.each.name + ", quantity " + std::to_string(static_cast<int>(request.quantity)) +
         ", reduction " + std::to_string(static_cast<int>(request.reduction)) + ", rows " +
         axisWords(request.lattice.rows) + ", columns " + axisWords(request.lattice.columns) +
         ", " + std::string(real);
}

void note(Parity& parity, const std::string& words) {
  if (parity.first.empty()) {
    parity.first = words;
  }
}

template <typename Real>
void compareFill(const Backend& expected, const Backend& actual, const Request& request,
                 Parity& parity) {
  const auto columns = static_cast<std::size_t>(request.lattice.columns.count);
  const std::size_t cells = static_cast<std::size_t>(request.lattice.rows.count) * columns;
  std::vector<Real> wanted(cells);
  std::vector<Real> given(cells);
  const auto fill = [&](const Backend& backend, std::vector<Real>& out) {
    return backend.fill(request.each.field, request.lattice, request.quantity, request.reduction,
                        std::span<Real>(out), {});
  };
  const std::string_view real = sizeof(Real) == 4 ? "float" : "double";
  ++parity.fills;
  for (const auto& done : {fill(expected, wanted), fill(actual, given)}) {
    if (!done) {
      ++parity.failed;
      note(parity,
           requestWords(request, real) + ": " + renderPlain(done.error().text, Language::english));
      return;
    }
  }
  parity.cells += static_cast<std::int64_t>(cells);
  for (std::size_t k = 0; k < cells; ++k) {
    if (!sameNumber(wanted[k], given[k])) {
      ++parity.different;
      note(parity, requestWords(request, real) + ": cell (" + std::to_string(k / columns) + ", " +
                       std::to_string(k % columns) + ") is " +
                       exactDecimal(static_cast<double>(given[k])) + " instead of " +
                       exactDecimal(static_cast<double>(wanted[k])));
    }
  }
}

}  // namespace

Parity compareOdd(const Backend& expected, const Backend& actual, std::span<const FieldCase> cases,
                  std::span<const Quantity> quantities) {
  Parity parity;
  for (const FieldCase& each : cases) {
    for (const Lattice& lattice : oddLattices(each.field)) {
      for (const Quantity quantity : quantities) {
        for (const Reduction reduction : kAllReductions) {
          const Request request{each, lattice, quantity, reduction};
          compareFill<float>(expected, actual, request, parity);
          compareFill<double>(expected, actual, request, parity);
        }
      }
    }
  }
  return parity;
}

Parity compareLattice(const Backend& expected, const Backend& actual, const FieldCase& each,
                      const Lattice& lattice) {
  Parity parity;
  compareFill<float>(expected, actual, {each, lattice, Quantity::a, Reduction::sample}, parity);
  return parity;
}

}  // namespace poscope
