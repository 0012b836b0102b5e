#include "core/recipe/recipe.h"

#include <algorithm>

namespace poscope {
namespace {

constexpr std::array<std::string_view, kStageCount> kPhaseStages{"position", "frequency", "angle",
                                                                 "table"};
constexpr std::array<std::string_view, kStageCount> kAlibiStages{"slope", "position", "product",
                                                                 "bias"};

Recipe phaseRow(std::string id, std::array<std::string, kStageCount> formats,
                std::string_view source) {
  return {std::move(id), RecipeScheme::phase, std::move(formats), AlibiIndex::relative, source};
}

Recipe alibiRow(std::string id, AlibiIndex index, std::array<std::string, kStageCount> formats,
                std::string_view source) {
  return {std::move(id), RecipeScheme::alibi, std::move(formats), index, source};
}

// Sources: PIPELINES 0 (P0 to P5) and 5.2 to 5.4.
const std::vector<Recipe>& rows() {
  static const std::vector<Recipe> kRows{
      phaseRow("exact", {"fp64", "fp64", "fp64", "fp64"}, "fp64 reference (P0)"),
      phaseRow("formula", {"fp64", "fp64", "fp64", "model"},
               "Vaswani et al. 2017, section 3.5, in double, stored once"),
      phaseRow("hf-llama", {"fp32", "fp32", "fp32", "model"},
               "transformers >= 4.38.2 LlamaRotaryEmbedding, loaded with a dtype (P1)"),
      phaseRow("zero-init", {"model", "fp32", "fp32", "model"},
               "DeepSpeed zero.Init over a float arange; transformers issue 28685 (P2)"),
      phaseRow("module-cast", {"model", "model", "model", "model"},
               "whole module cast, then the cache rebuilt; transformers 4.28 to 4.37 (P3)"),
      phaseRow("hf-llama-cast", {"fp32", "model", "fp32", "model"},
               "transformers >= 4.38.2 after model.to(dtype): buffers are cast (P5)"),
      alibiRow("baichuan-13b", AlibiIndex::absolute, {"fp32", "fp32", "fp32", "model"},
               "Baichuan-13B and BLOOM: slopes * key index in fp32, one cast"),
      alibiRow("relative", AlibiIndex::relative, {"fp32", "fp32", "fp32", "model"},
               "Baichuan2-13B in training: slopes * (j - i) in fp32, one cast"),
      alibiRow("baichuan2-inference", AlibiIndex::absolute, {"fp32", "fp32", "fp32", "model"},
               "Baichuan2-13B _gen_alibi_mask as published: the subtraction takes away one element "
               "only, so positions stay absolute"),
  };
  return kRows;
}

const NumberFormat& formatOr(std::string_view id, const NumberFormat& fallback) {
  const NumberFormat* format = findFormat(id);
  return format == nullptr ? fallback : *format;
}

Rounding stageRounding(const Recipe& recipe, std::size_t stage, const NumberFormat& model,
                       double largestMagnitude, Overflow overflow) {
  const NumberFormat& format = stageFormat(recipe, stage, model);
  return roundingOf(format, overflow, symmetricScale(format, largestMagnitude));
}

}  // namespace

std::span<const std::string_view, kStageCount> stageNames(RecipeScheme scheme) {
  return scheme == RecipeScheme::phase ? kPhaseStages : kAlibiStages;
}

std::span<const Recipe> recipeCatalogue() {
  return rows();
}

const Recipe* findRecipe(RecipeScheme scheme, std::string_view id) {
  for (const Recipe& recipe : rows()) {
    if (recipe.scheme == scheme && recipe.id == id) {
      return &recipe;
    }
  }
  return nullptr;
}

Result<Recipe> withStage(Recipe recipe, std::string_view stage, std::string_view format) {
  const auto names = stageNames(recipe.scheme);
  const auto found = std::find(names.begin(), names.end(), stage);
  if (found == names.end()) {
    std::string expected;
    for (const std::string_view name : names) {
      expected += (expected.empty() ? "" : ", ") + std::string(name);
    }
    return usageError({"error.stage.unknown", {{"stage", stage}, {"expected", expected}}});
  }
  if (format != kModelFormat && findFormat(format) == nullptr) {
    return usageError({"error.format.unknown", {{"value", format}, {"expected", formatIds()}}});
  }
  recipe.formats[static_cast<std::size_t>(found - names.begin())] =
      format == kModelFormat ? std::string(format) : std::string(findFormat(format)->id);
  return recipe;
}

const NumberFormat& stageFormat(const Recipe& recipe, std::size_t stage,
                                const NumberFormat& model) {
  return formatOr(recipe.formats[stage], model);
}

PhaseStages phaseStages(const Recipe& recipe, const NumberFormat& model, double largestPosition,
                        Overflow overflow) {
  const auto stage = [&](std::size_t index, double largest) {
    return stageRounding(recipe, index, model, largest, overflow);
  };
  return {stage(0, largestPosition), stage(1, 1.0), stage(2, largestPosition), stage(3, 1.0)};
}

AlibiStages alibiStages(const Recipe& recipe, const NumberFormat& model, double largestPosition,
                        double largestBias, Overflow overflow) {
  const auto stage = [&](std::size_t index, double largest) {
    return stageRounding(recipe, index, model, largest, overflow);
  };
  return {queryWeightOf(recipe.index), stage(0, 1.0), stage(1, largestPosition),
          stage(2, largestBias), stage(3, largestBias)};
}

}  // namespace poscope
