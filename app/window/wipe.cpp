#include "app/window/wipe.h"

#include <QEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "app/panel/appearance.h"

namespace poscope {
namespace {

constexpr int kReach = 10;  ///< How far from the line the mouse takes it.
constexpr int kStep = 10;   ///< An arrow key: a hundredth.
constexpr int kLargeStep = 100;
constexpr int kOverhang = 2;
constexpr int kGripWidth = 14;
constexpr int kGripHeight = 32;
constexpr int kNameGap = 6;     ///< Between a name and what it stands beside.
constexpr int kLeastName = 40;  ///< A name with less room is left out.

int acrossOf(const QRect& area, int value) {
  return area.left() + static_cast<int>(std::lround(static_cast<double>(area.width()) * value /
                                                    WipeLine::kWhole));
}

/// What of `area` is on one side of `across`.
QRect halfOf(QRect area, int across, bool left) {
  left ? area.setRight(std::min(area.right(), across - 1))
       : area.setLeft(std::max(area.left(), across));
  return area;
}

/// `figure` with the colour scales of the one that it lies on.
std::shared_ptr<const Figure> inColoursOf(const Figure& below,
                                          const std::shared_ptr<const Figure>& figure) {
  auto copy = std::make_shared<Figure>(*figure);
  for (std::size_t k = 0; k < std::min(copy->panels.size(), below.panels.size()); ++k) {
    auto* const panel = std::get_if<PlotPanel>(&copy->panels[k]);
    const auto* const like = std::get_if<PlotPanel>(&below.panels[k]);
    if (panel == nullptr || like == nullptr) {
      continue;
    }
    for (std::size_t j = 0; j < std::min(panel->layers.size(), like->layers.size()); ++j) {
      auto* const heat = std::get_if<HeatLayer>(&panel->layers[j]);
      const auto* const other = std::get_if<HeatLayer>(&like->layers[j]);
      if (heat != nullptr && other != nullptr) {
        heat->colours = other->colours;
        heat->rowUnits = other->rowUnits;
      }
    }
  }
  return copy;
}

}  // namespace

WipeLine::WipeLine(const Appearance& appearance, QWidget* parent)
    : QAbstractSlider(parent), appearance_(appearance) {
  setOrientation(Qt::Horizontal);
  setRange(0, kWhole);
  setSingleStep(kStep);
  setPageStep(kLargeStep);
  setCursor(Qt::SplitHCursor);
  setFocusPolicy(Qt::StrongFocus);
  retranslate();
}

void WipeLine::retranslate() {
  setAccessibleName(tr("Line between A and B"));
  setAccessibleDescription(tr("A is left of it, B right of it"));
  setToolTip(tr("Drag it, or use the arrow keys"));
}

int WipeLine::across() const {
  return acrossOf(area_, value());
}

void WipeLine::place(const QRect& area, const QRect& inSight) {
  area_ = area;
  setGeometry(across() - kReach, inSight.top(), 2 * kReach + 1, inSight.height());
  setVisible(!inSight.isEmpty());
}

void WipeLine::paintEvent(QPaintEvent* /*event*/) {
  const Theme& theme = appearance_.colours();
  QPainter painter(this);
  painter.fillRect(QRect(kReach - 2, 0, 4, height()), theme.surface);
  painter.fillRect(QRect(kReach - 1, 0, 2, height()), theme.text);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF grip(kReach - kGripWidth / 2.0, (height() - kGripHeight) / 2.0, kGripWidth,
                    kGripHeight);
  painter.setBrush(theme.surface);
  painter.setPen(QPen(hasFocus() ? theme.accent : theme.text, hasFocus() ? 2 : 1));
  painter.drawRoundedRect(grip, 6, 6);
  painter.setPen(QPen(theme.muted, 1.5, Qt::SolidLine, Qt::RoundCap));
  for (const double x : {-2.5, 2.5}) {
    painter.drawLine(grip.center() + QPointF(x, -6), grip.center() + QPointF(x, 6));
  }
}

void WipeLine::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    grabbed_ = event->position().toPoint().x() - kReach;
    setSliderDown(true);
    event->accept();
  }
}

