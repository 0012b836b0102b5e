// Language and theme of the running window, in one place: widgets read them here and follow the
// signals.
#pragma once

#include <QObject>
#include <memory>

#include "app/plot/theme.h"
#include "core/base/text.h"

class QTranslator;

namespace poscope {

enum class ThemeChoice { system, light, dark };

/// One per window. Owns the translators, the application's palette and its style sheet.
class Appearance : public QObject {
  Q_OBJECT

 public:
  explicit Appearance(QObject* parent = nullptr);
  ~Appearance() override;

  [[nodiscard]] Language language() const { return language_; }
  [[nodiscard]] ThemeChoice themeChoice() const { return choice_; }
  [[nodiscard]] ThemeKind themeKind() const { return kind_; }
  [[nodiscard]] const Theme& colours() const { return theme(kind_); }

  /// Installs the translators; widgets get a LanguageChange event and `languageChanged` is emitted.
  void setLanguage(Language language);
  /// Sets palette and style sheet of the application; `themeChanged` is emitted.
  void setThemeChoice(ThemeChoice choice);

  /// A sentence of core in the window's language.
  [[nodiscard]] QString say(const Text& text) const;
  /// The same as HTML, every run in the colour of its role.
  [[nodiscard]] QString html(const Text& text) const;

  /// A word of the chrome in any language, whatever language the window speaks.
  [[nodiscard]] static QString chrome(Language language, const char* context, const char* words);
  /// That of the system's first interface language, else English.
  [[nodiscard]] static Language systemLanguage();

  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  void languageChanged();
  void themeChanged();

 private:
  void apply();
  void followSystem();

  Language language_ = Language::english;
  ThemeChoice choice_ = ThemeChoice::system;
  ThemeKind systemKind_;
  ThemeKind kind_;
  bool applying_ = false;
  std::unique_ptr<QTranslator> chrome_;
  std::unique_ptr<QTranslator> toolkit_;
};

}  // namespace poscope
