// RoPE scalings: how an implementation changes inverse frequencies for contexts longer than the
// trained one (PIPELINES 4). One file and one row of the table each; the reference (fp64) and the
// fp32 steps of PyTorch come from the same body.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/encoding/frequencies.h"

namespace poscope {

struct ScalingRow;

/// A scaling as configs spell it: its type and its numbers and lists by key. A regular value.
struct RopeScaling {
  /// "none" or the id of a row of ropeScalings(); a reader of files keeps unknown spellings.
  std::string type = "none";
  std::string keyPath;  ///< Where a file states it, such as "rope_scaling"; empty otherwise.
  /// "factor", "beta_fast", "original_max_position_embeddings" ...; true and false as 1 and 0.
  std::vector<std::pair<std::string, double>> numbers;
  std::vector<std::pair<std::string, std::vector<double>>>
      lists;  ///< "short_factor", "mrope_section" ...

  [[nodiscard]] std::optional<double> number(std::string_view key) const;
  /// nullptr when there is none.
  [[nodiscard]] const std::vector<double>* list(std::string_view key) const;
  /// nullptr for a type that is not known.
  [[nodiscard]] const ScalingRow* row() const;
  /// What the row of its type says, `is(&ScalingRow::byPosition)`; false for an unknown type.
  [[nodiscard]] bool is(bool ScalingRow::*trait) const;
  friend bool operator==(const RopeScaling&, const RopeScaling&) = default;
};

/// Everything that decides the frequencies of a RoPE.
struct RopeShape {
  std::int64_t dim = 128;    ///< Rotary dimensions: even, 2..2^24.
  double base = 10000;       ///< rope_theta, finite, > 0.
  std::int64_t headDim = 0;  ///< Whole head; 0: as `dim`. For scalings that read the share.
  std::int64_t length = 0;   ///< Current length in tokens, for those that follow it; 0: none yet.
  std::int64_t trained = 0;  ///< max_position_embeddings; 0: not known.
  RopeScaling scaling;
  friend bool operator==(const RopeShape&, const RopeShape&) = default;
};

/// A number that a scaling worked out on its way, for reports. Names: "factor" where the lengths
/// give it, "original" (the original length that counts), "effective_base", "alpha", "regime" (0
/// short, 1 long), "correction_low" and "correction_high" (YaRN, before they become the ramp),
/// "ramp_low", "ramp_high", "pairs_kept", "pairs_blended", "pairs_divided", "pairs_rotating",
/// "pairs_temporal", "pairs_height", "pairs_width".
struct DerivedNumber {
  std::string name;
  double value = 0;
};

struct ScaledFrequencies {
  std::vector<double> frequencies;  ///< dim/2, radians per token.
  double tableFactor = 1;           ///< cos and sin are multiplied by it before they are stored.
  double softmaxFactor = 1;         ///< The softmax scale is multiplied by it (DeepSeek's mscale).
  std::vector<DerivedNumber> derived;

