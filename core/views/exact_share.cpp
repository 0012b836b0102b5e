// exact-share: what share of positions survives at my context, value-exact and unshared, for
// several formats.
#include <algorithm>
#include <cmath>

#include "core/analysis/places.h"
#include "core/base/numbers.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr int kStepsPerOctave = 16;
constexpr int kFirstOctave = 4;

/// Contexts of the curve: every power of two from 16 to `last` with kStepsPerOctave steps between.
std::vector<std::int64_t> contextsUpTo(std::int64_t last) {
  std::vector<std::int64_t> contexts;
  for (int step = kFirstOctave * kStepsPerOctave;; ++step) {
    const auto context = static_cast<std::int64_t>(
        std::llround(std::exp2(static_cast<double>(step) / kStepsPerOctave)));
    if (context > last) {
      break;
    }
    contexts.push_back(context);
  }
  return contexts;
}

std::vector<PlaceCounts> countsAt(const NumberFormat& format, Overflow overflow,
                                  const std::vector<std::int64_t>& contexts) {
  if (format.kind != FormatKind::scaledInteger) {
    return Places(format, 0, contexts.back() - 1, overflow).countEach(contexts);
  }
  std::vector<PlaceCounts> counts;
  counts.reserve(contexts.size());
  for (const std::int64_t context : contexts) {
    counts.push_back(Places(format, 0, context - 1, overflow).count());
  }
  return counts;
}

double shareOf(std::int64_t part, std::int64_t total) {
  return static_cast<double>(part) / static_cast<double>(total);
}

struct CurveStyle {
  std::string name;
  ColourRole role;
  Mark mark;
  bool faint;
  Text label;
};

PointLayer curve(const std::vector<PlaceCounts>& counts, std::int64_t PlaceCounts::*part,
                 CurveStyle style) {
  PointLayer layer;
  layer.name = std::move(style.name);
  layer.label = std::move(style.label);
  layer.role = style.role;
  layer.mark = style.mark;
  layer.faint = style.faint;
  for (const PlaceCounts& each : counts) {
    layer.x.push_back(static_cast<double>(each.total));
    layer.y.push_back(shareOf(each.*part, each.total));
  }
  return layer;
}

class ShareInspection final : public Inspection {
 public:
  ShareInspection(const NumberFormat& a, const NumberFormat& b, Overflow overflow,
                  std::int64_t last)
      : a_(a), b_(b), overflow_(overflow), last_(last) {}

  Detail at(double x, double) const override {
    Detail detail;
    const auto context = static_cast<std::int64_t>(std::llround(x));
    if (context < 2 || context > last_) {
      return detail;
    }
    detail.rows.push_back({"parameter.context", {"value.integer", {{"value", context}}}, {}, {}});
    addFormat(detail, a_, context, TextRole::a);
    addFormat(detail, b_, context, TextRole::b);
    const PlaceCounts counts = Places(a_, 0, context - 1, overflow_).count();
    detail.marked = true;
    detail.markX = static_cast<double>(context);
    detail.markY = shareOf(counts.exact, counts.total);
    return detail;
  }

 private:
  void addFormat(Detail& detail, const NumberFormat& format, std::int64_t context,
                 TextRole role) const {
    const PlaceCounts counts = Places(format, 0, context - 1, overflow_).count();
    const auto add = [&](const char* key, std::int64_t part) {
      const double percent = 100 * shareOf(part, counts.total);
      detail.rows.push_back(
          {{key, {{"format", format.label}}},
           {"value.count-share", {{"count", part}, {"share", shortDecimal(percent, 4)}}},
           role,
           {}});
    };
    add("exact-share.row.exact", counts.exact);
    add("exact-share.row.unshared", counts.unshared);
  }

  const NumberFormat& a_;
  const NumberFormat& b_;
  Overflow overflow_;
  std::int64_t last_;
};

TableCell spacingCell(double spacing) {
  const bool whole = spacing >= 1;
  return {whole ? Text("value.integer", {{"value", static_cast<std::int64_t>(spacing)}})
                : Text::verbatim(exactDecimal(spacing)),
          TextRole::plain};
}

TablePanel tableOf(const NumberFormat& format, Overflow overflow, std::int64_t last,
                   std::int64_t context) {
  TablePanel table;
  table.name = "table";
  table.title = {"exact-share.table", {{"format", Text::verbatim(format.label)}}};
  table.columns = {"parameter.context",           "exact-share.column.exact",
                   "exact-share.column.share",    "exact-share.column.unshared",
                   "exact-share.column.distinct", "exact-share.column.spacing"};
  for (std::int64_t n = 256; n <= last; n *= 4) {
    const Places places(format, 0, n - 1, overflow);
    const PlaceCounts counts = places.count();
    const auto integer = [&](std::int64_t number) {
      return TableCell{{"value.integer", {{"value", number}}}, TextRole::plain};
    };
    const double percent = 100 * shareOf(counts.exact, counts.total);
    TableRow row;
    row.cells = {integer(n),
                 integer(counts.exact),
                 {{"value.percent", {{"share", shortDecimal(percent, 4)}}},
                  counts.exact == counts.total ? TextRole::good : TextRole::plain},
                 integer(counts.unshared),
                 integer(counts.distinct),
                 spacingCell(spacingAt(format, static_cast<double>(n - 1), places.scale()))};
    row.action = {"context", std::to_string(n)};
    row.selected = n == context;
    table.rows.push_back(std::move(row));
  }
  return table;
}

