#include "core/compute/curve.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/compute/reduction.h"

namespace poscope {
namespace {

constexpr std::int64_t kPart = 1 << 16;  ///< Values that are held at once.

struct Sample {
  std::int64_t integer = 0;
  double value = 0;
};

/// Takes values in the order of their integers and keeps what is drawn of each column.
class ColumnFold {
 public:
  ColumnFold(std::span<const std::int64_t> edges, CurvePoints& out) : edges_(edges), out_(out) {}

  void add(const Sample& sample) {
    if (sample.integer >= end_) {
      finish();
      const auto after = std::upper_bound(edges_.begin(), edges_.end(), sample.integer);
      end_ = after == edges_.end() ? edges_.back() : *after;
    }
    if (empty_) {
      first_ = least_ = greatest_ = sample;
      empty_ = false;
    }
    // What is no finite number is seen at the ends of a column only: the line stops there.
    if (std::isfinite(sample.value)) {
      least_ = !(least_.value <= sample.value) || std::isinf(least_.value) ? sample : least_;
      greatest_ =
          !(greatest_.value >= sample.value) || std::isinf(greatest_.value) ? sample : greatest_;
    }
    last_ = sample;
  }

  void finish() {
    if (empty_) {
      return;
    }
    std::array<Sample, 4> kept{first_, least_, greatest_, last_};
    std::sort(kept.begin(), kept.end(),
              [](const Sample& one, const Sample& other) { return one.integer < other.integer; });
    for (std::size_t k = 0; k < kept.size(); ++k) {
      if (k == 0 || kept[k].integer != kept[k - 1].integer) {
        out_.x.push_back(static_cast<double>(kept[k].integer));
        out_.y.push_back(kept[k].value);
      }
    }
    empty_ = true;
  }

 private:
  std::span<const std::int64_t> edges_;
  CurvePoints& out_;
  std::int64_t end_ = std::numeric_limits<std::int64_t>::min();  ///< Of the column that is open.
  bool empty_ = true;
  Sample first_;
  Sample least_;
  Sample greatest_;
  Sample last_;
};

/// Values of one row, one for each cell of `axis`, at the integers that Reduction::sample takes.
class RowReader {
 public:
  RowReader(const CellSource& source, std::int64_t row, Quantity quantity,
            const std::stop_token& stop)
      : source_(source), row_(row), quantity_(quantity), stop_(stop) {}

  [[nodiscard]] Result<void> read(const AxisLattice& axis, ColumnFold& fold) {
    values_.resize(static_cast<std::size_t>(axis.count));
    POSCOPE_CHECK(source_.cells({{row_, 1, 1}, axis}, quantity_, Reduction::sample,
                                std::span<double>(values_), stop_));
    for (std::int64_t k = 0; k < axis.count; ++k) {
      fold.add({sampleInteger(axis, k, 0, 1), values_[static_cast<std::size_t>(k)]});
    }
    return {};
  }

  [[nodiscard]] Result<void> readEvery(std::int64_t begin, std::int64_t end, ColumnFold& fold) {
    for (std::int64_t first = begin; first < end; first += kPart) {
      const std::int64_t count = std::min(kPart, end - first);
      POSCOPE_CHECK(read({first, count, count}, fold));
    }
    return {};
  }

 private:
  const CellSource& source_;
  std::int64_t row_;
  Quantity quantity_;
  const std::stop_token& stop_;
  std::vector<double> values_;
};

// The end of the columns from `first` on that are about as wide as that one: one lattice serves
// them.
std::size_t likeColumns(std::span<const std::int64_t> edges, std::size_t first) {
  const std::int64_t width = edges[first + 1] - edges[first];
  std::size_t end = first + 1;
  while (end + 1 < edges.size()) {
    const std::int64_t next = edges[end + 1] - edges[end];
    if (next > 2 * width || width > 2 * next) {
      break;
    }
    ++end;
  }
  return end;
}

Result<void> readFew(RowReader& reader, std::span<const std::int64_t> edges, ColumnFold& fold) {
  const std::int64_t last = edges.back() - 1;
  POSCOPE_CHECK(reader.readEvery(edges.front(), edges.front() + 1, fold));
  // Between the two ends, which are looked at by themselves.
  for (std::size_t k = 0; k + 1 < edges.size();) {
    const std::size_t end = likeColumns(edges, k);
    const std::int64_t from = std::max(edges[k], edges.front() + 1);
    const std::int64_t span = std::min(edges[end], last) - from;
    if (span > 0) {
      const auto columns = static_cast<std::int64_t>(end - k);
      POSCOPE_CHECK(reader.read({from, span, std::min(span, kCurveSamples * columns)}, fold));
    }
    k = end;
  }
  return last > edges.front() ? reader.readEvery(last, last + 1, fold) : Result<void>();
}

}  // namespace

std::int64_t integersOf(std::span<const std::int64_t> edges) {
  return edges.empty() ? 0 : edges.back() - edges.front();
}

bool fewIsLess(std::span<const std::int64_t> edges) {
  return !edges.empty() &&
         integersOf(edges) > kCurveSamples * (static_cast<std::int64_t>(edges.size()) - 1);
}

Result<CurvePoints> curvePoints(const CellSource& source, std::int64_t row, Quantity quantity,
                                std::span<const std::int64_t> edges, CurveDetail detail,
                                const std::stop_token& stop) {
  CurvePoints points;
  if (edges.size() < 2) {
    return points;
  }
  ColumnFold fold(edges, points);
  RowReader reader(source, row, quantity, stop);
  const bool few = detail == CurveDetail::few && fewIsLess(edges);
  POSCOPE_CHECK(few ? readFew(reader, edges, fold)
                    : reader.readEvery(edges.front(), edges.back(), fold));
  fold.finish();
  return points;
}

}  // namespace poscope
