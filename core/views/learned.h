// What the files of the view learned share.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/figure/figure.h"
#include "core/state/params.h"

namespace poscope {

/// Parameters of the view.
namespace learned {
inline constexpr WordParameter kPicture{{"picture"}};
inline constexpr IntegerParameter kPosition{{"position"}};
inline constexpr IntegerParameter kColumn{{"column"}};
inline constexpr IntegerParameter kOffset{{"offset"}};
}  // namespace learned

/// A table of learned positions and what was computed of it once.
struct LearnedTable {
  std::string file;    ///< That it was read from; empty for the example,
  std::string tensor;  ///< and its tensor there,
  std::string format;  ///< whose numbers are in this format.
  std::string owner;   ///< Whose numbers these are, as data files say it.
  std::uint64_t seed = 0;
  std::vector<double> values;  ///< Row by row.
  std::int64_t rows = 2;
  std::int64_t dim = 1;
  std::int64_t offset = 0;      ///< The row of position 0; those before it are for padding.
  bool offsetTold = true;       ///< By the name and the number of rows, not by the parameter.
  std::int64_t shown = 2;       ///< Positions of the picture: 0..shown-1.
  std::int64_t position = 0;    ///< The one that others are compared with.
  std::int64_t column = 0;      ///< The one whose curves are drawn.
  std::vector<double> lengths;  ///< Of the vectors of positions, Euclidean.
  /// Cycles x columns, as columnSpectra gives them; empty where they are not asked for and many.
  std::vector<double> spectra;
  std::vector<double> columnShares;  ///< Those of `column`.
  double near = 0;                   ///< Mean cosine of positions one apart,
  double far = 0;                    ///< and half a table apart; NaN where no pair has one.
  std::int64_t zeros = 0;            ///< Positions whose row is all zeros, which has no direction.
  double power = 0;                  ///< Sum of the mean shares: 0 where no column varies.
  std::int64_t halfCycles = 1;       ///< So many cycles and fewer hold half of the mean power.

  /// Positions that have a row.
  [[nodiscard]] std::int64_t positions() const { return rows - offset; }
  /// The numbers of positions 0..positions()-1, row by row.
  [[nodiscard]] std::span<const double> known() const {
    return std::span(values).subspan(static_cast<std::size_t>(offset * dim));
  }
  /// Numbers of cycles: 0..positions/2.
  [[nodiscard]] std::int64_t waves() const { return positions() / 2 + 1; }
  /// NaN past the table's end.
  [[nodiscard]] double value(std::int64_t position, std::int64_t column) const;
  /// The cosine of the angle between two positions' vectors; NaN past the end and for a vector of
  /// zeros.
  [[nodiscard]] double similarity(std::int64_t one, std::int64_t other) const;
  /// Of the power of a column, that of a number of cycles.
  [[nodiscard]] double share(std::int64_t cycles, std::int64_t column) const;
  /// Over all columns that are no constants.
  [[nodiscard]] double meanShare(std::int64_t cycles) const;
  /// The cycles that hold most of the power of `column`.
  [[nodiscard]] std::int64_t strongest() const;
};

/// The panels of the pictures: a heat map, and a curve of one row or column of it.
void addTablePicture(Figure& figure, const std::shared_ptr<const LearnedTable>& table);
void addSimilarityPicture(Figure& figure, const std::shared_ptr<const LearnedTable>& table);
void addSpectrumPicture(Figure& figure, const std::shared_ptr<const LearnedTable>& table);

}  // namespace poscope
