// cases: what happened in a public report about precision? The gallery of reports, and one of them
// with its broken and its fixed recipe side by side.
#include <algorithm>
#include <array>

#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/case_tables.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr WordParameter kCase{{"case"}};

constexpr std::int64_t kWeightsShown = 32;

// Pictures: the error of each pair's angle, or the weights of the nearest keys.

PointLayer layerOf(const char* name, Text label, ColourRole role, Mark mark) {
  PointLayer layer;
  layer.name = name;
  layer.label = std::move(label);
  layer.role = role;
  layer.mark = mark;
  return layer;
}

PlotPanel plotOf(std::vector<PointLayer> layers, Axis xAxis, Axis yAxis) {
  PlotPanel panel;
  panel.name = "picture";
  double high = 0;
  for (const PointLayer& layer : layers) {
    high = std::max(high, *std::max_element(layer.y.begin(), layer.y.end()));
  }
  const std::vector<double>& x = layers.front().x;
  panel.x = std::move(xAxis);
  panel.x.first = x.front() - 0.5;
  panel.x.last = x.back() + 0.5;
  panel.x.ticks = AxisTicks::integers;
  panel.y = std::move(yAxis);
  panel.y.last = high > 0 ? 1.06 * high : 1;
  for (PointLayer& layer : layers) {
    panel.layers.emplace_back(std::move(layer));
  }
  return panel;
}

Axis axisOf(Text title, DataName data) {
  Axis axis;
  axis.title = std::move(title);
  axis.data = std::move(data);
  return axis;
}

PlotPanel anglePicture(const CaseWords& words) {
  const auto add = [&](const CaseSide& side, const char* name, ColourRole role, Mark mark) {
    PointLayer layer = layerOf(name, recipeTitle(side.recipe), role, mark);
    layer.of = recipeWords(side.recipe);
    for (std::size_t pair = 0; pair < side.angles.errors.size(); ++pair) {
      layer.x.push_back(static_cast<double>(pair));
      layer.y.push_back(side.angles.errors[pair]);
    }
    return layer;
  };
  return plotOf({add(words.numbers.broken, "a", ColourRole::a, Mark::squares),
                 add(words.numbers.fixed, "b", ColourRole::b, Mark::dots)},
                axisOf("cases.axis.pair", {"pair"}),
                axisOf(words.with("cases.axis.angle"), {"error", "radians"}));
}

PlotPanel weightPicture(const CaseWords& words) {
  const std::vector<double>& exact = words.numbers.broken.biases.exactWeights;
  const auto count = static_cast<std::int64_t>(exact.size());
  const std::int64_t first = std::max<std::int64_t>(0, count - kWeightsShown);
  const auto add = [&](const std::vector<double>& weights, const char* name, Text label,
                       ColourRole role, Mark mark, std::string of) {
    PointLayer layer = layerOf(name, std::move(label), role, mark);
    layer.of = std::move(of);
    for (std::int64_t key = first; key < count; ++key) {
      layer.x.push_back(static_cast<double>(key));
      layer.y.push_back(weights[static_cast<std::size_t>(key)]);
    }
    return layer;
  };
  const CaseSide& broken = words.numbers.broken;
  const CaseSide& fixed = words.numbers.fixed;
  return plotOf(
      {add(exact, "reference", "cases.label.exact", ColourRole::reference, Mark::line, "fp64"),
       add(broken.biases.weights, "a", recipeTitle(broken.recipe), ColourRole::a, Mark::squares,
           recipeWords(broken.recipe)),
       add(fixed.biases.weights, "b", recipeTitle(fixed.recipe), ColourRole::b, Mark::dots,
           recipeWords(fixed.recipe))},
      axisOf("cases.axis.key", {"key", "tokens"}),
      axisOf(words.with("cases.axis.weight"), {"weight"}));
}

// What the report comes down to, from the verdicts.

const char* ropeSentence(const CaseWords& words) {
  return words.numbers.broken.verdicts.unique.lost > 0                     ? "cases.finding.lost"
         : words.numbers.positions.unlike > 0                              ? "cases.finding.arange"
         : words.numbers.broken.verdicts.unique.state == VerdictState::bad ? "cases.finding.collide"
                                                                           : "cases.finding.warp";
}

const char* alibiSentence(const CaseWords& words) {
  return words.report.query < 0 ? "cases.finding.alibi" : "cases.finding.alibi-query";
}

struct CaseScheme {
  Scheme scheme;
  const char* fine;
  const char* harmless;
  const char* (*bad)(const CaseWords& words);
  PlotPanel (*picture)(const CaseWords& words);
};
// Schemes that cases are about.
constexpr CaseScheme kSchemes[] = {
    {Scheme::rope, "cases.finding.fine", "cases.finding.harmless", ropeSentence, anglePicture},
    {Scheme::alibi, "cases.finding.alibi-fine", "cases.finding.alibi-harmless", alibiSentence,
     weightPicture}};

const CaseScheme& schemeOf(const PublicCase& report) {
  const CaseScheme* const row = findRow(kSchemes, report.scheme);
  return row == nullptr ? kSchemes[0] : *row;
}

const char* sentenceKey(const CaseWords& words) {
  const Verdicts& broken = words.numbers.broken.verdicts;
  const std::array states{broken.unique.state, broken.relative.state, broken.faithful.state};
  const CaseScheme& scheme = schemeOf(words.report);
  switch (*std::max_element(states.begin(), states.end())) {
    case VerdictState::good:
      return scheme.fine;
    case VerdictState::harmless:
      return scheme.harmless;
    default:
      return scheme.bad(words);
  }
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  const PublicCase* report = findCase(params.text(kCase));
  if (report == nullptr) {
    return internalError({"cases.error.case", {{"case", params.text(kCase)}}});
  }
  POSCOPE_TRY(const auto numbers, caseNumbers(*report, {{}, context.stop}));
  const CaseWords words{*report, numbers, caseArguments(*report, numbers)};
  Figure figure;
  figure.finding = {{"cases.question.report", {{"report", caseName(*report)}}},
                    words.with(sentenceKey(words)),
                    {"cases.explanation", {{"fix", words.of("fix")}}}};
  figure.facts = caseFacts(*report, numbers);
  figure.panels.emplace_back(comparisonTable(words));
  figure.panels.emplace_back(schemeOf(*report).picture(words));
  figure.panels.emplace_back(aboutTable(words));
  figure.panels.emplace_back(listTable(*report));
  POSCOPE_CHECK(addCaseVerdicts(figure, words));
  figure.mainLayer = "a";
  return figure;
}

}  // namespace

View casesView() {
  View view;
  view.id = "cases";
  view.group = "fix";
  std::vector<std::string> ids;
  for (const PublicCase& report : publicCases()) {
    ids.emplace_back(report.id);
  }
  view.schema = {choiceParameter(kCase, ids.front(), ids)};
  view.schema.front().resetsZoom = true;
  view.schema.front().about = [](std::string_view id) {
    const PublicCase* report = findCase(id);
    return report == nullptr ? Text() : caseWhat(*report);
  };
  view.facts = caseFactNames();
  view.build = build;
  return view;
}

}  // namespace poscope
