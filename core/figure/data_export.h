// A figure's numbers as csv, npy and json (DESIGN 6). No Qt.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/figure/figure.h"

namespace poscope {

/// A layer as numbers: values row by row, with axis values. Points and curves have one row per
/// point with the columns x, y; bands x, low, high; their axes count from 0.
struct LayerData {
  std::string name;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<double> rowAxis;
  std::vector<double> columnAxis;
  std::vector<double> values;
  bool sampled = false;  ///< Larger than was asked for: the axis values say which cells these are.
};

/// How many cells of a layer each kind of file holds at most; larger layers are sampled.
inline constexpr std::int64_t kMostNpyCells = std::int64_t{1} << 25;
inline constexpr std::int64_t kMostCsvCells = std::int64_t{1} << 22;
inline constexpr std::int64_t kMostJsonCells = std::int64_t{1} << 19;

/// Names of the layers that can be exported, the main one first.
[[nodiscard]] std::vector<std::string> layerNames(const Figure& figure);

/// The layer `name` (empty: the main one) at one cell per integer; larger layers than `mostCells`
/// are sampled on a lattice of about that many and the axis values say which. Usage error with the
/// names that exist.
[[nodiscard]] Result<LayerData> layerData(const Figure& figure, std::string_view name,
                                          std::int64_t mostCells, std::stop_token stop);

/// How many cells the layer `name` (empty: the main one) has when nothing is left out; 0 for
/// tables. A file samples when this is over its limit. Usage error as layerData.
[[nodiscard]] Result<std::int64_t> layerCells(const Figure& figure, std::string_view name);

/// A kind of file for numbers: the ending of its files, how many cells of a layer it holds at most
/// (larger layers are sampled), and its writer. Its name for people is the text
/// `export.kind.<ending>`.
struct DataFormat {
  std::string_view ending;
  std::int64_t mostCells;
  Result<std::string> (*write)(const Figure& figure, std::string_view layer, Language language,
                               const std::stop_token& stop);
};
[[nodiscard]] std::span<const DataFormat> dataFormats();

/// Bytes of the file. Numbers use a point and read back equal, in every locale. A heat map has its
/// column axis in the first line and its row axis in the first column. Series are one tidy table
/// (series, x, y): the layer that is named, or for an empty name every series of the main layer's
/// panel. Tables are written in `language`.
[[nodiscard]] Result<std::string> figureCsv(const Figure& figure, std::string_view layer,
                                            Language language, const std::stop_token& stop);
/// NumPy format 1.0, little-endian, C order, float32 for heat maps whose values are exactly fp32
/// numbers and float64 otherwise; rows x columns (curves and points: see the view's help).
[[nodiscard]] Result<std::string> figureNpy(const Figure& figure, std::string_view layer,
                                            const std::stop_token& stop);
/// {"view", "link", "version", "parameters", "finding", "facts", "layers"}, layers with axis
/// values: all of them, or the one that is named. Numbers that JSON cannot write are "nan", "inf"
/// and "-inf". A figure that compares has "findings" by side too. "verdicts" and
/// "notes" follow where there are any. A figure with a judgement is
/// judged here: its facts and verdicts are among them.
[[nodiscard]] Result<std::string> figureJson(const Figure& figure, std::string_view layer,
                                             Language language, const std::stop_token& stop);

}  // namespace poscope
