// One figure into the files of a plan, step by step, and what is said of them.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/cli/console.h"
#include "app/cli/export_plan.h"
#include "core/compute/backend.h"

namespace poscope {

/// The figure of the plan's state. Errors: as buildFigure; usage for a layer that does not exist.
[[nodiscard]] Result<Figure> figureOf(const ExportPlan& plan,
                                      std::shared_ptr<const Backend> backend,
                                      const DataControl& control);

using Begun = std::vector<Result<FigureWriting>>;
using Encodes = std::vector<Result<FigureWriting::Encode>>;
using Reports = std::vector<Result<ExportReport>>;

/// For each target, in their order. Who cannot be made says so before anything is computed.
[[nodiscard]] Begun beginAll(const Figure& figure, const ExportPlan& plan);
[[nodiscard]] Encodes paintAll(Begun& begun, const std::stop_token& stop);
/// The files of those that could be made, one after the other.
[[nodiscard]] Reports saveAll(const Encodes& encodes, const ExportPlan& plan,
                              const std::function<void(double)>& progress,
                              const std::stop_token& stop);

/// Which of several files an error is about; those of files say it themselves.
[[nodiscard]] Error namedError(const Error& error, const ExportTarget& target, std::size_t targets);

void sayNotice(const ExportTarget& target, const Text& notice, const Console& console);
/// What a figure tells of the model that it was asked for.
void sayOfModel(const Figure& figure, const Console& console);

}  // namespace poscope
