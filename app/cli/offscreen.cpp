#include "app/cli/offscreen.h"

#include <QHashFunctions>
#include <cstdio>

namespace poscope {
namespace {

// Variables that would choose another platform or style, change sizes, or end the program at a
// warning.
constexpr const char* kIgnored[] = {
    "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_PLATFORMTHEME", "QT_QPA_GENERIC_PLUGINS",
    "QT_STYLE_OVERRIDE",           "QT_SCALE_FACTOR",      "QT_SCREEN_SCALE_FACTORS",
    "QT_ENABLE_HIGHDPI_SCALING",   "QT_USE_PHYSICAL_DPI",  "QT_FONT_DPI",
    "QT_FATAL_WARNINGS",           "QT_FATAL_CRITICALS",   "QT_IM_MODULE"};

// Qt's remarks about the environment (no runtime folder, an unknown style) are no messages of ours.
void tellSeriousOnly(QtMsgType type, const QMessageLogContext&, const QString& message) {
  if (type == QtCriticalMsg || type == QtFatalMsg) {
    std::fputs(qPrintable(message + QLatin1Char('\n')), stderr);
  }
}

}  // namespace

std::unique_ptr<QApplication> makeOffscreenApplication() {
  qInstallMessageHandler(tellSeriousOnly);
  QHashSeed::setDeterministicGlobalSeed();  // The order of fonts in a pdf follows it.
  for (const char* name : kIgnored) {
    qunsetenv(name);
  }
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("LC_ALL", "C.UTF-8");  // Texts are ours; Qt warns of other encodings.
  // Qt keeps references to both.
  static int count = 1;
  static char name[] = "poscope";
  static char* arguments[] = {name, nullptr};
  return std::make_unique<QApplication>(count, arguments);
}

}  // namespace poscope
