#include "app/panel/chip_row.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "app/plot/theme.h"

namespace poscope {
namespace {

constexpr int kSpacing = 4;

}  // namespace

ChipRow::ChipRow(const QString& role, QWidget* parent)
    : QWidget(parent), role_(role), group_(new QButtonGroup(this)) {
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(kSpacing);
  // Who shows it asks whether it fits; a row that does not must not push the column.
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  group_->setExclusive(true);
}

int ChipRow::neededWidth() const {
  const QSize needed = layout()->minimumSize();
  return needed.width();
}

void ChipRow::setChips(std::vector<Chip> chips, std::vector<Chip> more) {
  chips_ = std::move(chips);
  more_ = std::move(more);
  rebuild();
}

void ChipRow::setValue(const QString& value) {
  const auto isShown = [&](const QAbstractButton* button) {
    return button->property("value").toString() == value;
  };
  value_ = value;
  const auto buttons = group_->buttons();
  const auto shown = std::find_if(buttons.begin(), buttons.end(), isShown);
  if (shown == buttons.end()) {
    rebuild();
  } else {
    (*shown)->setChecked(true);
  }
}

QToolButton* ChipRow::addChip(const Chip& chip) {
  auto* button = new QToolButton(this);
  button->setText(chip.label);
  button->setCheckable(true);
  button->setProperty("look", "chip");
  button->setProperty("role", role_);
  button->setProperty("value", chip.value);
  button->setAccessibleName(chip.label);
  button->setFocusPolicy(Qt::StrongFocus);
  // Measured in the weight of the chosen chip, so that choosing moves nothing.
  button->setFont(textFont(FontSize::small));
  const QFontMetrics heavy(textFont(FontSize::small, QFont::DemiBold));
  button->setMinimumWidth(heavy.horizontalAdvance(chip.label) + 20);
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  group_->addButton(button);
  layout()->addWidget(button);
  button->setVisible(true);
  connect(button, &QToolButton::clicked, this, [this, value = chip.value] { emit chosen(value); });
  return button;
}

void ChipRow::addMenu() {
  moreButton_ = new QToolButton(this);
  moreButton_->setText(QStringLiteral("…"));
  moreButton_->setProperty("look", "chip");
  moreButton_->setFont(textFont(FontSize::small));
  moreButton_->setPopupMode(QToolButton::InstantPopup);
  moreButton_->setFocusPolicy(Qt::StrongFocus);
  auto* menu = new QMenu(moreButton_);
  for (const Chip& chip : more_) {
    menu->addAction(chip.label, this, [this, value = chip.value] { emit chosen(value); });
  }
  moreButton_->setMenu(menu);
  layout()->addWidget(moreButton_);
  moreButton_->setVisible(true);
  retranslate();
}

void ChipRow::rebuild() {
  for (QAbstractButton* button : group_->buttons()) {
    delete button;
  }
  delete moreButton_;
  moreButton_ = nullptr;
  const auto hasValue = [this](const Chip& chip) { return chip.value == value_; };
  for (const Chip& chip : chips_) {
    addChip(chip)->setChecked(hasValue(chip));
  }
  const auto chosenMore = std::find_if(more_.begin(), more_.end(), hasValue);
  if (chosenMore != more_.end()) {
    addChip(*chosenMore)->setChecked(true);
  }
  if (!more_.empty()) {
    addMenu();
  }
  updateGeometry();
}

void ChipRow::retranslate() {
  if (moreButton_ != nullptr) {
    moreButton_->setToolTip(tr("More values"));
    moreButton_->setAccessibleName(tr("More values"));
  }
}

void ChipRow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
  }
  QWidget::changeEvent(event);
}

void ChipRow::keyPressEvent(QKeyEvent* event) {
  // Arrows choose within an exclusive group; what they check has to be reported like a click.
  const QAbstractButton* before = group_->checkedButton();
  QWidget::keyPressEvent(event);
  const QAbstractButton* after = group_->checkedButton();
  if (after != nullptr && after != before) {
    emit chosen(after->property("value").toString());
  }
}

}  // namespace poscope
