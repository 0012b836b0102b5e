// Keeps the picture in step with the state: asks for builds, shows what comes, takes the plot's
// zoom back.
#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "app/window/build_job.h"
#include "app/window/judge_job.h"

namespace poscope {

class FigureCard;
class StateModel;

class Presenter : public QObject {
  Q_OBJECT

 public:
  Presenter(StateModel& model, std::shared_ptr<const Backend> backend, FigureCard& card,
            QObject* parent = nullptr);

  /// The model that was opened last: pages about a model build with it.
  void setModel(const ModelConfig& config);
  /// The dumped table that was opened last, likewise.
  void setTable(const std::filesystem::path& path);
  /// While held, B is shown (A where B is chosen). No undo step.
  void setBlinking(bool blinking);
  [[nodiscard]] bool blinking() const { return blinking_; }
  /// The figure on screen; nullptr before the first one.
  [[nodiscard]] const std::shared_ptr<const Figure>& figure() const { return figure_; }
  /// How much closer than everything the plot shows, along x; 0 without a plot.
  [[nodiscard]] double zoom() const;
  /// Those of the figure and, once they are worked out, those of its judgement.
  [[nodiscard]] std::vector<Verdict> verdicts() const;

 signals:
  void verdictsChanged();
  /// Another figure, or another language or theme of it, is on screen.
  void figureShown();
  void zoomChanged();
  /// Milliseconds that the figure and its cells took.
  void measured(double milliseconds);

 private:
  void follow();
  void show(const BuiltFigure& built);
  void fail(const Error& error);
  void judge(const State& state);
  void useInputs();
  [[nodiscard]] State wanted() const;

  StateModel& model_;
  FigureCard& card_;
  BuildJob* job_;
  JudgeJob* judge_;
  ViewInputs inputs_;
  std::shared_ptr<const Figure> figure_;
  std::optional<State> requested_;
  std::optional<State> shown_;
  std::optional<State> judgedState_;  ///< What the judgement on screen or at work is about.
  std::vector<Verdict> judged_;
  std::optional<Zoom> shownWindow_;
  double buildMilliseconds_ = 0;
  bool blinking_ = false;
};

}  // namespace poscope
