// formats: how is a number stored? The bits of one number in every format, and the spacing by
// range.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/numbers.h"
#include "core/numeric/rounding_words.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr RealParameter kNumber{{"number"}};
constexpr WordParameter kRounding{{"rounding"}};

struct Setup {
  double number;
  const NumberFormat& format;
  Direction direction;
  Overflow overflow;
};

Setup setupOf(const Params& params) {
  const DirectionRow* const row = findNamed(kDirections, params.text(kRounding));
  return {params.real(kNumber), params.format(parameter::kFormat),
          row == nullptr ? Direction::nearestEven : row->direction, overflowOf(params)};
}

double storedIn(const Setup& setup, const NumberFormat& format) {
  return roundToward(format, setup.number, setup.direction, setup.overflow);
}

// What each bit asks for when it is clicked: the number that the flipped code stands for. A flip
// that gives NaN asks for nothing: NaN is no number to look at.
std::vector<Action> flips(const NumberFormat& format, std::uint64_t code) {
  std::vector<Action> actions;
  for (const Bit& bit : bitsOf(format, code)) {
    const double value = decode(format, code ^ (1ULL << bit.index));
    actions.push_back(std::isnan(value) ? Action{} : Action{"number", exactDecimal(value)});
  }
  return actions;
}

// Zero and negative numbers of a format that has neither.
bool isUnheld(const NumberFormat& format, double number) {
  return format.zero == Zero::none && number <= 0;
}

bool isBeyond(const NumberFormat& format, double number) {
  return number > largestNumber(format) ||
         (format.sign != Sign::none && number < lowestNumber(format));
}

bool isTooSmall(const NumberFormat& format, double number) {
  return format.zero == Zero::none && number < smallestPositive(format);
}

BitsRow bitsRow(const Setup& setup, const NumberFormat& format) {
  const double stored = storedIn(setup, format);
  const bool exact = stored == setup.number;
  const double error = exact ? 0.0 : stored - setup.number;
  BitsRow row;
  row.label = Text::verbatim(format.label);
  row.value = Text::verbatim(exactDecimal(stored));
  row.role = exact ? TextRole::good : TextRole::a;
  row.select = {"format", std::string(format.id)};
  row.selected = format.id == setup.format.id;
  row.values = {std::string(format.id),
                stored,
                error,
                numberBelow(format, setup.number),
                numberAbove(format, setup.number),
                std::string()};
  if (std::isnan(stored) && !format.hasNan()) {
    row.detail = "formats.detail.no-code";
    return row;
  }
  const std::uint64_t code = encode(format, stored);
  row.values.back() = hexOf(format, code);
  const std::vector<TextArgument> arguments{
      {"hex", hexOf(format, code)},
      {"error", (error > 0 ? "+" : "") + exactDecimal(error)},
      {"below", exactDecimal(numberBelow(format, setup.number))},
      {"above", exactDecimal(numberAbove(format, setup.number))},
      {"largest", exactDecimal(largestNumber(format))},
      {"smallest", shortDecimal(smallestPositive(format))}};
  row.detail = Text(std::isinf(stored) && exact        ? "formats.detail.infinite"
                    : exact                            ? "formats.detail.exact"
                    : isUnheld(format, setup.number)   ? "formats.detail.no-zero"
                    : isBeyond(format, setup.number)   ? "formats.detail.beyond"
                    : isTooSmall(format, setup.number) ? "formats.detail.smallest"
                                                       : "formats.detail.error",
                    arguments);
  row.bits = bitsOf(format, code);
  row.actions = flips(format, code);
  return row;
}

// Whose bits fit a line.
bool isShown(const NumberFormat& format) {
  return format.storageBits <= 32;
}

