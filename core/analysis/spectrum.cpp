#include "core/analysis/spectrum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <numeric>
#include <unsupported/Eigen/FFT>
#include <utility>

#include "core/compute/row_splitter.h"

namespace poscope {
namespace {

using Waves = std::vector<std::complex<double>>;

std::size_t largestPrime(std::size_t n) {
  std::size_t prime = 1;
  for (std::size_t p = 2; p * p <= n; ++p) {
    for (; n % p == 0; n /= p) {
      prime = p;
    }
  }
  return std::max(prime, n);
}

/// The discrete Fourier transform of columns of one length. For one thread: plans are kept.
class Transform {
 public:
  explicit Transform(std::size_t n) : n_(n) {
    // Eigen's takes n times the largest prime factor; a table of 50,021 rows would take minutes.
    constexpr std::size_t kLargePrime = 64;
    if (largestPrime(n) > kLargePrime) {
      makeChirp();
    }
  }

  void forward(Waves& waves, const std::vector<double>& column) {
    if (chirp_.empty()) {
      fft_.fwd(waves, column);
      return;
    }
    Waves padded(chirped_.size());
    for (std::size_t k = 0; k < n_; ++k) {
      padded[k] = column[k] * chirp_[k];
    }
    Waves product;
    fft_.fwd(product, padded);
    for (std::size_t k = 0; k < product.size(); ++k) {
      product[k] *= chirped_[k];
    }
    fft_.inv(padded, product);
    waves.resize(n_);
    for (std::size_t k = 0; k < n_; ++k) {
      waves[k] = padded[k] * chirp_[k];
    }
  }

 private:
  // Bluestein: j k = (j^2 + k^2 - (j - k)^2) / 2 makes of the sum a convolution with a chirp, which
  // transforms of a power of two compute.
  void makeChirp() {
    for (std::size_t k = 0; k < n_; ++k) {
      const auto square = static_cast<double>(k * k % (2 * n_));
      chirp_.push_back(std::polar(1.0, -std::numbers::pi * square / static_cast<double>(n_)));
    }
    Waves mirrored(std::bit_ceil(2 * n_ - 1));
    for (std::size_t k = 0; k < n_; ++k) {
      mirrored[k] = std::conj(chirp_[k]);
      mirrored[(mirrored.size() - k) % mirrored.size()] = mirrored[k];
    }
    fft_.fwd(chirped_, mirrored);
  }

  std::size_t n_;
  Eigen::FFT<double> fft_;
  Waves chirp_;    ///< exp(-pi i k^2 / n); empty where Eigen's own transform is quick.
  Waves chirped_;  ///< The transform of its mirrored conjugate.
};

std::vector<double> sharesOf(Transform& transform, std::vector<double> column) {
  const std::size_t n = column.size();
  const double mean = std::accumulate(column.begin(), column.end(), 0.0) / static_cast<double>(n);
  for (double& value : column) {
    value -= mean;
  }
  Waves waves;
  transform.forward(waves, column);
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

// Neighbours, so that rows are read and written in pieces.
constexpr std::size_t kColumnsAtOnce = 16;

/// Columns of a table, and where their shares go.
struct Columns {
  std::span<const double> table;
  std::size_t width;
  std::span<double> spectra;

  void transform(Transform& transform, std::size_t first) const {
    const std::size_t count = std::min(kColumnsAtOnce, width - first);
    const std::size_t rows = table.size() / width;
    std::vector<std::vector<double>> columns(count, std::vector<double>(rows));
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t c = 0; c < count; ++c) {
        columns[c][row] = table[row * width + first + c];
      }
    }
    for (std::vector<double>& column : columns) {
      column = sharesOf(transform, std::move(column));
    }
    for (std::size_t k = 0; k < rows / 2 + 1; ++k) {
      for (std::size_t c = 0; c < count; ++c) {
        spectra[k * width + first + c] = columns[c][k];
      }
    }
  }
};

}  // namespace

std::vector<double> powerShares(std::span<const double> column) {
  Transform transform(column.size());
  return sharesOf(transform, {column.begin(), column.end()});
}

Result<std::vector<double>> columnSpectra(std::span<const double> table, std::int64_t columns,
                                          const std::function<void(double)>& progress,
                                          const std::stop_token& stop) {
  const auto width = static_cast<std::size_t>(columns);
  const std::size_t rows = table.size() / width;
  std::vector<double> spectra((rows / 2 + 1) * width);
  const Columns all{table, width, spectra};
  const auto blocks = static_cast<std::int64_t>((width + kColumnsAtOnce - 1) / kColumnsAtOnce);
  const std::int64_t together = rowThreads();
  for (std::int64_t first = 0; first < blocks; first += together) {
    if (stop.stop_requested()) {
      return cancelled();
    }
    splitRows(std::min(together, blocks - first), [&](std::int64_t begin, std::int64_t end) {
      Transform transform(rows);
      for (std::int64_t block = begin; block < end; ++block) {
        all.transform(transform, static_cast<std::size_t>(first + block) * kColumnsAtOnce);
      }
    });
    if (progress) {
      progress(static_cast<double>(std::min(first + together, blocks)) /
               static_cast<double>(blocks));
    }
  }
  return spectra;
}

}  // namespace poscope
