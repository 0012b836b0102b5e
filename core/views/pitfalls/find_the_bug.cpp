// Find the bug: short code about positions with one wrong line. A click guesses a line, and the
// answer shows what should stand there.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/analysis/tensor_shapes.h"
#include "core/base/numbers.h"
#include "core/encoding/alibi.h"
#include "core/state/link.h"
#include "core/views/build_parts.h"
#include "core/views/pitfalls/pitfall.h"

namespace poscope {
namespace {

/// A few lines of code, one of which is wrong. Its words are `choice.snippet.<id>`,
/// `pitfalls.bug.<id>.fault` and `.why`.
struct Snippet {
  std::string_view id;
  std::array<std::string_view, kSnippetLines> lines;
  std::size_t wrong;  ///< Which of them, from 0.
  std::string_view mended;
};

constexpr std::string_view kAngles = "angles = torch.outer(torch.arange(tokens).float(), speeds)";
constexpr std::string_view kTurns = "turns = torch.polar(torch.ones_like(angles), angles)";
constexpr std::string_view kComplex = "z = torch.view_as_complex(x.float().unflatten(-1, (-1, 2)))";
constexpr std::string_view kTurned = "z = z * turns[None, :, None, :]";
constexpr std::string_view kFlat = "y = torch.view_as_real(z).flatten(-2).type_as(x)";
constexpr std::string_view kDistance = "distance = places[:, None] - places[None, :]";

// The faults are those of code in a public article; the lines are not.
constexpr Snippet kSnippets[] = {
    {"zeros",
     {"places = np.arange(tokens)[:, None]", "speeds = base ** (-np.arange(0, width, 2) / width)",
      "table = np.zeros(tokens, width)", "table[:, 0::2] = np.sin(places * speeds)",
      "table[:, 1::2] = np.cos(places * speeds)"},
     2,
     "table = np.zeros((tokens, width))"},
    {"complex",
     {kAngles, kTurns, "z = torch.view_as_complex(x.float())", kTurned, kFlat},
     2,
     kComplex},
    {"broadcast",
     {kAngles, kTurns, kComplex, "z = z * turns[:, None, None, :]", kFlat},
     3,
     kTurned},
    {"flatten",
     {kAngles, kTurns, kComplex, kTurned, "y = torch.view_as_real(z).type_as(x)"},
     4,
     kFlat},
    {"axes",
     {"places = torch.arange(tokens)", kDistance,
      "bias = slopes[:, None, None] * distance[None, :, :, :].abs()", "scores = scores - bias",
      "weights = torch.softmax(scores + mask, dim=-1)"},
     2,
     "bias = slopes[:, None, None] * distance[None, :, :].abs()"},
    {"slopes",
     {"head = torch.arange(heads)", "slopes = 2.0 ** (-0.25 * head)", kDistance,
      "bias = -slopes[:, None, None] * distance.abs()",
      "weights = torch.softmax(scores + bias + mask, dim=-1)"},
     1,
     "slopes = 2.0 ** (-8 * (head + 1) / heads)"}};

// The example whose shapes the words name.
constexpr std::int64_t kBatch = 2;
constexpr std::int64_t kTokens = 8;
constexpr std::int64_t kHeads = 8;
constexpr std::int64_t kWidth = 64;

// The wrong slopes of the snippet, which begin at 1 and fall by one step for any number of heads.
double fixedStepSlope(std::int64_t head) {
  return std::exp2(-0.25 * static_cast<double>(head));
}

struct BugNumbers {
  TensorShape x{kBatch, kTokens, kHeads, kWidth};
  TensorShape pairs{kBatch, kTokens, kHeads, kWidth / 2};
  TensorShape parts{kBatch, kTokens, kHeads, kWidth / 2, 2};
  TensorShape misplaced{kTokens, 1, 1, kWidth / 2};
  TensorShape placed{1, kTokens, 1, kWidth / 2};
  bool fits = broadcastShape(misplaced, pairs).has_value();
  /// What the misplaced table makes of one text alone.
  TensorShape alone =
      broadcastShape(misplaced, {1, kTokens, kHeads, kWidth / 2}).value_or(TensorShape{0});
  std::vector<double> slopes = alibiSlopes(kHeads);
};

const Snippet& snippetOf(const Params& params) {
  const auto* const found =
      std::find_if(std::begin(kSnippets), std::end(kSnippets),
                   [&](const Snippet& one) { return one.id == params.text(pitfall::kSnippet); });
  return found == std::end(kSnippets) ? kSnippets[0] : *found;
}

/// What was asked, and what is known of it.
struct Guessing {
  const Snippet* snippet = nullptr;
  std::int64_t guess = 0;  ///< A line from 1 on; 0 for none.
  bool revealed = false;
  BugNumbers numbers;

