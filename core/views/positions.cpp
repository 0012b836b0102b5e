// positions: which position does the machine see? The last positions of a context, true against
// stored.
#include <algorithm>
#include <cmath>

#include "core/analysis/places.h"
#include "core/base/numbers.h"
#include "core/figure/verdict_words.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr double kMostShown = 16384;
constexpr int kMostTicks = 9;

struct Picture {
  std::int64_t start;
  std::int64_t context;
  std::int64_t length;
  Places a;
  Places b;
  Show show;

  [[nodiscard]] std::int64_t last() const { return start + context - 1; }
  [[nodiscard]] std::int64_t firstShown() const { return last() - length + 1; }
};

Picture pictureOf(const Params& params) {
  const std::int64_t start = params.integer("start");
  const std::int64_t context = params.integer("context");
  const std::int64_t last = start + context - 1;
  return {start,
          context,
          std::min(params.integer("length"), context),
          Places(params.format("format"), start, last, overflowOf(params)),
          Places(params.format("b"), start, last, overflowOf(params)),
          shown(params)};
}

Text label(const NumberFormat& format) {
  return Text::verbatim(format.label);
}

class PlacesInspection final : public Inspection {
 public:
  PlacesInspection(const Places& a, const Places& b, std::int64_t first, std::int64_t last,
                   bool difference)
      : a_(a), b_(b), first_(first), last_(last), difference_(difference) {}

  Detail at(double x, double /*y*/) const override {
    const double position = std::round(x);
    Detail detail;
    if (!(position >= static_cast<double>(first_) && position <= static_cast<double>(last_))) {
      return detail;
    }
    const auto at = static_cast<std::int64_t>(position);
    const PlaceGroup group = a_.groupOf(at);
    addRows(detail, at, group);
    detail.marked = true;
    detail.markX = position;
    detail.markY = difference_ ? group.place - position : group.place;
    if (group.size() > 1) {
      if (group.stride == 1) {
        detail.strips.push_back({ColourRole::marked,
                                 static_cast<double>(group.first) - 0.5,
                                 static_cast<double>(group.last) + 0.5,
                                 {}});
      }
      detail.notes.push_back(
          {position,
           detail.markY,
           {"positions.note.share", {{"size", group.size()}, {"place", exactDecimal(group.place)}}},
           "positions.note.detail",
           ColourRole::neutral});
    }
    return detail;
  }

 private:
  void addRows(Detail& detail, std::int64_t at, const PlaceGroup& group) const {
    const double error = group.place - static_cast<double>(at);
    const char* sign = error > 0 ? "+" : "";
    const TextRole role = error == 0 ? TextRole::plain : TextRole::broken;
    const auto add = [&](Text rowLabel, Text value, TextRole valueRole = TextRole::plain) {
      detail.rows.push_back({std::move(rowLabel), std::move(value), valueRole, {}});
    };
    add("inspector.position", {"value.plain", {{"value", std::to_string(at)}}});
    add({"inspector.stored-in", {{"format", a_.format().label}}},
        error == 0
            ? Text::verbatim(exactDecimal(group.place))
            : Text::verbatim(exactDecimal(group.place) + "  (" + sign + exactDecimal(error) + ")"),
        role);
    add("inspector.shares", group.size() == 1 ? Text("inspector.shares.none")
                                              : Text(group.stride == 1 ? "inspector.shares.group"
                                                                       : "inspector.shares.every",
                                                     {{"size", group.size()},
                                                      {"stride", group.stride},
                                                      {"first", std::to_string(group.first)},
                                                      {"last", std::to_string(group.last)}}));
    if (std::isfinite(group.place)) {
      add("inspector.spacing", Text::verbatim(exactDecimal(
                                   spacingAt(a_.format(), static_cast<double>(at), a_.scale()))));
      const auto stored =
          storedRows("inspector.stored", group.place, a_.format(), a_.scale(), TextRole::plain);
      detail.rows.insert(detail.rows.end(), stored.begin() + 1, stored.end());
      add("inspector.neighbours",
          Text::verbatim(exactDecimal(numberBelow(a_.format(), group.place, a_.scale())) + " · " +
                         exactDecimal(numberAbove(a_.format(), group.place, a_.scale()))));
    }
    add({"inspector.stored-in", {{"format", b_.format().label}}},
        Text::verbatim(exactDecimal(b_.place(at))), TextRole::fixed);
    add("inspector.reference", {"value.fp64", {{"value", std::to_string(at)}}},
        TextRole::reference);
  }

