// The variants of the four terms: what each makes of them, and what it draws.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "core/analysis/drawn_head.h"
#include "core/analysis/score_terms.h"
#include "core/analysis/seeded_numbers.h"
#include "core/encoding/deberta_rows.h"
#include "core/encoding/t5_buckets.h"

namespace poscope {
namespace {

using Vector = std::vector<double>;
using Row = std::span<const double>;

Row rowOf(const Vector& rows, const TermVectors& vectors, std::int64_t row) {
  const auto dim = static_cast<std::size_t>(vectors.setup.dim);
  return Row(rows).subspan(static_cast<std::size_t>(row) * dim, dim);
}

// Where the vector of a distance, query minus key, stands.
std::int64_t placeOf(const TermVectors& vectors, std::int64_t distance) {
  return distance + vectors.setup.length - 1;
}

Row positionKey(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return rowOf(vectors.positionKeys, vectors, placeOf(vectors, i - j));
}

Row positionQuery(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  const std::int64_t distance = vectors.setup.fromKey ? j - i : i - j;
  return rowOf(vectors.positionQueries, vectors, placeOf(vectors, distance));
}

// The terms.

double contentByContent(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return dotOf(rowOf(vectors.queries, vectors, i), rowOf(vectors.keys, vectors, j));
}
double contentByPlace(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return dotOf(rowOf(vectors.queries, vectors, i), rowOf(vectors.positionKeys, vectors, j));
}
double placeByContent(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return dotOf(rowOf(vectors.positionQueries, vectors, i), rowOf(vectors.keys, vectors, j));
}
double placeByPlace(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return dotOf(rowOf(vectors.positionQueries, vectors, i), rowOf(vectors.positionKeys, vectors, j));
}
double contentByDistance(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return dotOf(rowOf(vectors.queries, vectors, i), positionKey(vectors, i, j));
}
double distanceByContent(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return dotOf(positionQuery(vectors, i, j), rowOf(vectors.keys, vectors, j));
}
double vectorByContent(const TermVectors& vectors, std::int64_t /*i*/, std::int64_t j) {
  return dotOf(vectors.u, rowOf(vectors.keys, vectors, j));
}
double vectorByDistance(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return dotOf(vectors.v, positionKey(vectors, i, j));
}
double biasOfDistance(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return vectors.biases[static_cast<std::size_t>(placeOf(vectors, i - j))];
}

// Scores that are not expanded.

Vector sumOf(Row a, Row b) {
  Vector sum(a.size());
  std::transform(a.begin(), a.end(), b.begin(), sum.begin(), std::plus<>());
  return sum;
}

double wholeOfPlaces(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return dotOf(rowOf(vectors.wholeQueries, vectors, i), rowOf(vectors.wholeKeys, vectors, j));
}
// As the code of Transformer-XL and XLNet has it: (q + u) k + (q + v) r.
double wholeOfVectors(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  const Row query = rowOf(vectors.queries, vectors, i);
  return dotOf(sumOf(query, vectors.u), rowOf(vectors.keys, vectors, j)) +
         dotOf(sumOf(query, vectors.v), positionKey(vectors, i, j));
}
// q (k + a).
double wholeOfKeys(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return dotOf(rowOf(vectors.queries, vectors, i),
               sumOf(rowOf(vectors.keys, vectors, j), positionKey(vectors, i, j)));
}
double wholeOfBias(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  return contentByContent(vectors, i, j) + biasOfDistance(vectors, i, j);
}
// (q + Q) k + q K.
double wholeOfBoth(const TermVectors& vectors, std::int64_t i, std::int64_t j) {
  const Row query = rowOf(vectors.queries, vectors, i);
  return dotOf(sumOf(query, positionQuery(vectors, i, j)), rowOf(vectors.keys, vectors, j)) +
         dotOf(query, positionKey(vectors, i, j));
}

// What is drawn, or follows from positions.

Vector drawn(const TermVectors& vectors, const std::string& name) {
  return seededNumbers(vectors.setup.seed, name, vectors.setup.dim);
}

Vector weights(const TermVectors& vectors, const std::string& name) {
  return seededNumbers(vectors.setup.seed, name, vectors.setup.dim * vectors.setup.dim);
}

void append(Vector& rows, const Vector& row) {
  rows.insert(rows.end(), row.begin(), row.end());
}

// Appends what `make` gives for each distance, from 1 - length on.
template <typename Make>
void forEachDistance(const TermVectors& vectors, Make make) {
  for (std::int64_t distance = 1 - vectors.setup.length; distance < vectors.setup.length;
       ++distance) {
    make(distance);
  }
}

void drawPlaces(TermVectors& vectors) {
  const Vector queryWeights = weights(vectors, "query weights");
  const Vector keyWeights = weights(vectors, "key weights");
  for (std::int64_t position = 0; position < vectors.setup.length; ++position) {
    const Vector row =
        sinusoidRow(TableLayout::interleaved, vectors.setup.dim, kTermBase, position);
    const Vector sum = sumOf(drawn(vectors, "token " + std::to_string(position)), row);
    append(vectors.positionQueries, projected(queryWeights, row));
    append(vectors.positionKeys, projected(keyWeights, row));
    append(vectors.wholeQueries, projected(queryWeights, sum));
    append(vectors.wholeKeys, projected(keyWeights, sum));
  }
}

void drawSinusoids(TermVectors& vectors) {
  const Vector keyWeights = weights(vectors, "relative key weights");
  vectors.u = drawn(vectors, "u");
  vectors.v = drawn(vectors, "v");
  forEachDistance(vectors, [&](std::int64_t distance) {
    append(vectors.positionKeys,
           projected(keyWeights, sinusoidRow(TableLayout::concatenated, vectors.setup.dim,
                                             kTermBase, distance)));
  });
}

std::int64_t ownRow(std::int64_t distance) {
  return distance;
}
// Shaw et al. clip at 16; their index is key minus query.
constexpr std::int64_t kShawSpan = 16;
std::int64_t shawRow(std::int64_t distance) {
  return std::clamp(-distance, -kShawSpan, kShawSpan) + kShawSpan;
}
std::int64_t t5Row(std::int64_t distance) {
  return t5Bucket({32, 128, true}, distance);
}
std::int64_t clippedRow(std::int64_t distance) {
  return debertaRow({512, 0}, distance);
}
std::int64_t bucketRow(std::int64_t distance) {
  return debertaRow({256, 512}, distance);
}

void drawShaw(TermVectors& vectors) {
  forEachDistance(vectors, [&](std::int64_t distance) {
    append(vectors.positionKeys,
           drawn(vectors, "relative key " + std::to_string(shawRow(distance))));
  });
}

void drawBiases(TermVectors& vectors) {
  forEachDistance(vectors, [&](std::int64_t distance) {
    const std::string name = "bias " + std::to_string(t5Row(distance));
    append(vectors.biases, seededNumbers(vectors.setup.seed, name, 1));
  });
}

void drawDeberta(TermVectors& vectors, std::int64_t (*row)(std::int64_t),
                 const Vector& queryWeights, const Vector& keyWeights) {
  forEachDistance(vectors, [&](std::int64_t distance) {
    const Vector relative = drawn(vectors, "relative position " + std::to_string(row(distance)));
    append(vectors.positionQueries, projected(queryWeights, relative));
    append(vectors.positionKeys, projected(keyWeights, relative));
  });
}
void drawClipped(TermVectors& vectors) {
  drawDeberta(vectors, clippedRow, weights(vectors, "relative query weights"),
              weights(vectors, "relative key weights"));
}
// Versions 2 and 3 project positions with the weights of content (share_att_key).
void drawBuckets(TermVectors& vectors) {
  drawDeberta(vectors, bucketRow, weights(vectors, "query weights"),
              weights(vectors, "key weights"));
}

constexpr TermRule kContent{TermFate::kept, false, contentByContent, "q_i · k_j"};
constexpr TermRule kDropped{};
constexpr std::array<TermRule, 4> kWithVectors{
    kContent, TermRule{TermFate::replaced, true, contentByDistance, "q_i · k_R(R(i−j))"},
    TermRule{TermFate::replaced, false, vectorByContent, "u · k_j"},
    TermRule{TermFate::replaced, true, vectorByDistance, "v · k_R(R(i−j))"}};

constexpr ScoreVariant kVariants[] = {
    {.id = "absolute",
     .source = "1706.03762",
     .terms = {kContent, TermRule{TermFate::kept, true, contentByPlace, "q_i · k(p_j)"},
               TermRule{TermFate::kept, true, placeByContent, "q(p_i) · k_j"},
               TermRule{TermFate::kept, true, placeByPlace, "q(p_i) · k(p_j)"}},
     .draw = drawPlaces,
     .whole = wholeOfPlaces},
    {.id = "shaw",
     .source = "1803.02155",
     .terms = {kContent, TermRule{TermFate::replaced, true, contentByDistance, "q_i · a(j−i)"},
               kDropped, kDropped},
     .row = shawRow,
     .draw = drawShaw,
     .whole = wholeOfKeys},
    {.id = "transformer-xl",
     .source = "1901.02860",
     .terms = kWithVectors,
     .causal = true,
     .row = ownRow,
     .draw = drawSinusoids,
     .whole = wholeOfVectors},
    {.id = "xlnet",
     .source = "1906.08237",
     .terms = kWithVectors,
     .row = ownRow,
     .draw = drawSinusoids,
     .whole = wholeOfVectors},
    {.id = "t5",
     .source = "1910.10683",
     .terms = {kContent, kDropped, kDropped,
               TermRule{TermFate::replaced, true, biasOfDistance, "b(i−j)"}},
     .parts = 0,
     .smallQueries = true,
     .row = t5Row,
     .draw = drawBiases,
     .whole = wholeOfBias},
    {.id = "deberta-v1",
     .source = "2006.03654",
     .terms = {kContent, TermRule{TermFate::replaced, true, contentByDistance, "q_i · k_r(P(i−j))"},
               TermRule{TermFate::replaced, true, distanceByContent, "q_r(P(j−i)) · k_j",
                        "q_r(P(i−j)) · k_j"},
               kDropped},
     .parts = 3,
     .row = clippedRow,
     .draw = drawClipped,
     .whole = wholeOfBoth},
    {.id = "deberta-v2",
     .source = "2111.09543",
     .terms = {kContent, TermRule{TermFate::replaced, true, contentByDistance, "q_i · k(P(i−j))"},
               TermRule{TermFate::replaced, true, distanceByContent, "q(P(j−i)) · k_j",
                        "q(P(i−j)) · k_j"},
               kDropped},
     .parts = 3,
     .row = bucketRow,
     .draw = drawBuckets,
     .whole = wholeOfBoth},
};

}  // namespace

std::span<const ScoreVariant> scoreVariants() {
  return kVariants;
}

TermVectors drawnVectors(const ScoreVariant& variant, const TermSetup& setup) {
  TermVectors vectors;
  vectors.setup = setup;
  Vector queryWeights = weights(vectors, "query weights");
  const double small = variant.smallQueries ? std::sqrt(static_cast<double>(setup.dim)) : 1;
  for (double& weight : queryWeights) {
    weight /= small;
  }
  const Vector keyWeights = weights(vectors, "key weights");
  for (std::int64_t position = 0; position < setup.length; ++position) {
    const Vector token = drawn(vectors, "token " + std::to_string(position));
    append(vectors.queries, projected(queryWeights, token));
    append(vectors.keys, projected(keyWeights, token));
  }
  variant.draw(vectors);
  return vectors;
}

}  // namespace poscope
