#include "core/encoding/alibi.h"

#include <bit>
#include <cmath>

namespace poscope {
namespace {

struct HeadCount {
  std::int64_t heads;
  std::int64_t below;  // The largest power of two not above it.
};

HeadCount headCount(std::int64_t heads) {
  return {heads, static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(heads)))};
}

double narrow(double x) {
  return static_cast<double>(static_cast<float>(x));
}

std::vector<double> pressSlopes(HeadCount count, double maxBias) {
  std::vector<double> slopes;
  const auto below = static_cast<double>(count.below);
  for (std::int64_t h = 0; h < count.below; ++h) {
    slopes.push_back(std::exp2(-maxBias * static_cast<double>(h + 1) / below));
  }
  for (std::int64_t h = 0; count.below + h < count.heads; ++h) {
    slopes.push_back(std::exp2(-maxBias * static_cast<double>(2 * h + 1) / (2 * below)));
  }
  return slopes;
}

// Powers of two fp32 bases, each power rounded to fp32 once.
std::vector<double> powerSlopes(HeadCount count, double maxBias) {
  std::vector<double> slopes;
  const auto below = static_cast<double>(count.below);
  const double base = narrow(std::exp2(-maxBias / below));
  const double extra = narrow(std::exp2(-maxBias / (2 * below)));
  for (std::int64_t h = 0; h < count.below; ++h) {
    slopes.push_back(narrow(std::pow(base, static_cast<double>(h + 1))));
  }
  for (std::int64_t h = 0; count.below + h < count.heads; ++h) {
    slopes.push_back(narrow(std::pow(extra, static_cast<double>(2 * h + 1))));
  }
  return slopes;
}

double mptSlope(std::int64_t k, double step) {
  const double exponent = narrow(static_cast<double>(k) * step);
  return narrow(1 / narrow(std::exp2(exponent)));
}

// All slopes of the power of two not below; the even ones, then the odd ones, as many as there are
// heads.
std::vector<double> mptSlopes(HeadCount count, double maxBias) {
  const std::int64_t above = count.below == count.heads ? count.below : 2 * count.below;
  const double step = narrow(maxBias / static_cast<double>(above));
  std::vector<double> slopes;
  for (std::int64_t h = 0; h < count.heads; ++h) {
    const bool second = h >= count.below;
    const std::int64_t k = above == count.heads ? h + 1
                           : second             ? 2 * (h - count.below) + 1
                                                : 2 * (h + 1);
    slopes.push_back(mptSlope(k, step));
  }
  return slopes;
}

using SlopeFunction = std::vector<double> (*)(HeadCount, double);
// In the order of SlopeForm. BLOOM and llama.cpp write the same powers of the same two bases.
constexpr SlopeFunction kSlopeFunctions[] = {pressSlopes, powerSlopes, mptSlopes, powerSlopes};

}  // namespace

std::vector<double> alibiSlopes(std::int64_t heads, double maxBias, SlopeForm form) {
  return kSlopeFunctions[static_cast<std::size_t>(form)](headCount(heads), maxBias);
}

}  // namespace poscope
