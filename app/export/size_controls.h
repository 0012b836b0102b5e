// The size part of the Export dialog: a preset or a free width and height, and dots per inch.
#pragma once

#include <QWidget>

#include "app/export/export_size.h"

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace poscope {

class SizeControls : public QObject {
  Q_OBJECT

 public:
  /// Adds its rows to `form`, which belongs to `parent`.
  SizeControls(QWidget* parent, QFormLayout* form);

  [[nodiscard]] ExportSize size() const;
  [[nodiscard]] double dpi() const;
  void setEnabled(bool enabled);

 signals:
  void changed();

 private:
  void addPresets();
  void applyPreset();
  void changeUnit();
  void showFree();

  QComboBox* preset_;
  QDoubleSpinBox* width_;
  QDoubleSpinBox* height_;
  QComboBox* unit_;
  QSpinBox* dpi_;
  int unitBefore_ = 0;
};

}  // namespace poscope
