// A cos/sin table from a file: where the cosines and sines lie in it, and what its numbers are.
#pragma once

#include <string>

#include "core/analysis/phase_rows.h"
#include "core/base/result.h"
#include "core/model/named_file.h"
#include "core/numeric/format.h"

namespace poscope {

struct DumpedTable {
  PhaseRows rows;     ///< One column for each pair, also where the file has it twice.
  std::string dtype;  ///< As stored.
  Text layout;        ///< In words.
  /// The narrowest format that holds all numbers: a table that was rounded to bf16 and dumped in
  /// fp32 is one in bf16.
  const NumberFormat* format = nullptr;
};

/// Tensors of [positions, width] whose names have "cos" and "sin", else one array of both: halves
/// or interleaved, cosines or sines first. Axes of size 1 are left out. The first row must be
/// position 0. At most `mostRows` rows are kept.
[[nodiscard]] Result<DumpedTable> readDumpedTable(const NamedFile& file, std::int64_t mostRows);

}  // namespace poscope