// Spacing against magnitude, both doubled: each format is a stair.
PlotPanel spacingPanel(const Setup& setup) {
  PlotPanel panel;
  panel.name = "spacing";
  panel.x = {"formats.axis.number", 1, 4194304, AxisScale::log2, AxisTicks::powersOfTwo};
  panel.y = {"formats.axis.spacing", std::exp2(-24), 1048576, AxisScale::log2,
             AxisTicks::powersOfTwo};
  for (const NumberFormat& format : numberFormats()) {
    // All of them would be a thicket: those that are shown first, and the one that is looked at.
    const bool shown = format.first != 0 || format.id == setup.format.id;
    if (format.kind != FormatKind::floating || format.id == "fp64" || !shown) {
      continue;
    }
    PointLayer layer;
    layer.name = format.id;
    layer.of = format.id;
    layer.label = Text::verbatim(format.label);
    layer.mark = Mark::stairs;
    const bool selected = format.id == setup.format.id;
    layer.role = selected ? ColourRole::a : ColourRole::neutral;
    layer.faint = !selected;
    for (double number = 1; number <= 4194304 && number <= largestNumber(format); number *= 2) {
      layer.x.push_back(number);
      layer.y.push_back(spacingAt(format, number));
    }
    panel.layers.emplace_back(std::move(layer));
  }
  const double magnitude = std::abs(setup.number);
  if (magnitude >= 1 && magnitude <= 4194304) {
    panel.layers.emplace_back(StripLayer{ColourRole::marked, magnitude, magnitude, {}});
  }
  panel.x.data = {"number"};
  panel.y.data = {"spacing"};
  panel.zoomable = false;
  return panel;
}

/// The octaves 2^first..2^last of a range table.
struct Octaves {
  int first;
  int last;
};

// From the octave before the spacing begins to grow, at the latest 256 to 512, to the first one
// beyond the end, at the latest the one that begins at 2^20.
Octaves octavesOf(const NumberFormat& format) {
  constexpr int kLatestFirst = 8;
  constexpr int kLast = 20;
  const auto exact = static_cast<double>(std::max<std::int64_t>(2, lastExactInteger(format)));
  return {std::min(kLatestFirst, std::ilogb(exact) - 1),
          std::min(kLast, std::ilogb(largestNumber(format)) + 1)};
}

TablePanel rangeTable(const NumberFormat& format, double number) {
  TablePanel table;
  table.name = "ranges";
  table.title = {"formats.table", {{"format", Text::verbatim(format.label)}}};
  table.of = format.id;
  table.columns = {{"formats.column.range", {"first"}},
                   {"formats.column.spacing", {"spacing"}},
                   {"formats.column.integers", {"integers"}},
                   {"formats.column.share", {"share"}}};
  const auto cell = [](Text text, CellValue value) {
    return TableCell{std::move(text), TextRole::plain, {}, std::move(value)};
  };
  table.worth = PanelWorth::extra;
  const Octaves octaves = octavesOf(format);
  for (int k = octaves.first; k <= octaves.last; ++k) {
    const double low = std::exp2(k);
    const double high = std::exp2(k + 1);
    const double spacing = spacingAt(format, low);
    const bool inside = low <= largestNumber(format);
    const double step = std::max(1.0, spacing);
    // The last number of the format may lie inside of the range.
    const double end = std::min(high, largestNumber(format) + step);
    const auto integers = inside ? static_cast<std::int64_t>((end - low) / step) : 0;
    TableRow row;
    row.cells = {
        cell({"formats.range",
              {{"low", static_cast<std::int64_t>(low)}, {"high", static_cast<std::int64_t>(high)}}},
             low),
        inside ? cell(Text::verbatim(exactDecimal(spacing)), spacing)
               : cell("formats.beyond", HUGE_VAL),
        integerCell(integers), shareCell(static_cast<double>(integers) / (high - low), 4)};
    row.action = {"number", exactDecimal(low + 1)};
    row.selected = std::abs(number) >= low && std::abs(number) < high;
    table.rows.push_back(std::move(row));
  }
  return table;
}

