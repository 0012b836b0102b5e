#include <algorithm>
#include <vector>

#include "core/analysis/bias_side.h"
#include "core/recipe/pipeline.h"

namespace poscope {
namespace {

// One head; no row has a constant of its own.
class KerpleSide final : public BiasSide {
 public:
  KerpleSide(const VerdictSetup& setup, const Recipe& recipe) : head_(setup.kerple) {
    const KerpleStages stages =
        kerpleStages(recipe, *setup.format, head_, setup.context, setup.overflow);
    scale_ = stages.bias.scale;
    biases_ = kerpleBiases(head_, stages, setup.context);
  }

  [[nodiscard]] std::int64_t heads() const override { return 1; }
  [[nodiscard]] bool byDistance() const override { return true; }
  [[nodiscard]] double biasScale() const override { return scale_; }

  [[nodiscard]] double exact(std::int64_t /*head*/, std::int64_t distance) const override {
    return kerpleExact(head_, static_cast<double>(distance));
  }

  void row(std::int64_t /*head*/, std::int64_t query, std::int64_t first,
           std::span<double> biases) const override {
    for (std::size_t k = 0; k < biases.size(); ++k) {
      biases[k] = biases_[static_cast<std::size_t>(query - first) - k];
    }
  }

  void diagonal(std::int64_t /*head*/, std::int64_t distance, std::int64_t /*first*/,
                std::span<double> biases) const override {
    std::fill(biases.begin(), biases.end(), biases_[static_cast<std::size_t>(distance)]);
  }

 private:
  KerpleHead head_;
  double scale_ = 1;
  std::vector<double> biases_;  // By distance.
};

}  // namespace

std::unique_ptr<BiasSide> kerpleSide(const VerdictSetup& setup, const Recipe& recipe) {
  return std::make_unique<KerpleSide>(setup, recipe);
}

}  // namespace poscope