  Places a_;
  Places b_;
  std::int64_t first_;
  std::int64_t last_;
  bool difference_;
};

PointLayer seriesOf(const Picture& picture, const Places& places, ColourRole role, Mark mark) {
  PointLayer layer;
  layer.name = role == ColourRole::a ? "a" : "b";
  layer.role = role;
  layer.mark = mark;
  std::int64_t distinct = 0;
  for (std::int64_t at = picture.firstShown(); at <= picture.last(); ++at) {
    const double place = places.place(at);
    const auto position = static_cast<double>(at);
    distinct += layer.y.empty() || !Places::shares(places.place(at - 1), place) ? 1 : 0;
    layer.x.push_back(position);
    layer.y.push_back(picture.show == Show::difference ? place - position : place);
  }
  layer.label = {
      "positions.label",
      {{"format", places.format().label}, {"places", distinct}, {"tokens", picture.length}}};
  layer.faint = (picture.show == Show::a && role == ColourRole::b) ||
                (picture.show == Show::b && role == ColourRole::a) ||
                picture.show == Show::reference;
  return layer;
}

PointLayer referenceLine(const Picture& picture) {
  PointLayer layer;
  layer.name = "reference";
  layer.label = "positions.label.reference";
  layer.role = ColourRole::reference;
  layer.mark = Mark::line;
  const bool difference = picture.show == Show::difference;
  for (const std::int64_t at : {picture.firstShown(), picture.last()}) {
    layer.x.push_back(static_cast<double>(at));
    layer.y.push_back(difference ? 0.0 : static_cast<double>(at));
  }
  return layer;
}

// The range of the finite values of the layers, with a little room.
void fitY(PlotPanel& panel, double room) {
  double low = HUGE_VAL;
  double high = -HUGE_VAL;
  for (const Layer& layer : panel.layers) {
    const auto* points = std::get_if<PointLayer>(&layer);
    for (const double y : points->y) {
      low = std::isfinite(y) ? std::min(low, y) : low;
      high = std::isfinite(y) ? std::max(high, y) : high;
    }
  }
  // Nothing finite is stored: the true positions give the range.
  panel.y.first = (low <= high ? low : panel.x.first) - room;
  panel.y.last = (low <= high ? high : panel.x.last) + room;
}

// Positions of A that became NaN or infinite have no place: they are marked along the upper edge.
void addLost(PlotPanel& panel, const Picture& picture) {
  PointLayer lost;
  lost.name = "lost";
  lost.role = ColourRole::bad;
  lost.mark = Mark::squares;
  for (std::int64_t at = picture.firstShown(); at <= picture.last(); ++at) {
    if (!std::isfinite(picture.a.place(at))) {
      lost.x.push_back(static_cast<double>(at));
      lost.y.push_back(panel.y.last);
    }
  }
  if (!lost.x.empty()) {
    lost.label = {
        "positions.label.lost",
        {{"format", picture.a.format().label}, {"lost", static_cast<std::int64_t>(lost.x.size())}}};
    panel.layers.push_back(std::move(lost));
  }
}

PlotPanel panelOf(const Picture& picture) {
  PlotPanel panel;
  panel.name = "places";
  const bool difference = picture.show == Show::difference;
  panel.x.title = "positions.axis.true";
  panel.y.title = difference ? "positions.axis.error" : "positions.axis.stored";
  panel.layers.push_back(seriesOf(picture, picture.a, ColourRole::a, Mark::squares));
  panel.layers.push_back(seriesOf(picture, picture.b, ColourRole::b, Mark::dots));
  if (difference || picture.show == Show::reference) {
    panel.layers.push_back(referenceLine(picture));
  }
  const double room = std::max(1.0, 0.02 * static_cast<double>(picture.length));
  panel.x.first = static_cast<double>(picture.firstShown()) - room;
  panel.x.last = static_cast<double>(picture.last()) + room;
  fitY(panel, room);
  addLost(panel, picture);
  const double spacing = std::max(
      1.0, spacingAt(picture.a.format(), static_cast<double>(picture.last()), picture.a.scale()));
  const double unit = std::isfinite(spacing) ? spacing : 1.0;
  panel.x.ticks = AxisTicks::steps;
  panel.x.tickStep = doubledStep(panel.x.last - panel.x.first, unit, kMostTicks);
  panel.y.ticks = difference ? AxisTicks::integers : AxisTicks::steps;
  panel.y.tickStep = panel.x.tickStep;
  panel.inspection = std::make_shared<PlacesInspection>(picture.a, picture.b, picture.firstShown(),
                                                        picture.last(), difference);
  return panel;
}

