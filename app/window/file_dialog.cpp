#include "app/window/file_dialog.h"

#include <QHeaderView>
#include <QListView>
#include <QSplitter>
#include <QTreeView>

namespace poscope {
namespace {

constexpr QSize kSize{880, 540};
constexpr int kPlaces = 190;  ///< Pixels for the folders at the left.

/// Qt's own dialog, where the platform has none: its columns as wide as what stands in them.
void makeRoom(QFileDialog& dialog) {
  dialog.resize(kSize.boundedTo(dialog.parentWidget()->size()));
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

}  // namespace

QFileDialog* makeFileDialog(QWidget* parent, const QString& title, const QStringList& filters) {
  auto* dialog = new QFileDialog(parent, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setNameFilters(filters);
  // Its widgets are made only where they are shown: without a dialog of the platform.
  if (dialog->findChild<QTreeView*>(QStringLiteral("treeView")) != nullptr) {
    makeRoom(*dialog);
  }
  return dialog;
}

}  // namespace poscope
