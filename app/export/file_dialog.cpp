#include "app/export/file_dialog.h"

#include <QHeaderView>
#include <QScreen>
#include <QSplitter>
#include <QTreeView>

namespace poscope {
namespace {

constexpr QSize kSize{880, 540};
constexpr int kPlaces = 190;  ///< Pixels for the folders at the left.

/// Qt's own dialog, where the platform has none: its columns as wide as what stands in them.
void makeRoom(QFileDialog& dialog) {
  dialog.resize(kSize.boundedTo(dialog.screen()->availableSize()));
  dialog.setViewMode(QFileDialog::Detail);
  if (auto* files = dialog.findChild<QTreeView*>(QStringLiteral("treeView"))) {
    files->header()->setStretchLastSection(false);
    for (int column = 0; column < files->header()->count(); ++column) {
      files->header()->setSectionResizeMode(
          column, column == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    }
    files->setTextElideMode(Qt::ElideMiddle);
  }
  if (auto* parts = dialog.findChild<QSplitter*>(QStringLiteral("splitter"))) {
    parts->setSizes({kPlaces, dialog.width() - kPlaces});
  }
}

QFileDialog* makeDialog(QWidget* parent, const QString& title, const QStringList& filters) {
  auto* dialog = new QFileDialog(parent, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setNameFilters(filters);
  // Its widgets are made only where they are shown: without a dialog of the platform.
  if (dialog->findChild<QTreeView*>(QStringLiteral("treeView")) != nullptr) {
    makeRoom(*dialog);
  }
  return dialog;
}

}  // namespace

QFileDialog* makeOpenDialog(QWidget* parent, const QString& title, const QStringList& filters) {
  QFileDialog* const dialog = makeDialog(parent, title, filters);
  dialog->setFileMode(QFileDialog::ExistingFile);
  return dialog;
}

QFileDialog* makeSaveDialog(QWidget* parent, const QString& title, const QString& filter,
                            const QString& suggested) {
  QFileDialog* const dialog = makeDialog(parent, title, {filter});
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setFileMode(QFileDialog::AnyFile);
  dialog->selectFile(suggested);
  return dialog;
}

}  // namespace poscope
