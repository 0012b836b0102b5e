// `poscope export` and `poscope gallery`.
#include "app/cli/backends.h"
#include "app/cli/export_plan.h"
#include "app/cli/interrupt.h"
#include "app/cli/offscreen.h"
#include "app/cli/progress_line.h"
#include "app/cli/subcommands.h"
#include "app/export/file_save.h"
#include "app/export/gallery.h"
#include "core/catalogue/views.h"
#include "core/figure/data_export.h"

namespace poscope {
namespace {

Result<Figure> figureOf(const ExportPlan& plan, std::shared_ptr<const Backend> backend,
                        const DataControl& control) {
  auto figure = buildFigure(*findView(plan.state.view), plan.state.params,
                            {std::move(backend), control.progress, control.stop, plan.inputs});
  if (figure && !plan.options.layer.empty()) {
    // Pictures have no use for the layer, but a name that does not exist is a mistake all the same.
    POSCOPE_CHECK(checkLayer(*figure, plan.options.layer));
  }
  return figure;
}

Text backendDetail(const Backend& backend) {
  const BackendInfo info = backend.info();
  return {"command.detail.backend", {{"id", info.id}, {"device", info.description}}};
}

void sayNotices(const ExportTarget& target, const ExportReport& report, const Console& console) {
  for (const Text& notice : reportNotices(report)) {
    console.note({"export.notice.of", {{"path", target.path.string()}, {"notice", notice}}});
  }
}

using Begun = std::vector<Result<FigureWriting>>;
using Encodes = std::vector<Result<FigureWriting::Encode>>;

// Who cannot be made says so before anything is computed.
Begun beginAll(const Figure& figure, const ExportPlan& plan) {
  Begun begun;
  for (const ExportTarget& target : plan.targets) {
    begun.push_back(FigureWriting::begin(figure, plan.state.zoom, target.ending, plan.options));
  }
  return begun;
}

Result<FigureWriting::Encode> painted(Result<FigureWriting>& writing, const std::stop_token& stop) {
  if (!writing) {
    return tl::unexpected(writing.error());
  }
  POSCOPE_TRY(auto content, writing->compute()(stop));
  return writing->paint(std::move(content));
}

Text writingWords(const Begun& begun) {
  std::int64_t numbers = 0;
  for (const Result<FigureWriting>& writing : begun) {
    numbers += writing ? writing->numbers() : 0;
  }
  return {"export.progress", {{"numbers", numbers}}};
}

// The files of those that could be made, one after the other. What becomes of each takes its place
// in `reports`.
void saveMade(const Encodes& encodes, const ExportPlan& plan, ProgressLine& progress,
              const std::stop_token& stop, std::vector<Result<ExportReport>>& reports) {
  const auto all = static_cast<double>(encodes.size());
  std::vector<FileToSave> files;
  std::vector<std::size_t> made;
  for (std::size_t i = 0; i < encodes.size(); ++i) {
    if (!encodes[i]) {
      reports[i] = tl::unexpected(encodes[i].error());
      continue;
    }
    const auto place = static_cast<double>(i);
    const auto teller = progress.teller(place / all, (place + 1) / all);
    made.push_back(i);
    files.push_back({plan.targets[i].path, [&, i, teller](const WriteBytes& write) -> Result<void> {
                       POSCOPE_TRY(reports[i], (*encodes[i])(write, {teller, stop}));
                       reports[i]->path = plan.targets[i].path.string();
                       return {};
                     }});
  }
  const std::vector<Result<void>> saved = saveEachWhole(files, stop);
  for (std::size_t k = 0; k < saved.size(); ++k) {
    if (!saved[k]) {
      reports[made[k]] = tl::unexpected(saved[k].error());
    }
  }
}

std::vector<Result<ExportReport>> writeAll(const Figure& figure, const ExportPlan& plan,
                                           const Console& console, const std::stop_token& stop) {
  Begun begun = beginAll(figure, plan);
  Encodes encodes;
  for (Result<FigureWriting>& writing : begun) {
    encodes.push_back(painted(writing, stop));
  }
  ProgressLine progress(console, writingWords(begun));
  std::vector<Result<ExportReport>> reports(plan.targets.size());
  saveMade(encodes, plan, progress, stop, reports);
  return reports;
}

// Which of several files an error is about; those of files say it themselves.
Error namedError(const Error& error, const ExportTarget& target, std::size_t targets) {
  const bool named = targets == 1 || error.text.empty() || error.kind == ErrorKind::file;
  return named ? error
               : Error{error.kind,
                       {"command.error.output.failed",
                        {{"file", target.path.string()}, {"text", error.text}}}};
}

// A line for each file. The exit code is that of the first that is not there.
int tellAll(const std::vector<Result<ExportReport>>& reports, const ExportPlan& plan,
            const Console& console) {
  int code = 0;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const Result<ExportReport>& report = reports[i];
    if (!report && report.error().kind == ErrorKind::cancelled) {
      return console.fail(report.error());  // All were stopped together.
    }
    if (!report) {
      const int failed = console.fail(namedError(report.error(), plan.targets[i], reports.size()));
      code = code == 0 ? failed : code;
      continue;
    }
    if (report->path != "-" || !report->axes.empty()) {
      console.note(reportSentence(*report));
    }
    sayNotices(plan.targets[i], *report, console);
  }
  return code;
}

}  // namespace

