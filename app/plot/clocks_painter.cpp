// Turns as clocks: a face for each, with its hands, its name and its value, as many in a line as
// there is room for.
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
constexpr double kColumnGap = 12;
constexpr double kTightGap = 6;
constexpr double kLineGap = 12;
constexpr double kEdge = 16;
constexpr double kTightEdge = 8;
constexpr double kHandShare = 0.4;  ///< Length of a hand in diameters.

class ClocksPainter final : public ClickablePanel {
 public:
  ClocksPainter(const ClockPanel& panel, const PlotStyle& style)
      : panel_(panel),
        style_(style),
        title_(panel.title, style, style.text(FontSize::base, QFont::DemiBold),
               style.colours().text) {
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

  double edge() const { return (tight_ ? kTightEdge : kEdge) * style_.scale(); }
  double gap() const { return (tight_ ? kTightGap : kColumnGap) * style_.scale(); }
  double diameter() const { return (tight_ ? kTightFace : kFace) * style_.scale(); }
  double cellWidth() const {
    double widest = diameter();
    for (const Face& face : faces_) {
      widest = std::max({widest, face.label.naturalWidth() + 1, face.value.naturalWidth() + 1});
    }
    return std::ceil(widest);
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
      const QPointF tip =
          centre + kHandShare * diameter() * QPointF(std::sin(hand.angle), -std::cos(hand.angle));
      painter.setPen(QPen(lineColour(colours, hand.role), 2 * unit, Qt::SolidLine, Qt::RoundCap));
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
