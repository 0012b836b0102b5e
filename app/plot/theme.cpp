#include "app/plot/theme.h"

#include <array>

namespace poscope {
namespace {

QColor rgb(QRgb value) {
  return QColor(value);
}

// The token table of look/LOOK.md.
Theme lightTheme() {
  return {ThemeKind::light, rgb(0xF6F7F9), rgb(0xFFFFFF), rgb(0xEEF0F4), rgb(0xE1E5EB),
          rgb(0xEDEFF3),    rgb(0x1A1F29), rgb(0x5D6779), rgb(0x98A2B3), rgb(0x2563EB),
          rgb(0xE8F0FE),    rgb(0xD55E00), rgb(0xB54E00), rgb(0x0072B2), rgb(0x475467),
          rgb(0xE69F00),    rgb(0x117733), rgb(0xB42318), rgb(0x4B3BAB), rgb(0x007A69),
          rgb(0xAA4499),    rgb(0x8A6A12)};
}

Theme darkTheme() {
  return {ThemeKind::dark, rgb(0x12151A), rgb(0x191D24), rgb(0x14171D), rgb(0x2A303A),
          rgb(0x232933),   rgb(0xE6E9EF), rgb(0x98A2B3), rgb(0x667085), rgb(0x7AA7FF),
          rgb(0x1D2A44),   rgb(0xFF8A3D), rgb(0xFF8A3D), rgb(0x56B4E9), rgb(0xC7CED9),
          rgb(0xF0C14B),   rgb(0x5BC48A), rgb(0xFF7A6B), rgb(0xA99BF0), rgb(0x4DC7B0),
          rgb(0xE58AD2),   rgb(0xD6BD62)};
}

// One row per role, in the order of the enumerations.
constexpr std::array kMarkTokens{&Theme::a,     &Theme::b,     &Theme::reference, &Theme::mark,
                                 &Theme::muted, &Theme::good,  &Theme::bad,       &Theme::one,
                                 &Theme::two,   &Theme::three, &Theme::four};
constexpr std::array kRoleTextTokens{&Theme::aText, &Theme::b,     &Theme::reference, &Theme::text,
                                     &Theme::text,  &Theme::good,  &Theme::bad,       &Theme::one,
                                     &Theme::two,   &Theme::three, &Theme::four};
constexpr std::array kRunTokens{&Theme::text, &Theme::aText, &Theme::b,  &Theme::reference,
                                &Theme::text, &Theme::good,  &Theme::bad};
static_assert(kMarkTokens.size() == static_cast<std::size_t>(ColourRole::four) + 1);
static_assert(kRoleTextTokens.size() == kMarkTokens.size());
static_assert(kRunTokens.size() == static_cast<std::size_t>(TextRole::bad) + 1);

}  // namespace

const Theme& theme(ThemeKind kind) {
  static const Theme kLight = lightTheme();
  static const Theme kDark = darkTheme();
  return kind == ThemeKind::light ? kLight : kDark;
}

QColor markColour(const Theme& theme, ColourRole role) {
  return theme.*kMarkTokens[static_cast<std::size_t>(role)];
}

QColor textColour(const Theme& theme, TextRole role) {
  return theme.*kRunTokens[static_cast<std::size_t>(role)];
}

QColor textColour(const Theme& theme, ColourRole role) {
  return theme.*kRoleTextTokens[static_cast<std::size_t>(role)];
}

}  // namespace poscope
