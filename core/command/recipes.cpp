// `poscope recipes`.
#include "core/base/words.h"
#include "core/command/catalogue.h"
#include "core/command/command_json.h"
#include "core/command/text_table.h"
#include "core/command/verdict_json.h"
#include "core/recipe/recipe.h"

namespace poscope {
namespace {

Text title(const Recipe& recipe) {
  return Text("recipe." + recipe.id);
}
Text about(const Recipe& recipe) {
  return Text("recipe." + recipe.id + ".about");
}

std::string words(const Text& text, Language language) {
  return renderPlain(text, language);
}

void appendIndented(std::string& text, const std::string& line) {
  for (const std::string& part : wrapped(line, 92)) {
    text += "      " + part + "\n";
  }
}

// The formats as a table; ways of computing follow each recipe where they are not the usual ones.
std::string stageTable(const SchemeRow& scheme, Language language) {
  std::vector<std::string> heading{words("command.recipes.recipe", language)};
  for (const StageSpec& stage : stagesOf(scheme.scheme)) {
    if (stage.isFormat()) {
      heading.emplace_back(stage.name());
    }
  }
  heading.push_back(words("command.recipes.way", language));
  TextTable table(std::vector<Align>(heading.size(), Align::left));
  table.add(std::move(heading));
  for (const Recipe& recipe : recipesOf(scheme.scheme)) {
    std::vector<std::string> row{recipe.id};
    for (const StageSpec& stage : stagesOf(scheme.scheme)) {
      if (stage.isFormat()) {
        row.emplace_back(recipe.setting(stage.id));
      }
    }
    row.emplace_back(castWayName(recipe.way));
    table.add(std::move(row));
  }
  return table.text(2);
}

std::string methodsOf(const Recipe& recipe) {
  std::vector<std::string> methods;
  for (const StageSpec& stage : stagesOf(recipe.scheme)) {
    if (!stage.isFormat()) {
      methods.push_back(std::string(stage.name()) + "=" + std::string(recipe.setting(stage.id)));
    }
  }
  return joinWords(methods);
}

void appendScheme(std::string& text, const SchemeRow& scheme, Language language) {
  text += (text.empty() ? "" : "\n") +
          words(Text("command.recipes.scheme." + std::string(scheme.name)), language) + "\n";
  text += stageTable(scheme, language) + "\n";
  for (const Recipe& recipe : recipesOf(scheme.scheme)) {
    text += "  " + recipe.id + "\n";
    appendIndented(text, words(title(recipe), language));
    appendIndented(text, words(about(recipe), language));
    appendIndented(text, methodsOf(recipe));
    appendIndented(text,
                   words(Text("command.recipes.from", {{"source", recipe.source}}), language));
    if (!recipe.unverified.empty()) {
      appendIndented(
          text, words(Text("command.recipes.unverified", {{"what", recipe.unverified}}), language));
    }
  }
}

std::string plainText(Language language) {
  std::string text;
  for (const SchemeRow& scheme : recipeSchemes()) {
    appendScheme(text, scheme, language);
  }
  return text + "\n" + words("command.recipes.note", language) + "\n";
}

std::string jsonOutput(Language language) {
  Json recipes = Json::array();
  for (const Recipe& recipe : recipeCatalogue()) {
    recipes.push_back({{"id", recipe.id},
                       {"scheme", std::string(recipeSchemeName(recipe.scheme))},
                       {"title", words(title(recipe), language)},
                       {"about", words(about(recipe), language)},
                       {"implementation", std::string(recipe.implementation)},
                       {"way", std::string(castWayName(recipe.way))},
                       {"stages", stagesJson(recipe)},
                       {"source", std::string(recipe.source)},
                       {"unverified", std::string(recipe.unverified)}});
  }
  return jsonText({{"recipes", std::move(recipes)}});
}

}  // namespace

CommandOutput recipesCommand(bool json, Language language) {
  return {json ? jsonOutput(language) : plainText(language), 0};
}

}  // namespace poscope
