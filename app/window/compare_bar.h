// Reference | A | B | Difference, and the buttons that blink and wipe.
#pragma once

#include <QWidget>
#include <vector>

#include "core/views/view.h"

class QButtonGroup;
class QHBoxLayout;
class QMenu;
class QToolButton;

namespace poscope {

class Appearance;
class ElidedButton;

/// Hidden for views that compare nothing.
class CompareBar : public QWidget {
  Q_OBJECT

 public:
  explicit CompareBar(const Appearance& appearance, QWidget* parent = nullptr);

  void setParams(const View& view, const Params& params);
  /// Which side is on screen: lights its segment, also while blinking.
  void setShown(Side side);
  void setWiping(bool wiping);
  [[nodiscard]] QToolButton* blinkButton() const { return blink_; }
  [[nodiscard]] QToolButton* wipeButton() const { return wipe_; }
  /// What says how the difference is shown, and offers the other ways; there while it is shown.
  [[nodiscard]] ElidedButton* differenceButton() const { return difference_; }

 signals:
  void showChosen(const QString& value);
  void differenceChosen(const QString& value);
  void blinkHeld(bool held);
  void wipeToggled(bool wiping);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();
  void relabel();
  void relabelDifference();
  void placeButtons();
  [[nodiscard]] QString wordsOf(const std::string& value) const;
  [[nodiscard]] QString nameOf(const std::vector<std::string>& parameters) const;

  const Appearance& appearance_;
  const View* view_ = nullptr;
  Params params_;
  Side shown_ = Side::a;
  QHBoxLayout* line_;
  QButtonGroup* group_;
  QWidget* differenceRoom_;  ///< The button and the room beside it.
  ElidedButton* difference_;
  QMenu* differences_;
  QToolButton* blink_;
  QToolButton* wipe_;
  std::vector<ElidedButton*> segments_;
};

}  // namespace poscope
