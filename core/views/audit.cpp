// audit: does my model keep its positions? The page of `poscope audit`, for the model that was
// opened, or for one of the shipped presets.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/audit/audit.h"
#include "core/audit/scheme_audit.h"
#include "core/audit/table_audit.h"
#include "core/base/numbers.h"
#include "core/figure/verdict_words.h"
#include "core/model/presets.h"
#include "core/state/link.h"
#include "core/state/model_params.h"
#include "core/state/schema.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {

View alibiView();
View ropePrecisionView();
View sinusoidalView();

namespace {

constexpr const char* kExample = "llama-3.1-8b";  // While no model is open.
constexpr const char* kOwn = "model";  // The context, and the format, that the config states.

std::optional<ModelConfig> presetNamed(const std::string& name) {
  for (const ModelPreset& preset : modelPresets()) {
    if (preset.id == name || preset.title == name) {
      auto config = presetConfig(preset.id);
      return config ? std::optional(std::move(*config)) : std::nullopt;
    }
  }
  return std::nullopt;
}

// The model of the parameters: the one that was opened when name and hash are its, else a preset.
std::optional<ModelConfig> modelOf(const Params& params, const ViewContext& context) {
  const std::string& name = params.text(parameter::kModel);
  const std::string& hash = params.text(parameter::kHash);
  const auto fits = [&](const ModelConfig& config) {
    return hash.empty() || hash == modelHash(config);
  };
  const ModelConfig* const opened = context.inputs.model.get();
  if (opened != nullptr && opened->name == name && fits(*opened)) {
    return *opened;
  }
  auto preset = presetNamed(name);
  return preset && fits(*preset) ? preset : std::nullopt;
}

TextRole roleOf(NoticeLevel level) {
  return level == NoticeLevel::note ? TextRole::plain : TextRole::a;
}

TableCell plain(Text text, TextRole role = TextRole::plain) {
  return {std::move(text), role, {}};
}

// The page that shows what a way does, by scheme.
struct PageRow {
  Scheme scheme;
  View (*page)();              // nullptr: no page shows it.
  IntegerParameter positions;  // How many of them.
};
constexpr PageRow kPages[] = {{Scheme::sinusoidal, sinusoidalView, parameter::kLength},
                              {Scheme::rope, ropePrecisionView, parameter::kContext},
                              {Scheme::alibi, alibiView, parameter::kContext},
                              {Scheme::kerpleLog, nullptr, parameter::kContext}};
static_assert(inSchemeOrder(kPages));

// The recipe with the stages that were changed in it.
void addRecipe(const Recipe& recipe, LinkSettings& settings) {
  const std::string side(parameter::kA.name);
  const std::string stages = side + ".";
  settings.emplace_back(side, recipe.id);
  for (const auto& [stage, setting] : changedStages(recipe)) {
    settings.emplace_back(stages + stage, setting);
  }
}

Action pageOf(const AuditWay& way) {
  const PageRow& row = rowOf(kPages, way.recipe.scheme);
  if (row.page == nullptr) {
    return {};
  }
  const VerdictSetup& setup = way.setup;
  LinkSettings settings{{"dim", std::to_string(setup.shape.dim)},
                        {"base", exactDecimal(setup.shape.base)},
                        {"heads", std::to_string(setup.heads)},
                        {"max_bias", exactDecimal(setup.maxBias)},
                        {"format", std::string(setup.format->id)},
                        {std::string(row.positions.name), std::to_string(setup.context)}};
  if (!setup.shape.scaling.is(&ScalingRow::none)) {
    settings.emplace_back("scaling", writeRopeScaling(setup.shape.scaling));
    settings.emplace_back("trained", std::to_string(setup.shape.trained));
    settings.emplace_back("head_dim", std::to_string(setup.shape.headDim));
  }
  addRecipe(way.recipe, settings);
  return openLink(linkTo(row.page(), settings));
}

// With the words that it is the way to take, and what comes by default.
Text markedWay(const AuditWay& way, const Text& title) {
  const char* const key = way.safe && way.byDefault ? "audit.page.way.both"
                          : way.safe                ? "audit.page.way.safe"
                                                    : "audit.page.way.default";
  return way.safe || way.byDefault ? Text(key, {{"way", title}}) : title;
}

TablePanel waysTable(const AuditReport& report) {
  TablePanel table;
  table.name = "ways";
  table.title = "audit.page.ways";
  table.columns = {{"audit.page.way", {"way"}},        {"audit.page.recipe", {"recipe"}},
                   {"verdict.unique", {"unique"}},     {"verdict.relative", {"relative"}},
                   {"verdict.faithful", {"faithful"}}, {"audit.page.effect", {"attention_moved"}}};
  table.worth = PanelWorth::answer;
  table.spareColumns = {1, 5};
  for (const AuditWay& way : report.ways) {
    const std::string id =
        std::string(castWayName(way.way)) + (way.layer.empty() ? "" : " " + way.layer);
    const Text title = way.layer.empty()
                           ? Text("way." + std::string(castWayName(way.way)))
                           : Text("audit.page.way.layer",
                                  {{"way", Text("way." + std::string(castWayName(way.way)))},
                                   {"layer", way.layer}});
    table.rows.push_back(
        {{{markedWay(way, title), TextRole::plain, {}, id},
          {way.title, TextRole::plain, {}, recipeWords(way.recipe)},
          stateCell(way.verdicts.unique.state),
          stateCell(way.verdicts.relative.state),
          stateCell(way.verdicts.faithful.state),
          {{"audit.page.percent", {{"value", shortDecimal(100 * way.effect.mean, 2)}}},
           TextRole::plain,
           {},
           way.effect.mean}},
         pageOf(way),
         false});
  }
  return table;
}

TablePanel findingsTable(const AuditReport& report) {
  TablePanel table;
  table.name = "findings";
  table.title = "audit.page.findings";
  table.columns = {{"audit.page.level", {"level"}}, {"audit.page.finding", {"finding"}}};
  table.worth = PanelWorth::answer;
  for (const AuditFinding& finding : report.findings) {
    const Text level("audit.page.level." + std::string(noticeLevelName(finding.level())));
    table.rows.push_back(
        {{{level, roleOf(finding.level()), {}, std::string(noticeLevelName(finding.level()))},
          plain(finding.text)},
         {},
         false});
  }
  for (const Text& fix : report.fixes) {
    table.rows.push_back(
        {{{"audit.page.fix", TextRole::b, {}, "fix"}, plain(fix, TextRole::b)}, {}, false});
  }
  return table;
}

// A number where the words are one.
CellValue settingValue(const std::string& words) {
  const auto number = parseNumber(words);
  if (!number || exactDecimal(*number) != words) {
    return words;
  }
  return *number == std::floor(*number) ? CellValue(static_cast<std::int64_t>(*number))
                                        : CellValue(*number);
}

// Settings that have words: audit.setting.<name>. Others are called as their key is.
constexpr std::string_view kNamedSettings[] = {
    "scheme",          "model_type",     "heads",   "key_value_heads",  "hidden_size",
    "head_dim",        "rotary_dim",     "context", "original_context", "sliding_window",
    "dtype",           "alibi_bias_max", "base",    "scaling",          "computed",
    "audited_context", "audited_format"};

// "scaling.factor" is the scaling's: "Scaling: factor".
Text settingName(std::string_view name) {
  const std::size_t dot = name.find('.');
  const std::string_view head = name.substr(0, dot);
  if (std::find(std::begin(kNamedSettings), std::end(kNamedSettings), head) ==
      std::end(kNamedSettings)) {
    return Text::verbatim(name);
  }
  Text words("audit.setting." + std::string(head));
  return dot == std::string_view::npos ? words
                                       : Text("audit.setting.of", {{"setting", std::move(words)},
                                                                   {"part", name.substr(dot + 1)}});
}

// As people read it: a number with its separators.
Text settingWords(const std::string& words) {
  const CellValue value = settingValue(words);
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
    return {"value.integer", {{"value", *whole}}};
  }
  const auto* const real = std::get_if<double>(&value);
  return Text::verbatim(real == nullptr ? words : exactText(*real));
}

