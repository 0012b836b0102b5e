// Position ids while a text is continued with a cache of keys: restarted, stuck, or with the
// padding counted.
#include <algorithm>
#include <cmath>

#include "core/analysis/cached_keys.h"
#include "core/base/numbers.h"
#include "core/views/build_parts.h"
#include "core/views/pitfalls/pitfall.h"

namespace poscope {
namespace {

constexpr double kNoise = 1e-9;        ///< What roundings in fp64 leave of equal scores, and more.
constexpr std::int64_t kMostRows = 8;  ///< Of the table of tokens.
constexpr const char* kAlways = "always";

/// A text so far, by the rule at hand and by the right one.
struct CachedText {
  DecodedRow row;
  const IdRule* rule = nullptr;
  bool masked = false;  ///< The prompt's ids come from the mask: then those of padding are 1.
  std::int64_t step = 0;
  std::int64_t seed = 0;
  std::vector<std::int64_t> right;  ///< Of the tokens so far.
  std::vector<std::int64_t> given;
  IdEffect effect;              ///< Of the last token's query.
  std::vector<double> course;   ///< Mass moved at each step.
  std::vector<double> largest;  ///< Largest error of a score at each step.

  [[nodiscard]] std::int64_t tokens() const { return std::ssize(right); }
  [[nodiscard]] std::int64_t last() const { return tokens() - 1; }
  [[nodiscard]] bool idsWrong() const { return right != given; }
  [[nodiscard]] bool wrong() const { return effect.largestError > kNoise; }
};

std::vector<std::int64_t> idsOf(const IdRule& rule, const DecodedRow& row, std::int64_t tokens) {
  std::vector<std::int64_t> ids;
  for (std::int64_t token = 0; token < tokens; ++token) {
    ids.push_back(rule.id(row, token));
  }
  return ids;
}

CachedText textOf(const PitfallSetup& setup, const IdRule& rule, std::int64_t padding) {
  CachedText text;
  text.row = {setup.params.integer(pitfall::kPrompt), padding};
  text.rule = &rule;
  text.masked = &rule == &idRule("padded-decoding");
  text.step = setup.step;
  text.seed = setup.params.integer(parameter::kSeed);
  IdScores scores(setup.reference, setup.vector);
  const std::int64_t all = text.row.prompt + kLastStep;
  const std::vector<std::int64_t> right = idsOf(idRule("right"), text.row, all);
  const std::vector<std::int64_t> given = idsOf(rule, text.row, all);
  const auto upTo = [&](const std::vector<std::int64_t>& ids, std::int64_t step) {
    return std::span(ids).first(static_cast<std::size_t>(text.row.prompt + step));
  };
  for (std::int64_t step = 0; step <= kLastStep; ++step) {
    IdEffect effect = idEffect(scores, upTo(right, step), upTo(given, step));
    text.course.push_back(effect.massMoved);
    text.largest.push_back(effect.largestError);
    if (step == text.step) {
      text.effect = std::move(effect);
    }
  }
  const auto copied = [](std::span<const std::int64_t> ids) {
    return std::vector<std::int64_t>(ids.begin(), ids.end());
  };
  text.right = copied(upTo(right, text.step));
  text.given = copied(upTo(given, text.step));
  return text;
}

// Places of tokens in the row, behind its padding.
template <typename Number>
void put(PointLayer& layer, const CachedText& text, const std::vector<Number>& numbers) {
  for (std::size_t token = 0; token < numbers.size(); ++token) {
    layer.x.push_back(static_cast<double>(text.row.padding) + static_cast<double>(token));
    layer.y.push_back(static_cast<double>(numbers[token]));
  }
}

template <typename Number>
std::vector<PointLayer> bothOf(const CachedText& text, const std::vector<Number>& right,
                               const std::vector<Number>& given, const std::string& suffix) {
  std::vector<PointLayer> layers{
      pitfallPoints("right" + suffix, "pitfalls.label.right", ColourRole::b, Mark::dots, "right"),
      pitfallPoints("given" + suffix, "pitfalls.label.given", ColourRole::a, Mark::squares,
                    std::string(text.rule->name))};
  put(layers[0], text, right);
  put(layers[1], text, given);
  return layers;
}

PlotPanel idsPanel(const CachedText& text) {
  std::vector<PointLayer> layers = bothOf(text, text.right, text.given, "");
  if (text.row.padding > 0) {
    PointLayer pads = pitfallPoints("padding", "pitfalls.label.padding", ColourRole::neutral,
                                    Mark::crosses, std::string(text.rule->name));
    for (std::int64_t slot = 0; slot < text.row.padding; ++slot) {
      pads.x.push_back(static_cast<double>(slot));
      pads.y.push_back(text.masked ? 1.0 : static_cast<double>(slot));
    }
    layers.push_back(std::move(pads));
  }
  const std::int64_t slots = text.row.padding + text.row.prompt + kLastStep;
  const auto now = static_cast<double>(text.row.padding + text.last());
  PlotPanel panel =
      pitfallPlot("ids", "pitfalls.panel.ids",
                  wholeAxis("pitfalls.axis.slot", {"slot", "tokens"}, 0, slots - 1),
                  valueAxis("pitfalls.axis.id", {"position", "tokens"}), std::move(layers), now);
  // As high as the last step needs, so that the picture stands still while it is played.
  panel.y.first = -0.04 * static_cast<double>(slots);
  panel.y.last = 1.04 * static_cast<double>(slots);
  const double end = static_cast<double>(text.row.padding + text.row.prompt) - 0.5;
  panel.layers.emplace_back(StripLayer{ColourRole::neutral, end, end, "pitfalls.label.prompt-end"});
  panel.worth = PanelWorth::answer;
  return panel;
}

PlotPanel scoresPanel(const CachedText& text) {
  const std::int64_t slots = text.row.padding + text.row.prompt + kLastStep;
  return pitfallPlot("scores", {"pitfalls.panel.scores", {{"token", text.last()}}},
                     wholeAxis("pitfalls.axis.key", {"slot", "tokens"}, 0, slots - 1),
                     valueAxis("pitfalls.axis.score", {"score"}),
                     bothOf(text, text.effect.right, text.effect.given, ".scores"),
                     static_cast<double>(text.row.padding + text.last()));
}

PlotPanel coursePanel(const CachedText& text) {
  PointLayer moved =
      pitfallPoints("moved", {}, ColourRole::a, Mark::line, std::string(text.rule->name));
  for (std::size_t step = 0; step < text.course.size(); ++step) {
    moved.x.push_back(static_cast<double>(step));
    moved.y.push_back(text.course[step]);
  }
  Axis share = valueAxis("pitfalls.axis.moved", {"moved"});
  share.percent = true;
  PlotPanel panel = pitfallPlot(
      "course", "pitfalls.panel.course", wholeAxis("pitfalls.axis.step", {"step"}, 0, kLastStep),
      std::move(share), {std::move(moved)}, static_cast<double>(text.step));
  panel.y.first = 0;
  panel.y.last = std::max(panel.y.last, 0.01);
  panel.worth = PanelWorth::extra;
  return panel;
}

TablePanel tokensTable(const CachedText& text) {
  TablePanel table;
  table.name = "tokens";
  const std::int64_t rows = std::min(kMostRows, text.tokens());
  table.title = {"pitfalls.table.tokens", {{"rows", rows}}};
  table.of = text.rule->name;
  table.columns = {{"pitfalls.column.token", {"token"}},
                   {"pitfalls.column.right-id", {"right_id", "tokens"}},
                   {"pitfalls.column.given-id", {"given_id", "tokens"}},
                   {"pitfalls.column.right-score", {"right_score"}},
                   {"pitfalls.column.given-score", {"given_score"}}};
  for (std::int64_t token = text.tokens() - rows; token < text.tokens(); ++token) {
    const auto at = static_cast<std::size_t>(token);
    const bool off = text.given[at] != text.right[at];
    table.rows.push_back(
        {{integerCell(token), integerCell(text.right[at], TextRole::b),
          integerCell(text.given[at], off ? TextRole::a : TextRole::plain),
          numberCell(text.effect.right[at], 4), numberCell(text.effect.given[at], 4)},
         {},
         token == text.last()});
  }
  return table;
}

std::vector<Fact> factsOf(const CachedText& text) {
  const auto last = static_cast<std::size_t>(text.last());
  std::int64_t wrongIds = 0;
  for (std::size_t token = 0; token <= last; ++token) {
    wrongIds += text.right[token] == text.given[token] ? 0 : 1;
  }
  return {{"tokens", text.tokens()},
          {"right_id", text.right[last]},
          {"given_id", text.given[last]},
          {"wrong_ids", wrongIds},
          {"score_error", text.effect.largestError},
          {"moved", text.effect.massMoved}};
}

Text sentenceOf(const CachedText& text) {
  const char* const key = text.wrong()      ? "pitfalls.ids.wrong"
                          : text.idsWrong() ? "pitfalls.ids.shifted"
                                            : "pitfalls.ids.fine";
  const auto last = static_cast<std::size_t>(text.last());
  return {key,
          {{"token", text.last()},
           {"tokens", text.tokens()},
           {"right", text.right[last]},
           {"given", text.given[last]},
           {"padding", text.row.padding},
           {"error", shortDecimal(text.effect.largestError, 2)},
           {"moved", shortDecimal(100 * text.effect.massMoved, 2)}}};
}

PitfallAnswer answerOf(const CachedText& text, const char* explanation) {
  PitfallAnswer answer;
  answer.wrong = text.wrong();
  answer.sentence = sentenceOf(text);
  answer.explanation = {explanation,
                        {{"prompt", text.row.prompt},
                         {"padding", text.row.padding},
                         {"seed", std::to_string(text.seed)}}};
  answer.facts = factsOf(text);
  answer.panels.emplace_back(idsPanel(text));
  answer.panels.emplace_back(scoresPanel(text));
  answer.panels.emplace_back(tokensTable(text));
  answer.panels.emplace_back(coursePanel(text));
  answer.mainLayer = "given";
  return answer;
}

}  // namespace

Result<PitfallAnswer> restartedIds(const PitfallSetup& setup) {
  return answerOf(textOf(setup, idRule("restarted"), 0), "pitfalls.stale.explanation");
}

Result<PitfallAnswer> stuckIds(const PitfallSetup& setup) {
  return answerOf(textOf(setup, idRule("stuck"), 0), "pitfalls.stuck.explanation");
}

Result<PitfallAnswer> paddedIds(const PitfallSetup& setup) {
  const bool always = setup.params.text(pitfall::kCounted) == kAlways;
  return answerOf(
      textOf(setup, idRule(always ? "padded-always" : "padded-decoding"),
             setup.params.integer(pitfall::kPadding)),
      always ? "pitfalls.left-padded.explanation.always" : "pitfalls.left-padded.explanation");
}

}  // namespace poscope
