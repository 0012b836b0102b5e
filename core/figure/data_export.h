// A figure's numbers as csv, tsv, npy and json (DESIGN 6, docs/data.md). Whole or refused, written
// piece by piece. No Qt.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_sink.h"
#include "core/base/result.h"
#include "core/figure/figure.h"

namespace poscope {

/// A file of more numbers is refused.
inline constexpr std::int64_t kMostNumbers = std::int64_t{1} << 28;

/// first, first + step, ... below `end`, in the values of an axis; as Python's slices, but nothing
/// counts from the end.
struct AxisSlice {
  std::optional<std::int64_t> first;  ///< None: where the axis begins.
  std::optional<std::int64_t> end;    ///< Not part of it; none: the whole rest.
  std::int64_t step = 1;              ///< >= 1.

  friend bool operator==(const AxisSlice&, const AxisSlice&) = default;
};

/// Reads "A:B:STEP", "A:B", "A:", ":B", "::STEP" or "A" (that value alone); numbers as parseNumber
/// reads them, whole and not negative. Usage error with the name of the `option`.
[[nodiscard]] Result<AxisSlice> parseAxisSlice(std::string_view option, std::string_view text);

/// A part of the main panel, in axis values, as State::zoom.
struct DataWindow {
  double x0 = 0;
  double x1 = 1;
  double y0 = 0;
  double y1 = 1;
};

/// What the user calls the slices of a file, for messages: options, or boxes of a dialog.
struct SliceNames {
  std::string rows = "--rows";
  std::string columns = "--columns";
  friend bool operator==(const SliceNames&, const SliceNames&) = default;
};

/// What of a figure a file is to hold. Without slices: what its picture spans, which is the window
/// for the layers of the first panel, and the axes for the others.
struct DataRequest {
  std::string layer;                 ///< Empty: the main one, as the format says.
  bool neighbours = false;           ///< csv, tsv: with the other series of the layer's panel.
  std::optional<AxisSlice> rows;     ///< Of a heat map its y axis, of a series its x axis.
  std::optional<AxisSlice> columns;  ///< Of a heat map its x axis.
  std::optional<DataWindow> window;
  Language language = Language::english;  ///< Of sentences in json. The others know none.
  SliceNames names = {};
  std::int64_t most = kMostNumbers;  ///< More are refused.
};

struct DataControl {
  std::function<void(double)> progress;  ///< 0..1, may be empty.
  std::stop_token stop;
};

/// What a file holds, for a message about it.
struct DataSummary {
  std::int64_t numbers = 0;
  /// The rows and columns of an npy file, which it cannot say itself: "rows: position 0:50";
  /// empty for other kinds.
  Text axes;
};

/// A kind of file for numbers: the ending of its files and its writer. Its name for people is the
/// text `export.kind.<ending>`.
struct DataFormat {
  std::string_view ending;
  /// Looks at sizes only. Usage errors: a layer that does not exist, or whose words the format
  /// cannot hold; a slice that the layer has not, or that holds nothing; more than kMostNumbers.
  Result<DataSummary> (*check)(const Figure& figure, const DataRequest& request);
  /// Errors: those of `check`, of CellSource::cells, of `write`; cancelled.
  Result<void> (*write)(const Figure& figure, const DataRequest& request, const WriteBytes& write,
                        const DataControl& control);
  bool text = true;  ///< A terminal can show the file.
};

/// csv: numbers use a point and read back equal, in every locale; the bytes are the same in every
/// language. A heat map has its column axis in the first line and its row axis in the first column.
/// Series over one axis are one table, with a column for each: the layer that is named, or for an
/// empty name every series of the main layer's panel.
/// tsv: the same with tabs between the fields, which hold none: what spreadsheets paste.
/// npy: NumPy format 1.0, little-endian, C order, float32 for heat maps whose values are exactly
/// fp32 numbers and float64 otherwise; rows x columns, of a series x and what stands over it.
/// json: {"view", "link", "version", "parameters", "finding", "facts", "layers"}, layers with axis
/// values: all of them, the one that is named, or with slices those of the main layer's panel.
/// Numbers that JSON cannot write are "nan", "inf" and "-inf". A figure that compares has
/// "findings" by side too. "verdicts" and "notes" follow where there are any. A figure with a
/// judgement is judged here: its facts and verdicts are among them.
[[nodiscard]] std::span<const DataFormat> dataFormats();
/// nullptr when files of this ending hold no data.
[[nodiscard]] const DataFormat* findDataFormat(std::string_view ending);

/// A table of a figure: a heat map, all series of a plot, a table or rows of bits.
struct TableChoice {
  std::string layer;  ///< Of a DataRequest with neighbours.
  Text title;
  std::size_t panel = 0;  ///< Of Figure::panels.
};
/// Every number and word of the figure, in tables; that of the main layer first.
[[nodiscard]] std::vector<TableChoice> tableChoices(const Figure& figure);

/// Names of the layers that can be exported, the main one first.
[[nodiscard]] std::vector<std::string> layerNames(const Figure& figure);

/// Usage error with the names that exist when there is no layer `name`; an empty name is the main
/// one.
[[nodiscard]] Result<void> checkLayer(const Figure& figure, std::string_view name);

/// The bytes of the file that `ending` (of dataFormats()) names, in memory.
[[nodiscard]] Result<std::string> dataBytes(std::string_view ending, const Figure& figure,
                                            const DataRequest& request = {},
                                            const DataControl& control = {});

}  // namespace poscope
