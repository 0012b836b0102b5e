// `poscope formats`.
#include "core/base/numbers.h"
#include "core/command/catalogue.h"
#include "core/command/command_json.h"
#include "core/command/text_table.h"
#include "core/numeric/format.h"

namespace poscope {
namespace {

struct SpecialsRow {
  SpecialValues specials;
  const char* textKey;
  std::vector<std::string> names;
};

const SpecialsRow& specialsOf(const NumberFormat& format) {
  static const std::vector<SpecialsRow> kRows{
      {SpecialValues::ieee, "command.formats.specials.ieee", {"inf", "nan"}},
      {SpecialValues::nanOnly, "command.formats.specials.nan", {"nan"}},
      {SpecialValues::none, "command.formats.specials.none", {}}};
  for (const SpecialsRow& row : kRows) {
    if (row.specials == format.specials) {
      return row;
    }
  }
  return kRows.front();
}

std::string_view kindName(const NumberFormat& format) {
  return format.kind == FormatKind::floating ? "floating" : "scaled-integer";
}

std::string plainText(Language language) {
  const auto say = [language](const char* key) { return renderPlain(Text(key), language); };
  using enum Align;
  TextTable table({left, right, right, right, right, right, right, left});
  table.add({say("command.formats.format"), say("command.formats.bits"),
             say("command.formats.parts"), say("command.formats.largest"),
             say("command.formats.smallest_normal"), say("command.formats.smallest"),
             say("command.formats.last_exact_integer"), say("command.formats.specials")});
  for (const NumberFormat& format : numberFormats()) {
    const std::string parts =
        "1+" + std::to_string(format.exponentBits) + "+" + std::to_string(format.fractionBits);
    table.add({std::string(format.id), std::to_string(format.storageBits), parts,
               shortDecimal(largestNumber(format), 10), shortDecimal(smallestNormal(format)),
               shortDecimal(smallestPositive(format)), std::to_string(lastExactInteger(format)),
               say(specialsOf(format).textKey)});
  }
  std::string text = table.text();
  for (const std::string& line : wrapped(say("command.formats.note"), 100)) {
    text += "\n" + line;
  }
  return text + "\n";
}

std::string jsonOutput() {
  Json formats = Json::array();
  for (const NumberFormat& format : numberFormats()) {
    formats.push_back({{"id", std::string(format.id)},
                       {"label", std::string(format.label)},
                       {"kind", std::string(kindName(format))},
                       {"bits", format.storageBits},
                       {"code_bits", format.codeBits()},
                       {"exponent_bits", format.exponentBits},
                       {"fraction_bits", format.fractionBits},
                       {"largest", jsonNumber(largestNumber(format))},
                       {"smallest_normal", jsonNumber(smallestNormal(format))},
                       {"smallest", jsonNumber(smallestPositive(format))},
                       {"last_exact_integer", lastExactInteger(format)},
                       {"specials", specialsOf(format).names}});
  }
  return jsonText({{"formats", std::move(formats)}});
}

}  // namespace

CommandOutput formatsCommand(bool json, Language language) {
  return {json ? jsonOutput() : plainText(language), 0};
}

}  // namespace poscope
