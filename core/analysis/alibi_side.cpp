#include <algorithm>
#include <vector>

#include "core/analysis/bias_side.h"
#include "core/base/host_device.h"
#include "core/recipe/pipeline.h"

namespace poscope {
namespace {

// The biases of keys first..first+count-1 for one query as stored.
POSCOPE_CLONES void biasRow(const AlibiStages& given, double slope, double query,
                            std::int64_t first, std::int64_t count, double* out) {
  const AlibiStages stages = given;
  for (std::int64_t k = 0; k < count; ++k) {
    out[k] = alibiStored(stages, slope, query, static_cast<double>(first + k));
  }
}

// The biases at one distance for queries first..first+count-1, without the exact row constant.
POSCOPE_CLONES void biasDiagonal(const AlibiStages& given, double own, double exact,
                                 double distance, std::int64_t first, std::int64_t count,
                                 double* out) {
  const AlibiStages stages = given;
  for (std::int64_t k = 0; k < count; ++k) {
    const double query = static_cast<double>(first + k);
    out[k] =
        alibiStored(stages, own, query, query - distance) - alibiRowConstant(stages, exact, query);
  }
}

class AlibiSide final : public BiasSide {
 public:
  AlibiSide(const VerdictSetup& setup, const Recipe& recipe)
      : exact_(alibiSlopes(setup.heads, setup.maxBias)),
        own_(alibiSlopes(setup.heads, setup.maxBias, slopeForm(recipe))) {
    const double steepest = *std::max_element(exact_.begin(), exact_.end());
    stages_ = alibiStages(recipe, *setup.format, setup.context,
                          steepest * static_cast<double>(setup.context - 1), setup.overflow);
  }

  [[nodiscard]] std::int64_t heads() const override {
    return static_cast<std::int64_t>(exact_.size());
  }
  [[nodiscard]] bool byDistance() const override {
    return stages_.queryWeight == 1 && stages_.anchor == 0;
  }
  [[nodiscard]] double biasScale() const override { return stages_.bias.scale; }

  [[nodiscard]] double exact(std::int64_t head, std::int64_t distance) const override {
    return -exact_[static_cast<std::size_t>(head)] * static_cast<double>(distance);
  }

  void row(std::int64_t head, std::int64_t query, std::int64_t first,
           std::span<double> biases) const override {
    biasRow(stages_, own_[static_cast<std::size_t>(head)], static_cast<double>(query), first,
            static_cast<std::int64_t>(biases.size()), biases.data());
  }

  void diagonal(std::int64_t head, std::int64_t distance, std::int64_t first,
                std::span<double> biases) const override {
    const auto h = static_cast<std::size_t>(head);
    biasDiagonal(stages_, own_[h], exact_[h], static_cast<double>(distance), first,
                 static_cast<std::int64_t>(biases.size()), biases.data());
  }

 private:
  std::vector<double> exact_;  // Slopes.
  std::vector<double> own_;    // Slopes as the recipe writes them.
  AlibiStages stages_;
};

}  // namespace

std::unique_ptr<BiasSide> alibiSide(const VerdictSetup& setup, const Recipe& recipe) {
  return std::make_unique<AlibiSide>(setup, recipe);
}

}  // namespace poscope
