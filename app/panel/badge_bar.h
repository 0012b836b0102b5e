// The verdicts of a page in one line, always in sight: whose they are, and a question with its
// answer each. A click opens the explanation with its numbers.
#pragma once

#include <QWidget>
#include <vector>

#include "core/figure/figure.h"

class QLabel;
class QToolButton;

namespace poscope {

class Appearance;

/// One line high, whatever it says, and asks for no width: what does not fit ends in dots.
class BadgeBar : public QWidget {
  Q_OBJECT

 public:
  explicit BadgeBar(const Appearance& appearance, QWidget* parent = nullptr);

  /// Hidden when there are none and none are awaited. `whose`: the side that is shown, in its
  /// colour. `of` says which other state they are about, while new ones are worked out: they are
  /// grey then. Empty for the one on screen.
  void setVerdicts(std::vector<Verdict> verdicts, const Text& whose = {}, const Text& of = {});
  /// How far the work at new ones is; `share` 0..1, below 0 for done.
  void setProgress(double share);
  [[nodiscard]] const std::vector<Verdict>& verdicts() const { return verdicts_; }
  [[nodiscard]] const Text& whose() const { return whose_; }

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void rebuild();
  void addBadge(std::size_t index);
  void relabel();
  void place();
  void explain(std::size_t index);

  const Appearance& appearance_;
  QLabel* whoseLabel_;
  QLabel* waiting_;
  std::vector<QToolButton*> badges_;
  std::vector<std::size_t> shown_;  ///< Which verdict each badge is about.
  std::vector<Verdict> verdicts_;
  Text whose_;
  Text of_;
  double share_ = -1;
};

}  // namespace poscope
