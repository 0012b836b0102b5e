#include "core/model/array_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/model/array_layout.h"
#include "core/model/element_codes.h"
#include "core/model/file_bytes.h"

namespace poscope {
namespace {

// Counts doubles; NaN and infinities apart.
class DoubleSummary {
 public:
  void add(std::span<const double> values) {
    for (const double value : values) {
      if (std::isfinite(value)) {
        least_ = std::min(least_, value);
        greatest_ = std::max(greatest_, value);
      } else {
        summary_.nan += std::isnan(value) ? 1 : 0;
        summary_.infinite += value > 0 ? 1 : 0;
        summary_.minusInfinite += value < 0 ? 1 : 0;
      }
    }
    summary_.values += static_cast<std::int64_t>(values.size());
  }
  [[nodiscard]] ArraySummary summary() const {
    ArraySummary summary = summary_;
    if (least_ <= greatest_) {
      summary.least = least_;
      summary.greatest = greatest_;
    }
    return summary;
  }

 private:
  ArraySummary summary_;
  double least_ = std::numeric_limits<double>::infinity();
  double greatest_ = -std::numeric_limits<double>::infinity();
};

// 64-bit integers, by their codes.
class WideSummary {
 public:
  explicit WideSummary(const WideInteger& wide) : wide_(wide) {}

  void add(std::span<const char> bytes, bool bigEndian) {
    forEachCode(bytes, sizeof(std::uint64_t), bigEndian, [this](std::uint64_t code) {
      const std::uint64_t key = code ^ wide_.orderMask;
      least_ = std::min(least_, key);
      greatest_ = std::max(greatest_, key);
      ++summary_.values;
    });
  }
  [[nodiscard]] ArraySummary summary() const {
    ArraySummary summary = summary_;
    if (summary.values > 0) {
      summary.least = wide_.value(least_ ^ wide_.orderMask);
      summary.greatest = wide_.value(greatest_ ^ wide_.orderMask);
    }
    return summary;
  }

 private:
  const WideInteger& wide_;
  ArraySummary summary_;
  std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_ = 0;
};

// The array's bytes in pieces of whole elements.
template <typename Take>
Result<void> forEachPiece(const NamedFile& file, const ArrayInfo& info, const ArrayControl& control,
                          Take take) {
  constexpr std::uint64_t kPiece = 2U << 20U;
  POSCOPE_TRY(const auto opened, PlainFile::open(file));
  POSCOPE_CHECK(opened.check(info.begin, info.bytes));
  std::vector<char> piece(static_cast<std::size_t>(std::min(kPiece, info.bytes)));
  for (std::uint64_t done = 0; done < info.bytes; done += kPiece) {
    if (control.stop.stop_requested()) {
      return cancelled();
    }
    piece.resize(static_cast<std::size_t>(std::min(kPiece, info.bytes - done)));
    POSCOPE_CHECK(opened.read(info.begin + done, piece));
    take(std::span<const char>(piece));
    if (control.progress) {
      control.progress(piece.size());
    }
  }
  return {};
}

// One axis of a slice: how far its steps lead in the file and in the result, in elements.
struct Axis {
  std::int64_t count;
  std::int64_t first;
  std::int64_t fileStep;
  std::int64_t resultStep;
};

// From the file's slowest axis to its fastest.
std::vector<Axis> slicedAxes(const ArrayInfo& info, std::span<const IndexRange> ranges) {
  const std::size_t rank = info.shape.size();
  std::vector<Axis> axes(rank);
  std::int64_t fileStride = 1;
  std::int64_t resultStride = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::size_t fileAxis = info.fortranOrder ? i : rank - 1 - i;
    axes[fileAxis].first = ranges[fileAxis].first * fileStride;
    axes[fileAxis].fileStep = ranges[fileAxis].step * fileStride;
    fileStride *= info.shape[fileAxis];
    const std::size_t resultAxis = rank - 1 - i;
    axes[resultAxis].count = ranges[resultAxis].count;
    axes[resultAxis].resultStep = resultStride;
    resultStride *= ranges[resultAxis].count;
  }
  if (info.fortranOrder) {
    std::reverse(axes.begin(), axes.end());
  }
  return axes;
}

// Single elements of a file, which mostly lie near one another.
class ElementReader {
 public:
  ElementReader(const PlainFile& file, const ArrayInfo& info, int bits)
      : file_(file), info_(info), width_(static_cast<std::uint64_t>(bits / 8)) {}

