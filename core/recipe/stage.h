// The stages of recipes as handles: code names a stage by its id, so that a wrong one does not
// compile; words are for links, data and people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/numeric/format.h"

namespace poscope {

/// Every stage that some scheme has; which ones, and in which order, its row says (schemes.h).
enum class Stage : std::uint8_t {
  making,  ///< How positions are made.
  position,
  interpolation,  ///< What linear scaling changes.
  form,           ///< Of the frequencies.
  frequency,
  angle,
  table,
  application,  ///< When a rotation rounds.
  rotation,
  score,
  layout,
  slopes,  ///< The form of the slopes.
  slope,
  index,  ///< What a bias counts.
  logarithm,
  product,
  bias,
};
inline constexpr std::size_t kStages = static_cast<std::size_t>(Stage::bias) + 1;

/// As links and data name it: "position". Its words are the text `stage.<name>`.
[[nodiscard]] std::string_view stageName(Stage stage);

/// The stage's format is the model's own, the parameter `format`.
inline constexpr std::string_view kModelFormat = "model";

/// A stage of a scheme: a number format, or one of `words`.
struct StageSpec {
  Stage id;
  FormatPlace place = kAtOperation;              ///< Formats that are offered there can be picked.
  std::span<const std::string_view> words = {};  ///< Empty: a format id or kModelFormat.
  /// The setting that takes its rounding away, so that storage alone is left; empty: it stays.
  std::string_view exact = {};
  /// The setting that makes a published recipe sound without changing what it stores; empty: none.
  std::string_view sound = {};
  std::string_view unsound = {};  ///< `sound` takes the place of this setting only; empty: of any.

  [[nodiscard]] std::string_view name() const { return stageName(id); }
  [[nodiscard]] bool isFormat() const { return words.empty(); }
};

/// What linear scaling changes: frequencies, or positions, divided by the factor or multiplied by
/// its inverse.
enum class Interpolation : std::uint8_t { frequency, divide, multiply };

}  // namespace poscope
