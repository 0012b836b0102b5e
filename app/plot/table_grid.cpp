#include "app/plot/table_grid.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace poscope {
namespace {

constexpr double kColumnGap = 20;
constexpr double kRowPadding = 6;
constexpr double kTightGap = 12;
constexpr double kCloseGap = 6;  ///< Before words are broken.
constexpr double kTightPadding = 2;
constexpr double kChipEdge = 8;  ///< Room left and right of the words of a chip.
constexpr double kChipRadius = 6;
constexpr double kLeastWords = 28;  ///< A column of words keeps this much where words are broken.
constexpr double kGoodWords = 52;   ///< ... and ideographs this much where they need not be.

bool looksNumeric(const QString& text) {
  const auto numeric = [](QChar sign) {
    return sign.isDigit() || QStringLiteral(".,-+%eE×^ –−⁻⁰¹²³⁴⁵⁶⁷⁸⁹∞=≥●○■").contains(sign);
  };
  return !text.isEmpty() && std::all_of(text.begin(), text.end(), numeric);
}

// The sum of the widths where none is more than `most`, except up to its floor.
double totalOf(const std::vector<double>& widths, const std::vector<double>& floors, double most) {
  double sum = 0;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    sum += std::min(widths[c], std::max(most, floors[c]));
  }
  return sum;
}

}  // namespace

TableGrid::TableGrid(const TablePanel& panel, const PlotStyle& style)
    : panel_(panel),
      style_(style),
      rowPadding_(kRowPadding),
      columnGap_(kColumnGap),
      gap_(kColumnGap) {
  std::size_t columns = panel.columns.size();
  for (const TableRow& row : panel.rows) {
    columns = std::max(columns, row.cells.size());
  }
  natural_.resize(columns);
  least_.resize(columns);
  unbroken_.resize(columns);
  widths_.resize(columns);
  numeric_.assign(columns, true);
  addHeadings();
  for (const TableRow& row : panel.rows) {
    addRow(row);
  }
}

double TableGrid::naturalWidth() const {
  const double gaps = columnGap_ * style_.scale() *
                      static_cast<double>(std::max<std::size_t>(1, natural_.size()) - 1);
  return std::accumulate(natural_.begin(), natural_.end(), gaps,
                         [](double sum, double width) { return sum + std::ceil(width) + 1; }) +
         2 * kEdge * style_.scale();
}

double TableGrid::leastWidth() const {
  const double gaps = columnGap_ * style_.scale() * static_cast<double>(least_.size() - 1);
  return std::accumulate(least_.begin(), least_.end(), gaps + 2 * kEdge * style_.scale());
}

void TableGrid::tighten() {
  tight_ = true;
  rowPadding_ = std::min(rowPadding_, kTightPadding);
  columnGap_ = kTightGap;
}

void TableGrid::addHeadings() {
  if (panel_.columns.empty()) {
    return;
  }
  Line line{nullptr, {}};
  for (std::size_t c = 0; c < panel_.columns.size(); ++c) {
    line.cells.emplace_back(panel_.columns[c].title, style_, style_.text(FontSize::small),
                            style_.colours().muted);
    natural_[c] = line.cells.back().naturalWidth();
    least_[c] = std::ceil(line.cells.back().leastWidth()) + 1;
  }
  lines_.push_back(std::move(line));
  headings_ = 1;
}

void TableGrid::addRow(const TableRow& row) {
  Line line{&row, {}};
  for (std::size_t c = 0; c < row.cells.size(); ++c) {
    const TableCell& cell = row.cells[c];
    const QString words = style_.words(cell.text);
    const bool number = looksNumeric(words);
    numeric_[c] = numeric_[c] && (number || words.isEmpty());
    const QFont font = number ? style_.mono(FontSize::small) : style_.text(FontSize::base);
    // On screen what opens a page looks like it.
    const bool opens = !row.action.link.empty() || !row.action.address.empty();
    const bool link = style_.pagePoints == 0 && opens && c == linkColumn(row);
    line.cells.emplace_back(
        cell.text, style_, font,
        link ? style_.colours().accent : textColour(style_.colours(), cell.role));
    const RichText& laid = line.cells.back();
    const double room = cell.action.empty() ? 0 : 2 * kChipEdge * style_.scale();
    natural_[c] = std::max(natural_[c], laid.naturalWidth() + room);
    const bool whole = number || room > 0;
    const double all = laid.naturalWidth() + room;
    const double piece = std::max(laid.leastWidth(), std::min(all, kGoodWords * style_.scale()));
    const double least = std::ceil(whole ? all : piece) + 1;
    least_[c] = std::max(least_[c], least);
    unbroken_[c] =
        std::max(unbroken_[c], whole ? least : std::min(least, kLeastWords * style_.scale()));
  }
  lines_.push_back(std::move(line));
}

std::size_t TableGrid::linkColumn(const TableRow& row) {
  const auto shown =
      std::find_if(row.cells.begin(), row.cells.end(), [&row](const TableCell& cell) {
        return !cell.text.literal.empty() &&
               (cell.text.literal == row.action.link || cell.text.literal == row.action.address);
      });
  return shown == row.cells.end() ? 0 : static_cast<std::size_t>(shown - row.cells.begin());
}

std::size_t TableGrid::linkColumn(std::size_t line) const {
  const TableRow* row = lines_[line].source;
  return row == nullptr ? 0 : linkColumn(*row);
}

