// A small table: muted headings, hairlines between rows, numbers in the mono font and aligned
// right.
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/plot/painted_panel.h"
#include "app/plot/rich_text.h"

namespace poscope {
namespace {

constexpr double kEdge = 16;
constexpr double kColumnGap = 20;
constexpr double kRowPadding = 6;
constexpr double kTightGap = 12;
constexpr double kTightPadding = 2;
constexpr double kChipEdge = 8;  ///< Room left and right of the words of a chip.
constexpr double kChipRadius = 6;

bool looksNumeric(const QString& text) {
  const auto numeric = [](QChar sign) {
    return sign.isDigit() || QStringLiteral(".,-+%eE×^ –−⁻⁰¹²³⁴⁵⁶⁷⁸⁹∞").contains(sign);
  };
  return !text.isEmpty() && std::all_of(text.begin(), text.end(), numeric);
}

class TablePainter final : public PaintedPanel {
 public:
  TablePainter(const TablePanel& panel, const PlotStyle& style)
      : panel_(panel),
        style_(style),
        title_(panel.title, style, style.text(FontSize::base, QFont::DemiBold),
               style.colours().text) {
    std::size_t columns = panel.columns.size();
    for (const TableRow& row : panel.rows) {
      columns = std::max(columns, row.cells.size());
    }
    natural_.resize(columns);
    least_.resize(columns);
    numeric_.assign(columns, true);
    addHead();
    for (const TableRow& row : panel.rows) {
      addRow(row);
    }
  }

  double naturalWidth() const override {
    const double unit = style_.scale();
    const double gaps =
        columnGap_ * unit * static_cast<double>(std::max<std::size_t>(1, natural_.size()) - 1);
    const double columns =
        std::accumulate(natural_.begin(), natural_.end(), gaps,
                        [](double sum, double width) { return sum + std::ceil(width) + 1; });
    return std::max(columns, title_.naturalWidth()) + 2 * kEdge * unit;
  }

  double leastWidth() const override {
    const double unit = style_.scale();
    const double gaps = columnGap_ * unit * static_cast<double>(least_.size() - 1);
    return std::accumulate(least_.begin(), least_.end(), gaps + 2 * kEdge * unit);
  }

  bool tighten() override {
    const bool loose = rowPadding_ > kTightPadding;
    rowPadding_ = kTightPadding;
    columnGap_ = kTightGap;
    return loose;
  }

  double layOut(double width) override {
    const double unit = style_.scale();
    spots_.clear();
    width_ = width;
    fitColumns(width - 2 * kEdge * unit);
    double y = kEdge * unit;
    if (!title_.empty()) {
      y += title_.wrap(width - 2 * kEdge * unit) + 8 * unit;
    }
    for (Line& line : lines_) {
      double height = 0;
      for (std::size_t c = 0; c < line.cells.size(); ++c) {
        height = std::max(height, line.cells[c].wrap(std::max(1.0, widths_[c])));
      }
      line.area = QRectF(8 * unit, y, width - 16 * unit, height + 2 * rowPadding_ * unit);
      if (line.source != nullptr && !line.source->action.parameter.empty()) {
        const QString name =
            line.source->cells.empty() ? QString() : style_.words(line.source->cells.front().text);
        spots_.push_back({line.area, line.source->action, name});
      }
      addChipSpots(line);
      y = line.area.bottom();
    }
    return y + 8 * unit;
  }

