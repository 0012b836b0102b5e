// The panels of the page terms.
#include <cmath>

#include "core/base/numbers.h"
#include "core/compute/array_source.h"
#include "core/views/build_parts.h"
#include "core/views/terms.h"

namespace poscope::terms {
namespace {

/// Every number of a query and a key, on any map of the board.
class BoardInspection final : public Inspection {
 public:
  explicit BoardInspection(std::shared_ptr<const TermsPage> page) : page_(std::move(page)) {}

  Detail at(double x, double y) const override {
    const ScoreTerms& board = page_->board;
    const double query = std::round(y);
    const double key = std::round(x);
    const auto length = static_cast<double>(board.setup.length);
    Detail detail;
    if (!(query >= 0 && query < length && key >= 0 && key < length)) {
      return detail;
    }
    const auto i = static_cast<std::int64_t>(query);
    const auto j = static_cast<std::int64_t>(key);
    const auto count = [&detail](const char* label, std::int64_t value) {
      detail.rows.push_back({label, {"value.integer", {{"value", value}}}, {}, {}});
    };
    count("inspector.query", i);
    count("inspector.key", j);
    count("terms.row.distance", i - j);
    detail.marked = true;
    detail.markX = key;
    detail.markY = query;
    if (board.variant->causal && j > i) {
      detail.rows.push_back({"inspector.masked", "inspector.masked.why", {}, {}});
      return detail;
    }
    addNumbers(detail, static_cast<std::size_t>(i * board.setup.length + j));
    return detail;
  }

 private:
  void addNumbers(Detail& detail, std::size_t cell) const {
    const ScoreTerms& board = page_->board;
    for (const ScoreTerm term : kScoreTerms) {
      const std::vector<double>& cells = board.term(term);
      detail.rows.push_back(
          {termTitle(term),
           cells.empty() ? Text("terms.fate.dropped") : Text::verbatim(readingDecimal(cells[cell])),
           {},
           {}});
    }
    detail.rows.push_back(
        {"terms.row.score", Text::verbatim(readingDecimal(board.score[cell])), {}, {}});
    detail.rows.push_back(
        {"terms.row.weight",
         {"value.percent", {{"share", shortDecimal(100 * board.weights[cell], 4)}}},
         {},
         {}});
  }

