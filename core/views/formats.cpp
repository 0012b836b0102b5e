// formats: how is a number stored? The bits of one number in every format, and the spacing by
// range.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

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

// As sign, exponent and fraction say it: "= 1.5 × 2¹¹". Nothing for what has no exponent.
Text meaningOf(const NumberFormat& format, double stored) {
  if (format.kind != FormatKind::floating || !std::isfinite(stored) || stored == 0) {
    return {};
  }
  constexpr int kDigits = 9;
  const int exponent = std::max(std::ilogb(stored), 1 - format.bias);  // Subnormal: 0.25 × 2⁻¹⁴.
  const double significand = std::ldexp(stored, -exponent);
  const std::string shown = shortDecimal(significand, kDigits);
  const bool exact =
      parseNumber(plainShortDecimal(significand, kDigits)).value_or(0) == significand;
  const bool whole = significand == std::floor(significand);
  return Text::verbatim((exact ? "= " : "≈ ") + shown + (whole ? ".0" : "") + " × 2" +
                        raisedText(exponent));
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
  row.value = Text::verbatim(exactText(stored));
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
  const std::vector<TextArgument> arguments{{"hex", hexOf(format, code)},
                                            {"error", (error > 0 ? "+" : "") + exactText(error)},
                                            {"below", exactText(numberBelow(format, setup.number))},
                                            {"above", exactText(numberAbove(format, setup.number))},
                                            {"largest", exactText(largestNumber(format))},
                                            {"smallest", shortDecimal(smallestPositive(format))}};
  row.detail = Text(std::isinf(stored) && exact        ? "formats.detail.infinite"
                    : exact                            ? "formats.detail.exact"
                    : isUnheld(format, setup.number)   ? "formats.detail.no-zero"
                    : isBeyond(format, setup.number)   ? "formats.detail.beyond"
                    : isTooSmall(format, setup.number) ? "formats.detail.smallest"
                                                       : "formats.detail.error",
                    arguments);
  row.meaning = meaningOf(format, stored);
  row.bits = bitsOf(format, code);
  row.actions = flips(format, code);
  return row;
}

// Whose bits fit a line.
bool isShown(const NumberFormat& format) {
  return format.storageBits <= 32;
}

/// The numbers of a format around one that is looked at, and the part of the line that shows them.
struct Surroundings {
  std::vector<double> numbers;
  double first = 0;
  double last = 0;
};

// The neighbours, and those beyond them that stand in view. Nothing where a scale would say
// nothing: beside infinity.
std::optional<Surroundings> surroundingsOf(const Setup& setup, double stored) {
  constexpr double kFarthest = 1e200;
  constexpr double kRoom = 1.2;  // Left and right of the neighbours, in their distance.
  constexpr int kMostBeyond = 8;
  std::vector<double> ends{setup.number};
  for (const double number :
       {numberBelow(setup.format, setup.number), stored, numberAbove(setup.format, setup.number)}) {
    if (std::isfinite(number)) {
      ends.push_back(number);
    }
  }
  const auto [low, high] = std::minmax_element(ends.begin(), ends.end());
  if (!(std::abs(*low) < kFarthest && std::abs(*high) < kFarthest && *low < *high)) {
    return std::nullopt;
  }
  const double room = kRoom * (*high - *low);
  Surroundings around{{}, *low - room, *high + room};
  const auto inView = [&around](double number) {
    return number >= around.first && number <= around.last;  // Not NaN.
  };
  double number = numberBelow(setup.format, setup.number);
  for (int k = 0; k < kMostBeyond && inView(number); ++k) {
    around.numbers.insert(around.numbers.begin(), number);
    number = numberBelow(setup.format, number);
  }
  if (stored == setup.number) {
    around.numbers.push_back(stored);
  }
  number = numberAbove(setup.format, setup.number);
  for (int k = 0; k < kMostBeyond && inView(number); ++k) {
    around.numbers.push_back(number);
    number = numberAbove(setup.format, number);
  }
  return around;
}

