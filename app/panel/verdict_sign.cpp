#include "app/panel/verdict_sign.h"

#include <array>

namespace poscope {
namespace {

struct Row {
  ColourRole role;
  const char* name;
  QChar sign;
};
constexpr std::array<Row, 3> kRows{{{ColourRole::good, "good", QChar(0x25CF)},
                                    {ColourRole::bad, "bad", QChar(0x25A0)},
                                    {ColourRole::neutral, "neutral", QChar(0x25CB)}}};

const Row& rowOf(ColourRole role) {
  for (const Row& row : kRows) {
    if (row.role == role) {
      return row;
    }
  }
  return kRows.back();
}

}  // namespace

QString verdictSign(ColourRole role) {
  return rowOf(role).sign;
}

QString verdictRoleName(ColourRole role) {
  return QLatin1String(rowOf(role).name);
}

}  // namespace poscope
