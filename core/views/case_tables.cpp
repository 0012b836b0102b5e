#include "core/views/case_tables.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/base/numbers.h"
#include "core/figure/verdict_words.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {

View alibiView();
View positionsView();
View ropePrecisionView();

namespace {

TableCell plain(Text text) {
  return {std::move(text), TextRole::plain};
}

TableCell valued(Text text, CellValue value) {
  return {std::move(text), TextRole::plain, {}, std::move(value)};
}

// The comparison: broken against fixed, a row for each number.

Text percentText(double share) {
  return {"cases.value.percent", {{"value", percentOf(share)}}};
}

class Comparison;

using Page = View (*)();

struct CaseScheme {
  Scheme scheme;
  std::array<Stage, 4> stages;  // Whose formats are told, under `stagesLabel`.
  const char* stagesLabel;
  const char* movedLabel;
  void (Comparison::*addNumbers)();
  const char* (*effect)(const CaseWords& words);
  const char* setup;
  std::span<const Page> pages;  // They show a case's recipes.
};
const CaseScheme& schemeOf(const PublicCase& report);

Text stagesText(const PublicCase& report, const Recipe& recipe) {
  const auto label = [&](Stage stage) {
    return Text::verbatim(stageFormat(recipe, stage, *findFormat(report.format)).label);
  };
  const auto& [one, two, three, four] = schemeOf(report).stages;
  return {
      "cases.value.stages",
      {{"one", label(one)}, {"two", label(two)}, {"three", label(three)}, {"four", label(four)}}};
}

class Comparison {
 public:
  explicit Comparison(const CaseWords& words) : words_(words) {
    table_.name = "comparison";
    table_.title = {"cases.comparison",
                    {{"report", caseName(words.report)}, {"what", caseWhat(words.report)}}};
    table_.columns = {{"cases.column.measure", {"measure"}},
                      {"cases.column.broken", {"broken"}},
                      {"cases.column.fixed", {"fixed"}}};
    table_.worth = PanelWorth::answer;
  }

  TablePanel build() {
    const CaseScheme& scheme = schemeOf(words_.report);
    add("recipe", "cases.row.recipe",
        {recipeTitle(broken().recipe), TextRole::a, {}, recipeWords(broken().recipe)},
        {recipeTitle(fixed().recipe), TextRole::b, {}, recipeWords(fixed().recipe)});
    add("stages", scheme.stagesLabel, plain(stagesText(words_.report, broken().recipe)),
        plain(stagesText(words_.report, fixed().recipe)));
    addWords();
    addVerdicts();
    addVerdict("moved_mean", scheme.movedLabel, [](const CaseSide& side) {
      return valued(percentText(side.effect.mean), side.effect.mean);
    });
    (this->*scheme.addNumbers)();
    return std::move(table_);
  }

  void addRope();
  void addAlibi();

 private:
  [[nodiscard]] const CaseSide& broken() const { return words_.numbers.broken; }
  [[nodiscard]] const CaseSide& fixed() const { return words_.numbers.fixed; }

  // `id` is the measure's name in data files.
  void add(std::string id, Text label, TableCell left, TableCell right) {
    table_.rows.push_back(
        {{valued(std::move(label), std::move(id)), std::move(left), std::move(right)}, {}, false});
  }

  template <typename Cell>
  void addVerdict(const char* id, const char* label, Cell cell) {
    add(id, label, cell(broken()), cell(fixed()));
  }

  // The three verdicts in words, and the first two positions that share a place.
  void addVerdicts() {
    const Scheme scheme = words_.report.scheme;
    addVerdict("distinct", "verdict.unique", [](const CaseSide& side) {
      const UniqueVerdict& unique = side.verdicts.unique;
      return TableCell{uniqueSummary(unique, schemeRow(side.recipe.scheme).counted(side.recipe)),
                       stateRole(unique.state),
                       {},
                       unique.distinct};
    });
    addVerdict("first_collision", "verdict.first-pair",
               [](const CaseSide& side) { return plain(firstPairText(side.verdicts.unique)); });
    addVerdict("spread", "verdict.relative", [scheme](const CaseSide& side) {
      const RelativeVerdict& relative = side.verdicts.relative;
      return TableCell{relativeSummary(relative, scheme),
                       stateRole(relative.state),
                       {},
                       worstSpread(relative).spread};
    });
    addVerdict("error", "verdict.faithful", [scheme](const CaseSide& side) {
      const FaithfulVerdict& faithful = side.verdicts.faithful;
      return TableCell{
          faithfulSummary(faithful, scheme), stateRole(faithful.state), {}, faithful.error};
    });
  }