void WipeLine::mouseMoveEvent(QMouseEvent* event) {
  if (isSliderDown() && area_.width() > 0) {
    const int at = mapToParent(event->position().toPoint()).x() - grabbed_ - area_.left();
    setValue(static_cast<int>(std::lround(static_cast<double>(at) * kWhole / area_.width())));
  }
}

void WipeLine::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    setSliderDown(false);
  }
}

// The wheel zooms plots and scrolls pages; who turns it over the line means neither.
void WipeLine::wheelEvent(QWheelEvent* event) {
  event->ignore();
}

void WipeLine::focusInEvent(QFocusEvent* event) {
  QAbstractSlider::focusInEvent(event);
  update();
}

void WipeLine::focusOutEvent(QFocusEvent* event) {
  QAbstractSlider::focusOutEvent(event);
  update();
}

void WipeLine::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
  }
  QAbstractSlider::changeEvent(event);
}

Wipe::Wipe(const Appearance& appearance, FigureView& plot, SharedCursor& cursor)
    : QObject(&plot), appearance_(appearance), plot_(plot), cursor_(cursor) {
  connect(&appearance, &Appearance::themeChanged, this, &Wipe::style);
  connect(&appearance, &Appearance::languageChanged, this, &Wipe::style);
  connect(&plot, &FigureView::moved, this, &Wipe::follow);
  plot.installEventFilter(this);
}

void Wipe::start() {
  if (!active()) {
    makeLayer();
    for (QLabel*& name : names_) {
      name = new QLabel(&plot_);
      name->setAttribute(Qt::WA_TransparentForMouseEvents);
      name->setFont(textFont(FontSize::small, QFont::DemiBold));
      name->setTextFormat(Qt::PlainText);
    }
    layer_->setAlone(true);
    style();
    place();
  }
}

void Wipe::stop() {
  if (!active()) {
    return;
  }
  const QWidget* const focus = plot_.QWidget::window()->focusWidget();
  const bool ours =
      focus != nullptr && (layer_->isAncestorOf(focus) ||
                           std::find(lines_.begin(), lines_.end(), focus) != lines_.end());
  std::vector<QWidget*> parts(lines_.begin(), lines_.end());
  parts.insert(parts.end(), names_.begin(), names_.end());
  parts.push_back(layer_);
  for (QWidget* part : parts) {
    part->hide();
    part->deleteLater();  // A key or the mouse that led here may still be running through it.
  }
  layer_.clear();
  lines_.clear();
  names_ = {};
  side_ = {};
  below_ = nullptr;
  if (ours) {
    plot_.setFocus(Qt::OtherFocusReason);
  }
}

void Wipe::reset() {
  value_ = WipeLine::kWhole / 2;
}

void Wipe::makeLayer() {
  layer_ = new FigureView(&plot_, &cursor_);
  layer_->setPlotsOnly();
  layer_->setGeometry(plot_.rect());
  connect(layer_, &FigureView::moved, this, [this] { plot_.showAs(*layer_); });
  connect(layer_, &FigureView::windowChanged, &plot_, &FigureView::tellWindow);
  connect(layer_, &FigureView::hovered, &plot_, &FigureView::hovered);
  connect(layer_, &FigureView::menuRequested, &plot_, &FigureView::menuRequested);
  connect(layer_, &FigureView::failed, &plot_, &FigureView::failed);
}

void Wipe::setSide(WipeSide side) {
  if (!active()) {
    return;
  }
  if (side.figure != side_.figure) {
    below_ = nullptr;
    layer_->clear();
  }
  side_ = std::move(side);
  follow();
}

// Again for another figure below, which may have other scales.
void Wipe::showOther() {
  if (side_.figure != nullptr && plot_.figure() != nullptr && below_ != plot_.figure()) {
    below_ = plot_.figure();
    const QSignalBlocker alone(layer_.data());  // It has yet to find its place.
    layer_->setFigure(inColoursOf(*below_, side_.figure), plot_.window());
  }
}

void Wipe::follow() {
  if (active()) {
    showOther();
    layer_->mirror(plot_);
    place();
  }
}

void Wipe::place() {
  placeLines();
  placeNames();
}

