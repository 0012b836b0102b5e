#include "core/analysis/shifted_pair.h"

#include <algorithm>
#include <cmath>

namespace poscope {
namespace {

SineCosine entry(std::int64_t position, double inverseFrequency, const Rounding& table) {
  const SineCosine exact = sineCosine(static_cast<double>(position) * inverseFrequency);
  return {roundTo(table, exact.sine), roundTo(table, exact.cosine)};
}

}  // namespace

ShiftedPair shiftedPair(std::int64_t position, std::int64_t shift, double inverseFrequency,
                        const Rounding& table) {
  ShiftedPair pair;
  pair.here = entry(position, inverseFrequency, table);
  pair.there = entry(position + shift, inverseFrequency, table);
  const SineCosine turn = sineCosine(static_cast<double>(shift) * inverseFrequency);
  pair.turned = {pair.here.sine * turn.cosine + pair.here.cosine * turn.sine,
                 pair.here.cosine * turn.cosine - pair.here.sine * turn.sine};
  pair.residual = std::max(std::abs(pair.turned.sine - pair.there.sine),
                           std::abs(pair.turned.cosine - pair.there.cosine));
  return pair;
}

}  // namespace poscope
