// A table on a page, in the window's look: hairlines between rows, the selected row marked.
#include <QPainter>
#include <algorithm>
#include <numeric>
#include <optional>

#include "app/plot/painted_panel.h"
#include "app/plot/rich_text.h"
#include "app/plot/table_grid.h"

namespace poscope {
namespace {

template <typename Element>
void eraseAt(std::vector<Element>& elements, std::size_t index) {
  if (index < elements.size()) {
    elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(index));
  }
}

class TablePainter final : public PaintedPanel {
 public:
  TablePainter(const TablePanel& panel, const PlotStyle& style)
      : whole_(panel),
        style_(style),
        title_(panel.title, style, style.text(FontSize::base, QFont::DemiBold),
               style.colours().text),
        rows_(panel.rows.size()) {
    choose();
  }

  double naturalWidth() const override {
    return std::max(grid_->naturalWidth(), title_.naturalWidth() + 2 * edge());
  }
  double leastWidth() const override { return grid_->leastWidth(); }
  void tighten() override {
    tight_ = true;
    grid_->tighten();
  }

  std::size_t leastRows() const override { return (rowCount() + 1) / 2; }
  void cutTo(std::size_t rows) override {
    if (rows != rows_) {
      rows_ = rows;
      choose();
    }
  }

  void narrowTo(double width) override {
    while (grid_->naturalWidth() > width && spared_ < whole_.spareColumns.size()) {
      ++spared_;
      choose();
    }
  }
  std::vector<Text> columnsLeftOut() const override {
    std::vector<Text> headings;
    for (std::size_t k = 0; k < spared_; ++k) {
      headings.push_back(whole_.columns[whole_.spareColumns[k]].title);
    }
    return headings;
  }

  double layOut(double width) override {
    const double unit = style_.scale();
    grid_->fit(width);
    areas_.clear();
    double y = top();
    if (!title_.empty()) {
      y += title_.wrap(width - 2 * edge()) + (tight_ ? 2 : 8) * unit;
    }
    const double side = TableGrid::kLineEdge * unit;
    width_ = std::min(width, grid_->naturalWidth());  // Lines end where the last column does.
    for (std::size_t line = 0; line < grid_->lineCount(); ++line) {
      areas_.emplace_back(side, y, width_ - 2 * side, grid_->height(line));
      y = areas_.back().bottom();
    }
    if (more_) {
      moreAt_ = {edge(), y + 2 * unit};
      y += more_->wrap(width - 2 * edge()) + 2 * unit;
    }
    return y + (tight_ ? 4 : 8) * unit;
  }

  void paint(QPainter& painter, const QPointF& topLeft) const override {
    const Theme& colours = style_.colours();
    painter.save();
    painter.translate(topLeft);
    painter.setRenderHint(QPainter::Antialiasing);
    title_.draw(painter, {edge(), top()});
    for (std::size_t line = 0; line < grid_->lineCount(); ++line) {
      const QRectF& area = areas_[line];
      const TableRow* row = grid_->source(line);
      if (row != nullptr && row->selected) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.accentBackground);
        painter.drawRoundedRect(area, 6 * style_.scale(), 6 * style_.scale());
      }
      if (line > 0) {
        painter.fillRect(QRectF(edge(), area.top() - 0.5, width_ - 2 * edge(), 1), colours.grid);
      }
      for (std::size_t column = 0; column < grid_->cellCount(line); ++column) {
        grid_->paintCell(painter, line, column, area.top());
      }
    }
    if (more_) {
      more_->draw(painter, moreAt_);
    }
    painter.restore();
  }

 private:
  [[nodiscard]] std::size_t rowCount() const { return whole_.rows.size(); }
  [[nodiscard]] double edge() const { return TableGrid::kEdge * style_.scale(); }
  [[nodiscard]] double top() const { return (tight_ ? 0.375 : 1) * edge(); }

  // The table of the rows and columns that are shown.
  void choose() {
    shown_ = whole_;
    const auto chosen = std::find_if(whole_.rows.begin(), whole_.rows.end(),
                                     [](const TableRow& row) { return row.selected; });
    const auto selected = static_cast<std::size_t>(chosen - whole_.rows.begin());
    shown_.rows.clear();
    for (const std::size_t row : rowsKept(whole_.rows.size(), selected, rows_)) {
      shown_.rows.push_back(whole_.rows[row]);
    }
    std::vector<std::size_t> hidden(
        whole_.spareColumns.begin(),
        whole_.spareColumns.begin() + static_cast<std::ptrdiff_t>(spared_));
    std::sort(hidden.rbegin(), hidden.rend());
    for (const std::size_t column : hidden) {
      eraseAt(shown_.columns, column);
      for (TableRow& row : shown_.rows) {
        eraseAt(row.cells, column);
      }
    }
    grid_.emplace(shown_, style_);
    if (tight_) {
      grid_->tighten();
    }
    more_.reset();
    if (rows_ < rowCount()) {
      more_.emplace(moreRows(rowCount() - rows_), style_, style_.text(FontSize::small),
                    style_.colours().muted);
    }
  }

  const TablePanel& whole_;
  TablePanel shown_;
  PlotStyle style_;
  RichText title_;
  std::optional<RichText> more_;
  std::optional<TableGrid> grid_;  ///< Of `shown_`.
  std::size_t rows_;
  std::size_t spared_ = 0;  ///< Of the spare columns.
  bool tight_ = false;
  std::vector<QRectF> areas_;  ///< Of the lines.
  QPointF moreAt_;
  double width_ = 0;
};

}  // namespace

std::unique_ptr<PaintedPanel> makeTablePainter(const TablePanel& panel, const PlotStyle& style) {
  return std::make_unique<TablePainter>(panel, style);
}

bool isClickable(const Panel& panel) {
  return std::holds_alternative<BitsPanel>(panel) || std::holds_alternative<ClockPanel>(panel);
}

std::unique_ptr<ClickablePanel> makeClickablePanel(const Panel& panel, const PlotStyle& style) {
  const auto* const clocks = std::get_if<ClockPanel>(&panel);
  return clocks != nullptr ? makeClocksPainter(*clocks, style)
                           : makeBitsPainter(std::get<BitsPanel>(panel), style);
}

std::unique_ptr<PaintedPanel> makePaintedPanel(const Panel& panel, const PlotStyle& style) {
  if (isClickable(panel)) {
    return makeClickablePanel(panel, style);
  }
  if (const auto* code = std::get_if<CodePanel>(&panel)) {
    return makeCodePainter(*code, style);
  }
  const auto* table = std::get_if<TablePanel>(&panel);
  return table == nullptr ? nullptr : makeTablePainter(*table, style);
}

std::vector<std::size_t> rowsKept(std::size_t count, std::size_t selected, std::size_t most) {
  std::vector<std::size_t> kept(std::min(count, most));
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  if (selected < count && selected >= kept.size() && !kept.empty()) {
    kept.back() = selected;
  }
  return kept;
}

Text moreRows(std::size_t rows) {
  return {"plot.table.more", {{"rows", static_cast<std::int64_t>(rows)}}};
}

}  // namespace poscope
