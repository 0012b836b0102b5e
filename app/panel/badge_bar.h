// The verdicts of a page in one line, always in sight: a sign, a name and the answer each. A click
// opens the explanation with its numbers.
#pragma once

#include <QWidget>
#include <vector>

#include "core/figure/figure.h"

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace poscope {

class Appearance;

class BadgeBar : public QWidget {
  Q_OBJECT

 public:
  explicit BadgeBar(const Appearance& appearance, QWidget* parent = nullptr);

  /// Hidden when there are none and none are awaited. `of` says which other state they are about,
  /// while new ones are worked out: they are grey then. Empty for the one on screen.
  void setVerdicts(std::vector<Verdict> verdicts, const Text& of = {});
  /// How far the work at new ones is; `share` 0..1, below 0 for done.
  void setProgress(double share);
  [[nodiscard]] const std::vector<Verdict>& verdicts() const { return verdicts_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void rebuild();
  void addBadge(std::size_t index);
  void relabel();
  void explain(std::size_t index);

  const Appearance& appearance_;
  QHBoxLayout* line_;
  QLabel* waiting_;
  std::vector<QToolButton*> badges_;
  std::vector<Verdict> verdicts_;
  Text of_;
  double share_ = -1;
};

}  // namespace poscope
