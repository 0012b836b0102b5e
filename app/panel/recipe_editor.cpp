#include "app/panel/recipe_editor.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/panel/appearance.h"
#include "app/panel/quiet_combo.h"

namespace poscope {
namespace {

/// One line that ends in dots where the room does.
class ElidedLabel : public QLabel {
 public:
  using QLabel::QLabel;

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(rect(), Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, width()));
  }
};

QString qString(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

RecipeEditor::RecipeEditor(const EditorSource& source, QWidget* parent)
    : ParameterEditor(source, parent),
      recipe_(new QuietCombo(this)),
      fold_(new QToolButton(this)),
      summary_(new ElidedLabel(this)),
      stages_(new QWidget(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* line = new QHBoxLayout;
  line->setSpacing(4);
  line->addWidget(fold_);
  line->addWidget(summary_, 1);
  line->addStretch(0);  // Keeps the fold on the left while the summary is away.
  column->addWidget(recipe_);
  column->addLayout(line);
  column->addWidget(stages_);
  fold_->setProperty("look", "quiet");
  fold_->setCheckable(true);
  fold_->setFocusPolicy(Qt::StrongFocus);
  summary_->setProperty("look", "muted");
  summary_->setFont(monoFont(FontSize::tiny));
  summary_->setTextInteractionFlags(Qt::NoTextInteraction);
  summary_->setMinimumWidth(0);
  summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  addStages();
  stages_->setVisible(false);
  connect(fold_, &QToolButton::toggled, this, [this](bool open) {
    stages_->setVisible(open);
    summary_->setVisible(!open);
    retranslate();
  });
  connect(recipe_, &QComboBox::activated, this,
          [this](int index) { emit edited(name(), recipe_->itemData(index).toString(), 0); });
  setFocusProxy(recipe_);
  RecipeEditor::retranslate();
}

void RecipeEditor::addStages() {
  auto* grid = new QGridLayout(stages_);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  for (const StageSpec& stage : stagesOf(source_.spec.scheme)) {
    auto* label = new QLabel(stages_);
    auto* settings = new QuietCombo(stages_);
    label->setProperty("look", "muted");
    settings->setProperty("look", "small");
    const int row = static_cast<int>(stageSettings_.size());
    grid->addWidget(label, row, 0);
    grid->addWidget(settings, row, 1);
    stageLabels_.push_back(label);
    stageSettings_.push_back(settings);
    const QString key = name() + QLatin1Char('.') + qString(stage.name());
    connect(settings, &QComboBox::activated, this, [this, settings, key](int index) {
      emit edited(key, settings->itemData(index).toString(), 0);
    });
  }
}

void RecipeEditor::setParams(const Params& params) {
  value_ = params.recipe({{source_.spec.name}});
  recipe_->chooseData(QString::fromStdString(params.text({source_.spec.name})));
  for (std::size_t stage = 0; stage < stageSettings_.size(); ++stage) {
    stageSettings_.at(stage)->chooseData(QString::fromStdString(value_.settings.at(stage)));
  }
  recipe_->setToolTip(source_.appearance.say(Text("recipe." + value_.id + ".about")));
  showSummary();
}

void RecipeEditor::showSummary() {
  QStringList formats;
  const auto stages = stagesOf(source_.spec.scheme);
  for (std::size_t stage = 0; stage < value_.settings.size(); ++stage) {
    if (stages[stage].isFormat()) {
      formats << source_.appearance.say(settingLabel(stages[stage], value_.settings[stage]));
    }
  }
  summary_->setText(formats.join(QStringLiteral(" · ")));
  summary_->setToolTip(summary_->text());
}

void RecipeEditor::retranslate() {
  const Appearance& appearance = source_.appearance;
  const QString label = appearance.say(parameterLabel(source_.view.id, source_.spec));
  recipe_->setAccessibleName(label);
  recipe_->clear();
  for (const std::string& id : choiceValues(source_.spec)) {
    recipe_->addItem(labelOf(id), QString::fromStdString(id));
  }
  recipe_->chooseData(QString::fromStdString(value_.id));
  fold_->setText((fold_->isChecked() ? QStringLiteral("▾ ") : QStringLiteral("▸ ")) + tr("Stages"));
  fold_->setToolTip(tr("What every stage does, and its number format"));
  const auto stages = stagesOf(source_.spec.scheme);
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const QString word = appearance.say(stageLabel(stages[stage]));
    stageLabels_.at(stage)->setText(word);
    QuietCombo* settings = stageSettings_.at(stage);
    settings->setAccessibleName(tr("%1, %2").arg(label, word));
    settings->clear();
    for (const std::string& id : stageSettings(stages[stage])) {
      settings->addItem(appearance.say(settingLabel(stages[stage], id)),
                        QString::fromStdString(id));
    }
    if (!value_.settings.empty()) {
      settings->chooseData(QString::fromStdString(value_.settings.at(stage)));
    }
  }
  showSummary();
}

}  // namespace poscope
