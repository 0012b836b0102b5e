// Every key of the window on one sheet, from the tables that the keys themselves come from.
#pragma once

#include <QDialog>
#include <vector>

#include "core/base/text.h"

namespace poscope {

class Actions;
class Appearance;

struct ShortcutRow {
  QString keys;  ///< "Ctrl+Shift+C".
  QString words;
};
struct ShortcutSection {
  Text title;
  std::vector<ShortcutRow> rows;
};

/// In the language in force. No key stands twice in a section.
[[nodiscard]] std::vector<ShortcutSection> shortcutSections(const Actions& actions,
                                                            const Appearance& appearance);

class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  ShortcutSheet(const Actions& actions, const Appearance& appearance, QWidget* parent);
};

}  // namespace poscope
