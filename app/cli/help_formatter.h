// Help pages: our own layout, because CLI11's counts bytes where a terminal counts columns.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "app/cli/grammar.h"
#include "core/base/text.h"

namespace poscope {

/// Columns of a help page.
inline constexpr std::size_t kHelpWidth = 100;

class HelpFormatter final : public CLI::FormatterBase {
 public:
  /// `usage` gives the usage line of a subcommand, and of the program for an empty name.
  using Usage = std::function<std::string(const std::string& subcommand)>;

  /// `grammar` outlives the formatter.
  HelpFormatter(Language language, Usage usage, const Grammar& grammar)
      : language_(language), usage_(std::move(usage)), grammar_(grammar) {}
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;

 private:
  [[nodiscard]] std::string say(const Text& text) const;
  [[nodiscard]] std::string notes(const CLI::App* app) const;
  [[nodiscard]] std::string ending() const;

  Language language_;
  Usage usage_;
  const Grammar& grammar_;
};

/// "-s, --set NAME=VALUE".
[[nodiscard]] std::string optionWords(const CLI::Option& option);

}  // namespace poscope
