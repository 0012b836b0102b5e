#include "core/command/text_table.h"

#include <algorithm>
#include <cstdint>

#include "core/base/utf8.h"

namespace poscope {
namespace {

struct CodeRange {
  std::uint32_t first;
  std::uint32_t last;
};

// Unicode's East Asian Width W and F, by blocks.
constexpr CodeRange kWide[] = {
    {0x1100, 0x115F}, {0x2E80, 0x303E},   {0x3041, 0x33FF},  {0x3400, 0x4DBF}, {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF}, {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},  {0xFE30, 0xFE4F}, {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
constexpr CodeRange kCombining[] = {{0x0300, 0x036F}, {0x200B, 0x200F}, {0xFE00, 0xFE0F}};

template <std::size_t N>
bool isIn(const CodeRange (&ranges)[N], std::uint32_t code) {
  return std::any_of(std::begin(ranges), std::end(ranges), [code](const CodeRange& range) {
    return code >= range.first && code <= range.last;
  });
}

std::size_t characterWidth(std::string_view bytes) {
  const std::uint32_t code = codePoint(bytes);
  return isIn(kWide, code) ? 2 : isIn(kCombining, code) ? 0 : 1;
}

// What must not be cut: a word, or one wide character with the punctuation behind it.
std::string_view firstPiece(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && text[length] != ' ') {
    const std::string_view character = firstCharacter(text.substr(length));
    length += character.size();
    const bool cutHere = characterWidth(character) == 2 && length < text.size() &&
                         text[length] != ' ' &&
                         codePoint(firstCharacter(text.substr(length))) < 0xFF00U &&
                         codePoint(firstCharacter(text.substr(length))) / 0x100U != 0x30U;
    if (cutHere) {
      break;
    }
  }
  return text.substr(0, length);
}

void closeLine(std::vector<std::string>& lines, std::string& line) {
  line.erase(line.find_last_not_of(' ') + 1);
  lines.push_back(std::move(line));
  line.clear();
}

}  // namespace

std::size_t shownWidth(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const std::string_view character = firstCharacter(text);
    width += characterWidth(character);
    text.remove_prefix(character.size());
  }
  return width;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    if (text.front() == ' ' || text.front() == '\n') {
      if (text.front() == '\n') {
        closeLine(lines, line);
      } else if (!line.empty()) {
        line += ' ';
      }
      text.remove_prefix(1);
      continue;
    }
    const std::string_view piece = firstPiece(text.substr(0, text.find('\n')));
    if (!line.empty() && shownWidth(line) + shownWidth(piece) > width) {
      closeLine(lines, line);
    }
    line += piece;
    text.remove_prefix(piece.size());
  }
  if (!line.empty()) {
    closeLine(lines, line);
  }
  return lines;
}

std::string TextTable::text(std::size_t indent) const {
  std::vector<std::size_t> widths(alignment_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size() && c < widths.size(); ++c) {
      widths[c] = std::max(widths[c], shownWidth(row[c]));
    }
  }
  std::string result;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t c = 0; c < row.size() && c < widths.size(); ++c) {
      const std::string blanks(widths[c] - shownWidth(row[c]), ' ');
      line += (c == 0 ? "" : "  ");
      line += alignment_[c] == Align::right ? blanks + row[c] : row[c] + blanks;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

}  // namespace poscope
