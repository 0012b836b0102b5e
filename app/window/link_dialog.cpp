#include "app/window/link_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panel/appearance.h"
#include "core/catalogue/links.h"

namespace poscope {

LinkDialog::LinkDialog(const Appearance& appearance, QWidget* parent)
    : QDialog(parent),
      appearance_(appearance),
      link_(new QLineEdit(this)),
      error_(new QLabel(this)) {
  setWindowTitle(tr("Open link"));
  setMinimumWidth(520);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(8);
  auto* label = new QLabel(tr("A link begins with poscope: and names a view and its parameters."));
  label->setProperty("look", "muted");
  label->setBuddy(link_);
  auto* buttons = new QDialogButtonBox(this);
  auto* open = buttons->addButton(tr("Open"), QDialogButtonBox::AcceptRole);
  buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
  open->setDefault(true);
  column->addWidget(label);
  column->addWidget(link_);
  column->addWidget(error_);
  column->addWidget(buttons);
  link_->setFont(monoFont(FontSize::base));
  link_->setPlaceholderText(QStringLiteral("poscope:positions?context=8192"));
  link_->setAccessibleName(tr("Link"));
  error_->setProperty("look", "error");
  error_->setWordWrap(true);
  error_->setVisible(false);
  const QString clipboard = QApplication::clipboard()->text().trimmed();
  if (looksLikeLink(clipboard.toStdString())) {
    link_->setText(clipboard);
    link_->selectAll();
  }
  connect(buttons, &QDialogButtonBox::accepted, this, &LinkDialog::tryLink);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void LinkDialog::tryLink() {
  const auto state = parseLink(link_->text().trimmed().toStdString());
  if (!state) {
    error_->setText(appearance_.say(state.error().text));
    error_->setVisible(true);
    layout()->activate();
    resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
    return;
  }
  emit chosen(*state);
  accept();
}

}  // namespace poscope
