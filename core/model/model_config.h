// What a model's config.json says about positions: the scheme, its numbers, and where each of them
// was read. Owns the meaning of the keys; the JSON itself is read by json_document.h. Hostile
// input: never throws.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/encoding/rope_scaling.h"
#include "core/encoding/scheme.h"
#include "core/model/named_file.h"
#include "core/model/notice.h"

namespace poscope {

/// The RoPE of one kind of layer.
struct RopeSetting {
  std::string layerType;  ///< Empty: all layers. Else "full_attention", "sliding_attention" or the
                          ///< file's name.
  double base = 10000;    ///< Finite and over 1, unless an error notice says what it is instead.
  std::string baseKeyPath;  ///< Empty: no key gives it, the class default is assumed.
  /// As the file states it, with what it states elsewhere or leaves to a default (an original
  /// length, a factor of two lengths); the type keeps the spelling of unknown ones.
  RopeScaling scaling;
  std::optional<std::int64_t> rotaryDim;  ///< Of these layers; absent when nothing gives it.
  friend bool operator==(const RopeSetting&, const RopeSetting&) = default;
};

/// One value as understood, for reports. `keyPath` names the key or keys it comes from.
struct Setting {
  std::string name;  ///< A word of the program: "scheme", "heads", "context", "base" ...
  std::string value;
  std::string keyPath;
  bool assumed = false;  ///< No key states it: a class default or an architecture's habit.
  friend bool operator==(const Setting&, const Setting&) = default;
};

/// An absent optional is a value that the file neither states nor lets derive.
struct ModelConfig {
  std::string name;       ///< The folder's or file's name; "owner/model" for a hub cache.
  std::string modelType;  ///< `model_type` as spelled; empty when absent.
  Scheme scheme = Scheme::unknown;
  std::optional<std::int64_t> heads;
  std::optional<std::int64_t> keyValueHeads;
  std::optional<std::int64_t> headDim;
  /// RoPE only, of the global layers; may be odd (then an error notice says so).
  std::optional<std::int64_t> rotaryDim;
  std::optional<std::int64_t> hiddenSize;
  std::optional<std::int64_t> context;  ///< YaRN: original length x factor.
  std::optional<std::int64_t>
      originalContext;  ///< Length before scaling; only with a scaling that needs it.
  std::string
      dtype;  ///< "bf16", "fp16", "fp32" ...; an unknown spelling as it is; empty when absent.
  double alibiBiasMax = 8;        ///< ALiBi only.
  bool twoDimensions = false;     ///< RoPE only: each half of a head has positions of its own.
  std::vector<RopeSetting> rope;  ///< RoPE only: one per kind of layer, the global layers first.
  std::vector<Setting> settings;
  std::vector<Notice> notices;
  std::uint64_t hash = 0;  ///< FNV-1a (64 bits) of the file's bytes.

  /// Whether a notice of level error was given: no table may be computed from this model.
  [[nodiscard]] bool broken() const;
  friend bool operator==(const ModelConfig&, const ModelConfig&) = default;
};

/// Largest config.json that is read: 8 MiB.
inline constexpr std::uintmax_t kLargestConfigBytes = 8U << 20U;

/// Reads the text of a config.json. `fileName` is used in messages and for the model's name. Errors
/// are of kind `file` and name file, line and column, and for a bad value the key, the value and
/// what was expected.
[[nodiscard]] Result<ModelConfig> parseModelConfig(std::string_view json,
                                                   std::string_view fileName);

/// A config.json, a folder that holds one, or a hub cache folder (models--owner--name).
/// Links are followed. Bigger than kLargestConfigBytes, not a plain file, not readable: an error of
/// kind `file`.
[[nodiscard]] Result<ModelConfig> readModelConfig(const NamedFile& file);

}  // namespace poscope
