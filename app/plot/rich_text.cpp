#include "app/plot/rich_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "app/plot/line_breaks.h"

namespace poscope {
namespace {

constexpr double kHair = 0.05;  ///< Widths of lines are rounded to 1/64 pixel.

}  // namespace

RichText::RichText(const Text& text, const PlotStyle& style, const QFont& font, const QColor& plain)
    : layout_(std::make_unique<QTextLayout>()), font_(font), plain_(plain) {
  QString whole;
  QList<QTextLayout::FormatRange> formats;
  for (const TextRun& run : text.empty() ? std::vector<TextRun>{} : render(text, style.language)) {
    const QString part = QString::fromStdString(run.text);
    if (run.role != TextRole::plain && run.role != TextRole::number) {
      QTextCharFormat format;
      format.setForeground(textColour(style.colours(), run.role));
      formats.append({static_cast<int>(whole.size()), static_cast<int>(part.size()), format});
    }
    whole += part;
  }
  breaks_ = breakPlaces(whole);
  layout_->setText(whole);
  layout_->setFont(font);
  layout_->setFormats(formats);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout_->setTextOption(option);
  layout_->setCacheEnabled(true);
}

double RichText::naturalWidth() const {
  return QFontMetricsF(font_).horizontalAdvance(layout_->text());
}

double RichText::leastWidth() const {
  const QFontMetricsF metrics(font_);
  double widest = 0;
  const QString text = layout_->text();
  qsizetype start = 0;
  const auto add = [&](qsizetype end) {
    widest = std::max(widest, metrics.horizontalAdvance(text.mid(start, end - start).trimmed()));
    start = end;
  };
  std::for_each(breaks_.begin(), breaks_.end(), add);
  add(text.size());
  return widest;
}

// Ends of the lines at a width. Where Qt breaks and breakPlaces does not, a line ends earlier.
std::vector<qsizetype> RichText::naturalEnds(double width) {
  std::vector<qsizetype> ends;
  layout_->beginLayout();
  for (QTextLine line = layout_->createLine(); line.isValid(); line = layout_->createLine()) {
    line.setLineWidth(width);
    const qsizetype end = line.textStart() + line.textLength();
    const auto after = std::upper_bound(breaks_.begin(), breaks_.end(), end);
    const qsizetype allowed = after == breaks_.begin() ? 0 : *std::prev(after);
    const bool whole = end >= layout_->text().size();
    if (!whole && allowed > line.textStart() && allowed < end) {
      line.setLineWidth(line.cursorToX(static_cast<int>(allowed)) + kHair);
    }
    ends.push_back(line.textStart() + line.textLength());
  }
  layout_->endLayout();
  return ends;
}

double RichText::wrap(double width) {
  std::vector<qsizetype> ends = naturalEnds(width);
  if (ends.size() > 1 && isLoneIdeograph(layout_->text(), ends[ends.size() - 2])) {
    const auto place = std::lower_bound(breaks_.begin(), breaks_.end(), ends[ends.size() - 2]);
    const qsizetype start = ends.size() > 2 ? ends[ends.size() - 3] : 0;
    if (place != breaks_.begin() && *std::prev(place) > start) {
      ends[ends.size() - 2] = *std::prev(place);
    }
  }
  height_ = 0;
  layout_->beginLayout();
  auto next = ends.begin();
  for (QTextLine line = layout_->createLine(); line.isValid(); line = layout_->createLine()) {
    const qsizetype end = next == ends.end() ? layout_->text().size() : *next++;
    line.setLineWidth(width);
    if (line.textStart() + line.textLength() > end) {
      line.setLineWidth(line.cursorToX(static_cast<int>(end)) + kHair);
    }
    line.setPosition({0, height_});
    height_ += line.height();
  }
  layout_->endLayout();
  return height_;
}

double RichText::ascent() const {
  return layout_->lineCount() > 0 ? layout_->lineAt(0).ascent() : 0;
}

void RichText::draw(QPainter& painter, const QPointF& topLeft) const {
  painter.save();
  painter.setPen(plain_);
  layout_->draw(&painter, topLeft);
  painter.restore();
}

}  // namespace poscope
