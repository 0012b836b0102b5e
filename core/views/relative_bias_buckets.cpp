// T5's buckets on the page relative-bias: their staircase, its edges and what each holds.
#include <algorithm>
#include <cmath>

#include "core/compute/function_source.h"
#include "core/views/build_parts.h"
#include "core/views/relative_bias.h"

namespace poscope {
namespace {

// Of one direction, from the query on.
std::vector<BucketRange> rangesOf(const RelativePage& page, std::int64_t direction) {
  const DistanceValue bucket = [&](double distance) {
    return static_cast<double>(
        t5Bucket(page.setup.t5, direction * static_cast<std::int64_t>(distance)));
  };
  std::vector<BucketRange> ranges;
  // A key after the query is at least one token away.
  for (std::int64_t from = direction < 0 ? 1 : 0; from < page.setup.context;) {
    const DistanceRun run = runFrom(bucket, page.setup.context, from);
    ranges.push_back(
        {static_cast<std::int64_t>(run.value), direction * run.first, direction * run.last});
    from = run.last + 1;
  }
  return ranges;
}

/// The bucket of a distance, and who else is in it.
class BucketInspection final : public Inspection {
 public:
  explicit BucketInspection(std::vector<BucketRange> ranges) : ranges_(std::move(ranges)) {}

  Detail at(double x, double) const override {
    Detail detail;
    const double distance = std::round(x);
    const auto found =
        std::find_if(ranges_.begin(), ranges_.end(), [distance](const BucketRange& range) {
          return distance >= static_cast<double>(std::min(range.first, range.last)) &&
                 distance <= static_cast<double>(std::max(range.first, range.last));
        });
    if (found == ranges_.end()) {
      return detail;
    }
    const auto add = [&detail](Text label, std::int64_t value) {
      detail.rows.push_back(
          {std::move(label), {"value.integer", {{"value", value}}}, TextRole::plain, {}});
    };
    add("inspector.distance", static_cast<std::int64_t>(distance));
    add("relative-bias.column.bucket", found->bucket);
    add("relative-bias.column.first", found->first);
    add("relative-bias.column.last", found->last);
    detail.marked = true;
    detail.markX = distance;
    detail.markY = static_cast<double>(found->bucket);
    detail.strips.push_back({ColourRole::marked,
                             static_cast<double>(std::min(found->first, found->last)) - 0.5,
                             static_cast<double>(std::max(found->first, found->last)) + 0.5,
                             {}});
    return detail;
  }

 private:
  std::vector<BucketRange> ranges_;
};

// Where a shared bucket begins; the others are as wide as a distance. So many that they would cover
// the buckets are left out.
void addEdges(PlotPanel& panel, const std::vector<BucketRange>& ranges) {
  constexpr std::size_t kMostEdges = 64;
  std::vector<Layer> edges;
  for (const BucketRange& range : ranges) {
    const double edge = static_cast<double>(range.first) - (range.first < 0 ? -0.5 : 0.5);
    if (range.first != range.last && edge > panel.x.first && edge < panel.x.last) {
      edges.emplace_back(StripLayer{ColourRole::neutral, edge, edge, {}});
    }
  }
  if (edges.size() <= kMostEdges) {
    panel.layers = std::move(edges);
  }
}

}  // namespace

std::vector<DistanceRun> bucketRuns(const RelativePage& page) {
  std::vector<DistanceRun> runs;
  for (const BucketRange& range : rangesOf(page, 1)) {
    runs.push_back({range.first, range.last, static_cast<double>(range.bucket)});
  }
  return runs;
}

std::vector<BucketRange> bucketRanges(const RelativePage& page) {
  std::vector<BucketRange> ranges = rangesOf(page, 1);
  if (page.setup.t5.bidirectional) {
    const auto after = rangesOf(page, -1);
    ranges.insert(ranges.end(), after.begin(), after.end());
  }
  return ranges;
}

// Up to a little beyond the last edge, to both sides where keys after the query have buckets.
PlotPanel bucketPlot(const RelativePage& page, const std::vector<BucketRange>& ranges) {
  const T5Buckets& t5 = page.setup.t5;
  const std::int64_t far = std::min(page.last(), t5.maxDistance + t5.maxDistance / 4);
  const std::int64_t near = t5.bidirectional ? -far : 0;
  PlotPanel panel;
  panel.name = "buckets";
  panel.x = {"relative-bias.axis.signed", static_cast<double>(near) - 0.5,
             static_cast<double>(far) + 0.5, AxisScale::linear, AxisTicks::integers};
  panel.x.data = {"distance", "tokens"};
  panel.y = {"relative-bias.axis.bucket", -0.5, static_cast<double>(t5.buckets) + 0.5,
             AxisScale::linear, AxisTicks::integers};
  panel.y.data = {"bucket"};
  addEdges(panel, ranges);
  CurveLayer curve;
  curve.name = "bucket";
  curve.role = ColourRole::one;
  curve.mark = Mark::dots;
  curve.quantity = Quantity::reference;
  curve.columnFirst = static_cast<double>(near);
  curve.of = "integers";
  curve.source = functionSource(
      1, far - near + 1, [t5, near](std::int64_t, std::int64_t column, Quantity /*quantity*/) {
        return static_cast<double>(t5Bucket(t5, near + column));
      });
  panel.layers.emplace_back(std::move(curve));
  panel.inspection = std::make_shared<BucketInspection>(ranges);
  return panel;
}

TablePanel bucketTable(const std::vector<BucketRange>& ranges) {
  TablePanel table;
  table.name = "ranges";
  table.title = "relative-bias.table.buckets";
  table.columns = {{"relative-bias.column.bucket", {"bucket"}},
                   {"relative-bias.column.first", {"first", "tokens"}},
                   {"relative-bias.column.last", {"last", "tokens"}},
                   {"relative-bias.column.size", {"distances"}}};
  table.of = "integers";
  for (const BucketRange& range : ranges) {
    table.rows.push_back(
        {{integerCell(range.bucket), integerCell(range.first), integerCell(range.last),
          integerCell(std::abs(range.last - range.first) + 1)},
         {},
         false});
  }
  return table;
}

}  // namespace poscope
