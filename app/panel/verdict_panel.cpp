#include "app/panel/verdict_panel.h"

#include <QLabel>
#include <QResizeEvent>

#include "app/panel/appearance.h"
#include "app/panel/section.h"
#include "app/plot/style.h"
#include "app/plot/table_view.h"

namespace poscope {
namespace {

constexpr int kMargin = 16;
constexpr int kTop = 12;
constexpr int kTitleHeight = 20;
constexpr int kSpacing = 2;
constexpr int kBottom = 8;

}  // namespace

VerdictPanel::VerdictPanel(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      title_(makeSectionTitle(this)),
      ofLabel_(new QLabel(this)),
      view_(new TableView(this)) {
  ofLabel_->setProperty("look", "muted");
  ofLabel_->setFont(textFont(FontSize::small));
  ofLabel_->setWordWrap(true);
  view_->setTight(true);
  setVisible(false);
  connect(&appearance, &Appearance::languageChanged, this, &VerdictPanel::refresh);
  connect(&appearance, &Appearance::themeChanged, this, &VerdictPanel::refresh);
}

void VerdictPanel::setTable(const TablePanel& table, const Text& of) {
  auto figure = std::make_shared<Figure>();
  figure->verdictTable = table;
  if (!of.empty()) {  // Of another state: neither good nor bad for this one.
    for (TableRow& row : figure->verdictTable.rows) {
      for (TableCell& cell : row.cells) {
        cell.role = TextRole::plain;
      }
    }
  }
  held_ = std::move(figure);
  of_ = of;
  refresh();
}

void VerdictPanel::refresh() {
  title_->setText(tr("Verdicts"));
  ofLabel_->setText(of_.empty() ? QString() : appearance_.say(of_));
  ofLabel_->setVisible(!of_.empty());
  const bool any = held_ != nullptr && !held_->verdictTable.rows.empty();
  if (any) {
    view_->setAccessibleName(title_->text());
    view_->setTable(held_, held_->verdictTable,
                    {appearance_.themeKind(), appearance_.language(), 0});
    setFixedHeight(place(width()));
  }
  setVisible(any);
}

// Title, whose they are where they are another state's, and the table, whose own edges are the
// margins.
int VerdictPanel::place(int width) const {
  int top = kTop;
  title_->setGeometry(kMargin, top, width - 2 * kMargin, kTitleHeight);
  top += kTitleHeight + kSpacing;
  if (!of_.empty()) {
    const int height = ofLabel_->heightForWidth(width - 2 * kMargin);
    ofLabel_->setGeometry(kMargin, top, width - 2 * kMargin, height);
    top += height + kSpacing;
  }
  constexpr int kEdge = static_cast<int>(TableGrid::kLineEdge);
  const int height = view_->heightFor(width);
  view_->setGeometry(kEdge, top, width - 2 * kEdge, height);
  return top + height + kBottom;
}

void VerdictPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (held_ != nullptr && event->size().width() != event->oldSize().width()) {
    setFixedHeight(place(width()));
  }
}

}  // namespace poscope
