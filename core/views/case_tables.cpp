#include "core/views/case_tables.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/base/numbers.h"
#include "core/figure/verdict_words.h"
#include "core/state/link.h"
#include "core/views/build_parts.h"

namespace poscope {
namespace {

TableCell plain(Text text) {
  return {std::move(text), TextRole::plain};
}

// The comparison: broken against fixed, a row for each number.

Text percentText(double share) {
  return {"cases.value.percent", {{"value", percentOf(share)}}};
}

Text stagesText(const PublicCase& report, const Recipe& recipe) {
  const NumberFormat& format = *findFormat(report.format);
  const bool alibi = report.scheme == RecipeScheme::alibi;
  const auto label = [&](std::string_view stage) {
    return Text::verbatim(stageFormat(recipe, stage, format).label);
  };
  if (alibi) {
    return {"cases.value.stages",
            {{"one", label("slope")},
             {"two", label("position")},
             {"three", label("product")},
             {"four", label("bias")}}};
  }
  return {"cases.value.stages",
          {{"one", label("position")},
           {"two", label("frequency")},
           {"three", label("angle")},
           {"four", label("table")}}};
}

class Comparison {
 public:
  explicit Comparison(const CaseWords& words) : words_(words) {
    table_.name = "comparison";
    table_.title = {"cases.comparison",
                    {{"report", caseName(words.report)}, {"what", caseWhat(words.report)}}};
    table_.columns = {"cases.column.measure", "cases.column.broken", "cases.column.fixed"};
  }

  TablePanel build() {
    const bool alibi = words_.report.scheme == RecipeScheme::alibi;
    add("cases.row.recipe", {recipeTitle(broken().recipe), TextRole::broken},
        {recipeTitle(fixed().recipe), TextRole::fixed});
    add(alibi ? "cases.row.stages-alibi" : "cases.row.stages-rope",
        plain(stagesText(words_.report, broken().recipe)),
        plain(stagesText(words_.report, fixed().recipe)));
    addWords();
    addVerdicts();
    addVerdict(alibi ? "cases.row.moved-heads" : "cases.row.moved",
               [](const CaseSide& side) { return plain(percentText(side.effect.mean)); });
    alibi ? addAlibi() : addRope();
    return std::move(table_);
  }

 private:
  [[nodiscard]] const CaseSide& broken() const { return words_.numbers.broken; }
  [[nodiscard]] const CaseSide& fixed() const { return words_.numbers.fixed; }

  void add(Text label, TableCell left, TableCell right) {
    table_.rows.push_back(
        {{plain(std::move(label)), std::move(left), std::move(right)}, {}, false});
  }

  template <typename Cell>
  void addVerdict(const char* label, Cell cell) {
    add(label, cell(broken()), cell(fixed()));
  }

  // The three verdicts in words, and the first two positions that share a place.
  void addVerdicts() {
    const RecipeScheme scheme = words_.report.scheme;
    addVerdict("verdict.unique", [](const CaseSide& side) {
      const UniqueVerdict& unique = side.verdicts.unique;
      return TableCell{uniqueSummary(unique, uniqueSubject(side.recipe)), stateRole(unique.state)};
    });
    addVerdict("verdict.first-pair",
               [](const CaseSide& side) { return plain(firstPairText(side.verdicts.unique)); });
    addVerdict("verdict.relative", [scheme](const CaseSide& side) {
      const RelativeVerdict& relative = side.verdicts.relative;
      return TableCell{relativeSummary(relative, scheme), stateRole(relative.state)};
    });
    addVerdict("verdict.faithful", [scheme](const CaseSide& side) {
      const FaithfulVerdict& faithful = side.verdicts.faithful;
      return TableCell{faithfulSummary(faithful, scheme), stateRole(faithful.state)};
    });
  }

