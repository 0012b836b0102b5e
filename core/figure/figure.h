// A figure is plain data: what to draw, what it says, and the numbers behind it. Who draws it knows
// nothing of encodings; who builds it knows nothing of Qt.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/compute/cell_source.h"
#include "core/numeric/format.h"

namespace poscope {

/// What of a comparison is looked at. Which side is shown is presentation: a figure that compares
/// holds them all.
enum class Side { reference, a, b, difference };
/// In the order of Side.
inline constexpr std::array<Side, 4> kSides{Side::reference, Side::a, Side::b, Side::difference};
/// "reference", "a", "b", "difference", as in links and names of facts.
[[nodiscard]] std::string_view sideName(Side side);
/// Nothing when no side is called so.
[[nodiscard]] std::optional<Side> findSide(std::string_view name);

/// One meaning, one colour, everywhere (look/LOOK.md). What is no side of a comparison, such as one
/// of several pairs, methods or heads, is `one` to `four`, in its page's order.
enum class ColourRole { a, b, reference, marked, neutral, good, bad, one, two, three, four };
inline constexpr std::array kKindRoles{ColourRole::one, ColourRole::two, ColourRole::three,
                                       ColourRole::four};

enum class AxisScale { linear, log2 };

/// Where an axis puts its ticks.
enum class AxisTicks {
  automatic,
  integers,     ///< Automatic, but never between integers.
  powersOfTwo,  ///< 256, 512, 1024, ...
  steps,        ///< k * tickStep.
  given,        ///< tickValues; none of them: an axis that only places, without a scale.
};

/// How data files call a column or a quantity: a short English word, the same in every language,
/// and its unit. Scripts read it. Empty for what no file holds.
struct DataName {
  std::string name;       ///< "position".
  std::string unit = {};  ///< "tokens"; empty for a number without one.

  friend bool operator==(const DataName&, const DataName&) = default;
};
/// "position [tokens]", or the name alone.
[[nodiscard]] std::string columnName(const DataName& data);

struct Axis {
  Text title;
  double first = 0;  ///< What fits the data, in axis values; first < last.
  double last = 1;
  AxisScale scale = AxisScale::linear;
  AxisTicks ticks = AxisTicks::automatic;
  double tickStep = 0;
  bool downward = false;  ///< Grows downward (rows of a heat map).
  bool percent = false;   ///< Values 0..1 are written as percent.
  DataName data = {};
  std::vector<double> tickValues = {};  ///< Ascending.
  std::vector<Text> tickWords = {};     ///< One for each of tickValues, instead of its number.

