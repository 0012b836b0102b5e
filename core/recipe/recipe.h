// A recipe names an implementation: its scheme and what it does at every stage, a number format or
// a way of computing. A and B of any comparison are two recipes. Rows of the catalogue are data;
// stages can be changed one by one ("a.position=bf16" in a link).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/encoding/alibi.h"
#include "core/encoding/frequencies.h"
#include "core/numeric/format.h"
#include "core/recipe/schemes.h"

namespace poscope {

/// How a model came to its number format; decides what a module cast, an autocast region or a
/// patched constructor does to positions (PIPELINES 0).
enum class CastWay { none, load, cast, autocast, zeroInit, defaultDtype };
struct CastWayRow {
  CastWay way;
  std::string_view name;  ///< "load" ...; its words are the text `way.<name>`.
};
[[nodiscard]] std::span<const CastWayRow> castWays();
[[nodiscard]] std::string_view castWayName(CastWay way);

struct Recipe {
  std::string id;
  Scheme scheme = Scheme::rope;
  std::vector<std::string> settings;  ///< One for each of stagesOf(scheme).
  std::string_view implementation;    ///< Rows of one implementation share it: "hf-llama".
  CastWay way = CastWay::none;
  std::string_view source;      ///< Where it happens: file, commit or page.
  std::string_view unverified;  ///< What of it was not read in the source; empty: nothing.
  /// What has to happen before a cast does it harm: until then it computes as it was loaded. Empty:
  /// nothing, the harm is there from the start.
  std::string_view waitsFor = {};
  bool code = true;  ///< Someone runs it: no reference, no diagnostic.

  [[nodiscard]] bool has(Stage stage) const { return hasStage(scheme, stage); }
  /// The setting of a stage that the scheme has (stagePlace).
  [[nodiscard]] std::string_view setting(Stage stage) const;
  /// Sets a stage that the scheme has to a setting that the stage has. Ends the program with its
  /// name otherwise: settings that someone typed go through withStage.
  void set(Stage stage, std::string_view setting);
  friend bool operator==(const Recipe& left, const Recipe& right) {
    return left.id == right.id && left.scheme == right.scheme && left.settings == right.settings;
  }
};

/// Every named recipe. Its title is the text `recipe.<id>`, its description `recipe.<id>.about`.
[[nodiscard]] std::span<const Recipe> recipeCatalogue();

/// Those of a scheme that has recipes.
[[nodiscard]] std::span<const Recipe> recipesOf(Scheme scheme);

/// nullptr when no recipe of the scheme has the id.
[[nodiscard]] const Recipe* findRecipe(Scheme scheme, std::string_view id);

/// The recipe of an id whatever its scheme; "sinusoid/module-cast" names one of a scheme, an id
/// alone the first of the catalogue, where sinusoids come last. nullptr when there is none.
[[nodiscard]] const Recipe* findRecipe(std::string_view id);

/// `recipe` with one stage, named as in links, set (to a format id, "model" or one of the stage's
/// words). Unknown stages and settings are usage errors.
[[nodiscard]] Result<Recipe> withStage(Recipe recipe, std::string_view stage,
                                       std::string_view setting);

/// The format of a format stage that the scheme has (stagePlace) when the model's is `model`.
[[nodiscard]] const NumberFormat& stageFormat(const Recipe& recipe, Stage stage,
                                              const NumberFormat& model);
/// The same, or fp64 where the scheme has no such stage and rounds nothing there: a sinusoid is
/// added, not turned.
[[nodiscard]] const NumberFormat& stageFormatOrExact(const Recipe& recipe, Stage stage,
                                                     const NumberFormat& model);

// What a stage of words means; where the scheme has no such stage, what its first word does.
[[nodiscard]] FrequencyForm frequencyForm(const Recipe& recipe);
[[nodiscard]] SlopeForm slopeForm(const Recipe& recipe);
[[nodiscard]] AlibiIndex alibiIndex(const Recipe& recipe);
[[nodiscard]] Interpolation interpolation(const Recipe& recipe);
/// Lanes of the torch.arange kernel that makes the positions; 1 for integers.
[[nodiscard]] std::int64_t arangeLanes(const Recipe& recipe);
/// Whether a rotation rounds each of its three operations, or once at the end.
[[nodiscard]] bool roundsEachOperation(const Recipe& recipe);

/// `recipe` with everything up to the table exact: what storing in its formats alone costs.
[[nodiscard]] Recipe storageAlone(const Recipe& recipe);
/// `recipe` with everything that is worked out in fp32 (positions, frequencies and angles; slopes,
/// relative positions and products), the best that public code does, and the same storage.
[[nodiscard]] Recipe fp32Practice(const Recipe& recipe);

/// The recipe as data files write it: its id, and the stages that differ from the catalogue's as
/// links set them: "hf-llama position=bf16".
[[nodiscard]] std::string recipeWords(const Recipe& recipe);

/// The stages in which `recipe` differs from the catalogue's of its id, named as in links.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> changedStages(const Recipe& recipe);

/// The recipe's title; with "(changed)" when stages differ from the catalogue's.
[[nodiscard]] Text recipeTitle(const Recipe& recipe);

}  // namespace poscope
