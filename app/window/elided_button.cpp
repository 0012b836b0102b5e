#include "app/window/elided_button.h"

#include <QEvent>
#include <algorithm>

namespace poscope {
namespace {

constexpr int kLeastSigns = 4;
constexpr int kRounding = 2;  ///< Widths of words are rounded, what is elided is not.

}  // namespace

ElidedButton::ElidedButton(QWidget* parent) : QToolButton(parent) {
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  setFocusPolicy(Qt::StrongFocus);
}

void ElidedButton::setWords(const QString& words, const QString& suffix, const QString& tip) {
  words_ = words;
  suffix_ = suffix;
  tip_ = tip;
  setAccessibleName(words);
  elide();
  updateGeometry();
}

QFontMetrics ElidedButton::heavyMetrics() const {
  QFont heavy = font();
  heavy.setWeight(QFont::DemiBold);
  return QFontMetrics(heavy);
}

// What the style adds around the words, whatever they are.
int ElidedButton::padding() const {
  return QToolButton::sizeHint().width() - fontMetrics().horizontalAdvance(text());
}

QSize ElidedButton::sizeHint() const {
  return {heavyMetrics().horizontalAdvance(words_ + suffix_) + kRounding + padding(),
          QToolButton::sizeHint().height()};
}

QSize ElidedButton::minimumSizeHint() const {
  const QString least =
      words_.size() > kLeastSigns ? words_.left(kLeastSigns) + QChar(0x2026) : words_;
  return {heavyMetrics().horizontalAdvance(least + suffix_) + kRounding + padding(),
          sizeHint().height()};
}

void ElidedButton::elide() {
  const QFontMetrics metrics = heavyMetrics();
  const int room = width() - padding() - metrics.horizontalAdvance(suffix_);
  const auto cut = [&](int pixels) {
    return metrics.elidedText(words_, Qt::ElideRight, std::max(pixels, 0)).append(suffix_);
  };
  QString shown = cut(room);
  const bool whole = shown == words_ + suffix_;
  if (!whole) {
    shown = cut(room - kRounding);  // The style rounds what is cut once more.
  }
  if (shown != text()) {
    setText(shown);
  }
  setToolTip(whole ? tip_ : words_);
}

void ElidedButton::resizeEvent(QResizeEvent* event) {
  QToolButton::resizeEvent(event);
  elide();
}

void ElidedButton::changeEvent(QEvent* event) {
  QToolButton::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    elide();
    updateGeometry();
  }
}

}  // namespace poscope
