// `poscope export` and `poscope gallery`.
#include "app/cli/backends.h"
#include "app/cli/export_plan.h"
#include "app/cli/interrupt.h"
#include "app/cli/offscreen.h"
#include "app/cli/subcommands.h"
#include "app/export/file_save.h"
#include "app/export/gallery.h"

namespace poscope {
namespace {

// All files are made before the first is written: an error leaves none of them.
Result<void> writeAll(const ExportPlan& plan, const std::string& backendId,
                      const std::stop_token& stop) {
  auto backend = exportBackend(backendId);
  if (!backend) {
    return tl::unexpected<Error>(backend.error());
  }
  const auto figure =
      buildFigure(*findView(plan.state.view), plan.state.params, {std::move(*backend), {}, stop});
  if (!figure) {
    return tl::unexpected<Error>(figure.error());
  }
  std::vector<QByteArray> files;
  for (const ExportTarget& target : plan.targets) {
    auto made = figureBytes(*figure, plan.state.window, target.ending, plan.options, stop);
    if (!made) {
      return tl::unexpected<Error>(made.error());
    }
    files.push_back(std::move(made->bytes));
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (const auto saved = saveWhole(plan.targets[i].path, files[i], stop); !saved) {
      return tl::unexpected<Error>(saved.error());
    }
  }
  return {};
}

}  // namespace

int runExport(const CommandLine& line, const Console& console) {
  const Interrupt interrupt;
  const auto planned = planExport(line, console);
  if (!planned) {
    return console.fail(planned.error());
  }
  if (planned->modelIsBroken) {
    return 1;
  }
  const auto application =
      planned->plan.draws() ? makeOffscreenApplication() : std::unique_ptr<QApplication>();
  const auto written = writeAll(planned->plan, line.backend, interrupt.token());
  return written ? 0 : console.fail(written.error());
}

int runGallery(const CommandLine& line, const Console& console) {
  if (line.path.empty()) {
    return console.fail({ErrorKind::usage, {"command.error.required", {{"value", "DIR"}}}});
  }
  const Interrupt interrupt;
  auto backend = exportBackend(line.backend);
  if (!backend) {
    return console.fail(backend.error());
  }
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
  if (!report) {
    return console.fail(report.error());
  }
  console.say({"command.gallery.done",
               {{"pictures", report->pictures}, {"index", report->index.string()}}});
  return 0;
}

}  // namespace poscope
