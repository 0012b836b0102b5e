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
      {SpecialValues::nanLast, "command.formats.specials.nan", {"nan"}},
      {SpecialValues::nanNegativeZero, "command.formats.specials.nan", {"nan"}},
      {SpecialValues::none, "command.formats.specials.none", {}}};
  for (const SpecialsRow& row : kRows) {
    if (row.specials == format.specials) {
      return row;
    }
  }
  return kRows.front();
}

// Words of data, in the order of their enums.
constexpr std::string_view kKinds[] = {"floating", "integer", "scaled-integer"};
constexpr std::string_view kSigns[] = {"separate", "complement", "none"};
constexpr std::string_view kZeros[] = {"both", "positive", "none"};
constexpr std::string_view kBeyonds[] = {"infinity", "nan", "saturates", "wraps"};
constexpr std::string_view kTies[] = {"even", "up"};

template <typename Enum, std::size_t kCount>
std::string wordOf(const std::string_view (&words)[kCount], Enum value) {
  return std::string(words[static_cast<std::size_t>(value)]);
}

Json lastExact(const NumberFormat& format) {
  const std::int64_t last = lastExactInteger(format);
  return last < 0 ? Json() : Json(last);
}

std::string plainText(Language language) {
  const auto say = [language](const char* key) { return renderPlain(Text(key), language); };
  using enum Align;
  TextTable table({left, right, right, right, right, right, right, left, left});
  table.add({say("command.formats.format"), say("command.formats.bits"),
             say("command.formats.parts"), say("command.formats.largest"),
             say("command.formats.smallest_normal"), say("command.formats.smallest"),
             say("command.formats.last_exact_integer"), say("command.formats.specials"),
             say("command.formats.beyond")});
  for (const NumberFormat& format : numberFormats()) {
    const std::string parts = std::to_string(format.signBits()) + "+" +
                              std::to_string(format.exponentBits) + "+" +
                              std::to_string(format.fractionBits);
    const std::int64_t last = lastExactInteger(format);
    const std::string beyond = "command.formats.beyond." + wordOf(kBeyonds, format.beyond);
    table.add({std::string(format.id), std::to_string(format.storageBits), parts,
               shortDecimal(largestNumber(format), 10), shortDecimal(smallestNormal(format)),
               shortDecimal(smallestPositive(format)), last < 0 ? "-" : groupedInteger(last),
               say(specialsOf(format).textKey), say(beyond.c_str())});
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
                       {"kind", wordOf(kKinds, format.kind)},
                       {"bits", format.storageBits},
                       {"code_bits", format.codeBits()},
                       {"exponent_bits", format.exponentBits},
                       {"fraction_bits", format.fractionBits},
                       {"bias", format.bias},
                       {"sign", wordOf(kSigns, format.sign)},
                       {"zero", wordOf(kZeros, format.zero)},
                       {"ties", wordOf(kTies, format.ties)},
                       {"beyond", wordOf(kBeyonds, format.beyond)},
                       {"largest", jsonNumber(largestNumber(format))},
                       {"lowest", jsonNumber(lowestNumber(format))},
                       {"smallest_normal", jsonNumber(smallestNormal(format))},
                       {"smallest", jsonNumber(smallestPositive(format))},
                       {"last_exact_integer", lastExact(format)},
                       {"specials", specialsOf(format).names}});
  }
  return jsonText({{"formats", std::move(formats)}});
}

}  // namespace

CommandOutput formatsCommand(bool json, Language language) {
  return {json ? jsonOutput() : plainText(language), 0};
}

}  // namespace poscope
