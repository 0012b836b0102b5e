// Turns as clocks: a face for each, with its hands, its name and its value, as many in a line as
// there is room for, under a legend of the hands where they differ.
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/plot/mark_style.h"
#include "app/plot/painted_panel.h"
#include "app/plot/rich_text.h"

namespace poscope {
namespace {

constexpr double kFace = 40;  ///< Diameter.
constexpr double kTightFace = 26;
constexpr double kLargeFace = 96;  ///< Of a few faces that angles are read from; many share ...
constexpr double kTightLargeFace = 44;
constexpr double kLargeLine = 400;  ///< ... a line of this length.
constexpr double kColumnGap = 12;
constexpr double kTightGap = 6;
constexpr double kLineGap = 12;
constexpr double kEdge = 16;
constexpr double kTightEdge = 8;
constexpr double kHandShare = 0.4;  ///< Length of the longest hand in diameters.
constexpr double kSample = 22;      ///< Length of a hand in the legend.
constexpr double kKeyGap = 18;      ///< From one entry of the legend to the next.

class ClocksPainter final : public ClickablePanel {
 public:
  ClocksPainter(const ClockPanel& panel, const PlotStyle& style)
      : panel_(panel),
        style_(style),
        title_(panel.title, style, style.text(FontSize::base, QFont::DemiBold),
               style.colours().text) {
    for (const HandKind& kind : panel.kinds) {
      keys_.push_back(
          {kind,
           RichText(kind.label, style, style.text(FontSize::small), style.colours().text),
           {}});
    }
    cutTo(panel.faces.size());
  }

  double naturalWidth() const override {
    const auto count = static_cast<double>(std::max<std::size_t>(1, faces_.size()));
    return std::max(title_.naturalWidth() + 1, count * cellWidth() + (count - 1) * gap()) +
           2 * edge();
  }
  double leastWidth() const override { return clickableWidth(); }
  double clickableWidth() const override {
    const auto few = static_cast<double>(std::min<std::size_t>(4, faces_.size()));
    return few * cellWidth() + (few - 1) * gap() + 2 * edge();
  }
  void tighten() override { tight_ = true; }
  std::size_t leastRows() const override { return std::min<std::size_t>(4, panel_.faces.size()); }

  void cutTo(std::size_t faces) override {
    const auto chosen = std::find_if(panel_.faces.begin(), panel_.faces.end(),
                                     [](const ClockFace& face) { return face.selected; });
    const auto selected = static_cast<std::size_t>(chosen - panel_.faces.begin());
    faces_.clear();
    for (const std::size_t k : rowsKept(panel_.faces.size(), selected, faces)) {
      const ClockFace& face = panel_.faces[k];
      const Theme& colours = style_.colours();
      faces_.push_back({face,
                        RichText(face.label, style_, style_.text(FontSize::small),
                                 face.selected ? colours.accent : colours.text),
                        RichText(face.value, style_, style_.mono(FontSize::small), colours.muted),
                        {},
                        {}});
    }
    more_.reset();
    if (faces < panel_.faces.size()) {
      more_.emplace(moreRows(panel_.faces.size() - faces), style_, style_.text(FontSize::small),
                    style_.colours().muted);
    }
  }

  double layOut(double width) override {
    const double unit = style_.scale();
    spots_.clear();
    double y = edge();
    if (!title_.empty()) {
      y += title_.wrap(width - 2 * edge()) + 8 * unit;
    }
    const double room = width - 2 * edge();
    y += layOutKeys({edge(), y}, room);
    const double step = cellWidth() + gap();
    const auto inLine =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::floor((room + gap() + 0.5) / step)));
    for (std::size_t first = 0; first < faces_.size(); first += inLine) {
      double height = 0;
      for (std::size_t k = first; k < std::min(faces_.size(), first + inLine); ++k) {
        const double left = edge() + static_cast<double>(k - first) * step;
        height = std::max(height, layOutFace(faces_[k], QPointF(left, y)));
      }
      y += height + kLineGap * unit;
    }
    if (more_) {
      moreAt_ = {edge(), y};
      y += more_->wrap(room) + kLineGap * unit;
    }
    return y + edge() - kLineGap * unit;
  }

  void paint(QPainter& painter, const QPointF& topLeft) const override {
    painter.save();
    painter.translate(topLeft);
    painter.setRenderHint(QPainter::Antialiasing);
    title_.draw(painter, {edge(), edge()});
    for (const Key& key : keys_) {
      paintKey(painter, key);
    }
    for (const Face& face : faces_) {
      paintFace(painter, face);
    }
    if (more_) {
      more_->draw(painter, moreAt_);
    }
    painter.restore();
  }

  const std::vector<ActionSpot>& spots() const override { return spots_; }

