// A scroll area whose bar lies over the right margin of what it scrolls.
#pragma once

#include <QScrollArea>

class QScrollBar;

namespace poscope {

/// Its content is as wide as the area whether there is a bar or not: where a bar takes room,
/// content whose height follows its width can make the bar come and go without end. The content
/// keeps a margin of at least the bar's width on its right. Only vertical.
class OverlayScroll : public QScrollArea {
  Q_OBJECT

 public:
  explicit OverlayScroll(QWidget* content, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();

  QScrollBar* bar_;
};

}  // namespace poscope