void Wipe::placeLines() {
  const std::vector<FigureView::PlotPlace> plots = plot_.plotPlaces();
  while (lines_.size() > plots.size()) {
    lines_.back()->hide();
    lines_.back()->deleteLater();
    lines_.pop_back();
  }
  while (lines_.size() < plots.size()) {
    auto* line = new WipeLine(appearance_, &plot_);
    if (!lines_.empty()) {  // One of them is enough for the keyboard.
      line->setFocusPolicy(Qt::NoFocus);
    }
    line->setValue(value_);
    connect(line, &QAbstractSlider::valueChanged, this, &Wipe::moveLine);
    lines_.push_back(line);
  }
  QRegion covered;
  for (std::size_t k = 0; k < plots.size(); ++k) {
    const QRect seen = plots[k].area & plots[k].inSight;
    lines_[k]->place(plots[k].area, seen);
    lines_[k]->raise();
    const QRect half = halfOf(seen, lines_[k]->across(), side_.left);
    if (!half.isEmpty()) {  // With what lines at the edges draw over them.
      const int inner = side_.left ? 0 : kOverhang;
      covered += half.adjusted(inner - kOverhang, -kOverhang, inner, kOverhang);
    }
  }
  layer_->setMask(covered);
  layer_->setVisible(side_.figure != nullptr && !covered.isEmpty());
  // What a mask uncovers is not painted by itself.
  for (QWidget* part : layer_->findChildren<QWidget*>()) {
    part->update();
  }
}

// Whether less of what the two sides draw lies under names at `one` than at `other`.
bool Wipe::namesFitBetter(const std::array<QRect, 2>& one,
                          const std::array<QRect, 2>& other) const {
  const auto covered = [this](const std::array<QRect, 2>& places) {
    int ink = 0;
    for (std::size_t k = 0; k < places.size(); ++k) {
      const bool upper = (k == 0) == side_.left;
      ink += (upper ? *layer_ : plot_).inkIn(places[k]);
    }
    return ink;
  };
  return covered(one) < covered(other);
}

// Beside the line of the main plot, at its top or its bottom; not while a side is still to come.
void Wipe::placeNames() {
  const std::vector<FigureView::PlotPlace> plots = plot_.plotPlaces();
  const bool shown = !plots.empty() && side_.figure != nullptr;
  std::array<QRect, 2> above;
  std::array<QRect, 2> below;
  for (std::size_t k = 0; k < names_.size(); ++k) {
    QLabel& name = *names_[k];
    const bool left = k == 0;
    QRect room;
    if (shown) {
      const int beside = lines_.front()->across() + (left ? -kReach : kReach + 1);
      room = halfOf(plots.front().area & plots.front().inSight, beside, left)
                 .adjusted(kNameGap, kNameGap, -kNameGap, -kNameGap);
    }
    const QString words = appearance_.say(side_.names[k]);
    name.setText(words);
    const int frame = name.sizeHint().width() - name.fontMetrics().horizontalAdvance(words);
    name.setText(name.fontMetrics().elidedText(words, Qt::ElideRight, room.width() - frame));
    const QSize size = name.sizeHint();
    above[k] = {{left ? room.right() + 1 - size.width() : room.left(), room.top()}, size};
    below[k] = above[k].translated(0, room.height() - size.height());
    name.setVisible(room.width() >= kLeastName && room.height() >= size.height());
    name.raise();
  }
  const std::array<QRect, 2>& places = shown && namesFitBetter(below, above) ? below : above;
  for (std::size_t k = 0; k < names_.size(); ++k) {
    names_[k]->setGeometry(places[k]);
  }
}

void Wipe::moveLine(int value) {
  value_ = value;
  for (WipeLine* line : lines_) {
    line->setValue(value);
  }
  place();
}

void Wipe::style() {
  if (!active()) {
    return;
  }
  {
    const QSignalBlocker alone(layer_.data());
    layer_->setTheme(appearance_.themeKind());
    layer_->setLanguage(appearance_.language());
  }
  const Theme& theme = appearance_.colours();
  const std::array colours{textColour(theme, ColourRole::a), textColour(theme, ColourRole::b)};
  for (std::size_t k = 0; k < names_.size(); ++k) {
    names_[k]->setStyleSheet(
        QStringLiteral("background: %1; color: %2; border: 1px solid %3; "
                       "border-radius: 4px; padding: 2px 6px;")
            .arg(theme.surface.name(), colours[k].name(), theme.border.name()));
  }
  follow();
}

bool Wipe::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && active()) {
    layer_->setGeometry(plot_.rect());
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace poscope
