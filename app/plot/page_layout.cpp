#include "app/plot/page_layout.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "app/plot/panel_layout.h"

namespace poscope {
namespace {

constexpr double kLeastPage = 96;   ///< Points: a smaller page has no room for axes.
constexpr double kVectorDpi = 600;  ///< Resolution of a heat map that is an image in a vector file.
constexpr double kSmallerType = 0.93;  ///< From one size of type to the next.
constexpr double kLeastBase = 5.6;     ///< Points of the base type, ...
constexpr double kGoodBase = 7.5;      ///< ... down to which it is read well.
constexpr double kLeastFlat = 12;      ///< Points between the axes of a number line.
constexpr std::size_t kFewRows = 2;    ///< A table says something with these.
constexpr std::size_t kNoPanel = std::numeric_limits<std::size_t>::max();

bool isPlot(const Panel& panel) {
  return std::holds_alternative<PlotPanel>(panel);
}

std::vector<std::size_t> ascending(std::vector<std::size_t> panels) {
  std::sort(panels.begin(), panels.end());
  return panels;
}

}  // namespace

PageLayout::PageLayout(const Figure& figure, const PageOptions& options)
    : figure_(figure),
      options_(options),
      shared_(std::shared_ptr<const Figure>(), &figure),
      unit_(pixelsPerPoint()),
      style_{options.theme, options.language, options.captionPoints},
      size_(options.sizePoints * unit_) {}

PageLayout::~PageLayout() = default;

bool PageLayout::layOut() {
  const bool large =
      std::min(options_.sizePoints.width(), options_.sizePoints.height()) >= kLeastPage;
  if (!large || figure_.panels.empty() || !chooseFirst()) {
    return false;
  }
  growRows();
  addRest();
  // What was tried last did not fit.
  const bool placed = place(chosen_, kAnything);
  const double ratio = options_.vector ? kVectorDpi / 72 / unit_ : options_.pointsToDevice / unit_;
  for (PagePanel& panel : panels_) {
    if (panel.plot != nullptr) {
      panel.cells = panel.plot->neededCells(ratio);
    }
  }
  return placed;
}

// From the loosest to the tightest. Type that is read well comes before columns that can be spared.
std::vector<PageLayout::Setting> PageLayout::settings() const {
  std::vector<double> sizes;
  for (double points = options_.captionPoints; sizes.empty() || points >= kLeastBase;
       points *= kSmallerType) {
    sizes.push_back(points);
  }
  std::vector<Setting> all{{sizes.front(), false, false}};
  for (const double points : sizes) {
    if (points == sizes.front() || points >= kGoodBase) {
      all.push_back({points, true, false});
    }
  }
  for (const double points : sizes) {
    all.push_back({points, true, true});
  }
  return all;
}

std::vector<std::size_t> PageLayout::byWorth() const {
  std::vector<std::size_t> order(figure_.panels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [this](std::size_t one, std::size_t other) {
    return worthOf(figure_.panels[one]) < worthOf(figure_.panels[other]);
  });
  return order;
}

bool PageLayout::hasPlot(const std::vector<std::size_t>& panels) const {
  return std::any_of(panels.begin(), panels.end(),
                     [this](std::size_t panel) { return isPicture(figure_.panels[panel]); });
}

bool PageLayout::isPainted(std::size_t panel) const {
  return !isPlot(figure_.panels[panel]);
}

std::size_t PageLayout::rowsOf(std::size_t panel) const {
  const auto* const bits = std::get_if<BitsPanel>(&figure_.panels[panel]);
  const auto* const clocks = std::get_if<ClockPanel>(&figure_.panels[panel]);
  const auto* const code = std::get_if<CodePanel>(&figure_.panels[panel]);
  const auto* const table = std::get_if<TablePanel>(&figure_.panels[panel]);
  return bits != nullptr     ? bits->rows.size()
         : clocks != nullptr ? clocks->faces.size()
         : code != nullptr   ? code->lines.size()
         : table != nullptr  ? table->rows.size()
                             : 0;
}

bool PageLayout::isCode(std::size_t panel) const {
  return std::holds_alternative<CodePanel>(figure_.panels[panel]);
}

std::size_t PageLayout::fewRowsOf(std::size_t panel) const {
  return isCode(panel) ? rowsOf(panel) : std::min(kFewRows, rowsOf(panel));
}

// By worth: what answers, and the main plot.
std::vector<std::size_t> PageLayout::firstPanels() const {
  std::vector<std::size_t> first;
  bool anyPlot = false;
  for (const std::size_t panel : byWorth()) {
    const PanelWorth worth = worthOf(figure_.panels[panel]);
    const bool picture = isPicture(figure_.panels[panel]);
    const bool mainPlot = !anyPlot && picture && worth != PanelWorth::extra;
    if (first.empty() || worth == PanelWorth::answer || mainPlot) {
      first.push_back(panel);
    }
    anyPlot = anyPlot || picture;
  }
  return first;
}

// The answer and the main plot, as large as they can be set.
bool PageLayout::chooseFirst() {
  std::vector<std::size_t> first = firstPanels();
  Choice choice;
  choice.finding = options_.caption;
  choice.rows.assign(figure_.panels.size(), std::numeric_limits<std::size_t>::max());
  choice.panels = ascending(first);
  const auto code = std::remove_if(first.begin() + 1, first.end(),
                                   [this](std::size_t panel) { return isCode(panel); });
  // Code, which is of no use in part, is no reason for type that is read badly.
  if (code != first.end()) {
    if (takeReadable(choice)) {
      return true;
    }
    first.erase(code, first.end());
    choice.panels = ascending(first);
  }
  return takeReadable(choice) || takeTight(choice) || chooseLeast(first);
}

// In type that is read well, with all columns, and where it can be with all words; good plots come
// before large type.
bool PageLayout::takeReadable(const Choice& choice) {
  Choice whole = choice;
  whole.words = options_.caption;
  whole.notes = options_.caption;
  // Tables alone ask for nothing beside their own height.
  return takeLoosest(whole, kMore, false) || takeLoosest(choice, kMore, false) ||
         (hasPlot(choice.panels) && takeLoosest(choice, kGood, false));
}

// Columns that can be spared give way before type that is read well, and before a plot that is
// flat.
bool PageLayout::takeTight(const Choice& choice) {
  const double good = std::min(kGoodBase, options_.captionPoints);
  return takeLoosest(choice, kFirst, false, good) ||
         (hasPlot(choice.panels) && takeLoosest(choice, kGood, true, good)) ||
         takeLoosest(choice, kFirst, true, good) || takeLoosest(choice, kFirst, false) ||
         takeLoosest(choice, kFirst, true);
}

bool PageLayout::takeLoosest(Choice choice, const Demand& demand, bool narrow, double least) {
  for (const Setting& setting : settings()) {
    choice.setting = setting;
    const bool tried = setting.narrow == narrow && setting.points >= least;
    if (tried && take(choice, demand)) {
      return true;
    }
  }
  return false;
}

// Half of the rows, then the first rows of all but the first panel, then fewer panels, then its
// first rows, then no words above. `first`: by worth.
bool PageLayout::chooseLeast(const std::vector<std::size_t>& first) {
  Choice choice;
  choice.setting = settings().back();
  choice.panels = first;
  makePanels(choice);
  for (std::size_t k = 0; k < figure_.panels.size(); ++k) {
    choice.rows.push_back(painted_[k] == nullptr ? 0 : painted_[k]->leastRows());
  }
  choice.finding = options_.caption;
  for (std::size_t count = first.size(); count > 0; --count) {
    choice.panels = ascending({first.begin(), first.begin() + static_cast<std::ptrdiff_t>(count)});
    if (take(choice, kFirst) || takeFewRows(choice, first.front())) {
      return true;
    }
    // All that answers, each in part, before the first of it whole.
    if (count == first.size() && takeFewRows(choice, kNoPanel)) {
      return true;
    }
  }
  choice.rows[first.front()] = fewRowsOf(first.front());
  if (take(choice, kAnything)) {
    return true;
  }
  choice.finding = false;
  return take(choice, kAnything);
}

// With few rows of all panels but `whole` (kNoPanel: of all), or with one.
bool PageLayout::takeFewRows(Choice choice, std::size_t whole) {
  for (const std::size_t most : {kFewRows, std::size_t{1}}) {
    for (const std::size_t panel : choice.panels) {
      if (panel != whole && !isCode(panel)) {
        choice.rows[panel] = std::min(choice.rows[panel], most);
      }
    }
    if (take(choice, kFirst)) {
      return true;
    }
  }
  return false;
}

// As many rows of what is shown as there is room for.
void PageLayout::growRows() {
  for (const std::size_t panel : byWorth()) {
    const auto& shown = chosen_.panels;
    if (!isPainted(panel) || !std::binary_search(shown.begin(), shown.end(), panel)) {
      continue;
    }
    std::size_t most = rowsOf(panel);
    std::size_t least = std::min(chosen_.rows[panel], most);
    while (least < most) {
      Choice more = chosen_;
      const std::size_t middle = least + (most - least + 1) / 2;
      more.rows[panel] = middle;
      if (take(more, kFirst)) {
        least = middle;
      } else {
        most = middle - 1;
      }
    }
  }
}

void PageLayout::addRest() {
  const auto with = [this](bool Choice::*part) {
    Choice more = chosen_;
    more.*part = options_.caption;
    take(more, kMore);
  };
  const auto withPanels = [this](bool extras) {
    for (const std::size_t panel : byWorth()) {
      const bool shown = std::binary_search(chosen_.panels.begin(), chosen_.panels.end(), panel);
      if (shown || extras != (worthOf(figure_.panels[panel]) == PanelWorth::extra)) {
        continue;
      }
      Choice more = chosen_;
      more.panels.push_back(panel);
      more.panels = ascending(std::move(more.panels));
      more.rows[panel] = rowsOf(panel);
      const bool whole = take(more, kMore);
      // A plot fills what a table leaves.
      if (!whole && !hasPlot(more.panels) && fewRowsOf(panel) < rowsOf(panel)) {
        more.rows[panel] = fewRowsOf(panel);
        take(more, kMore);
      }
    }
  };
  with(&Choice::notes);
  withPanels(false);
  with(&Choice::words);
  withPanels(true);
  growRows();
}

bool PageLayout::take(const Choice& next, const Demand& demand) {
  const bool fits = place(next, demand);
  if (fits) {
    chosen_ = next;
  }
  return fits;
}

bool PageLayout::place(const Choice& choice, const Demand& demand) {
  makePanels(choice);
  layOutCaption(choice);
  layOutNotes(choice);
  panels_.clear();
  for (const std::size_t panel : choice.panels) {
    if (isPainted(panel)) {
      painted_[panel]->cutTo(std::min(choice.rows[panel], rowsOf(panel)));
    }
  }
  const std::vector<QRectF> areas = areasOf(choice, demand);
  for (std::size_t k = 0; k < areas.size(); ++k) {
    const std::size_t index = choice.panels[k];
    PagePanel panel;
    panel.panel = index;
    panel.area = areas[k].translated(0, captionHeight_);
    panel.plot = plots_[index].get();
    panel.painted = painted_[index].get();
    if (panel.painted != nullptr) {
      panel.painted->layOut(panel.area.width());
    } else if (!placePlot(panel, demand.area)) {
      return false;
    }
    panels_.push_back(std::move(panel));
  }
  return !panels_.empty();
}

// Panels are made for a setting, and only those that are tried.
void PageLayout::makePanels(const Choice& choice) {
  if (made_ != choice.setting) {
    made_ = choice.setting;
    style_.pagePoints = choice.setting.points;
    panels_.clear();
    plots_.clear();
    painted_.clear();
    plots_.resize(figure_.panels.size());
    painted_.resize(figure_.panels.size());
  }
  for (const std::size_t panel : choice.panels) {
    if (isPainted(panel) && painted_[panel] == nullptr) {
      makePainted(panel, choice.setting);
    } else if (!isPainted(panel) && plots_[panel] == nullptr) {
      makePlot(panel);
    }
  }
}

void PageLayout::makePainted(std::size_t panel, const Setting& setting) {
  painted_[panel] = makePaintedPanel(figure_.panels[panel], style_);
  if (setting.tight) {
    painted_[panel]->tighten();
  }
  if (setting.narrow) {
    painted_[panel]->narrowTo(size_.width());
  }
}

void PageLayout::makePlot(std::size_t panel) {
  const auto first = std::find_if(figure_.panels.begin(), figure_.panels.end(), isPlot);
  const bool isMain = first - figure_.panels.begin() == static_cast<std::ptrdiff_t>(panel);
  plots_[panel] = std::make_unique<PanelPlot>();
  plots_[panel]->setPanel(shared_, std::get<PlotPanel>(figure_.panels[panel]), style_,
                          isMain ? options_.window : std::nullopt);
  plots_[panel]->setBackground(Qt::NoBrush);  // The page has its ground already.
}

void PageLayout::layOutCaption(const Choice& choice) {
  caption_.clear();
  captionHeight_ = 0;
  const Theme& colours = style_.colours();
  const Finding& finding = figure_.finding;
  if (choice.words) {
    caption_.emplace_back(finding.question, style_, style_.text(FontSize::tiny), colours.muted);
  }
  if (choice.finding) {
    const QFont font = style_.text(FontSize::headline, QFont::DemiBold);
    caption_.emplace_back(finding.sentence, style_, font, colours.text);
  }
  if (choice.words) {
    caption_.emplace_back(finding.explanation, style_, style_.text(FontSize::small), colours.muted);
  }
  captionHeight_ = caption_.empty() ? 0 : edge();
  for (RichText& line : caption_) {
    captionHeight_ += line.empty() ? 0 : line.wrap(size_.width() - 2 * edge()) + lineGap();
  }
}

void PageLayout::layOutNotes(const Choice& choice) {
  notes_.clear();
  footHeight_ = 0;
  if (!choice.notes || figure_.notes.empty()) {
    return;
  }
  footHeight_ = edge() / 2;
  for (const Text& note : figure_.notes) {
    notes_.emplace_back(note, style_, style_.text(FontSize::tiny), style_.colours().muted);
    footHeight_ += notes_.back().wrap(size_.width() - 2 * edge()) + lineGap() / 2;
  }
}

// Empty when there is not enough room.
std::vector<QRectF> PageLayout::areasOf(const Choice& choice, const Demand& demand) const {
  const QSizeF room(size_.width(), size_.height() - captionHeight_ - footHeight_);
  std::vector<const Panel*> panels;
  for (const std::size_t panel : choice.panels) {
    panels.push_back(&figure_.panels[panel]);
  }
  const auto plots = std::count_if(panels.begin(), panels.end(),
                                   [](const Panel* panel) { return isPicture(*panel); });
  const bool beside = static_cast<std::size_t>(plots) < panels.size();
  // Beside tables plots are wide, at most twice as wide as high: a tall page has room for both.
  const double together = demand.share * std::min(room.height(), room.width());
  const double share = beside && plots > 0 ? together / static_cast<double>(plots) : 0;
  const auto painted = [&](std::size_t k) { return painted_[choice.panels[k]].get(); };
  const PanelNeeds needs{[&](std::size_t k) {
                           return painted(k) == nullptr ? kWholeLine : painted(k)->naturalWidth();
                         },
                         [&](std::size_t k, double width) {
                           return painted(k) == nullptr ? kFlatPlot * style_.scale()
                                                        : painted(k)->layOut(width);
                         },
                         std::max(demand.height * unit_, share)};
  const std::vector<QRectF> areas = arrangePanels(panels, room, needs);
  bool fits = arrangedHeight(areas) <= room.height() + 0.5;
  for (std::size_t k = 0; k < areas.size(); ++k) {
    fits = fits && (painted(k) == nullptr || areas[k].width() >= painted(k)->leastWidth());
  }
  return fits ? areas : std::vector<QRectF>();
}

bool PageLayout::placePlot(PagePanel& panel, double least) const {
  panel.plot->layOutFor(panel.area.size().toSize());
  const QRectF area = panel.plot->plotArea();
  if (!isPicture(figure_.panels[panel.panel])) {
    return std::min(area.width(), area.height()) >= kLeastFlat * unit_;
  }
  return std::min(area.width(), area.height()) >= least * unit_;
}

std::vector<Text> PageLayout::leftOut() const {
  std::vector<Text> out;
  const auto add = [&out](bool shown, const char* key) {
    if (!shown) {
      out.emplace_back(key);
    }
  };
  if (options_.caption) {
    add(chosen_.finding, "plot.left-out.finding");
    add(chosen_.words, "plot.left-out.question");
    add(chosen_.words || figure_.finding.explanation.empty(), "plot.left-out.explanation");
    add(chosen_.notes || figure_.notes.empty(), "plot.left-out.notes");
  }
  for (std::size_t k = 0; k < figure_.panels.size(); ++k) {
    const Text title = panelTitle(figure_.panels[k]);
    if (!std::binary_search(chosen_.panels.begin(), chosen_.panels.end(), k)) {
      out.push_back({"plot.left-out.panel", {{"panel", title}}});
    } else if (isPainted(k)) {
      const std::size_t rows = rowsOf(k);
      if (chosen_.rows[k] < rows) {
        out.push_back({"plot.left-out.rows",
                       {{"panel", title},
                        {"rows", static_cast<std::int64_t>(rows - chosen_.rows[k])},
                        {"all", static_cast<std::int64_t>(rows)}}});
      }
      for (const Text& column : painted_[k]->columnsLeftOut()) {
        out.push_back({"plot.left-out.column", {{"panel", title}, {"column", column}}});
      }
    }
  }
  return out;
}

}  // namespace poscope
