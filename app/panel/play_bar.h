// Under the row of a parameter that plays: from, to, step, speed, and what comes after the end.
#pragma once

#include <QWidget>

#include "app/panel/play_state.h"
#include "core/base/text.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace poscope {

class Appearance;
class NumberBox;

class PlayBar : public QWidget {
  Q_OBJECT

 public:
  /// Both outlive it.
  PlayBar(const Appearance& appearance, const PlayControls& controls, QWidget* parent = nullptr);

  void setState(const PlayState& state);
  void retranslate();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void addRange(QHBoxLayout* line);
  void addSettings(QHBoxLayout* line);
  void submit(NumberBox* typed, const QString& text);
  void choose();
  void showError(const Text& error);
  void drawIcon();
  [[nodiscard]] QString rateWords(double rate) const;

  const Appearance& appearance_;
  const PlayControls& controls_;
  NumberBox* from_;
  NumberBox* to_;
  NumberBox* step_;
  QLabel* until_;
  QLabel* stepWord_;
  QComboBox* speed_;
  QComboBox* mode_;
  QLabel* rate_;
  QToolButton* close_;
  QLabel* error_;
  Text errorText_;
  PlayState state_;
};

}  // namespace poscope
