#include "app/panel/log_slider.h"

#include <QSignalBlocker>
#include <QWheelEvent>
#include <algorithm>
#include <atomic>
#include <cmath>

namespace poscope {
namespace {

constexpr int kStepsPerOctave = 8;

int stepOf(double number) {
  return static_cast<int>(std::lround(std::log2(std::max(number, 1.0)) * kStepsPerOctave));
}

}  // namespace

int nextGesture() {
  static std::atomic<int> last{0};
  return ++last;
}

LogSlider::LogSlider(double minimum, double maximum, QWidget* parent)
    : QSlider(Qt::Horizontal, parent),
      minimum_(std::max(minimum, 1.0)),
      maximum_(std::max(maximum, minimum_)) {
  setRange(stepOf(minimum_), stepOf(maximum_));
  setSingleStep(kStepsPerOctave);
  setPageStep(kStepsPerOctave);
  connect(this, &QSlider::sliderPressed, this, [this] { gesture_ = nextGesture(); });
  connect(this, &QSlider::valueChanged, this, [this] { emit moved(number(), gesture_); });
}

void LogSlider::setNumber(double number) {
  const QSignalBlocker blocker(this);
  // While a drag runs the handle follows the mouse, not the rounded value.
  if (!isSliderDown()) {
    setValue(stepOf(number));
  }
}

double LogSlider::number() const {
  const double exact = std::exp2(static_cast<double>(value()) / kStepsPerOctave);
  const double unit = std::max(1.0, std::exp2(std::floor(std::log2(exact) + 1e-9) - 4));
  return std::clamp(std::round(exact / unit) * unit, minimum_, maximum_);
}

void LogSlider::wheelEvent(QWheelEvent* event) {
  // Scrolling the panel must not change a value on the way.
  if (hasFocus()) {
    QSlider::wheelEvent(event);
  } else {
    event->ignore();
  }
}

void LogSlider::focusInEvent(QFocusEvent* event) {
  gesture_ = nextGesture();
  QSlider::focusInEvent(event);
}

}  // namespace poscope
