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

  void setFinding(const Finding& finding);
  [[nodiscard]] const Finding& finding() const { return finding_; }
  [[nodiscard]] QString sentence() const;
  /// For people who sit far away.
  void setLarge(bool large);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();

  const Appearance& appearance_;
  Finding finding_;
  BalancedLabel* question_;
  BalancedLabel* sentence_;
  BalancedLabel* explanation_;
};

}  // namespace poscope
