#include "app/plot/panel_title.h"

#include <QFontMetricsF>

#include "app/plot/html_text.h"
#include "app/plot/table_grid.h"

namespace poscope {
namespace {

constexpr int kEdge = static_cast<int>(TableGrid::kEdge);
constexpr int kGap = 8;

}  // namespace

PanelTitle::PanelTitle(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::RichText);
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void PanelTitle::setTitle(const Text& title, const PlotStyle& style) {
  plain_ = style.words(title);
  setFont(style.text(FontSize::base, QFont::DemiBold));
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, style.colours().text);
  setPalette(colours);
  setText(plain_.isEmpty() ? QString() : richText(title, style.language, style.colours()));
  setVisible(!plain_.isEmpty());
}

double PanelTitle::naturalWidth() const {
  return QFontMetricsF(font()).horizontalAdvance(plain_) + 1 + 2 * kEdge;
}

int PanelTitle::place(int width, int beside) {
  if (plain_.isEmpty()) {
    return kEdge;
  }
  const int room = std::max(1, width - 2 * kEdge - beside);
  setGeometry(kEdge, kEdge, room, heightForWidth(room));
  return geometry().bottom() + 1 + kGap;
}

}  // namespace poscope
