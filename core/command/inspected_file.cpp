#include "core/command/inspected_file.h"

#include <algorithm>
#include <iterator>

#include "core/command/inspect_notices.h"
#include "core/command/text_table.h"
#include "core/model/file_bytes.h"

namespace poscope {
namespace {

std::string say(const char* key, Language language) {
  return renderPlain(Text(key), language);
}

std::string orderText(const ArrayInfo& info, Language language) {
  if (info.fortranOrder && info.bigEndian) {
    return say("inspect.order_both", language);
  }
  return info.fortranOrder ? say("inspect.order_fortran", language)
         : info.bigEndian  ? say("inspect.order_big", language)
                           : std::string();
}

bool isNamed(const InspectedFile& inspected) {
  return inspected.file.kind == ArrayFileKind::safetensors;
}
bool hasValues(const InspectedFile& inspected) {
  return !inspected.header;
}
bool isOrdered(const InspectedFile& inspected) {
  return std::any_of(inspected.arrays.begin(), inspected.arrays.end(), [](const ListedArray& each) {
    return each.info.fortranOrder || each.info.bigEndian;
  });
}

template <auto Count>
std::string countText(const ListedArray& array) {
  return array.summary ? std::to_string((*array.summary).*Count) : std::string();
}
template <auto Value>
std::string extremeText(const ListedArray& array) {
  const auto value = array.summary ? (*array.summary).*Value : std::nullopt;
  return value ? valueText(*value) : array.summary ? "-" : "";
}

struct Column {
  const char* heading;
  Align align;
  bool (*shown)(const InspectedFile& inspected);  ///< Null: always.
  std::string (*cell)(const ListedArray& array, Language language);
};
using Summary = ArraySummary;
constexpr Column kColumns[] = {
    {"inspect.column_name", Align::left, isNamed,
     [](const ListedArray& array, Language) { return printable(array.info.name, 200); }},
    {"inspect.column_type", Align::left, nullptr,
     [](const ListedArray& array, Language) { return array.info.dtype; }},
    {"inspect.column_shape", Align::left, nullptr,
     [](const ListedArray& array, Language) { return shapeText(array.info.shape); }},
    {"inspect.column_bytes", Align::right, nullptr,
     [](const ListedArray& array, Language) { return std::to_string(array.info.bytes); }},
    {"inspect.column_least", Align::right, hasValues,
     [](const ListedArray& array, Language) { return extremeText<&Summary::least>(array); }},
    {"inspect.column_greatest", Align::right, hasValues,
     [](const ListedArray& array, Language) { return extremeText<&Summary::greatest>(array); }},
    {"inspect.column_nan", Align::right, hasValues,
     [](const ListedArray& array, Language) { return countText<&Summary::nan>(array); }},
    {"inspect.column_inf", Align::right, hasValues,
     [](const ListedArray& array, Language) { return countText<&Summary::infinite>(array); }},
    {"inspect.column_minus_inf", Align::right, hasValues,
     [](const ListedArray& array, Language) { return countText<&Summary::minusInfinite>(array); }},
    {"inspect.column_order", Align::left, isOrdered,
     [](const ListedArray& array, Language language) { return orderText(array.info, language); }}};

std::vector<Column> shownColumns(const InspectedFile& inspected) {
  std::vector<Column> columns;
  std::copy_if(
      std::begin(kColumns), std::end(kColumns), std::back_inserter(columns),
      [&](const Column& column) { return column.shown == nullptr || column.shown(inspected); });
  return columns;
}

std::string arraysText(const InspectedFile& inspected, Language language) {
  constexpr std::size_t kMostRows = 10'000;
  const std::vector<Column> columns = shownColumns(inspected);
  std::vector<Align> alignment;
  std::vector<std::string> headings;
  for (const Column& column : columns) {
    alignment.push_back(column.align);
    headings.push_back(say(column.heading, language));
  }
  TextTable table(alignment);
  table.add(headings);
  const std::size_t shown = std::min(inspected.arrays.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) {
    std::vector<std::string> cells;
    for (const Column& column : columns) {
      cells.push_back(column.cell(inspected.arrays[i], language));
    }
    table.add(std::move(cells));
  }
  std::string text = table.text(2);
  if (shown < inspected.arrays.size()) {
    const auto rest = static_cast<std::int64_t>(inspected.arrays.size() - shown);
    text += "  " + renderPlain({"inspect.more", {{"count", rest}}}, language) + "\n";
  }
  return text;
}

std::string metadataText(const ArrayFile& file, Language language) {
  if (file.metadata.empty()) {
    return {};
  }
  TextTable table({Align::left, Align::left});
  for (const auto& [key, value] : file.metadata) {
    table.add({printable(key), printable(value, 200)});
  }
  return "\n" + say("inspect.metadata", language) + "\n" + table.text(2);
}

// How to read bytes whose type the file does not tell.
std::string offerText(const InspectedFile& inspected, Language language) {
  const bool untyped = inspected.arrays.size() == 1 && !hasNumbers(inspected.arrays[0].info) &&
                       inspected.arrays[0].info.dtype.starts_with('V');
  if (!untyped) {
    return {};
  }
  const std::string& offer = inspected.arrays[0].info.readAs;
  return "\n" +
         renderPlain({"inspect.use_as",
                      {{"file", inspected.name}, {"type", offer.empty() ? "e4m3fn" : offer}}},
                     language) +
         "\n";
}

Json extremeJson(const std::optional<ElementValue>& value) {
  return value ? valueJson(*value) : Json(nullptr);
}

Json arrayJson(const ListedArray& array) {
  const ArrayInfo& info = array.info;
  Json row{{"name", info.name},
           {"dtype", info.dtype},
           {"shape", info.shape},
           {"fortran_order", info.fortranOrder},
           {"big_endian", info.bigEndian},
           {"begin", info.begin},
           {"bytes", info.bytes}};
  if (!info.readAs.empty()) {
    row["read_as"] = info.readAs;
  }
  if (array.summary) {
    row["values"] = array.summary->values;
    row["least"] = extremeJson(array.summary->least);
    row["greatest"] = extremeJson(array.summary->greatest);
    row["nan"] = array.summary->nan;
    row["inf"] = array.summary->infinite;
    row["minus_inf"] = array.summary->minusInfinite;
  }
  return row;
}

}  // namespace

std::string inspectedText(const InspectedFile& inspected, Language language) {
  const ArrayFile& file = inspected.file;
  const std::string title = "inspect.title_" + std::string(arrayFileKindName(file.kind));
  std::string text = renderPlain({title,
                                  {{"file", inspected.name},
                                   {"version", file.version},
                                   {"bytes", static_cast<std::int64_t>(file.fileBytes)}}},
                                 language) +
                     "\n";
  const auto count = static_cast<std::int64_t>(inspected.arrays.size());
  const auto all = static_cast<std::int64_t>(file.arrays.size());
  text += "\n" +
          renderPlain({count == all ? "inspect.arrays" : "inspect.arrays_some",
                       {{"count", count}, {"all", all}}},
                      language) +
          "\n";
  text += arraysText(inspected, language);
  if (inspected.slice) {
    text += "\n" + sliceText(*inspected.slice, language);
  }
  return text + metadataText(file, language) + noticesText(file.notices, language) +
         offerText(inspected, language);
}

std::string inspectedJson(const InspectedFile& inspected, Language language) {
  const ArrayFile& file = inspected.file;
  Json arrays = Json::array();
  for (const ListedArray& array : inspected.arrays) {
    arrays.push_back(arrayJson(array));
  }
  Json metadata = Json::object();
  for (const auto& [key, value] : file.metadata) {
    metadata[key] = value;
  }
  Json report{{"file", inspected.name}, {"kind", arrayFileKindName(file.kind)}};
  if (!file.version.empty()) {
    report["version"] = file.version;
  }
  report["bytes"] = file.fileBytes;
  report["arrays"] = std::move(arrays);
  if (inspected.slice) {
    report["slice"] = sliceJson(*inspected.slice);
  }
  report["metadata"] = std::move(metadata);
  report["notices"] = noticesJson(file.notices, language);
  return jsonText(report);
}

}  // namespace poscope
