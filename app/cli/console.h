// What the program says: results on stdout only, messages on stderr.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/command/command_output.h"
#include "core/model/model_config.h"

namespace poscope {

class Console {
 public:
  explicit Console(Language language) : language_(language) {}

  [[nodiscard]] Language language() const { return language_; }

  /// Writes a result to stdout. Returns the exit code: `output.exitCode`, or 3 when stdout cannot
  /// be written.
  int print(const CommandOutput& output) const;
  int print(std::string_view text) const { return print(CommandOutput{std::string(text), 0}); }
  /// Prints the result, or says the error. Returns the exit code.
  int finish(const Result<CommandOutput>& output) const;

  /// "poscope: message" on stderr. Returns the error's exit code.
  int fail(const Error& error) const;
  void say(const Text& text) const;
  void notice(NoticeLevel level, const Text& text) const;

  /// A line on stderr that the next one replaces; nothing when stderr is no terminal.
  void progress(const Text& text) const;
  void progressBar(double share, const Text& text) const;
  void endProgress() const;

 private:
  Language language_;
};

/// The language of the environment: that of LC_ALL, LC_MESSAGES or LANG (the first that is set).
[[nodiscard]] Language environmentLanguage();

}  // namespace poscope