  // Stages that are words ("torch.arange, 16 lanes"), where the two recipes differ.
  void addWords() {
    const auto stages = stagesOf(words_.report.scheme);
    for (std::size_t s = 0; s < stages.size(); ++s) {
      const std::string& left = broken().recipe.settings[s];
      const std::string& right = fixed().recipe.settings[s];
      const bool idle = stages[s].name == "interpolation" && words_.report.scaling == "none";
      if (!stages[s].isFormat() && left != right && !idle) {
        const std::string key = "stage." + std::string(stages[s].name);
        add(Text(key), plain(Text(key + "." + left)), plain(Text(key + "." + right)));
      }
    }
  }

  void addRope() {
    addVerdict("cases.row.phase", [](const CaseSide& side) {
      return plain({side.angles.far > 0 ? "cases.value.pairs" : "cases.value.radians",
                    {{"value", shortDecimal(side.angles.worst, 3)},
                     {"pairs_off", side.angles.far},
                     {"pairs", side.angles.pairs}}});
    });
  }

  void addAlibi() {
    addVerdict("cases.row.moved-worst",
               [](const CaseSide& side) { return plain(percentText(side.effect.worst)); });
    addVerdict("cases.row.slopes", [this](const CaseSide& side) {
      const bool all = side.biases.slopesExact == words_.report.heads;
      return plain({all ? "cases.value.slopes-all" : "cases.value.slopes",
                    {{"exact", side.biases.slopesExact},
                     {"heads", words_.report.heads},
                     {"error", shortDecimal(side.biases.slopeError, 3)}}});
    });
    const auto weight = [](const CaseSide& side) {
      return plain({"cases.value.weight",
                    {{"value", shortDecimal(side.biases.ownWeight(), 3)},
                     {"exact", shortDecimal(side.biases.ownExactWeight(), 3)}}});
    };
    add(words_.with("cases.row.weight"), weight(broken()), weight(fixed()));
  }

