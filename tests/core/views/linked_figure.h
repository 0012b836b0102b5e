// The figure of a link, and numbers of it, for tests of pages.
#pragma once

#include <QtGlobal>
#include <string>
#include <string_view>
#include <variant>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"

namespace poscope::test {

/// Ends the test with the reason where there is none.
inline Figure figureOf(const State& state) {
  auto figure = buildFigure(*findView(state.view), state.params, {makeCpuBackend(), {}, {}});
  if (!figure) {
    qFatal("%s", renderPlain(figure.error().text, Language::english).c_str());
  }
  return std::move(*figure);
}

/// `link` without "poscope:", such as "decay?context=4096".
inline Figure figureOf(const std::string& link) {
  const auto state = parseLink("poscope:" + link);
  if (!state) {
    qFatal("%s", renderPlain(state.error().text, Language::english).c_str());
  }
  return figureOf(*state);
}

/// The panel of a name; ends the test where there is none of that kind.
template <typename Kind>
Kind panelOf(const Figure& figure, std::string_view name) {
  for (const Panel& panel : figure.panels) {
    if (const auto* found = std::get_if<Kind>(&panel); found != nullptr && found->name == name) {
      return *found;
    }
  }
  qFatal("no such panel");
}

/// A fact that is a real number.
inline double real(const Figure& figure, std::string_view name) {
  return std::get<double>(*findFact(figure, name));
}

}  // namespace poscope::test
