#include "app/panel/parameter_panel.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panel/appearance.h"
#include "app/panel/parameter_row.h"
#include "app/panel/section.h"

namespace poscope {

ParameterPanel::ParameterPanel(const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      appearance_(appearance),
      title_(makeSectionTitle(this)),
      more_(new QPushButton(this)),
      rare_(new QWidget(this)),
      column_(makeSection(this)) {
  column_->addWidget(title_);
  column_->addWidget(more_);
  column_->addWidget(rare_);
  auto* rareColumn = new QVBoxLayout(rare_);
  rareColumn->setContentsMargins(0, 0, 0, 0);
  rareColumn->setSpacing(column_->spacing());
  more_->setProperty("look", "fold");
  more_->setFont(textFont(FontSize::small));
  more_->setCheckable(true);
  more_->setFocusPolicy(Qt::StrongFocus);
  more_->setCursor(Qt::PointingHandCursor);
  // Its words end in dots rather than widen the column.
  more_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  connect(more_, &QPushButton::toggled, this, [this](bool shown) {
    rare_->setVisible(shown);
    labelMore();
    emit moreToggled();
  });
  rare_->setVisible(false);
  retranslate();
}

void ParameterPanel::addRow(const EditorSource& source, EditorMaker makesEditor, bool rare) {
  auto* row = new ParameterRow(source, rare ? rare_ : this, makesEditor);
  connect(row, &ParameterRow::edited, this, &ParameterPanel::edited);
  connect(row, &ParameterRow::resetRequested, this, &ParameterPanel::resetRequested);
  connect(row, &ParameterRow::typing, this, &ParameterPanel::typing);
  if (rare) {
    rare_->layout()->addWidget(row);
  } else {
    column_->insertWidget(column_->indexOf(more_), row);
  }
  rows_.push_back(row);
}

// Tab follows the eye: rows are made in the order in which they stand.
void ParameterPanel::build(const View& view) {
  for (ParameterRow* row : rows_) {
    row->parentWidget()->layout()->removeWidget(row);
    // An editor of the row may be what led here.
    row->hide();
    row->deleteLater();
  }
  rows_.clear();
  view_ = &view;
  for (const bool rare : {false, true}) {
    for (const ParameterSpec& spec : view.schema) {
      // The compare mode stands in the top bar.
      const bool elsewhere = spec.hidden || spec.presentation;
      const EditorSource source{view, spec, appearance_, controls_};
      if (!elsewhere && spec.rare == rare) {
        addRow(source, makeEditor, rare);
      }
      if (!elsewhere && rare && spec.type == ParameterType::recipe) {
        addRow(source, makeStagesEditor, true);
      }
    }
  }
}

void ParameterPanel::setParams(const View& view, const Params& params) {
  if (view_ != &view) {
    build(view);
  }
  for (ParameterRow* row : rows_) {
    row->setParams(params);
  }
  labelMore();
}

void ParameterPanel::setPlay(const PlayState& state) {
  for (ParameterRow* row : rows_) {
    row->setPlay(state);
  }
}

std::string ParameterPanel::focusedPlayable() const {
  const QWidget* const focus = QApplication::focusWidget();
  const auto row = std::find_if(rows_.begin(), rows_.end(), [focus](const ParameterRow* each) {
    return each->isPlayable() && focus != nullptr && each->isAncestorOf(focus);
  });
  return row == rows_.end() ? std::string() : (*row)->name();
}

std::string ParameterPanel::firstPlayable() const {
  const auto row = std::find_if(rows_.begin(), rows_.end(),
                                [](const ParameterRow* each) { return each->isPlayable(); });
  return row == rows_.end() ? std::string() : (*row)->name();
}

void ParameterPanel::setError(const QString& name, const Text& error) {
  for (ParameterRow* row : rows_) {
    if (row->editor().sets(name.toStdString())) {
      row->setError(error);
    }
  }
}

void ParameterPanel::setMoreShown(bool shown) {
  more_->setChecked(shown);
}

bool ParameterPanel::isMoreShown() const {
  return more_->isChecked();
}

// Closed, it names what is behind it, what was changed first.
void ParameterPanel::labelMore() {
  QStringList names;
  QStringList changed;
  for (const ParameterRow* row : rows_) {
    if (row->parentWidget() == rare_) {
      (row->isChanged() ? changed : names) << row->editor().title();
    }
  }
  more_->setVisible(!names.isEmpty() || !changed.isEmpty());
  const QString all = (changed + names).join(tr(", "));
  const bool open = more_->isChecked();
  const QString words = open ? tr("Less") : tr("More: %1").arg(all);
  const QString arrow = open ? QStringLiteral("▾ ") : QStringLiteral("▸ ");
  more_->setText(
      more_->fontMetrics().elidedText(arrow + words, Qt::ElideRight, more_->width() - 4));
  more_->setToolTip(changed.isEmpty() ? all
                                      : tr("%1\nChanged: %2").arg(all, changed.join(tr(", "))));
  more_->setAccessibleName(words);
}

void ParameterPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layout()->activate();
  labelMore();
}

void ParameterPanel::focusControl(const QString& name) {
  for (const ParameterRow* row : rows_) {
    if (QString::fromStdString(row->name()) == name) {
      more_->setChecked(more_->isChecked() || row->parentWidget() == rare_);
      row->focusControl();
      return;  // The stages of a recipe have its name, too, and stand behind it.
    }
  }
}

void ParameterPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
  }
  QWidget::changeEvent(event);
}

void ParameterPanel::retranslate() {
  title_->setText(tr("Parameters"));
  for (ParameterRow* row : rows_) {
    row->retranslate();
  }
  labelMore();
}

}  // namespace poscope
