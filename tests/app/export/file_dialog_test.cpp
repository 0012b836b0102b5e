// Qt's own dialog for files, as it is where a platform has none: nothing in it is cut.
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeView>
#include <QtTest>

#include "app/export/file_dialog.h"

using namespace poscope;

namespace {

/// The first column of details that is narrower than what stands in it; -1 for none.
int firstCut(const QTreeView& files) {
  const QModelIndex file = files.model()->index(0, 0, files.rootIndex());
  for (int column = 1; column < files.header()->count(); ++column) {
    const QString words = file.siblingAtColumn(column).data().toString();
    const int needed = std::max(files.fontMetrics().horizontalAdvance(words),
                                files.header()->sectionSizeHint(column));
    if (!files.isColumnHidden(column) && files.columnWidth(column) < needed) {
      return column;
    }
  }
  return -1;
}

}  // namespace

class FileDialogTest : public QObject {
  Q_OBJECT

 private slots:
  void open_namesAndDatesAreWhole() {
    const QTemporaryDir folder;
    const QString name = QStringLiteral("a-model-with-a-name-as-people-give-them.json");
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QPointer<QFileDialog> dialog =
        makeOpenDialog(nullptr, QStringLiteral("Open"), {QStringLiteral("Models (*.json)")});
    dialog->setDirectory(folder.path());
    dialog->show();
    const auto* files = dialog->findChild<QTreeView*>(QStringLiteral("treeView"));
    QVERIFY(files != nullptr);
    QTRY_COMPARE(files->model()->rowCount(files->rootIndex()), 1);
    QTRY_COMPARE(firstCut(*files), -1);
    QTRY_VERIFY(files->columnWidth(0) >= files->fontMetrics().horizontalAdvance(name));
    QVERIFY(files->viewport()->width() >= files->header()->length());
    dialog->close();
    QTRY_VERIFY(dialog.isNull());
  }

  void save_suggestsAFileOfAFolder() {
    const QTemporaryDir folder;
    QPointer<QFileDialog> dialog =
        makeSaveDialog(nullptr, QStringLiteral("Save"), QStringLiteral("PNG (*.png)"),
                       folder.filePath(QStringLiteral("alibi.png")));
    QSignalSpy selected(dialog, &QFileDialog::fileSelected);
    dialog->show();
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
    QTRY_COMPARE(selected.count(), 1);
    QCOMPARE(selected[0][0].toString(),
             QDir(folder.path()).canonicalPath() + QStringLiteral("/alibi.png"));
  }
};

QTEST_MAIN(FileDialogTest)
#include "file_dialog_test.moc"
