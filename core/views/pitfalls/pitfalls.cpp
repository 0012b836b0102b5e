// pitfalls: which slips with positions break a model, and from when on? A table of them, each shown
// broken and right beside each other, and played step by step.
#include <algorithm>
#include <span>

#include "core/analysis/seeded_numbers.h"
#include "core/cases/case_gallery.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/case_tables.h"
#include "core/views/pitfalls/pitfall.h"
#include "core/views/view.h"

namespace poscope {

View casesView();

namespace {

/// A public thread about a pitfall that the gallery of cases does not hold.
struct Thread {
  std::string_view name;
  std::string_view address;
};

constexpr Thread kRestartedThreads[] = {
    {"executorch #2010", "https://github.com/pytorch/executorch/pull/2010"}};
constexpr Thread kPaddedThreads[] = {
    {"unsloth #3699", "https://github.com/unslothai/unsloth/issues/3699"},
    {"transformers #22161", "https://github.com/huggingface/transformers/issues/22161"}};
constexpr Thread kShiftThreads[] = {
    {"llama.cpp #2060", "https://github.com/ggml-org/llama.cpp/issues/2060"},
    {"llama.cpp #3228", "https://github.com/ggml-org/llama.cpp/pull/3228"}};
constexpr Thread kWrapThreads[] = {
    {"tpu-inference #2756", "https://github.com/vllm-project/tpu-inference/pull/2756"}};
constexpr std::string_view kFp16Cases[] = {"megatron-535", "gpt-neox-1003"};

// Names of the facts of each pitfall; the tests hold them against what its function gives.
constexpr std::string_view kWrong = "wrong";
constexpr std::string_view kIdFacts[] = {"tokens",    "right_id",    "given_id",
                                         "wrong_ids", "score_error", "moved"};
constexpr std::string_view kShiftFacts[] = {"again_fp32", "once_fp32",  "again_fp16",
                                            "once_fp16",  "again_bf16", "once_bf16"};
constexpr std::string_view kLengthFacts[] = {"asked", "shared", "equal", "scalings", "changing"};
constexpr std::string_view kWidthFacts[] = {"width",     "frequencies", "table", "low_half",
                                            "high_half", "even",        "bias"};
constexpr std::string_view kFp16Facts[] = {"position",      "stored",  "first_lost",   "lost_pairs",
                                           "largest_entry", "spacing", "largest_error"};
constexpr std::string_view kWrapFacts[] = {"position", "stored", "across", "score_error", "moved"};
constexpr std::string_view kBugFacts[] = {"line",
                                          "guess",
                                          "found",
                                          "batch_fits",
                                          "alone_batch",
                                          "first_slope",
                                          "last_slope",
                                          "wrong_first_slope",
                                          "wrong_last_slope"};

/// A pitfall. Its words are `choice.pitfall.<id>`, `pitfalls.<id>.what` and `.question`.
struct PitfallRow {
  std::string_view id;
  Result<PitfallAnswer> (*answer)(const PitfallSetup& setup);
  std::span<const std::string_view> facts;
  std::span<const std::string_view> cases = {};  ///< Of the gallery.
  std::span<const Thread> threads = {};
};
constexpr PitfallRow kPitfalls[] = {
    {"stale", restartedIds, kIdFacts, {}, kRestartedThreads},
    {"stuck", stuckIds, kIdFacts},
    {"left-padded", paddedIds, kIdFacts, {}, kPaddedThreads},
    {"rotated-again", keysTurnedAgain, kShiftFacts, {}, kShiftThreads},
    {"length-mismatch", lengthMismatch, kLengthFacts},
    {"odd-width", oddWidth, kWidthFacts},
    {"fp16-overflow", fp16Overflow, kFp16Facts, kFp16Cases},
    {"int16", int16Wraps, kWrapFacts, {}, kWrapThreads},
    {"find-the-bug", findTheBug, kBugFacts}};

Text textOf(const PitfallRow& row, std::string_view part) {
  return Text(std::string("pitfalls.").append(row.id).append(".").append(part));
}

Text nameOf(const PitfallRow& row) {
  return Text("choice.pitfall." + std::string(row.id));
}

/// What all pitfalls come to at one step, in the order of the table.
struct Answers {
  std::vector<PitfallAnswer> all;
  std::size_t chosen = 0;

