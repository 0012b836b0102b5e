// The frames part of the Export dialog: one picture, or one for each value of a parameter.
#pragma once

#include <QWidget>
#include <optional>

#include "core/state/frames.h"
#include "core/state/state.h"

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace poscope {

class FrameControls : public QObject {
  Q_OBJECT

 public:
  /// Adds its rows to `form`, which belongs to `parent`; they are there once the parameters of a
  /// state are offered, if any of them can run.
  FrameControls(QWidget* parent, QFormLayout* form);

  void offer(const State& state, Language language);
  /// Nothing for one picture. Errors as readRange, in the words of the page.
  [[nodiscard]] Result<std::optional<Frames>> frames() const;
  void setEnabled(bool enabled);

 signals:
  void changed();

 private:
  void choose();
  [[nodiscard]] const ParameterSpec* chosen() const;

  QFormLayout* form_;
  QComboBox* parameter_;
  QWidget* range_;
  QLineEdit* from_;
  QLineEdit* to_;
  QLineEdit* step_;
  State state_;
};

}  // namespace poscope
