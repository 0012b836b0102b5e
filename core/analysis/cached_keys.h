// What a cache of keys does to positions: ids that tokens are given while a text goes on, scores by
// id, and keys that are turned again each time the context is shifted.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/phase_rows.h"

namespace poscope {

/// A row of a batch: `padding` slots without a token, then a prompt that is read at once, then one
/// token a step. Tokens are counted from 0 without the padding.
struct DecodedRow {
  std::int64_t prompt = 1;
  std::int64_t padding = 0;
};

/// How code comes to the position id of a token.
struct IdRule {
  std::string_view name;
  std::int64_t (*id)(const DecodedRow& row, std::int64_t token);
};
/// right: the token's own number (the running sum of the attention mask, less 1). restarted: each
/// step counts from 0, as arange over one new token does. stuck: each step is told the prompt's
/// length. padded-decoding: the prompt is counted by the mask, a step by the slots of the cache, so
/// that the padding is counted. padded-always: slots are counted all the time.
[[nodiscard]] std::span<const IdRule> idRules();
/// Ends the program with the name where there is no such rule.
[[nodiscard]] const IdRule& idRule(std::string_view name);

/// Scores q . k / sqrt(d) in fp64 of tokens that are all alike: one vector is every query and every
/// key before it is turned. Not for several threads.
class IdScores {
 public:
  /// `vector` has two components for each frequency, interleaved.
  IdScores(PhaseReference reference, std::vector<double> vector);

  [[nodiscard]] double score(std::int64_t queryId, std::int64_t keyId);

 private:
  const std::vector<double>& turnedAt(std::int64_t id);

  PhaseReference reference_;
  std::vector<double> vector_;
  std::map<std::int64_t, std::vector<double>> turned_;
};

/// The scores of one query with each key before it and with itself, by the right ids and by others.
struct IdEffect {
  std::vector<double> right;
  std::vector<double> given;
  double largestError = 0;
  double massMoved = 0;  ///< As effect.h has it.
};
/// The last of the ids is the query's.
[[nodiscard]] IdEffect idEffect(IdScores& scores, std::span<const std::int64_t> right,
                                std::span<const std::int64_t> given);

/// A context that is shifted: each shift takes `hop` tokens away from its front, so that a key at
/// `start` stands at start - n * hop after n of them.
struct ContextShifts {
  std::int64_t start = 0;
  std::int64_t hop = 1;
  std::int64_t count = 0;
};

/// |k' - k| / |k| against the key that fp64 turns to its place, after 0..count shifts.
struct ShiftedKeyErrors {
  std::vector<double> again;  ///< The stored key is turned on by -hop and stored, each time.
  std::vector<double> once;   ///< The key before any rotation is kept, turned once and stored.
};
/// Angles, sines and cosines are those of `table`; a rotation is fp32's, and its end is rounded to
/// `format` once (ggml's rope over an fp16 cache). `key`, as the vector of IdScores, is rounded to
/// `format` before anything else.
[[nodiscard]] ShiftedKeyErrors shiftedKeyErrors(const PhasePipeline& table, const Rounding& format,
                                                std::span<const double> key,
                                                const ContextShifts& shifts);

}  // namespace poscope
