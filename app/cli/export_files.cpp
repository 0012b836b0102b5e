#include "app/cli/export_files.h"

#include "app/export/file_save.h"
#include "core/catalogue/views.h"
#include "core/figure/data_export.h"

namespace poscope {
namespace {

Result<FigureWriting::Encode> painted(Result<FigureWriting>& writing, const std::stop_token& stop) {
  if (!writing) {
    return tl::unexpected(writing.error());
  }
  POSCOPE_TRY(auto content, writing->compute()(stop));
  return writing->paint(std::move(content));
}

}  // namespace

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

Begun beginAll(const Figure& figure, const ExportPlan& plan) {
  Begun begun;
  for (const ExportTarget& target : plan.targets) {
    begun.push_back(FigureWriting::begin(figure, plan.state.zoom, target.ending, plan.options));
  }
  return begun;
}

Encodes paintAll(Begun& begun, const std::stop_token& stop) {
  Encodes encodes;
  for (Result<FigureWriting>& writing : begun) {
    encodes.push_back(painted(writing, stop));
  }
  return encodes;
}

Reports saveAll(const Encodes& encodes, const ExportPlan& plan,
                const std::function<void(double)>& progress, const std::stop_token& stop) {
  Reports reports(plan.targets.size());
  const auto all = static_cast<double>(encodes.size());
  std::vector<FileToSave> files;
  std::vector<std::size_t> made;
  for (std::size_t i = 0; i < encodes.size(); ++i) {
    if (!encodes[i]) {
      reports[i] = tl::unexpected(encodes[i].error());
      continue;
    }
    const auto place = static_cast<double>(i);
    const auto teller = [&progress, place, all](double share) { progress((place + share) / all); };
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
  return reports;
}

Error namedError(const Error& error, const ExportTarget& target, std::size_t targets) {
  const bool named = targets == 1 || error.text.empty() || error.kind == ErrorKind::file;
  return named ? error
               : Error{error.kind,
                       {"command.error.output.failed",
                        {{"file", target.path.string()}, {"text", error.text}}}};
}

void sayNotice(const ExportTarget& target, const Text& notice, const Console& console) {
  console.note({"export.notice.of", {{"path", target.path.string()}, {"notice", notice}}});
}

void sayOfModel(const Figure& figure, const Console& console) {
  if (figure.otherScheme) {
    console.notice(NoticeLevel::note, figure.finding.sentence);
  }
  for (const Text& note : figure.notes) {
    console.notice(NoticeLevel::note, note);
  }
}

}  // namespace poscope
