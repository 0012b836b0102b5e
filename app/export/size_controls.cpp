#include "app/export/size_controls.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSpinBox>
#include <array>

namespace poscope {
namespace {

enum UnitIndex { kMillimetres, kInches, kPixels };
constexpr double kMillimetresPerInch = 25.4;

QString presetLabel(const Paper& paper) {
  const QString name =
      QString::fromUtf8(paper.name.data(), static_cast<qsizetype>(paper.name.size()));
  if (paper.size.pixels) {
    return SizeControls::tr("%1: %2 × %3 px")
        .arg(name)
        .arg(paper.size.pixels->width())
        .arg(paper.size.pixels->height());
  }
  return SizeControls::tr("%1: %2 mm wide")
      .arg(name)
      .arg(paper.size.millimetres->width(), 0, 'f', 1);
}

QDoubleSpinBox* lengthBox(QWidget* parent) {
  auto* box = new QDoubleSpinBox(parent);
  box->setRange(0.1, 32000);
  box->setDecimals(1);
  box->setLocale(QLocale::c());  // A point in every locale, as everywhere in the program.
  box->setKeyboardTracking(false);
  return box;
}

}  // namespace

SizeControls::SizeControls(QWidget* parent, QFormLayout* form)
    : QObject(parent),
      preset_(new QComboBox(parent)),
      width_(lengthBox(parent)),
      height_(lengthBox(parent)),
      unit_(new QComboBox(parent)),
      dpi_(new QSpinBox(parent)) {
  addPresets();
  unit_->addItems({tr("mm"), tr("in"), tr("px")});
  dpi_->setRange(static_cast<int>(kLowestDpi), static_cast<int>(kHighestDpi));
  dpi_->setValue(static_cast<int>(kStandardDpi));
  dpi_->setKeyboardTracking(false);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  row->addWidget(width_, 1);
  row->addWidget(height_, 1);
  row->addWidget(unit_);
  form->addRow(tr("&Size"), preset_);
  auto* sides = new QLabel(tr("&Width, height"), parent);
  sides->setBuddy(width_);
  form->addRow(sides, row);
  form->addRow(tr("&Dots per inch"), dpi_);
  width_->setAccessibleName(tr("Width"));
  height_->setAccessibleName(tr("Height"));
  unit_->setAccessibleName(tr("Unit"));
  applyPreset();
  connect(preset_, &QComboBox::activated, this, &SizeControls::applyPreset);
  connect(unit_, &QComboBox::activated, this, &SizeControls::changeUnit);
  connect(width_, &QDoubleSpinBox::valueChanged, this, &SizeControls::showFree);
  connect(height_, &QDoubleSpinBox::valueChanged, this, &SizeControls::showFree);
  connect(dpi_, &QSpinBox::valueChanged, this, &SizeControls::changed);
}

void SizeControls::addPresets() {
  preset_->addItem(tr("Standard: 169 mm wide"));
  for (const Paper& paper : papers()) {
    preset_->addItem(presetLabel(paper));
  }
  preset_->addItem(tr("Free"));
}

void SizeControls::applyPreset() {
  const int index = preset_->currentIndex();
  if (index == preset_->count() - 1) {
    return;
  }
  const ExportSize size =
      index == 0 ? ExportSize{} : papers()[static_cast<std::size_t>(index) - 1].size;
  const PageSize standard = *resolveSize({}, kStandardDpi);
  const bool pixels = size.pixels.has_value();
  const QSizeF shown =
      pixels ? QSizeF(*size.pixels) : size.millimetres.value_or(standard.millimetres);
  const QSignalBlocker quietWidth(width_);
  const QSignalBlocker quietHeight(height_);
  unitBefore_ = pixels ? kPixels : kMillimetres;
  unit_->setCurrentIndex(unitBefore_);
  width_->setDecimals(pixels ? 0 : 1);
  height_->setDecimals(pixels ? 0 : 1);
  width_->setValue(shown.width());
  height_->setValue(shown.height());
  emit changed();
}

// The same size in another unit.
void SizeControls::changeUnit() {
  const int unit = unit_->currentIndex();
  const std::array<double, 3> perInch{kMillimetresPerInch, 1, dpi()};
  const auto of = [&](int index) { return perInch[static_cast<std::size_t>(index)]; };
  const double factor = of(unit) / of(unitBefore_);
  const int decimals = unit == kPixels ? 0 : (unit == kInches ? 2 : 1);
  const double width = width_->value() * factor;
  const double height = height_->value() * factor;
  unitBefore_ = unit;
  {
    const QSignalBlocker quietWidth(width_);
    const QSignalBlocker quietHeight(height_);
    width_->setDecimals(decimals);
    height_->setDecimals(decimals);
    width_->setValue(width);
    height_->setValue(height);
  }
  showFree();
}

void SizeControls::showFree() {
  preset_->setCurrentIndex(preset_->count() - 1);
  emit changed();
}

ExportSize SizeControls::size() const {
  const int index = preset_->currentIndex();
  if (index == 0) {
    return {};
  }
  if (index < preset_->count() - 1) {
    return papers()[static_cast<std::size_t>(index) - 1].size;
  }
  const QSizeF size(width_->value(), height_->value());
  if (unit_->currentIndex() == kPixels) {
    return {std::nullopt, size.toSize()};
  }
  return {size * (unit_->currentIndex() == kInches ? kMillimetresPerInch : 1.0), std::nullopt};
}

double SizeControls::dpi() const {
  return dpi_->value();
}

void SizeControls::setEnabled(bool enabled) {
  for (QWidget* widget : std::initializer_list<QWidget*>{preset_, width_, height_, unit_, dpi_}) {
    widget->setEnabled(enabled);
  }
}

}  // namespace poscope
