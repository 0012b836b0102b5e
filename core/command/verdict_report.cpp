#include "core/command/verdict_report.h"

#include <array>

#include "core/audit/phase_error.h"
#include "core/base/numbers.h"
#include "core/base/version.h"
#include "core/cases/case_words.h"
#include "core/command/text_table.h"
#include "core/command/verdict.h"
#include "core/command/verdict_json.h"
#include "core/views/build_parts.h"
#include "core/views/view.h"

namespace poscope {
namespace {

constexpr std::size_t kWidth = 100;

// As text.

Text effectText(const VerdictReport& report) {
  return {report.words().effect,
          {{"mean", percentOf(report.effect.mean)},
           {"worst", percentOf(report.effect.worst)},
           {"head", std::to_string(report.effect.head)}}};
}

Text conclusionText(const VerdictReport& report) {
  const Verdicts& verdicts = report.judged.verdicts;
  const std::int64_t context = report.judged.setup.context;
  const bool drifts = verdicts.faithful.holdsUpTo < context;
  const char* key = !isFine(verdicts)               ? "verdict.fine.not"
                    : report.reach == 0             ? "verdict.fine.context"
                    : drifts                        ? "verdict.fine.drift"
                    : report.reach >= kLongestReach ? "verdict.fine.beyond"
                                                    : "verdict.fine.reach";
  return {key, {{"context", context}, {"reach", report.reach}}};
}

Text setupText(const VerdictReport& report) {
  const VerdictSetup& setup = report.judged.setup;
  const bool scaled = !setup.shape.scaling.is(&ScalingRow::none);
  const std::string_view key = scaled ? "verdict.setup.scaled" : report.words().setup;
  return {key,
          {{"context", setup.context},
           {"start", setup.start},
           {"dim", setup.shape.dim},
           {"base", exactDecimal(setup.shape.base)},
           {"scaling", setup.shape.scaling.type},
           {"heads", setup.heads},
           {"max_bias", exactDecimal(setup.maxBias)},
           {"bias_p", exactDecimal(setup.kerple.p)},
           {"bias_a", exactDecimal(setup.kerple.a)},
           {"format", Text::verbatim(setup.format->label)}}};
}

// The number format that "model" stands for is told beside it.
Text settingText(const VerdictReport& report, const StageSpec& stage) {
  const std::string_view setting = report.recipe().setting(stage.id);
  if (!stage.isFormat()) {
    return settingLabel(stage, setting);
  }
  const Text label =
      Text::verbatim(stageFormat(report.recipe(), stage.id, *report.judged.setup.format).label);
  return setting == kModelFormat ? Text("verdict.stage.model", {{"format", label}}) : label;
}

class TextReport {
 public:
  TextReport(const VerdictReport& report, Language language)
      : report_(report), language_(language) {}

  std::string build() {
    const Recipe& recipe = report_.recipe();
    add(0, {"verdict.title",
            {{"recipe", recipe.id},
             {"scheme", schemeText(recipe.scheme)},
             {"title", recipeTitle(recipe)}}});
    add(2, setupText(report_));
    addStages();
    const std::array states{report_.judged.verdicts.unique.state,
                            report_.judged.verdicts.relative.state,
                            report_.judged.verdicts.faithful.state};
    std::size_t block = 0;
    for (const Verdict& verdict : verdictBlocks(report_.judged)) {
      addVerdict(verdict, states[block++]);
    }
    text_ += "\n";
    add(0, effectText(report_));
    add(0, conclusionText(report_));
    for (const Text& note : report_.notes) {
      add(0, note);
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string say(const Text& text) const { return renderPlain(text, language_); }

  void add(std::size_t indent, const Text& text) {
    for (const std::string& line : wrapped(say(text), kWidth - indent)) {
      text_ += std::string(indent, ' ') + line + "\n";
    }
  }

  void addStages() {
    TextTable table({Align::left, Align::left, Align::left});
    for (const StageSpec& stage : stagesOf(report_.recipe().scheme)) {
      table.add(
          {std::string(stage.name()), say(stageLabel(stage)), say(settingText(report_, stage))});
    }
    text_ += "\n" + say("verdict.stages") + "\n" + table.text(2);
  }

  void addVerdict(const Verdict& verdict, VerdictState state) {
    text_ += "\n";
    add(0, {"verdict.line",
            {{"title", verdict.title}, {"state", stateText(state)}, {"summary", verdict.summary}}});
    TextTable table({Align::left, Align::left});
    for (const DetailRow& row : verdict.rows) {
      table.add({say(row.label), say(row.value)});
    }
    text_ += table.text(4);
    add(4, verdict.explanation);
  }

  const VerdictReport& report_;
  Language language_;
  std::string text_;
};

// As JSON.

Json settingsJson(const VerdictReport& report) {
  Json json = Json::object();
  for (const std::string& name : verdictSettings(report.recipe().scheme)) {
    const std::string& text = report.params.text({name});
    const bool unscaled = name == "scaling" && text.empty();
    json[name] = unscaled        ? Json("none")
                 : !text.empty() ? Json(text)
                                 : jsonNumber(report.params.real({name}));
  }
  return json;
}

Json wordsJson(const VerdictReport& report, Language language) {
  Json words = Json::object();
  const std::array names{"unique", "relative", "faithful"};
  std::size_t block = 0;
  for (const Verdict& verdict : verdictBlocks(report.judged)) {
    words[names[block++]] = {{"summary", renderPlain(verdict.summary, language)},
                             {"explanation", renderPlain(verdict.explanation, language)}};
  }
  words["effect"] = renderPlain(effectText(report), language);
  words["conclusion"] = renderPlain(conclusionText(report), language);
  return words;
}

}  // namespace

Text schemeText(Scheme scheme) {
  return Text("scheme." + std::string(schemeName(scheme)));
}

std::string verdictText(const VerdictReport& report, Language language) {
  return TextReport(report, language).build();
}

std::string verdictJson(const VerdictReport& report, Language language) {
  const Recipe& recipe = report.recipe();
  const Recipe* plain = findRecipe(recipe.scheme, recipe.id);
  const Verdicts& verdicts = report.judged.verdicts;
  Json notes = Json::array();
  for (const Text& note : report.notes) {
    notes.push_back(renderPlain(note, language));
  }
  return jsonText({{"schema", kVerdictSchema},
                   {"version", std::string(programVersion())},
                   {"recipe", recipe.id},
                   {"scheme", std::string(recipeSchemeName(recipe.scheme))},
                   {"title", renderPlain(recipeTitle(recipe), language)},
                   {"changed", plain == nullptr || !(*plain == recipe)},
                   {"stages", stagesJson(recipe)},
                   {"start", report.judged.setup.start},
                   {"context", report.judged.setup.context},
                   {"settings", settingsJson(report)},
                   {"unique", uniqueJson(verdicts.unique)},
                   {"relative", relativeJson(verdicts.relative)},
                   {"faithful", faithfulJson(verdicts.faithful, recipe.scheme, report.reach)},
                   {"effect", effectJson(report.effect)},
                   {"fine", isFine(verdicts)},
                   {"words", wordsJson(report, language)},
                   {"notes", std::move(notes)}});
}

}  // namespace poscope
