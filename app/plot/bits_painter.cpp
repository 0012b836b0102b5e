// Numbers as rows of bits: sign red, exponent green, fraction blue on sunken cells.
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/plot/painted_panel.h"
#include "app/plot/rich_text.h"
#include "core/base/numbers.h"

namespace poscope {
namespace {

constexpr double kCellWidth = 16;
constexpr double kClickable = 11;  ///< Width of a cell that a mouse hits.
constexpr double kCellHeight = 20;
constexpr double kCellGap = 2;
constexpr double kGroupGap = 4;  ///< More room between sign, exponent and fraction.
constexpr double kRowGap = 14;
constexpr double kEdge = 16;
constexpr double kTightHeight = 16;  ///< Of cells on a small page.
constexpr double kTightGap = 5;
constexpr double kTightEdge = 8;
constexpr std::size_t kLeastHeadBits = 16;  ///< Shorter parts have no room for their names.

// One token per BitPart, in its order.
constexpr std::array<QColor Theme::*, 3> kPartTokens{&Theme::bad, &Theme::good, &Theme::b};
constexpr std::array<const char*, 3> kPartKeys{"plot.bits.sign", "plot.bits.exponent",
                                               "plot.bits.fraction"};

class BitsPainter final : public ClickablePanel {
 public:
  BitsPainter(const BitsPanel& panel, const PlotStyle& style)
      : panel_(panel), style_(style), title_(titleOf(panel, style)) {
    cutTo(panel.rows.size());
  }

  double naturalWidth() const override {
    const double unit = style_.scale();
    double widest = title_.naturalWidth();
    for (const Row& row : rows_) {
      const double cells =
          static_cast<double>(row.source.bits.size()) * (kCellWidth + kCellGap) * unit +
          2 * kGroupGap * unit;
      const double words =
          row.value.naturalWidth() + meaningRoom(row) + 16 * unit + row.detail.naturalWidth() + 2;
      widest = std::max({widest, labelWidth_ + 16 * unit + std::max(cells, words)});
    }
    return widest + 2 * edge();
  }

  double leastWidth() const override {
    const double unit = style_.scale();
    double widest = 0;
    for (const Row& row : rows_) {
      widest = std::max(widest, row.value.leastWidth());
    }
    return labelWidth_ + 16 * unit + widest + 2 * edge();
  }

  double clickableWidth() const override {
    const double unit = style_.scale();
    std::size_t most = 0;
    for (const Row& row : rows_) {
      most = std::max(most, row.source.bits.size());
    }
    return labelWidth_ + 16 * unit + static_cast<double>(most) * (kClickable + kCellGap) * unit +
           2 * kGroupGap * unit + 2 * edge();
  }

  // Without details, and with the values beside the cells.
  void tighten() override { tight_ = true; }
  std::size_t rowCount() const { return panel_.rows.size(); }
  std::size_t leastRows() const override { return std::min<std::size_t>(1, rowCount()); }

  void cutTo(std::size_t rows) override {
    const auto chosen = std::find_if(panel_.rows.begin(), panel_.rows.end(),
                                     [](const BitsRow& row) { return row.selected; });
    const auto selected = static_cast<std::size_t>(chosen - panel_.rows.begin());
    const QFontMetricsF metrics(style_.text(FontSize::base, QFont::DemiBold));
    rows_.clear();
    for (const std::size_t k : rowsKept(panel_.rows.size(), selected, rows)) {
      const BitsRow& row = panel_.rows[k];
      labelWidth_ = std::max(labelWidth_, metrics.horizontalAdvance(style_.words(row.label)));
      rows_.push_back(rowOf(row));
    }
    more_.reset();
    if (rows < rowCount()) {
      more_.emplace(moreRows(rowCount() - rows), style_, style_.text(FontSize::small),
                    style_.colours().muted);
    }
  }

  double layOut(double width) override {
    const double unit = style_.scale();
    spots_.clear();
    const double left = edge();
    const double cells = left + labelWidth_ + 16 * unit;
    const double room = std::max(20.0 * unit, width - cells - edge());
    cellWidth_ = cellWidthFor(room);
    double y = edge();
    if (!title_.empty()) {
      y += title_.wrap(width - 2 * left) + 8 * unit;
    }
    headTop_ = y;
    y += headHeight();
    for (Row& row : rows_) {
      y = layOutRow(row, {left, cells, room, width, y});
    }
    if (more_) {
      moreAt_ = {cells, y};
      y += more_->wrap(room) + rowGap();
    }
    return y + edge() - rowGap();
  }

