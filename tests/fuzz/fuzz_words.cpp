// Prints the words of a target that the catalogue knows, in libFuzzer's syntax: scripts/fuzz puts
// them behind those of tests/fuzz/words, which are of the syntax alone.
#include <cstdio>
#include <set>
#include <string>

#include "core/catalogue/views.h"
#include "core/encoding/rope_scaling.h"
#include "core/numeric/format.h"
#include "core/recipe/recipe.h"
#include "core/views/view.h"

namespace poscope {
namespace {

using Words = std::set<std::string>;

// Views, their parameters and values; recipes and their stages; scalings.
Words linkWords() {
  Words words;
  for (const View& view : views()) {
    words.insert("poscope:" + view.id);
    for (const ParameterSpec& spec : view.schema) {
      words.insert(spec.name + "=");
      words.insert(spec.choices.begin(), spec.choices.end());
    }
  }
  for (const Recipe& recipe : recipeCatalogue()) {
    words.insert(recipe.id);
    for (const StageSpec& stage : stagesOf(recipe.scheme)) {
      for (const char* side : {"a.", "b."}) {
        words.insert(side + std::string(stage.name()) + "=");
      }
      words.insert(stage.words.begin(), stage.words.end());
    }
  }
  for (const NumberFormat& format : numberFormats()) {
    words.emplace(format.id);
  }
  for (const ScalingRow& scaling : ropeScalings()) {
    words.emplace(scaling.id);
  }
  return words;
}

// Formats under every name that files give them; scalings and their keys.
Words configWords() {
  Words words;
  const auto quote = [&words](std::string_view word) {
    if (!word.empty()) {
      words.insert("\"" + std::string(word) + "\"");
    }
  };
  for (const NumberFormat& format : numberFormats()) {
    for (const std::string_view name : {format.id, format.torch, format.mlDtypes, format.config}) {
      quote(name);
    }
  }
  for (const ScalingRow& scaling : ropeScalings()) {
    quote(scaling.id);
    for (const ScalingKey& key : scaling.used()) {
      quote(key.name);
    }
  }
  return words;
}

void print(const Words& words) {
  for (const std::string& word : words) {
    std::string escaped;
    for (const char c : word) {
      escaped += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
    std::printf("\"%s\"\n", escaped.c_str());
  }
}

}  // namespace
}  // namespace poscope

int main(int count, char** arguments) {
  const std::string target = count > 1 ? arguments[1] : "";
  if (target == "link") {
    poscope::print(poscope::linkWords());
  } else if (target == "config") {
    poscope::print(poscope::configWords());
  }
  return 0;
}
