// Builds what the panes show that are not edited, each with a job of its own whose newest request
// wins.
#pragma once

#include <QObject>
#include <array>
#include <memory>
#include <optional>

#include "app/jobs/qt_latest.h"
#include "app/window/build_job.h"
#include "app/window/built_figures.h"
#include "app/window/state_model.h"

namespace poscope {

class PaneBoard;

class PaneBuilder : public QObject {
  Q_OBJECT

 public:
  /// All outlive it.
  PaneBuilder(StateModel& model, std::shared_ptr<const Backend> backend, PaneBoard& board,
              BuiltFigures& known, QObject* parent = nullptr);

  /// Whether nothing is being built.
  [[nodiscard]] bool idle() const;

 signals:
  void failed(const poscope::Error& error);

 private:
  struct Slot {
    std::unique_ptr<QtLatest<BuiltFigure>> job;
    std::optional<State> requested;  ///< Without its zoom, as what comes is shown at that of now.
    Inputs inputs;
    std::shared_ptr<const Figure> figure;  ///< Of `requested`, once it is there.
    std::optional<Zoom> window;            ///< As it is shown.
  };

  void follow();
  void followPane(std::size_t pane);
  void leave(Slot& slot);
  void show(std::size_t pane, const BuiltFigure& built);

  StateModel& model_;
  std::shared_ptr<const Backend> backend_;
  PaneBoard& board_;
  BuiltFigures& known_;
  std::array<Slot, kPaneCounts.back()> slots_;
};

}  // namespace poscope
