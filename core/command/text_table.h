// Aligned columns for a terminal, also with Chinese headings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace poscope {

/// Columns that a terminal shows for a UTF-8 text: wide (East Asian) characters take two, combining
/// marks none.
[[nodiscard]] std::size_t shownWidth(std::string_view text);

/// The text cut into lines of at most `width` columns at blanks (wide characters can be cut
/// anywhere), without blanks at the ends of lines. `width` >= 2.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

enum class Align { left, right };

class TextTable {
 public:
  explicit TextTable(std::vector<Align> alignment) : alignment_(std::move(alignment)) {}

  /// One cell per column; fewer leave the rest empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  /// Columns two blanks apart after `indent` blanks; no blanks at the ends of lines.
  [[nodiscard]] std::string text(std::size_t indent = 0) const;

 private:
  std::vector<Align> alignment_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace poscope
