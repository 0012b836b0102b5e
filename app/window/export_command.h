// Opens the export dialog for the picture on screen.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "app/plot/theme.h"
#include "core/compute/backend.h"
#include "core/figure/figure.h"
#include "core/state/inputs.h"
#include "core/state/state.h"

class QWidget;

namespace poscope {

/// What is exported.
struct ExportSubject {
  State state;
  std::shared_ptr<const Figure> figure;
  std::shared_ptr<const Backend> backend;  ///< This and the next: for frames, which are built anew.
  Inputs inputs;
};

/// `opened`: files that must not be written over. `saved` is called with a sentence that names the
/// file, once one is written.
void openExportDialog(QWidget* parent, ExportSubject subject, ThemeKind theme, Language language,
                      std::vector<std::filesystem::path> opened,
                      const std::function<void(const QString& sentence)>& saved);

}  // namespace poscope