  // Stages that are words ("torch.arange, 16 lanes"), where the two recipes differ.
  void addWords() {
    const auto stages = stagesOf(words_.report.scheme);
    for (std::size_t s = 0; s < stages.size(); ++s) {
      const std::string& left = broken().recipe.settings[s];
      const std::string& right = fixed().recipe.settings[s];
      const bool idle = stages[s].id == Stage::interpolation && words_.report.scaling == "none";
      if (!stages[s].isFormat() && left != right && !idle) {
        const std::string key = std::string("stage.").append(stages[s].name());
        const auto word = [&key](const std::string& name) {
          return valued(Text(std::string(key).append(".").append(name)), name);
        };
        add(std::string(stages[s].name()), Text(key), word(left), word(right));
      }
    }
  }

  const CaseWords& words_;
  TablePanel table_;
};

void Comparison::addRope() {
  addVerdict("angle_error", "cases.row.phase", [](const CaseSide& side) {
    return valued({side.angles.far > 0 ? "cases.value.pairs" : "cases.value.radians",
                   {{"value", shortDecimal(side.angles.worst, 3)},
                    {"pairs_off", side.angles.far},
                    {"pairs", side.angles.pairs}}},
                  side.angles.worst);
  });
}

void Comparison::addAlibi() {
  addVerdict("moved_worst", "cases.row.moved-worst", [](const CaseSide& side) {
    return valued(percentText(side.effect.worst), side.effect.worst);
  });
  addVerdict("exact_slopes", "cases.row.slopes", [this](const CaseSide& side) {
    const bool all = side.biases.slopesExact == words_.report.heads;
    return valued({all ? "cases.value.slopes-all" : "cases.value.slopes",
                   {{"exact", side.biases.slopesExact},
                    {"heads", words_.report.heads},
                    {"error", shortDecimal(side.biases.slopeError, 3)}}},
                  side.biases.slopesExact);
  });
  const auto weight = [](const CaseSide& side) {
    return valued({"cases.value.weight",
                   {{"value", shortDecimal(side.biases.ownWeight(), 3)},
                    {"exact", shortDecimal(side.biases.ownExactWeight(), 3)}}},
                  side.biases.ownWeight());
  };
  add("own_weight", words_.with("cases.row.weight"), weight(broken()), weight(fixed()));
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

const char* ropeEffect(const CaseWords& words) {
  const Verdicts& broken = words.numbers.broken.verdicts;
  // A score that is stored in steps moves by one of them with any recipe.
  const bool moves = broken.relative.state == VerdictState::bad &&
                     worstSpread(broken.relative).spread >
                         kStorageFactor * worstSpread(words.numbers.fixed.verdicts.relative).spread;
  return moves                                        ? "cases.effect.score"
         : broken.faithful.state == VerdictState::bad ? "cases.effect.frequency"
                                                      : "cases.effect.none";
}

const char* alibiEffect(const CaseWords& words) {
  const Verdicts& broken = words.numbers.broken.verdicts;
  const bool moves =
      broken.relative.state == VerdictState::bad || broken.faithful.state == VerdictState::bad;
  return !moves                    ? "cases.effect.alibi-none"
         : words.report.query >= 0 ? "cases.effect.alibi-query"
                                   : "cases.effect.alibi";
}

constexpr Page kRopePages[] = {ropePrecisionView, positionsView};
constexpr Page kAlibiPages[] = {alibiView};

// Schemes that cases are about.
constexpr CaseScheme kSchemes[] = {
    {.scheme = Scheme::rope,
     .stages = {Stage::position, Stage::frequency, Stage::angle, Stage::table},
     .stagesLabel = "cases.row.stages-rope",
     .movedLabel = "cases.row.moved",
     .addNumbers = &Comparison::addRope,
     .effect = ropeEffect,
     .setup = "cases.value.setup-rope",
     .pages = kRopePages},
    {.scheme = Scheme::alibi,
     .stages = {Stage::slope, Stage::position, Stage::product, Stage::bias},
     .stagesLabel = "cases.row.stages-alibi",
     .movedLabel = "cases.row.moved-heads",
     .addNumbers = &Comparison::addAlibi,
     .effect = alibiEffect,
     .setup = "cases.value.setup-alibi",
     .pages = kAlibiPages}};

const CaseScheme& schemeOf(const PublicCase& report) {
  const CaseScheme* const row = findRow(kSchemes, report.scheme);
  return row == nullptr ? kSchemes[0] : *row;
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
  table.columns = {{"cases.about", {"about"}}, {Text::verbatim(""), {"text"}}};
  const auto add = [&](const std::string& id, Text text, TextRole role = TextRole::plain) {
    if (!text.empty()) {
      table.rows.push_back(
          {{valued(Text("cases.row." + id), id), {std::move(text), role}}, {}, false});
    }
  };
  if (words.report.wrongNumber) {
    add("wrong", words.of("wrong"), TextRole::bad);
  }
  add("symptom", words.of("symptom"));
  add("effect", words.with(schemeOf(words.report).effect(words)));
  add("setup", words.with(schemeOf(words.report).setup));
  if (words.report.assumed) {
    add("assumed", words.of("assumed"));
  }
  add("link", Text::verbatim(words.report.link));
  table.rows.back().action = webPage(std::string(words.report.link));
  for (const Page page : schemeOf(words.report).pages) {
    const std::string link = linkTo(page(), caseSettings(words.report));
    table.rows.push_back(
        {{valued("cases.row.open", "open"), plain(Text::verbatim(link))}, openLink(link), false});
  }
  return table;
}

TablePanel listTable(const PublicCase& chosen) {
  TablePanel table;
  table.name = "list";
  table.title = "cases.list";
  table.columns = {{"cases.column.report", {"case"}},  {"cases.column.what", {"what"}},
                   {"verdict.unique", {"unique"}},     {"verdict.relative", {"relative"}},
                   {"verdict.faithful", {"faithful"}}, {"cases.column.own", {"own_wrong_number"}}};
  table.worth = PanelWorth::extra;
  table.contents = true;
  table.spareColumns = {1, 5};
  for (const PublicCase& report : publicCases()) {
    TableRow row;
    row.cells = {{caseName(report), TextRole::plain, {}, std::string(report.id)},
                 plain(caseWhat(report))};
    for (const VerdictState state :
         {report.marks.unique, report.marks.relative, report.marks.faithful}) {
      row.cells.push_back(stateCell(state));
    }
    row.cells.push_back(report.wrongNumber
                            ? TableCell{"cases.own.wrong", TextRole::bad, {}, true}
                            : TableCell{"cases.own.none", TextRole::plain, {}, false});
    row.action = {"case", std::string(report.id)};
    row.selected = report.id == chosen.id;
    table.rows.push_back(std::move(row));
  }
  return table;
}

Result<void> addCaseVerdicts(Figure& figure, const CaseWords& words) {
  const auto judged = [&](const CaseSide& side) {
    return verdictSetupOf(words.report, side.recipe).map([&](VerdictSetup setup) {
      return JudgedRecipe{std::move(setup), side.verdicts, side.effect};
    });
  };
  POSCOPE_TRY(const JudgedRecipe broken, judged(words.numbers.broken));
  POSCOPE_TRY(const JudgedRecipe fixed, judged(words.numbers.fixed));
  figure.verdicts = verdictBlocks(broken, fixed);
  figure.verdictTable = verdictTable(broken, fixed);
  const Text named("side.named",
                   {{"letter", "A"}, {"name", recipeTitle(words.numbers.broken.recipe)}});
  figure.verdictsOf = inColourOf(Side::a, {"", named});
  return {};
}

}  // namespace poscope
