// The options of every subcommand and of the window, and where CLI11 puts their values.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/cli/command_line.h"

namespace poscope {

/// What CLI11 writes into; words become languages and themes afterwards.
struct Raw {
  CommandLine line;
  std::string language;
  std::string theme;
  bool quiet = false;
  bool verbose = false;
};

/// The ids of all languages with `separator` between.
[[nodiscard]] std::string languageChoices(std::string_view separator);

/// Adds options in one language.
class Options {
 public:
  Options(CLI::App& app, Raw& raw, Language language) : app_(app), raw_(raw), language_(language) {}

  void add(const char* names, const std::string& type, std::string& value, const Text& help) const {
    app_.add_option(names, value, say(help))->type_name(type);
  }
  // May be repeated; takes one value each time.
  void repeat(const char* names, const char* type, std::vector<std::string>& values,
              const Text& help) const {
    app_.add_option(names, values, say(help))->type_name(type)->allow_extra_args(false);
  }
  void words(const char* name, std::vector<std::string>& values, const Text& help) const {
    app_.add_option(name, values, say(help));
  }
  void flag(const char* name, bool& value, const Text& help) const {
    app_.add_flag(name, value, say(help))->disable_flag_override();
  }

  /// What every subcommand takes, and the program before one.
  void common() const;
  void json() const { flag("--json", raw_.line.json, "command.help.json"); }
  void language() const { add("--lang", languageChoices("|"), raw_.language, "command.help.lang"); }
  void theme() const { add("--theme", "light|dark", raw_.theme, "command.help.theme"); }
  void model() const { add("--model", "PATH", raw_.line.model, "command.help.model"); }
  void backend(const char* help) const { add("--backend", "ID", raw_.line.backend, help); }

  [[nodiscard]] std::string say(const Text& text) const { return renderPlain(text, language_); }
  [[nodiscard]] Raw& raw() const { return raw_; }

  /// Below the options: explanation and examples.
  void footer(const char* more, const std::vector<std::string>& examples) const;

 private:
  CLI::App& app_;
  Raw& raw_;
  Language language_;
};

void addViews(const Options& options);
void addRecipes(const Options& options);
void addFormats(const Options& options);
void addDevices(const Options& options);
void addRound(const Options& options);
void addExport(const Options& options);
void addGallery(const Options& options);
void addVerdict(const Options& options);
void addAudit(const Options& options);
void addInspect(const Options& options);
void addBench(const Options& options);
void addWindow(const Options& options);

}  // namespace poscope
