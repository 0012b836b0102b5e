// What is under the cursor; stays when the cursor leaves, until another figure comes.
#pragma once

#include <QWidget>

#include "core/figure/figure.h"

class QLabel;

namespace poscope {

class Appearance;
class DetailView;

class InspectorPanel : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorPanel(const Appearance& appearance, QWidget* parent = nullptr);

  /// A detail without rows keeps the last one.
  void setDetail(const Detail& detail);
  void clear();
  [[nodiscard]] const DetailView& details() const { return *details_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();

  QLabel* title_;
  QLabel* hint_;
  DetailView* details_;
};

}  // namespace poscope
