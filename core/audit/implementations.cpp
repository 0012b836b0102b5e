#include "core/audit/implementations.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace poscope {
namespace {

using Names = std::array<std::string_view, 4>;

// The implementations of one model type (PIPELINES 3, 5), whose rows of the catalogue are taken.
struct CodeRow {
  std::string_view modelType;
  Scheme scheme;
  Names implementations;
  bool standsIn = false;
  bool ambiguous = false;
  bool ofTransformers = false;  ///< kTransformersTypes run it: for them it does not stand in.
};

constexpr Scheme kRope = Scheme::rope;
constexpr Scheme kAlibi = Scheme::alibi;
constexpr std::string_view kTwoDimensions = "chatglm, two-dimensional";

// Model types that run on transformers' own rotary class.
constexpr std::string_view kTransformersTypes[] = {
    "qwen2_moe",   "qwen2_vl",         "qwen2_5_vl",  "qwen3",         "qwen3_moe",   "gemma",
    "gemma2",      "gemma3",           "gemma3_text", "gpt_oss",       "llama4_text", "modernbert",
    "phi3",        "persimmon",        "stablelm",    "nemotron",      "glm",         "glm4",
    "deepseek_v2", "deepseek_v3",      "cohere",      "olmo",          "olmo2",       "starcoder2",
    "granite",     "hunyuan_v1_dense", "qwen3_next",  "qwen3_vl_text", "falcon_h1",   "minimax_m2",
    "seed_oss"};

// The row without a model type holds for every other one.
constexpr CodeRow kRows[] = {
    {"llama", kRope, {"hf-5", "hf-4.31"}},
    {"mistral", kRope, {"hf-5", "hf-4.38-cached"}},
    {"mixtral", kRope, {"hf-5", "hf-4.38-cached"}},
    {"qwen2", kRope, {"hf-5", "hf-4.38-cached"}},
    {"phi", kRope, {"hf-5", "hf-4.38-cached"}},
    {"falcon", kRope, {"hf-5", "hf-4.38-cached"}},
    {"gpt_neox", kRope, {"hf-5", "hf-4.38-cached", "gpt-neox", "gpt-neox-2021"}},
    {"gptj", kRope, {"gpt-j"}},
    {"codegen", kRope, {"gpt-j"}},
    {"qwen", kRope, {"qwen-7b"}},
    {"baichuan", kRope, {"baichuan2-7b", "baichuan-7b"}, false, true},
    {kTwoDimensions, kRope, {"chatglm-6b"}},
    {"chatglm", kRope, {"chatglm2-6b"}},
    {"", kRope, {"hf-5"}, true, false, true},
    {"baichuan", kAlibi, {"baichuan-13b", "baichuan2-inference", "relative"}, false, true},
    {"bloom", kAlibi, {"bloom"}},
    {"falcon", kAlibi, {"falcon"}},
    {"RefinedWeb", kAlibi, {"falcon"}},
    {"RefinedWebModel", kAlibi, {"falcon"}},
    {"mpt", kAlibi, {"mpt", "llm-foundry"}},
    {"", kAlibi, {"press"}, true},
    {"transfo-xl", Scheme::sinusoidal, {"transformer-xl"}},
    {"", Scheme::sinusoidal, {"fairseq"}, true},
};

// nullptr for a scheme that no public model states.
const CodeRow* findCode(std::string_view modelType, Scheme scheme) {
  const auto* const row =
      std::find_if(std::begin(kRows), std::end(kRows), [&](const CodeRow& candidate) {
        return candidate.scheme == scheme &&
               (candidate.modelType == modelType || candidate.modelType.empty());
      });
  return row == std::end(kRows) ? nullptr : row;
}

// Releases up to 4.42 know linear and dynamic scaling only; a dynamic one computes its frequencies
// anew, in fp32, whenever it grows, so what a cast did to them is not seen.
bool isOldEnough(const ModelConfig& config) {
  return std::all_of(config.rope.begin(), config.rope.end(), [](const RopeSetting& setting) {
    return setting.scaling.is(&ScalingRow::none) || setting.scaling.is(&ScalingRow::byPosition);
  });
}

}  // namespace

ModelCode modelCode(const ModelConfig& config) {
  ModelCode code;
  const CodeRow* const row = findCode(
      config.twoDimensions ? kTwoDimensions : std::string_view(config.modelType), config.scheme);
  if (row == nullptr) {
    return code;
  }
  const bool transformers = std::find(std::begin(kTransformersTypes), std::end(kTransformersTypes),
                                      config.modelType) != std::end(kTransformersTypes);
  code.standsIn = row->standsIn && !(transformers && row->ofTransformers);
  code.ambiguous = row->ambiguous;
  for (const std::string_view name : row->implementations) {
    if (name.empty() || (name.starts_with("hf-4.") && !isOldEnough(config))) {
      continue;
    }
    for (const Recipe& recipe : recipesOf(config.scheme)) {
      if (recipe.implementation == name && recipe.way != CastWay::none) {
        code.recipes.push_back(&recipe);
      }
    }
  }
  return code;
}

}  // namespace poscope
