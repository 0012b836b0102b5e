#include <optional>

#include "core/base/version.h"
#include "core/figure/verdict_words.h"
#include "core/state/link.h"
#include "core/state/schema.h"
#include "core/views/difference.h"
#include "core/views/opened_tensors.h"
#include "core/views/view.h"

namespace poscope {
namespace {

FigureSource sourceOf(const std::string& view, const Params& params) {
  return {view, formatLink({view, params, std::nullopt}), params.all(),
          std::string(programVersion())};
}

/// A page about a scheme that the open model does not use.
struct OtherScheme {
  std::string model;
  Scheme used;
  Scheme shown;
};

std::optional<OtherScheme> otherScheme(const View& view, const Params& params) {
  if (view.scheme == nullptr || params.text(parameter::kModel).empty()) {
    return std::nullopt;
  }
  const auto used = findScheme(params.text(parameter::kScheme));
  const Scheme shown = view.scheme(params);
  return used && *used != shown
             ? std::optional(OtherScheme{params.text(parameter::kModel), *used, shown})
             : std::nullopt;
}

Text otherSchemeText(const char* key, const OtherScheme& other) {
  const auto words = [](Scheme named) { return Text("scheme." + std::string(schemeName(named))); };
  return {key,
          {{"model", other.model}, {"scheme", words(other.used)}, {"view", words(other.shown)}}};
}

// What would be wrong with a scheme alarms nobody whose model has another one.
class CalmJudgement final : public Judgement {
 public:
  explicit CalmJudgement(std::shared_ptr<const Judgement> judgement)
      : judgement_(std::move(judgement)) {}

  Result<std::vector<Verdict>> verdicts(Side side, const std::function<void(double)>& progress,
                                        std::stop_token stop) const override {
    POSCOPE_TRY(auto verdicts, judgement_->verdicts(side, progress, std::move(stop)));
    calm(verdicts);
    return verdicts;
  }
  Result<TablePanel> table(std::stop_token stop) const override {
    POSCOPE_TRY(auto table, judgement_->table(std::move(stop)));
    calm(table);
    return table;
  }
  Result<std::vector<Fact>> facts(std::stop_token stop) const override {
    return judgement_->facts(std::move(stop));
  }

 private:
  std::shared_ptr<const Judgement> judgement_;
};

// The one place that tells it, for every scheme and page.
void tellOtherScheme(Figure& figure, const OtherScheme& other) {
  if (other.used == Scheme::unknown) {
    figure.notes.insert(figure.notes.begin(), otherSchemeText("note.unknown-scheme", other));
    return;
  }
  figure.otherScheme = true;
  Finding& finding = figure.finding;
  Text explanation = otherSchemeText("other-scheme.explanation", other);
  explanation.arguments.emplace_back("explanation", finding.explanation);
  finding.explanation = std::move(explanation);
  finding.sentence = otherSchemeText("other-scheme.finding", other);
  calm(figure.verdicts);
  calm(figure.verdictTable);
  if (figure.judgement != nullptr) {
    figure.judgement = std::make_shared<CalmJudgement>(std::move(figure.judgement));
  }
}

// The sides that a view made, each with its name and the link that shows it.
class NamedSides final : public FigureSides {
 public:
  NamedSides(std::shared_ptr<const FigureSides> sides, const View& view, Params params)
      : sides_(std::move(sides)),
        view_(view.id),
        params_(std::move(params)),
        other_(otherScheme(view, params_)) {}

  Result<Figure> figure(Side side, std::stop_token stop) const override {
    return figure(side, shownDifference(params_), stop);
  }
  [[nodiscard]] Result<Figure> figure(Side side, Difference difference,
                                      const std::stop_token& stop) const {
    Params params = params_;
    POSCOPE_CHECK(params.set(parameter::kShow.name, sideName(side)));
    if (params.has(parameter::kDifference)) {
      POSCOPE_CHECK(params.set(parameter::kDifference.name, differenceName(difference)));
    }
    POSCOPE_TRY(Figure figure, sides_->figure(side, stop));
    figure.side = side;
    figure.source = sourceOf(view_, params);
    if (figure.judgement != nullptr || !figure.verdicts.empty()) {
      figure.verdictsOf = sideTitle(params_, side);
    }
    POSCOPE_CHECK(showDifference(figure, difference, stop));
    if (other_) {
      tellOtherScheme(figure, *other_);
    }
    return figure;
  }

 private:
  std::shared_ptr<const FigureSides> sides_;
  std::string view_;
  Params params_;
  std::optional<OtherScheme> other_;
};

}  // namespace

// A view sees its parameters without those of presentation, so that no build can depend on them.
Result<Figure> buildFigure(const View& view, const Params& params, const ViewContext& context) {
  if (context.stop.stop_requested()) {
    return cancelled();
  }
  if (auto asking = askForFile(view, params, context.inputs)) {
    asking->source = sourceOf(view.id, params);
    return *std::move(asking);
  }
  POSCOPE_TRY(Figure figure, view.build(params.content(), context));
  if (context.stop.stop_requested()) {
    return cancelled();
  }
  if (figure.sides == nullptr) {
    figure.source = sourceOf(view.id, params);
    if (const auto other = otherScheme(view, params)) {
      tellOtherScheme(figure, *other);
    }
    return figure;
  }
  const auto sides = std::make_shared<NamedSides>(figure.sides, view, params);
  POSCOPE_TRY(Figure shown, sides->figure(shownSide(params), context.stop));
  shown.sides = sides;
  return shown;
}

Result<Figure> atSide(const Figure& figure, Side side, Difference difference,
                      std::stop_token stop) {
  const auto* const sides = dynamic_cast<const NamedSides*>(figure.sides.get());
  if (sides == nullptr || (figure.side == side && differenceOf(figure) == difference)) {
    return atSide(figure, side, std::move(stop));
  }
  return sides->figure(side, difference, stop).map([&](Figure&& other) {
    other.sides = figure.sides;
    return std::move(other);
  });
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
