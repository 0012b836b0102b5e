// A bits or table panel in the window: scrolls when it is too tall, and is operated by mouse or
// keyboard.
#pragma once

#include <QScrollArea>
#include <memory>
#include <optional>

#include "app/plot/painted_panel.h"

namespace poscope {

class PaintedWidget final : public QScrollArea {
  Q_OBJECT

 public:
  explicit PaintedWidget(QWidget* parent = nullptr);
  ~PaintedWidget() override;

  /// `figure` keeps `panel` alive.
  void setPanel(std::shared_ptr<const Figure> figure, const poscope::Panel& panel,
                const PlotStyle& style);  // QFrame has a Panel of its own.

  /// The height that shows all of it at the present width.
  [[nodiscard]] int wantedHeight() const;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void actionRequested(const poscope::Action& action);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Content;
  void layOut();

  std::shared_ptr<const Figure> figure_;
  Content* content_;
  int height_ = 0;
};

}  // namespace poscope