  void paint(QPainter& painter, const QPointF& topLeft,
             std::optional<std::size_t> focused) const override {
    const Theme& colours = style_.colours();
    const double unit = style_.scale();
    painter.save();
    painter.translate(topLeft);
    painter.setRenderHint(QPainter::Antialiasing);
    title_.draw(painter, {kEdge * unit, kEdge * unit});
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      const Line& line = lines_[k];
      if (line.source != nullptr && line.source->selected) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.accentBackground);
        painter.drawRoundedRect(line.area, 6 * unit, 6 * unit);
      }
      if (k > 0) {
        painter.fillRect(QRectF(kEdge * unit, line.area.top() - 0.5, width_ - 2 * kEdge * unit, 1),
                         colours.grid);
      }
      paintCells(painter, line);
    }
    if (focused && *focused < spots_.size()) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(colours.accent, 2));
      painter.drawRoundedRect(spots_[*focused].area.adjusted(1, 1, -1, -1), 6 * unit, 6 * unit);
    }
    painter.restore();
  }

  const std::vector<ActionSpot>& spots() const override { return spots_; }

 private:
  struct Line {
    const TableRow* source;  ///< nullptr for the headings.
    std::vector<RichText> cells;
    QRectF area;
  };

  [[nodiscard]] static bool isChip(const Line& line, std::size_t column) {
    return line.source != nullptr && !line.source->cells[column].action.parameter.empty();
  }

  [[nodiscard]] QRectF chipArea(const Line& line, std::size_t column) const {
    const double unit = style_.scale();
    double x = kEdge * unit;
    for (std::size_t c = 0; c < column; ++c) {
      x += widths_[c] + columnGap_ * unit;
    }
    const RichText& words = line.cells[column];
    const double width = std::min(widths_[column], words.naturalWidth() + 2 * kChipEdge * unit);
    const double edge = std::min(rowPadding_ - 1, 3.0) * unit;
    return {x, line.area.top() + rowPadding_ * unit - edge, width, words.height() + 2 * edge};
  }

  // A chip is called by its row and its own words.
  void addChipSpots(const Line& line) {
    for (std::size_t c = 0; c < line.cells.size(); ++c) {
      if (isChip(line, c)) {
        const auto& cells = line.source->cells;
        const QString name = QStringLiteral("%1: %2").arg(style_.words(cells.front().text),
                                                          style_.words(cells[c].text));
        spots_.push_back({chipArea(line, c), cells[c].action, name});
      }
    }
  }

  void addHead() {
    Line line{nullptr, {}, {}};
    for (std::size_t c = 0; c < panel_.columns.size(); ++c) {
      line.cells.emplace_back(panel_.columns[c], style_, style_.text(FontSize::small),
                              style_.colours().muted);
      natural_[c] = line.cells.back().naturalWidth();
      least_[c] = std::ceil(line.cells.back().leastWidth()) + 1;
    }
    if (!line.cells.empty()) {
      lines_.push_back(std::move(line));
    }
  }

  void addRow(const TableRow& row) {
    Line line{&row, {}, {}};
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
      const TableCell& cell = row.cells[c];
      const QString words = style_.words(cell.text);
      const bool number = looksNumeric(words);
      numeric_[c] = numeric_[c] && (number || words.isEmpty());
      const QFont font = number ? style_.mono(FontSize::small) : style_.text(FontSize::base);
      line.cells.emplace_back(cell.text, style_, font, textColour(style_.colours(), cell.role));
      const double room = cell.action.parameter.empty() ? 0 : 2 * kChipEdge * style_.scale();
      natural_[c] = std::max(natural_[c], line.cells.back().naturalWidth() + room);
      // Numbers and chips are not broken.
      const double unbroken = number || room > 0 ? line.cells.back().naturalWidth() + room
                                                 : line.cells.back().leastWidth();
      least_[c] = std::max(least_[c], std::ceil(unbroken) + 1);
    }
    lines_.push_back(std::move(line));
  }

  // Columns take what they need; when that is too much, the wide ones give way first, down to their
  // longest word.
  void fitColumns(double room) {
    const double gap = columnGap_ * style_.scale();
    widths_ = natural_;
    for (double& width : widths_) {
      width = std::ceil(width) + 1;
    }
    const double space = room - gap * static_cast<double>(widths_.size() - 1);
    double low = 0;
    double high = *std::max_element(widths_.begin(), widths_.end());
    const auto capped = [this](std::size_t c, double most) {
      return std::min(widths_[c], std::max(most, least_[c]));
    };
    const auto total = [this, &capped](double most) {
      double sum = 0;
      for (std::size_t c = 0; c < widths_.size(); ++c) {
        sum += capped(c, most);
      }
      return sum;
    };
    if (total(high) > space) {
      for (int k = 0; k < 40; ++k) {
        const double middle = 0.5 * (low + high);
        (total(middle) > space ? high : low) = middle;
      }
      for (std::size_t c = 0; c < widths_.size(); ++c) {
        widths_[c] = capped(c, low);
      }
    }
  }

  void paintCells(QPainter& painter, const Line& line) const {
    const double unit = style_.scale();
    double x = kEdge * unit;
    for (std::size_t c = 0; c < line.cells.size(); ++c) {
      const RichText& cell = line.cells[c];
      const double spare = std::max(0.0, widths_[c] - cell.naturalWidth());
      const bool chip = isChip(line, c);
      const double shift = chip ? kChipEdge * unit : numeric_[c] && c > 0 ? spare : 0;
      if (chip) {
        painter.setPen(QPen(style_.colours().border, unit));
        painter.setBrush(style_.colours().sunken);
        painter.drawRoundedRect(chipArea(line, c), kChipRadius * unit, kChipRadius * unit);
      }
      cell.draw(painter, {x + shift, line.area.top() + rowPadding_ * unit});
      x += widths_[c] + columnGap_ * unit;
    }
  }

  const TablePanel& panel_;
  PlotStyle style_;
  RichText title_;
  std::vector<Line> lines_;
  double rowPadding_ = kRowPadding;
  double columnGap_ = kColumnGap;
  std::vector<double> natural_;
  std::vector<double> least_;  ///< Widths of the columns' longest words.
  std::vector<double> widths_;
  std::vector<bool> numeric_;
  std::vector<ActionSpot> spots_;
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
