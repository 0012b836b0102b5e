// On or off, painted as a switch.
#pragma once

#include <QAbstractButton>

namespace poscope {

class Appearance;

class SwitchBox : public QAbstractButton {
 public:
  explicit SwitchBox(const Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override { return {40, 28}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Appearance& appearance_;
};

}  // namespace poscope
