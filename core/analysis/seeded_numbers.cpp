#include "core/analysis/seeded_numbers.h"

#include "core/base/fnv1a.h"

namespace poscope {
namespace {

std::uint64_t mixed(std::uint64_t state) {
  state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
  state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
  return state ^ (state >> 31);
}

}  // namespace

std::vector<double> seededNumbers(std::uint64_t seed, std::string_view name, std::int64_t count) {
  std::uint64_t state = fnv1aOn(kFnvStart, name) + seed * 0xD1B54A32D192ED03;
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (double& number : numbers) {
    state += 0x9E3779B97F4A7C15;
    number = (static_cast<double>(mixed(state) % 201) - 100) / 100;
  }
  return numbers;
}

}  // namespace poscope
