// A view answers one question: a schema, and a function from parameters to a figure. Which views
// there are is said in core/catalogue.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/compute/backend.h"
#include "core/figure/figure.h"
#include "core/model/tensor_kind.h"
#include "core/state/inputs.h"
#include "core/state/link.h"
#include "core/state/params.h"

namespace poscope {

/// What a build may use. Everything is passed in; there are no globals.
struct ViewContext {
  std::shared_ptr<const Backend> backend;
  std::function<void(double)> progress;  ///< 0..1, may be empty; called from the building thread.
  std::stop_token stop;
  Inputs inputs = {};  ///< A view whose file is not here asks for it.
};

/// A figure of an article: parameters of a view under a name ("fig9").
struct NamedFigure {
  std::string name;
  std::string parameters;  ///< As in a link: "context=4096&format=bf16".
};

/// What a page reads from files of arrays, whose parameters name the file (fileHandles) and, where
/// it has one, the `tensor`.
struct TensorReading {
  TensorKind kind;
  /// What opening such a file sets beside its name and hash, such as the tensor and its sizes; it
  /// holds one of the kind. nullptr for nothing.
  LinkSettings (*settings)(const ArrayFile& file) = nullptr;
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
  /// The page is about an opened model, which its parameters `model` (a name) and `hash` say. One
  /// view.
  bool opensModels = false;
  /// Files that the page can be about. Opening one shows the page that reads what it holds.
  std::vector<TensorReading> reads = {};
  /// What to try next: a text that a window shows behind the explanation. Empty for none.
  std::string hint = {};
  bool first = false;  ///< The window shows it at its first start; one view.
  /// The scheme that its pages are about; nullptr for none. A model that encodes positions in
  /// another way is told so there, and its verdicts alarm nobody.
  Scheme (*scheme)(const Params&) = nullptr;
  Result<Figure> (*build)(const Params&, const ViewContext&) = nullptr;
};

/// Builds and stamps the figure's source (view, link, parameters, version). The one way to a
/// figure.
[[nodiscard]] Result<Figure> buildFigure(const View& view, const Params& params,
                                         const ViewContext& context);

/// The shortest link to a page with those of `settings` that its schema has. What the page refuses
/// stays in the link, so that opening it says why.
[[nodiscard]] std::string linkTo(const View& page, const LinkSettings& settings);

}  // namespace poscope
