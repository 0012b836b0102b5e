// What the window's commands do.
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <algorithm>

#include "app/panel/appearance.h"
#include "app/panel/inspector_panel.h"
#include "app/panel/parameter_panel.h"
#include "app/panel/verdict_panel.h"
#include "app/window/about_dialog.h"
#include "app/window/actions.h"
#include "app/window/compare_bar.h"
#include "app/window/export_command.h"
#include "app/window/figure_card.h"
#include "app/window/figure_commands.h"
#include "app/window/glossary_dialog.h"
#include "app/window/headline.h"
#include "app/window/history_list.h"
#include "app/window/link_dialog.h"
#include "app/window/main_window.h"
#include "app/window/palette.h"
#include "app/window/pane_board.h"
#include "app/window/pane_builder.h"
#include "app/window/player.h"
#include "app/window/presenter.h"
#include "app/window/shortcut_sheet.h"
#include "app/window/status_strip.h"
#include "app/window/tab_order.h"
#include "app/window/term_hover.h"
#include "app/window/top_bar.h"
#include "app/window/view_list.h"
#include "core/catalogue/views.h"
#include "core/state/schema.h"

namespace poscope {

void MainWindow::wireCommands() {
  const auto on = [this](Command command, auto slot) {
    connect((*actions_)[command], &QAction::triggered, this, slot);
  };
  QUndoStack& undo = model_.undoStack();
  for (const Command command : {Command::undo, Command::redo}) {
    (*actions_)[command]->setEnabled(false);
  }
  connect(&undo, &QUndoStack::canUndoChanged, (*actions_)[Command::undo], &QAction::setEnabled);
  connect(&undo, &QUndoStack::canRedoChanged, (*actions_)[Command::redo], &QAction::setEnabled);
  on(Command::undo, [&undo] { undo.undo(); });
  on(Command::redo, [&undo] { undo.redo(); });
  on(Command::copyLink, [this] {
    QApplication::clipboard()->setText(QString::fromStdString(link()));
    status_->announce(tr("Link copied"));
  });
  on(Command::openLink, [this] {
    auto* dialog = new LinkDialog(appearance_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LinkDialog::chosen, &model_, &StateModel::setState);
    dialog->open();
  });
  on(Command::openModel, [this] { chooseModelFile(); });
  on(Command::auditModel, [this] { model_.selectView(viewThatOpensModels().id); });
  on(Command::exportFigure, [this] {
    if (presenter_->figure()) {
      player_->pause();
      openExportDialog(
          this, {model_.state(), presenter_->figure(), presenter_->backend(), model_.inputs()},
          appearance_.themeKind(), appearance_.language(), openedPaths(),
          [this](const QString& sentence) { status_->announce(sentence); });
    }
  });
  on(Command::filter, [this] { views_->focusFilter(); });
  on(Command::fit, [this] { model_.setWindow(std::nullopt); });
  on(Command::lockCursor, [this](bool locked) { cursor_.setLocked(locked); });
  connect(&cursor_, &SharedCursor::lockChanged, (*actions_)[Command::lockCursor],
          &QAction::setChecked);
  on(Command::difference, [this] { showDifference(); });
  on(Command::wipe, [this](bool wipes) { presenter_->setWiping(wipes); });
  on(Command::play, [this] { playOrPause(); });
  on(Command::reduceMotion, [this](bool reduce) {
    reduceMotion_ = reduce;
    player_->setReduced(reduce);
    saveSoon();
  });
  on(Command::hideSides, [this] { showSides(); });
  on(Command::fullScreen, [this](bool full) { showFull(full); });
  on(Command::present, [this](bool presents) { present(presents); });
  for (const Language language : allLanguages()) {
    const QAction* action = actions_->languageChoices().at(static_cast<std::size_t>(language));
    connect(action, &QAction::triggered, this, [this, language] { chooseLanguage(language); });
  }
  on(Command::themeSystem, [this] { chooseTheme(ThemeChoice::system); });
  on(Command::themeLight, [this] { chooseTheme(ThemeChoice::light); });
  on(Command::themeDark, [this] { chooseTheme(ThemeChoice::dark); });
  on(Command::glossary, [this] { openGlossary(); });
  new FigureCommands({appearance_, *actions_, model_, *presenter_, *card_, *status_}, this);
  wireSheets();
  wirePanes();
  on(Command::about, [this] {
    auto* dialog = new AboutDialog(backends_, link(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  on(Command::quit, [this] { close(); });
  connect(actions_, &Actions::viewRequested, this, [this](int index) {
    if (index < static_cast<int>(views().size())) {
      model_.selectView(views()[static_cast<std::size_t>(index)].id);
    }
  });
}

void MainWindow::wirePanes() {
  PaneBoard& board = card_->board();
  connect(&board, &PaneBoard::actionRequested, this,
          [this](std::size_t pane, const Action& action) {
            model_.activatePane(pane);
            act(action);
          });
  connect(panes_, &PaneBuilder::failed, this, [this](const Error& error) { warn(error.text); });
  constexpr std::array kCommands{Command::onePane, Command::twoPanes, Command::fourPanes};
  static_assert(kCommands.size() == kPaneCounts.size());
  for (std::size_t k = 0; k < kCommands.size(); ++k) {
    connect((*actions_)[kCommands.at(k)], &QAction::triggered, this,
            [this, k] { model_.setPaneCount(kPaneCounts.at(k)); });
  }
  connect((*actions_)[Command::nextPane], &QAction::triggered, this,
          [this] { model_.activatePane((model_.activePane() + 1) % model_.paneCount()); });
  connect((*actions_)[Command::shareAxes], &QAction::triggered, &model_,
          &StateModel::setSharesAxes);
  const auto show = [this, kCommands] {
    for (std::size_t k = 0; k < kCommands.size(); ++k) {
      (*actions_)[kCommands.at(k)]->setChecked(model_.paneCount() == kPaneCounts.at(k));
    }
    (*actions_)[Command::nextPane]->setEnabled(model_.paneCount() > 1);
    (*actions_)[Command::shareAxes]->setEnabled(model_.paneCount() > 1);
    (*actions_)[Command::shareAxes]->setChecked(model_.sharesAxes());
  };
  connect(&model_, &StateModel::changed, this, show);
  show();
}

// A wipe over a difference is taken away first.
void MainWindow::showDifference() {
  const bool covered = presenter_->wiping() && shownSide(model_.state().params) == Side::difference;
  presenter_->setWiping(false);
  if (!covered) {
    model_.toggleDifference();
  }
}

void MainWindow::wirePlayer() {
  parameters_->setPlayControls(
      {[this](const std::string& name) { player_->toggle(name); },
       [this](const FrameTexts& range) { return player_->setRange(range); },
       [this](const PlaySettings& settings) { player_->setSettings(settings); },
       [this] { player_->close(); }});
  connect(player_, &Player::changed, this, [this] {
    parameters_->setPlay(player_->state());
    presenter_->setSteady(player_->isMoving());
  });
  connect(player_, &Player::settingsChanged, this, [this] { saveSoon(); });
  connect(presenter_, &Presenter::settled, player_, &Player::shown);
  connect(presenter_, &Presenter::failed, player_, &Player::failed);
  connect(parameters_, &ParameterPanel::typing, this, [this](const QString& name) {
    if (name.toStdString() == player_->state().parameter) {
      player_->pause();
    }
  });
}

// What plays; else what has the keyboard, what was played last on this page, its first one.
void MainWindow::playOrPause() {
  const auto named = {parameters_->focusedPlayable(), player_->last(),
                      parameters_->firstPlayable()};
  const auto name = std::find_if(named.begin(), named.end(),
                                 [](const std::string& each) { return !each.empty(); });
  if (player_->state().playing) {
    player_->pause();
  } else if (name != named.end()) {
    player_->toggle(*name);
  }
}

// As it was before full screen.
void MainWindow::showFull(bool full) {
  if (full) {
    wasMaximized_ = isMaximized();
    showFullScreen();
  } else {
    wasMaximized_ ? showMaximized() : showNormal();
  }
}

// Nothing but the page, for people who look from afar.
void MainWindow::present(bool presents) {
  (*actions_)[Command::present]->setChecked(presents);
  for (QWidget* part : frame_) {
    part->setVisible(!presents);
  }
  showSides();
  card_->headline().setLarge(presents);
  card_->plot().setFocus(Qt::OtherFocusReason);
  if (presents != isFullScreen()) {
    showFull(presents);
  }
}

// The way out of what takes the whole screen: what else Escape does comes first.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && presenter_->wiping()) {
    presenter_->setWiping(false);
  } else if (event->key() != Qt::Key_Escape || !isFullScreen()) {
    QMainWindow::keyPressEvent(event);
  } else if ((*actions_)[Command::present]->isChecked()) {
    present(false);
  } else {
    showFull(false);
  }
}

bool MainWindow::focusNextPrevChild(bool next) {
  std::vector<QWidget*> regions{views_,    card_,  &top_->compareBar(), parameters_, inspector_,
                                verdicts_, status_};
  for (QWidget* button : top_->buttons()) {
    regions.push_back(button);
  }
  return moveFocus(regions, next);
}

std::vector<std::filesystem::path> MainWindow::openedPaths() const {
  std::vector<std::filesystem::path> paths;
  for (const OpenedFile& file : model_.namedFiles()) {
    if (!file.path.empty()) {
      paths.push_back(file.path);
    }
  }
  return paths;
}

// At the term that has the focus or is under the mouse, if any.
void MainWindow::openGlossary() {
  const GlossaryEntry* entry = termOf(focusWidget(), appearance_);
  if (entry == nullptr) {
    entry = termOf(childAt(mapFromGlobal(QCursor::pos())), appearance_);
  }
  explain(entry);
}

// All of it for none.
void MainWindow::explain(const GlossaryEntry* entry) {
  auto* dialog = findChild<GlossaryDialog*>();
  if (dialog == nullptr) {
    dialog = new GlossaryDialog(appearance_, this);
    connect(dialog, &GlossaryDialog::viewRequested, this,
            [this](const QString& view) { model_.selectView(view.toStdString()); });
  }
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
  dialog->showEntry(entry);
}

void MainWindow::wireSheets() {
  connect((*actions_)[Command::history], &QAction::triggered, history_, &Overlay::open);
  connect((*actions_)[Command::palette], &QAction::triggered, palette_, &Overlay::open);
  connect((*actions_)[Command::shortcuts], &QAction::triggered, this, [this] {
    auto* sheet = new ShortcutSheet(*actions_, appearance_, this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
  });
}

}  // namespace poscope
