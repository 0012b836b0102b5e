#include "core/encoding/t5_buckets.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/numeric/format.h"

namespace poscope {
namespace {

// alone + trunc(ln(n / alone) / ln(maxDistance / alone) * (buckets - alone)), each step in fp32.
std::int64_t sharedBucket(const T5Buckets& t5, std::int64_t n) {
  static const Rounding kFp32 = roundingOf(*findFormat("fp32"));
  const auto alone = static_cast<double>(t5.alone());
  const double ratio = stageQuotient(kFp32, static_cast<double>(n), alone);
  const double logarithm = stageValue(kFp32, std::log(ratio));
  const double whole = std::log(static_cast<double>(t5.maxDistance) / alone);
  const double part = stageQuotient(kFp32, logarithm, whole);
  const double steps = stageProduct(kFp32, part, static_cast<double>(t5.oneWay() - t5.alone()));
  return std::min(t5.alone() + static_cast<std::int64_t>(steps), t5.oneWay() - 1);
}

}  // namespace

std::int64_t t5Bucket(const T5Buckets& t5, std::int64_t distance) {
  const std::int64_t n =
      t5.bidirectional ? std::abs(distance) : std::max<std::int64_t>(distance, 0);
  const std::int64_t direction = t5.bidirectional && distance < 0 ? t5.oneWay() : 0;
  return direction + (n < t5.alone() ? n : sharedBucket(t5, n));
}

}  // namespace poscope