PlotPanel plotOf(const NumberFormat& a, const NumberFormat& b, Overflow overflow, std::int64_t last,
                 std::int64_t context, const PlaceCounts& counts) {
  PlotPanel panel;
  panel.name = "shares";
  const auto contexts = contextsUpTo(last);
  panel.x = {"exact-share.axis.context", static_cast<double>(contexts.front()),
             static_cast<double>(last), AxisScale::log2, AxisTicks::powersOfTwo};
  panel.y.title = "exact-share.axis.share";
  panel.y.first = 0;
  panel.y.last = 1.04;
  panel.y.percent = true;
  for (const NumberFormat& format : numberFormats()) {
    const bool main = format.id == a.id || format.id == b.id;
    if (main || (format.first & (kAtPosition | kAtCompared)) == 0) {
      continue;
    }
    panel.layers.emplace_back(curve(countsAt(format, overflow, contexts), &PlaceCounts::exact,
                                    {std::string(format.id), ColourRole::neutral, Mark::line, true,
                                     Text::verbatim(format.label)}));
  }
  const auto pair = [&](const NumberFormat& format, const std::string& side, ColourRole role) {
    const auto each = countsAt(format, overflow, contexts);
    const TextArgument name("format", Text::verbatim(format.label));
    panel.layers.emplace_back(
        curve(each, &PlaceCounts::exact,
              {side + ".exact", role, Mark::line, false, Text("exact-share.label.exact", {name})}));
    panel.layers.emplace_back(curve(each, &PlaceCounts::unshared,
                                    {side + ".unshared", role, Mark::dashed, false,
                                     Text("exact-share.label.unshared", {name})}));
  };
  pair(b, "b", ColourRole::b);
  pair(a, "a", ColourRole::a);
  const double share = shareOf(counts.exact, counts.total);
  panel.layers.emplace_back(StripLayer{
      ColourRole::marked, static_cast<double>(context), static_cast<double>(context), {}});
  panel.layers.emplace_back(NoteLayer{static_cast<double>(context),
                                      share,
                                      {"value.percent", {{"share", shortDecimal(100 * share, 4)}}},
                                      {"exact-share.note", {{"context", context}}},
                                      ColourRole::a});
  panel.inspection = std::make_shared<ShareInspection>(a, b, overflow, last);
  return panel;
}

const char* explanationKey(const NumberFormat& format, bool fine) {
  return format.kind == FormatKind::scaledInteger ? "exact-share.explanation.scaled"
         : fine                                   ? "exact-share.explanation.fine"
         : format.zero == Zero::none              ? "exact-share.explanation.no-zero"
         : format.beyond == Beyond::wraps         ? "exact-share.explanation.wraps"
                                                  : "exact-share.explanation";
}

constexpr SideFact<PlaceCounts> kFacts[] = {
    {"total", [](const PlaceCounts& c) -> FactValue { return c.total; }},
    {"exact", [](const PlaceCounts& c) -> FactValue { return c.exact; }},
    {"distinct", [](const PlaceCounts& c) -> FactValue { return c.distinct; }},
    {"unshared", [](const PlaceCounts& c) -> FactValue { return c.unshared; }},
    {"exact_share", [](const PlaceCounts& c) -> FactValue { return shareOf(c.exact, c.total); }},
    {"unshared_share",
     [](const PlaceCounts& c) -> FactValue { return shareOf(c.unshared, c.total); }}};

std::vector<Fact> factsOf(const PlaceCounts& a, const PlaceCounts& b) {
  return plainSideFacts(kFacts, a, b);
}

// Where counting goes on after the last integer of a format that wraps; 0 for the others, whose
// lowest number may fit no integer.
std::int64_t wrapsTo(const NumberFormat& format) {
  return format.beyond == Beyond::wraps ? static_cast<std::int64_t>(lowestNumber(format)) : 0;
}

Result<Figure> build(const Params& params, const ViewContext&) {
  const NumberFormat& a = params.format(parameter::kFormat);
  const NumberFormat& b = params.format(parameter::kFormatB);
  const std::int64_t context = params.integer(parameter::kContext);
  const std::int64_t last = std::max<std::int64_t>(context, std::int64_t{1} << 20);
  const Overflow overflow = overflowOf(params);
  const Places places(a, 0, context - 1, overflow);
  const PlaceCounts counts = places.count();
  const double exactPercent = 100 * shareOf(counts.exact, counts.total);
  const double unsharedPercent = 100 * shareOf(counts.unshared, counts.total);
  Figure figure;
  const bool fine = counts.exact == counts.total;
  figure.finding = {"exact-share.question",
                    {fine ? "exact-share.finding.fine" : "exact-share.finding.lossy",
                     {{"context", context},
                      {"format", Text::verbatim(a.label)},
                      {"share", shortDecimal(exactPercent, 4)},
                      {"exact", counts.exact}}},
                    {explanationKey(a, fine),
                     {{"unshared", counts.unshared},
                      {"share", shortDecimal(unsharedPercent, 3)},
                      {"last", lastExactInteger(a)},
                      {"scale", shortDecimal(places.scale())},
                      {"lowest", wrapsTo(a)},
                      {"format", Text::verbatim(a.label)}}}};
  figure.facts = factsOf(counts, Places(b, 0, context - 1, overflow).count());
  figure.panels.emplace_back(plotOf(a, b, overflow, last, context, counts));
  figure.panels.emplace_back(tableOf(a, overflow, last, context));
  figure.mainLayer = "a.exact";
  return figure;
}

}  // namespace

View exactShareView() {
  View view;
  view.id = "exact-share";
  view.group = "numbers";
  view.schema = joinSchemas(
      {{contextParameter(8192), formatParameter(parameter::kFormat, "bf16", kAtPosition),
        withOwnWords(secondFormatParameter("fp16")), overflowParameter()},
       modelContextParameters()});
  view.figures = {{"fig10", "context=8192&format=bf16"}};
  view.facts = factNames(factsOf({}, {}));
  view.build = build;
  return view;
}

}  // namespace poscope
