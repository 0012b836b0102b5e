// A view answers one question: a schema, and a function from parameters to a figure. Which views
// there are is said in core/catalogue.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/compute/backend.h"
#include "core/figure/figure.h"
#include "core/model/model_config.h"
#include "core/state/params.h"

namespace poscope {

/// Files that were read before a build. Links carry a model's name and hash; a view whose model is
/// not here asks for it.
struct ViewInputs {
  std::shared_ptr<const ModelConfig> model;  ///< The model opened last; nullptr for none.
  std::filesystem::path table;  ///< A dumped cos/sin table opened last, read in the build.
};

/// What a build may use. Everything is passed in; there are no globals.
struct ViewContext {
  std::shared_ptr<const Backend> backend;
  std::function<void(double)> progress;  ///< 0..1, may be empty; called from the building thread.
  std::stop_token stop;
  ViewInputs inputs = {};
};

/// A figure of an article: parameters of a view under a name ("fig9").
struct NamedFigure {
  std::string name;
  std::string parameters;  ///< As in a link: "context=4096&format=bf16".
};

struct View {
  std::string id;     ///< Fixed: links and scripts use it.
  std::string group;  ///< "learn", "numbers", "fix": text `group.<group>`.
  Schema schema;
  std::vector<NamedFigure> figures;
  std::vector<std::string> facts;  ///< Names of the facts that every figure of the view has.
  /// Figures carry a judgement on the recipes a and b; its facts are judgementFactNames().
  bool judges = false;
  bool compares = false;  ///< Has the parameter `show` (a, b, difference, reference).
  Result<Figure> (*build)(const Params&, const ViewContext&) = nullptr;
};

/// Builds and stamps the figure's source (view, link, parameters, version). The one way to a
/// figure.
[[nodiscard]] Result<Figure> buildFigure(const View& view, const Params& params,
                                         const ViewContext& context);

}  // namespace poscope
