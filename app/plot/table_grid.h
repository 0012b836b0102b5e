// How a table is set: the type of its cells, the widths of its columns and the heights of its
// lines. One for the window and for pages.
#pragma once

#include <QRectF>
#include <vector>

#include "app/plot/rich_text.h"

namespace poscope {

/// Lines are the headings, where there are any, and then the rows. Lengths are logical pixels; x is
/// measured from the left edge of the panel.
class TableGrid {
 public:
  /// Room left and right of the words, ...
  static constexpr double kEdge = 16;
  /// ... of which a line covers this much less.
  static constexpr double kLineEdge = 8;

  /// `panel` must outlive it.
  TableGrid(const TablePanel& panel, const PlotStyle& style);

  /// The width at which no cell is broken.
  [[nodiscard]] double naturalWidth() const;
  /// Narrower, words would be cut.
  [[nodiscard]] double leastWidth() const;
  /// Less room around cells. Where it is still too narrow, the first cell of a line reaches into
  /// what the number of the next one leaves, or stands over the others, before a word is cut.
  void tighten();
  /// Sets columns and lines for a width of the panel. Columns take what they need; when that is too
  /// much, the wide ones give way first, down to their longest word. Below leastWidth() there is
  /// less room between them, and words break anywhere, numbers and chips last.
  void fit(double width);

  [[nodiscard]] bool hasHeadings() const { return headings_ > 0; }
  [[nodiscard]] std::size_t lineCount() const { return lines_.size(); }
  [[nodiscard]] std::size_t columnCount() const { return natural_.size(); }
  /// Cells of a line: rows may have fewer than there are columns.
  [[nodiscard]] std::size_t cellCount(std::size_t line) const { return lines_[line].cells.size(); }
  /// nullptr for the headings.
  [[nodiscard]] const TableRow* source(std::size_t line) const { return lines_[line].source; }
  /// Of a line, after fit().
  [[nodiscard]] double height(std::size_t line) const { return lines_[line].height; }
  [[nodiscard]] double columnLeft(std::size_t column) const;
  [[nodiscard]] double columnWidth(std::size_t column) const { return widths_[column]; }
  [[nodiscard]] double columnGap() const { return gap_ * style_.scale(); }
  /// Where the frame of a chip is when its line begins at `top`; empty where the cell is none.
  [[nodiscard]] QRectF chipArea(std::size_t line, std::size_t column, double top) const;
  /// Of the cells of a row with an action, the one that looks like a link: what shows its address,
  /// else the first.
  [[nodiscard]] std::size_t linkColumn(std::size_t line) const;
  /// Where the words of a cell are when its line begins at `top`.
  [[nodiscard]] QRectF wordsArea(std::size_t line, std::size_t column, double top) const;
  void paintCell(QPainter& painter, std::size_t line, std::size_t column, double top) const;

 private:
  struct Line {
    const TableRow* source;
    std::vector<RichText> cells;
    double height = 0;
    double first = 0;   ///< Room of its first cell.
    double above = 0;   ///< Height of its first cell where that stands over the others.
    double ascent = 0;  ///< Of the first lines of its cells, which share a baseline.
  };

  void addHeadings();
  void addRow(const TableRow& row);
  [[nodiscard]] static std::size_t linkColumn(const TableRow& row);
  [[nodiscard]] double allColumns() const;
  void fitLine(Line& line) const;
  void fitColumns(double room);
  [[nodiscard]] static bool isChip(const Line& line, std::size_t column);
  /// How much lower than its line a cell begins.
  [[nodiscard]] double drop(const Line& line, std::size_t column) const;

  const TablePanel& panel_;
  PlotStyle style_;
  std::vector<Line> lines_;
  std::size_t headings_ = 0;
  double rowPadding_;
  double columnGap_;
  double gap_;  ///< Between columns, after fit().
  bool tight_ = false;
  std::vector<double> natural_;
  std::vector<double> least_;     ///< Widths of the columns' longest words.
  std::vector<double> unbroken_;  ///< Widths of their widest number or chip, or a few letters.
  std::vector<double> widths_;
  std::vector<bool> numeric_;
};

}  // namespace poscope
