#include "app/window/top_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "app/panel/appearance.h"
#include "app/panel/line_icon.h"
#include "app/window/actions.h"
#include "app/window/compare_bar.h"
#include "app/window/elided_button.h"
#include "core/model/presets.h"

namespace poscope {
namespace {

constexpr int kBarHeight = 48;
constexpr int kModelWidth = 200;

/// The program's mark: a ring with a needle that has turned by an eighth, and its name.
class NamePlate : public QWidget {
 public:
  NamePlate(const Appearance& appearance, QWidget* parent)
      : QWidget(parent), appearance_(appearance) {
    setAccessibleName(QStringLiteral("Poscope"));
  }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    const Theme& theme = appearance_.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 2.2, Qt::SolidLine, Qt::RoundCap));
    const QPointF centre(27, height() / 2.0);
    painter.drawEllipse(centre, 9, 9);
    painter.drawLine(centre, centre + QPointF(4.4, -4.4));
    painter.setPen(theme.text);
    painter.setFont(textFont(FontSize::large, QFont::DemiBold));
    painter.drawText(rect().adjusted(45, 0, 0, 0), Qt::AlignVCenter, QStringLiteral("Poscope"));
  }

 private:
  const Appearance& appearance_;
};

/// Three lines in the text's colour.
QIcon menuIcon(const QColor& colour) {
  return lineIcon(colour, 1.5, {{2.5, 4, 13.5, 4}, {2.5, 8, 13.5, 8}, {2.5, 12, 13.5, 12}});
}

}  // namespace

TopBar::TopBar(const Appearance& appearance, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      actions_(actions),
      compare_(new CompareBar(appearance, this)),
      name_(new NamePlate(appearance, this)),
      model_(new ElidedButton(this)),
      open_(new ElidedButton(this)),
      export_(new ElidedButton(this)),
      menu_(new QToolButton(this)),
      commands_(new QMenu(this)),
      copy_(new QMenu(this)),
      language_(new QMenu(this)),
      theme_(new QMenu(this)),
      panes_(new QMenu(this)) {
  setProperty("look", "bar");
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(kBarHeight);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 16, 0);
  line->setSpacing(8);
  addButtons(line);
  fillMenus();
  connect(open_, &QToolButton::clicked, actions[Command::openModel], &QAction::trigger);
  connect(export_, &QToolButton::clicked, actions[Command::exportFigure], &QAction::trigger);
  retranslate();
}

// Below its button and no farther to the right than it: the window ends there.
void TopBar::openMenu() {
  const QPoint corner = menu_->mapToGlobal(QPoint(menu_->width(), menu_->height() + 4));
  commands_->popup(corner - QPoint(commands_->sizeHint().width(), 0));
}

void TopBar::addButtons(QHBoxLayout* line) {
  line->addWidget(name_);
  line->addWidget(model_);
  line->addWidget(open_);
  line->addStretch(1);
  line->addWidget(compare_);
  line->addWidget(export_);
  line->addWidget(menu_);
  model_->setMaximumWidth(kModelWidth);
  menu_->setToolButtonStyle(Qt::ToolButtonIconOnly);
  menu_->setIconSize({16, 16});
  menu_->setFocusPolicy(Qt::StrongFocus);
  connect(menu_, &QToolButton::clicked, this, &TopBar::openMenu);
}

void TopBar::fillMenus() {
  auto* models = new QMenu(model_);
  model_->setMenu(models);
  model_->setPopupMode(QToolButton::InstantPopup);
  for (const ModelPreset& preset : modelPresets()) {
    const QString id = QString::fromStdString(preset.id);
    models->addAction(QString::fromStdString(preset.title), this,
                      [this, id] { emit presetChosen(id); });
  }
  models->addSeparator();
  models->addAction(actions_[Command::openModel]);
  models->addAction(actions_[Command::auditModel]);
  QMenu* menu = commands_;
  const auto add = [&](std::initializer_list<Command> commands) {
    for (const Command command : commands) {
      menu->addAction(actions_[command]);
    }
    menu->addSeparator();
  };
  add({Command::undo, Command::redo, Command::history});
  menu->addMenu(copy_);
  copy_->addActions(
      {actions_[Command::copyFigure], actions_[Command::copyData], actions_[Command::copyLink]});
  add({Command::openLink, Command::openModel, Command::auditModel, Command::exportFigure});
  add({Command::fit, Command::showTable, Command::lockCursor, Command::play, Command::palette,
       Command::filter, Command::hideSides, Command::fullScreen, Command::present});
  menu->addMenu(panes_);
  for (const Command command : {Command::onePane, Command::twoPanes, Command::fourPanes,
                                Command::nextPane, Command::shareAxes}) {
    panes_->addAction(actions_[command]);
  }
  menu->addMenu(language_);
  for (QAction* choice : actions_.languageChoices()) {
    language_->addAction(choice);
  }
  menu->addMenu(theme_);
  theme_->addActions({actions_[Command::themeSystem], actions_[Command::themeLight],
                      actions_[Command::themeDark]});
  menu->addAction(actions_[Command::reduceMotion]);
  menu->addSeparator();
  menu->addActions({actions_[Command::glossary], actions_[Command::shortcuts],
                    actions_[Command::about], actions_[Command::quit]});
}

void TopBar::setModelName(const QString& name) {
  modelName_ = name;
  retranslate();
}

std::vector<QWidget*> TopBar::buttons() const {
  return {model_, open_, export_, menu_};
}

void TopBar::setIndent(int pixels) {
  name_->setFixedWidth(std::max(pixels, 130));
}

void TopBar::retranslate() {
  const QString words = modelName_.isEmpty() ? tr("No model") : modelName_;
  model_->setWords(words, QStringLiteral("  ▾"), tr("Choose a public model"));
  model_->setAccessibleName(tr("Model: %1").arg(words));
  open_->setWords(actions_[Command::openModel]->text());
  export_->setWords(actions_[Command::exportFigure]->text());
  menu_->setIcon(menuIcon(appearance_.colours().text));
  menu_->setToolTip(tr("Menu"));
  menu_->setAccessibleName(tr("Menu"));
  copy_->setTitle(tr("Copy"));
  language_->setTitle(tr("Language"));
  theme_->setTitle(tr("Theme"));
  panes_->setTitle(tr("Panes"));
}

void TopBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
    retranslate();
  }
  QWidget::changeEvent(event);
}

}  // namespace poscope
