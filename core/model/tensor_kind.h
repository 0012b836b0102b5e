// Which tensors pages can read, and how they are told: one table of names and shapes.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/model/array_file.h"

namespace poscope {

/// In the order in which they are looked for in a file that has several.
enum class TensorKind {
  t5Bias,       ///< A bias for each bucket and head: [buckets, heads].
  kerple,       ///< p of KERPLE for each head; its a is beside it.
  learnedRows,  ///< A table of learned positions: [rows, width], see learned_rows.h.
  rotaryTable,  ///< A dumped cos/sin table, whatever it is called: who reads it says what it lacks.
};

/// As checkpoints name it, for messages: "*.relative_attention_bias.weight [buckets, heads]".
[[nodiscard]] std::string_view tensorPattern(TensorKind kind);

/// inspectArrayFile, but for the array of a .npy file, which has no name there: the file's without
/// its ending stands for it.
[[nodiscard]] Result<ArrayFile> inspectTensors(const NamedFile& file);

/// Those that are called and shaped as the kind's are, in the order of the file. Where the file is
/// a .npy, whose name tells nothing, its shape is enough.
[[nodiscard]] std::vector<ArrayInfo> tensorsOfKind(const ArrayFile& file, TensorKind kind);

/// The first kind of which a tensor has the name and the shape.
[[nodiscard]] TensorKind kindByName(const ArrayFile& file);

/// The tensor of a name; nullptr for none.
[[nodiscard]] const ArrayInfo* findTensor(const ArrayFile& file, std::string_view name);

/// A shape without its axes of size 1.
[[nodiscard]] std::vector<std::int64_t> longAxes(const ArrayInfo& info);

/// A tensor's name without ".weight" at its end.
[[nodiscard]] std::string_view withoutWeight(std::string_view name);

/// The part of a tensor's name behind its last point.
[[nodiscard]] std::string_view lastPart(std::string_view name);

}  // namespace poscope
