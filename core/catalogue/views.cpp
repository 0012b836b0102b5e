#include "core/catalogue/views.h"

#include <algorithm>
#include <vector>

#include "core/state/difference.h"
#include "core/views/opened_tensors.h"

// The views in the order in which the window lists them; a new one is one line here. Each is the
// function <name>View() of its file in core/views.
#define POSCOPE_VIEWS(VIEW) \
  VIEW(order)               \
  VIEW(sinusoidal)          \
  VIEW(learned)             \
  VIEW(waves)               \
  VIEW(dotProduct)          \
  VIEW(decay)               \
  VIEW(rotation)            \
  VIEW(scaling)             \
  VIEW(entropy)             \
  VIEW(relativeBias)        \
  VIEW(terms)               \
  VIEW(schemes)             \
  VIEW(formats)             \
  VIEW(positions)           \
  VIEW(exactShare)          \
  VIEW(ropePrecision)       \
  VIEW(alibi)               \
  VIEW(audit)               \
  VIEW(cases)               \
  VIEW(pitfalls)

namespace poscope {

#define POSCOPE_DECLARE_VIEW(name) View name##View();
POSCOPE_VIEWS(POSCOPE_DECLARE_VIEW)

namespace {

// What all views that compare have in common.
std::vector<View> completed(std::vector<View> views) {
  for (View& view : views) {
    if (view.compares) {
      view.schema.push_back(differenceParameter());
    }
  }
  return views;
}

}  // namespace

std::span<const View> views() {
#define POSCOPE_BUILD_VIEW(name) name##View(),
  static const std::vector<View> kViews = completed({POSCOPE_VIEWS(POSCOPE_BUILD_VIEW)});
  return kViews;
}

Names viewNames() {
  return namesOf(views(), &View::id, "poscope views");
}

Names figureNames() {
  Names names{{}, "poscope views"};
  for (const View& view : views()) {
    for (const NamedFigure& figure : view.figures) {
      names.all.push_back(figure.name);
    }
  }
  return names;
}

const View* findView(std::string_view id) {
  for (const View& view : views()) {
    if (view.id == id) {
      return &view;
    }
  }
  return nullptr;
}

const View& viewThatOpensModels() {
  return *std::find_if(views().begin(), views().end(),
                       [](const View& view) { return view.opensModels; });
}

const View& viewThatReads(const ArrayFile& file, const View& shown) {
  const auto reads = [](const View& view, TensorKind kind) {
    return std::any_of(view.reads.begin(), view.reads.end(),
                       [kind](const TensorReading& reading) { return reading.kind == kind; });
  };
  const TensorKind kind = kindByName(file);
  if (kind == TensorKind::rotaryTable && readingOf(shown, file) != nullptr) {
    return shown;
  }
  const auto found = std::find_if(views().begin(), views().end(),
                                  [&](const View& view) { return reads(view, kind); });
  // Of a kind that no page reads, the page of any table says what it lacks.
  return found != views().end()
             ? *found
             : *std::find_if(views().begin(), views().end(), [&](const View& view) {
                 return reads(view, TensorKind::rotaryTable);
               });
}

const View& firstView() {
  return *std::find_if(views().begin(), views().end(), [](const View& view) { return view.first; });
}

}  // namespace poscope
