#include "app/window/build_job.h"

#include <chrono>

#include "core/catalogue/views.h"

namespace poscope {

Latest<BuiltFigure>::Work buildWork(State state, Inputs inputs,
                                    std::shared_ptr<const Backend> backend) {
  return [state = std::move(state), inputs = std::move(inputs),
          backend = std::move(backend)](const Job<BuiltFigure>& job) {
    const auto start = std::chrono::steady_clock::now();
    const ViewContext context{backend, job.progress, job.stop, inputs};
    return buildFigure(*findView(state.view), state.params, context).map([&](Figure&& figure) {
      const std::chrono::duration<double, std::milli> taken =
          std::chrono::steady_clock::now() - start;
      return BuiltFigure{state, std::make_shared<const Figure>(std::move(figure)), taken.count()};
    });
  };
}

}  // namespace poscope
