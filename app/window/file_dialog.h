// The dialog for files: the platform's own, else Qt's with room for names and dates.
#pragma once

#include <QFileDialog>

namespace poscope {

/// Deletes itself when it is closed. For one file that exists.
[[nodiscard]] QFileDialog* makeFileDialog(QWidget* parent, const QString& title,
                                          const QStringList& filters);

}  // namespace poscope