  [[nodiscard]] std::optional<double> derivedNumber(std::string_view name) const;
};

/// Arithmetic of the steps: fp32 as PyTorch computes them, or double for the reference.
enum class FrequencyArithmetic { fp32, fp64 };

/// The frequencies before any rounding to a stage's format. `form` says how the unscaled power is
/// written; `stepwise` and `recurrence` begin with those of `power`. Usage errors: an unknown type,
/// a missing key, a list of the wrong length, a factor that is no number over 0, numbers that give
/// nothing finite; each names the key, the value and what was expected.
[[nodiscard]] Result<ScaledFrequencies> scaledFrequencies(const RopeShape& shape,
                                                          FrequencyForm form,
                                                          FrequencyArithmetic arithmetic);

/// The key of the length before scaling.
inline constexpr std::string_view kOriginalKey = "original_max_position_embeddings";

/// What may stand under a key of a scaling.
enum class ScalingKeyKind {
  number,    ///< Finite.
  positive,  ///< Finite and over 0.
  whole,     ///< A length: a whole number from 1 to 2^40.
  flag,      ///< 0 or 1.
  pairs,     ///< A list with one number over 0 for each pair.
  sections,  ///< A list of three whole numbers from 0: pairs that rotate by t, h and w.
};
enum class ScalingKeyUse { optional, required };
struct ScalingKey {
  std::string_view name;
  ScalingKeyKind kind = ScalingKeyKind::number;
  ScalingKeyUse use = ScalingKeyUse::optional;  ///< The absence of a required one is an error.
  bool always = false;  ///< Means something under every type, also one that does not read it.
  double usual = 0;     ///< What published configs have there; 0: nothing that all agree on.
};
/// As the first scaling that reads it has it (a name means one kind everywhere); nullptr when none
/// reads the key.
[[nodiscard]] const ScalingKey* findScalingKey(std::string_view name);
[[nodiscard]] bool isListKind(ScalingKeyKind kind);

struct ScalingInput;
/// The body of a scaling: one function, in a file of its own.
using ScalingBody = Result<ScaledFrequencies>(const ScalingInput& input);

inline constexpr std::size_t kMostScalingKeys = 8;

/// A row of the table of scalings: all that tells one from another outside of its body. Code asks
/// these questions, never for a name.
struct ScalingRow {
  std::string_view id;                                 ///< "linear", "yarn" ...
  std::array<ScalingKey, kMostScalingKeys> keys = {};  ///< What it reads, required ones first.
  std::string_view instead = {};  ///< A key that makes the required ones needless; empty: none.
  std::string_view implied = {};  ///< A key that makes "none" mean this type; empty: none.
  bool none = false;              ///< No scaling at all.
  bool changesFrequencies = true;
  bool byPosition = false;     ///< w / factor: code may divide the position instead.
  bool followsLength = false;  ///< The frequencies depend on the current length.
  bool growsBase = false;      ///< From the trained length on the base grows with the current one.
  bool needsOriginal = false;  ///< original_max_position_embeddings decides the numbers.
  bool setsContext = false;    ///< The context is the original length times the factor.
  bool extends = false;        ///< An original length that is not below the context is a slip.
  ScalingBody* frequencies = nullptr;

  /// The keys that are in use.
  [[nodiscard]] std::span<const ScalingKey> used() const;
  /// Whether the scaling reads `key`.
  [[nodiscard]] bool reads(std::string_view key) const;
};
[[nodiscard]] std::span<const ScalingRow> ropeScalings();
/// By id or by another spelling of configs ("default", "su", "deepseek_yarn"); nullptr when the
/// type is not known.
[[nodiscard]] const ScalingRow* findRopeScaling(std::string_view id);

/// Position interpolation by `factor`.
[[nodiscard]] RopeScaling linearScaling(double factor);

/// The scaling `row` with its usual numbers, to read `factor` times the `original` tokens. A usage
/// error where it needs what only a model has: a list with a number for each pair.
[[nodiscard]] Result<RopeScaling> usualScaling(const ScalingRow& row, double factor,
                                               std::int64_t original);

/// YaRN's numbers of rotations where the file has none, or 0.
inline constexpr double kBetaFast = 32;
inline constexpr double kBetaSlow = 1;

/// One notation for links and the command line, made of letters that links need not escape:
/// "yarn~factor~4~original_max_position_embeddings~32768", lists with "_" between the numbers:
/// "longrope~short_factor~1_1.05~long_factor~...". Numbers read back equal; keyPath and keys that
/// the scaling does not read are not kept.
[[nodiscard]] std::string writeRopeScaling(const RopeScaling& scaling);
/// Hostile text of any length: more than kLongestScaling bytes are refused. Usage errors name the
/// part and what was expected. "" and "none" are no scaling.
[[nodiscard]] Result<RopeScaling> parseRopeScaling(std::string_view text);
inline constexpr std::size_t kLongestScaling = 4096;

/// Of an mrope: the axis (0 temporal, 1 height, 2 width) from which pair `pair` takes its position.
/// `sections` are the three section sizes in pairs. Sectioned: runs of pairs (Qwen2-VL);
/// interleaved: pair c takes h if c % 3 == 1 and c < 3 sections[1], w if c % 3 == 2 and c < 3
/// sections[2], else t (Qwen3-VL). Text tokens have equal positions on all three axes.
[[nodiscard]] int mropeAxis(std::span<const double> sections, bool interleaved, std::int64_t pair);

}  // namespace poscope