Text sentence(const PlaceCounts& counts, const Picture& picture) {
  const bool noZero = picture.a.format().zero == Zero::none;
  const char* key = counts.lost > 0 && noZero        ? "positions.finding.no-zero"
                    : counts.lost > 0                ? "positions.finding.lost"
                    : counts.distinct < counts.total ? "positions.finding.collide"
                                                     : "positions.finding.fine";
  return {key,
          {{"context", counts.total},
           {"format", label(picture.a.format())},
           {"distinct", counts.distinct},
           {"lost", counts.lost}}};
}

Verdict uniqueVerdict(const PlaceCounts& counts) {
  const bool good = counts.distinct == counts.total && counts.lost == 0;
  UniqueVerdict unique;
  unique.state = good ? VerdictState::good : VerdictState::bad;
  unique.total = counts.total;
  unique.distinct = counts.distinct;
  unique.largestGroup = counts.largestGroup;
  unique.unshared = counts.unshared;
  unique.lost = counts.lost;
  unique.firstCollision = counts.firstCollision;
  return uniqueBlock(unique, UniqueSubject::positions);
}

std::vector<std::int64_t> pairOf(const PlaceCounts& counts) {
  if (!counts.firstCollision) {
    return {};
  }
  return {counts.firstCollision->first, counts.firstCollision->second};
}

const char* explanationKey(const PlaceCounts& counts, const Picture& picture) {
  const bool shares = counts.distinct < counts.total;
  return picture.show == Show::difference   ? "positions.explanation.difference"
         : shares && picture.a.period() > 0 ? "positions.explanation.wraps"
         : shares                           ? "positions.explanation"
                                            : "positions.explanation.fine";
}

// What one step of a scaled integer is worth.
void addScaleNote(Figure& figure, const Places& places) {
  if (places.format().kind == FormatKind::scaledInteger) {
    figure.notes.push_back(
        {"positions.note.scale",
         {{"format", label(places.format())}, {"scale", shortDecimal(places.scale())}}});
  }
}

// Positions beyond the last integer come back from the lowest one.
void addWrapNote(Figure& figure, const Picture& picture, const Places& places) {
  const NumberFormat& format = places.format();
  if (places.period() > 0 && static_cast<double>(picture.last()) > largestNumber(format)) {
    figure.notes.push_back({"positions.note.wraps",
                            {{"format", label(format)},
                             {"last", lastExactInteger(format)},
                             {"next", lastExactInteger(format) + 1},
                             {"lowest", static_cast<std::int64_t>(lowestNumber(format))},
                             {"period", places.period()}}});
  }
}

Result<Figure> build(const Params& params, const ViewContext&) {
  const Picture picture = pictureOf(params);
  const PlaceCounts counts = picture.a.count();
  Figure figure;
  figure.finding = {"positions.question",
                    sentence(counts, picture),
                    {explanationKey(counts, picture),
                     {{"length", picture.length},
                      {"context", picture.context},
                      {"format", label(picture.a.format())}}}};
  figure.facts = {{"total", counts.total},       {"exact", counts.exact},
                  {"distinct", counts.distinct}, {"largest_group", counts.largestGroup},
                  {"unshared", counts.unshared}, {"first_collision", pairOf(counts)},
                  {"lost", counts.lost}};
  figure.panels.push_back(panelOf(picture));
  figure.verdicts.push_back(uniqueVerdict(counts));
  figure.notes = modelNotes(params, "");
  addScaleNote(figure, picture.a);
  addScaleNote(figure, picture.b);
  addWrapNote(figure, picture, picture.a);
  addWrapNote(figure, picture, picture.b);
  figure.mainLayer = "a";
  return figure;
}

}  // namespace

View positionsView() {
  View view;
  view.id = "positions";
  view.group = "numbers";
  view.schema = joinSchemas(
      {{contextParameter(4096), formatParameter("format", "bf16", kAtPosition),
        withOwnWords(formatParameter("b", "fp32", kAtCompared)),
        withOwnWords(integerParameter("length", 100, 2, kMostShown, ParameterScale::log2)),
        integerParameter("start", 0, 0, kLongestContext), overflowParameter(), showParameter("a")},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "context" || spec.name == "length" || spec.name == "start";
  }
  view.figures = {{"fig9", "context=4096&format=bf16&length=100"}};
  view.facts = {"total",    "exact",           "distinct", "largest_group",
                "unshared", "first_collision", "lost"};
  view.compares = true;
  view.first = true;
  view.build = build;
  return view;
}

}  // namespace poscope