  [[nodiscard]] std::int64_t line() const { return static_cast<std::int64_t>(snippet->wrong) + 1; }
  [[nodiscard]] bool found() const { return guess == line(); }
  [[nodiscard]] bool told() const { return found() || revealed; }
  [[nodiscard]] Text words(std::string_view part) const {
    std::vector<TextArgument> arguments{{"x", axesText(numbers.x)},
                                        {"pairs", axesText(numbers.pairs)},
                                        {"parts", axesText(numbers.parts)},
                                        {"misplaced", axesText(numbers.misplaced)},
                                        {"placed", axesText(numbers.placed)},
                                        {"alone", axesText(numbers.alone)},
                                        {"width", kWidth},
                                        {"heads", kHeads},
                                        {"first", shortDecimal(numbers.slopes.front())},
                                        {"last", shortDecimal(numbers.slopes.back())},
                                        {"wrong_first", shortDecimal(fixedStepSlope(0))},
                                        {"wrong_last", shortDecimal(fixedStepSlope(kHeads - 1))}};
    return {std::string("pitfalls.bug.").append(snippet->id).append(".").append(part),
            std::move(arguments)};
  }
};

CodePanel codeOf(const Guessing& guessing) {
  CodePanel code;
  code.name = "code";
  code.title = Text("choice.snippet." + std::string(guessing.snippet->id));
  code.worth = PanelWorth::answer;
  code.of = guessing.snippet->id;
  for (std::size_t k = 0; k < kSnippetLines; ++k) {
    const std::int64_t number = static_cast<std::int64_t>(k) + 1;
    CodeLine line;
    line.text = guessing.snippet->lines[k];
    line.action = {std::string(pitfall::kGuess.name), std::to_string(number)};
    line.selected = guessing.guess == number;
    const bool wrong = number == guessing.line();
    if (line.selected) {
      line.note = wrong ? "pitfalls.bug.note.found" : "pitfalls.bug.note.sound";
    }
    if (wrong && guessing.revealed) {
      line.change = CodeChange::removed;
      code.lines.push_back(std::move(line));
      line = {};
      line.text = guessing.snippet->mended;
      line.change = CodeChange::added;
    }
    code.lines.push_back(std::move(line));
  }
  return code;
}

// The same page with another snippet, not yet guessed.
Action chooseSnippet(const Params& params, std::string_view id) {
  State state{"pitfalls", params, std::nullopt};
  const bool set = state.params.set(pitfall::kSnippet.name, id).has_value() &&
                   state.params.set(pitfall::kGuess.name, "0").has_value() &&
                   state.params.set(pitfall::kReveal.name, "off").has_value();
  return set ? openLink(formatLink(state)) : Action();
}

TablePanel snippetsTable(const PitfallSetup& setup, const Guessing& guessing) {
  TablePanel table;
  table.name = "snippets";
  table.title = "pitfalls.table.snippets";
  table.columns = {{"pitfalls.column.snippet", {"snippet"}}};
  for (const Snippet& one : kSnippets) {
    table.rows.push_back(
        {{{Text("choice.snippet." + std::string(one.id)), {}, {}, std::string(one.id)}},
         chooseSnippet(setup.params, one.id),
         &one == guessing.snippet});
  }
  return table;
}

TablePanel answerTable(const Guessing& guessing) {
  TablePanel table;
  table.name = "answer";
  table.columns = {{"pitfalls.column.guess", {"guess"}}, {"pitfalls.column.answer", {"revealed"}}};
  const TableCell guess = guessing.guess == 0
                              ? TableCell{"pitfalls.bug.no-guess", {}, {}, std::int64_t{0}}
                              : TableCell{{"pitfalls.bug.line", {{"line", guessing.guess}}},
                                          guessing.found() ? TextRole::good : TextRole::bad,
                                          {},
                                          guessing.guess};
  table.rows.push_back({{guess,
                         {guessing.revealed ? "pitfalls.bug.hide" : "pitfalls.bug.show",
                          {},
                          {std::string(pitfall::kReveal.name), guessing.revealed ? "off" : "on"},
                          guessing.revealed}},
                        {},
                        false});
  return table;
}

Text sentenceOf(const Guessing& guessing) {
  const char* const key = guessing.found()      ? "pitfalls.bug.found"
                          : guessing.revealed   ? "pitfalls.bug.revealed"
                          : guessing.guess == 0 ? "pitfalls.bug.ask"
                                                : "pitfalls.bug.missed";
  return {key,
          {{"all", static_cast<std::int64_t>(kSnippetLines)},
           {"line", guessing.line()},
           {"guess", guessing.guess},
           {"fault", guessing.words("fault")}}};
}

}  // namespace

std::vector<std::string> snippetIds() {
  std::vector<std::string> ids;
  for (const Snippet& one : kSnippets) {
    ids.emplace_back(one.id);
  }
  return ids;
}

Result<PitfallAnswer> findTheBug(const PitfallSetup& setup) {
  Guessing guessing;
  guessing.snippet = &snippetOf(setup.params);
  guessing.guess = setup.params.integer(pitfall::kGuess);
  guessing.revealed = setup.params.flag(pitfall::kReveal);
  PitfallAnswer answer;
  // What is shown stays broken until the right line stands there.
  answer.wrong = !guessing.revealed;
  answer.sentence = sentenceOf(guessing);
  answer.explanation =
      guessing.told() ? guessing.words("why")
                      : Text("pitfalls.bug.explanation", {{"x", axesText(guessing.numbers.x)}});
  answer.facts = {{"line", guessing.line()},
                  {"guess", guessing.guess},
                  {"found", std::int64_t{guessing.found() ? 1 : 0}},
                  {"batch_fits", std::int64_t{guessing.numbers.fits ? 1 : 0}},
                  {"alone_batch", guessing.numbers.alone.front()},
                  {"first_slope", guessing.numbers.slopes.front()},
                  {"last_slope", guessing.numbers.slopes.back()},
                  {"wrong_first_slope", fixedStepSlope(0)},
                  {"wrong_last_slope", fixedStepSlope(kHeads - 1)}};
  answer.panels.emplace_back(codeOf(guessing));
  answer.panels.emplace_back(answerTable(guessing));
  answer.panels.emplace_back(snippetsTable(setup, guessing));
  answer.mainLayer = "code";
  return answer;
}

}  // namespace poscope
