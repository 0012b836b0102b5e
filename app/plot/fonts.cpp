#include <QFontDatabase>
#include <algorithm>
#include <array>

#include "app/plot/theme.h"
#include "core/base/language.h"

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

// The shipped fonts have names of their own: a font of the first name that a machine has would be
// taken instead (resources/fonts/README.md).
constexpr QLatin1String kOurs(" Poscope");

// Families of the languages that Inter has no letters for.
QStringList languageFamilies() {
  QStringList families;
  for (const LanguageRow& row : languages()) {
    if (!row.font.empty()) {
      families += QString::fromStdString(std::string(row.font));
    }
  }
  return families;
}

QFont sized(const QString& family, FontSize size) {
  loadFonts();
  QFont font;
  font.setFamilies(QStringList{family} + languageFamilies());
  font.setPixelSize(kPixels[static_cast<std::size_t>(size)]);
  return font;
}

bool loadOnce() {
  initPlotResources();
  for (const char* file : kFontFiles) {
    QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/") + QLatin1String(file));
  }
  const QStringList present = QFontDatabase::families();
  const QStringList needed = languageFamilies();
  return std::all_of(needed.begin(), needed.end(),
                     [&](const QString& family) { return present.contains(family); });
}

}  // namespace

bool loadFonts() {
  static const bool kComplete = loadOnce();
  return kComplete;
}

QString commonFamily(const QString& family) {
  return family.endsWith(kOurs) ? family.chopped(kOurs.size()) : family;
}

QFont textFont(FontSize size, QFont::Weight weight) {
  QFont font = sized(QStringLiteral("Inter") + kOurs, size);
  font.setWeight(weight);
  return font;
}

QFont monoFont(FontSize size) {
  QFont font = sized(QStringLiteral("JetBrains Mono") + kOurs, size);
  font.setFixedPitch(true);
  return font;
}

}  // namespace poscope
