// Lines of "label  value", with rows of bit cells: what the inspector and the verdicts are made of.
// Painted in one widget, because the inspector changes with every move of the mouse.
#pragma once

#include <QWidget>
#include <vector>

#include "core/figure/figure.h"

class QPainter;

namespace poscope {

class Appearance;

class DetailView : public QWidget {
  Q_OBJECT

 public:
  explicit DetailView(const Appearance& appearance, QWidget* parent = nullptr);

  void setRows(std::vector<DetailRow> rows);
  /// The lines as text, "label<tab>value" each: for the clipboard and for screen readers.
  [[nodiscard]] QString plainText() const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  /// Lays the rows out for `width`; paints when there is a painter. Returns the height.
  int place(int width, QPainter* painter) const;
  int placeBits(const std::vector<Bit>& bits, int width, int top, QPainter* painter) const;
  void copy() const;

  const Appearance& appearance_;
  std::vector<DetailRow> rows_;
};

}  // namespace poscope