PointLayer marks(ColourRole role, Mark mark, std::vector<double> x, std::vector<double> y,
                 Text label) {
  PointLayer layer;
  layer.role = role;
  layer.mark = mark;
  layer.x = std::move(x);
  layer.y = std::move(y);
  layer.label = std::move(label);
  return layer;
}

// Long whole numbers are told by what they are more, or less, than the one that is stored.
void countFrom(Axis& axis, double stored) {
  constexpr double kLong = 100000;
  const auto isWhole = [](double number) { return std::floor(number) == number; };
  const double base =
      std::isfinite(stored) || axis.tickValues.empty() ? stored : axis.tickValues.front();
  if (!(std::abs(base) >= kLong) ||
      !std::all_of(axis.tickValues.begin(), axis.tickValues.end(), isWhole)) {
    return;
  }
  axis.title = {"formats.axis.number.from", {{"base", exactText(base)}}};
  for (const double number : axis.tickValues) {
    const std::string sign(number > base ? "+" : "");
    axis.tickWords.push_back(Text::verbatim(sign + exactText(number - base)));
  }
}

// Where rounding goes: the number over the line, its neighbours on it, an arrow to what is stored.
// The marks are no numbers (the table of bits holds them), so the layers have no names.
PlotPanel linePanel(const Setup& setup, double stored, const Surroundings& around) {
  const TextArgument format("format", Text::verbatim(setup.format.label));
  const TextArgument number("number", exactText(setup.number));
  const TextArgument to("stored", exactText(stored));
  PlotPanel panel;
  panel.name = "line";
  panel.title = {"formats.line", {number, format}};
  panel.zoomable = false;
  panel.flat = true;
  panel.worth = PanelWorth::answer;
  panel.x = {"formats.axis.number", around.first, around.last, AxisScale::linear, AxisTicks::given};
  panel.x.tickValues = around.numbers;
  panel.x.data = {"number"};
  countFrom(panel.x, stored);
  panel.y.first = -0.3;
  panel.y.last = 1.4;
  panel.y.ticks = AxisTicks::given;
  panel.layers.emplace_back(
      marks(ColourRole::neutral, Mark::line, {around.first, around.last}, {0, 0}, {}));
  panel.layers.emplace_back(marks(ColourRole::neutral, Mark::squares, around.numbers,
                                  std::vector<double>(around.numbers.size(), 0.0),
                                  {"formats.line.numbers", {format}}));
  const ColourRole role = stored == setup.number ? ColourRole::good : ColourRole::a;
  if (std::isfinite(stored)) {
    panel.layers.emplace_back(marks(role, Mark::arrow, {setup.number, stored}, {1, 0},
                                    Text("formats.line.stored", {to})));
  } else {
    panel.layers.emplace_back(
        marks(ColourRole::bad, Mark::crosses, {setup.number}, {0}, {"formats.line.lost", {to}}));
  }
  panel.layers.emplace_back(
      NoteLayer{setup.number, 1, Text::verbatim(exactText(setup.number)), {}, ColourRole::neutral});
  return panel;
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

// The exponents of the octaves of a range table, ascending. From the octave before the spacing
// begins to grow, at the latest 256 to 512, or from that of the number, to the first one beyond the
// end, at the latest the one that begins at 2^20; and the number's wherever it is.
std::vector<int> octavesOf(const NumberFormat& format, double number) {
  constexpr int kLatestFirst = 8;
  constexpr int kLatestLast = 20;
  const bool hasOctave = std::isfinite(number) && number != 0;
  const int own = hasOctave ? std::ilogb(number) : kLatestFirst;
  const auto exact = static_cast<double>(std::max<std::int64_t>(2, lastExactInteger(format)));
  const int plainFirst = std::min(kLatestFirst, std::ilogb(exact) - 1);
  const int first = own >= 0 ? std::min(plainFirst, own) : plainFirst;
  const int last = std::min(kLatestLast, std::ilogb(largestNumber(format)) + 1);
  std::vector<int> octaves;
  for (int k = first; k <= last; ++k) {
    octaves.push_back(k);
  }
  if (own < first) {
    octaves.insert(octaves.begin(), own);
  } else if (own > last) {
    octaves.push_back(own);
  }
  return octaves;
}

TableRow octaveRow(const NumberFormat& format, int octave, double number) {
  const auto cell = [](Text text, CellValue value) {
    return TableCell{std::move(text), TextRole::plain, {}, std::move(value)};
  };
  const double low = std::exp2(octave);
  const double high = std::exp2(octave + 1);
  const double spacing = spacingAt(format, low);
  const bool inside = low <= largestNumber(format);
  const double step = std::max(1.0, spacing);
  // The last number of the format may lie inside of the range.
  const double end = std::min(high, largestNumber(format) + step);
  const auto integers =
      inside && octave >= 0 ? static_cast<std::int64_t>((end - low) / step) : std::int64_t{0};
  TableRow row;
  row.cells = {
      cell({"formats.range", {{"low", shortDecimal(low)}, {"high", shortDecimal(high)}}}, low),
      inside ? cell(Text::verbatim(exactText(spacing)), spacing) : cell("formats.beyond", HUGE_VAL),
      integerCell(integers),
      octave < 0 ? cell("formats.no-integers", std::monostate())
                 : shareCell(static_cast<double>(integers) / (high - low), 4)};
  row.action = {"number", exactDecimal(octave < 0 ? 1.5 * low : low + 1)};
  row.selected = std::abs(number) >= low && std::abs(number) < high;
  return row;
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
  table.worth = PanelWorth::extra;
  for (const int octave : octavesOf(format, number)) {
    table.rows.push_back(octaveRow(format, octave, number));
  }
  return table;
}

Text sentence(const Setup& setup, double stored) {
  const TextArgument number("number", exactText(setup.number));
  const TextArgument format("format", Text::verbatim(setup.format.label));
  if (stored == setup.number) {
    return Text(std::isinf(stored) ? "formats.finding.infinite" : "formats.finding.exact",
                {number, format});
  }
  const TextArgument storedText("stored", exactText(stored));
  return Text(std::isfinite(stored) ? "formats.finding.rounded" : "formats.finding.lost",
              {number, format, storedText});
}

Text explanation(const Setup& setup) {
  if (std::isinf(setup.number)) {
    return {"formats.explanation.infinite",
            {{"format", Text::verbatim(setup.format.label)},
             {"largest", exactText(largestNumber(setup.format))}}};
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
           {"below", exactText(below)},
           {"above", exactText(above)},
           {"smallest", shortDecimal(smallestPositive(setup.format))},
           {"lowest", shortDecimal(lowestNumber(setup.format))},
           {"largest", exactText(largestNumber(setup.format))},
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
  if (const auto around = surroundingsOf(setup, stored)) {
    figure.panels.emplace_back(linePanel(setup, stored, *around));
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
  view.hint = "formats.hint";
  view.group = "numbers";
  view.schema = joinSchemas(
      {{realParameter(kNumber, 4095, -kInfinity, kInfinity), shownFormats(),
        choiceParameter(kRounding, "nearest-even", namesOf(kDirections)), overflowParameter()},
       modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = !spec.hidden;  // Each of them moves the number line.
  }
  // The layouts of the article's formats, on the number that its text rounds.
  view.figures = {{"fig6", "number=4095&format=bf16"},
                  {"fig7", "number=4095&format=fp16"},
                  {"fig8", "number=16777217&format=fp32"}};
  view.facts = {"number", "stored", "error",   "hex",
                "below",  "above",  "spacing", "last_exact_integer"};
  view.build = build;
  return view;
}

}  // namespace poscope
