// `poscope recipes`.
#include <algorithm>
#include <iterator>
#include <sstream>

#include "core/base/suggestion.h"
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

std::string smallLetters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

// Everything that is told of a recipe, in small letters.
std::string wordsOf(const Recipe& recipe, Language language) {
  const std::string parts[] = {std::string(recipe.id),
                               std::string(recipeSchemeName(recipe.scheme)),
                               words(title(recipe), language),
                               words(about(recipe), language),
                               std::string(recipe.implementation),
                               std::string(recipe.source)};
  return smallLetters(joinWords(parts, {}, "\n"));
}

using Recipes = std::vector<const Recipe*>;

Recipes matching(const std::string& filter, Language language) {
  Recipes found;
  for (const Recipe& recipe : recipeCatalogue()) {
    const std::string told = wordsOf(recipe, language);
    std::istringstream asked(smallLetters(filter));
    const auto holds = [&told](const std::string& word) {
      return told.find(word) != std::string::npos;
    };
    if (std::all_of(std::istream_iterator<std::string>(asked), {}, holds)) {
      found.push_back(&recipe);
    }
  }
  return found;
}

Recipes ofScheme(const Recipes& recipes, Scheme scheme) {
  Recipes found;
  std::copy_if(recipes.begin(), recipes.end(), std::back_inserter(found),
               [scheme](const Recipe* recipe) { return recipe->scheme == scheme; });
  return found;
}

// The formats as a table; ways of computing follow each recipe where they are not the usual ones.
std::string stageTable(const SchemeRow& scheme, const Recipes& recipes, Language language) {
  std::vector<std::string> heading{words("command.recipes.recipe", language)};
  for (const StageSpec& stage : stagesOf(scheme.scheme)) {
    if (stage.isFormat()) {
      heading.emplace_back(stage.name());
    }
  }
  heading.push_back(words("command.recipes.way", language));
  TextTable table(std::vector<Align>(heading.size(), Align::left));
  table.add(std::move(heading));
  for (const Recipe* const recipe : recipes) {
    std::vector<std::string> row{recipe->id};
    for (const StageSpec& stage : stagesOf(scheme.scheme)) {
      if (stage.isFormat()) {
        row.emplace_back(recipe->setting(stage.id));
      }
    }
    row.emplace_back(castWayName(recipe->way));
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

void appendRecipe(std::string& text, const Recipe& recipe, Language language) {
  text += "  " + recipe.id + "\n";
  appendIndented(text, words(title(recipe), language));
  appendIndented(text, words(about(recipe), language));
  appendIndented(text, methodsOf(recipe));
  appendIndented(text, words(Text("command.recipes.from", {{"source", recipe.source}}), language));
  if (!recipe.unverified.empty()) {
    appendIndented(
        text, words(Text("command.recipes.unverified", {{"what", recipe.unverified}}), language));
  }
}

std::string plainText(const Recipes& recipes, Language language) {
  std::string text;
  for (const SchemeRow& scheme : recipeSchemes()) {
    const Recipes shown = ofScheme(recipes, scheme.scheme);
    if (shown.empty()) {
      continue;
    }
    text += (text.empty() ? "" : "\n") +
            words(Text("command.recipes.scheme." + std::string(scheme.name)), language) + "\n";
    text += stageTable(scheme, shown, language) + "\n";
    for (const Recipe* const recipe : shown) {
      appendRecipe(text, *recipe, language);
    }
  }
  return text + "\n" + words("command.recipes.note", language) + "\n";
}

Json recipeJson(const Recipe& recipe, Language language) {
  return {{"id", recipe.id},
          {"scheme", std::string(recipeSchemeName(recipe.scheme))},
          {"title", words(title(recipe), language)},
          {"about", words(about(recipe), language)},
          {"implementation", std::string(recipe.implementation)},
          {"way", std::string(castWayName(recipe.way))},
          {"stages", stagesJson(recipe)},
          {"source", std::string(recipe.source)},
          {"unverified", std::string(recipe.unverified)}};
}

std::string jsonOutput(const Recipes& shown, Language language) {
  Json recipes = Json::array();
  for (const Recipe* const recipe : shown) {
    recipes.push_back(recipeJson(*recipe, language));
  }
  return jsonText({{"recipes", std::move(recipes)}});
}

}  // namespace

Result<CommandOutput> recipesCommand(const std::string& filter, bool json, Language language) {
  const Recipes shown = matching(filter, language);
  if (shown.empty()) {
    return usageError(withSuggestion({"command.error.filter", {{"value", filter}}}, filter,
                                     namesOf(recipeCatalogue(), &Recipe::id).all));
  }
  return CommandOutput{json ? jsonOutput(shown, language) : plainText(shown, language), 0};
}

}  // namespace poscope
