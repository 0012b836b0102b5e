// Question, finding and explanation over the plot.
#pragma once

#include <QWidget>

#include "core/figure/figure.h"

namespace poscope {

class Appearance;
class BalancedLabel;

class Headline : public QWidget {
 public:
  explicit Headline(const Appearance& appearance, QWidget* parent = nullptr);

  /// Without a hint.
  void setFinding(const Finding& finding);
  [[nodiscard]] const Finding& finding() const { return finding_; }
  /// What to try next, behind the explanation; empty for nothing.
  void setHint(const Text& hint);
  [[nodiscard]] QString sentence() const;
  /// The sentence alone.
  void setBrief(bool brief);
  /// For people who sit far away.
  void setLarge(bool large);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();

  const Appearance& appearance_;
  Finding finding_;
  Text hint_;
  BalancedLabel* question_;
  BalancedLabel* sentence_;
  BalancedLabel* explanation_;
};

}  // namespace poscope
