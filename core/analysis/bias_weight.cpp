#include "core/analysis/bias_weight.h"

#include <cmath>

namespace poscope {

double weightBeyond(double slope, std::int64_t distance, std::int64_t keys) {
  if (distance + 1 >= keys) {
    return 0;
  }
  const double all = -std::expm1(-slope * static_cast<double>(keys));
  const double near = -std::expm1(-slope * static_cast<double>(distance + 1));
  return (all - near) / all;
}

}  // namespace poscope
