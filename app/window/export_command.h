// Opens the export dialog for the picture on screen.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "app/plot/theme.h"
#include "core/state/state.h"

class QWidget;

namespace poscope {

/// `opened`: files that must not be written over. `saved` is called with a sentence that names the
/// file, once one is written.
void openExportDialog(QWidget* parent, const State& state, std::shared_ptr<const Figure> figure,
                      ThemeKind theme, Language language, std::vector<std::filesystem::path> opened,
                      const std::function<void(const QString& sentence)>& saved);

}  // namespace poscope
