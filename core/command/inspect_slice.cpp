#include "core/command/inspect_slice.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/command/text_table.h"
#include "core/model/file_bytes.h"

namespace poscope {
namespace {

constexpr std::string_view kRest = "...";

std::vector<std::string_view> splitRanges(std::string_view text) {
  std::vector<std::string_view> parts;
  for (auto comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
    parts.push_back(trimmed(text.substr(0, comma)));
    text.remove_prefix(comma + 1);
  }
  parts.push_back(trimmed(text));
  return parts;
}

// What is written for each axis: "..." stands for as many whole ones as are missing, and so does
// the end.
Result<std::vector<std::string_view>> rangesByAxis(std::string_view text,
                                                   const std::vector<std::int64_t>& shape) {
  std::vector<std::string_view> parts = splitRanges(text);
  const auto rests = std::count(parts.begin(), parts.end(), kRest);
  const std::size_t written = parts.size() - static_cast<std::size_t>(rests);
  if (rests > 1) {
    return usageError({"inspect.error.slice_rest", {{"slice", printable(text)}}});
  }
  if (written > shape.size()) {
    return usageError({"inspect.error.slice_axes",
                       {{"slice", printable(text)},
                        {"count", static_cast<std::int64_t>(written)},
                        {"axes", static_cast<std::int64_t>(shape.size())},
                        {"shape", shapeText(shape)}}});
  }
  auto rest = std::find(parts.begin(), parts.end(), kRest);
  if (rest != parts.end()) {
    rest = parts.erase(rest);
  }
  parts.insert(rest, shape.size() - written, ":");
  return parts;
}

Result<SlicedAxis> axisOf(std::string_view text, std::size_t axis, std::int64_t length) {
  const auto wrong = [&](const char* key) {
    return usageError({key,
                       {{"value", printable(text)},
                        {"axis", static_cast<std::int64_t>(axis)},
                        {"length", length}}});
  };
  const auto slice = parseSlice(text);
  if (!slice) {
    return wrong("inspect.error.slice_range");
  }
  const auto range = rangeOf(*slice, length);
  if (!range) {
    return wrong(slice->single ? "inspect.error.slice_index" : "inspect.error.slice_step");
  }
  return SlicedAxis{*range, slice->single};
}

std::vector<SlicedAxis> keptAxes(const ArraySlice& slice) {
  std::vector<SlicedAxis> kept;
  std::copy_if(slice.axes.begin(), slice.axes.end(), std::back_inserter(kept),
               [](const SlicedAxis& axis) { return !axis.single; });
  return kept;
}

std::string indexText(const IndexRange& range, std::int64_t at) {
  return std::to_string(range.at(at));
}

// One table: rows and columns are the last two axes, or the last one.
std::string tableText(std::span<const ElementValue> values, const IndexRange& rows,
                      const std::optional<IndexRange>& columns) {
  const std::int64_t width = columns ? columns->count : 1;
  TextTable table(std::vector<Align>(static_cast<std::size_t>(width) + 1, Align::right));
  if (columns) {
    std::vector<std::string> heading{""};
    for (std::int64_t column = 0; column < width; ++column) {
      heading.push_back(indexText(*columns, column));
    }
    table.add(std::move(heading));
  }
  for (std::int64_t row = 0; row < rows.count; ++row) {
    std::vector<std::string> cells{indexText(rows, row)};
    for (std::int64_t column = 0; column < width; ++column) {
      cells.push_back(valueText(values[static_cast<std::size_t>(row * width + column)]));
    }
    table.add(std::move(cells));
  }
  return table.text(2);
}

// "[3, 0, :, :]" above a table: the indices of the axes before it.
std::string blockHeading(const std::vector<SlicedAxis>& leading, std::int64_t block) {
  std::vector<std::string> indices(leading.size());
  for (std::size_t axis = leading.size(); axis-- > 0;) {
    const IndexRange& range = leading[axis].range;
    indices[axis] = indexText(range, block % range.count);
    block /= range.count;
  }
  return "[" + joinWords(indices) + ", :, :]";
}

// Lists in lists, as numpy's tolist().
Json nested(std::span<const ElementValue> values, std::span<const std::int64_t> shape) {
  if (shape.empty()) {
    return valueJson(values.front());
  }
  const std::size_t part = values.size() / static_cast<std::size_t>(shape[0]);
  Json list = Json::array();
  for (std::size_t begin = 0; begin < values.size(); begin += part) {
    list.push_back(nested(values.subspan(begin, part), shape.subspan(1)));
  }
  return list;
}

}  // namespace

Result<std::vector<SlicedAxis>> parseArraySlice(std::string_view text,
                                                const std::vector<std::int64_t>& shape) {
  POSCOPE_TRY(const auto parts, rangesByAxis(text, shape));
  std::vector<SlicedAxis> axes;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    POSCOPE_TRY(const auto sliced, axisOf(parts[axis], axis, shape[axis]));
    axes.push_back(sliced);
  }
  return axes;
}

