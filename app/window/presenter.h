// Keeps the picture in step with the state: asks for builds, shows what comes, takes the plot's
// zoom back.
#pragma once

#include <QObject>
#include <array>
#include <memory>
#include <optional>

#include "app/jobs/qt_latest.h"
#include "app/window/build_job.h"
#include "app/window/built_figures.h"
#include "core/figure/steady_axes.h"
#include "core/state/difference.h"

namespace poscope {

class FigureCard;
class StateModel;

/// Verdicts by side, in the order of Side, and the table of all sides.
struct JudgedSides {
  std::array<std::vector<Verdict>, kSides.size()> verdicts;
  TablePanel table;
};

/// A side of a figure, and which figure it is one of.
struct SideFigure {
  std::shared_ptr<const FigureSides> of;
  std::shared_ptr<const Figure> figure;
};

class Presenter : public QObject {
  Q_OBJECT

 public:
  using Builder = Latest<BuiltFigure>::Work (*)(State, Inputs, std::shared_ptr<const Backend>);

  Presenter(StateModel& model, std::shared_ptr<const Backend> backend, FigureCard& card,
            QObject* parent = nullptr, Builder builder = buildWork);

  /// Figures that need not be built again; those that are shown go there. It outlives this.
  void setKnown(BuiltFigures* known) { known_ = known; }

  /// While held, B is shown (A where B is chosen). No undo step, and nothing is built.
  void setBlinking(bool blinking);
  [[nodiscard]] bool blinking() const { return blinking_; }
  /// While set, the picture is A left and B right of a line; what is said is about A, or B where B
  /// is chosen. No undo step, and nothing is built. Another page, or choosing another side than
  /// these two, ends it; on a page that compares nothing it does not begin.
  void setWiping(bool wiping);
  [[nodiscard]] bool wiping() const { return wiping_; }
  /// While pictures follow each other their y axes are steady (SteadyAxes), on screen only:
  /// figure() has its own.
  void setSteady(bool steady);
  /// The figure on screen; nullptr while a page has none yet.
  [[nodiscard]] const std::shared_ptr<const Figure>& figure() const { return figure_; }
  /// Who builds them.
  [[nodiscard]] const std::shared_ptr<const Backend>& backend() const { return backend_; }
  /// Whether every side of the figure on screen is made; true for one that compares nothing.
  [[nodiscard]] bool sidesReady() const;
  /// How much closer than everything the plot shows, along x; 0 without a plot.
  [[nodiscard]] double zoom() const;
  /// Those of the figure and, once they are worked out, those of its judgement.
  [[nodiscard]] std::vector<Verdict> verdicts() const;
  /// Their numbers, of all sides.
  [[nodiscard]] const TablePanel& verdictTable() const;
  /// What the state on screen differs in from that of verdicts(), while it is being judged; empty
  /// when they are its own.
  [[nodiscard]] const Text& verdictsOf() const { return verdictsOf_; }

 signals:
  void verdictsChanged();
  /// Another figure, or another language or theme of it, is on screen; or none.
  void figureShown();
  void wipingChanged(bool wiping);
  /// Which side of it; alone when nothing else changed.
  void sideShown(poscope::Side side);
  void zoomChanged();
  /// Who computed what is on screen; its reason tells why it is not the one that was chosen.
  void served(const poscope::BackendInfo& info);
  /// Milliseconds that the figure and its cells took.
  void measured(double milliseconds);
  /// The picture of the state is on screen, with all its cells.
  void settled();
  /// The picture of the state could not be made.
  void failed();

 private:
  void follow();
  void request(const State& content, const Inputs& inputs);
  void showSkeleton();
  void show(const BuiltFigure& built);
  void remember();
  void fail(const Error& error);
  void judge();
  void acceptVerdicts(Result<JudgedSides> verdicts);
  void showSide();
  void acceptSide(Result<SideFigure> made);
  void makeOthers();
  void makeMissing(Side first);
  void wipeOther();
  void endWipe();
  [[nodiscard]] bool choosesAnother();
  void prepareOthers();
  void showVerdicts();
  [[nodiscard]] Side wantedSide() const;
  [[nodiscard]] std::shared_ptr<const Figure> onScreen(
      const std::shared_ptr<const Figure>& figure) const;
  [[nodiscard]] Difference wantedDifference() const;
  [[nodiscard]] std::shared_ptr<const Figure> sideMade(Side side) const;
  [[nodiscard]] std::optional<Zoom> zoomOn(const std::shared_ptr<const Figure>& figure) const;

  StateModel& model_;
  FigureCard& card_;
  std::shared_ptr<const Backend> backend_;
  Builder builder_;
  BuiltFigures* known_ = nullptr;
  QtLatest<BuiltFigure> build_;
  QtLatest<JudgedSides> judge_;
  QtLatest<SideFigure> others_;
  std::shared_ptr<const Figure> figure_;
  std::array<std::shared_ptr<const Figure>, kSides.size()> sides_;  ///< Those that are made.
  std::optional<State> requested_;  ///< Without zoom and side, as the next four.
  Inputs requestedInputs_;
  std::optional<State> shown_;
  std::optional<State> judging_;   ///< What is being judged.
  std::optional<State> judgedOf_;  ///< What `judged_` is about.
  JudgedSides judged_;
  Text verdictsOf_;
  std::optional<Zoom> shownWindow_;
  double buildMilliseconds_ = 0;
  bool blinking_ = false;
  bool wiping_ = false;
  Side chosen_ = Side::a;  ///< In the state, while wiping.
  bool steady_ = false;
  SteadyAxes axes_;
};

}  // namespace poscope