// "--context", the option of the command line, is a parameter of the page.
Text keyWords(std::string_view keyPath) {
  constexpr std::string_view kOption = "--";
  return keyPath.starts_with(kOption)
             ? Text("audit.parameter." + std::string(keyPath.substr(kOption.size())))
             : Text::verbatim(keyPath);
}

TablePanel settingsTable(const AuditReport& report) {
  TablePanel table;
  table.name = "settings";
  table.title = "audit.page.settings";
  table.columns = {{"audit.page.setting", {"setting"}},
                   {"audit.page.value", {"value"}},
                   {"audit.page.key", {"key"}}};
  table.worth = PanelWorth::extra;
  table.spareColumns = {2};
  for (const AuditSetting& setting : report.settings) {
    const Text key = setting.assumed ? Text("audit.page.assumed") : keyWords(setting.keyPath);
    table.rows.push_back(
        {{{settingName(setting.name), TextRole::plain, {}, setting.name},
          {settingWords(setting.value), TextRole::plain, {}, settingValue(setting.value)},
          {key, TextRole::plain, {}, setting.assumed ? "assumed" : setting.keyPath}},
         {},
         false});
  }
  return table;
}

// The patch line by line.
CodePanel patchCode(const AuditReport& report) {
  CodePanel code;
  code.name = "patch";
  code.title = "audit.page.patch";
  code.worth = PanelWorth::answer;
  std::string_view rest = report.patch;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    code.lines.push_back({std::string(rest.substr(0, end))});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return code;
}

