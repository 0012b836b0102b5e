// The full sweep behind the promise of core/numeric/trig.h, run by hand (scripts/trig-sweep): every
// fp32 angle in [0, 2^24] and its negative.
//
// 1. Every instruction set gives the same bits as the baseline, and -x mirrors x.
// 2. The C library's sin and cos in double, an independent implementation, agree to within
// kLibraryBound.
// 3. Where a result lies so close to the midpoint of two floats that this bound does not decide the
// rounding,
//    or where the two round differently, quad precision decides. What is wrong then must be the
//    list of trig_exceptions.h, exactly.
#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/core/numeric/quad_reference.h"
#include "tests/core/numeric/trig_exceptions.h"
#include "tests/core/numeric/trig_loops.h"

namespace poscope::test {
namespace {

// Relative: 4 units in the last place of a double, several times what either implementation is off.
constexpr double kLibraryBound = 0x1p-50;
constexpr std::uint32_t kBlock = 1u << 12;
const std::uint32_t kLastBits = std::bit_cast<std::uint32_t>(0x1p24f);

struct Findings {
  std::uint64_t angles = 0;
  std::uint64_t decidedByQuad = 0;
  std::uint64_t parityFailures = 0;
  std::uint64_t mirrorFailures = 0;
  std::uint64_t libraryFailures = 0;
  double largestRelativeGap = 0;
  std::vector<TrigException> exceptions;

  void add(const Findings& other) {
    angles += other.angles;
    decidedByQuad += other.decidedByQuad;
    parityFailures += other.parityFailures;
    mirrorFailures += other.mirrorFailures;
    libraryFailures += other.libraryFailures;
    largestRelativeGap = std::max(largestRelativeGap, other.largestRelativeGap);
    exceptions.insert(exceptions.end(), other.exceptions.begin(), other.exceptions.end());
  }
};

// A run of consecutive floats with the results of one loop.
struct Block {
  std::vector<double> angles, sine, cosine;
  explicit Block(std::size_t size) : angles(size), sine(size), cosine(size) {}
};

bool sameBits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

void checkParity(const std::vector<TrigLoop<double>>& loops, const Block& baseline, Block& scratch,
                 Findings& findings) {
  for (const TrigLoop<double>& loop : loops) {
    scratch.angles = baseline.angles;
    loop.run(scratch.angles.data(), scratch.sine.data(), scratch.cosine.data(),
             scratch.angles.size());
    findings.parityFailures +=
        !sameBits(scratch.sine, baseline.sine) || !sameBits(scratch.cosine, baseline.cosine);
  }
  for (double& angle : scratch.angles) {
    angle = -angle;
  }
  loops.back().run(scratch.angles.data(), scratch.sine.data(), scratch.cosine.data(),
                   scratch.angles.size());
  for (double& sine : scratch.sine) {
    sine = -sine;
  }
  findings.mirrorFailures +=
      !sameBits(scratch.sine, baseline.sine) || !sameBits(scratch.cosine, baseline.cosine);
}

// True when the C library's value and its bound leave no doubt that value rounds correctly to fp32.
bool decided(double value, double library, Findings& findings) {
  const double gap = std::abs(value - library);
  const double bound = std::abs(library) * kLibraryBound;
  if (gap > bound) {
    ++findings.libraryFailures;
    return false;
  }
  if (gap > 0) {
    findings.largestRelativeGap = std::max(findings.largestRelativeGap, gap / std::abs(library));
  }
  const auto rounded = static_cast<float>(value);
  return static_cast<float>(library - bound) == rounded &&
         static_cast<float>(library + bound) == rounded;
}

void checkByQuad(double angle, double sine, double cosine, Findings& findings) {
  ++findings.decidedByQuad;
  const SineCosineFloat correct = correctlyRounded(angle);
  const auto angleFloat = static_cast<float>(angle);
  if (static_cast<float>(sine) != correct.sine) {
    findings.exceptions.push_back(
        {TrigFunction::sine, angleFloat, static_cast<float>(sine), correct.sine});
  }
  if (static_cast<float>(cosine) != correct.cosine) {
    findings.exceptions.push_back(
        {TrigFunction::cosine, angleFloat, static_cast<float>(cosine), correct.cosine});
  }
}

void checkRounding(const Block& block, Findings& findings) {
  for (std::size_t i = 0; i < block.angles.size(); ++i) {
    const double angle = block.angles[i];
    const bool sineDecided = decided(block.sine[i], std::sin(angle), findings);
    const bool cosineDecided = decided(block.cosine[i], std::cos(angle), findings);
    if (!sineDecided || !cosineDecided) {
      checkByQuad(angle, block.sine[i], block.cosine[i], findings);
    }
  }
  findings.angles += block.angles.size();
}

// Takes blocks from the common counter until none is left.
Findings sweepBlocks(std::atomic<std::uint32_t>& nextBits) {
  const std::vector<TrigLoop<double>> loops = usableTrigLoops<double>();
  Findings findings;
  while (true) {
    const std::uint32_t first = nextBits.fetch_add(kBlock);
    if (first > kLastBits) {
      return findings;
    }
    const std::uint32_t size = std::min(kBlock, kLastBits - first + 1);
    Block baseline(size);
    Block scratch(size);
    for (std::uint32_t i = 0; i < size; ++i) {
      baseline.angles[i] = static_cast<double>(std::bit_cast<float>(first + i));
    }
    loops.front().run(baseline.angles.data(), baseline.sine.data(), baseline.cosine.data(), size);
    checkParity(loops, baseline, scratch, findings);
    checkRounding(baseline, findings);
  }
}

Findings sweep(unsigned threads) {
  std::atomic<std::uint32_t> nextBits{0};
  std::mutex mutex;
  Findings all;
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      const Findings own = sweepBlocks(nextBits);
      const std::lock_guard lock(mutex);
      all.add(own);
    });
  }
  workers.clear();
  std::sort(all.exceptions.begin(), all.exceptions.end(),
            [](const TrigException& a, const TrigException& b) { return a.angleRad < b.angleRad; });
  return all;
}

