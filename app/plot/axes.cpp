#include "app/plot/axes.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/plot/number_text.h"

namespace poscope {
namespace {

constexpr int kTickDigits = 6;
constexpr int kMostTried = 12;  ///< So many ticks always hold three where an axis has three.
constexpr double kSmallestPlainPower = 1.0 / 64;
constexpr double kLargestPlainPower = 1048576;

double niceStep(double least) {
  const double magnitude = std::pow(10.0, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * magnitude >= least * (1 - 1e-9)) {
      return step * magnitude;
    }
  }
  return 10 * magnitude;
}

std::vector<double> multiples(double origin, double step, const AxisRange& range) {
  std::vector<double> ticks;
  const double slack = range.span() * 1e-9;
  const double first = std::ceil((range.low - slack - origin) / step);
  const double last = std::floor((range.high + slack - origin) / step);
  for (double k = first; k <= last && ticks.size() < 1000; ++k) {
    ticks.push_back(origin + k * step);
  }
  return ticks;
}

std::vector<double> niceTicks(const AxisRange& range, int most, bool whole) {
  double step = niceStep(range.span() / most);
  if (whole) {
    step = std::max(1.0, step);
  }
  return multiples(0, step, range);
}

std::vector<double> stepTicks(const Axis& axis, const AxisRange& range, int most) {
  double step = axis.tickStep;
  while (range.span() / step > most) {
    step *= 2;
  }
  return multiples(0, step, range);
}

// Every n-th exponent on a logarithmic axis; on a linear one those that keep their distance from
// the next higher.
std::vector<double> powerTicks(const Axis& axis, const AxisRange& range, int most) {
  const bool straight = axis.scale == AxisScale::linear;
  // A linear axis may begin at 0.
  const double lowest = straight ? std::max(range.low, range.span() * 1e-9) : range.low;
  const double first = std::ceil(std::log2(lowest) - 1e-9);
  const double last = std::floor(std::log2(range.high) + 1e-9);
  const double every = std::max(1.0, std::ceil((last - first + 1) / most));
  std::vector<double> ticks;
  const double start = straight ? last : std::floor(last / every) * every;
  for (double k = start; k >= first; k -= straight ? 1 : every) {
    const double tick = std::exp2(k);
    if (!straight || ticks.empty() || ticks.back() - tick >= range.span() / most) {
      ticks.push_back(tick);
    }
  }
  std::reverse(ticks.begin(), ticks.end());
  return ticks;
}

bool isWhole(double value) {
  return value == std::round(value) && std::abs(value) < 9e15;
}

// Given powers of ten that leave what reads well in full are written as such, all of them.
bool asDecades(const Axis& axis, const std::vector<double>& ticks) {
  constexpr double kSmallestPlain = 0.99e-3;
  constexpr double kLargestPlain = 1.01e6;
  return axis.scale == AxisScale::log2 && axis.ticks == AxisTicks::given && !ticks.empty() &&
         std::all_of(ticks.begin(), ticks.end(), isDecade) &&
         (ticks.front() < kSmallestPlain || ticks.back() > kLargestPlain);
}

// A logarithmic axis that leaves what reads well in full writes all of its ticks as powers.
bool asPowers(const Axis& axis, const std::vector<double>& ticks) {
  const bool powers = std::all_of(ticks.begin(), ticks.end(), [](double tick) {
    int exponent = 0;
    return tick > 0 && std::frexp(tick, &exponent) == 0.5;
  });
  return axis.scale == AxisScale::log2 && powers && !ticks.empty() &&
         (ticks.front() < kSmallestPlainPower || ticks.back() > kLargestPlainPower);
}

// Significant digits that tell neighbouring ticks apart.
int digitsFor(const std::vector<double>& ticks) {
  double largest = 0;
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    largest = std::max(largest, std::abs(ticks[k]));
    step = k > 0 ? std::min(step, ticks[k] - ticks[k - 1]) : step;
  }
  if (!(largest > 0) || std::isinf(step)) {
    return kTickDigits;
  }
  const int digits = static_cast<int>(std::ceil(std::log10(largest / step) - 1e-9)) + 2;
  return std::clamp(digits, kTickDigits, 12);
}

