#include "app/plot/style.h"

#include <QGuiApplication>
#include <QScreen>
#include <algorithm>
#include <array>

#include "app/plot/colour_map.h"

namespace poscope {
namespace {

// Sizes on a page relative to its base: the finding is set larger than the text, but not as on
// screen.
constexpr std::array<double, 5> kPageSteps{0.78, 0.89, 1.0, 1.0, 1.2};

constexpr double kMostPoints = 10;  ///< The text that a figure stands in is not larger.

// The colour that is nearest to `wanted`, on the way to `strong`, and can be seen on `ground`.
QColor seenOn(const QColor& ground, const QColor& wanted, const QColor& strong) {
  constexpr int kSteps = 100;
  for (int step = 0; step < kSteps; ++step) {
    const QColor colour = mixed(wanted, strong, static_cast<double>(step) / kSteps);
    if (contrast(colour, ground) >= kGraphicContrast) {
      return colour;
    }
  }
  return strong;
}

QFont onPage(QFont font, FontSize size, double points) {
  if (points > 0) {
    const double wanted = points * kPageSteps[static_cast<std::size_t>(size)];
    font.setPointSizeF(std::clamp(wanted, kLeastPagePoints, kMostPoints));
  }
  return font;
}

}  // namespace

QFont PlotStyle::text(FontSize size, QFont::Weight weight) const {
  return onPage(textFont(size, weight), size, pagePoints);
}

QFont PlotStyle::mono(FontSize size) const {
  return onPage(monoFont(size), size, pagePoints);
}

QString PlotStyle::words(const Text& text) const {
  return text.empty() ? QString() : QString::fromStdString(renderPlain(text, language));
}

double PlotStyle::scale() const {
  return pagePoints > 0 ? pagePoints * pixelsPerPoint() / 13.0 : 1.0;
}

double pixelsPerPoint() {
  const QScreen* screen = QGuiApplication::primaryScreen();
  return screen == nullptr ? 96.0 / 72.0 : screen->logicalDotsPerInchY() / 72.0;
}

QColor mixed(const QColor& from, const QColor& to, double part) {
  const auto channel = [part](int one, int other) {
    return static_cast<int>(one + part * (other - one) + 0.5);
  };
  return {channel(from.red(), to.red()), channel(from.green(), to.green()),
          channel(from.blue(), to.blue())};
}

QColor lineColour(const Theme& theme, ColourRole role) {
  return seenOn(theme.surface, markColour(theme, role), theme.text);
}

QColor faintColour(const Theme& theme, const QColor& colour) {
  return seenOn(theme.surface, mixed(colour, theme.surface, 0.55), colour);
}

}  // namespace poscope
