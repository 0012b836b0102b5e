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

  /// The places that a page about `side` is about: B's for B, else A's.
  [[nodiscard]] const Places& of(Side side) const { return side == Side::b ? b : a; }
  [[nodiscard]] std::int64_t last() const { return start + context - 1; }
  [[nodiscard]] std::int64_t firstShown() const { return last() - length + 1; }
};

Picture pictureOf(const Params& params) {
  const std::int64_t start = params.integer(parameter::kStart);
  const std::int64_t context = params.integer(parameter::kContext);
  const std::int64_t last = start + context - 1;
  return {start, context, std::min(params.integer(parameter::kLength), context),
          Places(params.format(parameter::kFormat), start, last, overflowOf(params)),
          Places(params.format(parameter::kFormatB), start, last, overflowOf(params))};
}

Text label(const NumberFormat& format) {
  return Text::verbatim(format.label);
}

// The shown side with its neighbours and whom it shares its place with, the other one in a line.
class PlacesInspection final : public Inspection {
 public:
  PlacesInspection(const Picture& picture, Side shown)
      : main_(picture.of(shown)),
        other_(shown == Side::b ? picture.a : picture.b),
        first_(picture.firstShown()),
        last_(picture.last()),
        shown_(shown) {}

  Detail at(double x, double /*y*/) const override {
    const double position = std::round(x);
    Detail detail;
    if (!(position >= static_cast<double>(first_) && position <= static_cast<double>(last_))) {
      return detail;
    }
    const auto at = static_cast<std::int64_t>(position);
    const PlaceGroup group = main_.groupOf(at);
    addRows(detail, at, group);
    detail.marked = true;
    detail.markX = position;
    detail.markY = shown_ == Side::difference ? group.place - position : group.place;
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
           {"positions.note.share", {{"size", group.size()}, {"place", exactText(group.place)}}},
           "positions.note.detail",
           ColourRole::neutral});
    }
    return detail;
  }

 private:
  void addRows(Detail& detail, std::int64_t at, const PlaceGroup& group) const {
    const bool isB = shown_ == Side::b;
    const double error = group.place - static_cast<double>(at);
    const char* sign = error > 0 ? "+" : "";
    const TextRole own = isB ? TextRole::b : TextRole::a;
    const NumberFormat& format = main_.format();
    const auto add = [&](Text rowLabel, Text value, TextRole valueRole = TextRole::plain) {
      detail.rows.push_back({std::move(rowLabel), std::move(value), valueRole, {}});
    };
    add("inspector.position", {"value.plain", {{"value", at}}});
    add({"inspector.stored-in", {{"format", format.label}}},
        error == 0 ? Text::verbatim(exactText(group.place))
                   : Text::verbatim(exactText(group.place) + "  (" + sign + exactText(error) + ")"),
        error == 0 ? TextRole::plain : own);
    add("inspector.shares", group.size() == 1 ? Text("inspector.shares.none")
                                              : Text(group.stride == 1 ? "inspector.shares.group"
                                                                       : "inspector.shares.every",
                                                     {{"others", group.size() - 1},
                                                      {"stride", group.stride},
                                                      {"first", group.first},
                                                      {"last", group.last}}));
    if (std::isfinite(group.place)) {
      add("inspector.spacing",
          Text::verbatim(exactText(spacingAt(format, static_cast<double>(at), main_.scale()))));
      const auto stored =
          storedRows("inspector.stored", group.place, format, main_.scale(), TextRole::plain);
      detail.rows.insert(detail.rows.end(), stored.begin() + 1, stored.end());
      add("inspector.neighbours",
          Text::verbatim(exactText(numberBelow(format, group.place, main_.scale())) + " · " +
                         exactText(numberAbove(format, group.place, main_.scale()))));
    }
    add({"inspector.stored-in", {{"format", other_.format().label}}},
        Text::verbatim(exactText(other_.place(at))), isB ? TextRole::a : TextRole::b);
    add("inspector.reference", {"value.fp64", {{"value", at}}}, TextRole::reference);
  }

  Places main_;
  Places other_;
  std::int64_t first_;
  std::int64_t last_;
  Side shown_;
};

