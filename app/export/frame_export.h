// Frames written in the background of a window: built, computed and encoded in other threads, laid
// out and painted in the GUI thread.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/export/figure_file.h"
#include "app/jobs/qt_latest.h"
#include "core/compute/backend.h"
#include "core/figure/steady_axes.h"
#include "core/state/frames.h"
#include "core/state/inputs.h"
#include "core/state/state.h"

namespace poscope {

/// What is written, and where.
struct FrameOrder {
  State state;
  Inputs inputs;
  std::shared_ptr<const Backend> backend;
  Frames frames;
  FrameNames names;
  std::string ending;
  ExportOptions options;
};

/// One order at a time. Each frame is whole before the next one is begun; what stops, or fails,
/// leaves those before it.
class FrameExport {
 public:
  /// How many frames are there, of an order that goes on.
  using Progress = std::function<void(std::size_t written)>;
  /// All are there, or why not; not called for what was stopped.
  using Done = std::function<void(Result<void>)>;

  /// `owner` outlives it, in the GUI thread.
  FrameExport(QObject& owner, Progress progress, Done done);

  void start(FrameOrder order);
  void stop();

 private:
  using Built = std::shared_ptr<const Figure>;
  using Content = FigureWriting::Content;

  void build(std::size_t frame);
  void accept(Result<Built> built);
  void write(const Built& figure);
  void paint(Result<Content> content);
  void saved(const Result<ExportReport>& report);
  void fail(const Error& error);
  void compare(const Built& end);
  [[nodiscard]] bool draws() const { return isPictureEnding(order_->ending); }

  Progress progress_;
  Done done_;
  std::optional<FrameOrder> order_;
  std::size_t frame_ = 0;     ///< Being built or written.
  bool compared_ = false;     ///< The ends have been, or need not be.
  std::vector<Figure> ends_;  ///< The last and the first one: what page and axes are chosen by.
  SteadyAxes axes_;
  std::optional<FigureWriting> writing_;
  QtLatest<Built> building_;
  QtLatest<Content> content_;
  QtLatest<ExportReport> saving_;
};

}  // namespace poscope
