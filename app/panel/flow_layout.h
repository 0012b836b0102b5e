// Children from left to right, in as many lines as the width asks for.
#pragma once

#include <QLayout>
#include <QList>

namespace poscope {

class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent, int gap = 6);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override { items_.append(item); }
  [[nodiscard]] int count() const override { return static_cast<int>(items_.size()); }
  [[nodiscard]] QLayoutItem* itemAt(int index) const override { return items_.value(index); }
  QLayoutItem* takeAt(int index) override;
  [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize sizeHint() const override { return minimumSize(); }
  [[nodiscard]] QSize minimumSize() const override;
  void setGeometry(const QRect& area) override;

 private:
  int place(const QRect& area, bool apply) const;

  QList<QLayoutItem*> items_;
  int gap_;
};

}  // namespace poscope
