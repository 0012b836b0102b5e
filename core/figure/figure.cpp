#include "core/figure/figure.h"

#include <algorithm>

namespace poscope {
namespace {

// In the order of Side.
constexpr std::array<std::string_view, 4> kSideNames{"reference", "a", "b", "difference"};
static_assert(kSideNames.size() == kSides.size());

Text titleOf(const PlotPanel& plot) {
  return !plot.title.empty()
             ? plot.title
             : Text("figure.panel.plot", {{"x", plot.x.title}, {"y", plot.y.title}});
}

Text titleOf(const BitsPanel& bits) {
  return bits.title.empty() ? Text("figure.panel.bits") : bits.title;
}

Text titleOf(const ClockPanel& clocks) {
  return clocks.title.empty() ? Text("figure.panel.clocks") : clocks.title;
}

Text titleOf(const CodePanel& code) {
  return code.title.empty() ? Text("figure.panel.code") : code.title;
}

Text titleOf(const TablePanel& table) {
  return !table.title.empty()     ? table.title
         : !table.columns.empty() ? table.columns.front().title
                                  : Text("figure.panel.table");
}

}  // namespace

std::string_view sideName(Side side) {
  return kSideNames[static_cast<std::size_t>(side)];
}

std::optional<Side> findSide(std::string_view name) {
  const auto found = std::find(kSideNames.begin(), kSideNames.end(), name);
  return found == kSideNames.end()
             ? std::nullopt
             : std::optional(kSides[static_cast<std::size_t>(found - kSideNames.begin())]);
}

std::string columnName(const DataName& data) {
  return data.unit.empty() ? data.name : data.name + " [" + data.unit + "]";
}

Result<Figure> atSide(const Figure& figure, Side side, std::stop_token stop) {
  if (figure.sides == nullptr || figure.side == side) {
    return figure;
  }
  return figure.sides->figure(side, std::move(stop)).map([&](Figure&& other) {
    other.sides = figure.sides;
    return std::move(other);
  });
}

bool isMasked(const HeatLayer& layer, std::int64_t row, std::int64_t column) {
  return layer.causal && column > row;
}

bool CodePanel::hasChanges() const {
  return std::any_of(lines.begin(), lines.end(),
                     [](const CodeLine& line) { return line.change != CodeChange::kept; });
}

std::string shownLine(const CodePanel& panel, const CodeLine& line) {
  constexpr std::array<std::string_view, 3> kSigns{"  ", "- ",
                                                   "+ "};  // In the order of CodeChange.
  return panel.hasChanges() ? std::string(kSigns[static_cast<std::size_t>(line.change)]) + line.text
                            : line.text;
}

std::vector<Text> selectedNotes(const CodePanel& panel) {
  std::vector<Text> notes;
  for (std::size_t k = 0; k < panel.lines.size(); ++k) {
    const CodeLine& line = panel.lines[k];
    if (line.selected && !line.note.empty()) {
      notes.emplace_back("plot.code.note",
                         std::vector<TextArgument>{{"line", static_cast<std::int64_t>(k + 1)},
                                                   {"note", line.note}});
    }
  }
  return notes;
}

bool isPicture(const Panel& panel) {
  const auto* const plot = std::get_if<PlotPanel>(&panel);
  return plot != nullptr && !plot->flat;
}

PanelWorth worthOf(const Panel& panel) {
  return std::visit([](const auto& any) { return any.worth; }, panel);
}

Text panelTitle(const Panel& panel) {
  return std::visit([](const auto& any) { return titleOf(any); }, panel);
}

const FactValue* findFact(const Figure& figure, std::string_view name) {
  const auto found = std::find_if(figure.facts.begin(), figure.facts.end(),
                                  [&](const Fact& fact) { return fact.name == name; });
  return found == figure.facts.end() ? nullptr : &found->value;
}

std::int64_t integerFact(const Figure& figure, std::string_view name) {
  const FactValue* fact = findFact(figure, name);
  const auto* number = fact == nullptr ? nullptr : std::get_if<std::int64_t>(fact);
  return number == nullptr ? 0 : *number;
}

}  // namespace poscope
