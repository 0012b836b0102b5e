// `poscope export` and `poscope gallery`.
#include "app/cli/backends.h"
#include "app/cli/export_plan.h"
#include "app/cli/interrupt.h"
#include "app/cli/offscreen.h"
#include "app/cli/subcommands.h"
#include "app/export/file_save.h"
#include "app/export/gallery.h"
#include "core/catalogue/views.h"
#include "core/figure/data_export.h"

namespace poscope {
namespace {

Result<Figure> figureOf(const ExportPlan& plan, std::shared_ptr<const Backend> backend,
                        const std::stop_token& stop) {
  auto figure = buildFigure(*findView(plan.state.view), plan.state.params,
                            {std::move(backend), {}, stop, plan.inputs});
  if (figure && !plan.options.layer.empty()) {
    // Pictures have no use for the layer, but a name that does not exist is a mistake all the same.
    POSCOPE_CHECK(layerCells(*figure, plan.options.layer));
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

// All files are made before the first is written: an error leaves none of them.
Result<void> writeAll(const Figure& figure, const ExportPlan& plan, const Console& console,
                      const std::stop_token& stop) {
  std::vector<QByteArray> bytes;
  std::vector<ExportReport> reports;
  for (const ExportTarget& target : plan.targets) {
    POSCOPE_TRY(auto made, figureBytes(figure, plan.state.zoom, target.ending, plan.options, stop));
    bytes.push_back(std::move(made.bytes));
    reports.push_back(std::move(made.report));
  }
  std::vector<FileToSave> files;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    files.push_back({plan.targets[i].path, bytes[i]});
  }
  return saveAllWhole(files, stop).map([&] {
    for (std::size_t i = 0; i < reports.size(); ++i) {
      sayNotices(plan.targets[i], reports[i], console);
    }
  });
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
  auto backend = exportBackend(line.backend);
  if (!backend) {
    return console.fail(backend.error());
  }
  console.detail(backendDetail(**backend));
  const auto application =
      planned->plan.draws() ? makeOffscreenApplication() : std::unique_ptr<QApplication>();
  const auto figure = figureOf(planned->plan, std::move(*backend), interrupt.token());
  if (!figure) {
    return console.fail(figure.error());
  }
  const auto written = writeAll(*figure, planned->plan, console, interrupt.token());
  if (!written) {
    return console.fail(written.error());
  }
  if (!line.model.empty()) {
    for (const Text& note : figure->notes) {
      console.notice(NoticeLevel::note, note);
    }
  }
  return 0;
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