// Those that stand in the range, without the outer ones where not all have room.
std::vector<double> givenTicks(const Axis& axis, const AxisRange& range, int most) {
  std::vector<double> ticks;
  for (const double tick : axis.tickValues) {
    if (tick >= range.low && tick <= range.high) {
      ticks.push_back(tick);
    }
  }
  if (axis.scale == AxisScale::log2) {  // Every n-th: they keep their distance by themselves.
    const std::size_t every = (ticks.size() + static_cast<std::size_t>(most) - 1) /
                              static_cast<std::size_t>(std::max(most, 1));
    std::vector<double> kept;
    for (std::size_t k = 0; k < ticks.size(); k += std::max<std::size_t>(every, 1)) {
      kept.push_back(ticks[k]);
    }
    return kept;
  }
  const auto close = [&](double one, double other) { return other - one < range.span() / most; };
  const double middle = 0.5 * (range.low + range.high);
  while (std::adjacent_find(ticks.begin(), ticks.end(), close) != ticks.end()) {
    const bool left = middle - ticks.front() > ticks.back() - middle;
    ticks.erase(left ? ticks.begin() : ticks.end() - 1);
  }
  return ticks;
}

// Ticks where the axis wants them, at most about `room`.
std::vector<double> ownTicks(const Axis& axis, const AxisRange& range, int room) {
  if (axis.scale == AxisScale::log2 || axis.ticks == AxisTicks::powersOfTwo) {
    return powerTicks(axis, range, room);
  }
  if (axis.ticks == AxisTicks::steps && axis.tickStep > 0) {
    return stepTicks(axis, range, room);
  }
  return {};
}

// What `make` gives for `most` ticks, or for the first higher number that gives `least`.
template <typename Make>
std::vector<double> atLeast(int least, int most, Make make) {
  std::vector<double> best;
  for (int room = std::max(most, 1); room <= std::max(most, kMostTried); ++room) {
    std::vector<double> ticks = make(room);
    if (ticks.size() > best.size()) {
      best = std::move(ticks);
    }
    if (static_cast<int>(best.size()) >= least) {
      break;
    }
  }
  return best;
}

struct WordTicks {
  std::vector<double> ticks;
  std::vector<QString> texts;
};

// The words in the range, or every second one, third one, ... so that none meets the next.
WordTicks fittingWords(const Axis& spec, const AxisRange& range, const PlotStyle& style,
                       const QFontMetricsF& metrics, bool across, int pixels) {
  WordTicks all;
  double needed = metrics.height();
  for (std::size_t k = 0; k < spec.tickWords.size(); ++k) {
    if (spec.tickValues[k] >= range.low && spec.tickValues[k] <= range.high) {
      all.ticks.push_back(spec.tickValues[k]);
      all.texts.push_back(style.words(spec.tickWords[k]));
      const double width = metrics.horizontalAdvance(all.texts.back()) + 0.5 * metrics.height();
      needed = across ? std::max(needed, width) : needed;
    }
  }
  const double given = range.span() * needed / std::max(pixels, 1);
  WordTicks kept;
  for (std::size_t k = 0; k < all.ticks.size(); ++k) {
    if (kept.ticks.empty() || all.ticks[k] - kept.ticks.back() >= given) {
      kept.ticks.push_back(all.ticks[k]);
      kept.texts.push_back(all.texts[k]);
    }
  }
  return kept;
}

class FixedTicker final : public QCPAxisTicker {
 public:
  void set(const std::vector<double>& ticks, const std::vector<QString>& texts) {
    ticks_ = QVector<double>(ticks.begin(), ticks.end());
    texts_ = QVector<QString>(texts.begin(), texts.end());
  }
  void generate(const QCPRange&, const QLocale&, QChar, int, QVector<double>& ticks,
                QVector<double>* subTicks, QVector<QString>* labels) override {
    ticks = ticks_;
    if (subTicks != nullptr) {
      subTicks->clear();
    }
    if (labels != nullptr) {
      *labels = texts_;
    }
  }

 private:
  QVector<double> ticks_;
  QVector<QString> texts_;
};

}  // namespace

bool isDecade(double tick) {
  const double exponent = tick > 0 ? std::log10(tick) : 0.5;
  return std::abs(exponent - std::round(exponent)) < 1e-9;
}

std::vector<double> axisTicks(const Axis& axis, const AxisRange& range, int most, int least) {
  if (axis.ticks == AxisTicks::given) {
    return givenTicks(axis, range, most);
  }
  auto own = atLeast(least, most, [&](int room) { return ownTicks(axis, range, room); });
  if (static_cast<int>(own.size()) >= std::max(2, least)) {
    return own;
  }
  // Zoomed in between them.
  const bool whole = axis.ticks != AxisTicks::automatic;
  auto nice = atLeast(least, most, [&](int room) { return niceTicks(range, room, whole); });
  return nice.size() > own.size() ? nice : own;
}

