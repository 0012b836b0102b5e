#include "core/model/tensor_kind.h"

#include <algorithm>

#include "core/model/learned_rows.h"

namespace poscope {
namespace {

using Axes = std::vector<std::int64_t>;

struct TensorKindRow {
  TensorKind kind;
  std::string_view pattern;
  bool (*named)(std::string_view name);
  bool (*shaped)(const Axes& axes);  ///< Without those of size 1.
};

// In the order of TensorKind.
constexpr TensorKindRow kRows[] = {
    {TensorKind::t5Bias, "*.relative_attention_bias.weight [buckets, heads]",
     [](std::string_view name) {
       return lastPart(withoutWeight(name)) == "relative_attention_bias";
     },
     [](const Axes& axes) {
       constexpr std::int64_t kFewestBuckets = 4;
       return (axes.size() == 1 || axes.size() == 2) && axes[0] >= kFewestBuckets &&
              axes[0] % 2 == 0;
     }},
    {TensorKind::kerple, "*.bias_p, *.bias_a [heads, 1, 1]",
     [](std::string_view name) { return lastPart(name) == "bias_p"; },
     [](const Axes& axes) { return axes.size() <= 1; }},
    {TensorKind::learnedRows,
     "*.wpe.weight, *.position_embeddings.weight, *.embed_positions.weight, *.pos_embed "
     "[rows, width]",
     isLearnedRowsName,
     [](const Axes& axes) {
       return axes.size() == 2 && *std::min_element(axes.begin(), axes.end()) > 0;
     }},
    {TensorKind::rotaryTable, "cos, sin [positions, width]", [](std::string_view) { return true; },
     [](const Axes&) { return true; }}};

const TensorKindRow& rowOf(TensorKind kind) {
  return kRows[static_cast<std::size_t>(kind)];
}

bool isNamed(const TensorKindRow& row, const ArrayInfo& info) {
  return row.named(info.name) && row.shaped(longAxes(info));
}

}  // namespace

std::string_view tensorPattern(TensorKind kind) {
  return rowOf(kind).pattern;
}

Result<ArrayFile> inspectTensors(const NamedFile& file) {
  return inspectArrayFile(file).map([&file](ArrayFile&& held) {
    for (ArrayInfo& info : held.arrays) {
      info.name = info.name.empty() ? shownPath(file.path.stem()) : info.name;
    }
    return std::move(held);
  });
}

std::vector<ArrayInfo> tensorsOfKind(const ArrayFile& file, TensorKind kind) {
  const TensorKindRow& row = rowOf(kind);
  std::vector<ArrayInfo> found;
  for (const ArrayInfo& info : file.arrays) {
    const bool fits =
        file.kind == ArrayFileKind::npy ? row.shaped(longAxes(info)) : isNamed(row, info);
    if (fits) {
      found.push_back(info);
    }
  }
  return found;
}

TensorKind kindByName(const ArrayFile& file) {
  const auto* const found =
      std::find_if(std::begin(kRows), std::end(kRows), [&file](const TensorKindRow& row) {
        return std::any_of(file.arrays.begin(), file.arrays.end(),
                           [&row](const ArrayInfo& info) { return isNamed(row, info); });
      });
  return found == std::end(kRows) ? TensorKind::rotaryTable : found->kind;
}

const ArrayInfo* findTensor(const ArrayFile& file, std::string_view name) {
  const auto found = std::find_if(file.arrays.begin(), file.arrays.end(),
                                  [name](const ArrayInfo& info) { return info.name == name; });
  return found == file.arrays.end() ? nullptr : &*found;
}

std::vector<std::int64_t> longAxes(const ArrayInfo& info) {
  std::vector<std::int64_t> axes;
  std::copy_if(info.shape.begin(), info.shape.end(), std::back_inserter(axes),
               [](std::int64_t size) { return size != 1; });
  return axes;
}

std::string_view withoutWeight(std::string_view name) {
  constexpr std::string_view kWeight = ".weight";
  return name.ends_with(kWeight) ? name.substr(0, name.size() - kWeight.size()) : name;
}

std::string_view lastPart(std::string_view name) {
  const auto point = name.rfind('.');
  return point == std::string_view::npos ? name : name.substr(point + 1);
}

}  // namespace poscope
