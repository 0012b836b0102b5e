// schemes: which model uses which scheme, and what does each scheme promise? Facts with their
// sources, as tables that can be sorted.
#include <algorithm>
#include <map>

#include "core/analysis/places.h"
#include "core/model/model_facts.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/scheme_tables.h"
#include "core/views/sorted_table.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr const char* kId = "schemes";
constexpr double kMostPositions = 1048576;  // Each is rounded once.
constexpr SortParameters kModelsBy{{{"models_by"}}, {{"models_down"}}};
constexpr SortParameters kSchemesBy{{{"schemes_by"}}, {{"schemes_down"}}};

/// How many of the listed models use what.
struct Uses {
  std::map<Scheme, std::int64_t> count;  ///< By what their configs are read as.
  std::int64_t listed = 0;
  Scheme most = Scheme::unknown;
  std::string lastOther;    ///< The last month in which a model came that does not use the most.
  std::int64_t newer = 0;   ///< Models that came after it.
  std::int64_t cards = 0;   ///< Models whose length is not from a config.
  std::int64_t others = 0;  ///< Models that are no presets.

  [[nodiscard]] std::int64_t of(Scheme scheme) const {
    const auto found = count.find(scheme);
    return found == count.end() ? 0 : found->second;
  }
};

Scheme schemeOf(const ModelFacts& model) {
  const SchemeEntry* const entry = findSchemeEntry(model.uses);
  return entry == nullptr ? Scheme::unknown : entry->kind;
}

Uses usesOf(std::span<const ModelFacts> models) {
  Uses uses;
  for (const ModelFacts& model : models) {
    ++uses.listed;
    ++uses.count[schemeOf(model)];
    uses.cards += model.lengthFromCard ? 1 : 0;
    uses.others += model.preset ? 0 : 1;
  }
  const auto most = std::max_element(
      uses.count.begin(), uses.count.end(),
      [](const auto& left, const auto& right) { return left.second < right.second; });
  uses.most = most == uses.count.end() ? Scheme::unknown : most->first;
  for (const ModelFacts& model : models) {
    if (schemeOf(model) != uses.most) {
      uses.lastOther = std::max(uses.lastOther, model.released);
    }
  }
  uses.newer = std::count_if(models.begin(), models.end(), [&uses](const ModelFacts& model) {
    return model.released > uses.lastOther;
  });
  return uses;
}

// Rounding is monotonic, so equal numbers are neighbours; but for formats that wrap.
std::int64_t halvesOf(const NumberFormat& format, std::int64_t context) {
  const double largest = std::max(0.5, 0.5 * static_cast<double>(context - 1));
  const Rounding rounding = roundingOf(format, Overflow::ofFormat, symmetricScale(format, largest));
  std::vector<double> values;
  for (std::int64_t position = 0; position < context; ++position) {
    const double stored = roundTo(rounding, 0.5 * static_cast<double>(position));
    if (values.empty() || !Places::shares(values.back(), stored)) {
      values.push_back(stored);
    }
  }
  if (rounding.wrapMask != 0) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }
  return std::ssize(values);
}

PrecisionSetup precisionOf(const Params& params) {
  PrecisionSetup setup{&params.format(parameter::kFormat), params.integer(parameter::kContext)};
  setup.places = Places(*setup.format, 0, setup.context - 1).count().distinct;
  setup.biases = halvesOf(*setup.format, setup.context);
  return setup;
}

std::vector<Fact> factsOf(const Uses& uses, const PrecisionSetup& setup, const ScaledReach& reach) {
  return {{"listed", uses.listed},
          {"with_rope", uses.of(Scheme::rope)},
          {"with_alibi", uses.of(Scheme::alibi)},
          {"with_learned", uses.of(Scheme::learned)},
          {"with_relative", uses.of(Scheme::relative)},
          {"with_sinusoidal", uses.of(Scheme::sinusoidal)},
          {"last_other", uses.lastOther},
          {"newer", uses.newer},
          {"no_preset", uses.others},
          {"length_not_in_config", uses.cards},
          {"places", setup.places},
          {"biases", setup.biases},
          {"least_reach", reach.least},
          {"most_reach", reach.most}};
}

Result<Figure> build(const Params& params, const ViewContext&) {
  const Uses uses = usesOf(modelFacts());
  const PrecisionSetup setup = precisionOf(params);
  const ScaledReach reach = scaledReach(modelFacts());
  Figure figure;
  figure.finding = {"schemes.question",
                    {"schemes.finding",
                     {{"count", uses.of(uses.most)},
                      {"listed", uses.listed},
                      {"scheme", Text("scheme." + std::string(schemeName(uses.most)))},
                      {"newer", uses.newer},
                      {"month", monthText(uses.lastOther)}}},
                    "schemes.explanation"};
  figure.facts = factsOf(uses, setup, reach);
  figure.notes = {
      {"schemes.note.models",
       {{"presets", uses.listed - uses.others}, {"others", uses.others}, {"cards", uses.cards}}}};
  TablePanel schemes = schemeTable(setup);
  sortTable(schemes, params, kSchemesBy);
  TablePanel models = modelTable(modelFacts());
  sortTable(models, params, kModelsBy);
  figure.panels.emplace_back(std::move(models));
  figure.panels.emplace_back(whatSchemesAre(schemes));
  figure.panels.emplace_back(whatSchemesPromise(schemes));
  figure.panels.emplace_back(experienceTable(reach));
  figure.mainLayer = "models";
  return figure;
}

}  // namespace

View schemesView() {
  View view;
  view.id = kId;
  view.group = "learn";
  view.schema = {choiceParameter(kModelsBy.column, "released",
                                 {"model", "released", "scheme", "base", "scaling",
                                  "length_before_scaling", "length"}),
                 flagParameter(kModelsBy.descending, false),
                 choiceParameter(kSchemesBy.column, "year", {"scheme", "year", "knows"}),
                 flagParameter(kSchemesBy.descending, false),
                 withOwnWords(contextParameter(4096, kMostPositions)),
                 withOwnWords(formatParameter(parameter::kFormat, "bf16", kAtStorage))};
  view.facts = factNames(factsOf(Uses(), PrecisionSetup(), ScaledReach()));
  view.build = build;
  return view;
}

}  // namespace poscope