  [[nodiscard]] const PitfallRow& row() const { return kPitfalls[chosen]; }
  [[nodiscard]] const PitfallAnswer& answer() const { return all[chosen]; }
};

Result<Answers> answersOf(const Params& params) {
  PitfallSetup setup{params, params.integer(pitfall::kStep), {}, {}, {}};
  setup.shape = shapeOf(
      params, std::max(params.integer(pitfall::kRows), params.integer(pitfall::kTrainedRows)));
  POSCOPE_TRY(setup.reference, phaseReference(*findRecipe(Scheme::rope, "hf-llama"), setup.shape));
  setup.vector = seededNumbers(static_cast<std::uint64_t>(params.integer(parameter::kSeed)),
                               "token", setup.shape.dim);
  Answers answers;
  for (const PitfallRow& row : kPitfalls) {
    if (row.id == params.text(pitfall::kPitfall)) {
      answers.chosen = answers.all.size();
    }
    POSCOPE_TRY(PitfallAnswer answer, row.answer(setup));
    answers.all.push_back(std::move(answer));
  }
  return answers;
}

// "left_padded.moved"
std::string factName(const PitfallRow& row, std::string_view name) {
  std::string prefix(row.id);
  std::replace(prefix.begin(), prefix.end(), '-', '_');
  return prefix.append(".").append(name);
}

// Of all pitfalls, as the list says what all of them come to.
std::vector<Fact> factsOf(const Answers& answers) {
  std::vector<Fact> facts;
  for (std::size_t k = 0; k < answers.all.size(); ++k) {
    const PitfallRow& row = kPitfalls[k];
    facts.push_back({factName(row, kWrong), std::int64_t{answers.all[k].wrong ? 1 : 0}});
    for (const Fact& fact : answers.all[k].facts) {
      facts.push_back({factName(row, fact.name), fact.value});
    }
  }
  return facts;
}

std::vector<std::string> allFactNames() {
  std::vector<std::string> names;
  for (const PitfallRow& row : kPitfalls) {
    names.push_back(factName(row, kWrong));
    for (const std::string_view name : row.facts) {
      names.push_back(factName(row, name));
    }
  }
  return names;
}

// Every pitfall, and whether it is there at this step.
TablePanel listOf(const Answers& answers) {
  TablePanel table;
  table.name = "list";
  table.title = "pitfalls.list";
  table.columns = {{"pitfalls.column.pitfall", {"pitfall"}},
                   {"pitfalls.column.what", {"what"}},
                   {"pitfalls.column.now", {"wrong"}}};
  table.worth = PanelWorth::extra;
  table.contents = true;
  table.spareColumns = {1};
  for (std::size_t k = 0; k < answers.all.size(); ++k) {
    const PitfallRow& row = kPitfalls[k];
    const bool wrong = answers.all[k].wrong;
    table.rows.push_back({{{nameOf(row), {}, {}, std::string(row.id)},
                           {textOf(row, "what"), {}, {}, {}},
                           {wrong ? "pitfalls.now.wrong" : "pitfalls.now.fine",
                            wrong ? TextRole::bad : TextRole::good,
                            {},
                            wrong}},
                          {std::string(pitfall::kPitfall.name), std::string(row.id)},
                          k == answers.chosen});
  }
  return table;
}

// Where people met it.
std::optional<TablePanel> reportsOf(const PitfallRow& row) {
  TablePanel table;
  table.name = "reports";
  table.title = "pitfalls.table.reports";
  table.columns = {{"pitfalls.column.report", {"report"}}, {"pitfalls.column.where", {"link"}}};
  table.worth = PanelWorth::extra;
  for (const std::string_view id : row.cases) {
    const PublicCase& report = *findCase(id);
    const std::string link = linkTo(casesView(), {{"case", std::string(id)}});
    table.rows.push_back(
        {{{caseName(report), {}, {}, std::string(id)}, {caseWhat(report), {}, {}, link}},
         openLink(link),
         false});
  }
  for (const Thread& thread : row.threads) {
    const std::string address(thread.address);
    table.rows.push_back({{{Text::verbatim(thread.name), {}, {}, std::string(thread.name)},
                           {Text::verbatim(address), {}, {}, address}},
                          webPage(address),
                          false});
  }
  return table.rows.empty() ? std::nullopt : std::optional(std::move(table));
}

Result<Figure> build(const Params& params, const ViewContext&) {
  POSCOPE_TRY(Answers answers, answersOf(params));
  const PitfallRow& row = answers.row();
  Figure figure;
  figure.facts = factsOf(answers);
  TablePanel list = listOf(answers);
  PitfallAnswer& answer = answers.all[answers.chosen];
  figure.finding = {textOf(row, "question"), answer.sentence, answer.explanation};
  figure.panels = std::move(answer.panels);
  if (auto reports = reportsOf(row)) {
    figure.panels.emplace_back(std::move(*reports));
  }
  figure.panels.emplace_back(std::move(list));
  figure.mainLayer = answer.mainLayer;
  figure.notes = modelNotes(params);
  return figure;
}

std::vector<std::string> pitfallIds() {
  std::vector<std::string> ids;
  for (const PitfallRow& row : kPitfalls) {
    ids.emplace_back(row.id);
  }
  return ids;
}

ParameterSpec pitfallParameter() {
  ParameterSpec spec =
      choiceParameter(pitfall::kPitfall, std::string(kPitfalls[0].id), pitfallIds());
  spec.about = [](std::string_view id) {
    const auto* const row = std::find_if(std::begin(kPitfalls), std::end(kPitfalls),
                                         [id](const PitfallRow& one) { return one.id == id; });
    return row == std::end(kPitfalls) ? Text() : textOf(*row, "what");
  };
  return spec;
}

ParameterSpec headParameter() {
  ParameterSpec spec =
      withOwnWords(integerParameter(parameter::kDim, 64, 2, 512, ParameterScale::log2));
  spec.even = true;
  return rareParameter(std::move(spec));
}

Schema ownSchema() {
  constexpr double kMostRows = 8192;
  const auto of = [](ParameterSpec spec, std::vector<std::string> pitfalls) {
    return onlyWhere(std::move(spec), pitfall::kPitfall, std::move(pitfalls));
  };
  return {
      pitfallParameter(),
      integerParameter(pitfall::kStep, 23, 0, static_cast<double>(kLastStep)),
      of(integerParameter(pitfall::kPrompt, 8, 1, 64, ParameterScale::log2),
         {"stale", "stuck", "left-padded"}),
      of(integerParameter(pitfall::kPadding, 6, 0, 64), {"left-padded"}),
      of(choiceParameter(pitfall::kCounted, "decoding", {"decoding", "always"}), {"left-padded"}),
      of(integerParameter(pitfall::kHop, 64, 1, 8192, ParameterScale::log2), {"rotated-again"}),
      of(integerParameter(pitfall::kRows, 1024, 2, kMostRows, ParameterScale::log2),
         {"length-mismatch"}),
      of(integerParameter(pitfall::kTrainedRows, 2048, 2, kMostRows, ParameterScale::log2),
         {"length-mismatch"}),
      of(choiceParameter(pitfall::kSnippet, snippetIds().front(), snippetIds()), {"find-the-bug"}),
      of(integerParameter(pitfall::kGuess, 0, 0, static_cast<double>(kSnippetLines)),
         {"find-the-bug"}),
      of(flagParameter(pitfall::kReveal, false), {"find-the-bug"}),
      headParameter(),
      rareParameter(baseParameter()),
      rareParameter(integerParameter(parameter::kSeed, 1, 0, 1000000))};
}

}  // namespace

View pitfallsView() {
  View view;
  view.id = "pitfalls";
  view.group = "fix";
  view.hint = "pitfalls.hint";
  view.schema = joinSchemas({ownSchema(), modelContextParameters()});
  for (ParameterSpec& spec : view.schema) {
    spec.resetsZoom = spec.name == pitfall::kPitfall.name || spec.name == pitfall::kPrompt.name ||
                      spec.name == pitfall::kPadding.name || spec.name == pitfall::kRows.name ||
                      spec.name == pitfall::kTrainedRows.name;
  }
  view.facts = allFactNames();
  view.scheme = [](const Params&) { return Scheme::rope; };
  view.build = build;
  return view;
}

}  // namespace poscope
