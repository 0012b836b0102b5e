#include "core/audit/dumped_table.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "core/model/array_file.h"

namespace poscope {
namespace {

/// A matrix in row-major order.
struct Matrix {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  std::vector<double> values;

  [[nodiscard]] double at(std::int64_t row, std::int64_t column) const {
    return values[static_cast<std::size_t>(row * width + column)];
  }
};

/// Columns first, first + step, ... of a matrix.
struct Columns {
  const Matrix* matrix = nullptr;
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;

  [[nodiscard]] double at(std::int64_t row, std::int64_t k) const {
    return matrix->at(row, first + k * step);
  }
};

struct Split {
  Columns cosines;
  Columns sines;
  const char* layout;
};

// [positions, width] without axes of size 1.
std::optional<std::pair<std::int64_t, std::int64_t>> matrixShape(const ArrayInfo& info) {
  std::vector<std::int64_t> axes;
  std::copy_if(info.shape.begin(), info.shape.end(), std::back_inserter(axes),
               [](std::int64_t size) { return size != 1; });
  if (axes.size() != 2 || axes[0] < 2 || axes[1] < 1) {
    return std::nullopt;
  }
  return std::pair(axes[0], axes[1]);
}

Result<Matrix> readMatrix(const NamedFile& file, ArrayInfo info, std::int64_t mostRows) {
  const auto shape = matrixShape(info);
  if (!info.readAs.empty()) {
    info.dtype = info.readAs;
  }
  return readArray(file, info).map([&](std::vector<double> values) {
    Matrix matrix{std::min(shape->first, mostRows), shape->second, std::move(values)};
    matrix.values.resize(static_cast<std::size_t>(matrix.rows * matrix.width));
    return matrix;
  });
}

bool isConstant(const Columns& columns, bool zero) {
  const double first = columns.at(0, 0);
  for (std::int64_t k = 0; k < columns.count; ++k) {
    const double value = columns.at(0, k);
    if (zero ? value != 0 : !(value == first && value > 0)) {
      return false;
    }
  }
  return columns.count > 0;
}

bool startsAtZero(const Split& split) {
  return isConstant(split.cosines, false) && isConstant(split.sines, true);
}

// The ways to lay both out in one array.
std::optional<Split> splitOf(const Matrix& matrix) {
  const std::int64_t half = matrix.width / 2;
  const Columns low{&matrix, 0, 1, half};
  const Columns high{&matrix, half, 1, half};
  const Columns even{&matrix, 0, 2, half};
  const Columns odd{&matrix, 1, 2, half};
  const Split splits[] = {{low, high, "audit.layout.cos_sin"},
                          {high, low, "audit.layout.sin_cos"},
                          {even, odd, "audit.layout.interleaved_cos"},
                          {odd, even, "audit.layout.interleaved_sin"}};
  for (const Split& split : splits) {
    if (matrix.width % 2 == 0 && startsAtZero(split)) {
      return split;
    }
  }
  return std::nullopt;
}

bool sameColumns(const Columns& left, const Columns& right) {
  for (std::int64_t row = 0; row < left.matrix->rows; ++row) {
    for (std::int64_t k = 0; k < left.count; ++k) {
      if (left.at(row, k) != right.at(row, k) && !std::isnan(left.at(row, k))) {
        return false;
      }
    }
  }
  return true;
}

// A width of whole heads has every pair twice: [A | A], or each number beside itself.
Columns withoutCopies(const Columns& columns) {
  if (columns.count % 2 != 0) {
    return columns;
  }
  const std::int64_t half = columns.count / 2;
  const Columns low{columns.matrix, columns.first, columns.step, half};
  const Columns high{columns.matrix, columns.first + half * columns.step, columns.step, half};
  const Columns even{columns.matrix, columns.first, 2 * columns.step, half};
  const Columns odd{columns.matrix, columns.first + columns.step, 2 * columns.step, half};
  return sameColumns(low, high) ? low : sameColumns(even, odd) ? even : columns;
}

void copyColumns(const Columns& columns, std::vector<double>& out) {
  out.clear();
  for (std::int64_t row = 0; row < columns.matrix->rows; ++row) {
    for (std::int64_t k = 0; k < columns.count; ++k) {
      out.push_back(columns.at(row, k));
    }
  }
}

bool holdsAll(const NumberFormat& format, const PhaseRows& rows) {
  const Rounding rounding = roundingOf(format);
  const auto held = [&](double value) {
    return !std::isfinite(value) || roundTo(rounding, value) == value;
  };
  return std::all_of(rows.cosines.begin(), rows.cosines.end(), held) &&
         std::all_of(rows.sines.begin(), rows.sines.end(), held);
}

const NumberFormat* narrowestFormat(const PhaseRows& rows) {
  const NumberFormat* narrowest = &numberFormats().front();
  for (const NumberFormat& format : numberFormats()) {
    // One of the well-known formats: rarer ones of the same size hold much the same numbers.
    if (format.first != 0 && holdsAll(format, rows)) {
      narrowest = &format;
    }
  }
  return narrowest;
}

bool hasWord(const ArrayInfo& info, std::string_view word) {
  std::string name = info.name;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name.find(word) != std::string::npos && matrixShape(info).has_value();
}

const ArrayInfo* namedArray(const ArrayFile& file, std::string_view word, std::string_view other) {
  const auto found = std::find_if(
      file.arrays.begin(), file.arrays.end(),
      [&](const ArrayInfo& info) { return hasWord(info, word) && !hasWord(info, other); });
  return found == file.arrays.end() ? nullptr : &*found;
}

tl::unexpected<Error> noTable(const std::string& name) {
  return fileError({"audit.error.no_table", {{"file", name}}});
}

Result<DumpedTable> tableOf(const Split& split, const std::string& dtype, const std::string& name) {
  DumpedTable table;
  const Columns cosines = withoutCopies(split.cosines);
  const Columns sines = withoutCopies(split.sines);
  if (!startsAtZero(split) || cosines.count != sines.count) {
    return noTable(name);
  }
  table.rows.rows = cosines.matrix->rows;
  table.rows.pairs = cosines.count;
  copyColumns(cosines, table.rows.cosines);
  copyColumns(sines, table.rows.sines);
  constexpr double kLargest = 2;  // A table factor over 1, but no positions or weights.
  const auto small = [](double value) { return !(std::abs(value) > kLargest); };
  if (!std::all_of(table.rows.cosines.begin(), table.rows.cosines.end(), small) ||
      !std::all_of(table.rows.sines.begin(), table.rows.sines.end(), small)) {
    return noTable(name);
  }
  table.dtype = dtype;
  table.layout = Text(split.layout);
  table.format = narrowestFormat(table.rows);
  return table;
}

}  // namespace

Result<DumpedTable> readDumpedTable(const NamedFile& file, std::int64_t mostRows) {
  const std::string& name = file.name;
  POSCOPE_TRY(const auto held, inspectArrayFile(file));
  const ArrayInfo* const cosine = namedArray(held, "cos", "sin");
  const ArrayInfo* const sine = namedArray(held, "sin", "cos");
  if (cosine != nullptr && sine != nullptr) {
    if (matrixShape(*cosine) != matrixShape(*sine)) {
      return noTable(name);
    }
    const auto cosines = readMatrix(file, *cosine, mostRows);
    POSCOPE_TRY(const auto sines, cosines ? readMatrix(file, *sine, mostRows) : cosines);
    return tableOf(
        {{&*cosines, 0, 1, cosines->width}, {&sines, 0, 1, sines.width}, "audit.layout.two"},
        cosine->dtype, name);
  }
  const auto single =
      std::find_if(held.arrays.begin(), held.arrays.end(),
                   [](const ArrayInfo& info) { return matrixShape(info).has_value(); });
  if (single == held.arrays.end()) {
    return noTable(name);
  }
  POSCOPE_TRY(const auto matrix, readMatrix(file, *single, mostRows));
  const auto split = splitOf(matrix);
  return split ? tableOf(*split, single->dtype, name) : Result<DumpedTable>(noTable(name));
}

}  // namespace poscope
