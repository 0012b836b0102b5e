#include "core/audit/table_fit.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/analysis/verdict_parts.h"

namespace poscope {
namespace {

constexpr std::int64_t kTileRows = 1024;

// The angle of an entry, in radians from -pi to pi.
double angleAt(const PhaseRows& rows, std::int64_t row, std::int64_t pair) {
  return std::atan2(rows.sine(row)[pair], rows.cosine(row)[pair]);
}

// Angle per position of a pair: from position 1, then from 2, 4, 8 ... as long as the estimate says
// which turn it is. Powers of two survive in every format, so collisions do not disturb it.
double frequencyOf(const PhaseRows& rows, std::int64_t pair) {
  double frequency = angleAt(rows, 1, pair);
  for (std::int64_t m = 2; m < rows.rows; m *= 2) {
    const double position = static_cast<double>(m);
    const double expected = frequency * position;
    const double off = std::remainder(angleAt(rows, m, pair) - expected, 2 * std::numbers::pi);
    if (std::abs(off) > 1) {
      break;
    }
    frequency = (expected + off) / position;
  }
  return frequency;
}

// Frequencies base^(-2i/d) / factor.
struct Powers {
  double base = 10000;
  double factor = 1;
};

// Mean distance of the table from the exact one, over some rows: positions near the start only,
// where every recipe is near.
double distanceOf(const PhaseRows& rows, const Powers& powers) {
  constexpr std::int64_t kRows = 256;
  double sum = 0;
  const std::int64_t count = std::min(kRows, rows.rows);
  const auto dim = static_cast<double>(2 * rows.pairs);
  for (std::int64_t i = 0; i < rows.pairs; ++i) {
    const double frequency =
        std::pow(powers.base, -2 * static_cast<double>(i) / dim) / powers.factor;
    for (std::int64_t m = 0; m < count; ++m) {
      const double angle = frequency * static_cast<double>(m);
      sum += std::abs(std::remainder(angleAt(rows, m, i) - angle, 2 * std::numbers::pi));
    }
  }
  return sum / static_cast<double>(count * rows.pairs);
}

double roundedTo(double value, int digits) {
  const double power = std::pow(10.0, digits - 1 - std::floor(std::log10(value)));
  return std::round(value * power) / power;
}

// The roundest number near `estimate` that the table cannot tell from it.
template <typename Distance>
double roundest(double estimate, const Distance& distance) {
  constexpr double kNoise = 1e-4;  // Radians: what an fp32 recurrence is off by.
  const double least = distance(estimate);
  for (const int digits : {1, 2, 3, 4}) {
    const double candidate = roundedTo(estimate, digits);
    if (candidate > 0 && distance(candidate) <= 1.02 * least + kNoise) {
      return candidate;
    }
  }
  return estimate;
}

Powers roundPowers(const PhaseRows& rows, Powers powers) {
  powers.factor = roundest(powers.factor, [&](double factor) {
    return distanceOf(rows, {powers.base, factor});
  });
  powers.base = roundest(powers.base, [&](double base) {
    return distanceOf(rows, {base, powers.factor});
  });
  return powers;
}

bool sameEntry(double left, double right, double tolerance) {
  return std::abs(left - right) <= tolerance || (std::isnan(left) && std::isnan(right));
}

bool sameRow(const PhaseRows& left, std::int64_t row, const PhaseRows& right, std::int64_t other,
             double tolerance) {
  for (std::int64_t i = 0; i < left.pairs; ++i) {
    if (!sameEntry(left.cosine(row)[i], right.cosine(other)[i], tolerance) ||
        !sameEntry(left.sine(row)[i], right.sine(other)[i], tolerance)) {
      return false;
    }
  }
  return true;
}

Result<std::int64_t> equalRows(const DumpedTable& table, const RopeShape& shape,
                               const Recipe& recipe) {
  POSCOPE_TRY(const auto pipeline, phasePipeline(recipe, shape, *table.format, table.rows.rows));
  constexpr int kExactFraction = 10;
  const double tolerance = table.format->fractionBits > kExactFraction
                               ? double{std::numeric_limits<float>::epsilon()}
                               : 0;
  std::atomic<std::int64_t> equal = 0;
  TileRun run({}, 0, 1);
  auto done = run.over((table.rows.rows + kTileRows - 1) / kTileRows, [&](std::int64_t tile) {
    const std::int64_t first = tile * kTileRows;
    const std::int64_t count = std::min(kTileRows, table.rows.rows - first);
    PhaseRows made;
    fillPhaseRows(pipeline, first, count, made);
    std::int64_t here = 0;
    for (std::int64_t r = 0; r < count; ++r) {
      here += sameRow(table.rows, first + r, made, r, tolerance) ? 1 : 0;
    }
    equal += here;
  });
  return done.map([&] { return equal.load(); });
}

// The stages that decide a table.
bool sameTable(const Recipe& left, const Recipe& right) {
  constexpr Stage kDeciding[] = {Stage::making,    Stage::position, Stage::form,
                                 Stage::frequency, Stage::angle,    Stage::table};
  return std::all_of(std::begin(kDeciding), std::end(kDeciding),
                     [&](Stage stage) { return left.setting(stage) == right.setting(stage); });
}

}  // namespace

std::optional<RopeShape> fitShape(const DumpedTable& table) {
  const PhaseRows& rows = table.rows;
  RopeShape shape;
  shape.dim = 2 * rows.pairs;
  const double first = frequencyOf(rows, 0);
  if (!(first > 0) || rows.cosine(0)[0] != 1) {
    return std::nullopt;
  }
  // ln b by least squares through 0: -ln (w / w_0) = (2i/d) ln b.
  double numerator = 0;
  double denominator = 0;
  for (std::int64_t i = 1; i < rows.pairs; ++i) {
    const double exponent = static_cast<double>(i) / static_cast<double>(rows.pairs);
    const double frequency = frequencyOf(rows, i);
    if (!(frequency > 0)) {
      return std::nullopt;
    }
    numerator -= std::log(frequency / first) * exponent;
    denominator += exponent * exponent;
  }
  constexpr double kLargestBase = 1e12;
  constexpr double kFarthest = 0.2;  // Radians on average; another RoPE is off by about 1.
  Powers powers{shape.base, 1 / first};
  if (rows.pairs > 1) {
    powers.base = std::exp(numerator / denominator);
  }
  if (!(powers.base > 1 && powers.base < kLargestBase)) {
    return std::nullopt;
  }
  powers = roundPowers(rows, powers);
  shape.base = powers.base;
  if (powers.factor != 1) {
    shape.scaling = linearScaling(powers.factor);
  }
  return distanceOf(rows, powers) < kFarthest ? std::optional(shape) : std::nullopt;
}

Result<TableFit> fitRecipe(const DumpedTable& table, const RopeShape& shape, const Recipe* only) {
  TableFit fit;
  fit.shape = shape;
  std::vector<const Recipe*> tried;
  for (const Recipe& recipe : recipesOf(Scheme::rope)) {
    const bool known = std::any_of(tried.begin(), tried.end(), [&](const Recipe* earlier) {
      return sameTable(*earlier, recipe);
    });
    if (only == nullptr ? known || !recipe.code : &recipe != only) {
      continue;
    }
    tried.push_back(&recipe);
    POSCOPE_TRY(const auto equal, equalRows(table, shape, recipe));
    if (fit.recipe == nullptr || equal > fit.equalRows) {
      fit.recipe = &recipe;
      fit.equalRows = equal;
    }
  }
  return fit;
}

}  // namespace poscope
