// A layer as a NumPy array.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/numbers.h"
#include "core/figure/data_export.h"
#include "core/figure/layer_part.h"

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

// The header comes first and depends on every number: a heat map is looked through up to the first
// one that is no float.
Result<bool> isNarrow(const LayerPart& part, const std::stop_token& stop) {
  if (part.layer().heat() == nullptr) {
    return false;
  }
  std::vector<double> values;
  for (std::int64_t first = 0; first < part.rows(); first += part.rowsAtOnce()) {
    const std::int64_t count = std::min(part.rowsAtOnce(), part.rows() - first);
    values.resize(static_cast<std::size_t>(count * part.columns()));
    POSCOPE_CHECK(part.read(first, count, values, stop));
    if (!areFloats(values)) {
      return false;
    }
  }
  return true;
}

Result<LayerPart> partOf(const Figure& figure, const DataRequest& request) {
  POSCOPE_TRY(const NamedLayer layer, findLayer(figure, request.layer));
  if (layer.isTable()) {
    return usageError({"export.layer.words", {{"layer", layer.name}}});
  }
  return LayerPart::make(figure, layer, request);
}

// "0:50", "256:8192:16": as --rows takes it.
std::string sliceOf(const LayerPart& part, std::int64_t count,
                    double (LayerPart::*value)(std::int64_t) const) {
  if (count == 0) {
    return "0:0";
  }
  const double first = (part.*value)(0);
  const double last = (part.*value)(count - 1);
  const double step = count > 1 ? (part.*value)(1) - first : 1;
  return exactDecimal(first) + ":" + exactDecimal(last + 1) +
         (step == 1 ? std::string() : ":" + exactDecimal(step));
}

Text axesOf(const LayerPart& part) {
  if (part.layer().heat() == nullptr) {
    return {"export.axes.series",
            {{"x", columnName(part.rowAxis())}, {"y", columnName(part.quantity())}}};
  }
  return {"export.axes.heat",
          {{"row", columnName(part.rowAxis())},
           {"rows", sliceOf(part, part.rows(), &LayerPart::rowValue)},
           {"column", columnName(part.columnAxis())},
           {"columns", sliceOf(part, part.columns(), &LayerPart::columnValue)}}};
}

Result<DataSummary> check(const Figure& figure, const DataRequest& request) {
  POSCOPE_TRY(const LayerPart part, partOf(figure, request));
  return checkedNumbers({part}, request).map([&](std::int64_t numbers) {
    return DataSummary{numbers, axesOf(part)};
  });
}

Result<void> writeNpy(const Figure& figure, const DataRequest& request, const WriteBytes& write,
                      const DataControl& control) {
  POSCOPE_TRY(const LayerPart part, partOf(figure, request));
  POSCOPE_TRY(const std::int64_t numbers, checkedNumbers({part}, request));
  POSCOPE_TRY(const bool narrow, isNarrow(part, control.stop));
  DataProgress progress(control, numbers);
  TextSink sink(write);
  sink.text = npyHeader(narrow ? "<f4" : "<f8", part.rows(), part.columns());
  POSCOPE_CHECK(eachBlock(part, progress, [&](std::int64_t, std::span<const double> values) {
    if (narrow) {
      appendBytes<float>(sink.text, values);
    } else {
      appendBytes<double>(sink.text, values);
    }
    return sink.flushIfFull();
  }));
  return control.stop.stop_requested() ? Result<void>(cancelled()) : sink.flush();
}

}  // namespace

DataFormat npyFormat() {
  return {"npy", check, writeNpy, false};
}

}  // namespace poscope