int runExport(const CommandLine& line, const Console& console) {
  const Interrupt interrupt(console);
  const auto planned = planExport(line, console);
  if (!planned) {
    return console.fail(planned.error());
  }
  if (planned->modelIsBroken) {
    return 1;
  }
  auto backend = exportBackend(line.backend);
  if (!backend) {
    return console.fail(backend.error());
  }
  console.detail(backendDetail(**backend));
  const auto application =
      planned->plan.draws() ? makeOffscreenApplication() : std::unique_ptr<QApplication>();
  Result<Figure> figure = Figure();
  {
    ProgressLine progress(console, "export.progress.figure");
    figure = figureOf(planned->plan, std::move(*backend), {progress.teller(), interrupt.token()});
  }
  if (!figure) {
    return console.fail(figure.error());
  }
  const int code =
      tellAll(writeAll(*figure, planned->plan, console, interrupt.token()), planned->plan, console);
  if (!line.model.empty()) {
    if (figure->otherScheme) {
      console.notice(NoticeLevel::note, figure->finding.sentence);
    }
    for (const Text& note : figure->notes) {
      console.notice(NoticeLevel::note, note);
    }
  }
  return code;
}

int runGallery(const CommandLine& line, const Console& console) {
  if (line.path.empty()) {
    return console.fail({ErrorKind::usage, {"command.error.required", {{"value", "DIR"}}}});
  }
  const Interrupt interrupt(console, {"command.gallery.stopped", {{"folder", line.path}}});
  auto backend = exportBackend(line.backend);
  if (!backend) {
    return console.fail(backend.error());
  }
  console.detail(backendDetail(**backend));
  const auto application = makeOffscreenApplication();
  GalleryOptions options;
  options.backend = std::move(*backend);
  options.language = console.language();
  options.theme = line.theme.value_or(ThemeKind::light);
  const auto progress = [&](int done, int all, const std::string& name) {
    console.progressBar(
        static_cast<double>(done) / all,
        {"command.gallery.progress", {{"done", done}, {"total", all}, {"file", name}}});
  };
  const auto report = writeGallery(line.path, options, progress, interrupt.token());
  console.endProgress();
  if (!report && report.error().kind == ErrorKind::cancelled) {
    return console.fail(
        {ErrorKind::cancelled, {"command.gallery.stopped", {{"folder", line.path}}}});
  }
  if (!report) {
    return console.fail(report.error());
  }
  console.note({"command.gallery.done",
                {{"pictures", report->pictures}, {"index", report->index.string()}}});
  return 0;
}

}  // namespace poscope
