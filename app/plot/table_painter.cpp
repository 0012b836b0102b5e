// A table on a page, in the window's look: hairlines between rows, the selected row marked.
#include <QPainter>
#include <algorithm>

#include "app/plot/painted_panel.h"
#include "app/plot/rich_text.h"
#include "app/plot/table_grid.h"

namespace poscope {
namespace {

class TablePainter final : public PaintedPanel {
 public:
  TablePainter(const TablePanel& panel, const PlotStyle& style)
      : style_(style),
        title_(panel.title, style, style.text(FontSize::base, QFont::DemiBold),
               style.colours().text),
        grid_(panel, style) {}

  double naturalWidth() const override {
    return std::max(grid_.naturalWidth(), title_.naturalWidth() + 2 * edge());
  }
  double leastWidth() const override { return grid_.leastWidth(); }
  bool tighten() override { return grid_.tighten(); }

  double layOut(double width) override {
    const double unit = style_.scale();
    width_ = width;
    grid_.fit(width);
    areas_.clear();
    double y = edge();
    if (!title_.empty()) {
      y += title_.wrap(width - 2 * edge()) + 8 * unit;
    }
    const double side = TableGrid::kLineEdge * unit;
    for (std::size_t line = 0; line < grid_.lineCount(); ++line) {
      areas_.emplace_back(side, y, width - 2 * side, grid_.height(line));
      y = areas_.back().bottom();
    }
    return y + 8 * unit;
  }

  void paint(QPainter& painter, const QPointF& topLeft) const override {
    const Theme& colours = style_.colours();
    painter.save();
    painter.translate(topLeft);
    painter.setRenderHint(QPainter::Antialiasing);
    title_.draw(painter, {edge(), edge()});
    for (std::size_t line = 0; line < grid_.lineCount(); ++line) {
      const QRectF& area = areas_[line];
      const TableRow* row = grid_.source(line);
      if (row != nullptr && row->selected) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.accentBackground);
        painter.drawRoundedRect(area, 6 * style_.scale(), 6 * style_.scale());
      }
      if (line > 0) {
        painter.fillRect(QRectF(edge(), area.top() - 0.5, width_ - 2 * edge(), 1), colours.grid);
      }
      for (std::size_t column = 0; column < grid_.cellCount(line); ++column) {
        grid_.paintCell(painter, line, column, area.top());
      }
    }
    painter.restore();
  }

 private:
  [[nodiscard]] double edge() const { return TableGrid::kEdge * style_.scale(); }

  PlotStyle style_;
  RichText title_;
  TableGrid grid_;
  std::vector<QRectF> areas_;  ///< Of the lines.
  double width_ = 0;
};

}  // namespace

std::unique_ptr<PaintedPanel> makeTablePainter(const TablePanel& panel, const PlotStyle& style) {
  return std::make_unique<TablePainter>(panel, style);
}

std::unique_ptr<PaintedPanel> makePaintedPanel(const Panel& panel, const PlotStyle& style) {
  if (const auto* bits = std::get_if<BitsPanel>(&panel)) {
    return makeBitsPainter(*bits, style);
  }
  const auto* table = std::get_if<TablePanel>(&panel);
  return table == nullptr ? nullptr : makeTablePainter(*table, style);
}

}  // namespace poscope
