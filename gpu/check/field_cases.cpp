#include "gpu/check/field_cases.h"

#include <algorithm>

#include "core/encoding/alibi.h"
#include "core/field/make_field.h"

namespace poscope {
namespace {

RecipePair pairOf(Scheme scheme, std::string_view a, std::string_view b,
                  const NumberFormat& format) {
  return {*findRecipe(scheme, a), *findRecipe(scheme, b), &format};
}

// `count` integers from `first` in `cells` cells, cut to what the axis has.
AxisLattice part(std::int64_t size, std::int64_t first, std::int64_t count, std::int64_t cells) {
  const std::int64_t begin = std::min(first, size - 1);
  return {begin, std::min(count, size - begin), cells};
}

// A single row is asked for as such: repeated, it says nothing new.
std::int64_t rowCells(const Field& field, std::int64_t cells) {
  return field.rows == 1 ? 1 : cells;
}

}  // namespace

std::vector<FieldCase> fieldCases() {
  std::vector<FieldCase> cases;
  const std::int64_t far = (std::int64_t{1} << 24) + 17;
  const std::vector<double> scales{1, 0.33, 0.11, 0.037, 0.012, 0.004, 0.0014, 5e-4, 1.5e-4, 5e-5};
  for (const NumberFormat& format : numberFormats()) {
    const std::string id(format.id);
    const auto phase = pairOf(Scheme::rope, "module-cast", "hf-llama", format);
    const auto alibi = pairOf(Scheme::alibi, "baichuan-13b", "relative", format);
    cases.push_back(
        {"phase " + id, makePhaseField(phase, 46, 10000, TableLayout::interleaved, 0, 65551)});
    cases.push_back(
        {"far phase " + id, makePhaseField(phase, 46, 500000, TableLayout::rope, far, 70001)});
    cases.push_back({"alibi " + id, makeAlibiField(alibi, 0.2973017787506803, 70001, true)});
    cases.push_back({"stored alibi " + id, makeAlibiField(alibi, 0.5, 1048583, false)});
    cases.push_back({"alibi heads " + id, makeAlibiHeadsField(alibi, 40, 8, 70001, true)});
    cases.push_back({"decay " + id, makeDecayField(phase, 22, 10000, 70001, 70002, 1)});
    cases.push_back({"score spread " + id, makeScoreSpreadField(scales, 1.2, 70002, 0.5)});
    cases.push_back({"waves " + id, makeWaveField(scales, far, 70001)});
    RopeShape shape;
    shape.dim = 38;
    const auto recurrence = pairOf(Scheme::rope, "llama.cpp", "module-cast", format);
    cases.push_back({"rope error " + id, *makeRopeErrorField(phase, shape, 0, 70001)});
    cases.push_back({"rope worst " + id, *makeRopeWorstField(phase, shape, far, 70001)});
    cases.push_back({"recurrent error " + id, *makeRopeErrorField(recurrence, shape, 0, 70001)});
    cases.push_back({"recurrent worst " + id, *makeRopeWorstField(recurrence, shape, far, 70001)});
  }
  return cases;
}

std::vector<FieldCase> largeFieldCases() {
  const NumberFormat& bf16 = *findFormat("bf16");
  const auto phase = pairOf(Scheme::rope, "module-cast", "hf-llama", bf16);
  const auto alibi = pairOf(Scheme::alibi, "baichuan-13b", "relative", bf16);
  const std::int64_t context = std::int64_t{1} << 20;
  return {{"phase", makePhaseField(phase, 4096, 10000, TableLayout::rope, 0, context)},
          {"alibi", makeAlibiField(alibi, 0.0625, context, true)},
          {"alibi heads", makeAlibiHeadsField(alibi, 4096, 8, context, true)},
          {"decay", makeDecayField(phase, 128, 10000, context, context, 1)}};
}

std::vector<Lattice> oddLattices(const Field& field) {
  const std::int64_t rows = field.rows;
  const std::int64_t columns = field.columns;
  const auto row = [&](std::int64_t first, std::int64_t count, std::int64_t cells) {
    return part(rows, first, count, rowCells(field, cells));
  };
  const auto column = [&](std::int64_t first, std::int64_t count, std::int64_t cells) {
    return part(columns, first, count, cells);
  };
  return {
      {row(rows - 1, 1, 1), column(columns - 1, 1, 1)},       // the last cell
      {row(0, rows, 1), column(0, columns, 1)},               // everything in one cell
      {row(rows / 2, 1, 1), column(0, columns, 257)},         // one row
      {row(0, rows, 263), column(columns / 3, 1, 1)},         // one column
      {row(1, 7, 19), column(2, 5, 23)},                      // more cells than integers
      {row(rows / 3, 31, 31), column(columns / 2, 37, 37)},   // one integer a cell
      {row(rows / 3, 61, 37), column(columns / 4, 101, 47)},  // one or two a cell
      {row(3, rows, 29), column(1, columns, 41)},             // many a cell
  };
}

Lattice manyTiles(const Field& field, std::int64_t rows, std::int64_t columns) {
  const std::int64_t wide = field.rows == 1 ? rows * columns : columns;
  return {{0, field.rows, rowCells(field, rows)}, {0, field.columns, wide}};
}

}  // namespace poscope
