// `poscope recipes`.
#include <array>

#include "core/command/catalogue.h"
#include "core/command/command_json.h"
#include "core/command/text_table.h"
#include "core/recipe/recipe.h"

namespace poscope {
namespace {

struct SchemeRow {
  RecipeScheme scheme;
  const char* name;
};
constexpr std::array<SchemeRow, 2> kSchemes{
    {{RecipeScheme::phase, "phase"}, {RecipeScheme::alibi, "alibi"}}};

Text title(const Recipe& recipe) {
  return Text("recipe." + recipe.id);
}
Text about(const Recipe& recipe) {
  return Text("recipe." + recipe.id + ".about");
}

void appendScheme(std::string& text, const SchemeRow& scheme, Language language) {
  const auto say = [language](const Text& words) { return renderPlain(words, language); };
  text += (text.empty() ? "" : "\n") +
          say(Text(std::string("command.recipes.scheme.") + scheme.name)) + "\n";
  TextTable table(std::vector<Align>(kStageCount + 2, Align::left));
  std::vector<std::string> heading{say("command.recipes.recipe")};
  for (const std::string_view stage : stageNames(scheme.scheme)) {
    heading.emplace_back(stage);
  }
  heading.push_back(say("command.recipes.source"));
  table.add(std::move(heading));
  for (const Recipe& recipe : recipeCatalogue()) {
    if (recipe.scheme == scheme.scheme) {
      std::vector<std::string> row{recipe.id};
      row.insert(row.end(), recipe.formats.begin(), recipe.formats.end());
      row.emplace_back(recipe.source);
      table.add(std::move(row));
    }
  }
  text += table.text(2) + "\n";
  for (const Recipe& recipe : recipeCatalogue()) {
    if (recipe.scheme == scheme.scheme) {
      text += "  " + recipe.id + "\n";
      for (const Text& words : {title(recipe), about(recipe)}) {
        for (const std::string& line : wrapped(say(words), 92)) {
          text += "      " + line + "\n";
        }
      }
    }
  }
}

std::string plainText(Language language) {
  std::string text;
  for (const SchemeRow& scheme : kSchemes) {
    appendScheme(text, scheme, language);
  }
  return text + "\n" + renderPlain(Text("command.recipes.note"), language) + "\n";
}

std::string jsonOutput(Language language) {
  Json recipes = Json::array();
  for (const SchemeRow& scheme : kSchemes) {
    for (const Recipe& recipe : recipeCatalogue()) {
      if (recipe.scheme != scheme.scheme) {
        continue;
      }
      Json stages = Json::object();
      for (std::size_t s = 0; s < kStageCount; ++s) {
        stages[std::string(stageNames(recipe.scheme)[s])] = recipe.formats[s];
      }
      Json row{{"id", recipe.id},
               {"scheme", scheme.name},
               {"title", renderPlain(title(recipe), language)},
               {"about", renderPlain(about(recipe), language)}};
      if (recipe.scheme == RecipeScheme::alibi) {
        row["index"] = recipe.index == AlibiIndex::absolute ? "absolute" : "relative";
      }
      row["stages"] = std::move(stages);
      row["source"] = std::string(recipe.source);
      recipes.push_back(std::move(row));
    }
  }
  return jsonText({{"recipes", std::move(recipes)}});
}

}  // namespace

CommandOutput recipesCommand(bool json, Language language) {
  return {json ? jsonOutput(language) : plainText(language), 0};
}

}  // namespace poscope
