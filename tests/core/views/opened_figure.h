// The figure of a page about a file of tensors, opened as --model opens it.
#pragma once

#include <filesystem>
#include <string>

#include "core/views/opened_tensors.h"
#include "tests/core/views/linked_figure.h"

namespace poscope::test {

/// A state about a file, and what its build reads.
struct OpenedState {
  State state;
  Inputs inputs;

  [[nodiscard]] Result<Figure> figure() const {
    return buildFigure(*findView(state.view), state.params, {makeCpuBackend(), {}, {}, inputs});
  }
  /// Ends the test where the parameter is refused.
  OpenedState& set(std::string_view name, std::string_view value) {
    if (const auto done = state.params.set(name, value); !done) {
      qFatal("%s", renderPlain(done.error().text, Language::english).c_str());
    }
    return *this;
  }
};

inline Result<OpenedState> opened(const std::filesystem::path& path, const std::string& view) {
  POSCOPE_TRY(const auto arrays, inspectTensors(path));
  POSCOPE_TRY(const auto file, openTableFile(path, {}));
  POSCOPE_TRY(auto state, withTable(defaultState(*findView(view)), *findView(view), file, arrays));
  return OpenedState{std::move(state), {nullptr, std::make_shared<const TableFile>(file)}};
}

/// Ends the test with the reason where there is none.
inline Figure figureOf(const Result<OpenedState>& opened) {
  auto figure = opened ? opened->figure() : tl::unexpected(opened.error());
  if (!figure) {
    qFatal("%s", renderPlain(figure.error().text, Language::english).c_str());
  }
  return std::move(*figure);
}

inline Figure figureOf(const OpenedState& opened) {
  return figureOf(Result<OpenedState>(opened));
}

}  // namespace poscope::test