  [[nodiscard]] bool hasScale() const { return ticks != AxisTicks::given || !tickValues.empty(); }
};

/// How numbers become colours. Limits are computed by the view over A and B, not from the visible
/// part.
struct ColourScale {
  enum class Map { diverging, sequential };
  Map map = Map::diverging;
  double low = -1;
  double high = 1;  ///< Diverging: -low == high, the surface colour at 0.
  Text title;
  AxisScale scale = AxisScale::linear;  ///< log2: 0 < low; an exact 0 is the surface colour.
};

/// Row r, column c of `source` is the rectangle around (columnFirst + c, rowFirst + r), one wide
/// and one high.
struct HeatLayer {
  std::string name;
  std::shared_ptr<const CellSource> source;
  Quantity quantity = Quantity::a;
  Reduction reduction = Reduction::mean;
  double rowFirst = 0;
  double columnFirst = 0;
  ColourScale colours;
  bool causal = false;  ///< Cells right of the diagonal do not exist: their NaN is no lost value.
  DataName data = {};   ///< What the cells are.
  std::string of = {};  ///< Whose they are, as data files say it: "module-cast bf16", "fp64".
  /// One scale a row: a cell's colour, and the colour bar, count in units of its row (all > 0).
  /// Values that are read or written stay as they are. Empty: one scale for all.
  std::vector<double> rowUnits = {};
};
/// Whether a cell of the layer's source does not exist: a key after its query.
[[nodiscard]] bool isMasked(const HeatLayer& layer, std::int64_t row, std::int64_t column);

enum class Mark {
  line,
  dashed,
  dots,
  squares,
  stairs,
  crosses,  ///< What is lost: it stands beside the data, not among it.
  arrow,    ///< From the first point to the last, which may lie left of it.
};

/// Points given one by one. x ascends.
struct PointLayer {
  std::string name;  ///< Data files call it so; empty for marks that are no numbers.
  Text label;        ///< Direct label or legend entry; empty for none.
  ColourRole role = ColourRole::a;
  Mark mark = Mark::line;
  std::vector<double> x;
  std::vector<double> y;
  bool faint =
      false;  ///< Drawn behind and paler: the side that the compare switch does not emphasise.
  std::string of = {};  ///< Whose numbers these are: as HeatLayer.
};

/// One row of a source along x. Where a column of pixels covers several values, its first, last,
/// least and greatest are drawn: the curve looks as if all of them were.
struct CurveLayer {
  std::string name;
  Text label;
  ColourRole role = ColourRole::a;
  Mark mark = Mark::line;
  std::shared_ptr<const CellSource> source;
  std::int64_t row = 0;
  Quantity quantity = Quantity::a;
  double columnFirst = 0;
  bool faint = false;
  std::string of = {};
};

/// The area between two rows of a source (a spread), whose edges are drawn as curves are.
struct BandLayer {
  static constexpr std::int64_t kLow = 0;  ///< The rows.
  static constexpr std::int64_t kHigh = 1;
  std::string name;
  Text label;
  ColourRole role = ColourRole::neutral;
  std::shared_ptr<const CellSource> source;  ///< Its quantity is `a`.
  double columnFirst = 0;
  std::string of = {};
};

/// A vertical strip from x0 to x1 (a shared place), or a line where they are equal.
struct StripLayer {
  ColourRole role = ColourRole::marked;
  double x0 = 0;
  double x1 = 0;
  Text label;
};

/// Words beside a point.
struct NoteLayer {
  double x = 0;
  double y = 0;
  Text title;
  Text detail;
  ColourRole role = ColourRole::neutral;
};

using Layer = std::variant<HeatLayer, PointLayer, CurveLayer, BandLayer, StripLayer, NoteLayer>;

/// What a click on an element asks of the state: "set param=value", to open a link, or nothing.
struct Action {
  std::string parameter;
  std::string value;
  std::string link = {};     ///< Opened instead, where it is not empty.
  std::string address = {};  ///< Of a page of the web: copied, and opened where that is asked for.

