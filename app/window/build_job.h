// Building a figure as background work.
#pragma once

#include <memory>

#include "app/jobs/latest.h"
#include "core/state/state.h"
#include "core/views/view.h"

namespace poscope {

/// A figure that is done, with the state that it shows.
struct BuiltFigure {
  State state;
  std::shared_ptr<const Figure> figure;
  double milliseconds = 0;
};

[[nodiscard]] Latest<BuiltFigure>::Work buildWork(State state, Inputs inputs,
                                                  std::shared_ptr<const Backend> backend);

}  // namespace poscope
