// One loop over sineCosine, compiled once for every instruction set: for the parity tests, the
// sweep and the benchmark. Real is the type of the angles and of the results.
#pragma once

#include <cstddef>
#include <vector>

#include "core/numeric/trig.h"

namespace poscope::test {

template <typename Real>
POSCOPE_HD void trigLoopBody(const Real* __restrict angles, Real* __restrict sine,
                             Real* __restrict cosine, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const SineCosine both = sineCosine(static_cast<double>(angles[i]));
    sine[i] = static_cast<Real>(both.sine);
    cosine[i] = static_cast<Real>(both.cosine);
  }
}

template <typename Real>
using TrigLoopFunction = void (*)(const Real* angles, Real* sine, Real* cosine, std::size_t count);

template <typename Real>
struct TrigLoop {
  const char* name;
  TrigLoopFunction<Real> run;
};

#define POSCOPE_TRIG_LOOP(name, attribute)                                               \
  template <typename Real>                                                               \
  attribute void name(const Real* angles, Real* sine, Real* cosine, std::size_t count) { \
    trigLoopBody(angles, sine, cosine, count);                                           \
  }

POSCOPE_TRIG_LOOP(trigLoopBaseline, __attribute__((noinline)))
POSCOPE_TRIG_LOOP(trigLoopDispatched, POSCOPE_CLONES)
#if defined(__x86_64__) && defined(__GNUC__)
POSCOPE_TRIG_LOOP(trigLoopV3, __attribute__((noinline, target("arch=x86-64-v3"))))
POSCOPE_TRIG_LOOP(trigLoopV4, __attribute__((noinline, target("arch=x86-64-v4"))))
#endif
#undef POSCOPE_TRIG_LOOP

// One call for one angle, out of line and without clones: the scalar path.
__attribute__((noinline)) inline SineCosine scalarSineCosine(double angleRad) {
  const volatile double angle = angleRad;
  return sineCosine(angle);
}

// The loops that this processor can run; the dispatched one is last.
template <typename Real>
std::vector<TrigLoop<Real>> usableTrigLoops() {
  std::vector<TrigLoop<Real>> loops{{"baseline", trigLoopBaseline<Real>}};
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi2")) {
    loops.push_back({"x86-64-v3", trigLoopV3<Real>});
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    loops.push_back({"x86-64-v4", trigLoopV4<Real>});
  }
#endif
  loops.push_back({"dispatched", trigLoopDispatched<Real>});
  return loops;
}

}  // namespace poscope::test
