// The steps that were made, to go back or forward to any of them.
#pragma once

#include "app/window/overlay.h"

class QLabel;
class QListWidget;

namespace poscope {

class Appearance;
class StateModel;

/// One line a step, the oldest first; the state on screen is chosen, and what was undone is paler.
class HistoryList : public Overlay {
  Q_OBJECT

 public:
  HistoryList(const Appearance& appearance, StateModel& model, QWidget* window);

  [[nodiscard]] QListWidget& list() const { return *list_; }

 protected:
  void prepare() override;
  [[nodiscard]] QSize wantedSize() const override;

 private:
  const Appearance& appearance_;
  StateModel& model_;
  QLabel* title_;
  QListWidget* list_;
};

}  // namespace poscope