  void paint(QPainter& painter, const QPointF& topLeft) const override {
    painter.save();
    painter.translate(topLeft);
    painter.setRenderHint(QPainter::Antialiasing);
    title_.draw(painter, {edge(), edge()});
    for (const Row& row : rows_) {
      paintRow(painter, row);
    }
    paintHead(painter);  // A selected row's ground reaches under it.
    if (more_) {
      more_->draw(painter, moreAt_);
    }
    painter.restore();
  }

  const std::vector<ActionSpot>& spots() const override { return spots_; }

 private:
  struct Row {
    const BitsRow& source;
    RichText value;
    RichText meaning;
    RichText detail;
    std::vector<QRectF> cells;
    QRectF area;
    QPointF valueAt;
    QPointF meaningAt;  ///< From valueAt.
    QPointF detailAt;   ///< From valueAt.
  };
  struct Columns {
    double label;
    double cells;
    double room;
    double width;
    double top;
  };

  static RichText titleOf(const BitsPanel& panel, const PlotStyle& style) {
    return {panel.title, style, style.text(FontSize::base, QFont::DemiBold), style.colours().text};
  }

  Row rowOf(const BitsRow& row) const {
    const Theme& colours = style_.colours();
    return {row,
            RichText(row.value, style_, style_.mono(FontSize::base), textColour(colours, row.role)),
            RichText(row.meaning, style_, style_.mono(FontSize::small), colours.text),
            RichText(row.detail, style_, style_.mono(FontSize::small), colours.muted),
            {},
            {},
            {},
            {},
            {}};
  }

  // What the colours of the bits mean stands over the first row, where it has all parts.
  double headHeight() const {
    const bool all =
        !tight_ && !rows_.empty() && rows_.front().source.bits.size() >= kLeastHeadBits;
    return all ? QFontMetricsF(style_.text(FontSize::tiny)).height() + 2 * style_.scale() : 0;
  }
  double meaningRoom(const Row& row) const {
    return row.meaning.empty() ? 0 : row.meaning.naturalWidth() + 1 + 8 * style_.scale();
  }

  double edge() const { return (tight_ ? kTightEdge : kEdge) * style_.scale(); }
  double rowGap() const { return (tight_ ? kTightGap : kRowGap) * style_.scale(); }
  double cellHeight() const { return (tight_ ? kTightHeight : kCellHeight) * style_.scale(); }

  double cellWidthFor(double room) const {
    std::size_t most = 1;
    for (const Row& row : rows_) {
      most = std::max(most, row.source.bits.size());
    }
    const double unit = style_.scale();
    const double gaps = 2 * kGroupGap * unit;
    const double step = (room - gaps) / static_cast<double>(most);
    return std::clamp(step - kCellGap * unit, 9 * unit, kCellWidth * unit);
  }

  // Cells wrap only when even the narrowest do not fit (fp64 on a small page).
  double layOutRow(Row& row, const Columns& columns) {
    const double unit = style_.scale();
    const double height = cellHeight();
    row.cells.clear();
    double x = columns.cells;
    double y = columns.top;
    for (std::size_t k = 0; k < row.source.bits.size(); ++k) {
      if (k > 0 && row.source.bits[k].part != row.source.bits[k - 1].part) {
        x += kGroupGap * unit;
      }
      if (x + cellWidth_ > columns.cells + columns.room && x > columns.cells) {
        x = columns.cells;
        y += height + kCellGap * unit;
      }
      row.cells.emplace_back(x, y, cellWidth_, height);
      x += cellWidth_ + kCellGap * unit;
    }
    const double right = columns.cells + columns.room;
    const bool beside = tight_ && x + 8 * unit + row.value.naturalWidth() + 1 <= right;
    if (beside) {
      const double words = row.value.wrap(right - x - 8 * unit);
      row.valueAt = {x + 8 * unit, y + (height - words) / 2};
      y += height;
    } else {
      y += (row.cells.empty() ? 0 : height + 4 * unit);
      row.valueAt = {columns.cells, y};
      y += layOutWords(row, columns.room);
    }
    const double margin = 0.5 * rowGap();
    row.area = QRectF(edge() - 8 * unit, columns.top - margin,
                      columns.width - 2 * (edge() - 8 * unit), y - columns.top + 2 * margin);
    addSpots(row, columns);
    return y + rowGap();
  }

  // Value, meaning and detail share a line when they fit; all stand on the value's baseline.
  double layOutWords(Row& row, double room) const {
    const double gap = 16 * style_.scale();
    const double valueWidth = row.value.naturalWidth() + 1;
    const double valueHeight = row.value.wrap(room);
    if (tight_) {
      return valueHeight;
    }
    const auto beside = [valueHeight](double x, double height) {
      return QPointF(x, (valueHeight - height) * 0.75);
    };
    double width = valueWidth;
    if (!row.meaning.empty()) {
      const double height = row.meaning.wrap(room);
      row.meaningAt = beside(valueWidth + 8 * style_.scale(), height);
      width += meaningRoom(row);
    }
    if (row.detail.empty()) {
      return valueHeight;
    }
    const bool oneLine = width + gap + row.detail.naturalWidth() + 1 <= room;
    const double detailHeight = row.detail.wrap(oneLine ? room - width - gap : room);
    row.detailAt = oneLine ? beside(width + gap, detailHeight) : QPointF(0, valueHeight);
    return oneLine ? std::max(valueHeight, detailHeight) : valueHeight + detailHeight;
  }

