// The page of the view relative-bias: its rows, and how many distances each tells apart.
#include <algorithm>
#include <cstdlib>

#include "core/encoding/alibi.h"
#include "core/state/schema.h"
#include "core/views/relative_bias.h"

namespace poscope {
namespace {

using namespace relative;

/// Numbers that are computed to count one row's groups, so that all rows together take less than a
/// frame. A format of 16 bits has no more of them; wider ones tell too many distances apart.
constexpr std::int64_t kMostCounted = std::int64_t{1} << 16;
constexpr std::int64_t kMostCountedWide = std::int64_t{1} << 14;
constexpr std::int64_t kMostCosines = std::int64_t{1} << 17;  ///< The same, of Sandwich's sums.

// Only a sum of waves turns back with distance, and it is a long one.
DistanceCounts countsOf(const RelativePage& page, const RelativeSeries& series) {
  const DistanceValue& stored = series.curve.stored;
  const std::int64_t cosines = std::max<std::int64_t>(page.setup.dim / 2, 8);
  const std::int64_t most = page.format->fractionBits > 16 ? kMostCountedWide : kMostCounted;
  return series.scheme->monotonic ? countRuns(stored, page.setup.context, most)
                                  : countEach(stored, page.setup.context, kMostCosines / cosines);
}

RelativeSeries seriesOf(const RelativePage& page, const RelativeScheme& scheme, std::int64_t row) {
  RelativeSeries series{&scheme, row, scheme.curve(page.setup, page.stages, row), {}, 0, 0};
  const auto last = static_cast<double>(page.last());
  series.farthest = series.curve.exact(last);
  series.farthestStored = series.curve.stored(last);
  series.counts = countsOf(page, series);
  return series;
}

// A head of T5's numbers: they turn back with distance, but change with the bucket only.
RelativeSeries numbersOf(const RelativePage& page, std::vector<DistanceRun> buckets,
                         std::int64_t head) {
  const RelativeScheme& scheme = t5WithNumbers();
  RelativeSeries series{&scheme, head, scheme.curve(page.setup, page.stages, head), {}, 0, 0};
  const auto last = static_cast<double>(page.last());
  series.farthest = series.curve.exact(last);
  series.farthestStored = series.curve.stored(last);
  const auto distinct = [&buckets](const DistanceValue& value) {
    for (DistanceRun& run : buckets) {
      run.value = value(static_cast<double>(run.first));
    }
    return countRuns(buckets);
  };
  series.inFile = distinct(series.curve.exact).distinct;
  series.counts = distinct(series.curve.stored);
  return series;
}

std::vector<RelativeSeries> allHeads(const RelativePage& page) {
  const std::vector<DistanceRun> buckets = bucketRuns(page);
  std::vector<RelativeSeries> heads;
  for (std::int64_t head = 0; head < page.setup.heads; ++head) {
    heads.push_back(numbersOf(page, buckets, head));
  }
  return heads;
}

// As many rows as there are colours, from the first to the last, the chosen one among them.
std::vector<std::int64_t> drawnRows(std::int64_t rows, std::int64_t chosen) {
  const auto most = std::min(rows, static_cast<std::int64_t>(kKindRoles.size()));
  std::vector<std::int64_t> drawn;
  for (std::int64_t k = 0; k < most; ++k) {
    drawn.push_back(most == 1 ? chosen : k * (rows - 1) / (most - 1));
  }
  const auto near = [chosen](std::int64_t left, std::int64_t right) {
    return std::abs(left - chosen) < std::abs(right - chosen);
  };
  *std::min_element(drawn.begin(), drawn.end(), near) = chosen;
  return drawn;
}

std::vector<RelativeSeries> drawnSeries(const RelativePage& page) {
  if (page.showsNumbers()) {
    return allHeads(page);
  }
  std::vector<RelativeSeries> drawn;
  if (page.showsAll()) {
    std::copy_if(page.schemes.begin(), page.schemes.end(), std::back_inserter(drawn),
                 [](const RelativeSeries& series) {
                   return series.scheme->effect == RelativeEffect::added;
                 });
    return drawn;
  }
  const RelativeSeries& chosen = page.chosen();
  if (page.showsBuckets()) {
    return {chosen};
  }
  for (const std::int64_t row : drawnRows(page.scheme->rows(page.setup), chosen.row)) {
    drawn.push_back(row == chosen.row ? chosen : seriesOf(page, *page.scheme, row));
  }
  return drawn;
}

RelativeSetup relativeSetupOf(const Params& params) {
  RelativeSetup setup;
  setup.context = params.integer(parameter::kContext);
  setup.heads = params.integer(parameter::kHeads);
  setup.dim = params.integer(parameter::kDim);
  setup.maxBias = params.real(parameter::kMaxBias);
  setup.seed = static_cast<std::uint32_t>(params.integer(parameter::kSeed));
  if (!params.isAutomatic(parameter::kBiasP)) {
    setup.p = params.real(parameter::kBiasP);
  }
  if (!params.isAutomatic(parameter::kBiasA)) {
    setup.a = params.real(parameter::kBiasA);
  }
  setup.t5 = {params.integer(kBuckets), params.integer(kMaxDistance),
              params.text(kBothWays) != "off"};
  return setup;
}

// A row that there is, or what is asked for instead.
Result<void> checkRow(ParameterName name, std::int64_t row, std::int64_t rows, const char* key) {
  return row < rows ? Result<void>()
                    : usageError({key,
                                  {{"parameter", std::string(name.name)},
                                   {"value", std::to_string(row)},
                                   {"count", rows},
                                   {"last", std::to_string(rows - 1)}}});
}

Result<void> check(const RelativePage& page) {
  POSCOPE_CHECK(
      checkRow(parameter::kHead, page.head, page.setup.heads, "relative-bias.error.head"));
  POSCOPE_CHECK(checkRow(kPair, page.pair, page.setup.dim / 2, "relative-bias.error.pair"));
  const T5Buckets& t5 = page.setup.t5;
  return t5.valid() ? Result<void>()
                    : usageError({"relative-bias.error.max_distance",
                                  {{"parameter", std::string(kMaxDistance.name)},
                                   {"value", std::to_string(t5.maxDistance)},
                                   {"alone", t5.alone()}}});
}

// Of T5's numbers the steepest head is the one whose numbers differ most.
std::int64_t widestHead(const RelativeSetup& setup) {
  std::int64_t widest = 0;
  double most = -1;
  for (std::int64_t head = 0; head < setup.heads; ++head) {
    const std::vector<NamedNumber> ends = t5WithNumbers().numbers(setup, head);
    if (ends[1].value - ends[0].value > most) {
      most = ends[1].value - ends[0].value;
      widest = head;
    }
  }
  return widest;
}

std::int64_t headOf(const Params& params, const RelativePage& page) {
  const RelativeSetup& setup = page.setup;
  if (!params.isAutomatic(parameter::kHead)) {
    return params.integer(parameter::kHead);
  }
  if (page.showsNumbers()) {
    return widestHead(setup);
  }
  const std::vector<double> slopes = alibiSlopes(setup.heads, setup.maxBias);
  return std::max_element(slopes.begin(), slopes.end()) - slopes.begin();
}

}  // namespace

Text RelativeSeries::title() const {
  return {scheme->byPair ? "relative-bias.pair" : "relative-bias.head",
          {{"row", std::to_string(row)}}};
}

Text RelativeSeries::named() const {
  return {scheme->byPair ? "relative-bias.the-pair" : "relative-bias.the-head",
          {{"row", std::to_string(row)}}};
}

std::string RelativeSeries::name() const {
  return (scheme->byPair ? "pair-" : "head-") + std::to_string(row);
}

Text RelativeSeries::schemeTitle() const {
  return Text("choice.bias." + std::string(scheme->id));
}

Text RelativePage::formatTitle() const {
  return Text::verbatim(format->label);
}

Result<RelativePage> relativePage(const Params& params, const ViewContext& context) {
  RelativePage page;
  page.setup = relativeSetupOf(params);
  POSCOPE_CHECK(readBiases(page, params, context));
  page.format = &params.format(parameter::kFormat);
  page.everyStep = params.text(kRounded) != kStored;
  const Rounding rounding = roundingOf(*page.format, overflowOf(params));
  const Rounding fp32 = roundingOf(*findFormat("fp32"));
  // Before the finished number real code is in fp32 at least.
  const Rounding& before = page.everyStep || rounding.exact() ? rounding : fp32;
  page.stages = {before, before, rounding};
  page.scheme = findRelativeScheme(params.text(kBias));
  const bool numbers = page.file && page.file->kind == TensorKind::t5Bias && !page.showsAll() &&
                       page.scheme->effect == RelativeEffect::bucket;
  page.scheme = numbers ? &t5WithNumbers() : page.scheme;
  page.head = headOf(params, page);
  page.pair = params.integer(kPair);
  page.length = std::min(params.integer(parameter::kLength), page.last());
  POSCOPE_CHECK(check(page));
  for (const RelativeScheme& scheme : relativeSchemes()) {
    page.schemes.push_back(seriesOf(page, scheme, page.rowOf(scheme)));
    if (context.stop.stop_requested()) {
      return cancelled();
    }
  }
  page.drawn = drawnSeries(page);
  return page;
}

}  // namespace poscope
