// A page without a window around it, which counts how often its figure is built.
#pragma once

#include <QtTest>
#include <atomic>
#include <memory>

#include "app/panel/appearance.h"
#include "app/plot/figure_view.h"
#include "app/plot/shared_cursor.h"
#include "app/window/figure_card.h"
#include "app/window/headline.h"
#include "app/window/presenter.h"
#include "app/window/state_model.h"
#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/state/schema.h"

namespace poscope {

inline std::atomic<int> builds;

inline Latest<BuiltFigure>::Work countedBuild(State state, Inputs inputs,
                                              std::shared_ptr<const Backend> backend) {
  return [work = buildWork(std::move(state), std::move(inputs), std::move(backend))](
             const Job<BuiltFigure>& job) {
    ++builds;
    return work(job);
  };
}

struct CountedPage {
  Appearance appearance;
  StateModel model;
  SharedCursor cursor;
  FigureCard card{appearance, cursor};
  Presenter presenter{model, makeCpuBackend(), card, nullptr, countedBuild};

  explicit CountedPage(const char* link) {
    builds = 0;
    appearance.setLanguage(Language::english);
    const auto state = parseLink(link);
    card.resize(900, 700);
    card.show();
    model.restore({state->view, {*state}, {}});
  }
  [[nodiscard]] std::string sentence() const { return card.headline().sentence().toStdString(); }
  [[nodiscard]] bool shows(Side side) const {
    return presenter.figure() != nullptr && presenter.figure()->side == side;
  }
  [[nodiscard]] std::string linkShown() const { return presenter.figure()->source.link; }
  [[nodiscard]] bool ready() const {
    return presenter.figure() != nullptr && !card.plot().busy() && presenter.sidesReady() &&
           !card.plot().preparing();
  }
  [[nodiscard]] std::vector<ColourRole> verdicts() const {
    std::vector<ColourRole> roles;
    for (const Verdict& verdict : presenter.verdicts()) {
      roles.push_back(verdict.role);
    }
    return roles;
  }
};

/// A row for each view that compares: its link.
inline void addComparingViews() {
  QTest::addColumn<QString>("link");
  for (const View& view : views()) {
    if (view.compares) {
      QTest::newRow(view.id.c_str()) << QString::fromStdString("poscope:" + view.id);
    }
  }
}

}  // namespace poscope
