#include "app/panel/appearance.h"

#include <QApplication>
#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>
#include <QPalette>
#include <QTranslator>
#include <array>
#include <map>

#include "app/panel/style_sheet.h"
#include "app/plot/html_text.h"

// A static library's resources are dropped by the linker unless somebody asks for them, outside of
// namespaces.
static void initialiseChrome() {
  Q_INIT_RESOURCE(chrome);
}

namespace poscope {
namespace {

ThemeKind kindOf(const QPalette& palette) {
  const bool dark = palette.color(QPalette::Window).lightness() < 128;
  return dark ? ThemeKind::dark : ThemeKind::light;
}

QPalette paletteOf(const Theme& theme) {
  QPalette palette;
  palette.setColor(QPalette::Window, theme.background);
  palette.setColor(QPalette::WindowText, theme.text);
  palette.setColor(QPalette::Base, theme.surface);
  palette.setColor(QPalette::AlternateBase, theme.sunken);
  palette.setColor(QPalette::Text, theme.text);
  palette.setColor(QPalette::PlaceholderText, theme.muted);
  palette.setColor(QPalette::Button, theme.surface);
  palette.setColor(QPalette::ButtonText, theme.text);
  palette.setColor(QPalette::ToolTipBase, theme.surface);
  palette.setColor(QPalette::ToolTipText, theme.text);
  palette.setColor(QPalette::Highlight, theme.accent);
  palette.setColor(QPalette::HighlightedText, theme.surface);
  palette.setColor(QPalette::Link, theme.accent);
  palette.setColor(QPalette::Mid, theme.border);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, theme.faint);
  }
  return palette;
}

QString chromeFile(Language language) {
  return QStringLiteral("poscope_") + QString::fromStdString(std::string(languageName(language)));
}

// The words of the source are English: a language without a translation needs none.
std::unique_ptr<QTranslator> installed(const QString& name, const QString& folder) {
  auto translator = std::make_unique<QTranslator>();
  if (name.isEmpty() || !translator->load(name, folder)) {
    return nullptr;
  }
  QCoreApplication::installTranslator(translator.get());
  return translator;
}

}  // namespace

Appearance::Appearance(QObject* parent)
    : QObject(parent), systemKind_(kindOf(QApplication::palette())), kind_(systemKind_) {
  initialiseChrome();
  QApplication::setFont(textFont(FontSize::base));
  qApp->installEventFilter(this);
}

Appearance::~Appearance() = default;

QString Appearance::chrome(Language language, const char* context, const char* words) {
  static std::map<Language, std::unique_ptr<QTranslator>> translators;
  auto& translator = translators[language];
  if (translator == nullptr) {
    translator = std::make_unique<QTranslator>();
    static_cast<void>(translator->load(chromeFile(language), QStringLiteral(":/translations")));
  }
  const QString translated = translator->translate(context, words);
  return translated.isEmpty() ? QString::fromUtf8(words) : translated;
}

Language Appearance::systemLanguage() {
  const QStringList languages = QLocale::system().uiLanguages();
  return languages.isEmpty() ? Language::english
                             : languageOfLocale(languages.first().toStdString());
}

void Appearance::setLanguage(Language language) {
  language_ = language;
  toolkit_.reset();  // A translator's destructor removes it from the application.
  chrome_.reset();
  const LanguageRow& row = languageRow(language);
  toolkit_ = installed(QString::fromStdString(std::string(row.toolkit)),
                       QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  chrome_ = installed(chromeFile(language), QStringLiteral(":/translations"));
  emit languageChanged();
}

void Appearance::setThemeChoice(ThemeChoice choice) {
  choice_ = choice;
  if (choice == ThemeChoice::system) {
    followSystem();
  }
  apply();
}

void Appearance::followSystem() {
  applying_ = true;
  QApplication::setPalette(QPalette());  // Back to what the platform gives.
  systemKind_ = kindOf(QApplication::palette());
  applying_ = false;
}

void Appearance::apply() {
  const std::array<ThemeKind, 3> kinds{systemKind_, ThemeKind::light, ThemeKind::dark};
  kind_ = kinds.at(static_cast<std::size_t>(choice_));
  applying_ = true;
  QApplication::setPalette(paletteOf(colours()));
  qApp->setStyleSheet(styleSheet(colours()));
  applying_ = false;
  emit themeChanged();
}

QString Appearance::say(const Text& text) const {
  return QString::fromStdString(renderPlain(text, language_));
}

QString Appearance::html(const Text& text) const {
  return richText(text, language_, colours());
}

bool Appearance::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ThemeChange && !applying_ && choice_ == ThemeChoice::system) {
    const ThemeKind before = systemKind_;
    followSystem();
    if (systemKind_ != before) {
      apply();
    } else {
      applying_ = true;
      QApplication::setPalette(paletteOf(colours()));
      applying_ = false;
    }
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace poscope
