#include "core/cases/case_gallery.h"

#include <string>
#include <vector>

namespace poscope {
namespace {

constexpr VerdictState kGood = VerdictState::good;
constexpr VerdictState kHarmless = VerdictState::harmless;
constexpr VerdictState kBad = VerdictState::bad;

constexpr std::string_view kLlama32Scaling =
    "llama3~factor~32~low_freq_factor~1~high_freq_factor~4~original_max_position_embeddings~8192";

// Sizes are the report's; where it names none, those of the model it speaks of (its text `.assumed`
// says so).
const std::vector<PublicCase>& ropeRows() {
  static const std::vector<PublicCase> kRows{
      {.id = "hf-29285",
       .link = "https://github.com/huggingface/transformers/pull/29285",
       .broken = {"hf-4.38.0-autocast", ""},
       .fixed = {"hf-llama", ""},
       .marks = {kBad, kBad, kBad},
       .context = 8192,
       .claimed = "4",
       .wrongNumber = true},
      {.id = "hf-25681",
       .link = "https://github.com/huggingface/transformers/issues/25681",
       .broken = {"hf-4.31-cast", ""},
       .fixed = {"hf-llama", ""},
       .marks = {kBad, kBad, kBad},
       .also = {"hf-llama-cast", ""},
       .context = 4096},
      {.id = "hf-28685",
       .link = "https://github.com/huggingface/transformers/issues/28685",
       .broken = {"hf-4.31-zero-init", ""},
       .fixed = {"hf-4.38-cached-zero-init", ""},
       .marks = {kBad, kBad, kBad},
       .context = 8192},
      {.id = "deepspeed-4932",
       .link = "https://github.com/deepspeedai/DeepSpeed/issues/4932",
       .broken = {"hf-4.31-zero-init", ""},
       .fixed = {"hf-4.38-cached-zero-init", ""},
       .marks = {kBad, kBad, kBad},
       .context = 4096,
       .assumed = true},
      {.id = "hf-30709",
       .link = "https://github.com/huggingface/transformers/issues/30709",
       .broken = {"hf-llama-cast", ""},
       .fixed = {"hf-llama", ""},
       .marks = {kGood, kGood, kBad},
       .also = {"hf-4.31-cast", ""},
       .context = 4096,
       .assumed = true},
      {.id = "hf-48428",
       .link = "https://github.com/huggingface/transformers/issues/48428",
       .broken = {"tf32-matmul", ""},
       .fixed = {"hf-llama", ""},
       .marks = {kBad, kBad, kBad},
       .context = 8192,
       .base = 1000000,
       .assumed = true},
      {.id = "gpt-neox-1003",
       .link = "https://github.com/EleutherAI/gpt-neox/issues/1003",
       .broken = {"gpt-neox-2021", ""},
       .fixed = {"gpt-neox", ""},
       .marks = {kGood, kBad, kBad},
       .format = "fp16",
       .context = 2048,
       .dim = 32,
       .example = 1857,
       .pair = 1},
      {.id = "gpt-neox-1016",
       .link = "https://github.com/EleutherAI/gpt-neox/pull/1016",
       .broken = {"gpt-neox-2021", ""},
       .fixed = {"gpt-neox", ""},
       .marks = {kBad, kBad, kBad},
       .also = {"frequency-cast", ""},
       .context = 4096,
       .wrongNumber = true,
       .assumed = true},
      {.id = "megatron-531",
       .link = "https://github.com/NVIDIA/Megatron-LM/pull/531",
       .broken = {"module-cast", ""},
       .fixed = {"megatron", ""},
       .marks = {kBad, kBad, kBad},
       .context = 4096,
       .assumed = true},
      {.id = "megatron-535",
       .link = "https://github.com/NVIDIA/Megatron-LM/issues/535",
       .broken = {"module-cast", ""},
       .fixed = {"megatron", ""},
       .marks = {kBad, kBad, kBad},
       .format = "fp16",
       .context = 32768,
       .claimed = "32768",
       .wrongNumber = true,
       .assumed = true},
      {.id = "vllm-1004",
       .link = "https://github.com/vllm-project/vllm/pull/1004",
       .broken = {"gpt-j-default-dtype", "layout=half"},
       .fixed = {"vllm-2023", ""},
       .marks = {kBad, kGood, kBad},
       .format = "fp16",
       .context = 16384,
       .base = 1000000,
       .assumed = true},
      {.id = "candle-3520",
       .link = "https://github.com/huggingface/candle/pull/3520",
       .broken = {"module-cast", ""},
       .fixed = {"hf-llama", ""},
       .marks = {kBad, kBad, kBad},
       .context = 16384,
       .base = 1000000,
       .example = 15962,
       .claimed = "16",
       .wrongNumber = true,
       .assumed = true},
      {.id = "sglang-jax-1472",
       .link = "https://github.com/sgl-project/sglang-jax/issues/1472",
       .broken = {"frequency-cast", ""},
       .fixed = {"hf-llama", ""},
       .marks = {kGood, kGood, kBad},
       .context = 4096,
       .pair = 1},
      {.id = "automodel-2549",
       .link = "https://github.com/NVIDIA-NeMo/Automodel/pull/2549",
       .broken = {"hf-llama-cast", ""},
       .fixed = {"hf-llama", ""},
       .marks = {kGood, kGood, kBad},
       .context = 8192,
       .dim = 64,
       .base = 500000,
       .scaling = kLlama32Scaling,
       .assumed = true},
      {.id = "diffusers-13922",
       .link = "https://github.com/huggingface/diffusers/pull/13922",
       .broken = {"hf-4.38.0-autocast", ""},
       .fixed = {"hf-llama", ""},
       .marks = {kBad, kBad, kBad},
       .start = 65536,
       .context = 512,
       .dim = 256,
       .base = 5000000,
       .claimed = "1",
       .wrongNumber = true,
       .assumed = true},
      {.id = "openvino-34716",
       .link = "https://github.com/openvinotoolkit/openvino/pull/34716",
       .broken = {"module-cast", ""},
       .fixed = {"hf-llama", ""},
       .marks = {kBad, kBad, kBad},
       .format = "fp16",
       .context = 8192,
       .base = 5000000,
       .example = 4173,
       .assumed = true},
      {.id = "mlx-lm-1076",
       .link = "https://github.com/ml-explore/mlx-lm/pull/1076",
       .broken = {"hf-llama", ""},
       .fixed = {"hf-llama", "application=once"},
       .marks = {kGood, kGood, kHarmless},
       .format = "fp16",
       .start = 262144,
       .context = 4096,
       .dim = 64,
       .base = 10000000,
       .claimed = "6e-8",
       .wrongNumber = true,
       .assumed = true},
      {.id = "modded-nanogpt-39",
       .link = "https://github.com/KellerJordan/modded-nanogpt/issues/39",
       .broken = {"hf-llama", ""},
       .fixed = {"hf-llama", "table=fp32"},
       .marks = {kGood, kGood, kGood},
       .context = 65536,
       .wrongNumber = true,
       .assumed = true},
      {.id = "pytorch-137774",
       .link = "https://github.com/pytorch/pytorch/issues/137774",
       .broken = {"zero-init", "making=arange16"},
       .fixed = {"hf-llama", ""},
       .marks = {kBad, kBad, kBad},
       .also = {"zero-init", ""},
       .context = 8192,
       .example = 4113,
       .assumed = true},
      {.id = "bf16-257",
       .link = "https://www.reddit.com/r/AskComputerScience/comments/1bmqnvl/"
               "whats_the_smallest_integer_that_cannot_be_stored",
       .broken = {"zero-init", ""},
       .fixed = {"hf-llama", ""},
       .marks = {kBad, kBad, kBad},
       .context = 258,
       .claimed = "258",
       .wrongNumber = true},
  };
  return kRows;
}

const std::vector<PublicCase>& alibiRows() {
  constexpr Scheme kAlibi = Scheme::alibi;
  static const std::vector<PublicCase> kRows{
      {.id = "baichuan-13b-169",
       .link = "https://github.com/baichuan-inc/Baichuan-13B/issues/169",
       .scheme = kAlibi,
       .broken = {"baichuan-13b", ""},
       .fixed = {"relative", ""},
       .marks = {kBad, kBad, kBad},
       .context = 4096,
       .assumed = true},
      {.id = "baichuan2-254",
       .link = "https://github.com/baichuan-inc/Baichuan2/issues/254",
       .scheme = kAlibi,
       .broken = {"baichuan2-inference", ""},
       .fixed = {"relative", ""},
       .marks = {kBad, kBad, kBad},
       .context = 4096,
       .example = 2501,
       .claimed = "2596",
       .wrongNumber = true,
       .assumed = true},
      {.id = "bloom-101",
       .link = "https://github.com/bigscience-workshop/Megatron-DeepSpeed/pull/101",
       .scheme = kAlibi,
       .broken = {"bloom", ""},
       .fixed = {"relative", ""},
       .marks = {kBad, kBad, kBad},
       .context = 2048,
       .heads = 112,
       .assumed = true},
      {.id = "vllm-fork-503",
       .link = "https://github.com/HabanaAI/vllm-fork/pull/503",
       .scheme = kAlibi,
       .broken = {"falcon", "slopes=press"},
       .fixed = {"vllm-alibi", ""},
       .marks = {kBad, kBad, kBad},
       .context = 4096,
       .assumed = true},
      {.id = "llm-foundry-186",
       .link = "https://github.com/mosaicml/llm-foundry/issues/186",
       .scheme = kAlibi,
       .broken = {"llm-foundry", ""},
       .fixed = {"relative", ""},
       .marks = {kHarmless, kBad, kBad},
       .also = {"press", ""},
       .context = 2048,
       .heads = 8,
       .query = 1023,
       .assumed = true},
      {.id = "flash-attention-845",
       .link = "https://github.com/Dao-AILab/flash-attention/issues/845",
       .scheme = kAlibi,
       .broken = {"slopes-cast", ""},
       .fixed = {"flash-attn-alibi", ""},
       .marks = {kGood, kGood, kGood},
       .format = "fp16",
       .context = 2048,
       .heads = 4,
       .assumed = true},
      {.id = "flash-attention-846",
       .link = "https://github.com/Dao-AILab/flash-attention/pull/846",
       .scheme = kAlibi,
       .broken = {"slopes-cast", ""},
       .fixed = {"flash-attn-alibi", ""},
       .marks = {kGood, kGood, kHarmless},
       .context = 2048,
       .heads = 32,
       .assumed = true},
  };
  return kRows;
}

}  // namespace

std::span<const PublicCase> publicCases() {
  static const std::vector<PublicCase> kAll = [] {
    std::vector<PublicCase> all = ropeRows();
    all.insert(all.end(), alibiRows().begin(), alibiRows().end());
    return all;
  }();
  return kAll;
}

const PublicCase* findCase(std::string_view id) {
  for (const PublicCase& report : publicCases()) {
    if (report.id == id) {
      return &report;
    }
  }
  return nullptr;
}

Result<Recipe> recipeOf(const PublicCase& report, const CaseRecipe& named) {
  const Recipe* found = findRecipe(report.scheme, named.id);
  if (found == nullptr) {
    return internalError({"cases.error.recipe", {{"case", report.id}, {"recipe", named.id}}});
  }
  Result<Recipe> recipe = *found;
  std::string_view rest = named.stages;
  while (recipe && !rest.empty()) {
    const auto end = std::min(rest.find('&'), rest.size());
    const std::string_view setting = rest.substr(0, end);
    const auto equals = std::min(setting.find('='), setting.size());
    rest.remove_prefix(std::min(end + 1, rest.size()));
    recipe = withStage(std::move(*recipe), setting.substr(0, equals),
                       setting.substr(std::min(equals + 1, setting.size())));
  }
  return recipe;
}

}  // namespace poscope
