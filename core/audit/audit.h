// What becomes of a model's positions: its settings as understood, what contradicts itself, and the
// verdicts on each way in which it may have come to its number format. config.json cannot say which
// of them applies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/effect.h"
#include "core/analysis/verdict.h"
#include "core/model/model_config.h"

namespace poscope {

struct AuditRequest {
  std::optional<std::int64_t> context;   ///< Tokens, 2..2^24; nothing: the model's own.
  const NumberFormat* format = nullptr;  ///< nullptr: the config's dtype; without one fp32.
  std::optional<std::string> recipe;     ///< Only this recipe of the catalogue.
};

/// A value as understood, with the key that it stands under.
using AuditSetting = Setting;

/// A notice of the reader or of a rule of the audit.
struct AuditFinding : Notice {
  Text fix;  ///< Empty: nothing has to be done.
};
/// With the fix of its rule, where there is one.
[[nodiscard]] AuditFinding withFix(Notice notice);

/// Largest angle between a recipe's phases and the exact ones, in radians.
struct PhaseError {
  double radians = 0;
  std::int64_t position = 0;
  std::int64_t pair = 0;
};

/// One way to run the model, for one kind of its layers.
struct AuditWay {
  CastWay way = CastWay::none;
  Recipe recipe;
  Text title;
  std::string layer;  ///< RopeSetting::layerType; empty: all layers.
  bool safe = false;  ///< The way to take. One for each kind of layer, the first, where there is
                      ///< any that is fine.
  /// `recipe` is a row of the catalogue with stages changed, not public code.
  bool changed = false;
  bool published = false;  ///< The code that was published for the model type.
  /// What a user gets who changes nothing: the published code, loaded with the config's dtype. One
  /// for each kind of layer.
  bool byDefault = false;
  std::string link;  ///< The recipe as links write it: "bloom", or "bloom&a.index=relative".
  VerdictSetup setup;
  Verdicts verdicts;
  AttentionEffect effect;
  PhaseError phase;  ///< RoPE only.
  /// Faithful up to this context, also beyond the one that was judged (at most 2^20); 0: not worked
  /// out.
  std::int64_t reach = 0;

  /// No verdict is bad.
  [[nodiscard]] bool fine() const;
  /// The code does this by itself: no later cast, autocast or patched constructor.
  [[nodiscard]] bool uncast() const { return way == CastWay::load || way == CastWay::none; }
};

/// What a dumped cos/sin table is.
struct AuditTable {
  std::string name;   ///< Of the file, or file and tensors.
  std::string dtype;  ///< As stored.
  std::int64_t rows = 0;
  std::int64_t pairs = 0;
  Text layout;         ///< How cosines and sines lie in the file.
  double base = 0;     ///< That fits best.
  std::string recipe;  ///< The recipe that fits best; `equalRows` rows equal it.
  std::string format;  ///< The model's format that goes with it.
  std::int64_t equalRows = 0;
};

struct AuditReport {
  ModelConfig config;               ///< Of a table: its name only.
  std::optional<AuditTable> table;  ///< Only for a dumped table.
  std::vector<AuditSetting> settings;
  std::vector<AuditFinding> findings;  ///< Errors first, then warnings, then notes.
  std::vector<AuditWay> ways;          ///< By kind of layer; safe ways first.
  Text conclusion;
  std::vector<Text> fixes;  ///< What to do, in words; empty: nothing.
  std::string patch;        ///< Python for PyTorch that does it; empty: nothing.
  /// No key gives the number format that was judged.
  bool formatAssumed = false;

  /// Whether an error was found: exit code 1.
  [[nodiscard]] bool broken() const;
  /// Whether all that was found is in the report: no key about positions that is not understood, no
  /// code that another one stands in for.
  [[nodiscard]] bool understood() const;
};

/// Errors: usage for a recipe that the model's scheme does not have and a context out of range;
/// cancelled. A model that cannot work is no error of the audit but a finding of its report.
[[nodiscard]] Result<AuditReport> audit(const ModelConfig& config, const AuditRequest& request,
                                        const VerdictControl& control = {});

}  // namespace poscope
