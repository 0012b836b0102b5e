// `poscope export --frames`: a file for each value of a parameter.
#pragma once

#include <memory>
#include <stop_token>

#include "app/cli/console.h"
#include "app/cli/export_plan.h"
#include "core/compute/backend.h"

namespace poscope {

/// Frame by frame: each is written whole before the next one is begun, and the first that cannot be
/// ends the work; those before it stay. `tellsOfModel`: what the figures say of a model is told,
/// once. Returns the exit code.
int exportFrames(const ExportPlan& plan, const std::shared_ptr<const Backend>& backend,
                 bool tellsOfModel, const Console& console, const std::stop_token& stop);

}  // namespace poscope
