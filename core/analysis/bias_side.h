// The biases of one recipe beside the exact ones, head by head: what verdicts on an additive bias
// look at, whatever its formula.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/analysis/verdict.h"

namespace poscope {

/// Immutable; its functions may run in several threads. Heads are 0..heads()-1, queries, keys and
/// distances below the context of the setup.
class BiasSide {
 public:
  BiasSide() = default;
  BiasSide(const BiasSide&) = delete;
  BiasSide& operator=(const BiasSide&) = delete;
  virtual ~BiasSide() = default;

  [[nodiscard]] virtual std::int64_t heads() const = 0;
  /// A bias knows the distance only: one query stands for all.
  [[nodiscard]] virtual bool byDistance() const = 0;
  /// The step of a scaled integer that stores the biases; 1 for floating formats.
  [[nodiscard]] virtual double biasScale() const = 0;
  /// The exact bias at a distance, 0 at distance 0.
  [[nodiscard]] virtual double exact(std::int64_t head, std::int64_t distance) const = 0;
  /// The biases of keys first.. for one query, as stored.
  virtual void row(std::int64_t head, std::int64_t query, std::int64_t first,
                   std::span<double> biases) const = 0;
  /// The biases at one distance for queries first.., without the exact constant of each row that
  /// softmax removes.
  virtual void diagonal(std::int64_t head, std::int64_t distance, std::int64_t first,
                        std::span<double> biases) const = 0;
};

using BiasMaker = std::unique_ptr<BiasSide> (*)(const VerdictSetup& setup, const Recipe& recipe);

[[nodiscard]] std::unique_ptr<BiasSide> alibiSide(const VerdictSetup& setup, const Recipe& recipe);
[[nodiscard]] std::unique_ptr<BiasSide> kerpleSide(const VerdictSetup& setup, const Recipe& recipe);

}  // namespace poscope
