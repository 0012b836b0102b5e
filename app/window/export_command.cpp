#include "app/window/export_command.h"

#include "app/export/export_dialog.h"

namespace poscope {

void openExportDialog(QWidget* parent, ExportSubject subject, ThemeKind theme, Language language,
                      std::vector<std::filesystem::path> opened,
                      const std::function<void(const QString& sentence)>& saved) {
  auto* dialog = new ExportDialog(parent, std::move(subject.state), std::move(subject.figure),
                                  theme, language);
  dialog->offerFrames(std::move(subject.backend), std::move(subject.inputs));
  dialog->keep(std::move(opened));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &ExportDialog::saved, parent, saved);
  dialog->open();
}

}  // namespace poscope
