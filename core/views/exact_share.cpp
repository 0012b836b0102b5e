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

std::vector<std::int64_t> sortedOnce(std::vector<std::int64_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// Contexts of the curve, each once: every power of two from 16 to `last` with kStepsPerOctave
/// steps between (fewer in the first octave, which has not so many integers), and `asked`.
std::vector<std::int64_t> contextsUpTo(std::int64_t last, std::int64_t asked) {
  std::vector<std::int64_t> contexts{asked};
  for (int step = kFirstOctave * kStepsPerOctave;; ++step) {
    const auto context = static_cast<std::int64_t>(
        std::llround(std::exp2(static_cast<double>(step) / kStepsPerOctave)));
    if (context > last) {
      break;
    }
    contexts.push_back(context);
  }
  return sortedOnce(std::move(contexts));
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
  std::string of;
};

PointLayer curve(const std::vector<PlaceCounts>& counts, std::int64_t PlaceCounts::*part,
                 CurveStyle style) {
  PointLayer layer;
  layer.name = std::move(style.name);
  layer.label = std::move(style.label);
  layer.role = style.role;
  layer.mark = style.mark;
  layer.faint = style.faint;
  layer.of = std::move(style.of);
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
                : Text::verbatim(exactText(spacing)),
          TextRole::plain,
          {},
          spacing};
}

// Contexts of the table: every second octave, and the one that was asked for.
std::vector<std::int64_t> listedContexts(std::int64_t last, std::int64_t asked) {
  std::vector<std::int64_t> contexts{asked};
  for (std::int64_t n = 256; n <= last; n *= 4) {
    contexts.push_back(n);
  }
  return sortedOnce(std::move(contexts));
}

TablePanel tableOf(const NumberFormat& format, Overflow overflow, std::int64_t last,
                   std::int64_t context) {
  TablePanel table;
  table.name = "table";
  table.title = {"exact-share.table", {{"format", Text::verbatim(format.label)}}};
  table.of = format.id;
  table.columns = {{"parameter.context", {"context", "tokens"}},
                   {"exact-share.column.exact", {"exact", "positions"}},
                   {"exact-share.column.share", {"exact_share"}},
                   {"exact-share.column.unshared", {"unshared", "positions"}},
                   {"exact-share.column.distinct", {"distinct", "positions"}},
                   {"exact-share.column.spacing", {"spacing", "tokens"}}};
  for (const std::int64_t n : listedContexts(last, context)) {
    const Places places(format, 0, n - 1, overflow);
    const PlaceCounts counts = places.count();
    TableRow row;
    row.cells = {integerCell(n),
                 integerCell(counts.exact),
                 shareCell(shareOf(counts.exact, counts.total), 4,
                           counts.exact == counts.total ? TextRole::good : TextRole::plain),
                 integerCell(counts.unshared),
                 integerCell(counts.distinct),
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
  const auto contexts = contextsUpTo(last, context);
  // From there on, whatever the context, so that a zoom stays where it is.
  panel.x = {"exact-share.axis.context", std::exp2(kFirstOctave), static_cast<double>(last),
             AxisScale::log2, AxisTicks::powersOfTwo};
  panel.y.title = "exact-share.axis.share";
  panel.y.first = 0;
  panel.y.last = 1.04;
  panel.y.percent = true;
  panel.x.data = {"context", "tokens"};
  panel.y.data = {"share"};
  for (const NumberFormat& format : numberFormats()) {
    const bool main = format.id == a.id || format.id == b.id;
    if (main || (format.first & (kAtPosition | kAtCompared)) == 0) {
      continue;
    }
    panel.layers.emplace_back(curve(countsAt(format, overflow, contexts), &PlaceCounts::exact,
                                    {std::string(format.id), ColourRole::neutral, Mark::line, true,
                                     Text::verbatim(format.label), std::string(format.id)}));
  }
  const auto pair = [&](const NumberFormat& format, const std::string& side, ColourRole role) {
    const auto each = countsAt(format, overflow, contexts);
    const TextArgument name("format", Text::verbatim(format.label));
    panel.layers.emplace_back(
        curve(each, &PlaceCounts::exact,
              {side + ".exact", role, Mark::line, false, Text("exact-share.label.exact", {name}),
               std::string(format.id)}));
    panel.layers.emplace_back(
        curve(each, &PlaceCounts::unshared,
              {side + ".unshared", role, Mark::dashed, false,
               Text("exact-share.label.unshared", {name}), std::string(format.id)}));
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
