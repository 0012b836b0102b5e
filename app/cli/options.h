// The options of every subcommand and of the window, and where CLI11 puts their values.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "app/cli/grammar.h"
#include "app/cli/value_names.h"

namespace poscope {

/// What CLI11 writes into; words become languages and themes afterwards.
struct Raw {
  CommandLine line;
  std::string language;
  std::string theme;
  bool quiet = false;
  bool verbose = false;
};

/// The words without an option before them that the window opens.
inline constexpr const char* kOpenWords = "OPEN";

/// The ids of all languages with `separator` between.
[[nodiscard]] std::string languageChoices(std::string_view separator);

/// Adds options in one language, and what they take to the grammar.
class Options {
 public:
  Options(CLI::App& app, Raw& raw, Grammar& grammar, Language language)
      : app_(app), raw_(raw), grammar_(grammar), language_(language) {}

  void add(const char* names, const std::string& type, std::string& value, const Text& help,
           const Values& values = {}) const {
    CLI::Option* const option = app_.add_option(names, value, say(help));
    grammar_.values[option->type_name(type)] = values;
  }
  // May be repeated; takes one value each time.
  void repeat(const char* names, const char* type, std::vector<std::string>& value,
              const Text& help, const Values& values = {}) const {
    CLI::Option* const option = app_.add_option(names, value, say(help));
    grammar_.values[option->type_name(type)->allow_extra_args(false)] = values;
  }
  void words(const char* name, std::vector<std::string>& value, const Text& help,
             const Values& values = {}) const {
    grammar_.values[app_.add_option(name, value, say(help))] = values;
  }
  void flag(const char* name, bool& value, const Text& help) const {
    app_.add_flag(name, value, say(help))->disable_flag_override();
  }

  /// What every subcommand takes, and the program before one.
  void common() const;
  void json() const { flag("--json", raw_.line.json, "command.help.json"); }
  void language() const {
    add("--lang", languageChoices("|"), raw_.language, "command.help.lang", {languageValues});
  }
  void theme() const;
  void model() const {
    add("--model", "PATH", raw_.line.model, "command.help.model", {presetValues, true});
  }
  void backend(const char* help) const {
    add("--backend", "ID", raw_.line.backend, help, {backendValues});
  }

  [[nodiscard]] std::string say(const Text& text) const { return renderPlain(text, language_); }
  [[nodiscard]] Raw& raw() const { return raw_; }

  /// Below the options: explanation and examples.
  void notes(const char* more, const std::vector<std::string>& examples) const;

 private:
  CLI::App& app_;
  Raw& raw_;
  Grammar& grammar_;
  Language language_;
};

void addViews(const Options& options);
void addRecipes(const Options& options);
void addFormats(const Options& options);
void addPresets(const Options& options);
void addGlossary(const Options& options);
void addDevices(const Options& options);
void addRound(const Options& options);
void addExport(const Options& options);
void addGallery(const Options& options);
void addVerdict(const Options& options);
void addAudit(const Options& options);
void addInspect(const Options& options);
void addBench(const Options& options);
void addCompletion(const Options& options);
void addWindow(const Options& options);

}  // namespace poscope