  Result<std::uint64_t> code(std::int64_t element) {
    const std::uint64_t at = static_cast<std::uint64_t>(element) * width_;
    if (at < begin_ || at + width_ > begin_ + window_.size()) {
      POSCOPE_CHECK(load(at));
    }
    const auto bytes = std::span<const char>(window_).subspan(static_cast<std::size_t>(at - begin_),
                                                              static_cast<std::size_t>(width_));
    return elementCode(bytes, info_.bigEndian);
  }

 private:
  // A window in whose middle the element lies: slices go backwards, too.
  Result<void> load(std::uint64_t at) {
    constexpr std::uint64_t kHalf = 4096;
    begin_ = at - std::min(at, kHalf);
    window_.resize(static_cast<std::size_t>(std::min(2 * kHalf, info_.bytes - begin_)));
    return file_.read(info_.begin + begin_, window_);
  }

  const PlainFile& file_;
  const ArrayInfo& info_;
  std::uint64_t width_;
  std::uint64_t begin_ = 0;
  std::vector<char> window_;
};

// Goes over the chosen elements in the file's order, as an odometer.
Result<std::vector<ElementValue>> gather(ElementReader& reader, const ElementType& type,
                                         const std::vector<Axis>& axes, std::int64_t count,
                                         const std::stop_token& stop) {
  constexpr std::int64_t kBetweenLooks = 1024;
  std::vector<ElementValue> values(static_cast<std::size_t>(count));
  std::vector<std::int64_t> index(axes.size(), 0);
  std::int64_t element =
      std::accumulate(axes.begin(), axes.end(), std::int64_t{0},
                      [](std::int64_t sum, const Axis& axis) { return sum + axis.first; });
  std::int64_t target = 0;
  for (std::int64_t done = 0; done < count; ++done) {
    if (done % kBetweenLooks == 0 && stop.stop_requested()) {
      return cancelled();
    }
    POSCOPE_TRY(const auto code, reader.code(element));
    values[static_cast<std::size_t>(target)] = elementValue(type, code);
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      element += axes[axis].fileStep;
      target += axes[axis].resultStep;
      if (++index[axis] < axes[axis].count) {
        break;
      }
      element -= axes[axis].fileStep * index[axis];
      target -= axes[axis].resultStep * index[axis];
      index[axis] = 0;
    }
  }
  return values;
}

}  // namespace

bool hasNumbers(const ArrayInfo& info) {
  const ElementType* const type = findElementType(info.dtype);
  return type != nullptr && isReadable(*type);
}

Result<ArraySummary> summariseArray(const NamedFile& file, const ArrayInfo& info,
                                    const ArrayControl& control) {
  POSCOPE_TRY(const ElementType* const type, readableType(file, info));
  if (type->wide != nullptr) {
    WideSummary wide(*type->wide);
    return forEachPiece(file, info, control,
                        [&](std::span<const char> bytes) { wide.add(bytes, info.bigEndian); })
        .map([&] { return wide.summary(); });
  }
  DoubleSummary doubles;
  std::vector<double> values;
  return forEachPiece(file, info, control,
                      [&](std::span<const char> bytes) {
                        values.clear();
                        decodeElements(*type, bytes, info.bigEndian, values);
                        doubles.add(values);
                      })
      .map([&] { return doubles.summary(); });
}

Result<std::vector<ElementValue>> readSlice(const NamedFile& file, const ArrayInfo& info,
                                            std::span<const IndexRange> ranges,
                                            const std::stop_token& stop) {
  POSCOPE_TRY(const ElementType* const type, readableType(file, info));
  std::vector<std::int64_t> counts;
  for (const IndexRange& range : ranges) {
    counts.push_back(range.count);
  }
  const auto count = elementCount(counts);
  if (!count || *count > kLargestSliceValues) {
    return usageError({"model.array.slice_large",
                       {{"file", file.name},
                        {"count", count.value_or(std::numeric_limits<std::int64_t>::max())},
                        {"limit", kLargestSliceValues}}});
  }
  POSCOPE_TRY(const auto opened, PlainFile::open(file));
  POSCOPE_CHECK(opened.check(info.begin, info.bytes));
  ElementReader reader(opened, info, type->bits);
  return gather(reader, *type, slicedAxes(info, ranges), *count, stop);
}

}  // namespace poscope
