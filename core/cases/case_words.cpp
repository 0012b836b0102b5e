#include "core/cases/case_words.h"

#include <cmath>
#include <limits>
#include <string>

#include "core/base/numbers.h"
#include "core/figure/verdict_words.h"
#include "core/state/params.h"

namespace poscope {
namespace {

constexpr int kDigits = 3;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string decimal(double number, int digits = kDigits) {
  return shortDecimal(number, digits);
}

// Integers are grouped as other counts are.
TextArgument number(std::string_view name, double value) {
  constexpr double kMostGrouped = 1e15;
  return value == std::floor(value) && std::abs(value) < kMostGrouped
             ? TextArgument(name, static_cast<std::int64_t>(value))
             : TextArgument(name, exactDecimal(value));
}

TextArgument claim(std::string_view claimed) {
  const auto value = parseNumber(claimed);
  const bool whole = value && *value == std::floor(*value);
  return whole ? number("claimed", *value) : TextArgument("claimed", claimed);
}

// "6e-08" as people write it: "6e-8".
std::string plainExponent(std::string number) {
  const auto at = number.find("e-0");
  return at == std::string::npos ? number : number.erase(at + 2, 1);
}

void addSizes(const PublicCase& report, const CaseNumbers& numbers,
              std::vector<TextArgument>& arguments) {
  const NumberFormat& format = *findFormat(report.format);
  const NumberFormat& positions = positionFormat(report, numbers.broken.recipe);
  const std::vector<TextArgument> sizes{
      {"context", report.context},
      {"start", report.start},
      {"last", report.last()},
      {"dim", report.dim},
      {"base", static_cast<std::int64_t>(report.base)},
      {"heads", report.heads},
      {"head", std::to_string(report.head)},
      {"query", report.query < 0 ? report.last() : report.query},
      {"pair", report.pair},
      {"format", Text::verbatim(format.label)},
      claim(report.claimed),
      {"lanes", arangeLanes(numbers.broken.recipe)},
      number("largest", largestNumber(format)),
      {"epsilon", plainExponent(decimal(spacingAt(format, 1.0)))},
      {"smallest", plainExponent(decimal(smallestPositive(format)))},
      {"last_exact", lastExactInteger(positions)}};
  arguments.insert(arguments.end(), sizes.begin(), sizes.end());
}

void addPositions(const PositionNumbers& positions, std::vector<TextArgument>& arguments) {
  const std::vector<TextArgument> numbers{{"exact", positions.exact},
                                          {"unlike", positions.unlike},
                                          {"first_group", positions.firstGroup},
                                          {"last_group", positions.lastGroup},
                                          {"example", positions.example},
                                          number("stored", positions.stored),
                                          number("rounded", positions.rounded),
                                          number("below", positions.below),
                                          number("above", positions.above),
                                          number("spacing", positions.spacing)};
  arguments.insert(arguments.end(), numbers.begin(), numbers.end());
}

void addVerdicts(const CaseNumbers& numbers, std::vector<TextArgument>& arguments) {
  const Verdicts& broken = numbers.broken.verdicts;
  const Verdicts& fixed = numbers.fixed.verdicts;
  const auto pair = broken.unique.firstCollision.value_or(std::pair<std::int64_t, std::int64_t>());
  const std::vector<TextArgument> added{
      {"fixed_recipe", recipeTitle(numbers.fixed.recipe)},
      {"distinct", broken.unique.distinct},
      {"fixed_distinct", fixed.unique.distinct},
      {"also_distinct", numbers.also ? numbers.also->verdicts.unique.distinct : std::int64_t{0}},
      {"lost", broken.unique.lost},
      {"group", broken.unique.largestGroup},
      {"first", pair.first},
      {"second", pair.second},
      {"error", decimal(broken.faithful.error)},
      {"fixed_error", decimal(fixed.faithful.error)},
      {"storage_error", decimal(broken.faithful.storage)},
      {"also_error", decimal(numbers.also ? numbers.also->verdicts.faithful.error : 0.0)},
      {"spread", decimal(worstSpread(broken.relative).spread)},
      {"fixed_spread", decimal(worstSpread(fixed.relative).spread)},
      {"storage_spread", decimal(worstSpread(broken.relative).storage)}};
  arguments.insert(arguments.end(), added.begin(), added.end());
}

void addStages(const CaseNumbers& numbers, std::vector<TextArgument>& arguments) {
  const AngleNumbers& angles = numbers.broken.angles;
  const BiasNumbers& biases = numbers.broken.biases;
  const std::vector<TextArgument> added{{"phase_error", decimal(angles.worst)},
                                        {"pairs", angles.pairs},
                                        {"pairs_off", angles.far},
                                        {"dead", angles.dead},
                                        {"angle", decimal(angles.example, 8)},
                                        {"angle_exact", decimal(angles.exactExample, 8)},
                                        {"moved", percentOf(numbers.broken.effect.mean)},
                                        {"moved_worst", percentOf(numbers.broken.effect.worst)},
                                        {"fixed_moved", percentOf(numbers.fixed.effect.mean)},
                                        {"weight", decimal(biases.ownWeight())},
                                        {"weight_exact", decimal(biases.ownExactWeight())},
                                        {"fixed_weight", decimal(numbers.fixed.biases.ownWeight())},
                                        {"slopes_exact", biases.slopesExact},
                                        {"slope_error", decimal(biases.slopeError)}};
  arguments.insert(arguments.end(), added.begin(), added.end());
}

std::vector<std::int64_t> collisionOf(const CaseSide& side) {
  const auto& pair = side.verdicts.unique.firstCollision;
  return pair ? std::vector<std::int64_t>{pair->first, pair->second} : std::vector<std::int64_t>{};
}

std::string nameOf(VerdictState state) {
  return std::string(verdictStateName(state));
}

// Facts of a side: "a.distinct" of the broken recipe, "b.distinct" of the fixed one.
constexpr SideFact<CaseSide> kSideFacts[] = {
    {"unique", [](const CaseSide& s) -> FactValue { return nameOf(s.verdicts.unique.state); }},
    {"relative", [](const CaseSide& s) -> FactValue { return nameOf(s.verdicts.relative.state); }},
    {"faithful", [](const CaseSide& s) -> FactValue { return nameOf(s.verdicts.faithful.state); }},
    {"distinct", [](const CaseSide& s) -> FactValue { return s.verdicts.unique.distinct; }},
    {"first_collision", [](const CaseSide& s) -> FactValue { return collisionOf(s); }},
    {"largest_group",
     [](const CaseSide& s) -> FactValue { return s.verdicts.unique.largestGroup; }},
    {"lost", [](const CaseSide& s) -> FactValue { return s.verdicts.unique.lost; }},
    {"spread",
     [](const CaseSide& s) -> FactValue { return worstSpread(s.verdicts.relative).spread; }},
    {"largest_error", [](const CaseSide& s) -> FactValue { return s.verdicts.faithful.error; }},
    {"holds_up_to", [](const CaseSide& s) -> FactValue { return s.verdicts.faithful.holdsUpTo; }},
    {"moved", [](const CaseSide& s) -> FactValue { return s.effect.mean; }},
    {"moved_worst", [](const CaseSide& s) -> FactValue { return s.effect.worst; }},
    {"angle_error", [](const CaseSide& s) -> FactValue { return s.angles.worst; }},
    {"pairs_off", [](const CaseSide& s) -> FactValue { return s.angles.far; }},
    {"dead_pairs", [](const CaseSide& s) -> FactValue { return s.angles.dead; }},
    {"example_angle", [](const CaseSide& s) -> FactValue { return s.angles.example; }},
    {"own_weight", [](const CaseSide& s) -> FactValue { return s.biases.ownWeight(); }},
    {"slopes_exact", [](const CaseSide& s) -> FactValue { return s.biases.slopesExact; }},
    {"slope_error", [](const CaseSide& s) -> FactValue { return s.biases.slopeError; }},
};

}  // namespace

std::vector<TextArgument> caseArguments(const PublicCase& report, const CaseNumbers& numbers) {
  std::vector<TextArgument> arguments;
  addSizes(report, numbers, arguments);
  addPositions(numbers.positions, arguments);
  addVerdicts(numbers, arguments);
  addStages(numbers, arguments);
  return arguments;
}

Text caseText(const PublicCase& report, std::string_view part,
              const std::vector<TextArgument>& arguments) {
  return Text("cases." + std::string(report.id) + "." + std::string(part), arguments);
}

std::string percentOf(double share) {
  constexpr double kSteps = 1e4;  // What is smaller is nothing.
  return shortDecimal(std::round(100 * share * kSteps) / kSteps, kDigits);
}

std::vector<Fact> caseFacts(const PublicCase& report, const CaseNumbers& numbers) {
  const Verdicts& broken = numbers.broken.verdicts;
  const PositionNumbers& positions = numbers.positions;
  std::vector<Fact> facts{
      {"report", std::string(report.link)},
      {"own_numbers", std::string(report.wrongNumber ? "wrong" : "not contradicted")},
      {"total", broken.unique.total}};
  addFacts(facts, "a.", kSideFacts, numbers.broken);
  addFacts(facts, "b.", kSideFacts, numbers.fixed);
  const std::vector<Fact> others{
      {"also.distinct", numbers.also ? numbers.also->verdicts.unique.distinct : std::int64_t{0}},
      {"also.largest_error", numbers.also ? numbers.also->verdicts.faithful.error : kNan},
      {"also.own_weight", numbers.also ? numbers.also->biases.ownWeight() : kNan},
      {"storage_spread", worstSpread(broken.relative).storage},
      {"storage_error", broken.faithful.storage},
      {"exact_angle", numbers.broken.angles.exactExample},
      {"exact_own_weight", numbers.broken.biases.ownExactWeight()},
      {"exact_positions", positions.exact},
      {"positions_not_nearest", positions.unlike},
      {"first_group", positions.firstGroup},
      {"last_group", positions.lastGroup},
      {"example", positions.example},
      {"example_stored", positions.stored},
      {"example_spacing", positions.spacing}};
  facts.insert(facts.end(), others.begin(), others.end());
  return facts;
}

std::vector<std::string> caseFactNames() {
  std::vector<std::string> names;
  for (const Fact& fact : caseFacts(PublicCase(), CaseNumbers())) {
    names.push_back(fact.name);
  }
  return names;
}

}  // namespace poscope
