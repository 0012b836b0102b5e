#include "app/plot/rich_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

namespace poscope {

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
  for (const QString& word : layout_->text().split(QLatin1Char(' '))) {
    widest = std::max(widest, metrics.horizontalAdvance(word));
  }
  return widest;
}

double RichText::wrap(double width) {
  height_ = 0;
  layout_->beginLayout();
  for (QTextLine line = layout_->createLine(); line.isValid(); line = layout_->createLine()) {
    line.setLineWidth(width);
    line.setPosition({0, height_});
    height_ += line.height();
  }
  layout_->endLayout();
  return height_;
}

void RichText::draw(QPainter& painter, const QPointF& topLeft) const {
  painter.save();
  painter.setPen(plain_);
  layout_->draw(&painter, topLeft);
  painter.restore();
}

}  // namespace poscope
