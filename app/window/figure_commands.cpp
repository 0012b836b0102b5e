#include "app/window/figure_commands.h"

#include <QAction>
#include <QMenu>
#include <algorithm>

#include "app/panel/appearance.h"
#include "app/plot/number_table.h"
#include "app/window/actions.h"
#include "app/window/banner_stack.h"
#include "app/window/figure_card.h"
#include "app/window/presenter.h"
#include "app/window/state_model.h"
#include "app/window/status_strip.h"

namespace poscope {
namespace {

constexpr const char* kTopic = "copy";

/// The layer whose table a panel is; the main one where it has none.
std::string layerOf(const Figure& figure, std::size_t panel) {
  for (const TableChoice& choice : tableChoices(figure)) {
    if (choice.panel == panel) {
      return choice.layer;
    }
  }
  return {};
}

}  // namespace

FigureCommands::FigureCommands(const Parts& parts, QObject* parent)
    : QObject(parent), parts_(parts), copy_(this) {
  const auto on = [this](Command command, auto slot) {
    connect(parts_.actions[command], &QAction::triggered, this, slot);
  };
  on(Command::copyFigure, [this] { copyPicture(); });
  on(Command::copyData, [this] { copyData(); });
  on(Command::showTable, [this](bool table) { parts_.card.showTable(table); });
  connect(&copy_, &FigureCopy::copied, this, [this](const Text& sentence) {
    parts_.card.banners().settle(kTopic);
    parts_.status.announce(parts_.appearance.say(sentence));
  });
  const auto refuse = [this](const Error& error) {
    parts_.card.banners().show(kTopic, NoticeLevel::error, {error.text});
  };
  connect(&copy_, &FigureCopy::failed, this, refuse);
  connect(&parts_.card.table(), &NumberTable::failed, this, refuse);
  connect(&parts_.card.plot(), &FigureView::menuRequested, this, &FigureCommands::showMenu);
  wireTable();
}

void FigureCommands::wireTable() {
  NumberTable& table = parts_.card.table();
  connect(&table, &NumberTable::left, parts_.actions[Command::showTable], [this] {
    if (parts_.card.showsTable()) {
      parts_.actions[Command::showTable]->trigger();
    }
  });
  connect(&table, &NumberTable::copyRequested, this, [this, &table] { copyData(table.layer()); });
  connect(&table, &NumberTable::copied, this, [this](const Text& sentence) {
    parts_.status.announce(parts_.appearance.say(sentence));
  });
}

// As export writes it where nothing else is asked for.
ExportOptions FigureCommands::options() const {
  ExportOptions options;
  options.language = parts_.appearance.language();
  return options;
}

void FigureCommands::copyPicture() {
  if (parts_.presenter.figure()) {
    copy_.copyPicture(*parts_.presenter.figure(), parts_.model.state().zoom, options());
  }
}

void FigureCommands::copyData(const std::string& layer) {
  if (parts_.presenter.figure()) {
    ExportOptions wanted = options();
    wanted.layer = layer;
    wanted.neighbours = true;
    copy_.copyData(*parts_.presenter.figure(), parts_.model.state().zoom, wanted);
  }
}

void FigureCommands::showMenu(const QPoint& place, std::size_t panel) {
  const auto figure = parts_.presenter.figure();
  if (figure == nullptr) {
    return;
  }
  const Actions& actions = parts_.actions;
  const std::string layer = layerOf(*figure, panel);
  auto* menu = new QMenu(&parts_.card);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(actions[Command::copyFigure]);
  menu->addAction(actions[Command::copyData]->text(), this, [this, layer] { copyData(layer); });
  auto* table = menu->addAction(actions[Command::showTable]->text(), this, [this, panel] {
    parts_.actions[Command::showTable]->trigger();
    parts_.card.table().showPanel(panel);
  });
  table->setShortcut(actions[Command::showTable]->shortcut());
  table->setShortcutContext(Qt::WidgetShortcut);  // Shown only: the command itself has the key.
  menu->addSeparator();
  menu->addAction(actions[Command::fit]);
  menu->addAction(actions[Command::exportFigure]);
  menu->popup(place);
}

}  // namespace poscope