  std::shared_ptr<const TermsPage> page_;
};

Axis tokenAxis(const char* title, const char* data, std::int64_t length) {
  Axis axis{title, -0.5, static_cast<double>(length) - 0.5, AxisScale::linear, AxisTicks::integers};
  axis.data = {data, "tokens"};
  return axis;
}

PlotPanel mapPanel(const std::shared_ptr<const TermsPage>& page, std::string_view name,
                   Text title) {
  const std::int64_t length = page->board.setup.length;
  PlotPanel panel;
  panel.name = std::string(name);
  panel.title = std::move(title);
  panel.x = tokenAxis("terms.axis.key", "key", length);
  panel.y = tokenAxis("terms.axis.query", "query", length);
  panel.y.downward = true;
  panel.inspection = std::make_shared<BoardInspection>(page);
  return panel;
}

HeatLayer heatOf(const TermsPage& page, std::string_view name, const std::vector<double>& cells) {
  HeatLayer heat;
  heat.name = std::string(name);
  heat.source = arraySource(cells, page.board.setup.length);
  heat.quantity = Quantity::reference;
  heat.causal = page.variant().causal;
  heat.data = {"score"};
  heat.of = "fp64";
  return heat;
}

// `largest` rounded up to two digits; 1 for 0.
double limitOf(double largest) {
  const double unit = largest > 0 ? std::pow(10.0, std::floor(std::log10(largest)) - 1) : 1.0;
  return largest > 0 ? std::ceil(largest / unit) * unit : 1.0;
}

// One scale for the terms and their sum, so that a pale term is a small one. The panels' titles say
// what the colours are: beside six maps there is no room for saying it again.
ColourScale scoreColours(const TermsPage& page) {
  double largest = std::abs(page.score.largest);
  for (const TermSize& size : page.sizes) {
    largest = std::max(largest, std::abs(size.largest));
  }
  ColourScale colours;
  colours.high = limitOf(largest);
  colours.low = -colours.high;
  return colours;
}

PlotPanel termPanel(const std::shared_ptr<const TermsPage>& page, ScoreTerm term) {
  const TermRule& rule = page->variant().rule(term);
  const std::string_view name = scoreTermName(term);
  const bool dropped = rule.fate == TermFate::dropped;
  PlotPanel panel = mapPanel(
      page, name,
      dropped ? Text("terms.panel.dropped", {{"term", termTitle(term)}})
              : Text("terms.panel.term",
                     {{"term", termTitle(term)}, {"formula", rule.formulaOf(page->board.setup)}}));
  panel.worth = PanelWorth::answer;
  if (dropped) {
    panel.layers.emplace_back(StripLayer{ColourRole::neutral, panel.x.first, panel.x.last, {}});
    const double middle = (panel.x.first + panel.x.last) / 2;
    panel.layers.emplace_back(NoteLayer{panel.x.first, middle, "terms.fate.dropped",
                                        Text("terms.dropped." + std::string(page->variant().id)),
                                        ColourRole::neutral});
    return panel;
  }
  HeatLayer heat = heatOf(*page, name, page->board.term(term));
  heat.colours = scoreColours(*page);
  panel.layers.emplace_back(std::move(heat));
  return panel;
}

PlotPanel scorePanel(const std::shared_ptr<const TermsPage>& page) {
  PlotPanel panel = mapPanel(page, "score", "terms.panel.score");
  HeatLayer heat = heatOf(*page, "score", page->board.score);
  heat.colours = scoreColours(*page);
  panel.layers.emplace_back(std::move(heat));
  return panel;
}

PlotPanel weightsPanel(const std::shared_ptr<const TermsPage>& page) {
  PlotPanel panel = mapPanel(page, "weights", "terms.panel.weights");
  HeatLayer heat = heatOf(*page, "weights", page->board.weights);
  heat.data = {"weight"};
  heat.colours.map = ColourScale::Map::sequential;
  heat.colours.low = 0;
  heat.colours.high = limitOf(page->weights.largest);
  panel.layers.emplace_back(std::move(heat));
  panel.worth = PanelWorth::extra;
  return panel;
}

TableCell ruleCell(const TermRule& rule, const TermSetup& setup) {
  const bool dropped = rule.fate == TermFate::dropped;
  return {dropped ? Text("terms.fate.dropped") : Text::verbatim(rule.formulaOf(setup)),
          {},
          {},
          std::string(termFateName(rule.fate))};
}

TableCell placeCell(const TermSize& size) {
  return {{"terms.value.place",
           {{"query", std::to_string(size.query)}, {"key", std::to_string(size.key)}}},
          {},
          {},
          std::to_string(size.query) + " " + std::to_string(size.key)};
}

void addSize(TableRow& row, const TermSize& size) {
  row.cells.push_back(numberCell(size.largest, 4));
  row.cells.push_back(placeCell(size));
  row.cells.push_back(numberCell(size.root, 4));
}

}  // namespace

Text variantTitle(const ScoreVariant& variant) {
  return Text("choice.variant." + std::string(variant.id));
}

Text termTitle(ScoreTerm term) {
  return Text("terms.term." + std::string(scoreTermName(term)));
}

Text scaleText(const ScoreVariant& variant, std::int64_t dim) {
  const char* const key = variant.parts == 0   ? "terms.scale.none"
                          : variant.parts == 1 ? "terms.scale.root"
                                               : "terms.scale.parts";
  return {key, {{"parts", variant.parts}, {"dim", dim}}};
}

void addBoard(Figure& figure, const std::shared_ptr<const TermsPage>& page) {
  // In lines of three, or of two where the sum and the attention are left out.
  figure.panels.emplace_back(termPanel(page, ScoreTerm::contentContent));
  figure.panels.emplace_back(termPanel(page, ScoreTerm::contentPosition));
  figure.panels.emplace_back(scorePanel(page));
  figure.panels.emplace_back(termPanel(page, ScoreTerm::positionContent));
  figure.panels.emplace_back(termPanel(page, ScoreTerm::positionPosition));
  figure.panels.emplace_back(weightsPanel(page));
  figure.mainLayer = "score";
}

TablePanel variantsOf(const TermsPage& page) {
  TablePanel table;
  table.name = "variants";
  table.title = "terms.panel.variants";
  table.columns = {{"terms.column.variant", {"variant"}}};
  for (const ScoreTerm term : kScoreTerms) {
    table.columns.push_back({termTitle(term), {std::string(scoreTermName(term))}});
  }
  table.columns.push_back({"terms.column.scale", {"scale"}});
  for (const ScoreVariant& variant : scoreVariants()) {
    TableRow row;
    row.cells.push_back({variantTitle(variant), {}, {}, std::string(variant.id)});
    for (const ScoreTerm term : kScoreTerms) {
      row.cells.push_back(ruleCell(variant.rule(term), page.board.setup));
    }
    const std::int64_t dim = page.board.setup.dim;
    row.cells.push_back({scaleText(variant, dim), {}, {}, variant.scale(dim)});
    row.action = {"variant", std::string(variant.id)};
    row.selected = &variant == &page.variant();
    row.help = {"terms.variant.source", {{"source", variant.source}}};
    table.rows.push_back(std::move(row));
  }
  return table;
}

TablePanel sizesOf(const TermsPage& page) {
  TablePanel table;
  table.name = "sizes";
  table.title = {"terms.panel.sizes", {{"variant", variantTitle(page.variant())}}};
  table.of = "fp64";
  table.columns = {{"terms.column.term", {"term"}},
                   {"terms.column.fate", {"fate"}},
                   {"terms.column.informed", {"knows_position"}},
                   {"terms.column.largest", {"largest"}},
                   {"terms.column.place", {"query_and_key"}},
                   {"terms.column.root", {"root_mean_square"}}};
  table.spareColumns = {4, 2};
  for (const ScoreTerm term : kScoreTerms) {
    const TermRule& rule = page.variant().rule(term);
    const std::string fate(termFateName(rule.fate));
    TableRow row;
    row.cells = {
        {termTitle(term), {}, {}, std::string(scoreTermName(term))},
        {Text("terms.fate." + fate), {}, {}, fate},
        {rule.knowsPosition ? "terms.value.yes" : "terms.value.no", {}, {}, rule.knowsPosition}};
    if (rule.fate == TermFate::dropped) {
      row.cells.resize(table.columns.size());
    } else {
      addSize(row, page.sizes[static_cast<std::size_t>(term)]);
    }
    table.rows.push_back(std::move(row));
  }
  TableRow sum;
  sum.cells = {{"terms.row.score", {}, {}, std::string("score")}, {}, {}};
  addSize(sum, page.score);
  table.rows.push_back(std::move(sum));
  return table;
}

}  // namespace poscope::terms
