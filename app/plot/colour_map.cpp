#include "app/plot/colour_map.h"

#include <QFile>
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace poscope {
namespace {

using Stops = std::vector<std::array<double, 3>>;

Stops readStops(const QString& name) {
  loadFonts();  // Registers the resources.
  QFile file(QStringLiteral(":/colormaps/") + name + QStringLiteral(".csv"));
  Stops stops;
  if (!file.open(QIODevice::ReadOnly)) {
    return {{0, 0, 0}, {1, 1, 1}};
  }
  while (!file.atEnd()) {
    const QList<QByteArray> parts = file.readLine().trimmed().split(',');
    if (parts.size() == 3) {
      stops.push_back({parts[0].toDouble(), parts[1].toDouble(), parts[2].toDouble()});
    }
  }
  return stops;
}

QRgb stopAt(const Stops& stops, double part) {
  const double place = part * static_cast<double>(stops.size() - 1);
  const auto before = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const double rest = place - static_cast<double>(before);
  std::array<int, 3> channels{};
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const double value = stops[before][c] + rest * (stops[before + 1][c] - stops[before][c]);
    channels[c] = static_cast<int>(std::lround(value * 255));
  }
  return qRgb(channels[0], channels[1], channels[2]);
}

// The middle of a diverging table lies between two entries; each entry stands for the middle of its
// interval, but for the two around 0, which are the centre itself: 0 disappears into the card.
std::array<QRgb, ColourMap::kEntries> makeTable(const Stops& stops, bool diverging) {
  std::array<QRgb, ColourMap::kEntries> table{};
  constexpr double kSteps = ColourMap::kEntries;
  for (std::size_t k = 0; k < table.size(); ++k) {
    table[k] = stopAt(stops, (static_cast<double>(k) + 0.5) / kSteps);
  }
  table.front() = stopAt(stops, 0);
  table.back() = stopAt(stops, 1);
  if (diverging) {
    table[table.size() / 2 - 1] = stopAt(stops, 0.5);
    table[table.size() / 2] = stopAt(stops, 0.5);
  }
  return table;
}

const std::array<QRgb, ColourMap::kEntries>& tableOf(ColourScale::Map map, ThemeKind kind) {
  static const auto kDivergingLight = makeTable(readStops(QStringLiteral("diverging-light")), true);
  static const auto kDivergingDark = makeTable(readStops(QStringLiteral("diverging-dark")), true);
  static const auto kSequential = makeTable(readStops(QStringLiteral("cividis")), false);
  if (map == ColourScale::Map::sequential) {
    return kSequential;
  }
  return kind == ThemeKind::light ? kDivergingLight : kDivergingDark;
}

double straight(AxisScale scale, double value) {
  return scale == AxisScale::log2 ? std::log2(value) : value;
}

double linearChannel(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour) {
  return 0.2126 * linearChannel(colour.redF()) + 0.7152 * linearChannel(colour.greenF()) +
         0.0722 * linearChannel(colour.blueF());
}

}  // namespace

// The colours of infinities appear in no map: violet above, green below.
ColourMap::ColourMap(const ColourScale& scale, ThemeKind kind)
    : table_(tableOf(scale.map, kind)),
      logarithmic_(scale.scale == AxisScale::log2),
      lowest_(static_cast<float>(scale.low)),
      low_(static_cast<float>(straight(scale.scale, scale.low))),
      perUnit_(static_cast<float>(double{kEntries} / (straight(scale.scale, scale.high) -
                                                      straight(scale.scale, scale.low)))),
      positiveInfinity_(kind == ThemeKind::light ? 0xFFC51B8A : 0xFFF768C1),
      negativeInfinity_(kind == ThemeKind::light ? 0xFF1B7837 : 0xFF5AAE61),
      outside_(theme(kind).background.rgba()),
      zero_(theme(kind).surface.rgba()) {}

QRgb ColourMap::special(float value) const {
  if (std::isnan(value)) {
    return isOutside(value) ? outside_ : kLostMark;
  }
  if (std::isinf(value)) {
    return value > 0 ? positiveInfinity_ : negativeInfinity_;
  }
  if (logarithmic_ && value == 0) {
    return zero_;
  }
  return value < lowest_ ? table_.front() : table_.back();
}

QRgb ColourMap::entry(double part) const {
  const double place = std::clamp(part, 0.0, 1.0) * (double{kEntries} - 1);
  return table_[static_cast<std::size_t>(std::lround(place))];
}

QImage ColourMap::image(std::span<const float> values, int rows, int columns) const {
  QImage picture(columns, rows, QImage::Format_ARGB32_Premultiplied);
  const auto width = static_cast<std::size_t>(columns);
  for (int r = 0; r < rows; ++r) {
    const float* from = values.data() + static_cast<std::size_t>(r) * width;
    auto* line = reinterpret_cast<QRgb*>(picture.scanLine(r));
    std::transform(from, from + columns, line, [this](float value) { return colour(value); });
  }
  return picture;
}

void paintHatch(QImage& image, const Theme& theme, int pixel) {
  const QRgb dark = theme.muted.rgba();
  const QRgb pale = theme.sunken.rgba();
  for (int y = 0; y < image.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < image.width(); ++x) {
      if (line[x] == kLostMark) {
        line[x] = ((x + y) / pixel) % 5 == 0 ? dark : pale;
      }
    }
  }
}

QColor inkOn(QRgb background) {
  const QColor colour(background);
  return contrast(colour, Qt::white) >= contrast(colour, Qt::black) ? QColor(Qt::white)
                                                                    : QColor(Qt::black);
}

double contrast(const QColor& one, const QColor& other) {
  const double first = luminance(one) + 0.05;
  const double second = luminance(other) + 0.05;
  return first > second ? first / second : second / first;
}

}  // namespace poscope
