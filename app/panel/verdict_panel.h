// The verdicts of a figure: a sign, a sentence and its numbers each.
#pragma once

#include <QWidget>
#include <vector>

#include "core/figure/figure.h"

class QLabel;
class QVBoxLayout;

namespace poscope {

class Appearance;

class VerdictPanel : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictPanel(const Appearance& appearance, QWidget* parent = nullptr);

  /// Hidden when there are none. `of` as BadgeBar::setVerdicts.
  void setVerdicts(std::vector<Verdict> verdicts, const Text& of = {});

 private:
  void rebuild();
  void addVerdict(const Verdict& verdict);

  const Appearance& appearance_;
  QLabel* title_;
  QVBoxLayout* column_;
  QWidget* blocks_ = nullptr;
  std::vector<Verdict> verdicts_;
  Text of_;
};

}  // namespace poscope
