// A paint device that hands everything on to a painter that is already at work. QCustomPlot draws
// only with painters of its own kind, and a device has one painter at a time: this lets it draw in
// the middle of somebody's page.
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QSize>
#include <memory>

namespace poscope {

class ForwardDevice final : public QPaintDevice {
 public:
  /// Logical pixels are as large as the target's units now are; the target's transform and clip at
  /// this moment are the device's whole world. The target must outlive the device and not be used
  /// while a painter is active on it.
  ForwardDevice(QPainter& target, const QSize& size);
  ~ForwardDevice() override;

  [[nodiscard]] QPaintEngine* paintEngine() const override;

 protected:
  int metric(PaintDeviceMetric metric) const override;

 private:
  class Engine;
  QSize size_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace poscope
