// Figures for the tests of the export.
#pragma once

#include <QString>
#include <memory>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/compute/backend.h"
#include "core/figure/figure.h"
#include "core/state/state.h"
#include "core/views/view.h"

namespace poscope::test {

/// The figure of a link, computed.
inline Figure figureOf(const char* link) {
  const Result<State> state = parseLink(link);
  const View* view = state ? findView(state->view) : nullptr;
  if (view == nullptr) {
    qFatal("no view for %s", link);
  }
  Result<Figure> figure = buildFigure(*view, state->params, ViewContext{makeCpuBackend(), {}, {}});
  if (!figure) {
    qFatal("%s: %s", link, renderPlain(figure.error().text, Language::english).c_str());
  }
  return *figure;
}

/// +0.5 and -0.5 in turn.
class CheckerSource final : public CellSource {
 public:
  CheckerSource(std::int64_t rows, std::int64_t columns) : rows_(rows), columns_(columns) {}
  std::int64_t rows() const override { return rows_; }
  std::int64_t columns() const override { return columns_; }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<float> out,
                     std::stop_token) const override {
    return fill(lattice, out);
  }
  Result<void> cells(const Lattice& lattice, Quantity, Reduction, std::span<double> out,
                     std::stop_token) const override {
    return fill(lattice, out);
  }

 private:
  template <typename Real>
  static Result<void> fill(const Lattice& lattice, std::span<Real> out) {
    std::size_t at = 0;
    for (std::int64_t r = 0; r < lattice.rows.count; ++r) {
      for (std::int64_t c = 0; c < lattice.columns.count; ++c) {
        const bool odd = (lattice.rows.begin(r) + lattice.columns.begin(c)) % 2 != 0;
        out[at++] = static_cast<Real>(odd ? 0.5 : -0.5);
      }
    }
    return {};
  }
  std::int64_t rows_;
  std::int64_t columns_;
};

/// A heat map of `rows` x `columns` squares like a chess board.
inline Figure checkerFigure(std::int64_t rows, std::int64_t columns) {
  HeatLayer layer;
  layer.name = "board";
  layer.source = std::make_shared<CheckerSource>(rows, columns);
  PlotPanel panel;
  panel.name = "main";
  panel.x = {Text::verbatim("column"), -0.5, static_cast<double>(columns) - 0.5};
  panel.y = {Text::verbatim("row"), -0.5, static_cast<double>(rows) - 0.5};
  panel.x.data = {"column"};
  panel.y.data = {"row"};
  panel.y.downward = true;
  panel.layers = {layer};
  Figure figure;
  figure.panels = {panel};
  figure.mainLayer = "board";
  figure.finding = {Text::verbatim("Question & <answer>?"), Text::verbatim("8 by 8 squares"),
                    Text::verbatim("An explanation.")};
  figure.source = {"sinusoidal", "poscope:sinusoidal?dim=64&length=32", {}, "9.9"};
  return figure;
}

}  // namespace poscope::test
