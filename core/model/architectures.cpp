#include "core/model/architectures.h"

namespace poscope {
namespace {

using enum Scheme;

// Falcon and MPT switch by an `alibi` key; the row says what holds without it. Baichuan goes by its
// head count (model_config.cpp). ChatGLM rotates half of each head in code.
constexpr Architecture kArchitectures[] = {
    // Rotary.
    {.modelType = "llama"},
    {.modelType = "mistral"},
    {.modelType = "mixtral", .base = 1e6},
    {.modelType = "qwen"},
    {.modelType = "qwen2"},
    {.modelType = "qwen2_moe"},
    {.modelType = "qwen2_vl"},
    {.modelType = "qwen2_5_vl"},
    {.modelType = "qwen3"},
    {.modelType = "qwen3_moe"},
    {.modelType = "qwen3_next", .rotaryShare = 0.25},
    {.modelType = "qwen3_vl_text", .base = 5e6},
    {.modelType = "falcon_h1", .base = 1e5},
    {.modelType = "minimax_m2"},
    {.modelType = "seed_oss"},
    {.modelType = "gemma"},
    {.modelType = "gemma2"},
    {.modelType = "gemma3_text", .base = 1e6, .slidingBase = 10000, .layersDiffer = true},
    {.modelType = "gpt_oss", .base = 150000},
    {.modelType = "llama4_text", .base = 500000, .layersDiffer = true},
    {.modelType = "modernbert", .base = 160000, .slidingBase = 10000, .layersDiffer = true},
    {.modelType = "phi", .rotaryShare = 0.5},
    {.modelType = "phi3"},
    {.modelType = "persimmon", .rotaryShare = 0.5},
    {.modelType = "stablelm", .rotaryShare = 0.25},
    {.modelType = "nemotron", .rotaryShare = 0.5},
    {.modelType = "glm", .rotaryShare = 0.5},
    {.modelType = "glm4", .rotaryShare = 0.5},
    {.modelType = "chatglm", .rotaryShare = 0.5},
    {.modelType = "gpt_neox", .rotaryShare = 0.25},
    {.modelType = "gptj"},
    {.modelType = "codegen"},
    {.modelType = "falcon", .context = 2048},
    {.modelType = "RefinedWeb", .context = 2048},
    {.modelType = "RefinedWebModel", .context = 2048},
    {.modelType = "baichuan"},
    {.modelType = "internlm"},
    {.modelType = "internlm2"},
    {.modelType = "deepseek_v2"},
    {.modelType = "deepseek_v3"},
    {.modelType = "cohere"},
    {.modelType = "olmo"},
    {.modelType = "olmo2"},
    {.modelType = "starcoder2"},
    {.modelType = "granite"},
    {.modelType = "hunyuan_v1_dense"},
    // ALiBi.
    {.modelType = "bloom", .scheme = alibi, .context = 2048},
    // A learned table.
    {.modelType = "mpt", .scheme = learned},
    {.modelType = "gpt2", .scheme = learned},
    {.modelType = "openai-gpt", .scheme = learned},
    {.modelType = "gpt_bigcode", .scheme = learned},
    {.modelType = "gpt_neo", .scheme = learned},
    {.modelType = "opt", .scheme = learned},
    {.modelType = "bert", .scheme = learned},
    {.modelType = "roberta", .scheme = learned},
    {.modelType = "xlm-roberta", .scheme = learned},
    {.modelType = "camembert", .scheme = learned},
    {.modelType = "distilbert", .scheme = learned},
    {.modelType = "albert", .scheme = learned},
    {.modelType = "electra", .scheme = learned},
    {.modelType = "bart", .scheme = learned},
    {.modelType = "mbart", .scheme = learned},
    // Fixed sines and cosines.
    {.modelType = "marian", .scheme = sinusoidal},
    {.modelType = "pegasus", .scheme = sinusoidal},
    {.modelType = "fsmt", .scheme = sinusoidal},
    {.modelType = "m2m_100", .scheme = sinusoidal},
    {.modelType = "xglm", .scheme = sinusoidal},
    // A bias or a term by distance.
    {.modelType = "t5", .scheme = relative},
    {.modelType = "mt5", .scheme = relative},
    {.modelType = "umt5", .scheme = relative},
    {.modelType = "longt5", .scheme = relative},
    {.modelType = "deberta", .scheme = relative},
    {.modelType = "deberta-v2", .scheme = relative},
    {.modelType = "transfo-xl", .scheme = relative},
    {.modelType = "xlnet", .scheme = relative},
    // State-space models keep the order without any encoding, also where some layers attend.
    {.modelType = "mamba", .scheme = none},
    {.modelType = "mamba2", .scheme = none},
    {.modelType = "rwkv", .scheme = none},
    {.modelType = "jamba", .scheme = none},
};

}  // namespace

std::span<const Architecture> architectures() {
  return kArchitectures;
}

const Architecture* findArchitecture(std::string_view modelType) {
  for (const Architecture& row : kArchitectures) {
    if (row.modelType == modelType) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace poscope
