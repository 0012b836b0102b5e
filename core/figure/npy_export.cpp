// A layer as a NumPy array.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/figure/data_export.h"
#include "core/figure/named_layers.h"

namespace poscope {
namespace {

static_assert(std::endian::native == std::endian::little, "npy bytes are copied as they are");

bool areFloats(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) {
    return std::isnan(value) || static_cast<double>(static_cast<float>(value)) == value;
  });
}

// NEP 1: magic, version 1.0, header length, then a Python literal padded so that the data starts at
// 64 bytes.
std::string npyHeader(std::string_view type, std::int64_t rows, std::int64_t columns) {
  std::string literal = "{'descr': '" + std::string(type) +
                        "', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                        std::to_string(columns) + "), }";
  constexpr std::size_t kPrefix = 10;
  while ((kPrefix + literal.size() + 1) % 64 != 0) {
    literal += ' ';
  }
  literal += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(literal.size() & 0xFF);
  header += static_cast<char>(literal.size() >> 8);
  return header + literal;
}

template <typename Real>
void appendBytes(std::string& bytes, std::span<const double> values) {
  const std::size_t start = bytes.size();
  bytes.resize(start + values.size() * sizeof(Real));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Real number = static_cast<Real>(values[i]);
    std::memcpy(bytes.data() + start + i * sizeof(Real), &number, sizeof(Real));
  }
}

}  // namespace

Result<std::string> figureNpy(const Figure& figure, std::string_view layer,
                              const std::stop_token& stop) {
  POSCOPE_TRY(const auto chosen, findLayer(figure, layer));
  POSCOPE_TRY(const auto data, readLayer(chosen, kMostNpyCells, stop));
  const bool narrow = seriesColumns(chosen).empty() && areFloats(data.values);
  std::string bytes = npyHeader(narrow ? "<f4" : "<f8", data.rows, data.columns);
  if (narrow) {
    appendBytes<float>(bytes, data.values);
  } else {
    appendBytes<double>(bytes, data.values);
  }
  return bytes;
}

DataFormat npyFormat() {
  return {"npy", kMostNpyCells,
          [](const Figure& figure, std::string_view layer, Language, const std::stop_token& stop) {
            return figureNpy(figure, layer, stop);
          }};
}

}  // namespace poscope
