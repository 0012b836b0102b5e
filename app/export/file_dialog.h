// The dialog for files: the platform's own, else Qt's with room for names and dates. It deletes
// itself when it is closed.
#pragma once

#include <QFileDialog>

namespace poscope {

/// For one file that exists.
[[nodiscard]] QFileDialog* makeOpenDialog(QWidget* parent, const QString& title,
                                          const QStringList& filters);

/// For one to be written; `suggested` is a path.
[[nodiscard]] QFileDialog* makeSaveDialog(QWidget* parent, const QString& title,
                                          const QString& filter, const QString& suggested);

}  // namespace poscope