const AuditWay* firstWay(const AuditReport& report) {
  const auto safe = std::find_if(report.ways.begin(), report.ways.end(),
                                 [](const AuditWay& way) { return way.safe; });
  return safe != report.ways.end() ? &*safe : report.ways.empty() ? nullptr : &report.ways.front();
}

std::int64_t badWays(const AuditReport& report) {
  return std::count_if(report.ways.begin(), report.ways.end(),
                       [](const AuditWay& way) { return !way.fine(); });
}

void addFacts(Figure& figure, const AuditReport& report) {
  const auto count = [&](NoticeLevel level) {
    return static_cast<std::int64_t>(
        std::count_if(report.findings.begin(), report.findings.end(),
                      [level](const AuditFinding& finding) { return finding.level() == level; }));
  };
  const AuditWay* const way = firstWay(report);
  figure.facts = {
      {"errors", count(NoticeLevel::error)},
      {"warnings", count(NoticeLevel::warning)},
      {"notes", count(NoticeLevel::note)},
      {"ways", static_cast<std::int64_t>(report.ways.size())},
      {"bad_ways", badWays(report)},
      {"context", way == nullptr ? std::int64_t{0} : way->setup.context},
      {"safe_recipe", way == nullptr ? std::string() : way->recipe.id},
      {"safe_distinct", way == nullptr ? std::int64_t{0} : way->verdicts.unique.distinct}};
}

// One line; the whole conclusion follows as the explanation.
Text sentenceOf(const AuditReport& report) {
  if (report.broken()) {
    return "audit.page.sentence.broken";
  }
  const auto total = static_cast<std::int64_t>(report.ways.size());
  const std::int64_t bad = badWays(report);
  const bool published =
      std::any_of(report.ways.begin(), report.ways.end(),
                  [](const AuditWay& way) { return way.published && !way.fine(); });
  const Scheme scheme = report.config.scheme;
  const bool judged = findSchemeAudit(scheme) == nullptr && scheme != Scheme::unknown;
  const char* const key = total == 0 && judged ? "audit.page.sentence.nothing"
                          : total == 0         ? "audit.page.sentence.unjudged"
                          : bad == 0           ? "audit.page.sentence.fine"
                          : bad == total       ? "audit.page.sentence.none"
                          : published          ? "audit.page.sentence.published"
                                               : "audit.page.sentence.some";
  const AuditWay* const way = firstWay(report);
  const Text sentence(key, {{"bad", bad},
                            {"ways", total},
                            {"context", way == nullptr ? std::int64_t{0} : way->setup.context},
                            {"recipe", way == nullptr ? Text() : way->title}});
  const bool assumed = report.formatAssumed && way != nullptr;
  const char* const limit = report.understood() ? "audit.page.sentence.format"
                            : assumed           ? "audit.page.sentence.limited.format"
                                                : "audit.page.sentence.limited";
  const std::string format = way == nullptr ? std::string() : std::string(way->setup.format->label);
  return assumed || !report.understood() ? Text(limit, {{"sentence", sentence}, {"format", format}})
                                         : sentence;
}

