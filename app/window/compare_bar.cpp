#include "app/window/compare_bar.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <array>

#include "app/panel/appearance.h"
#include "app/window/elided_button.h"
#include "core/state/difference.h"
#include "core/state/find_spec.h"
#include "core/state/schema.h"

namespace poscope {
namespace {

// From left to right, as in the drawing.
constexpr std::array<const char*, 4> kOrder{"reference", "a", "b", "difference"};

}  // namespace

CompareBar::CompareBar(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      line_(new QHBoxLayout(this)),
      group_(new QButtonGroup(this)),
      differenceRoom_(new QWidget(this)),
      difference_(new ElidedButton(differenceRoom_)),
      differences_(new QMenu(difference_)),
      blink_(new QToolButton(this)),
      wipe_(new QToolButton(this)) {
  line_->setContentsMargins(0, 0, 0, 0);
  line_->setSpacing(0);
  line_->addSpacing(8);
  auto* room = new QHBoxLayout(differenceRoom_);
  room->setContentsMargins(0, 0, 4, 0);
  room->addWidget(difference_);
  difference_->setMenu(differences_);
  difference_->setPopupMode(QToolButton::InstantPopup);
  line_->addWidget(differenceRoom_);
  line_->addWidget(blink_);
  line_->addSpacing(4);
  line_->addWidget(wipe_);
  blink_->setFocusPolicy(Qt::StrongFocus);
  wipe_->setFocusPolicy(Qt::StrongFocus);
  wipe_->setCheckable(true);
  connect(wipe_, &QToolButton::clicked, this, &CompareBar::wipeToggled);
  connect(blink_, &QToolButton::pressed, this, [this] { emit blinkHeld(true); });
  connect(blink_, &QToolButton::released, this, [this] { emit blinkHeld(false); });
}

void CompareBar::setParams(const View& view, const Params& params) {
  params_ = params;
  shown_ = shownSide(params);
  setVisible(view.compares);
  if (view_ != &view) {
    view_ = &view;
    rebuild();
  }
  if (view.compares) {
    relabel();
  }
}

void CompareBar::setShown(Side side) {
  shown_ = side;
  placeButtons();
  for (ElidedButton* segment : segments_) {
    segment->setChecked(findSide(segment->property("value").toString().toStdString()) == side);
  }
}

void CompareBar::setWiping(bool wiping) {
  wipe_->setChecked(wiping);
}

// Of a difference there is nothing to blink or to wipe, and the bar has no room for both; the keys
// lead back to its sides.
void CompareBar::placeButtons() {
  const bool difference = shown_ == Side::difference;
  differenceRoom_->setVisible(difference);
  blink_->setVisible(!difference);
  wipe_->setVisible(!difference);
}

void CompareBar::rebuild() {
  qDeleteAll(segments_);
  segments_.clear();
  const ParameterSpec* show = findSpec(view_->schema, "show");
  if (show == nullptr) {
    return;
  }
  for (const char* value : kOrder) {
    if (std::find(show->choices.begin(), show->choices.end(), value) == show->choices.end()) {
      continue;
    }
    auto* segment = new ElidedButton(this);
    segment->setCheckable(true);
    segment->setProperty("look", "segment");
    segment->setProperty("value", QLatin1String(value));
    group_->addButton(segment);
    line_->insertWidget(static_cast<int>(segments_.size()), segment);
    connect(segment, &QToolButton::clicked, this,
            [this, value] { emit showChosen(QLatin1String(value)); });
    segments_.push_back(segment);
  }
  if (!segments_.empty()) {
    segments_.front()->setProperty("place", "first");
    segments_.back()->setProperty("place", "last");
  }
}

QString CompareBar::nameOf(const std::vector<std::string>& parameters) const {
  for (const std::string& parameter : parameters) {
    const ParameterSpec* spec = findSpec(view_->schema, parameter);
    if (spec != nullptr) {
      return appearance_.say(choiceLabel(*spec, params_.text({parameter})));
    }
  }
  return {};
}

QString CompareBar::wordsOf(const std::string& value) const {
  const ParameterSpec* show = findSpec(view_->schema, "show");
  const bool isA = value == "a";
  if (!isA && value != "b") {
    return appearance_.say(choiceLabel(*show, value));
  }
  // Recipes name their sides; on views about one format, the format is A.
  const QString name = isA ? nameOf({"a", "format"}) : nameOf({"b", "format_b"});
  const QString side = isA ? QStringLiteral("A") : QStringLiteral("B");
  return name.isEmpty() ? side : tr("%1 %2", "side and recipe").arg(side, name);
}

void CompareBar::relabel() {
  for (ElidedButton* segment : segments_) {
    const std::string value = segment->property("value").toString().toStdString();
    segment->setWords(wordsOf(value));
    segment->setChecked(sideName(shown_) == value);
  }
  placeButtons();
  relabelDifference();
  blink_->setText(tr("Blink"));
  blink_->setToolTip(tr("Hold to see the other side (key B)"));
  wipe_->setText(tr("Wipe"));
  wipe_->setToolTip(tr("A and B on either side of a line (key W)"));
}

void CompareBar::relabelDifference() {
  const ParameterSpec* const spec = findSpec(view_->schema, parameter::kDifference.name);
  if (spec == nullptr) {
    return;
  }
  const std::string& now = params_.text(parameter::kDifference);
  const QString words = appearance_.say(choiceLabel(*spec, now));
  const QString name = appearance_.say(parameterLabel(view_->id, *spec));
  difference_->setWords(words, QStringLiteral("  ▾"), name);
  difference_->setMinimumWidth(difference_->sizeHint().width());  // Short, and told nowhere else.
  difference_->setAccessibleName(tr("%1: %2", "parameter and value").arg(name, words));
  // All views have the same ones; the one that led here must not go.
  for (std::size_t k = 0; k < spec->choices.size(); ++k) {
    const std::string& value = spec->choices[k];
    if (differences_->actions().size() <= static_cast<qsizetype>(k)) {
      QAction* const added = differences_->addAction(QString());
      added->setCheckable(true);
      connect(added, &QAction::triggered, this,
              [this, word = QString::fromStdString(value)] { emit differenceChosen(word); });
    }
    QAction* const choice = differences_->actions().at(static_cast<qsizetype>(k));
    choice->setText(appearance_.say(choiceLabel(*spec, value)));
    choice->setChecked(value == now);
  }
}

void CompareBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange && view_ != nullptr && view_->compares) {
    relabel();
  }
  QWidget::changeEvent(event);
}

}  // namespace poscope