std::vector<QString> tickTexts(const Axis& axis, const std::vector<double>& ticks) {
  const bool whole = std::all_of(ticks.begin(), ticks.end(), isWhole);
  const int digits = digitsFor(ticks);
  const bool powers = asPowers(axis, ticks);
  const bool decades = asDecades(axis, ticks);
  std::vector<QString> texts;
  for (const double tick : ticks) {
    if (axis.percent) {
      texts.push_back(numberText(tick * 100, digits) + QStringLiteral(" %"));
    } else if (decades) {
      texts.push_back(decadeText(tick));
    } else if (powers) {
      texts.push_back(powerText(tick));
    } else {
      texts.push_back(whole ? integerText(tick) : numberText(tick, digits));
    }
  }
  return texts;
}

void setUpAxis(QCPAxis& axis, const Axis& spec, const PlotStyle& style, bool grid) {
  const Theme& colours = style.colours();
  const int gap = static_cast<int>(std::lround(8 * style.scale()));
  axis.setScaleType(spec.scale == AxisScale::log2 ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  axis.setRangeReversed(spec.downward);
  axis.setNumberFormat(QStringLiteral("g"));
  axis.setTicker(QSharedPointer<FixedTicker>::create());
  axis.setBasePen(Qt::NoPen);
  axis.setTickPen(Qt::NoPen);  // A tick of length 0 would still be a dot.
  axis.setTickLength(0, 0);
  axis.setSubTicks(false);
  axis.setTickLabelFont(style.text(FontSize::small));
  axis.setTickLabelColor(colours.muted);
  axis.setTickLabelPadding(gap);
  axis.setTickLabels(spec.hasScale());
  axis.setLabel(style.words(spec.title));
  axis.setLabelFont(style.text(FontSize::small));
  axis.setLabelColor(colours.muted);
  axis.setLabelPadding(gap / 2);
  axis.grid()->setVisible(grid);
  axis.grid()->setPen(QPen(colours.grid, style.scale()));
  axis.grid()->setZeroLinePen(Qt::NoPen);
}

void fitTicks(QCPAxis& axis, const Axis& spec, const PlotStyle& style, int pixels) {
  const QFontMetricsF metrics(axis.tickLabelFont());
  const AxisRange range{axis.range().lower, axis.range().upper};
  const auto ticker = axis.ticker().staticCast<FixedTicker>();
  const bool across = axis.orientation() == Qt::Horizontal;
  if (!spec.tickWords.empty()) {
    const auto [ticks, texts] = fittingWords(spec, range, style, metrics, across, pixels);
    ticker->set(ticks, texts);
    return;
  }
  double room = across ? 56 * style.scale() : 2.4 * metrics.height();
  int least = kLeastTicks;
  std::vector<double> ticks;
  std::vector<QString> texts;
  for (int attempt = 0; attempt < 4;
       ++attempt) {  // Wide labels need more room than the first guess.
    ticks = axisTicks(spec, range, std::max(2, static_cast<int>(pixels / room)), least);
    texts = tickTexts(spec, ticks);
    double widest = 0;
    for (const QString& text : texts) {
      widest = std::max(widest, metrics.horizontalAdvance(text) + 1.6 * metrics.height());
    }
    if (!across || widest <= room) {
      break;
    }
    room = widest;
    least = kLeastTicks * (widest - metrics.height()) <= pixels ? kLeastTicks : 1;
  }
  ticker->set(ticks, texts);
}

void fitTitle(QCPAxis& axis, const Axis& spec, const PlotStyle& style, int pixels) {
  const QString title = style.words(spec.title);
  const QFontMetricsF metrics(axis.labelFont());
  if (metrics.horizontalAdvance(title) <= pixels) {
    axis.setLabel(title);
    return;
  }
  // The last break whose first part fits.
  qsizetype at = -1;
  for (qsizetype k = 1; k < title.size(); ++k) {
    const bool breaks = title[k] == QLatin1Char(' ') || title[k].script() == QChar::Script_Han;
    at = breaks && metrics.horizontalAdvance(title.left(k)) <= pixels ? k : at;
  }
  const QString first = at < 0 ? QString() : title.left(at) + QLatin1Char('\n');
  const QString rest = at < 0 ? title : title.mid(at).trimmed();
  axis.setLabel(first + metrics.elidedText(rest, Qt::ElideRight, pixels));
}

}  // namespace poscope