// The same page for a preset; the hash is that of another file.
std::string presetLink(Params params, const std::string& preset) {
  // Both were accepted before: a preset's name, and no hash.
  static_cast<void>(params.set("model", preset));
  static_cast<void>(params.set("hash", ""));
  return formatLink({"audit", std::move(params), std::nullopt});
}

Figure missingModel(const Params& params) {
  Figure figure;
  figure.finding = {"audit.page.question.none",
                    {"audit.page.missing", {{"model", params.text(parameter::kModel)}}},
                    "audit.page.missing.explanation"};
  addFacts(figure, AuditReport());
  TablePanel table;
  table.name = "presets";
  table.title = "audit.page.presets";
  table.columns = {{"audit.page.preset", {"preset"}}};
  for (const ModelPreset& preset : modelPresets()) {
    table.rows.push_back(
        {{{Text::verbatim(preset.title), TextRole::plain, {}, std::string(preset.id)}},
         openLink(presetLink(params, preset.title)),
         false});
  }
  figure.panels.emplace_back(std::move(table));
  figure.mainLayer = "presets";
  return figure;
}

AuditRequest requestOf(const Params& params) {
  AuditRequest request;
  if (!params.isAutomatic(parameter::kContext)) {
    request.context = params.integer(parameter::kContext);
  }
  if (params.text(parameter::kFormat) != kOwn) {
    request.format = findFormat(params.text(parameter::kFormat));
  }
  return request;
}

Result<Figure> build(const Params& params, const ViewContext& context) {
  const std::string& name = params.text(parameter::kModel);
  const TableFile* const table = namedTable(params, context.inputs);
  const bool isTable = table != nullptr;
  if (isTable) {
    POSCOPE_CHECK(checkUnchanged(*table, context.stop));
  }
  const auto config = isTable ? std::nullopt : modelOf(params, context);
  if (!config && !isTable) {
    return missingModel(params);
  }
  POSCOPE_TRY(
      const auto report,
      isTable ? auditTable({table->path, name}, requestOf(params), {context.progress, context.stop})
              : audit(*config, requestOf(params), {context.progress, context.stop}));
  Figure figure;
  const bool example = name == kExample && params.text(parameter::kHash).empty();
  figure.finding = {{example ? "audit.page.question.example" : "audit.page.question",
                     {{"model", config ? config->name : name}}},
                    sentenceOf(report),
                    report.conclusion};
  addFacts(figure, report);
  // What is wrong, what mends it, and then what it was found from.
  figure.panels.emplace_back(findingsTable(report));
  if (!report.patch.empty()) {
    figure.panels.emplace_back(patchCode(report));
  }
  if (!report.ways.empty()) {
    figure.panels.emplace_back(waysTable(report));
  }
  figure.panels.emplace_back(settingsTable(report));
  if (const AuditWay* const way = firstWay(report)) {
    const JudgedRecipe judged{way->setup, way->verdicts, way->effect};
    figure.verdicts = verdictBlocks(judged);
    figure.verdictTable = verdictTable(judged);
    figure.verdictsOf = way->title;
  }
  figure.mainLayer = report.ways.empty() ? "findings" : "ways";
  return figure;
}

}  // namespace

View auditView() {
  View view;
  view.id = "audit";
  view.group = "fix";
  const ParameterSpec context = withWord(contextParameter(0), kOwn);
  ParameterSpec hash = hiddenParameter(textParameter(parameter::kHash, {}));
  hash.canonical = canonicalHash;
  std::vector<std::string> formats{kOwn};
  const std::vector<std::string> offered = formatsAt(kAtModel);
  formats.insert(formats.end(), offered.begin(), offered.end());
  view.schema = {hiddenParameter(textParameter(parameter::kModel, kExample)), hash,
                 withOwnWords(context),
                 withOwnWords(choiceParameter(parameter::kFormat, kOwn, std::move(formats)))};
  view.facts = {"errors",   "warnings", "notes",       "ways",
                "bad_ways", "context",  "safe_recipe", "safe_distinct"};
  view.opensModels = true;
  // What an earlier model was asked for does not hold for the table.
  view.reads = {{TensorKind::rotaryTable, [](const ArrayFile&) {
                   return LinkSettings{{std::string(parameter::kContext.name), kOwn},
                                       {std::string(parameter::kFormat.name), kOwn}};
                 }}};
  view.build = build;
  return view;
}

}  // namespace poscope
