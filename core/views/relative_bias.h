// What the files of the view relative-bias share.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/distance_groups.h"
#include "core/encoding/relative_bias.h"
#include "core/figure/figure.h"
#include "core/state/params.h"

namespace poscope {

/// Parameters of the view.
namespace relative {
inline constexpr WordParameter kBias{{"bias"}};
inline constexpr WordParameter kRounded{{"rounded"}};
inline constexpr IntegerParameter kPair{{"pair"}};
inline constexpr IntegerParameter kBuckets{{"buckets"}};
inline constexpr IntegerParameter kMaxDistance{{"max_distance"}};
inline constexpr FlagParameter kBothWays{{"both_ways"}};

inline constexpr const char* kAll = "all";      ///< Every scheme that adds something, in one head.
inline constexpr const char* kStored = "bias";  ///< Only the finished number is rounded.
}  // namespace relative

/// A row of a scheme: one head, or one pair.
struct RelativeSeries {
  const RelativeScheme* scheme = nullptr;
  std::int64_t row = 0;
  RelativeCurve curve;
  DistanceCounts counts;
  double farthest = 0;        ///< The exact number of the last distance,
  double farthestStored = 0;  ///< and the stored one.

  [[nodiscard]] Text title() const;        ///< "Head 3".
  [[nodiscard]] Text named() const;        ///< The same inside of a sentence.
  [[nodiscard]] std::string name() const;  ///< "head-3", for data.
  [[nodiscard]] Text schemeTitle() const;
};

/// Everything that the page is about, computed once.
struct RelativePage {
  RelativeSetup setup;
  RelativeStages stages;
  const NumberFormat* format = nullptr;
  bool everyStep = false;
  const RelativeScheme* scheme = nullptr;  ///< nullptr for all that add something.
  std::int64_t head = 0;
  std::int64_t pair = 0;
  std::int64_t length = 0;              ///< Distances of the picture of the far end.
  std::vector<RelativeSeries> schemes;  ///< The chosen row of each scheme of the table.
  std::vector<RelativeSeries> drawn;

  [[nodiscard]] std::int64_t last() const { return setup.context - 1; }
  [[nodiscard]] std::int64_t rowOf(const RelativeScheme& which) const {
    return which.byPair ? pair : head;
  }
  [[nodiscard]] const RelativeSeries& of(const RelativeScheme& which) const {
    return schemes[static_cast<std::size_t>(&which - relativeSchemes().data())];
  }
  [[nodiscard]] bool showsAll() const { return scheme == nullptr; }
  [[nodiscard]] bool showsBuckets() const {
    return !showsAll() && scheme->effect == RelativeEffect::bucket;
  }
  /// What a row is called among those of the page: schemes, or heads of one.
  [[nodiscard]] Text titleOf(const RelativeSeries& series) const {
    return showsAll() ? series.schemeTitle() : series.title();
  }
  [[nodiscard]] std::string nameOf(const RelativeSeries& series) const {
    return showsAll() ? std::string(series.scheme->id) : series.name();
  }
  /// The rows that its table lists.
  [[nodiscard]] const std::vector<RelativeSeries>& listed() const {
    return showsAll() ? schemes : drawn;
  }
  /// What the page is about.
  [[nodiscard]] const RelativeSeries& chosen() const {
    return of(showsAll() ? relativeSchemes().front() : *scheme);
  }
  [[nodiscard]] Text formatTitle() const;
};

/// Usage errors name the parameter.
[[nodiscard]] Result<RelativePage> relativePage(const Params& params, const std::stop_token& stop);

/// A bias as people read it: from a thousand on without a fraction.
[[nodiscard]] Text biasText(double value);

/// What the page says of it, in one sentence and in more.
[[nodiscard]] Text relativeSentence(const RelativePage& page);
[[nodiscard]] Text relativeExplanation(const RelativePage& page);

/// The exact curves of the drawn rows, over all distances.
[[nodiscard]] PlotPanel relativeCurves(const std::shared_ptr<const RelativePage>& page);
/// The farthest distances of the chosen row, exact and as stored: there steps are widest.
[[nodiscard]] PlotPanel relativeFarEnd(const std::shared_ptr<const RelativePage>& page);

/// Distances that share a bucket, query minus key: negative for keys after the query.
struct BucketRange {
  std::int64_t bucket = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// T5's buckets from the query on, then those of keys after it.
[[nodiscard]] std::vector<BucketRange> bucketRanges(const RelativePage& page);
[[nodiscard]] PlotPanel bucketPlot(const RelativePage& page,
                                   const std::vector<BucketRange>& ranges);
[[nodiscard]] TablePanel bucketTable(const std::vector<BucketRange>& ranges);

}  // namespace poscope
