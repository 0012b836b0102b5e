// Implementations of ALiBi (PIPELINES 5). Adding one: a row here and its two texts.
#include <array>

#include "core/recipe/catalogue.h"

namespace poscope {
namespace {

constexpr std::string_view kF = kModelFormat;
constexpr std::string_view k32 = "fp32";
constexpr std::string_view k64 = "fp64";

struct Row {
  std::string_view id;
  CastWay way;
  std::string_view slopes;
  std::string_view index;
  std::array<std::string_view, 4> formats;  // slope, position, product, bias
  std::string_view source;
  std::string_view unverified;
  bool code = true;
};

constexpr Row kRows[] = {
    {"baichuan-13b",
     CastWay::load,
     "press",
     "absolute",
     {k32, k32, k32, kF},
     "Baichuan-13B 3d41c0c7: slopes * key index in fp32, one cast",
     ""},
    {"relative",
     CastWay::load,
     "press",
     "relative",
     {k32, k32, k32, kF},
     "Baichuan2-13B 35e3d5af in training: slopes * (j - i) in fp32, one cast",
     ""},
    {"baichuan2-inference",
     CastWay::load,
     "press",
     "absolute",
     {k32, k32, k32, kF},
     "Baichuan2-13B _gen_alibi_mask as published: the subtraction takes away one element only, so "
     "positions stay absolute",
     "later revisions"},
    {"exact",
     CastWay::none,
     "press",
     "relative",
     {k64, k64, k64, k64},
     "fp64 reference",
     "",
     false},
    {"press",
     CastWay::load,
     "press",
     "absolute",
     {k32, k32, k32, kF},
     "Press et al.'s fairseq fork: slopes * key index in fp32, one cast",
     ""},
    {"bloom",
     CastWay::load,
     "pow32",
     "absolute",
     {k32, k32, k32, kF},
     "transformers modeling_bloom.py 0078a6cd: fp32 product, one cast",
     ""},
    {"falcon",
     CastWay::load,
     "pow32",
     "absolute",
     {"bf16", "bf16", "bf16", kF},
     "transformers modeling_falcon.py 00dcc6dd: slopes, index and product in bf16 whatever the "
     "model's format",
     ""},
    {"mpt",
     CastWay::load,
     "mpt",
     "last-key",
     {k32, k32, k32, k32},
     "transformers modeling_mpt.py 0206c7b0: index relative to the last key, kept in fp32",
     ""},
    {"llm-foundry",
     CastWay::load,
     "mpt",
     "last-key",
     {k32, k32, k32, kF},
     "mosaicml/llm-foundry: the same, cast once",
     ""},
    {"gpt-neox-alibi",
     CastWay::cast,
     "press",
     "relative",
     {kF, kF, kF, kF},
     "EleutherAI/gpt-neox AliBi: distance, slopes and product in the model's format",
     ""},
    {"flash-attn-alibi",
     CastWay::load,
     "press",
     "absolute",
     {k32, k32, k32, k32},
     "flash-attention csrc alibi.h, causal: slope * column in fp32 on fp32 scores",
     ""},
    {"vllm-alibi",
     CastWay::load,
     "press",
     "relative",
     {k32, k32, k32, k32},
     "vllm paged attention: relative to the newest token, in fp32",
     ""},
    {"llama.cpp-alibi",
     CastWay::load,
     "ggml",
     "relative",
     {k32, "fp16", k32, k32},
     "ggml softmax: slope * mask in fp32, the mask stored in fp16",
     "the mask's values, set by the caller"},
    {"slopes-cast",
     CastWay::cast,
     "press",
     "relative",
     {kF, k32, k32, k32},
     "flash-attention issue 845: the module cast takes the slopes with it",
     ""},
};

}  // namespace

void addAlibiRecipes(std::vector<Recipe>& rows) {
  for (const Row& row : kRows) {
    const auto& [slope, position, product, bias] = row.formats;
    std::vector<std::string> settings;
    for (const std::string_view setting : {row.slopes, slope, row.index, position, product, bias}) {
      settings.emplace_back(setting);
    }
    rows.push_back({std::string(row.id),
                    Scheme::alibi,
                    std::move(settings),
                    row.id,
                    row.way,
                    row.source,
                    row.unverified,
                    {},
                    row.code});
  }
}

}  // namespace poscope
