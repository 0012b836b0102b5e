// Whether pictures may move by themselves.
#pragma once

#include <QString>

namespace poscope {

/// Whether the settings of the desktop ask for no animations: KDE's kdeglobals or GTK's
/// settings.ini in `folder`, which is that of the user's configuration where none is given. GNOME
/// keeps its own elsewhere, and writes no file.
[[nodiscard]] bool desktopReducesMotion(const QString& folder = {});

}  // namespace poscope
