// Schemes that tell a model the distance between a query and a key, as one table: what each makes
// of a score, by distance, exactly and in low precision.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/encoding/kerple.h"
#include "core/encoding/t5_buckets.h"
#include "core/numeric/format.h"

namespace poscope {

/// Formats of the three kinds of steps that all of them have.
struct RelativeStages {
  Rounding distance;   ///< Of the distance; of xPos the positions.
  Rounding operation;  ///< Of each operation, and of the numbers of a head.
  Rounding bias;       ///< In which the finished number is kept.
};

/// Numbers that a model has learned, which stand where others are drawn or none are known.
struct LearnedBiases {
  std::vector<double> buckets;     ///< T5's, a row for each bucket, one number for each head.
  std::vector<KerpleHead> kerple;  ///< Of each head. Of both only one is not empty.
};

/// What the schemes' numbers come from.
struct RelativeSetup {
  std::int64_t context = 2;  ///< Distances are 0..context-1.
  std::int64_t heads = 1;
  std::int64_t dim = 64;                   ///< Of a head; even.
  double maxBias = 8;                      ///< ALiBi's.
  std::uint32_t seed = 0;                  ///< KERPLE's p and a are drawn with it,
  std::optional<double> p = std::nullopt;  ///< but for those that are given.
  std::optional<double> a = std::nullopt;
  T5Buckets t5;
  std::shared_ptr<const LearnedBiases> learned = nullptr;  ///< Of `heads` heads; nullptr for none.
};

/// What happens to the score of a key.
enum class RelativeEffect {
  added,       ///< The number is added.
  multiplied,  ///< Each pair's part is multiplied by its number.
  bucket,      ///< The number says which learned bias is added.
};

/// A number of a head, such as its slope.
struct NamedNumber {
  std::string_view name;
  double value;
};

/// The number of a distance 0..context-1.
using ByDistance = std::function<double(double distance)>;

struct RelativeCurve {
  ByDistance exact;   ///< In fp64.
  ByDistance stored;  ///< As the stages leave it.
};

struct RelativeScheme {
  std::string_view id;      ///< As in links; its name is the text `choice.bias.<id>`.
  std::string_view source;  ///< The paper, by its number on arXiv.
  RelativeEffect effect;
  bool byPair;     ///< Its rows are pairs of components; else heads.
  bool learned;    ///< A model learns the numbers of its heads.
  bool monotonic;  ///< Numbers never turn back with distance, also stored ones.
  std::span<const std::string_view>
      parameters;  ///< That only some schemes have, as links name them.
  std::vector<NamedNumber> (*numbers)(const RelativeSetup& setup, std::int64_t row);
  RelativeCurve (*curve)(const RelativeSetup& setup, const RelativeStages& stages,
                         std::int64_t row);

  [[nodiscard]] bool has(std::string_view parameter) const {
    return std::find(parameters.begin(), parameters.end(), parameter) != parameters.end();
  }
  [[nodiscard]] std::int64_t rows(const RelativeSetup& setup) const {
    return byPair ? setup.dim / 2 : setup.heads;
  }
};

[[nodiscard]] std::span<const RelativeScheme> relativeSchemes();
/// T5 with the numbers of RelativeSetup::learned, added by bucket, which the table lists without
/// them. Its curves take keys after the query, too, at negative distances.
[[nodiscard]] const RelativeScheme& t5WithNumbers();
/// nullptr for none.
[[nodiscard]] const RelativeScheme* findRelativeScheme(std::string_view id);

}  // namespace poscope
