// Which positions share a place: the runs of neighbours that a format stores as one number
// (PIPELINES 9).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/numeric/format.h"

namespace poscope {

/// The positions first, first + stride, ... last are stored as `place`. Rounding is monotonic, so a
/// place is one run (stride 1); only a format that wraps comes back to it, once each period. All
/// NaN are one place, each infinity is one; they are lost.
struct PlaceGroup {
  std::int64_t first = 0;
  std::int64_t last = 0;
  double place = 0;
  std::int64_t stride = 1;

  [[nodiscard]] std::int64_t size() const { return (last - first) / stride + 1; }
  /// One of its positions keeps its value.
  [[nodiscard]] bool holdsExact() const {
    return place >= static_cast<double>(first) && place <= static_cast<double>(last) &&
           place == static_cast<double>(static_cast<std::int64_t>(place));
  }
};

struct PlaceCounts {
  std::int64_t total = 0;
  std::int64_t exact = 0;         ///< Positions whose value is stored unchanged.
  std::int64_t distinct = 0;      ///< Places.
  std::int64_t largestGroup = 0;  ///< Most positions at one place.
  std::int64_t unshared = 0;      ///< Positions alone at their place, which is a number.
  std::int64_t lost = 0;          ///< Positions stored as NaN or infinity.
  std::optional<std::pair<std::int64_t, std::int64_t>> firstCollision;
  friend bool operator==(const PlaceCounts&, const PlaceCounts&) = default;
};

/// The positions first..last (0 <= first <= last < 2^52) of one format.
class Places {
 public:
  Places(const NumberFormat& format, std::int64_t first, std::int64_t last,
         Overflow overflow = Overflow::ofFormat);

  [[nodiscard]] const NumberFormat& format() const { return format_; }
  [[nodiscard]] double scale() const { return rounding_.scale; }
  /// Positions until a format that wraps comes back to the same place; 0: it does not.
  [[nodiscard]] std::int64_t period() const { return period_; }
  /// Whether two stored numbers are one place: equal, or both NaN.
  [[nodiscard]] static bool shares(double left, double right);
  /// The number that stores `position`. For a scaled integer the multiple code * last / largest, so
  /// that it is exact where the quotient is.
  [[nodiscard]] double place(std::int64_t position) const;
  /// Everyone at the place of `position`, first <= position <= last.
  [[nodiscard]] PlaceGroup groupOf(std::int64_t position) const;
  [[nodiscard]] PlaceCounts count() const;

  /// Counts of the positions first..first+n-1 for each n of `lengths` (ascending, at most last -
  /// first + 1), in one sweep over the groups. Not for scaled integers, whose step depends on the
  /// last position.
  [[nodiscard]] std::vector<PlaceCounts> countEach(const std::vector<std::int64_t>& lengths) const;

 private:
  [[nodiscard]] std::int64_t lastOfGroup(std::int64_t position) const;
  [[nodiscard]] PlaceCounts countWrapped(std::int64_t length) const;

  const NumberFormat& format_;
  std::int64_t first_;
  std::int64_t last_;
  Rounding rounding_;
  std::int64_t period_;
};

}  // namespace poscope
