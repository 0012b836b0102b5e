#include "app/cli/export_frames.h"

#include <algorithm>

#include "app/cli/export_files.h"
#include "app/cli/progress_line.h"
#include "app/export/frame_page.h"
#include "core/figure/steady_axes.h"
#include "core/state/find_spec.h"

namespace poscope {
namespace {

class FrameRun {
 public:
  FrameRun(const ExportPlan& plan, std::shared_ptr<const Backend> backend, const Console& console,
           std::stop_token stop)
      : plan_(plan),
        frames_(*plan.frames),
        backend_(std::move(backend)),
        console_(console),
        stop_(std::move(stop)),
        noticed_(plan.targets.size()) {}

  [[nodiscard]] Result<void> write(ProgressLine& progress);
  /// Of the first frame; as far as it was built.
  [[nodiscard]] const Figure& first() const { return first_; }

 private:
  [[nodiscard]] ExportPlan planOf(std::size_t frame) const;
  [[nodiscard]] Result<void> compareEnds();
  [[nodiscard]] Result<void> writeFrame(std::size_t frame,
                                        const std::function<void(double)>& progress);
  void tell(const ExportTarget& target, std::size_t index, const ExportReport& report);
  [[nodiscard]] Error errorOf(std::size_t frame, const Error& error) const;

  ExportPlan plan_;
  const Frames frames_;
  std::shared_ptr<const Backend> backend_;
  const Console& console_;
  std::stop_token stop_;
  Figure first_;
  SteadyAxes axes_;
  std::vector<std::vector<std::string>> noticed_;  ///< By target: the keys of what was said.
};

// The plan of one picture.
ExportPlan FrameRun::planOf(std::size_t frame) const {
  ExportPlan one = plan_;
  one.frames.reset();
  one.state.params =
      withFrame(std::move(one.state.params), frames_.parameter, frames_.values[frame]);
  for (std::size_t i = 0; i < one.targets.size(); ++i) {
    one.targets[i].path = plan_.names[i].at(static_cast<std::int64_t>(frame) + 1);
  }
  return one;
}

// Frames of a film are of one size, and their y axes of one span: both ends show which.
Result<void> FrameRun::compareEnds() {
  if (!plan_.draws()) {
    return {};
  }
  const std::size_t last = frames_.values.size() - 1;
  std::vector<Figure> ends;
  for (const std::size_t frame : {std::size_t{0}, last}) {
    auto figure = figureOf(planOf(frame), backend_, {{}, stop_});
    if (!figure) {
      return tl::unexpected(errorOf(frame, figure.error()));
    }
    axes_.remember(*figure);
    ends.push_back(std::move(*figure));
  }
  POSCOPE_TRY(plan_.options, withPageOfAll(plan_.options, ends, plan_.state.zoom));
  return {};
}

Result<void> FrameRun::write(ProgressLine& progress) {
  POSCOPE_CHECK(compareEnds());
  const auto all = static_cast<double>(frames_.values.size());
  for (std::size_t frame = 0; frame < frames_.values.size(); ++frame) {
    const auto place = static_cast<double>(frame);
    progress.tell(place / all);
    POSCOPE_CHECK(writeFrame(frame, progress.teller(place / all, (place + 1) / all)));
  }
  return {};
}

Result<void> FrameRun::writeFrame(std::size_t frame, const std::function<void(double)>& progress) {
  const ExportPlan one = planOf(frame);
  const auto half = [&](double from) {
    return [&progress, from](double share) { progress(from + share / 2); };
  };
  auto figure = figureOf(one, backend_, {half(0), stop_});
  if (!figure) {
    return tl::unexpected(errorOf(frame, figure.error()));
  }
  axes_.remember(*figure);
  Begun begun = beginAll(one.draws() ? axes_.fit(*figure) : *figure, one);
  const Reports reports = saveAll(paintAll(begun, stop_), one, half(0.5), stop_);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!reports[i]) {
      return tl::unexpected(
          errorOf(frame, namedError(reports[i].error(), one.targets[i], reports.size())));
    }
    tell(one.targets[i], i, *reports[i]);
  }
  if (frame == 0) {
    first_ = std::move(*figure);
  }
  return {};
}

// What is to be known of a file is said of the first one of its kind.
void FrameRun::tell(const ExportTarget& target, std::size_t index, const ExportReport& report) {
  console_.detail(reportSentence(report));
  std::vector<std::string>& said = noticed_[index];
  for (const Text& notice : reportNotices(report)) {
    if (std::find(said.begin(), said.end(), notice.key) == said.end()) {
      said.push_back(notice.key);
      sayNotice(target, notice, console_);
    }
  }
}

Error FrameRun::errorOf(std::size_t frame, const Error& error) const {
  return error.kind == ErrorKind::cancelled ? Error{error.kind, "frames.stopped"}
                                            : frameError(frames_, frame, error);
}

void warnOfSameFrames(const ExportPlan& plan, const Console& console) {
  const Schema& schema = plan.state.params.schema();
  const ParameterSpec* const spec = findSpec(schema, plan.frames->parameter);
  if (spec != nullptr && !hasEffect(*spec, plan.state.params)) {
    console.notice(NoticeLevel::warning, {"frames.same",
                                          {{"parameter", spec->name},
                                           {"reason", needText(plan.state.view, schema, *spec)}}});
  }
}

}  // namespace

int exportFrames(const ExportPlan& plan, const std::shared_ptr<const Backend>& backend,
                 bool tellsOfModel, const Console& console, const std::stop_token& stop) {
  warnOfSameFrames(plan, console);
  const auto count = static_cast<std::int64_t>(plan.frames->values.size());
  FrameRun run(plan, backend, console, stop);
  Result<void> written;
  {
    ProgressLine progress(console, {"frames.progress", {{"frames", count}}}, "frames.long");
    written = run.write(progress);
  }
  if (!written) {
    return console.fail(written.error());
  }
  for (const FrameNames& names : plan.names) {
    console.note(writtenFrames(*plan.frames, names));
  }
  if (tellsOfModel) {
    sayOfModel(run.first(), console);
  }
  return 0;
}

}  // namespace poscope
