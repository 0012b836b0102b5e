// Plays and pauses a parameter: a small triangle at the end of its number box, or two bars.
#pragma once

#include <QToolButton>

namespace poscope {

class Appearance;

class PlayButton : public QToolButton {
  Q_OBJECT

 public:
  explicit PlayButton(const Appearance& appearance, QWidget* parent = nullptr);

  void setPlaying(bool playing);
  [[nodiscard]] bool isPlaying() const { return playing_; }
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Appearance& appearance_;
  bool playing_ = false;
};

}  // namespace poscope