std::vector<std::int64_t> ArraySlice::shape() const {
  std::vector<std::int64_t> sizes;
  for (const SlicedAxis& axis : keptAxes(*this)) {
    sizes.push_back(axis.range.count);
  }
  return sizes;
}

std::string sliceText(const ArraySlice& slice, Language language) {
  std::string text = renderPlain({"inspect.slice",
                                  {{"name", printable(slice.name)},
                                   {"slice", printable(slice.written)},
                                   {"shape", shapeText(slice.shape())},
                                   {"type", slice.dtype}}},
                                 language) +
                     "\n";
  std::vector<SlicedAxis> axes = keptAxes(slice);
  if (slice.values.empty()) {
    return text + "  " + renderPlain("inspect.slice_empty", language) + "\n";
  }
  if (axes.empty()) {
    return text + "  " + valueText(slice.values.front()) + "\n";
  }
  if (axes.size() == 1) {
    return text + tableText(slice.values, axes[0].range, std::nullopt);
  }
  const IndexRange columns = axes.back().range;
  axes.pop_back();
  const IndexRange rows = axes.back().range;
  axes.pop_back();
  const auto size = static_cast<std::size_t>(rows.count * columns.count);
  for (std::size_t begin = 0; begin < slice.values.size(); begin += size) {
    if (!axes.empty()) {
      text += blockHeading(axes, static_cast<std::int64_t>(begin / size)) + "\n";
    }
    text += tableText(std::span(slice.values).subspan(begin, size), rows, columns);
  }
  return text;
}

Json sliceJson(const ArraySlice& slice) {
  Json axes = Json::array();
  for (const SlicedAxis& axis : slice.axes) {
    axes.push_back({{"first", axis.range.first},
                    {"step", axis.range.step},
                    {"count", axis.range.count},
                    {"single", axis.single}});
  }
  const std::vector<std::int64_t> shape = slice.shape();
  Json json{{"tensor", slice.name}, {"slice", slice.written}, {"dtype", slice.dtype}};
  json["shape"] = shape;
  json["axes"] = std::move(axes);
  json["values"] = slice.values.empty() ? Json::array() : nested(slice.values, shape);
  return json;
}

std::string valueText(const ElementValue& value) {
  if (const auto* const number = std::get_if<double>(&value)) {
    return exactDecimal(*number);
  }
  return std::visit([](auto number) { return std::to_string(number); }, value);
}

Json valueJson(const ElementValue& value) {
  const auto* const number = std::get_if<double>(&value);
  if (number == nullptr) {
    return std::visit([](auto integer) { return Json(integer); }, value);
  }
  return std::isfinite(*number) ? jsonNumber(*number) : Json(exactDecimal(*number));
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
  return shape.empty() ? "1"
                       : joinWords(
                             shape, [](std::int64_t size) { return std::to_string(size); }, " x ");
}

}  // namespace poscope
