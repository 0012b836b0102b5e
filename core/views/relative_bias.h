// What the files of the view relative-bias share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/distance_groups.h"
#include "core/encoding/relative_bias.h"
#include "core/figure/figure.h"
#include "core/state/params.h"
#include "core/views/opened_tensors.h"

namespace poscope {

/// Parameters of the view.
namespace relative {
inline constexpr WordParameter kBias{{"bias"}};
inline constexpr WordParameter kRounded{{"rounded"}};
inline constexpr IntegerParameter kPair{{"pair"}};
inline constexpr IntegerParameter kBuckets{{"buckets"}};
inline constexpr IntegerParameter kMaxDistance{{"max_distance"}};
inline constexpr WordParameter kBothWays{{"both_ways"}};

inline constexpr const char* kAll = "all";      ///< Every scheme that adds something, in one head.
inline constexpr const char* kTold = "told";    ///< A direction that the tensor's name tells.
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
  std::int64_t inFile = 0;    ///< T5's numbers: different ones before they are rounded.

  [[nodiscard]] Text title() const;        ///< "Head 3".
  [[nodiscard]] Text named() const;        ///< The same inside of a sentence.
  [[nodiscard]] std::string name() const;  ///< "head-3", for data.
  [[nodiscard]] Text schemeTitle() const;
};

/// The opened file whose learned numbers the page has.
struct BiasFile {
  OpenedTensors opened;
  ArrayInfo tensor;
  TensorKind kind = TensorKind::t5Bias;
  std::int64_t clamped = 0;  ///< KERPLE: numbers that its code does not use as they are.

  [[nodiscard]] const std::string& name() const { return opened.file->name; }
};

/// What the name of a tensor says of its layer.
enum class BlockKind { unknown, encoder, decoder };
[[nodiscard]] BlockKind blockOf(std::string_view tensor);

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
  std::optional<BiasFile> file;
  bool directionTold = true;  ///< By the tensor's name, not by the parameter.

  [[nodiscard]] std::int64_t last() const { return setup.context - 1; }
  [[nodiscard]] std::int64_t rowOf(const RelativeScheme& which) const {
    return which.byPair ? pair : head;
  }
  [[nodiscard]] const RelativeSeries& of(const RelativeScheme& which) const {
    return schemes[static_cast<std::size_t>(&which - relativeSchemes().data())];
  }
  [[nodiscard]] bool showsAll() const { return scheme == nullptr; }
  /// T5's numbers, from a file.
  [[nodiscard]] bool showsNumbers() const { return scheme == &t5WithNumbers(); }
  /// The numbers of a row of `which` are the file's.
  [[nodiscard]] bool fromFile(const RelativeScheme& which) const {
    return file && (file->kind == TensorKind::kerple ? which.has(parameter::kBiasP.name)
                                                     : &which == &t5WithNumbers());
  }
  /// Whose numbers a layer holds, as data files say it: "bf16", of a file "model.npy bias bf16".
  [[nodiscard]] std::string ofRow(const RelativeScheme& which, std::string_view numbers) const {
    return (fromFile(which) ? file->opened.of(file->tensor) + " " : "") + std::string(numbers);
  }
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
    return showsNumbers() ? drawn[static_cast<std::size_t>(head)]
                          : of(showsAll() ? relativeSchemes().front() : *scheme);
  }
  [[nodiscard]] Text formatTitle() const;
};

/// Usage errors name the parameter, those of kind file the file.
[[nodiscard]] Result<RelativePage> relativePage(const Params& params, const ViewContext& context);

/// The file that the parameters name, and its numbers as `setup.learned`; errors where its sizes
/// are other ones than those of `setup`. Without a file nothing.
[[nodiscard]] Result<void> readBiases(RelativePage& page, const Params& params,
                                      const ViewContext& context);
/// What opening such a file sets.
[[nodiscard]] LinkSettings t5Settings(const ArrayFile& file);
[[nodiscard]] LinkSettings kerpleSettings(const ArrayFile& file);
/// What the page says of the file beside its numbers.
void addFileParts(Figure& figure, const RelativePage& page);

/// A bias as people read it: from a thousand on without a fraction.
[[nodiscard]] Text biasText(double value);

/// What the page says of it, in one sentence and in more.
[[nodiscard]] Text relativeQuestion(const RelativePage& page);
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

/// T5's numbers by head and distance, and those of the chosen head.
void addNumbers(Figure& figure, const std::shared_ptr<const RelativePage>& page);
/// Its buckets with what the chosen head adds in each.
[[nodiscard]] TablePanel numbersTable(const RelativePage& page);
[[nodiscard]] std::vector<DistanceRun> bucketRuns(const RelativePage& page);

/// T5's buckets from the query on, then those of keys after it.
[[nodiscard]] std::vector<BucketRange> bucketRanges(const RelativePage& page);
[[nodiscard]] PlotPanel bucketPlot(const RelativePage& page,
                                   const std::vector<BucketRange>& ranges);
[[nodiscard]] TablePanel bucketTable(const std::vector<BucketRange>& ranges);

}  // namespace poscope
