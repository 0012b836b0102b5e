// The views, in the order in which the window lists them. A new view adds its line to both lists.
#include "core/view/view.h"
#include "core/view/view_files.h"

namespace poscope {

std::span<const View> views() {
  static const std::vector<View> kViews = [] {
    std::vector<View> all;
    all.push_back(sinusoidalView());
    all.push_back(decayView());
    all.push_back(formatsView());
    all.push_back(positionsView());
    all.push_back(exactShareView());
    all.push_back(ropePrecisionView());
    all.push_back(alibiView());
    all.push_back(auditView());
    all.push_back(casesView());
    return all;
  }();
  return kViews;
}

const View* findView(std::string_view id) {
  for (const View& view : views()) {
    if (view.id == id) {
      return &view;
    }
  }
  return nullptr;
}

std::string_view programVersion() {
  return POSCOPE_VERSION;
}

}  // namespace poscope
