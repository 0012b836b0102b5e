#include "core/analysis/spectrum.h"

#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <unsupported/Eigen/FFT>

namespace poscope {
namespace {

// A plan is kept for columns of one length; one for each thread that transforms.
using Transform = Eigen::FFT<double>;

std::vector<double> sharesOf(Transform& transform, std::vector<double> column) {
  const std::size_t n = column.size();
  const double mean = std::accumulate(column.begin(), column.end(), 0.0) / static_cast<double>(n);
  for (double& value : column) {
    value -= mean;
  }
  std::vector<std::complex<double>> waves;
  transform.fwd(waves, column);
  std::vector<double> shares(n / 2 + 1, 0.0);
  double whole = 0;
  for (std::size_t k = 1; k < shares.size(); ++k) {
    shares[k] = (2 * k == n ? 1 : 2) * std::norm(waves[k]);
    whole += shares[k];
  }
  // What is left of a constant by rounding is no wave: it is below the numbers' last bits.
  const double scale = std::abs(mean) * std::numeric_limits<double>::epsilon();
  const double least = std::pow(scale * static_cast<double>(n), 2);
  for (double& share : shares) {
    share = whole <= least ? 0 : share / whole;
  }
  return shares;
}

}  // namespace

std::vector<double> powerShares(std::span<const double> column) {
  Transform transform;
  return sharesOf(transform, {column.begin(), column.end()});
}

Result<std::vector<double>> columnSpectra(std::span<const double> table, std::int64_t columns,
                                          const std::function<void(double)>& progress,
                                          const std::stop_token& stop) {
  const auto width = static_cast<std::size_t>(columns);
  const std::size_t rows = table.size() / width;
  std::vector<double> spectra((rows / 2 + 1) * width);
  Transform transform;
  std::vector<double> column(rows);
  for (std::size_t c = 0; c < width; ++c) {
    if (stop.stop_requested()) {
      return cancelled();
    }
    for (std::size_t row = 0; row < rows; ++row) {
      column[row] = table[row * width + c];
    }
    const std::vector<double> shares = sharesOf(transform, column);
    for (std::size_t k = 0; k < shares.size(); ++k) {
      spectra[k * width + c] = shares[k];
    }
    if (progress) {
      progress(static_cast<double>(c + 1) / static_cast<double>(width));
    }
  }
  return spectra;
}

}  // namespace poscope
