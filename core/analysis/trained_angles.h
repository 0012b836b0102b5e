// Which angles a RoPE has shown in training, and which a longer text turns its pairs to. A pair
// that finishes a turn within the trained length has shown every angle; another one only those from
// 0 to where it came. Lengths count whole steps: n tokens sweep n times the inverse frequency, so
// that dividing it by s reaches exactly s times as far.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace poscope {

struct TrainedAngles {
  std::vector<double> frequencies;  ///< Of the training: one of each pair, radians per token.
  double tokens = 0;                ///< Its length.

  /// Whether the pair has shown every angle.
  [[nodiscard]] bool wholeTurn(std::size_t pair) const;
  /// The largest inverse frequency with which the pair stays within what it has shown, over a text
  /// of `length` tokens; nothing for a pair that has shown every angle.
  [[nodiscard]] std::optional<double> limit(std::size_t pair, double length) const;
  /// Whether a text of `length` tokens turns the pair no farther than training did when its inverse
  /// frequency is now `frequency`. The last bits of a scaling's steps do not count.
  [[nodiscard]] bool shows(std::size_t pair, double frequency, double length) const;
  /// How many pairs come to angles that training has not shown: one of `frequencies` each.
  [[nodiscard]] std::int64_t unseenPairs(const std::vector<double>& frequencies,
                                         double length) const;
};

}  // namespace poscope