Text sentence(const Setup& setup, double stored) {
  const TextArgument number("number", exactDecimal(setup.number));
  const TextArgument format("format", Text::verbatim(setup.format.label));
  if (stored == setup.number) {
    return Text(std::isinf(stored) ? "formats.finding.infinite" : "formats.finding.exact",
                {number, format});
  }
  const TextArgument storedText("stored", exactDecimal(stored));
  return Text(std::isfinite(stored) ? "formats.finding.rounded" : "formats.finding.lost",
              {number, format, storedText});
}

Text explanation(const Setup& setup) {
  if (std::isinf(setup.number)) {
    return {"formats.explanation.infinite",
            {{"format", Text::verbatim(setup.format.label)},
             {"largest", exactDecimal(largestNumber(setup.format))}}};
  }
  const double below = numberBelow(setup.format, setup.number);
  const double above = numberAbove(setup.format, setup.number);
  const bool noZero = setup.format.zero == Zero::none;
  const bool atAnEnd = std::isnan(below) || std::isnan(above);
  const char* key = noZero && std::isnan(below) ? "formats.explanation.no-zero"
                    : atAnEnd                   ? "formats.explanation.end"
                    : noZero                    ? "formats.explanation.powers"
                                                : "formats.explanation";
  return {key,
          {{"format", Text::verbatim(setup.format.label)},
           {"below", exactDecimal(below)},
           {"above", exactDecimal(above)},
           {"smallest", shortDecimal(smallestPositive(setup.format))},
           {"lowest", shortDecimal(lowestNumber(setup.format))},
           {"largest", exactDecimal(largestNumber(setup.format))},
           {"last", lastExactInteger(setup.format)}}};
}

Result<Figure> build(const Params& params, const ViewContext&) {
  const Setup setup = setupOf(params);
  const double stored = storedIn(setup, setup.format);
  Figure figure;
  figure.finding = {"formats.question", sentence(setup, stored), explanation(setup)};
  const bool coded = !std::isnan(stored) || setup.format.hasNan();
  const std::uint64_t code = encode(setup.format, stored);
  figure.facts = {
      {"number", setup.number},
      {"stored", stored},
      {"error", stored == setup.number ? 0.0 : stored - setup.number},
      {"hex", coded ? hexOf(setup.format, code) : std::string()},
      {"below", numberBelow(setup.format, setup.number)},
      {"above", numberAbove(setup.format, setup.number)},
      {"spacing", spacingAt(setup.format, std::isfinite(stored) ? setup.number : stored)},
      {"last_exact_integer", lastExactInteger(setup.format)}};
  BitsPanel bits;
  bits.name = "bits";
  bits.worth = PanelWorth::answer;
  bits.columns = {{"format"}, {"stored"}, {"error"}, {"below"}, {"above"}, {"hex"}};
  for (const NumberFormat& format : numberFormats()) {
    if (isShown(format)) {
      bits.rows.push_back(bitsRow(setup, format));
    }
  }
  figure.panels.emplace_back(std::move(bits));
  figure.panels.emplace_back(rangeTable(setup.format, setup.number));
  figure.panels.emplace_back(spacingPanel(setup));
  figure.mainLayer =
      setup.format.kind == FormatKind::floating ? std::string(setup.format.id) : "fp32";
  return figure;
}

ParameterSpec shownFormats() {
  ParameterSpec spec = formatParameter(parameter::kFormat, "bf16", 0);
  for (const NumberFormat& format : numberFormats()) {
    if (isShown(format)) {
      spec.choices.emplace_back(format.id);
    }
  }
  spec.strict = true;
  return spec;
}

}  // namespace

View formatsView() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  View view;
  view.id = "formats";
  view.group = "numbers";
  view.schema = joinSchemas(
      {{realParameter(kNumber, 4095, -kInfinity, kInfinity), shownFormats(),
        choiceParameter(kRounding, "nearest-even", namesOf(kDirections)), overflowParameter()},
       modelContextParameters()});
  view.facts = {"number", "stored", "error",   "hex",
                "below",  "above",  "spacing", "last_exact_integer"};
  view.build = build;
  return view;
}

}  // namespace poscope
