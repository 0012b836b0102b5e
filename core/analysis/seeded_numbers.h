// Numbers that stand for what a model would have learned: drawn from a stated seed, the same on
// every machine.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace poscope {

/// `count` numbers, each a multiple of 1/100 from -1 to 1, all of these equally likely. `name` says
/// what they are for ("word dog"): other names give other numbers. The words of SplitMix64 (Steele,
/// Lea, Flood 2014) modulo 201, started at FNV-1a of the name's bytes plus the seed times an odd
/// constant.
[[nodiscard]] std::vector<double> seededNumbers(std::uint64_t seed, std::string_view name,
                                                std::int64_t count);

}  // namespace poscope
