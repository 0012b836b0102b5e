// The clock of what plays; tests bring their own.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace poscope {

class Ticker : public QObject {
  Q_OBJECT

 public:
  /// Ticks once, so many milliseconds from now; what was asked for before is forgotten.
  virtual void start(int milliseconds) = 0;
  virtual void stop() = 0;
  /// Milliseconds since some moment.
  [[nodiscard]] virtual qint64 now() const = 0;

 signals:
  void ticked();
};

class TimerTicker final : public Ticker {
  Q_OBJECT

 public:
  TimerTicker() {
    timer_.setSingleShot(true);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &Ticker::ticked);
    clock_.start();
  }

  void start(int milliseconds) override { timer_.start(milliseconds); }
  void stop() override { timer_.stop(); }
  [[nodiscard]] qint64 now() const override { return clock_.elapsed(); }

 private:
  QTimer timer_;
  QElapsedTimer clock_;
};

}  // namespace poscope
