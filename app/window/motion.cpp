#include "app/window/motion.h"

#include <QFile>
#include <QSettings>
#include <QStandardPaths>

namespace poscope {
namespace {

struct MotionSetting {
  const char* file;
  const char* key;
};

// Each is a number or a word that says how much moves.
constexpr MotionSetting kSettings[] = {
    {"kdeglobals", "KDE/AnimationDurationFactor"},
    {"gtk-4.0/settings.ini", "Settings/gtk-enable-animations"},
    {"gtk-3.0/settings.ini", "Settings/gtk-enable-animations"},
};

bool saysNone(const QString& value) {
  bool number = false;
  const double factor = value.toDouble(&number);
  return number ? factor == 0 : value.compare(QLatin1String("false"), Qt::CaseInsensitive) == 0;
}

}  // namespace

bool desktopReducesMotion(const QString& folder) {
  const QString root = folder.isEmpty()
                           ? QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
                           : folder;
  for (const MotionSetting& each : kSettings) {
    const QString path = root + QLatin1Char('/') + QLatin1String(each.file);
    if (QFile::exists(path) &&
        saysNone(QSettings(path, QSettings::IniFormat).value(QLatin1String(each.key)).toString())) {
      return true;
    }
  }
  return false;
}

}  // namespace poscope