PointLayer seriesOf(const Picture& picture, const Places& places, Side side, Mark mark,
                    Side shown) {
  PointLayer layer;
  layer.name = sideName(side);
  layer.of = places.format().id;
  layer.role = roleOf(side);
  layer.mark = mark;
  std::int64_t distinct = 0;
  std::int64_t kept = 0;
  for (std::int64_t at = picture.firstShown(); at <= picture.last(); ++at) {
    const double place = places.place(at);
    const auto position = static_cast<double>(at);
    const bool other = layer.y.empty() || !Places::shares(places.place(at - 1), place);
    distinct += std::isfinite(place) && other ? 1 : 0;  // What is lost has its own entry.
    kept += std::isfinite(place) ? 1 : 0;
    layer.x.push_back(position);
    layer.y.push_back(shown == Side::difference ? place - position : place);
  }
  if (kept > 0) {
    layer.label = {"positions.label",
                   {{"format", places.format().label}, {"places", distinct}, {"tokens", kept}}};
  }
  layer.faint = shown != side && shown != Side::difference;
  return layer;
}

PointLayer referenceLine(const Picture& picture, Side shown) {
  PointLayer layer;
  layer.name = "reference";
  const bool difference = shown == Side::difference;
  layer.of = "fp64";
  layer.label = difference ? "positions.label.exact" : "positions.label.reference";
  layer.role = ColourRole::reference;
  layer.mark = Mark::line;
  for (std::int64_t at = picture.firstShown(); at <= picture.last(); ++at) {
    layer.x.push_back(static_cast<double>(at));
    layer.y.push_back(difference ? 0.0 : static_cast<double>(at));
  }
  return layer;
}

// There are no positions below 0 to leave room for; errors are.
double lowerEnd(double least, double room) {
  return least >= 0 ? std::max(least - room, -0.5) : least - room;
}

// The range of the finite values of the layers, with a little room.
void fitY(PlotPanel& panel, double room, bool errors) {
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
  panel.y.first = low > high ? panel.x.first : errors ? low - room : lowerEnd(low, room);
  panel.y.last = (low <= high ? high : panel.x.last) + room;
}

// Positions of the shown side that became NaN or infinite have no place: they are marked along the
// upper edge. The marks are no numbers, so the layer has no name.
void addLost(PlotPanel& panel, const Picture& picture, Side shown) {
  PointLayer lost;
  lost.role = ColourRole::bad;
  lost.mark = Mark::crosses;
  for (std::int64_t at = picture.firstShown(); at <= picture.last(); ++at) {
    if (!std::isfinite(picture.of(shown).place(at))) {
      lost.x.push_back(static_cast<double>(at));
      lost.y.push_back(panel.y.last);
    }
  }
  if (!lost.x.empty()) {
    lost.label = {"positions.label.lost",
                  {{"format", picture.of(shown).format().label},
                   {"lost", static_cast<std::int64_t>(lost.x.size())}}};
    panel.layers.emplace_back(std::move(lost));
  }
}

