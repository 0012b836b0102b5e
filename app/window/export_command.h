// Opens the export dialog for the picture on screen.
#pragma once

#include <memory>

#include "app/plot/theme.h"
#include "core/view/link.h"

class QWidget;

namespace poscope {

void openExportDialog(QWidget* parent, const State& state, std::shared_ptr<const Figure> figure,
                      ThemeKind theme, Language language);

}  // namespace poscope
