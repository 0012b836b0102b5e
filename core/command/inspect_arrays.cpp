#include "core/command/inspect_arrays.h"

#include <algorithm>

#include "core/base/edit_distance.h"
#include "core/command/inspected_file.h"
#include "core/model/array_layout.h"
#include "core/model/file_bytes.h"

namespace poscope {
namespace {

std::string nearestName(const std::vector<ArrayInfo>& arrays, const std::string& name) {
  const auto nearest =
      std::min_element(arrays.begin(), arrays.end(), [&](const ArrayInfo& a, const ArrayInfo& b) {
        return editDistance(a.name, name) < editDistance(b.name, name);
      });
  return nearest == arrays.end() ? std::string() : printable(nearest->name, 200);
}

Result<std::vector<ListedArray>> chosenArrays(const std::string& file, const ArrayFile& held,
                                              const InspectOptions& options) {
  std::vector<ListedArray> chosen;
  for (const ArrayInfo& info : held.arrays) {
    if (options.tensor.empty() || info.name == options.tensor) {
      chosen.push_back({info, std::nullopt});
    }
  }
  if (!options.tensor.empty() && held.kind == ArrayFileKind::npy) {
    return usageError({"inspect.error.one_array", {{"file", file}}});
  }
  if (!options.tensor.empty() && chosen.empty()) {
    return usageError({held.arrays.empty() ? "inspect.error.empty" : "inspect.error.tensor",
                       {{"file", file},
                        {"name", printable(options.tensor, 200)},
                        {"near", nearestName(held.arrays, options.tensor)}}});
  }
  if ((!options.slice.empty() || !options.as.empty()) && chosen.size() != 1) {
    return usageError({"inspect.error.which",
                       {{"option", options.slice.empty() ? "--as" : "--slice"},
                        {"file", file},
                        {"count", static_cast<std::int64_t>(chosen.size())},
                        {"near", nearestName(held.arrays, options.tensor)}}});
  }
  return chosen;
}

// The type that the bytes are read as, whatever the file calls it.
Result<void> setType(ArrayInfo& info, const std::string& as) {
  if (as.empty()) {
    return {};
  }
  const auto count = elementCount(info.shape).value_or(0);
  const ElementType* const type = findElementType(as);
  const int bits = count == 0
                       ? (type == nullptr ? 0 : type->bits)
                       : static_cast<int>(8 * info.bytes / static_cast<std::uint64_t>(count));
  if (type == nullptr || !isReadable(*type) || type->bits != bits) {
    return usageError({"inspect.error.as",
                       {{"value", printable(as)},
                        {"type", info.dtype},
                        {"bits", bits},
                        {"expected", readableTypes(bits)}}});
  }
  info.dtype = std::string(type->name);
  info.readAs.clear();
  return {};
}

Result<void> summarise(const NamedFile& file, std::vector<ListedArray>& arrays,
                       const InspectControl& control) {
  std::uint64_t all = 0;
  for (const ListedArray& array : arrays) {
    all += hasNumbers(array.info) ? array.info.bytes : 0;
  }
  std::uint64_t done = 0;
  const ArrayControl pieces{
      [&](std::uint64_t bytes) {
        done += bytes;
        if (control.progress) {
          control.progress(static_cast<double>(done) / static_cast<double>(all));
        }
      },
      control.stop};
  for (ListedArray& array : arrays) {
    if (hasNumbers(array.info)) {
      POSCOPE_TRY(array.summary, summariseArray(file, array.info, pieces));
    }
  }
  return {};
}

Result<ArraySlice> readSliceOf(const NamedFile& file, const ArrayInfo& info,
                               const std::string& written, const std::stop_token& stop) {
  ArraySlice slice{info.name.empty() ? file.name : info.name, written, info.dtype, {}, {}};
  POSCOPE_TRY(slice.axes, parseArraySlice(written, info.shape));
  std::vector<IndexRange> ranges;
  for (const SlicedAxis& axis : slice.axes) {
    ranges.push_back(axis.range);
  }
  POSCOPE_TRY(slice.values, readSlice(file, info, ranges, stop));
  return slice;
}

// Notices that the type given by --as answers.
bool isAboutTypes(const Notice& notice) {
  constexpr NoticeId kIds[] = {NoticeId::voidType, NoticeId::voidByte, NoticeId::unreadableType,
                               NoticeId::unreadableTensor};
  return std::find(std::begin(kIds), std::end(kIds), notice.id) != std::end(kIds);
}

// What can be wrong with the request is told before values are read.
Result<InspectedFile> inspectedFile(const NamedFile& file, const InspectOptions& options,
                                    const InspectControl& control) {
  POSCOPE_TRY(auto held, inspectArrayFile(file));
  POSCOPE_TRY(auto arrays, chosenArrays(file.name, held, options));
  InspectedFile inspected{file.name, std::move(held), options.header, std::move(arrays), {}};
  if (!options.as.empty()) {
    POSCOPE_CHECK(setType(inspected.arrays.front().info, options.as));
    std::erase_if(inspected.file.notices, isAboutTypes);
  }
  if (!options.slice.empty()) {
    POSCOPE_TRY(inspected.slice,
                readSliceOf(file, inspected.arrays.front().info, options.slice, control.stop));
  }
  if (!options.header) {
    POSCOPE_CHECK(summarise(file, inspected.arrays, control));
  }
  return inspected;
}

}  // namespace

Result<CommandOutput> inspectArrays(const NamedFile& file, const InspectOptions& options,
                                    Language language, const InspectControl& control) {
  return inspectedFile(file, options, control).map([&](const InspectedFile& inspected) {
    return CommandOutput{
        options.json ? inspectedJson(inspected, language) : inspectedText(inspected, language), 0};
  });
}

}  // namespace poscope