PlotPanel panelOf(const Picture& picture, Side shown) {
  PlotPanel panel;
  panel.name = "places";
  const bool difference = shown == Side::difference;
  panel.x.title = "positions.axis.true";
  panel.y.title = difference ? "positions.axis.error" : "positions.axis.stored";
  panel.x.data = {"position", "tokens"};
  panel.y.data = {difference ? "error" : "stored", "tokens"};
  panel.layers.emplace_back(seriesOf(picture, picture.a, Side::a, Mark::squares, shown));
  panel.layers.emplace_back(seriesOf(picture, picture.b, Side::b, Mark::dots, shown));
  if (difference || shown == Side::reference) {
    panel.layers.emplace_back(referenceLine(picture, shown));
  }
  const double room = std::max(1.0, 0.02 * static_cast<double>(picture.length));
  panel.x.first = lowerEnd(static_cast<double>(picture.firstShown()), room);
  panel.x.last = static_cast<double>(picture.last()) + room;
  fitY(panel, room, difference);
  addLost(panel, picture, shown);
  const double spacing =
      std::max(1.0, spacingAt(picture.of(shown).format(), static_cast<double>(picture.last()),
                              picture.of(shown).scale()));
  const double unit = std::isfinite(spacing) ? spacing : 1.0;
  panel.x.ticks = AxisTicks::steps;
  panel.x.tickStep = doubledStep(panel.x.last - panel.x.first, unit, kMostTicks);
  panel.y.ticks = difference ? AxisTicks::integers : AxisTicks::steps;
  panel.y.tickStep = panel.x.tickStep;
  panel.inspection = std::make_shared<PlacesInspection>(picture, shown);
  return panel;
}

/// What a format does to the positions that are shown.
struct ShownErrors {
  double largest = 0;         ///< Of the finite places.
  std::int64_t position = 0;  ///< The first that is off so far.
  std::int64_t lost = 0;      ///< Infinite and NaN places.
};

ShownErrors errorsOf(const Picture& picture, const Places& places) {
  ShownErrors errors;
  for (std::int64_t at = picture.firstShown(); at <= picture.last(); ++at) {
    const double error = std::abs(places.place(at) - static_cast<double>(at));
    errors.lost += std::isfinite(error) ? 0 : 1;
    if (std::isfinite(error) && error > errors.largest) {
      errors.largest = error;
      errors.position = at;
    }
  }
  return errors;
}

// "bf16 is off by up to 8, at position 4,007".
Text errorClause(const Picture& picture, Side side) {
  const ShownErrors errors = errorsOf(picture, picture.of(side));
  const bool off = errors.largest > 0;
  const char* key = errors.lost > 0 ? (off ? "positions.error.off-lost" : "positions.error.lost")
                    : off           ? "positions.error.off"
                                    : "positions.error.none";
  return {key,
          {{"format", label(picture.of(side).format())},
           {"error", inColourOf(side, {"", shortDecimal(errors.largest)})},
           {"position", errors.position},
           {"lost", inColourOf(side, {"", errors.lost})}}};
}

Text sentence(const PlaceCounts& counts, const Picture& picture, Side shown) {
  if (shown == Side::reference) {
    return {"positions.finding.reference", {{"context", counts.total}}};
  }
  if (shown == Side::difference) {
    return {"positions.finding.difference",
            {{"a", errorClause(picture, Side::a)}, {"b", errorClause(picture, Side::b)}}};
  }
  const bool noZero = picture.of(shown).format().zero == Zero::none;
  const char* key = counts.lost > 0 && noZero        ? "positions.finding.no-zero"
                    : counts.lost > 0                ? "positions.finding.lost"
                    : counts.distinct < counts.total ? "positions.finding.collide"
                                                     : "positions.finding.fine";
  return {key,
          {{"context", counts.total},
           {"format", label(picture.of(shown).format())},
           {"distinct", counts.distinct},
           {"lost", counts.lost}}};
}

UniqueVerdict uniqueOf(const PlaceCounts& counts) {
  const bool good = counts.distinct == counts.total && counts.lost == 0;
  UniqueVerdict unique;
  unique.state = good ? VerdictState::good : VerdictState::bad;
  unique.total = counts.total;
  unique.distinct = counts.distinct;
  unique.largestGroup = counts.largestGroup;
  unique.unshared = counts.unshared;
  unique.lost = counts.lost;
  unique.firstCollision = counts.firstCollision;
  return unique;
}

/// What was computed once for every side.
struct PositionCounts {
  Picture picture;
  PlaceCounts a;
  PlaceCounts b;
};

std::vector<std::int64_t> pairOf(const PlaceCounts& counts) {
  if (!counts.firstCollision) {
    return {};
  }
  return {counts.firstCollision->first, counts.firstCollision->second};
}

