// Implementations of RoPE and what casts do to them (PIPELINES 0, 3, 6.7, 8.3). F is the model's
// format. Adding one: a row here and its two texts.
#include <array>

#include "core/recipe/catalogue.h"

namespace poscope {
namespace {

using Formats = std::array<std::string_view, 4>;  // position, frequency, angle, table
constexpr std::string_view kF = kModelFormat;
constexpr std::string_view k32 = "fp32";

// The canonical pipelines of PIPELINES 0.
constexpr Formats kP1{k32, k32, k32, kF};
constexpr Formats kP2{kF, k32, k32, kF};
constexpr Formats kP3{kF, kF, kF, kF};
constexpr Formats kP5{k32, kF, k32, kF};
constexpr Formats kP6{kF, kF, k32, kF};
constexpr Formats kFloatTable{k32, k32, k32, k32};
constexpr Formats kAngleCast{k32, k32, kF, kF};
constexpr Formats kTf32{"tf32", "tf32", k32, kF};

struct Extras {
  std::string_view application = "each";
  std::string_view layout = "half";
  std::string_view interpolation = "frequency";
  std::string_view form = "power";
  std::string_view making = "integers";
  std::string_view rotation = kF;
  std::string_view score = kF;
};

constexpr Extras kOnce{"once"};
constexpr Extras kMeta{"once", "interleaved"};
constexpr Extras kDivide{"each", "half", "divide"};
constexpr Extras kMultiply{"each", "half", "multiply"};
constexpr Extras kGptJ{"each", "interleaved"};
constexpr Extras kStepwise{"each", "interleaved", "frequency", "stepwise"};
constexpr Extras kRecurrence{"once", "half", "frequency", "recurrence"};
constexpr Extras kArange16{"each", "half", "frequency", "power", "arange16"};
constexpr Extras kTableOnly{"each", "half", "frequency", "power", "integers", "fp64", "fp64"};

struct Row {
  std::string_view id;
  std::string_view implementation;
  CastWay way;
  Formats formats;
  Extras extras;
  std::string_view source;
  std::string_view unverified;
  std::string_view waitsFor = {};
  bool code = true;
};

constexpr std::string_view kReleases = "the exact release boundaries";
constexpr std::string_view kRebuild = "a sequence longer than the cache, which builds it anew";

constexpr Row kRows[] = {
    {"exact",
     "exact",
     CastWay::none,
     {"fp64", "fp64", "fp64", "fp64"},
     kTableOnly,
     "fp64 reference (P0)",
     "",
     "",
     false},
    {"formula",
     "formula",
     CastWay::none,
     {"fp64", "fp64", "fp64", kF},
     kTableOnly,
     "Su et al. 2021, RoFormer, in double, stored once",
     "",
     "",
     false},
    {"hf-llama",
     "hf-llama",
     CastWay::load,
     kP1,
     {},
     "transformers >= 4.38.2 LlamaRotaryEmbedding (PR 29285), loaded with a dtype (P1)",
     kReleases},
    {"hf-llama-cast",
     "hf-llama",
     CastWay::cast,
     kP5,
     {},
     "transformers >= 4.38.2 after model.to(dtype): the buffer inv_freq is cast (P5)",
     kReleases},
    {"zero-init",
     "hf-4.28",
     CastWay::zeroInit,
     kP2,
     {},
     "DeepSpeed zero.Init over a float arange; transformers issue 28685, DeepSpeed issue 4932 (P2)",
     ""},
    {"module-cast",
     "hf-4.28",
     CastWay::cast,
     kP3,
     {},
     "whole module cast, then the cache rebuilt; transformers 4.28 to 4.37, issue 25681 (P3)",
     kReleases,
     kRebuild},
    {"hf-4.28",
     "hf-4.28",
     CastWay::load,
     kP1,
     {},
     "transformers 4.28 to 4.30 LlamaRotaryEmbedding: cache built in fp32, cast when used",
     kReleases},
    {"hf-4.28-cast",
     "hf-4.28",
     CastWay::cast,
     kP3,
     {},
     "the same after a module cast, once a sequence is longer than the 2048 cached positions",
     kReleases,
     kRebuild},
    {"hf-4.28-autocast",
     "hf-4.28",
     CastWay::autocast,
     kP3,
     {},
     "the same, cache rebuilt inside autocast: the einsum runs in the low format",
     kReleases,
     kRebuild},
    {"hf-4.28-zero-init",
     "hf-4.28",
     CastWay::zeroInit,
     kP2,
     {},
     "the same, constructed under DeepSpeed zero.Init: the float arange is cast",
     kReleases},
    {"hf-4.31", "hf-4.31", CastWay::load, kP1, kDivide,
     "transformers 4.31 to 4.37 LlamaRotaryEmbedding; linear scaling divides positions", kReleases},
    {"hf-4.31-cast", "hf-4.31", CastWay::cast, kP3, kDivide,
     "the same after a module cast, once a sequence is longer than the cache; issues 25681, 29496",
     kReleases, kRebuild},
    {"hf-4.31-autocast", "hf-4.31", CastWay::autocast, kP3, kDivide,
     "the same up to 4.35, cache rebuilt inside autocast on CUDA: the einsum runs in the low "
     "format; 4.36 and 4.37 multiply instead and are not lowered",
     kReleases, kRebuild},
    {"hf-4.31-zero-init", "hf-4.31", CastWay::zeroInit, kP2, kDivide,
     "the same, constructed under DeepSpeed zero.Init: the float arange is cast; issue 28685",
     kReleases},
    {"hf-4.38-cached", "hf-4.38-cached", CastWay::load, kP1, kDivide,
     "transformers 4.38 to 4.43 classes with a cache (Mistral, Mixtral, Qwen2, Phi, Falcon, "
     "GPT-NeoX): arange of integers, then type_as(inv_freq)",
     kReleases},
    {"hf-4.38-cached-cast", "hf-4.38-cached", CastWay::cast, kP3, kDivide,
     "the same after a module cast: type_as gives the low format", kReleases, kRebuild},
    {"hf-4.38-cached-zero-init", "hf-4.38-cached", CastWay::zeroInit, kP1, kDivide,
     "the same under DeepSpeed zero.Init: an integer arange is left alone", kReleases},
    {"hf-4.38.0",
     "hf-4.38.0",
     CastWay::load,
     kP1,
     {},
     "transformers 4.38.0 and 4.38.1: inv_freq and positions .float(), one matmul",
     ""},
    {"hf-4.38.0-cast",
     "hf-4.38.0",
     CastWay::cast,
     kP5,
     {},
     "the same after a module cast: .float() cannot bring lost bits back",
     ""},
    {"hf-4.38.0-autocast",
     "hf-4.38.0",
     CastWay::autocast,
     kP3,
     {},
     "the same inside autocast: the matmul runs in the low format from position 257 on; PR 29285",
     ""},
    {"hf-4.43",
     "hf-4.43",
     CastWay::load,
     kP1,
     {},
     "transformers 4.43 and later 4.x (PR 31999): ROPE_INIT_FUNCTIONS, autocast disabled",
     kReleases},
    {"hf-4.43-cast",
     "hf-4.43",
     CastWay::cast,
     kP5,
     {},
     "the same after model.to(dtype): the buffer inv_freq is cast",
     kReleases},
    {"hf-5",
     "hf-5",
     CastWay::load,
     kP1,
     {},
     "transformers 5 (PR 39847, 42513): numerically as 4.38.2",
     kReleases},
    {"hf-5-cast",
     "hf-5",
     CastWay::cast,
     kP5,
     {},
     "the same after model.to(dtype): inv_freq and original_inv_freq are both buffers",
     kReleases},
    {"meta-llama", "meta-llama", CastWay::load, kFloatTable, kMeta,
     "meta-llama/llama llama/model.py 0504cf44: complex64 table as a plain attribute", ""},
    {"baichuan-7b",
     "baichuan-7b",
     CastWay::load,
     kP1,
     {},
     "Baichuan-7B: a class as transformers 4.28's",
     "the code and the config"},
    {"baichuan-7b-cast",
     "baichuan-7b",
     CastWay::cast,
     kP3,
     {},
     "Baichuan-7B after a module cast, cache rebuilt",
     "the code and the config",
     kRebuild},
    {"baichuan2-7b", "baichuan2-7b", CastWay::load, kFloatTable, kOnce,
     "Baichuan2-7B and later: plain fp32 attributes, cos and sin kept in fp32 (A3)", ""},
    {"gpt-neox-2021",
     "gpt-neox-2021",
     CastWay::cast,
     kP3,
     {},
     "EleutherAI/gpt-neox until 2023-09-25: t.type_as(inv_freq) in a cast module; issue 1003",
     ""},
    {"gpt-neox",
     "gpt-neox",
     CastWay::load,
     kP1,
     {},
     "EleutherAI/gpt-neox from commit 3bfedf47 (#1041): table in fp32, then cast",
     ""},
    {"gpt-j", "gpt-j", CastWay::load, kP1, kGptJ,
     "transformers GPT-J, CodeGen create_sinusoidal_positions, constructed in fp32",
     "the full file"},
    {"gpt-j-default-dtype", "gpt-j", CastWay::defaultDtype, kP5, kStepwise,
     "the same constructed under set_default_dtype: frequencies step by step in the low format "
     "(P7)",
     "the full file"},
    {"qwen-7b",
     "qwen-7b",
     CastWay::load,
     kP1,
     {},
     "Qwen-7B (first generation)",
     "NTK alpha and the rotation's format"},
    {"chatglm-6b",
     "chatglm-6b",
     CastWay::load,
     kP3,
     {},
     "THUDM/chatglm-6b 867860a6: inv_freq.half(), arange in half, 2-D positions",
     ""},
    {"chatglm2-6b", "chatglm2-6b", CastWay::load, kP3, kStepwise,
     "THUDM/chatglm2-6b 1fd8e8df: frequencies step by step in the module's format",
     "rotary_dim // 2 at the call, rope_ratio"},
    {"vllm", "vllm", CastWay::load, kP1, kOnce,
     "vllm rotary_embedding/base.py: table in fp32, then cast; kernel in fp32 (A4)", ""},
    {"vllm-2023",
     "vllm",
     CastWay::load,
     kP1,
     {},
     "vllm's older kernel: arithmetic in the model's format",
     "the kernel's arithmetic"},
    {"megatron", "megatron", CastWay::load, kP1, kMultiply,
     "NVIDIA/Megatron-LM rotary_pos_embedding.py 00caa53a: fp32 attributes, positions times "
     "1/factor",
     "the application's cast"},
    {"flash-attn-2023", "flash-attn-2023", CastWay::cast, kP3, kOnce,
     "flash-attention before 62e98144 (2023-07-02), or with pos_idx_in_fp32=False", ""},
    {"flash-attn", "flash-attn", CastWay::load, kP1, kOnce,
     "flash-attention from 62e98144 on: fp32 positions, inv_freq recomputed in fp32", ""},
    {"llama.cpp", "llama.cpp", CastWay::load, kFloatTable, kRecurrence,
     "ggml-cpu ops.cpp (2026-08-21): theta *= theta_scale from pair to pair, in fp32", ""},
    {"tf32-matmul",
     "hf-5",
     CastWay::none,
     kTf32,
     {},
     "positions times frequencies as a TF32 matmul; transformers issue 48428",
     "the rounding mode of the hardware's input"},
    {"frequency-cast",
     "sglang-jax",
     CastWay::cast,
     kP5,
     {},
     "sglang-jax issue 1472: only inv_freq in the low format",
     ""},
    {"xpos-torchscale",
     "xpos-torchscale",
     CastWay::cast,
     kAngleCast,
     {},
     "microsoft/torchscale xpos 776b070d in a cast module: angles cast before sin and cos (the "
     "decay factor is not part of this row)",
     ""},
    {"xpos-flash-attn", "xpos-flash-attn", CastWay::load, kP1, kOnce,
     "flash-attention with scale_base: power and scale in fp32 (the decay factor is not part of "
     "this "
     "row)",
     ""},
    {"position-and-frequency",
     "diagnostic",
     CastWay::none,
     kP6,
     {},
     "diagnostic: positions and frequencies cast, angles in fp32 (P6)",
     "",
     "",
     false},
    {"arange-cpu", "hf-4.28", CastWay::cast, kP3, kArange16,
     "torch.arange in bf16 or fp16 on an AVX2 CPU: 16 lanes, not rounding to nearest; pytorch "
     "issue "
     "137774",
     "", kRebuild},
};

}  // namespace

void addRopeRecipes(std::vector<Recipe>& rows) {
  for (const Row& row : kRows) {
    const auto& [position, frequency, angle, table] = row.formats;
    const Extras& extras = row.extras;
    // In the order of the scheme's stages.
    std::vector<std::string> settings;
    for (const std::string_view setting :
         {extras.making, position, extras.interpolation, extras.form, frequency, angle, table,
          extras.application, extras.rotation, extras.score, extras.layout}) {
      settings.emplace_back(setting);
    }
    rows.push_back({std::string(row.id), Scheme::rope, std::move(settings), row.implementation,
                    row.way, row.source, row.unverified, row.waitsFor, row.code});
  }
}

}  // namespace poscope
