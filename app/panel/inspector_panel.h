// What is under the cursor, which stays when the cursor leaves, until another figure comes; and
// what the marked range holds.
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
  /// No rows: nothing is marked.
  void setRange(const std::vector<DetailRow>& rows);
  [[nodiscard]] const DetailView& details() const { return *details_; }
  [[nodiscard]] const DetailView& range() const { return *range_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();

  QLabel* title_;
  QLabel* hint_;
  DetailView* details_;
  DetailView* range_;
};

}  // namespace poscope
