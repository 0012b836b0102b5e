#include "app/window/figure_card.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panel/appearance.h"
#include "app/panel/badge_bar.h"
#include "app/plot/number_table.h"
#include "app/window/banner_stack.h"
#include "app/window/headline.h"
#include "app/window/pane_board.h"
#include "app/window/wipe.h"
#include "core/catalogue/views.h"

namespace poscope {
namespace {

constexpr int kMargin = 24;
constexpr int kCardInset = 8;

}  // namespace

FigureCard::FigureCard(const Appearance& appearance, SharedCursor& cursor, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      headline_(new Headline(appearance, this)),
      badges_(new BadgeBar(appearance, this)),
      banners_(new BannerStack(appearance, this)),
      card_(new QFrame(this)),
      own_(new QWidget(card_)),
      plot_(new FigureView(own_, &cursor)),
      wipe_(new Wipe(appearance, *plot_, cursor)),
      table_(new NumberTable(own_)),
      board_(new PaneBoard(appearance, cursor, own_, plot_, card_)),
      progress_(new QFrame(card_)),
      notes_(new QLabel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kMargin, 20, kMargin, kMargin - 8);
  column->setSpacing(12);
  column->addWidget(headline_);
  column->addWidget(badges_);
  column->addWidget(banners_);
  column->addWidget(card_, 1);
  column->addWidget(notes_);
  card_->setProperty("look", "card");
  auto* inside = new QVBoxLayout(card_);
  inside->setContentsMargins(kCardInset, kCardInset, kCardInset, kCardInset);
  inside->addWidget(board_);
  auto* content = new QVBoxLayout(own_);
  content->setContentsMargins(0, 0, 0, 0);
  content->addWidget(plot_);
  content->addWidget(table_);
  table_->setVisible(false);
  connect(board_, &PaneBoard::arranged, this, &FigureCard::fitPanes);
  fitPanes();
  plot_->setTheme(appearance.themeKind());
  plot_->setLanguage(appearance.language());
  const auto styleTable = [this] {
    table_->setStyle({appearance_.themeKind(), appearance_.language()});
  };
  styleTable();
  connect(&appearance, &Appearance::themeChanged, this, styleTable);
  connect(&appearance, &Appearance::languageChanged, this, styleTable);
  progress_->setVisible(false);
  notes_->setProperty("look", "muted");
  notes_->setFont(textFont(FontSize::small));
  notes_->setWordWrap(true);
  notes_->setTextFormat(Qt::PlainText);
  notes_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  notes_->setVisible(false);
  connect(&appearance, &Appearance::themeChanged, this,
          [this] { plot_->setTheme(appearance_.themeKind()); });
  connect(&appearance, &Appearance::languageChanged, this,
          [this] { plot_->setLanguage(appearance_.language()); });
}

void FigureCard::setFigure(std::shared_ptr<const Figure> figure,
                           const std::optional<Zoom>& window) {
  const bool another = figure != figure_;
  figure_ = std::move(figure);
  if (another) {
    headline_->setFinding(figure_->finding);
    const View* const view = findView(figure_->source.view);
    headline_->setHint(view == nullptr ? Text() : Text(view->hint));
    retranslate();
    // The plot paints at once, and everything around it with it: each in its place by then.
    headline_->layout()->activate();
    layout()->activate();
  }
  window_ = window;
  board_->setFigure(board_->active(), figure_, window);
  if (showsTable_) {
    table_->setFigure(figure_, window);
  }
}

// Several pages need the room of what is said of one: its sentence stays, and where there are two
// rows of them, nothing else.
void FigureCard::fitPanes() {
  const std::size_t count = board_->count();
  headline_->setBrief(count > 1);
  badges_->setMaximumHeight(count > 2 ? 0 : QWIDGETSIZE_MAX);
  setAlone(alone_);
  plot_->setPictureFirst(count > 1);
  plot_->setMinimumSize(count > 1 ? QSize(160, 120) : QSize(320, 200));
}

void FigureCard::setAlone(bool alone) {
  alone_ = alone;
  plot_->setAlone(alone || board_->count() > 1);
}

void FigureCard::showTable(bool table) {
  if (table == showsTable_) {
    return;
  }
  showsTable_ = table;
  if (table && figure_) {
    table_->setFigure(figure_, window_);
  }
  plot_->setVisible(!table);
  table_->setVisible(table);
  (table ? static_cast<QWidget*>(table_) : plot_)->setFocus();
}

void FigureCard::showSkeleton(const View& view, bool waiting) {
  figure_ = nullptr;
  headline_->setFinding({Text(view.id + ".question"), Text(view.id + ".title"),
                         waiting ? Text("window.waiting") : Text()});
  badges_->setVerdicts({});
  board_->setFigure(board_->active(), nullptr, std::nullopt);
  table_->setFigure(nullptr, std::nullopt);
  retranslate();
}

void FigureCard::setProgress(double share) {
  share_ = share;
  placeProgress();
}

void FigureCard::placeProgress() {
  progress_->setVisible(share_ >= 0);
  if (share_ < 0) {
    return;
  }
  progress_->setStyleSheet(
      QStringLiteral("background: %1").arg(appearance_.colours().accent.name()));
  const int room = std::max(0, card_->width() - 20);
  const int length = std::clamp(static_cast<int>(room * share_), 12, std::max(12, room));
  progress_->setGeometry(10, 1, length, 2);
  progress_->raise();
}

void FigureCard::retranslate() {
  QStringList lines;
  if (figure_) {
    for (const Text& note : figure_->notes) {
      lines << appearance_.say(note);
    }
  }
  notes_->setText(lines.join(QLatin1Char('\n')));
  notes_->setVisible(!lines.isEmpty());
}

void FigureCard::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
  }
  QWidget::changeEvent(event);
}

void FigureCard::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeProgress();
}

}  // namespace poscope
