#include "app/panel/section.h"

#include <QFrame>
#include <QLabel>
#include <QVBoxLayout>

#include "app/plot/theme.h"

namespace poscope {

QVBoxLayout* makeSection(QWidget* block) {
  auto* column = new QVBoxLayout(block);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(8);
  return column;
}

QLabel* makeSectionTitle(QWidget* block) {
  auto* title = new QLabel(block);
  title->setProperty("look", "section");
  title->setFont(textFont(FontSize::small, QFont::DemiBold));
  title->setMinimumHeight(20);
  return title;
}

QFrame* makeHairline(QWidget* parent, bool vertical) {
  auto* line = new QFrame(parent);
  line->setProperty("look", "hairline");
  line->setFrameShape(QFrame::NoFrame);
  if (vertical) {
    line->setFixedWidth(1);
  } else {
    line->setFixedHeight(1);
  }
  return line;
}

}  // namespace poscope