bool asListed(const std::vector<TrigException>& found) {
  return std::equal(found.begin(), found.end(), kTrigExceptions.begin(), kTrigExceptions.end(),
                    [](const TrigException& a, const TrigException& b) {
                      return a.function == b.function && a.angleRad == b.angleRad &&
                             a.given == b.given && a.correct == b.correct;
                    });
}

int report(const Findings& all) {
  std::printf("angles %llu, decided by quad precision %llu\n",
              static_cast<unsigned long long>(all.angles),
              static_cast<unsigned long long>(all.decidedByQuad));
  std::printf("blocks where instruction sets differ %llu, where -x does not mirror x %llu\n",
              static_cast<unsigned long long>(all.parityFailures),
              static_cast<unsigned long long>(all.mirrorFailures));
  std::printf("results beyond the bound of the C library's %llu, largest relative gap %.3g\n",
              static_cast<unsigned long long>(all.libraryFailures), all.largestRelativeGap);
  for (const TrigException& e : all.exceptions) {
    std::printf("    {TrigFunction::%s, %af, %af, %af},  // %.12g\n",
                e.function == TrigFunction::sine ? "sine" : "cosine",
                static_cast<double>(e.angleRad), static_cast<double>(e.given),
                static_cast<double>(e.correct), static_cast<double>(e.angleRad));
  }
  const bool listed = asListed(all.exceptions);
  std::printf("not correctly rounded: %zu, %s trig_exceptions.h\n", all.exceptions.size(),
              listed ? "as listed in" : "UNLIKE the list of");
  const bool good =
      listed && all.parityFailures == 0 && all.mirrorFailures == 0 && all.libraryFailures == 0;
  return good ? 0 : 1;
}

}  // namespace
}  // namespace poscope::test

// Usage: trig_sweep [threads]
int main(int argc, char** argv) {
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  if (argc > 1) {
    const std::string_view text = argv[1];
    std::from_chars(text.data(), text.data() + text.size(), threads);
  }
  return poscope::test::report(poscope::test::sweep(std::clamp(threads, 1u, 256u)));
}
