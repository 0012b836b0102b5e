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

// What every target is made by; whoever cannot be made says so before anything is computed.
Result<std::vector<FigureWriting>> beginAll(const Figure& figure, const ExportPlan& plan) {
  std::vector<FigureWriting> writings;
  for (const ExportTarget& target : plan.targets) {
    POSCOPE_TRY(auto writing,
                FigureWriting::begin(figure, plan.state.zoom, target.ending, plan.options));
    writings.push_back(std::move(writing));
  }
  return writings;
}

// Pictures are painted before the first file is written: an error leaves none of them.
Result<std::vector<FigureWriting::Encode>> paintAll(std::vector<FigureWriting>& writings,
                                                    const std::stop_token& stop) {
  std::vector<FigureWriting::Encode> encodes;
  for (FigureWriting& writing : writings) {
    POSCOPE_TRY(auto content, writing.compute()(stop));
    POSCOPE_TRY(auto encode, writing.paint(std::move(content)));
    encodes.push_back(std::move(encode));
  }
  return encodes;
}

Text writingWords(const std::vector<FigureWriting>& writings) {
  std::int64_t numbers = 0;
  for (const FigureWriting& writing : writings) {
    numbers += writing.numbers();
  }
  return {"export.progress", {{"numbers", numbers}}};
}

Result<std::vector<ExportReport>> writeAll(const Figure& figure, const ExportPlan& plan,
                                           const Console& console, const std::stop_token& stop) {
  POSCOPE_TRY(auto writings, beginAll(figure, plan));
  POSCOPE_TRY(const auto encodes, paintAll(writings, stop));
  ProgressLine progress(console, writingWords(writings));
  std::vector<ExportReport> reports(encodes.size());
  std::vector<FileToSave> files;
  const auto all = static_cast<double>(encodes.size());
  for (std::size_t i = 0; i < encodes.size(); ++i) {
    const auto place = static_cast<double>(i);
    const auto teller = progress.teller(place / all, (place + 1) / all);
    files.push_back({plan.targets[i].path, [&, i, teller](const WriteBytes& write) -> Result<void> {
                       POSCOPE_TRY(reports[i], encodes[i](write, {teller, stop}));
                       reports[i].path = plan.targets[i].path.string();
                       return {};
                     }});
  }
  POSCOPE_CHECK(saveAllWhole(files, stop));
  return reports;
}

// What a small page left out; and the axes of an array are nowhere but in what the command says.
void tellReports(const ExportPlan& plan, const std::vector<ExportReport>& reports,
                 const Console& console) {
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!reports[i].axes.empty()) {
      console.note(reportSentence(reports[i]));
    }
    sayNotices(plan.targets[i], reports[i], console);
  }
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
  const auto reports = writeAll(*figure, planned->plan, console, interrupt.token());
  if (!reports) {
    return console.fail(reports.error());
  }
  tellReports(planned->plan, *reports, console);
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
