#include "app/panel/detail_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <array>

#include "app/panel/appearance.h"

namespace poscope {
namespace {

constexpr int kLabelWidth = 92;
constexpr int kGap = 8;
constexpr int kLineGap = 3;
constexpr int kBitWidth = 15;
constexpr int kBitHeight = 17;
// Centred, so that the two fonts of a line stand on one level.
constexpr int kWords = Qt::TextWordWrap | Qt::AlignVCenter;

/// Sign, exponent and fraction in three colours of the theme (and in this order, so never by colour
/// alone).
QColor bitColour(const Theme& theme, BitPart part) {
  const std::array<QColor, 3> colours{theme.bad, theme.good, theme.b};
  return colours.at(static_cast<std::size_t>(part));
}

int textHeight(const QFont& font, const QString& text, int width) {
  return QFontMetrics(font).boundingRect(0, 0, width, 10000, Qt::TextWordWrap, text).height();
}

}  // namespace

DetailView::DetailView(const Appearance& appearance, QWidget* parent)
    : QWidget(parent), appearance_(appearance) {
  setFocusPolicy(Qt::TabFocus);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void DetailView::setRows(std::vector<DetailRow> rows) {
  rows_ = std::move(rows);
  setAccessibleDescription(plainText());
  updateGeometry();
  update();
}

QString DetailView::plainText() const {
  QStringList lines;
  for (const DetailRow& row : rows_) {
    lines << appearance_.say(row.label) + QLatin1Char('\t') + appearance_.say(row.value);
  }
  return lines.join(QLatin1Char('\n'));
}

QSize DetailView::sizeHint() const {
  return {240, place(std::max(width(), 160), nullptr)};
}

int DetailView::heightForWidth(int width) const {
  return place(width, nullptr);
}

int DetailView::placeBits(const std::vector<Bit>& bits, int width, int top,
                          QPainter* painter) const {
  const Theme& theme = appearance_.colours();
  // Wide formats break at a multiple of eight, so that bytes stay whole.
  const int fitting = std::max(8, width / kBitWidth);
  const int perLine = static_cast<int>(bits.size()) <= fitting ? fitting : fitting / 8 * 8;
  for (std::size_t index = 0; index < bits.size(); ++index) {
    const int place = static_cast<int>(index);
    const QRect cell(place % perLine * kBitWidth, top + place / perLine * (kBitHeight + 2),
                     kBitWidth - 2, kBitHeight);
    if (painter != nullptr) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(theme.sunken);
      painter->drawRoundedRect(cell, 2, 2);
      painter->setPen(bitColour(theme, bits[index].part));
      painter->drawText(cell, Qt::AlignCenter,
                        bits[index].set ? QStringLiteral("1") : QStringLiteral("0"));
    }
  }
  const int lines = (static_cast<int>(bits.size()) + perLine - 1) / perLine;
  return lines * (kBitHeight + 2) - 2;
}

int DetailView::place(int width, QPainter* painter) const {
  const Theme& theme = appearance_.colours();
  const QFont words = textFont(FontSize::small);
  const QFont values = monoFont(FontSize::small);
  int y = 0;
  for (const DetailRow& row : rows_) {
    const QString label = appearance_.say(row.label);
    const QString value = appearance_.say(row.value);
    const bool alone = row.label.empty();
    const int left = alone ? 0 : kLabelWidth + kGap;
    const int room = std::max(40, width - left);
    const int height = std::max(alone ? 0 : textHeight(words, label, kLabelWidth),
                                value.isEmpty() ? 0 : textHeight(values, value, room));
    if (painter != nullptr) {
      painter->setFont(words);
      painter->setPen(theme.muted);
      painter->drawText(QRect(0, y, kLabelWidth, height), kWords, label);
      painter->setFont(values);
      painter->setPen(textColour(theme, row.role));
      painter->drawText(QRect(left, y, room, height), kWords, value);
    }
    y += height + (height > 0 ? kLineGap : 0);
    if (!row.bits.empty()) {
      y += placeBits(row.bits, width, y, painter) + kLineGap;
    }
  }
  return std::max(0, y - kLineGap);
}

void DetailView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  place(width(), &painter);
  if (hasFocus()) {
    painter.setPen(appearance_.colours().accent);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  }
}

void DetailView::copy() const {
  QApplication::clipboard()->setText(plainText());
}

void DetailView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copy();
  } else {
    QWidget::keyPressEvent(event);
  }
}

void DetailView::contextMenuEvent(QContextMenuEvent* event) {
  if (rows_.empty()) {
    return;
  }
  QMenu menu(this);
  menu.addAction(tr("Copy"), this, [this] { copy(); });
  menu.exec(event->globalPos());
}

void DetailView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
    setRows(std::move(rows_));
  }
  QWidget::changeEvent(event);
}

}  // namespace poscope