  const CaseWords& words_;
  TablePanel table_;
};

// A page that shows a case's recipes, with the parameters that it takes from the case.
struct CasePage {
  RecipeScheme scheme;
  std::string_view view;
  std::vector<std::string_view> parameters;
};

std::span<const CasePage> casePages() {
  static const std::vector<CasePage> kPages{
      {RecipeScheme::rope,
       "rope-precision",
       {"context", "format", "start", "dim", "base", "a", "b", "scaling"}},
      {RecipeScheme::rope, "positions", {"context", "format", "start"}},
      {RecipeScheme::alibi, "alibi", {"context", "format", "heads", "a", "b"}}};
  return kPages;
}

LinkSettings caseSettings(const PublicCase& report) {
  LinkSettings settings{
      {"context", std::to_string(report.context)}, {"format", std::string(report.format)},
      {"start", std::to_string(report.start)},     {"dim", std::to_string(report.dim)},
      {"base", exactDecimal(report.base)},         {"heads", std::to_string(report.heads)},
      {"scaling", std::string(report.scaling)}};
  for (const auto& [side, recipe] : {std::pair{"a", report.broken}, std::pair{"b", report.fixed}}) {
    settings.emplace_back(side, recipe.id);
    const auto equals = std::min(recipe.stages.find('='), recipe.stages.size());
    if (equals < recipe.stages.size()) {
      settings.emplace_back(std::string(side) + "." + std::string(recipe.stages.substr(0, equals)),
                            recipe.stages.substr(equals + 1));
    }
  }
  return settings;
}

// Links that open the case's recipes in the views about them.
std::vector<std::string> linksOf(const PublicCase& report) {
  std::vector<std::string> links;
  for (const CasePage& page : casePages()) {
    if (page.scheme != report.scheme) {
      continue;
    }
    LinkSettings settings = caseSettings(report);
    std::erase_if(settings, [&](const auto& setting) {
      const std::string_view parameter =
          std::string_view(setting.first)
              .substr(0, std::min(setting.first.find('.'), setting.first.size()));
      return std::find(page.parameters.begin(), page.parameters.end(), parameter) ==
             page.parameters.end();
    });
    links.push_back(writeLink(page.view, settings));
  }
  return links;
}

Text effectText(const CaseWords& words) {
  const Verdicts& broken = words.numbers.broken.verdicts;
  if (words.report.scheme == RecipeScheme::alibi) {
    const bool moves =
        broken.relative.state == VerdictState::bad || broken.faithful.state == VerdictState::bad;
    return words.with(!moves                    ? "cases.effect.alibi-none"
                      : words.report.query >= 0 ? "cases.effect.alibi-query"
                                                : "cases.effect.alibi");
  }
  // A score that is stored in steps moves by one of them with any recipe.
  const bool moves = broken.relative.state == VerdictState::bad &&
                     worstSpread(broken.relative).spread >
                         kStorageFactor * worstSpread(words.numbers.fixed.verdicts.relative).spread;
  return words.with(moves                                        ? "cases.effect.score"
                    : broken.faithful.state == VerdictState::bad ? "cases.effect.frequency"
                                                                 : "cases.effect.none");
}

}  // namespace

Text caseName(const PublicCase& report) {
  return Text("choice.case." + std::string(report.id));
}

Text caseWhat(const PublicCase& report) {
  return Text("cases." + std::string(report.id) + ".what");
}

TablePanel comparisonTable(const CaseWords& words) {
  return Comparison(words).build();
}

TablePanel aboutTable(const CaseWords& words) {
  TablePanel table;
  table.name = "about";
  table.columns = {"cases.about", Text::verbatim("")};
  const auto add = [&](const char* label, Text text, TextRole role = TextRole::plain) {
    if (!text.empty()) {
      table.rows.push_back({{plain(label), {std::move(text), role}}, {}, false});
    }
  };
  if (words.report.wrongNumber) {
    add("cases.row.wrong", words.of("wrong"), TextRole::bad);
  }
  add("cases.row.symptom", words.of("symptom"));
  add("cases.row.effect", effectText(words));
  add("cases.row.setup",
      words.with(words.report.scheme == RecipeScheme::alibi ? "cases.value.setup-alibi"
                                                            : "cases.value.setup-rope"));
  if (words.report.assumed) {
    add("cases.row.assumed", words.of("assumed"));
  }
  add("cases.row.link", Text::verbatim(words.report.link));
  for (const std::string& link : linksOf(words.report)) {
    table.rows.push_back({{plain("cases.row.open"), plain(Text::verbatim(link))},
                          {std::string(kOpenLink), link},
                          false});
  }
  return table;
}

TablePanel listTable(const PublicCase& chosen) {
  TablePanel table;
  table.name = "list";
  table.title = "cases.list";
  table.columns = {"cases.column.report", "cases.column.what", "verdict.unique",
                   "verdict.relative",    "verdict.faithful",  "cases.column.own"};
  for (const PublicCase& report : publicCases()) {
    TableRow row;
    row.cells = {plain(caseName(report)), plain(caseWhat(report))};
    for (const VerdictState state :
         {report.marks.unique, report.marks.relative, report.marks.faithful}) {
      row.cells.push_back({stateText(state), stateRole(state)});
    }
    row.cells.push_back(report.wrongNumber ? TableCell{"cases.own.wrong", TextRole::bad}
                                           : plain("cases.own.none"));
    row.action = {"case", std::string(report.id)};
    row.selected = report.id == chosen.id;
    table.rows.push_back(std::move(row));
  }
  return table;
}

Result<std::vector<Verdict>> caseVerdicts(const CaseWords& words) {
  const auto judged = [&](const CaseSide& side) {
    return verdictSetupOf(words.report, side.recipe).map([&](VerdictSetup setup) {
      return JudgedRecipe{std::move(setup), side.verdicts};
    });
  };
  const auto broken = judged(words.numbers.broken);
  const auto fixed = judged(words.numbers.fixed);
  if (!broken || !fixed) {
    return tl::unexpected<Error>(broken ? fixed.error() : broken.error());
  }
  return verdictBlocks(*broken, *fixed);
}

}  // namespace poscope
