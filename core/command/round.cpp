#include "core/command/round.h"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "core/command/command_json.h"
#include "core/command/text_table.h"
#include "core/numeric/format_names.h"
#include "core/numeric/rounding_words.h"
#include "core/state/params.h"

namespace poscope {
namespace {

tl::unexpected<Error> badOption(std::string_view option, std::string_view value, Text expected) {
  return usageError({"command.error.option",
                     {{"option", option}, {"value", value}, {"expected", std::move(expected)}}});
}

template <typename Row, std::size_t kCount>
Result<Row> rowNamed(const Row (&rows)[kCount], std::string_view option, std::string_view value) {
  const Row* const row = findNamed(rows, value);
  if (row == nullptr) {
    return usageError(unknownName("command.error.option", value, namesOf(rows, &Row::name),
                                  {{"option", option}}));
  }
  return *row;
}

Result<double> readScale(const NumberFormat& format, const std::string& text) {
  if (text.empty()) {
    return 1.0;
  }
  if (format.kind != FormatKind::scaledInteger) {
    return usageError({"command.error.scale", {{"format", format.id}}});
  }
  const auto scale = parseNumber(text);
  if (!scale || !(*scale > 0)) {
    return badOption("--scale", text, {"command.expected.scale"});
  }
  return *scale;
}

struct Task {
  const NumberFormat* format = nullptr;
  RoundingChoice choice;
};

Result<Task> readTask(const RoundRequest& request) {
  Task task;
  task.format = findFormat(request.format);
  if (task.format == nullptr) {
    return usageError(unknownName("command.error.format", request.format, formatNames()));
  }
  const auto direction = rowNamed(kDirections, "--rounding", request.rounding);
  const auto overflow = rowNamed(kOverflows, "--overflow", request.overflow);
  const auto scale = readScale(*task.format, request.scale);
  if (!direction || !overflow || !scale) {
    return tl::unexpected<Error>(!direction  ? direction.error()
                                 : !overflow ? overflow.error()
                                             : scale.error());
  }
  task.choice = {direction->direction, overflow->overflow, *scale};
  return task;
}

std::string bitsText(const NumberFormat& format, std::uint64_t code, std::string_view separator) {
  std::string text;
  const std::vector<Bit> bits = bitsOf(format, code);
  BitPart part = bits.front().part;
  for (const Bit& bit : bits) {
    if (bit.part != part && format.kind == FormatKind::floating) {
      text += separator;
    }
    part = bit.part;
    text += bit.set ? '1' : '0';
  }
  return text;
}

Result<RoundedNumber> roundOne(const Task& task, const NumberInput& input) {
  const NumberFormat& format = *task.format;
  const double scale = task.choice.scale;
  RoundedNumber row;
  row.input = input.text;
  row.stored = storedNumber(format, input, task.choice);
  if (std::isnan(row.stored) && !format.hasNan()) {
    return usageError({"command.error.nan", {{"format", format.id}}});
  }
  const std::uint64_t code = encode(format, row.stored, scale);
  row.bits = bitsText(format, code, " ");
  row.hex = hexOf(format, code);
  const Neighbours neighbours = neighboursOf(format, input, scale);
  row.below = neighbours.below;
  row.above = neighbours.above;
  // Beyond the end there is no other side.
  const double number = input.exact ? input.exact->toOdd() : input.special;
  row.spacing = spacingAt(format, std::isfinite(row.stored) ? number : row.stored, scale);
  row.error = storageError(input, row.stored);
  return row;
}

std::string shown(double number) {
  return std::isnan(number) ? "-" : exactDecimal(number);
}

// Short; the JSON has every digit. As all numbers here, it can be given to a program again.
std::string shownError(double number) {
  return std::isnan(number) ? "-" : plainShortDecimal(number);
}

std::string plainText(const std::vector<RoundedNumber>& rows, Language language) {
  std::vector<std::string> heading;
  for (const char* key : {"command.round.input", "command.round.stored", "command.round.bits",
                          "command.round.hex", "command.round.below", "command.round.above",
                          "command.round.spacing", "command.round.error"}) {
    heading.push_back(renderPlain(Text(key), language));
  }
  using enum Align;
  TextTable table({right, right, left, left, right, right, right, right});
  table.add(std::move(heading));
  for (const RoundedNumber& row : rows) {
    table.add({row.input, exactDecimal(row.stored), row.bits, row.hex, shown(row.below),
               shown(row.above), shown(row.spacing), shownError(row.error)});
  }
  return table.text();
}

// A stored NaN is a value here, not a number that does not exist.
Json jsonStored(double number) {
  return std::isnan(number) ? Json("nan") : jsonNumber(number);
}

std::string jsonOutput(const RoundRequest& request, const std::vector<RoundedNumber>& rows) {
  Json numbers = Json::array();
  for (const RoundedNumber& row : rows) {
    std::string bits = row.bits;
    std::erase(bits, ' ');
    numbers.push_back({{"input", row.input},
                       {"stored", jsonStored(row.stored)},
                       {"bits", bits},
                       {"hex", row.hex},
                       {"below", jsonNumber(row.below)},
                       {"above", jsonNumber(row.above)},
                       {"spacing", jsonNumber(row.spacing)},
                       {"error", jsonNumber(row.error)}});
  }
  const double scale = request.scale.empty() ? 1.0 : *parseNumber(request.scale);
  return jsonText({{"format", std::string(findFormat(request.format)->id)},
                   {"rounding", request.rounding},
                   {"overflow", request.overflow},
                   {"scale", jsonNumber(scale)},
                   {"numbers", std::move(numbers)}});
}

}  // namespace

Names roundFormats() {
  return formatNames();
}

Names roundingNames() {
  return {namesOf(kDirections), {}};
}

Names overflowNames() {
  return {namesOf(kOverflows), {}};
}

Result<std::vector<RoundedNumber>> roundNumbers(const RoundRequest& request) {
  POSCOPE_TRY(const auto task, readTask(request));
  std::vector<RoundedNumber> rows;
  for (const std::string& number : request.numbers) {
    POSCOPE_TRY(const auto input, readNumberInput(number));
    POSCOPE_TRY(auto row, roundOne(task, input));
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<CommandOutput> roundCommand(const RoundRequest& request, bool json, Language language) {
  POSCOPE_TRY(const auto rows, roundNumbers(request));
  return CommandOutput{json ? jsonOutput(request, rows) : plainText(rows, language), 0};
}

}  // namespace poscope