const char* explanationKey(const PlaceCounts& counts, const Picture& picture, Side shown) {
  const bool shares = counts.distinct < counts.total;
  const bool lost = errorsOf(picture, picture.of(shown)).lost > 0;
  return shown == Side::reference                   ? "positions.explanation.reference"
         : shown == Side::difference                ? "positions.explanation.difference"
         : lost                                     ? "positions.explanation.lost"
         : shares && picture.of(shown).period() > 0 ? "positions.explanation.wraps"
         : shares                                   ? "positions.explanation"
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

constexpr SideFact<PlaceCounts> kFacts[] = {
    {"total", [](const PlaceCounts& c) -> FactValue { return c.total; }},
    {"exact", [](const PlaceCounts& c) -> FactValue { return c.exact; }},
    {"distinct", [](const PlaceCounts& c) -> FactValue { return c.distinct; }},
    {"largest_group", [](const PlaceCounts& c) -> FactValue { return c.largestGroup; }},
    {"unshared", [](const PlaceCounts& c) -> FactValue { return c.unshared; }},
    {"first_collision", [](const PlaceCounts& c) -> FactValue { return pairOf(c); }},
    {"lost", [](const PlaceCounts& c) -> FactValue { return c.lost; }}};

std::vector<Fact> factsOf(const PlaceCounts& a, const PlaceCounts& b) {
  return plainSideFacts(kFacts, a, b);
}

void addSide(Figure& figure, const PositionCounts& counted, Side shown) {
  const Picture& picture = counted.picture;
  const PlaceCounts& counts = shown == Side::b ? counted.b : counted.a;
  figure.finding = {"positions.question",
                    sentence(counts, picture, shown),
                    {explanationKey(counts, picture, shown),
                     {{"length", picture.length},
                      {"bits", picture.of(shown).format().codeBits()},
                      {"group", counts.largestGroup},
                      {"context", picture.context},
                      {"format", label(picture.of(shown).format())},
                      {"format_b", label(picture.b.format())}}}};
  figure.panels.emplace_back(panelOf(picture, shown));
  const UniqueVerdict a = uniqueOf(counted.a);
  const UniqueVerdict b = uniqueOf(counted.b);
  figure.verdicts.push_back(uniqueBlock(a, b, Counted::positions, shown));
  figure.verdictTable = uniqueTable(a, b);
  figure.mainLayer = shown == Side::b ? "b" : "a";
}

Result<Figure> build(const Params& params, const ViewContext&) {
  const Picture picture = pictureOf(params);
  const PlaceCounts a = picture.a.count();
  const PlaceCounts b = picture.b.count();
  auto counted = std::make_shared<const PositionCounts>(PositionCounts{picture, a, b});
  Figure common;
  common.facts = factsOf(a, b);
  addScaleNote(common, counted->picture.a);
  addScaleNote(common, counted->picture.b);
  addWrapNote(common, counted->picture, counted->picture.a);
  addWrapNote(common, counted->picture, counted->picture.b);
  return figureOfSides(std::move(common), counted, addSide);
}

}  // namespace

View positionsView() {
  View view;
  view.id = "positions";
  view.group = "numbers";
  view.schema = joinSchemas(
      {{contextParameter(4096), formatParameter(parameter::kFormat, "bf16", kAtPosition),
        withOwnWords(secondFormatParameter("fp32")),
        withOwnWords(
            integerParameter(parameter::kLength, 100, 2, kMostShown, ParameterScale::log2)),
        startParameter(), overflowParameter(), showParameter(Side::a)},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == "context" || spec.name == "length" || spec.name == "start";
  }
  view.figures = {{"fig9", "context=4096&format=bf16&length=100"}};
  view.facts = factNames(factsOf({}, {}));
  view.compares = true;
  view.first = true;
  view.hint = "positions.hint";
  view.build = build;
  return view;
}

}  // namespace poscope
