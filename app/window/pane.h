// One of several pages beside each other: what it is, over its picture.
#pragma once

#include <QFrame>

#include "core/base/text.h"

class QVBoxLayout;

namespace poscope {

class Appearance;
class ElidedButton;
class FigureView;
class SharedCursor;

class Pane : public QFrame {
  Q_OBJECT

 public:
  Pane(const Appearance& appearance, SharedCursor& cursor, QWidget* parent = nullptr);

  /// The heading; a click on it chooses the pane. Empty: none.
  void setWords(const Text& words);
  /// The one that is edited, which the heading shows.
  void setActive(bool active);
  /// Shows `content` in the place of its own picture; nullptr: its own again.
  void hold(QWidget* content);
  [[nodiscard]] FigureView& view() const { return *view_; }
  [[nodiscard]] ElidedButton& heading() const { return *heading_; }

 signals:
  void chosen();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();

  const Appearance& appearance_;
  QVBoxLayout* column_;
  ElidedButton* heading_;
  FigureView* view_;
  QWidget* held_ = nullptr;
  Text words_;
};

}  // namespace poscope
