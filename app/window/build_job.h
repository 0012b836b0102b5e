// Builds figures off the GUI thread: one at a time, newest wins.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>

#include "core/state/state.h"

namespace poscope {

/// A figure that is done, with the state that it shows.
struct BuiltFigure {
  State state;
  std::shared_ptr<const Figure> figure;
  double milliseconds = 0;
};

/// While a build runs, the newest request waits; it is started when the build ends. A build that
/// runs longer than a frame or two, or is of another view, is stopped for it: so a drag shows
/// pictures on its way, and a long build holds nobody up.
class BuildJob : public QObject {
  Q_OBJECT

 public:
  explicit BuildJob(std::shared_ptr<const Backend> backend, QObject* parent = nullptr);
  /// Stops the running build and waits for it.
  ~BuildJob() override;

  /// Files that builds may use, from the next request on.
  void setInputs(const ViewInputs& inputs) { inputs_ = inputs; }
  void request(const State& state);
  [[nodiscard]] bool busy() const { return running_.has_value(); }
  /// Stops what runs and forgets what waits.
  void stop();

 signals:
  void built(const poscope::BuiltFigure& result);
  /// Not for cancelled builds.
  void failed(const poscope::Error& error);
  /// 0..1 while a build takes over half a second; below 0 when none does.
  void progressed(double share);

 private:
  void start(const State& state);
  void finish(const State& state, Result<Figure> result, double milliseconds);
  void showProgress();

  std::shared_ptr<const Backend> backend_;
  ViewInputs inputs_;
  QThreadPool pool_;
  QTimer patience_;  ///< Fires when a build may be stopped for a newer request.
  QTimer progress_;
  std::optional<State> running_;
  std::optional<State> waiting_;
  std::stop_source stop_;
  std::shared_ptr<std::atomic<double>> share_;
};

}  // namespace poscope

Q_DECLARE_METATYPE(poscope::BuiltFigure)
