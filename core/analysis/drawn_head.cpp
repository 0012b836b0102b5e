#include "core/analysis/drawn_head.h"

#include <numeric>

#include "core/encoding/frequencies.h"

namespace poscope {

double dotOf(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> projected(std::span<const double> weights, std::span<const double> embedding) {
  std::vector<double> result;
  const std::size_t width = embedding.size();
  for (std::size_t first = 0; first < weights.size(); first += width) {
    result.push_back(dotOf(embedding, weights.subspan(first, width)));
  }
  return result;
}

std::vector<double> sinusoidRow(TableLayout layout, std::int64_t dim, double base,
                                std::int64_t position) {
  const auto frequencies = inverseFrequencies(dim, base, FrequencyForm::power, Rounding{});
  std::vector<double> row;
  for (std::int64_t channel = 0; channel < dim; ++channel) {
    const Channel from = channelOf(layout, dim, channel);
    const SineCosine entry = phaseTable(PhaseStages{}, static_cast<double>(position),
                                        frequencies[static_cast<std::size_t>(from.pair)]);
    row.push_back(from.isSine ? entry.sine : entry.cosine);
  }
  return row;
}

}  // namespace poscope