  [[nodiscard]] bool empty() const { return parameter.empty() && link.empty() && address.empty(); }
  friend bool operator==(const Action&, const Action&) = default;
};
[[nodiscard]] inline Action openLink(std::string link) {
  return {{}, {}, std::move(link)};
}
[[nodiscard]] inline Action webPage(std::string address) {
  return {{}, {}, {}, std::move(address)};
}

/// A line of the inspector: "Stored as  4064 (+1)".
struct DetailRow {
  Text label;
  Text value;
  TextRole role = TextRole::plain;
  std::vector<Bit> bits;  ///< Shown as cells under the value when not empty.
};

/// What is under the cursor.
struct Detail {
  std::vector<DetailRow> rows;
  std::vector<StripLayer> strips;  ///< Highlighted while the cursor is there.
  std::vector<NoteLayer> notes;
  double markX = 0;  ///< The point that the cursor snaps to.
  double markY = 0;
  bool marked = false;
};

/// Answers for a place in a panel. Opaque, immutable, thread-safe, quick enough for each mouse
/// move.
class Inspection {
 public:
  virtual ~Inspection() = default;
  /// `x`, `y` in axis values; no rows when nothing is there.
  [[nodiscard]] virtual Detail at(double x, double y) const = 0;
};

/// What a page with little room shows before it shows more: the answer to the figure's question,
/// then what the figure is about, then what is good to have. Among equals the figure's order
/// counts.
enum class PanelWorth { answer, plain, extra };

struct PlotPanel {
  std::string name;
  Text title;  ///< Empty for a figure of one panel.
  Axis x;
  Axis y;
  std::vector<Layer> layers;
  std::shared_ptr<const Inspection> inspection;
  bool zoomable = true;
  bool flat = false;  ///< A number line: as high as its words, and never what a page is about.
  PanelWorth worth = PanelWorth::plain;
};

/// What a cell of a table is in a data file: a number, a truth or an id ("good", "bf16"). None: the
/// words that people read, or nothing where there are none.
using CellValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// Numbers as rows of bits. Clicking a bit emits its action.
struct BitsRow {
  Text label;         ///< The format's name.
  Text value;         ///< What is stored.
  Text meaning = {};  ///< How the bits say it: "= 1.5 × 2¹¹".
  Text detail;        ///< Hex, error, neighbours.
  std::vector<Bit> bits;
  std::vector<Action> actions;  ///< One per bit, or none.
  TextRole role = TextRole::plain;
  Action select;  ///< What a click on the label asks.
  bool selected = false;
  std::vector<CellValue> values = {};  ///< One per column of the panel.
};
struct BitsPanel {
  std::string name;
  Text title;
  std::vector<BitsRow> rows;
  PanelWorth worth = PanelWorth::plain;
  std::vector<DataName> columns = {};  ///< Of data files, which add the bits themselves.
};

/// A turn as a clock shows it. 0 is up, a turn of 2 pi goes clockwise.
struct ClockHand {
  double angle = 0;  ///< Radians, finite.
  ColourRole role = ColourRole::reference;
  Mark mark = Mark::line;  ///< Or dashed.
  double length = 1;       ///< Of the longest, 0..1.
};
/// What hands of one look are: "query".
struct HandKind {
  Text label;
  ColourRole role = ColourRole::reference;
  Mark mark = Mark::line;
};
struct ClockFace {
  Text label;  ///< Under the face: "pair 8".
  Text value;  ///< Under the label.
  std::vector<ClockHand> hands;
  Action select;  ///< What a click on the face asks.
  bool selected = false;
  std::vector<CellValue> values = {};  ///< One per column of the panel.
};
/// Faces in reading order, as many in a line as there is room for.
struct ClockPanel {
  std::string name;
  Text title;
  std::vector<ClockFace> faces;
  PanelWorth worth = PanelWorth::plain;
  std::vector<DataName> columns = {};
  std::vector<HandKind> kinds = {};  ///< The legend; empty where all hands are alike.
  bool large = false;                ///< Faces that one reads an angle between hands from.
};

/// How a line of code differs from another version of it: `removed` stands in A (before) only,
/// `added` in B (after) only. Written as a sign and a colour.
enum class CodeChange { kept, removed, added };
struct CodeLine {
  std::string text;  ///< Without a line break; the same in every language.
  CodeChange change = CodeChange::kept;
  std::string subject = {};  ///< Id of what it does ("position"): what else has it lights with it.
  Action action = {};        ///< What a click on the line asks.
  bool selected = false;
  Text note = {};  ///< Of one line, said where it is read; under the code where it is selected.
};
struct CodePanel {
  std::string name;
  Text title;
  std::string language = "python";
  std::vector<CodeLine> lines;
  PanelWorth worth = PanelWorth::plain;
  std::string of = {};  ///< Whose code it is: as HeatLayer.

