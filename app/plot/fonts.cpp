#include <QFontDatabase>
#include <array>

#include "app/plot/theme.h"

// A macro of Qt that must stand outside of any namespace.
static void initPlotResources() {
  Q_INIT_RESOURCE(plot);
}

namespace poscope {
namespace {

constexpr std::array<int, 5> kPixels{11, 12, 13, 15, 24};
constexpr std::array<const char*, 5> kFontFiles{"Inter-Regular.otf", "Inter-Medium.otf",
                                                "Inter-SemiBold.otf", "JetBrainsMono-Regular.ttf",
                                                "JetBrainsMono-Bold.ttf"};

// The SC face by name: left to itself, the system may take Japanese shapes for Chinese text.
QString chineseFamily() {
  return QStringLiteral("Noto Sans CJK SC");
}

QFont sized(const QStringList& families, FontSize size) {
  loadFonts();
  QFont font;
  font.setFamilies(families);
  font.setPixelSize(kPixels[static_cast<std::size_t>(size)]);
  return font;
}

bool loadOnce() {
  initPlotResources();
  for (const char* file : kFontFiles) {
    QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/") + QLatin1String(file));
  }
  return QFontDatabase::families().contains(chineseFamily());
}

}  // namespace

bool loadFonts() {
  static const bool kComplete = loadOnce();
  return kComplete;
}

QFont textFont(FontSize size, QFont::Weight weight) {
  QFont font = sized({QStringLiteral("Inter"), chineseFamily()}, size);
  font.setWeight(weight);
  return font;
}

QFont monoFont(FontSize size) {
  QFont font = sized({QStringLiteral("JetBrains Mono"), chineseFamily()}, size);
  font.setFixedPitch(true);
  return font;
}

}  // namespace poscope
