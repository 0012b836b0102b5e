#include "core/catalogue/links.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/catalogue/views.h"

namespace poscope {

State defaultState(const View& view) {
  return {view.id, Params(view.schema), std::nullopt};
}

Result<State> parseLink(std::string_view link) {
  POSCOPE_TRY(const LinkParts parts, splitLink(link));
  const View* view = findView(parts.view);
  if (view == nullptr) {
    return usageError({"error.view.unknown",
                       {{"value", parts.view}, {"expected", joinWords(views(), &View::id)}}});
  }
  return applyQuery(defaultState(*view), parts.query);
}

Result<State> namedFigureState(std::string_view name) {
  std::vector<std::string> known;
  for (const View& view : views()) {
    for (const NamedFigure& figure : view.figures) {
      known.push_back(figure.name);
      std::string_view number = figure.name;
      number.remove_prefix(std::min<std::size_t>(3, number.size()));
      if (name == figure.name || name == number || name == "figure" + std::string(number)) {
        return applyQuery(defaultState(view), figure.parameters);
      }
    }
  }
  return usageError({"error.figure.unknown", {{"value", name}, {"expected", joinWords(known)}}});
}

}  // namespace poscope
