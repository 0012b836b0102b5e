#include "core/compute/cell_source.h"

#include <array>
#include <atomic>
#include <limits>
#include <mutex>

namespace poscope {
namespace {

class FieldSource final : public CellSource {
 public:
  FieldSource(Field field, std::shared_ptr<const Backend> backend)
      : field_(std::move(field)), backend_(std::move(backend)) {}

  std::int64_t rows() const override { return field_.rows; }
  std::int64_t columns() const override { return field_.columns; }
  Result<void> cells(const Lattice& lattice, Quantity quantity, Reduction reduction,
                     std::span<float> out, std::stop_token stop) const override {
    return backend_->fill(field_, lattice, quantity, reduction, out, std::move(stop));
  }
  Result<void> cells(const Lattice& lattice, Quantity quantity, Reduction reduction,
                     std::span<double> out, std::stop_token stop) const override {
    return backend_->fill(field_, lattice, quantity, reduction, out, std::move(stop));
  }

 private:
  Field field_;
  std::shared_ptr<const Backend> backend_;
};

class FallbackBackend final : public Backend {
 public:
  FallbackBackend(std::shared_ptr<const Backend> preferred, std::shared_ptr<const Backend> fallback)
      : preferred_(std::move(preferred)), fallback_(std::move(fallback)) {}

  BackendInfo info() const override {
    const std::scoped_lock lock(mutex_);
    if (!failed_) {
      return preferred_->info();
    }
    BackendInfo info = fallback_->info();
    info.reason = {"backend.fell-back", {{"id", preferred_->info().id}, {"reason", reason_}}};
    return info;
  }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<float> out,
                    std::stop_token stop) const override {
    return fillAny(field, lattice, quantity, reduction, out, stop);
  }
  Result<void> fill(const Field& field, const Lattice& lattice, Quantity quantity,
                    Reduction reduction, std::span<double> out,
                    std::stop_token stop) const override {
    return fillAny(field, lattice, quantity, reduction, out, stop);
  }

 private:
  template <typename Real>
  Result<void> fillAny(const Field& field, const Lattice& lattice, Quantity quantity,
                       Reduction reduction, std::span<Real> out,
                       const std::stop_token& stop) const {
    if (!failed_) {
      auto done = preferred_->fill(field, lattice, quantity, reduction, out, stop);
      if (done || done.error().kind != ErrorKind::internal) {
        return done;
      }
      const std::scoped_lock lock(mutex_);
      reason_ = done.error().text;
      failed_ = true;
    }
    return fallback_->fill(field, lattice, quantity, reduction, out, stop);
  }

  std::shared_ptr<const Backend> preferred_;
  std::shared_ptr<const Backend> fallback_;
  mutable std::mutex mutex_;
  mutable std::atomic<bool> failed_ = false;
  mutable Text reason_;
};

}  // namespace

double CellSource::value(std::int64_t row, std::int64_t column, Quantity quantity) const {
  std::array<double, 1> cell{std::numeric_limits<double>::quiet_NaN()};
  if (row < 0 || column < 0 || row >= rows() || column >= columns()) {
    return cell[0];
  }
  const Lattice one{{row, 1, 1}, {column, 1, 1}};
  const auto done = cells(one, quantity, Reduction::sample, std::span<double>(cell), {});
  return done ? cell[0] : std::numeric_limits<double>::quiet_NaN();
}

std::shared_ptr<const CellSource> fieldSource(Field field, std::shared_ptr<const Backend> backend) {
  return std::make_shared<FieldSource>(std::move(field), std::move(backend));
}

std::shared_ptr<const Backend> withFallback(std::shared_ptr<const Backend> preferred,
                                            std::shared_ptr<const Backend> fallback) {
  return std::make_shared<FallbackBackend>(std::move(preferred), std::move(fallback));
}

Result<std::shared_ptr<const Backend>> servingBackend(const BackendSet& set, std::string_view id) {
  return set.choose(id).map([](std::shared_ptr<const Backend>&& chosen) {
    const bool isCpu = chosen->info().id == "cpu";
    return isCpu ? std::move(chosen) : withFallback(std::move(chosen), makeCpuBackend());
  });
}

}  // namespace poscope
