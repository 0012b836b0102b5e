#include "core/encoding/deberta_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/numeric/format.h"

namespace poscope {
namespace {

// mid + ceil(ln(n / mid) / ln((maxPosition - 1) / mid) * (mid - 1)), each step in fp32.
std::int64_t sharedBucket(const DebertaRows& rows, std::int64_t n) {
  static const Rounding kFp32 = roundingOf(*findFormat("fp32"));
  const auto mid = static_cast<double>(rows.span / 2);
  const double ratio = stageQuotient(kFp32, static_cast<double>(n), mid);
  const double logarithm = stageValue(kFp32, std::log(ratio));
  const double end = stageValue(kFp32, static_cast<double>(rows.maxPosition - 1) / mid);
  const double whole = stageValue(kFp32, std::log(end));
  const double part = stageQuotient(kFp32, logarithm, whole);
  const double steps = std::ceil(stageProduct(kFp32, part, mid - 1));
  return static_cast<std::int64_t>(steps + mid);
}

}  // namespace

std::int64_t debertaRow(const DebertaRows& rows, std::int64_t distance) {
  const std::int64_t n = std::abs(distance);
  const bool shares = rows.maxPosition > 0 && n > rows.span / 2;
  const std::int64_t bucket = shares ? sharedBucket(rows, n) : n;
  return std::clamp<std::int64_t>((distance < 0 ? -bucket : bucket) + rows.span, 0,
                                  2 * rows.span - 1);
}

}  // namespace poscope