  [[nodiscard]] bool hasChanges() const;
};
/// "- " or "+ " and the line, as it is shown and copied; the line alone where the code has no
/// changes.
[[nodiscard]] std::string shownLine(const CodePanel& panel, const CodeLine& line);
/// "Line 3: …" for each selected line that has a note.
[[nodiscard]] std::vector<Text> selectedNotes(const CodePanel& panel);

struct TableCell {
  Text text;
  TextRole role = TextRole::plain;
  Action action = {};  ///< The cell is a chip to be clicked; its row has no action then.
  CellValue value = {};
};
struct TableColumn {
  Text title;
  DataName data = {};
};
struct TableRow {
  std::vector<TableCell> cells;
  Action action;
  bool selected = false;
  Text help = {};            ///< What the row is about, for whom asks; empty for nothing to say.
  std::string subject = {};  ///< As CodeLine.
};
struct TablePanel {
  std::string name;
  Text title;
  std::vector<TableColumn> columns;
  std::vector<TableRow> rows;
  /// The rows are what the figure can be about: a window keeps them in sight beside the rest.
  bool contents = false;
  PanelWorth worth = PanelWorth::plain;
  /// Columns that a narrow page leaves out, the one that is missed least first.
  std::vector<std::size_t> spareColumns;
  std::string of = {};  ///< Whose numbers these are: as HeatLayer.
};

using Panel = std::variant<PlotPanel, BitsPanel, ClockPanel, CodePanel, TablePanel>;
[[nodiscard]] PanelWorth worthOf(const Panel& panel);
/// Whether a panel is a plot that uses all the height that there is.
[[nodiscard]] bool isPicture(const Panel& panel);
/// What a panel is called inside of a sentence: its title, else its first heading or its axes.
[[nodiscard]] Text panelTitle(const Panel& panel);

/// The question, one computed sentence that answers it for these parameters, and a line of
/// explanation.
struct Finding {
  Text question;
  Text sentence;
  Text explanation;
};

using FactValue = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>>;

/// A number with a name, such as positions.distinct = 769. Finding, lessons, JSON and tests take
/// theirs from here.
struct Fact {
  std::string name;  ///< Without the view's id.
  FactValue value;
};

/// A fact that each side of a comparison has: a row of a table of them.
template <typename Numbers>
struct SideFact {
  std::string_view name;
  FactValue (*value)(const Numbers& side);
};

/// Appends the facts of `rows` about one side, each named with `prefix` ("a.") in front.
template <typename Numbers, std::size_t kCount>
void addFacts(std::vector<Fact>& facts, std::string_view prefix,
              const SideFact<Numbers> (&rows)[kCount], const Numbers& side) {
  for (const SideFact<Numbers>& row : rows) {
    facts.push_back({std::string(prefix) + std::string(row.name), row.value(side)});
  }
}

/// Lines beside the plot under a title with a verdict ("Unique"): good, bad or without judgement.
struct Verdict {
  Text title;
  ColourRole role = ColourRole::neutral;  ///< good, bad or neutral.
  Text summary;
  std::vector<DetailRow> rows;
  Text explanation;  ///< What the verdict asks and what this answer means; empty for none.
  Text answer = {};  ///< The same in three words ("faithful: no"); empty where nothing is judged.
};

/// Verdicts that take longer than a picture. A window asks after the picture is shown, in the
/// background; files with facts ask at once.
class Judgement {
 public:
  virtual ~Judgement() = default;
  /// What they say of `side`: with A and B the one that is meant decides states and explanations,
  /// and the rows name both; the reference and the difference are judged neither good nor bad.
  /// `progress` (0..1) may be empty and is called from working threads.
  [[nodiscard]] virtual Result<std::vector<Verdict>> verdicts(
      Side side, const std::function<void(double)>& progress, std::stop_token stop) const = 0;
  /// The numbers of both sides beside each other: rows by A, B and what storage alone costs. Quick
  /// after verdicts() of the same object.
  [[nodiscard]] virtual Result<TablePanel> table(std::stop_token stop) const = 0;
  /// The same as named numbers ("a.distinct"), after verdicts() of the same object or on its own.
  [[nodiscard]] virtual Result<std::vector<Fact>> facts(std::stop_token stop) const = 0;
};

/// Where a figure comes from; goes into every file.
struct FigureSource {
  std::string view;
  std::string link;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string version;
};

class FigureSides;

/// What is on a page at once: everything in it is about `side`. Facts are about all sides and are
/// named by them ("a.distinct").
struct Figure {
  Side side = Side::a;
  Finding finding;
  bool otherScheme =
      false;  ///< The open model does not use what the page is about; `finding` says so.
  std::vector<Fact> facts;
  std::vector<Panel> panels;  ///< The first is the main one; its zoom is part of the state.
  std::vector<Verdict> verdicts;
  TablePanel verdictTable;  ///< Their numbers; without rows where there are none.
  std::shared_ptr<const Judgement> judgement;  ///< More verdicts; nullptr when there are none.
  Text verdictsOf;  ///< Whose the verdicts of this side are, in its colour; empty without any.
  std::vector<Text> notes;  ///< Notices: what is assumed, sampled or not applied.
  FigureSource source;
  std::string mainLayer;                     ///< The layer that data exports write by default.
  std::shared_ptr<const FigureSides> sides;  ///< nullptr for a figure that compares nothing.
};

/// The sides of one figure, made from what was computed once for all of them. Immutable and
/// thread-safe.
class FigureSides {
 public:
  virtual ~FigureSides() = default;
  /// The whole figure at `side`, its own `sides` left empty (atSide fills it in). Quick next to
  /// building the figure, but not always quick enough for the GUI thread.
  [[nodiscard]] virtual Result<Figure> figure(Side side, std::stop_token stop) const = 0;
};

/// `figure` at another side; itself where it is at that side or compares nothing.
[[nodiscard]] Result<Figure> atSide(const Figure& figure, Side side, std::stop_token stop = {});

/// nullptr when the figure has no such fact.
[[nodiscard]] const FactValue* findFact(const Figure& figure, std::string_view name);

/// The integer fact `name`; 0 when missing or of another type (the tests ask for facts that exist).
[[nodiscard]] std::int64_t integerFact(const Figure& figure, std::string_view name);

}  // namespace poscope
