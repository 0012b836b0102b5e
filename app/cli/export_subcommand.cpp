// `poscope export` and `poscope gallery`.
#include "app/cli/backends.h"
#include "app/cli/export_files.h"
#include "app/cli/export_frames.h"
#include "app/cli/export_plan.h"
#include "app/cli/interrupt.h"
#include "app/cli/offscreen.h"
#include "app/cli/progress_line.h"
#include "app/cli/subcommands.h"
#include "app/export/gallery.h"

namespace poscope {
namespace {

Text backendDetail(const Backend& backend) {
  const BackendInfo info = backend.info();
  return {"command.detail.backend", {{"id", info.id}, {"device", info.description}}};
}

Text writingWords(const Begun& begun) {
  std::int64_t numbers = 0;
  for (const Result<FigureWriting>& writing : begun) {
    numbers += writing ? writing->numbers() : 0;
  }
  return {"export.progress", {{"numbers", numbers}}};
}

Reports writeAll(const Figure& figure, const ExportPlan& plan, const Console& console,
                 const std::stop_token& stop) {
  Begun begun = beginAll(figure, plan);
  const Encodes encodes = paintAll(begun, stop);
  ProgressLine progress(console, writingWords(begun));
  return saveAll(encodes, plan, progress.teller(), stop);
}

// A line for each file. The exit code is that of the first that is not there.
int tellAll(const Reports& reports, const ExportPlan& plan, const Console& console) {
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
    for (const Text& notice : reportNotices(*report)) {
      sayNotice(plan.targets[i], notice, console);
    }
  }
  return code;
}

int exportOne(const ExportPlan& plan, std::shared_ptr<const Backend> backend, bool tellsOfModel,
              const Console& console, const std::stop_token& stop) {
  Result<Figure> figure = Figure();
  {
    ProgressLine progress(console, "export.progress.figure");
    figure = figureOf(plan, std::move(backend), {progress.teller(), stop});
  }
  if (!figure) {
    return console.fail(figure.error());
  }
  const int code = tellAll(writeAll(*figure, plan, console, stop), plan, console);
  if (tellsOfModel) {
    sayOfModel(*figure, console);
  }
  return code;
}

}  // namespace

int runExport(const CommandLine& line, const Console& console) {
  const Interrupt interrupt(
      console, line.exported.frames.empty() ? Text("error.cancelled") : Text("frames.stopped"));
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
  if (planned->plan.frames) {
    return exportFrames(planned->plan, *backend, !line.model.empty(), console, interrupt.token());
  }
  return exportOne(planned->plan, std::move(*backend), !line.model.empty(), console,
                   interrupt.token());
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