void TableGrid::fitColumns(double room) {
  for (std::size_t c = 0; c < natural_.size(); ++c) {
    widths_[c] = std::ceil(natural_[c]) + 1;
  }
  const auto spaceWith = [&](double gap) {
    return room - gap * style_.scale() * static_cast<double>(widths_.size() - 1);
  };
  gap_ = columnGap_;
  if (widths_.empty() || std::accumulate(widths_.begin(), widths_.end(), 0.0) <= spaceWith(gap_)) {
    return;
  }
  std::vector<double> floors = least_;
  if (totalOf(widths_, floors, 0) > spaceWith(gap_)) {
    gap_ = tight_ ? kCloseGap : kTightGap;
  }
  const double space = spaceWith(gap_);
  std::vector<double> stacked = unbroken_;  // The first cells stand over the others.
  stacked[0] = tight_ ? 1 : stacked[0];
  for (const auto& next : {unbroken_, stacked, std::vector<double>(widths_.size(), 1.0)}) {
    if (totalOf(widths_, floors, 0) > space) {
      floors = next;
    }
  }
  double low = 0;
  double high = *std::max_element(widths_.begin(), widths_.end());
  for (int k = 0; k < 40; ++k) {
    const double middle = 0.5 * (low + high);
    (totalOf(widths_, floors, middle) > space ? high : low) = middle;
  }
  for (std::size_t c = 0; c < widths_.size(); ++c) {
    widths_[c] = std::min(widths_[c], std::max(low, floors[c]));
  }
}

void TableGrid::fit(double width) {
  fitColumns(width - 2 * kEdge * style_.scale());
  for (Line& line : lines_) {
    fitLine(line);
  }
}

double TableGrid::allColumns() const {
  return std::accumulate(widths_.begin(), widths_.end(),
                         columnGap() * static_cast<double>(widths_.size() - 1));
}

// What names numbers gives way before they do: it takes what a number at the right of the next
// column leaves, and where that cuts a word, a line of its own over the numbers.
// Fonts of other scripts and sizes have other ascents: the cells of a line share a baseline.
void TableGrid::fitLine(Line& line) const {
  const double unit = style_.scale();
  line.ascent = 0;
  line.above = 0;
  std::size_t beside = 0;
  line.first = widths_.empty() ? 0 : widths_[0];
  if (tight_ && line.cells.size() > 1 && !isChip(line, 0)) {
    line.first += numeric_[1] ? std::max(0.0, widths_[1] - line.cells[1].naturalWidth()) : 0;
    if (line.cells[0].leastWidth() > line.first) {
      line.first = allColumns();
      line.cells[0].wrap(line.first);
      line.above = line.cells[0].height();
      beside = 1;
    }
  }
  for (std::size_t c = beside; c < line.cells.size(); ++c) {
    const double frame = isChip(line, c) ? 2 * kChipEdge * unit : 0;
    line.cells[c].wrap(std::max(1.0, (c == 0 ? line.first : widths_[c]) - frame));
    line.ascent = std::max(line.ascent, line.cells[c].ascent());
  }
  double height = 0;
  for (std::size_t c = 0; c < line.cells.size(); ++c) {
    height = std::max(height, drop(line, c) + line.cells[c].height());
  }
  line.height = height + 2 * rowPadding_ * unit;
}

double TableGrid::drop(const Line& line, std::size_t column) const {
  const RichText& cell = line.cells[column];
  if (cell.empty() || (column == 0 && line.above > 0)) {
    return 0;
  }
  return line.above + line.ascent - cell.ascent();
}

double TableGrid::columnLeft(std::size_t column) const {
  double x = kEdge * style_.scale();
  for (std::size_t c = 0; c < column; ++c) {
    x += widths_[c] + columnGap();
  }
  return x;
}

bool TableGrid::isChip(const Line& line, std::size_t column) {
  const TableRow* row = line.source;
  return row != nullptr && column < row->cells.size() && !row->cells[column].action.empty();
}

QRectF TableGrid::chipArea(std::size_t line, std::size_t column, double top) const {
  if (!isChip(lines_[line], column)) {
    return {};
  }
  const double unit = style_.scale();
  const RichText& words = lines_[line].cells[column];
  const double width = std::min(widths_[column], words.naturalWidth() + 2 * kChipEdge * unit);
  const double edge = std::min(rowPadding_ - 1, 3.0) * unit;
  return {columnLeft(column), top + rowPadding_ * unit + drop(lines_[line], column) - edge, width,
          words.height() + 2 * edge};
}

QRectF TableGrid::wordsArea(std::size_t line, std::size_t column, double top) const {
  const double unit = style_.scale();
  const RichText& cell = lines_[line].cells[column];
  const double spare = std::max(0.0, widths_[column] - cell.naturalWidth());
  const bool right = numeric_[column] && column > 0;
  const double most = column == 0 ? lines_[line].first : widths_[column];
  const double shift = isChip(lines_[line], column) ? kChipEdge * unit : right ? spare : 0;
  return {columnLeft(column) + shift, top + rowPadding_ * unit + drop(lines_[line], column),
          std::min(cell.naturalWidth(), most), cell.height()};
}

void TableGrid::paintCell(QPainter& painter, std::size_t line, std::size_t column,
                          double top) const {
  const double unit = style_.scale();
  if (isChip(lines_[line], column)) {
    painter.setPen(QPen(style_.colours().border, unit));
    painter.setBrush(style_.colours().sunken);
    painter.drawRoundedRect(chipArea(line, column, top), kChipRadius * unit, kChipRadius * unit);
  }
  lines_[line].cells[column].draw(painter, wordsArea(line, column, top).topLeft());
}

}  // namespace poscope
