// Blocks of rows of cos/sin tables, and of ones rotated by them: what verdicts and effects look at.
#pragma once

#include <cstdint>
#include <vector>

#include "core/recipe/pipeline.h"

namespace poscope {

/// rows x pairs numbers, row by row.
struct PhaseRows {
  std::int64_t rows = 0;
  std::int64_t pairs = 0;
  std::vector<double> cosines;
  std::vector<double> sines;

  void resize(std::int64_t rowCount, std::int64_t pairCount);
  [[nodiscard]] const double* cosine(std::int64_t row) const {
    return cosines.data() + row * pairs;
  }
  [[nodiscard]] const double* sine(std::int64_t row) const { return sines.data() + row * pairs; }
};

/// The table of positions first..first+rows-1.
void fillPhaseRows(const PhasePipeline& pipeline, std::int64_t first, std::int64_t rows,
                   PhaseRows& table);
/// The reference in fp64, with its factor.
void fillReferenceRows(const PhaseReference& reference, std::int64_t first, std::int64_t rows,
                       PhaseRows& table);
/// How far storing exact rows in a format once moves their entries at most.
[[nodiscard]] double storageError(const Rounding& format, const PhaseRows& exact);
/// Exact rows stored in a format once.
void storeRows(const Rounding& format, const PhaseRows& exact, PhaseRows& stored);

/// How a recipe rotates q and k and keeps scores.
struct RotationStages {
  bool eachOperation = false;  ///< R(R(x C) + R(rot(x) S)), else one rounding at the end.
  Rounding rotation;
  Rounding score;
};
[[nodiscard]] RotationStages rotationStages(const Recipe& recipe, const NumberFormat& model,
                                            Overflow overflow);

/// What storage alone rounds to: the table's format, or the rotation's where that is coarser.
[[nodiscard]] Rounding storedRounding(const PhaseStages& phase, const RotationStages& rotation);

/// The vector of ones rotated by each row: per row 2 * pairs numbers, c - s of all pairs, then
/// c + s. The first form writes table.rows rows to `rotated`.
void rotateOnes(const RotationStages& stages, const PhaseRows& table, double* rotated);
void rotateOnes(const RotationStages& stages, const PhaseRows& table, std::vector<double>& rotated);

/// The score of rotated row `query` with rotated row `key` (2 * pairs numbers each), 1 for equal
/// exact rows: the dot product over the number of components, rounded as stored.
[[nodiscard]] double rotatedScore(const RotationStages& stages, const double* query,
                                  const double* key, std::int64_t pairs);

}  // namespace poscope