 private:
  struct Face {
    const ClockFace& source;
    RichText label;
    RichText value;
    QRectF circle;
    QRectF area;
  };
  struct Key {
    const HandKind& source;
    RichText label;
    QPointF corner;
  };

  double edge() const { return (tight_ ? kTightEdge : kEdge) * style_.scale(); }
  double gap() const { return (tight_ ? kTightGap : kColumnGap) * style_.scale(); }
  double diameter() const {
    const double plain = tight_ ? kTightFace : kFace;
    const auto count = static_cast<double>(std::max<std::size_t>(1, faces_.size()));
    const double large = std::min(tight_ ? kTightLargeFace : kLargeFace, kLargeLine / count);
    return (panel_.large ? std::max(plain, large) : plain) * style_.scale();
  }
  double cellWidth() const {
    double widest = diameter();
    for (const Face& face : faces_) {
      widest = std::max({widest, face.label.naturalWidth() + 1, face.value.naturalWidth() + 1});
    }
    return std::ceil(widest);
  }

  // Puts the legend into lines; returns their height.
  double layOutKeys(const QPointF& corner, double room) {
    const double unit = style_.scale();
    QPointF at = corner;
    double line = 0;
    for (Key& key : keys_) {
      const double sample = (kSample + 6) * unit;
      const double width = sample + key.label.naturalWidth() + 1;
      if (at.x() > corner.x() && at.x() + width > corner.x() + room) {
        at = {corner.x(), at.y() + line};
      }
      key.corner = at;
      line = key.label.wrap(std::min(width, room) - sample);
      at.rx() += width + kKeyGap * unit;
    }
    return keys_.empty() ? 0 : at.y() + line + 8 * unit - corner.y();
  }

  QPen handPen(ColourRole role, Mark mark) const {
    QPen pen(lineColour(style_.colours(), role), 2 * style_.scale(), Qt::SolidLine, Qt::RoundCap);
    if (mark == Mark::dashed) {
      pen.setCapStyle(Qt::FlatCap);
      pen.setDashPattern({2.5, 1.5});
    }
    return pen;
  }

  void paintKey(QPainter& painter, const Key& key) const {
    const double unit = style_.scale();
    const double middle = key.corner.y() + key.label.height() / 2;
    painter.setPen(handPen(key.source.role, key.source.mark));
    painter.drawLine(QPointF(key.corner.x(), middle),
                     QPointF(key.corner.x() + kSample * unit, middle));
    key.label.draw(painter, key.corner + QPointF((kSample + 6) * unit, 0));
  }

  double layOutFace(Face& face, const QPointF& corner) {
    const double unit = style_.scale();
    const double width = cellWidth();
    face.circle = QRectF(corner.x() + (width - diameter()) / 2, corner.y(), diameter(), diameter());
    const double words = face.label.wrap(width) + face.value.wrap(width);
    const double height = diameter() + 4 * unit + words;
    face.area = QRectF(corner, QSizeF(width, height));
    if (!face.source.select.empty()) {
      spots_.push_back({face.area, face.source.select, style_.words(face.source.label)});
    }
    return height;
  }

  void paintFace(QPainter& painter, const Face& face) const {
    const Theme& colours = style_.colours();
    const double unit = style_.scale();
    if (face.source.selected) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(colours.accentBackground);
      painter.drawRoundedRect(face.area.adjusted(-3 * unit, -3 * unit, 3 * unit, 3 * unit),
                              6 * unit, 6 * unit);
    }
    painter.setPen(QPen(colours.muted, unit));
    painter.setBrush(colours.surface);
    painter.drawEllipse(face.circle);
    const QPointF centre = face.circle.center();
    for (const ClockHand& hand : face.source.hands) {
      const double length = hand.length * kHandShare * diameter();
      const QPointF tip = centre + length * QPointF(std::sin(hand.angle), -std::cos(hand.angle));
      painter.setPen(handPen(hand.role, hand.mark));
      painter.drawLine(centre, tip);
    }
    const auto drawCentred = [&](const RichText& words, double top) {
      const double spare = std::max(0.0, face.area.width() - words.naturalWidth());
      words.draw(painter, {face.area.left() + spare / 2, top});
    };
    const double top = face.circle.bottom() + 4 * unit;
    drawCentred(face.label, top);
    drawCentred(face.value, top + face.label.height());
  }

  const ClockPanel& panel_;
  PlotStyle style_;
  RichText title_;
  std::vector<Face> faces_;
  std::vector<Key> keys_;
  std::optional<RichText> more_;
  QPointF moreAt_;
  std::vector<ActionSpot> spots_;
  bool tight_ = false;
};

}  // namespace

std::unique_ptr<ClickablePanel> makeClocksPainter(const ClockPanel& panel, const PlotStyle& style) {
  return std::make_unique<ClocksPainter>(panel, style);
}

}  // namespace poscope
