// A panel of the window that is words or cells rather than axes.
#pragma once

#include <QWidget>
#include <memory>
#include <string>

#include "app/plot/style.h"

namespace poscope {

/// As high as what it holds: whoever shows it scrolls.
class PanelWidget : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// Whether it is made for a panel of that kind.
  [[nodiscard]] virtual bool shows(const Panel& panel) const = 0;
  /// `figure` keeps `panel`, of its own kind, alive.
  virtual void setPanel(std::shared_ptr<const Figure> figure, const Panel& panel,
                        const PlotStyle& style) = 0;
  [[nodiscard]] virtual double naturalWidth() const = 0;
  /// Narrower, it is read or clicked badly.
  [[nodiscard]] virtual double leastWidth() const { return naturalWidth(); }
  /// The height that shows all of it at a width; lays it out for that width.
  double heightFor(double width);
  /// What a screen reader calls by the panel's name.
  [[nodiscard]] virtual QWidget& spoken() { return *this; }
  /// Shows what is about `subject` as looked at; nothing for an empty one.
  virtual void light(const std::string& /*subject*/) {}

 signals:
  void actionRequested(const poscope::Action& action);
  /// The keyboard, or a drag, moved to a place (in widget pixels) that should be in view.
  void focusMoved(const QRect& place);
  /// Something about `subject` is looked at; empty where nothing is any more.
  void subjectLit(const std::string& subject);

 protected:
  /// Lays out for a width; returns the height.
  virtual double layOut(double width) = 0;
  void resizeEvent(QResizeEvent* event) override;

 private:
  double laidOutFor_ = 0;
};

/// nullptr for a plot.
[[nodiscard]] PanelWidget* makePanelWidget(const Panel& panel, QWidget* parent);

}  // namespace poscope
