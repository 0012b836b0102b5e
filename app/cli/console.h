// What the program says: results on stdout only, messages on stderr.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/command/command_output.h"
#include "core/model/model_config.h"

namespace poscope {

/// How much stderr says. Results on stdout are the same at every level.
enum class Verbosity {
  quiet,   ///< -q: nothing but errors.
  usual,   ///< Notes and warnings too, and progress on a terminal.
  verbose  ///< -v: also what was done, where and in what time.
};

class Console {
 public:
  explicit Console(Language language, Verbosity verbosity = Verbosity::usual)
      : language_(language), verbosity_(verbosity) {}

  [[nodiscard]] Language language() const { return language_; }

  /// Writes a result to stdout. Returns the exit code: `output.exitCode`, or 3 when stdout cannot
  /// be written.
  int print(const CommandOutput& output) const;
  int print(std::string_view text) const { return print(CommandOutput{std::string(text), 0}); }
  /// Prints the result, or says the error. Returns the exit code.
  int finish(const Result<CommandOutput>& output) const;

  /// Whether stdout is a terminal, which bytes that are no text would disturb.
  [[nodiscard]] static bool resultsGoToATerminal();

  /// "poscope: message" on stderr, at every level; nothing for an error without words (a reader
  /// that went away). Returns the error's exit code.
  int fail(const Error& error) const;
  void error(const Text& text) const;
  /// The same line unless quiet: what a user wants to know though nothing is wrong ("wrote x.pdf").
  void note(const Text& text) const;
  /// The same line, only when verbose.
  void detail(const Text& text) const;
  /// "poscope: warning: message"; when quiet, only those of level error.
  void notice(NoticeLevel level, const Text& text) const;

  /// A line on stderr that the next one replaces; nothing when quiet or when stderr is no terminal.
  void progress(const Text& text) const;
  void progressBar(double share, const Text& text) const;
  void endProgress() const;

 private:
  [[nodiscard]] bool says(Verbosity level) const { return verbosity_ >= level; }
  [[nodiscard]] bool showsProgress() const;

  Language language_;
  Verbosity verbosity_;
};

/// The language of the environment: that of LC_ALL, LC_MESSAGES or LANG (the first that is set).
[[nodiscard]] Language environmentLanguage();

}  // namespace poscope
