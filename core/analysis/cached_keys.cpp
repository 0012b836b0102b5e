#include "core/analysis/cached_keys.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/drawn_head.h"
#include "core/analysis/effect.h"
#include "core/analysis/rotated_score.h"
#include "core/base/require.h"

namespace poscope {
namespace {

constexpr IdRule kRules[] = {
    {"right", [](const DecodedRow&, std::int64_t token) { return token; }},
    {"restarted", [](const DecodedRow& row,
                     std::int64_t token) { return token < row.prompt ? token : std::int64_t{0}; }},
    {"stuck",
     [](const DecodedRow& row, std::int64_t token) { return std::min(token, row.prompt); }},
    {"padded-decoding",
     [](const DecodedRow& row, std::int64_t token) {
       return token < row.prompt ? token : token + row.padding;
     }},
    {"padded-always",
     [](const DecodedRow& row, std::int64_t token) { return token + row.padding; }}};

double errorOf(std::span<const double> key, std::span<const double> exact) {
  double square = 0;
  for (std::size_t k = 0; k < key.size(); ++k) {
    square += (key[k] - exact[k]) * (key[k] - exact[k]);
  }
  return std::sqrt(square) / normOf(exact);
}

}  // namespace

std::span<const IdRule> idRules() {
  return kRules;
}

const IdRule& idRule(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kRules), std::end(kRules),
                                         [name](const IdRule& rule) { return rule.name == name; });
  return require(found == std::end(kRules) ? nullptr : found, "rule of position ids", name);
}

IdScores::IdScores(PhaseReference reference, std::vector<double> vector)
    : reference_(std::move(reference)), vector_(std::move(vector)) {}

const std::vector<double>& IdScores::turnedAt(std::int64_t id) {
  const auto found = turned_.find(id);
  if (found != turned_.end()) {
    return found->second;
  }
  PhaseRows table;
  fillReferenceRows(reference_, id, 1, table);
  return turned_.emplace(id, turned(RotationStages(), PairLayout::interleaved, vector_, table, 0))
      .first->second;
}

double IdScores::score(std::int64_t queryId, std::int64_t keyId) {
  const std::vector<double>& query = turnedAt(queryId);
  const std::vector<double>& key = turnedAt(keyId);
  return dotOf(query, key) / std::sqrt(static_cast<double>(query.size()));
}

IdEffect idEffect(IdScores& scores, std::span<const std::int64_t> right,
                  std::span<const std::int64_t> given) {
  IdEffect effect;
  for (std::size_t key = 0; key < right.size(); ++key) {
    effect.right.push_back(scores.score(right.back(), right[key]));
    effect.given.push_back(scores.score(given.back(), given[key]));
    effect.largestError =
        std::max(effect.largestError, std::abs(effect.given.back() - effect.right.back()));
  }
  effect.massMoved = massMoved(effect.given, effect.right);
  return effect;
}

ShiftedKeyErrors shiftedKeyErrors(const PhasePipeline& table, const Rounding& format,
                                  std::span<const double> key, const ContextShifts& shifts) {
  const RotationStages exact;
  const RotationStages stored{false, format, format};
  const auto turnedBy = [&](const RotationStages& stages, std::span<const double> vector,
                            std::int64_t position) {
    PhaseRows rows;
    stages.rotation.exact() ? fillReferenceRows(table.reference, position, 1, rows)
                            : fillPhaseRows(table, position, 1, rows);
    return turned(stages, PairLayout::interleaved, vector, rows, 0);
  };
  // What the projection gives is in the format already.
  std::vector<double> given(key.begin(), key.end());
  for (double& component : given) {
    component = stageValue(format, component);
  }
  ShiftedKeyErrors errors;
  std::vector<double> again;
  for (std::int64_t n = 0; n <= shifts.count; ++n) {
    const std::int64_t place = shifts.start - n * shifts.hop;
    const std::vector<double> once = turnedBy(stored, given, place);
    again = n == 0 ? once : turnedBy(stored, again, -shifts.hop);
    const std::vector<double> right = turnedBy(exact, given, place);
    errors.again.push_back(errorOf(again, right));
    errors.once.push_back(errorOf(once, right));
  }
  return errors;
}

}  // namespace poscope
