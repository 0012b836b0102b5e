#include "app/cli/console.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/export/file_save.h"

namespace poscope {
namespace {

constexpr char kStartOfLine[] = "\r\x1b[2K";

bool errorsGoToATerminal() {
  static const bool kTerminal = isatty(STDERR_FILENO) == 1;
  return kTerminal;
}

void writeError(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

int Console::print(const CommandOutput& output) const {
  const auto written = writeStandardOutput(output.text);
  return written ? output.exitCode : fail(written.error());
}

int Console::finish(const Result<CommandOutput>& output) const {
  return output ? print(*output) : fail(output.error());
}

bool Console::resultsGoToATerminal() {
  return isatty(STDOUT_FILENO) == 1;
}

int Console::fail(const Error& error) const {
  if (!error.text.empty()) {
    this->error(error.text);
  }
  return exitCode(error);
}

void Console::error(const Text& text) const {
  writeError(renderPlain({"command.message", {{"text", text}}}, language_) + "\n");
}

void Console::note(const Text& text) const {
  if (says(Verbosity::usual)) {
    error(text);
  }
}

void Console::detail(const Text& text) const {
  if (says(Verbosity::verbose)) {
    error(text);
  }
}

void Console::notice(NoticeLevel level, const Text& text) const {
  if (level != NoticeLevel::error && !says(Verbosity::usual)) {
    return;
  }
  const std::string key = "command.level." + std::string(noticeLevelName(level));
  writeError(
      renderPlain({"command.message.notice", {{"level", Text(key)}, {"text", text}}}, language_) +
      "\n");
}

bool Console::showsProgress() const {
  return says(Verbosity::usual) && errorsGoToATerminal();
}

void Console::progress(const Text& text) const {
  if (showsProgress()) {
    writeError(kStartOfLine + renderPlain(text, language_));
  }
}

void Console::progressBar(double share, const Text& text) const {
  constexpr int kCells = 24;
  const int full = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * kCells));
  if (showsProgress()) {
    writeError(kStartOfLine + ("[" + std::string(static_cast<std::size_t>(full), '#')) +
               std::string(static_cast<std::size_t>(kCells - full), '.') + "] " +
               renderPlain(text, language_));
  }
}

void Console::endProgress() const {
  if (showsProgress()) {
    writeError(kStartOfLine);
  }
}

Language environmentLanguage() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      return languageOfLocale(value);
    }
  }
  return Language::english;
}

}  // namespace poscope
