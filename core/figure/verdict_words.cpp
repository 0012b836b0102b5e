#include "core/figure/verdict_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/analysis/faithful_reach.h"
#include "core/analysis/verdict_parts.h"
#include "core/base/numbers.h"
#include "core/figure/scheme_words.h"

namespace poscope {
namespace {

struct StateWords {
  const char* text;
  const char* answer;  ///< To the question of a verdict.
  const char* cell;    ///< A number with the mark of the state.
  TextRole role;
  ColourRole colour;
};
// In the order of VerdictState.
constexpr std::array<StateWords, 3> kStates{
    {{"verdict.state.good", "verdict.says.good", "verdict.cell.good", TextRole::good,
      ColourRole::good},
     {"verdict.state.harmless", "verdict.says.harmless", "verdict.cell.harmless", TextRole::plain,
      ColourRole::neutral},
     {"verdict.state.bad", "verdict.says.bad", "verdict.cell.bad", TextRole::bad,
      ColourRole::bad}}};
static_assert(kStates.size() == static_cast<std::size_t>(VerdictState::bad) + 1);

const StateWords& wordsOf(VerdictState state) {
  return kStates[static_cast<std::size_t>(state)];
}

// In the order of Counted.
constexpr std::array<const char*, 3> kCounted{"positions", "keys", "distances"};

Counted countedOf(const Recipe& recipe) {
  return schemeRow(recipe.scheme).counted(recipe);
}

const VerdictWords& wordsOf(Scheme scheme) {
  return schemeWords(scheme).verdict;
}

// "verdict.relative.phase.": the sentences of a scheme.
std::string sentencesOf(std::string_view block, Scheme scheme) {
  return "verdict." + std::string(block) + "." + std::string(wordsOf(scheme).family) + ".";
}

std::string nameOf(VerdictState state) {
  return std::string(verdictStateName(state));
}

std::string small(double number) {
  return shortDecimal(number, 3);
}

// How a number over storage alone is told: "exact" where it is nothing but the noise of summing,
// "bad-plain" where storage costs nothing that it could be a multiple of.
std::string formOf(VerdictState state, double value, double storage, Scheme scheme) {
  if (value <= kSumming) {
    return "exact";
  }
  const bool plain = state == VerdictState::bad && storage <= kSumming;
  return nameOf(state) + (plain && wordsOf(scheme).plainBad ? "-plain" : "");
}

TextArgument timesArgument(double value, double storage) {
  return {"times", magnitudeText(storage > 0 ? value / storage : 0)};
}

DetailRow detail(Text label, Text value) {
  return {std::move(label), std::move(value), TextRole::plain, {}};
}

Text countText(std::int64_t count) {
  return {"value.integer", {{"value", count}}};
}

// `key`: the sentence of a storage that costs something.
Text storageText(double value, double storage, std::string_view key) {
  if (storage <= kSumming) {
    return "verdict.storage.none";
  }
  return {key, {{"storage", small(storage)}, timesArgument(value, storage)}};
}

std::vector<DetailRow> uniqueRows(const UniqueVerdict& unique) {
  const double share =
      100.0 * static_cast<double>(unique.unshared) / static_cast<double>(unique.total);
  std::vector<DetailRow> rows{
      detail("verdict.first-pair", firstPairText(unique)),
      detail("verdict.largest-group", countText(unique.largestGroup)),
      detail("verdict.unshared",
             {"value.count-share", {{"count", unique.unshared}, {"share", small(share)}}})};
  if (unique.lost > 0) {
    rows.push_back(detail("verdict.lost", countText(unique.lost)));
  }
  return rows;
}

std::vector<DetailRow> relativeRows(const JudgedRecipe& judged) {
  const RelativeVerdict& relative = judged.verdicts.relative;
  const Scheme scheme = judged.setup.recipe.scheme;
  const DistanceSpread worst = worstSpread(relative);
  std::vector<DetailRow> rows;
  if (worst.spread <= kSumming) {
    rows.push_back(detail("verdict.spread", "verdict.none"));
  } else {
    rows.push_back(detail("verdict.spread", {wordsOf(scheme).spread,
                                             {{"spread", small(worst.spread)},
                                              {"distance", worst.distance},
                                              {"head", std::to_string(worst.head)}}}));
    rows.push_back(
        detail("verdict.extremes",
               {"verdict.extremes.value", {{"lowest", worst.lowest}, {"highest", worst.highest}}}));
  }
  rows.push_back(
      detail("verdict.storage", storageText(worst.spread, worst.storage, "verdict.storage.times")));
  // The first query has no distance to anything, so a bias has nothing to say of it.
  const std::int64_t queries = isBias(scheme) ? judged.setup.context - 1 : judged.setup.context;
  if (relative.queries < queries) {
    rows.push_back(
        detail("verdict.queries",
               {"verdict.queries.value", {{"queries", relative.queries}, {"total", queries}}}));
  }
  return rows;
}

std::vector<DetailRow> faithfulRows(const JudgedRecipe& judged) {
  const FaithfulVerdict& faithful = judged.verdicts.faithful;
  const Scheme scheme = judged.setup.recipe.scheme;
  const VerdictWords& words = wordsOf(scheme);
  const Text where(sentencesOf("error", scheme) + "value",
                   {{"error", small(faithful.error)},
                    {"position", faithful.position},
                    {"index", std::to_string(faithful.index)}});
  return {
      detail(words.errorLabel, faithful.error <= kSumming ? Text("verdict.none") : where),
      detail("verdict.storage", storageText(faithful.error, faithful.storage, words.errorStorage)),
      detail("verdict.holds", holdsText(faithful, judged.setup, 0))};
}

Text saysText(VerdictState state) {
  return wordsOf(state).answer;
}

// "positions unique: no"; of what compares A and B "positions unique: A no, B yes"; of the
// reference, which everything is measured against, nothing.
Text answerText(const char* question, VerdictState a, VerdictState b, Side side) {
  if (side == Side::reference) {
    return {};
  }
  return {question,
          {{"answer", side == Side::difference
                          ? Text("verdict.says.sides", {{"a", saysText(a)}, {"b", saysText(b)}})
                          : saysText(side == Side::b ? b : a)}}};
}

Text sidesText(VerdictState a, VerdictState b) {
  return {"verdict.sides", {{"a", stateText(a)}, {"b", stateText(b)}}};
}

// In the order of Counted.
constexpr std::array<const char*, 3> kUniqueAnswers{"verdict.answer.unique.positions",
                                                    "verdict.answer.unique.keys",
                                                    "verdict.answer.unique.distances"};

const char* uniqueAnswer(Counted counted) {
  return kUniqueAnswers[static_cast<std::size_t>(counted)];
}

// The three verdicts as data: what a block is made of.
struct BlockSpec {
  std::string_view name;
  const char* (*answer)(const Recipe&);
  VerdictState (*state)(const Verdicts&);
  Text (*summary)(const JudgedRecipe&);
  std::vector<DetailRow> (*rows)(const JudgedRecipe&);
};
constexpr std::array<BlockSpec, 3> kBlocks{
    {{"unique", [](const Recipe& recipe) { return uniqueAnswer(countedOf(recipe)); },
      [](const Verdicts& verdicts) { return verdicts.unique.state; },
      [](const JudgedRecipe& judged) {
        return uniqueSummary(judged.verdicts.unique, countedOf(judged.setup.recipe));
      },
      [](const JudgedRecipe& judged) { return uniqueRows(judged.verdicts.unique); }},
     {"relative", [](const Recipe&) { return "verdict.answer.relative"; },
      [](const Verdicts& verdicts) { return verdicts.relative.state; },
      [](const JudgedRecipe& judged) {
        return relativeSummary(judged.verdicts.relative, judged.setup.recipe.scheme);
      },
      relativeRows},
     {"faithful", [](const Recipe&) { return "verdict.answer.faithful"; },
      [](const Verdicts& verdicts) { return verdicts.faithful.state; },
      [](const JudgedRecipe& judged) {
        return faithfulSummary(judged.verdicts.faithful, judged.setup.recipe.scheme);
      },
      faithfulRows}}};

Text explanationOf(const BlockSpec& block, const JudgedRecipe& judged) {
  const bool lost = block.name == "unique" && judged.verdicts.unique.lost > 0;
  return Text(sentencesOf(block.name, judged.setup.recipe.scheme) + "explain." +
              (lost ? "lost" : nameOf(block.state(judged.verdicts))));
}

DetailRow sideRow(const BlockSpec& block, const JudgedRecipe& judged, TextRole role) {
  return {
      recipeTitle(judged.setup.recipe),
      {"verdict.side",
       {{"state", stateText(block.state(judged.verdicts))}, {"summary", block.summary(judged)}}},
      role,
      {}};
}

// What a block says of the side that is meant.
void addMeant(Verdict& verdict, const BlockSpec& block, const JudgedRecipe& meant) {
  verdict.role = stateColour(block.state(meant.verdicts));
  verdict.summary = block.summary(meant);
  for (DetailRow& row : block.rows(meant)) {
    verdict.rows.push_back(std::move(row));
  }
  verdict.explanation = explanationOf(block, meant);
}

TableCell markedCell(VerdictState state, Text value, CellValue data) {
  return {
      {wordsOf(state).cell, {{"value", std::move(value)}}}, stateRole(state), {}, std::move(data)};
}

TableCell countCell(std::int64_t count) {
  return {countText(count), TextRole::plain, {}, count};
}

// Two digits: the table has little room, and the exact numbers are in the explanations.
constexpr int kCellDigits = 2;

TableCell smallCell(double number) {
  return {
      number <= kSumming ? Text::verbatim("0") : Text::verbatim(shortDecimal(number, kCellDigits)),
      TextRole::plain,
      {},
      number};
}

TableCell pairCell(const UniqueVerdict& unique) {
  if (!unique.firstCollision) {
    return {Text::verbatim("–"), TextRole::plain, {}, {}};
  }
  const auto& pair = *unique.firstCollision;
  return {{"verdict.cell.pair",
           {{"first", std::to_string(pair.first)}, {"second", std::to_string(pair.second)}}},
          TextRole::plain,
          {},
          pair.first};
}

// Where nothing fails, more may hold than was looked at.
TableCell holdsCell(const JudgedRecipe& judged) {
  const FaithfulVerdict& faithful = judged.verdicts.faithful;
  if (faithful.holdsUpTo >= judged.setup.context) {
    return {{"verdict.cell.least", {{"count", faithful.holdsUpTo}}}, {}, {}, faithful.holdsUpTo};
  }
  const bool nowhere = faithful.holdsUpTo <= wordsOf(judged.setup.recipe.scheme).holdsLeast;
  return countCell(nowhere ? 0 : faithful.holdsUpTo);
}

TableCell effectCell(const JudgedRecipe& judged) {
  if (!judged.effect) {
    return {};
  }
  const double mean = judged.effect->mean;
  return {{"value.percent", {{"share", shortDecimal(100 * mean, kCellDigits)}}}, {}, {}, mean};
}

/// A row of the table: what it shows of a side, and where storage alone costs
/// something, that.
template <typename Judged>
struct TableLine {
  const char* label;
  const char* help;
  TableCell (*cell)(const Judged&);
  double (*storage)(const Judged&);
};

constexpr TableLine<UniqueVerdict> kCountLines[] = {
    {"verdict.row.unique", "verdict.help.unique",
     [](const UniqueVerdict& u) { return markedCell(u.state, countText(u.distinct), u.distinct); },
     nullptr},
    {"verdict.row.first-pair", "verdict.help.first-pair", pairCell, nullptr},
    {"verdict.row.unshared", "verdict.help.unshared",
     [](const UniqueVerdict& u) { return countCell(u.unshared); }, nullptr}};

constexpr TableLine<UniqueVerdict> kLostLine{
    "verdict.row.lost", "verdict.help.lost",
    [](const UniqueVerdict& u) { return countCell(u.lost); }, nullptr};

constexpr TableLine<JudgedRecipe> kScoreLines[] = {
    {"verdict.row.relative", "verdict.help.relative",
     [](const JudgedRecipe& judged) {
       const RelativeVerdict& relative = judged.verdicts.relative;
       const double spread = worstSpread(relative).spread;
       return markedCell(relative.state, smallCell(spread).text, spread);
     },
     [](const JudgedRecipe& judged) { return worstSpread(judged.verdicts.relative).storage; }},
    {"verdict.row.faithful", "verdict.help.faithful",
     [](const JudgedRecipe& judged) {
       const FaithfulVerdict& faithful = judged.verdicts.faithful;
       return markedCell(faithful.state, smallCell(faithful.error).text, faithful.error);
     },
     [](const JudgedRecipe& judged) { return judged.verdicts.faithful.storage; }},
    {"verdict.row.holds", "verdict.help.holds", holdsCell, nullptr}};

constexpr TableLine<JudgedRecipe> kEffectLine{"verdict.row.effect", "verdict.help.effect",
                                              effectCell, nullptr};

// What storage costs differs a little between the sides, with the place of the
// largest error: the larger is told.
template <typename Judged>
void addLine(TablePanel& table, const TableLine<Judged>& line, const Judged& a, const Judged* b) {
  TableRow row;
  row.help = line.help;
  row.cells = {{line.label}, line.cell(a)};
  if (b != nullptr) {
    row.cells.push_back(line.cell(*b));
  }
  if (line.storage != nullptr) {
    const double storage =
        std::max(line.storage(a), b == nullptr ? line.storage(a) : line.storage(*b));
    row.cells.push_back(smallCell(storage));
  }
  table.rows.push_back(std::move(row));
}

TablePanel emptyTable(bool two, bool storage) {
  TablePanel table;
  table.name = "verdicts";
  table.columns.push_back({{}, {"number"}});
  if (two) {
    table.columns.push_back({{"value.a", {{"value", "A"}}}, {"a"}});
    table.columns.push_back({{"value.b", {{"value", "B"}}}, {"b"}});
  } else {
    table.columns.push_back({"verdict.column.value", {"value"}});
  }
  if (storage) {
    table.columns.push_back({"verdict.column.storage", {"storage"}});
  }
  return table;
}

void addCounts(TablePanel& table, const UniqueVerdict& a, const UniqueVerdict* b) {
  for (const TableLine<UniqueVerdict>& line : kCountLines) {
    addLine(table, line, a, b);
  }
  if (a.lost > 0 || (b != nullptr && b->lost > 0)) {
    addLine(table, kLostLine, a, b);
  }
}

}  // namespace

Text stateText(VerdictState state) {
  return wordsOf(state).text;
}

TextRole stateRole(VerdictState state) {
  return wordsOf(state).role;
}

TableCell stateCell(VerdictState state) {
  return {stateText(state), stateRole(state), {}, std::string(verdictStateName(state))};
}

ColourRole stateColour(VerdictState state) {
  return wordsOf(state).colour;
}

Text uniqueSummary(const UniqueVerdict& unique, Counted counted) {
  const std::string state = unique.lost > 0 ? "lost" : nameOf(unique.state);
  return {
      "verdict.unique." + std::string(kCounted[static_cast<std::size_t>(counted)]) + "." + state,
      {{"distinct", unique.distinct}, {"total", unique.total}, {"lost", unique.lost}}};
}

Text relativeSummary(const RelativeVerdict& relative, Scheme scheme) {
  const DistanceSpread worst = worstSpread(relative);
  return {
      sentencesOf("relative", scheme) + formOf(relative.state, worst.spread, worst.storage, scheme),
      {{"spread", small(worst.spread)},
       {"distance", worst.distance},
       {"head", std::to_string(worst.head)},
       timesArgument(worst.spread, worst.storage)}};
}

Text faithfulSummary(const FaithfulVerdict& faithful, Scheme scheme) {
  return {sentencesOf("faithful", scheme) +
              formOf(faithful.state, faithful.error, faithful.storage, scheme),
          {{"error", small(faithful.error)},
           {"position", faithful.position},
           {"index", std::to_string(faithful.index)},
           timesArgument(faithful.error, faithful.storage)}};
}

Text holdsText(const FaithfulVerdict& faithful, const VerdictSetup& setup, std::int64_t reach) {
  const VerdictWords& words = wordsOf(setup.recipe.scheme);
  const bool fails = faithful.holdsUpTo < setup.context;
  // Where nothing fails, the end of what was looked at is no limit.
  const bool limit = fails || (reach > setup.context && reach < kLongestReach);
  const bool nowhere = fails && faithful.holdsUpTo <= words.holdsLeast;
  const std::string_view form = !nowhere                              ? (limit ? "limit" : "least")
                                : faithful.state == VerdictState::bad ? "none"
                                                                      : "drift";
  return {std::string(words.holds) + std::string(form),
          {{"holds", std::max(faithful.holdsUpTo, reach)}}};
}

DistanceSpread worstSpread(const RelativeVerdict& relative) {
  return relative.worst < relative.spreads.size() ? relative.spreads[relative.worst]
                                                  : DistanceSpread();
}

Verdict uniqueBlock(const UniqueVerdict& a, const UniqueVerdict& b, Counted counted, Side side) {
  Verdict verdict;
  verdict.title = "verdict.unique";
  verdict.answer = answerText(uniqueAnswer(counted), a.state, b.state, side);
  if (side == Side::reference || side == Side::difference) {
    verdict.summary = sidesText(a.state, b.state);
    return verdict;
  }
  const UniqueVerdict& unique = side == Side::b ? b : a;
  const std::string form = unique.lost > 0 ? "lost" : nameOf(unique.state);
  verdict.role = stateColour(unique.state);
  verdict.summary = uniqueSummary(unique, counted);
  verdict.rows = uniqueRows(unique);
  verdict.explanation = Text("verdict.unique.places.explain." + form);
  return verdict;
}

std::vector<Verdict> verdictBlocks(const JudgedRecipe& a, const std::optional<JudgedRecipe>& b,
                                   Side side) {
  std::vector<Verdict> blocks;
  for (const BlockSpec& block : kBlocks) {
    Verdict verdict;
    verdict.title = Text("verdict." + std::string(block.name));
    const VerdictState stateOfA = block.state(a.verdicts);
    verdict.answer = answerText(block.answer(a.setup.recipe), stateOfA,
                                b ? block.state(b->verdicts) : stateOfA, side);
    if (b) {
      verdict.rows = {sideRow(block, a, TextRole::a), sideRow(block, *b, TextRole::b)};
    }
    if (b && (side == Side::reference || side == Side::difference)) {
      verdict.summary = sidesText(block.state(a.verdicts), block.state(b->verdicts));
    } else {
      addMeant(verdict, block, b && side == Side::b ? *b : a);
    }
    blocks.push_back(std::move(verdict));
  }
  return blocks;
}

TablePanel verdictTable(const JudgedRecipe& a, const std::optional<JudgedRecipe>& b) {
  TablePanel table = emptyTable(b.has_value(), true);
  const JudgedRecipe* const second = b ? &*b : nullptr;
  addCounts(table, a.verdicts.unique, second == nullptr ? nullptr : &second->verdicts.unique);
  for (const TableLine<JudgedRecipe>& line : kScoreLines) {
    addLine(table, line, a, second);
  }
  if (a.effect && (second == nullptr || second->effect)) {
    addLine(table, kEffectLine, a, second);
  }
  return table;
}

TablePanel uniqueTable(const UniqueVerdict& a, const UniqueVerdict& b) {
  TablePanel table = emptyTable(true, false);
  addCounts(table, a, &b);
  return table;
}

void calm(std::vector<Verdict>& verdicts) {
  for (Verdict& verdict : verdicts) {
    verdict.role = ColourRole::neutral;
  }
}

void calm(TablePanel& table) {
  for (TableRow& row : table.rows) {
    for (TableCell& cell : row.cells) {
      const bool judged = std::any_of(kStates.begin(), kStates.end(), [&](const StateWords& words) {
        return cell.text.key == words.cell;
      });
      if (judged) {
        cell.text.key = wordsOf(VerdictState::harmless).cell;
        cell.role = TextRole::plain;
      }
    }
  }
}

Text firstPairText(const UniqueVerdict& unique) {
  if (!unique.firstCollision) {
    return "verdict.none";
  }
  return Text::verbatim(std::to_string(unique.firstCollision->first) + " = " +
                        std::to_string(unique.firstCollision->second));
}

bool isFine(const Verdicts& verdicts) {
  return std::all_of(kBlocks.begin(), kBlocks.end(), [&](const BlockSpec& block) {
    return block.state(verdicts) != VerdictState::bad;
  });
}

std::string magnitudeText(double number) {
  constexpr double kFirstGrouped = 1000;
  constexpr double kMostGrouped = 1e15;
  return number >= kFirstGrouped && number < kMostGrouped
             ? groupedInteger(static_cast<std::int64_t>(std::llround(number)))
             : small(number);
}

}  // namespace poscope
