#include "core/base/version.h"
#include "core/state/link.h"
#include "core/views/view.h"

namespace poscope {

Result<Figure> buildFigure(const View& view, const Params& params, const ViewContext& context) {
  if (context.stop.stop_requested()) {
    return cancelled();
  }
  auto figure = view.build(params, context);
  if (!figure) {
    return figure;
  }
  if (context.stop.stop_requested()) {
    return cancelled();
  }
  figure->source = {view.id, formatLink({view.id, params, std::nullopt}), params.all(),
                    std::string(programVersion())};
  return figure;
}

}  // namespace poscope
