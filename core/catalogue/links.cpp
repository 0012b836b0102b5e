#include "core/catalogue/links.h"

#include <algorithm>

#include "core/catalogue/views.h"

namespace poscope {

State defaultState(const View& view) {
  return {view.id, Params(view.schema), std::nullopt};
}

Result<State> parseLink(std::string_view link) {
  POSCOPE_TRY(const LinkParts parts, splitLink(link));
  const View* view = findView(parts.view);
  if (view == nullptr) {
    return usageError(unknownName("error.view.unknown", parts.view, viewNames()));
  }
  return applyQuery(defaultState(*view), parts.query);
}

Result<State> namedFigureState(std::string_view name) {
  for (const View& view : views()) {
    for (const NamedFigure& figure : view.figures) {
      std::string_view number = figure.name;
      number.remove_prefix(std::min<std::size_t>(3, number.size()));
      if (name == figure.name || name == number || name == "figure" + std::string(number)) {
        return applyQuery(defaultState(view), figure.parameters);
      }
    }
  }
  return usageError(unknownName("error.figure.unknown", name, figureNames()));
}

}  // namespace poscope