  void addSpots(const Row& row, const Columns& columns) {
    const BitsRow& source = row.source;
    if (!source.select.empty()) {
      const QRectF label(row.area.left(), columns.top, columns.cells - row.area.left() - 4,
                         cellHeight());
      spots_.push_back({label, source.select, style_.words(source.label)});
    }
    for (std::size_t k = 0; k < source.actions.size() && k < row.cells.size(); ++k) {
      const QString name =
          QStringLiteral("%1 %2").arg(style_.words(source.label)).arg(source.bits[k].index);
      spots_.push_back({row.cells[k], source.actions[k], name, hintOf(source.actions[k])});
    }
  }

  QString hintOf(const Action& flip) const {
    const auto number = parseNumber(flip.value);
    const std::string value = number ? exactText(*number) : flip.value;
    return flip.empty() ? QString() : style_.words({"plot.bits.flip", {{"value", value}}});
  }

  // Each word over its bits; the sign's, wider than its bit, ends with it.
  void paintHead(QPainter& painter) const {
    if (headHeight() == 0) {
      return;
    }
    const Row& row = rows_.front();
    painter.setFont(style_.text(FontSize::tiny));
    for (std::size_t first = 0; first < row.cells.size();) {
      const BitPart part = row.source.bits[first].part;
      std::size_t end = first + 1;
      while (end < row.cells.size() && row.source.bits[end].part == part) {
        ++end;
      }
      const QRectF cells = row.cells[first].united(row.cells[end - 1]);
      const QRectF line(0, headTop_, cells.right(), headHeight());
      const bool sign = part == BitPart::sign;
      const QRectF over(sign ? line.left() : cells.left(), line.top(),
                        sign ? line.width() : cells.width(), line.height());
      painter.setPen(style_.colours().*kPartTokens[static_cast<std::size_t>(part)]);
      painter.drawText(over, (sign ? Qt::AlignRight : Qt::AlignHCenter) | Qt::AlignTop,
                       style_.words(kPartKeys[static_cast<std::size_t>(part)]));
      first = end;
    }
  }

  void paintRow(QPainter& painter, const Row& row) const {
    const Theme& colours = style_.colours();
    const double unit = style_.scale();
    if (row.source.selected) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(colours.accentBackground);
      painter.drawRoundedRect(row.area, 6 * unit, 6 * unit);
    }
    const double top = row.cells.empty() ? row.valueAt.y() : row.cells.front().top();
    painter.setFont(style_.text(FontSize::base, QFont::DemiBold));
    painter.setPen(row.source.selected ? colours.accent : colours.text);
    painter.drawText(QRectF(edge(), top, labelWidth_ + 8 * unit, cellHeight()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                     style_.words(row.source.label));
    painter.setFont(style_.mono(FontSize::small));
    for (std::size_t k = 0; k < row.cells.size(); ++k) {
      const Bit& bit = row.source.bits[k];
      painter.setPen(Qt::NoPen);
      painter.setBrush(colours.sunken);
      painter.drawRoundedRect(row.cells[k], 2 * unit, 2 * unit);
      painter.setPen(colours.*kPartTokens[static_cast<std::size_t>(bit.part)]);
      painter.drawText(row.cells[k], Qt::AlignCenter | Qt::TextDontClip,
                       bit.set ? QStringLiteral("1") : QStringLiteral("0"));
    }
    row.value.draw(painter, row.valueAt);
    if (!tight_) {
      row.meaning.draw(painter, row.valueAt + row.meaningAt);
      row.detail.draw(painter, row.valueAt + row.detailAt);
    }
  }

  const BitsPanel& panel_;
  PlotStyle style_;
  RichText title_;
  std::vector<Row> rows_;
  std::optional<RichText> more_;
  QPointF moreAt_;
  std::vector<ActionSpot> spots_;
  bool tight_ = false;
  double headTop_ = 0;
  double labelWidth_ = 0;
  double cellWidth_ = kCellWidth;
};

}  // namespace

std::unique_ptr<ClickablePanel> makeBitsPainter(const BitsPanel& panel, const PlotStyle& style) {
  return std::make_unique<BitsPainter>(panel, style);
}

}  // namespace poscope
