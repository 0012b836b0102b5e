#include "app/export/font_extent.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace poscope {
namespace {

// Big-endian numbers of a TrueType file.
std::uint32_t numberAt(const std::string& font, std::size_t at, std::size_t bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = at; i < at + bytes; ++i) {
    number = number << 8 | (i < font.size() ? static_cast<unsigned char>(font[i]) : 0U);
  }
  return number;
}

void putNumber(std::string& font, std::size_t at, std::size_t bytes, std::uint32_t number) {
  for (std::size_t i = bytes; i-- > 0; number >>= 8) {
    font[at + i] = static_cast<char>(number & 0xFF);
  }
}

int signedAt(const std::string& font, std::size_t at) {
  return static_cast<std::int16_t>(numberAt(font, at, 2));
}

// Where a table stands in the file, and its entry in the directory.
struct FontTable {
  std::size_t entry = 0;
  std::size_t start = 0;
  std::size_t size = 0;
};

// Nothing where there is no such table of at least `least` bytes.
std::optional<FontTable> findTable(const std::string& font, std::string_view name,
                                   std::size_t least) {
  const std::size_t tables = numberAt(font, 4, 2);
  for (std::size_t i = 0; i < tables; ++i) {
    const std::size_t entry = 12 + 16 * i;
    if (entry + 16 <= font.size() && font.compare(entry, name.size(), name) == 0) {
      const FontTable table{entry, numberAt(font, entry + 8, 4), numberAt(font, entry + 12, 4)};
      const bool whole = table.size >= least && table.start + table.size <= font.size();
      return whole ? std::optional(table) : std::nullopt;
    }
  }
  return std::nullopt;
}

// The sum of a table's words stands in the directory.
void putSum(std::string& font, const FontTable& table) {
  std::uint32_t sum = 0;
  for (std::size_t at = 0; at < table.size; at += 4) {
    sum += numberAt(font, table.start + at, 4);
  }
  putNumber(font, table.entry + 4, 4, sum);
}

// A place in a table that says how far glyphs reach, up or down.
struct Reach {
  std::string_view table;
  std::size_t offset;
  bool up;
  int sign;  // -1: written as a depth.
};
constexpr std::array<Reach, 6> kReaches{{{"hhea", 4, true, 1},
                                         {"hhea", 6, false, 1},
                                         {"OS/2", 68, true, 1},
                                         {"OS/2", 70, false, 1},
                                         {"OS/2", 74, true, 1},
                                         {"OS/2", 76, false, -1}}};

}  // namespace

void coverGlyphs(std::string& font) {
  const auto head = findTable(font, "head", 44);
  for (const Reach& reach : kReaches) {
    const auto table = findTable(font, reach.table, reach.offset + 2);
    if (!head || !table) {
      continue;
    }
    const int box = signedAt(font, head->start + (reach.up ? 42 : 38));
    const int said = reach.sign * signedAt(font, table->start + reach.offset);
    const int covers = reach.up ? std::max(said, box) : std::min(said, box);
    putNumber(font, table->start + reach.offset, 2,
              static_cast<std::uint32_t>(reach.sign * covers));
    putSum(font, *table);
  }
}

}  // namespace poscope
