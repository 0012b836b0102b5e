#include "gpu/unusable_backend.h"

namespace poscope {
namespace {

class UnusableBackend final : public Backend {
 public:
  explicit UnusableBackend(Text reason) : reason_(std::move(reason)) {}

  BackendInfo info() const override { return {"cuda", "gpu.device.none", false, reason_, 0}; }
  Result<void> fill(const Field&, const Lattice&, Quantity, Reduction, std::span<float>,
                    std::stop_token) const override {
    return refuse();
  }
  Result<void> fill(const Field&, const Lattice&, Quantity, Reduction, std::span<double>,
                    std::stop_token) const override {
    return refuse();
  }

 private:
  Result<void> refuse() const {
    return internalError({"gpu.error.unusable", {{"reason", reason_}}});
  }

  Text reason_;
};

}  // namespace

std::shared_ptr<const Backend> unusableBackend(Text reason) {
  return std::make_shared<UnusableBackend>(std::move(reason));
}

}  // namespace poscope
