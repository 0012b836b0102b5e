#include "app/window/export_command.h"

#include "app/export/export_dialog.h"

namespace poscope {

void openExportDialog(QWidget* parent, const State& state, std::shared_ptr<const Figure> figure,
                      ThemeKind theme, Language language, std::vector<std::filesystem::path> opened,
                      const std::function<void(const QString& sentence)>& saved) {
  auto* dialog = new ExportDialog(parent, state, std::move(figure), theme, language);
  dialog->keep(std::move(opened));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &ExportDialog::saved, parent, saved);
  dialog->open();
}

}  // namespace poscope
