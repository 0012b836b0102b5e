#include "core/base/version.h"
#include "core/state/link.h"
#include "core/state/schema.h"
#include "core/views/view.h"

namespace poscope {
namespace {

FigureSource sourceOf(const std::string& view, const Params& params) {
  return {view, formatLink({view, params, std::nullopt}), params.all(),
          std::string(programVersion())};
}

// The sides that a view made, each with the link that shows it.
class NamedSides final : public FigureSides {
 public:
  NamedSides(std::shared_ptr<const FigureSides> sides, std::string view, Params params)
      : sides_(std::move(sides)), view_(std::move(view)), params_(std::move(params)) {}

  Result<Figure> figure(Side side, std::stop_token stop) const override {
    Params params = params_;
    POSCOPE_CHECK(params.set("show", sideName(side)));
    return sides_->figure(side, std::move(stop)).map([&](Figure&& figure) {
      figure.side = side;
      figure.source = sourceOf(view_, params);
      return std::move(figure);
    });
  }

 private:
  std::shared_ptr<const FigureSides> sides_;
  std::string view_;
  Params params_;
};

}  // namespace

// A view sees its parameters without those of presentation, so that no build can depend on them.
Result<Figure> buildFigure(const View& view, const Params& params, const ViewContext& context) {
  if (context.stop.stop_requested()) {
    return cancelled();
  }
  POSCOPE_TRY(Figure figure, view.build(params.content(), context));
  if (context.stop.stop_requested()) {
    return cancelled();
  }
  if (figure.sides == nullptr) {
    figure.source = sourceOf(view.id, params);
    return figure;
  }
  const auto sides = std::make_shared<NamedSides>(figure.sides, view.id, params);
  POSCOPE_TRY(Figure shown, sides->figure(shownSide(params), context.stop));
  shown.sides = sides;
  return shown;
}

std::string linkTo(const View& page, const LinkSettings& settings) {
  Params params(page.schema);
  LinkSettings refused;
  for (const auto& [name, value] : settings) {
    if (params.has(name.substr(0, name.find('.'))) && !params.set(name, value)) {
      refused.emplace_back(name, value);
    }
  }
  LinkSettings said = params.changed();
  said.insert(said.end(), refused.begin(), refused.end());
  return writeLink(page.id, said);
}

}  // namespace poscope
