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

  void forward(Waves& waves, const Waves& numbers) {
    if (chirp_.empty()) {
      fft_.fwd(waves, numbers);
      return;
    }
    Waves padded(chirped_.size());
    for (std::size_t k = 0; k < n_; ++k) {
      padded[k] = numbers[k] * chirp_[k];
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

// About its mean, in units of its root mean square: two of them then share a transform without one
// drowning in the other's last bits. Zeros where it is constant.
std::vector<double> normalised(std::vector<double> column) {
  const auto n = static_cast<double>(column.size());
  const double mean = std::accumulate(column.begin(), column.end(), 0.0) / n;
  double squares = 0;
  for (double& value : column) {
    value -= mean;
    squares += value * value;
  }
  const double root = std::sqrt(squares / n);
  // What is left of a constant by rounding is no wave: it is below the numbers' last bits.
  const bool constant = root <= std::abs(mean) * std::numeric_limits<double>::epsilon();
  for (double& value : column) {
    value = constant ? 0 : value / root;
  }
  return column;
}

// Of a transform's |X_k|^2, k = 0..n/2.
std::vector<double> sharesOf(std::vector<double> powers, std::size_t n) {
  double whole = 0;
  powers[0] = 0;
  for (std::size_t k = 1; k < powers.size(); ++k) {
    powers[k] *= 2 * k == n ? 1 : 2;
    whole += powers[k];
  }
  for (double& power : powers) {
    power = whole == 0 ? 0 : power / whole;
  }
  return powers;
}

// Two columns by one transform: one is the real part, the other the imaginary one.
void transformTwo(Transform& transform, std::vector<double>& one, std::vector<double>& other) {
  const std::size_t n = one.size();
  one = normalised(std::move(one));
  other = normalised(std::move(other));
  Waves numbers(n);
  for (std::size_t k = 0; k < n; ++k) {
    numbers[k] = {one[k], other[k]};
  }
  Waves waves;
  transform.forward(waves, numbers);
  one.resize(n / 2 + 1);
  other.resize(n / 2 + 1);
  for (std::size_t k = 0; k < one.size(); ++k) {
    const std::complex<double> mirrored = std::conj(waves[(n - k) % n]);
    one[k] = std::norm(waves[k] + mirrored);
    other[k] = std::norm(waves[k] - mirrored);
  }
  one = sharesOf(std::move(one), n);
  other = sharesOf(std::move(other), n);
}

// Neighbours, so that rows are read and written in pieces.
constexpr std::size_t kColumnsAtOnce = 16;  // Even.

/// Columns of a table, and where their shares go.
struct Columns {
  std::span<const double> table;
  std::size_t width;
  std::span<double> spectra;

  void transform(Transform& transform, std::size_t first) const {
    const std::size_t count = std::min(kColumnsAtOnce, width - first);
    const std::size_t rows = table.size() / width;
    // The last one of an odd number shares its transform with zeros.
    std::vector<std::vector<double>> columns(kColumnsAtOnce, std::vector<double>(rows));
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t c = 0; c < count; ++c) {
        columns[c][row] = table[row * width + first + c];
      }
    }
    for (std::size_t c = 0; c < count; c += 2) {
      transformTwo(transform, columns[c], columns[c + 1]);
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
  std::vector<double> shares(column.begin(), column.end());
  std::vector<double> zeros(column.size());
  transformTwo(transform, shares, zeros);
  return shares;
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
