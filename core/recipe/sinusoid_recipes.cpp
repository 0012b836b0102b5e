// Implementations of sinusoidal tables (PIPELINES 1, 6.2). Adding one: a row here and its two
// texts.
#include <array>

#include "core/recipe/catalogue.h"

namespace poscope {
namespace {

constexpr std::string_view kF = kModelFormat;
constexpr std::string_view k32 = "fp32";

struct Row {
  std::string_view id;
  CastWay way;
  std::string_view form;
  std::array<std::string_view, 4> formats;  // position, frequency, angle, table
  std::string_view source;
  std::string_view unverified;
  bool code = true;
};

constexpr Row kRows[] = {
    {"exact",
     CastWay::none,
     "power",
     {"fp64", "fp64", "fp64", "fp64"},
     "fp64 reference (P0)",
     "",
     false},
    {"formula",
     CastWay::none,
     "power",
     {"fp64", "fp64", "fp64", kF},
     "Vaswani et al. 2017, section 3.5, in double, stored once",
     "",
     false},
    {"tutorial",
     CastWay::load,
     "exponential",
     {k32, k32, k32, kF},
     "the PyTorch tutorial's PositionalEncoding: exp of a multiple of -ln(base)/d",
     ""},
    {"tensor2tensor",
     CastWay::load,
     "timing",
     {k32, k32, k32, kF},
     "tensor2tensor get_timing_signal_1d: the last frequency is 1/base",
     ""},
    {"fairseq",
     CastWay::load,
     "timing",
     {k32, k32, k32, kF},
     "fairseq sinusoidal_positional_embedding.py 0491f269: table in fp32, cast when used",
     ""},
    {"gpt-neox-sinusoid",
     CastWay::load,
     "power",
     {k32, k32, k32, kF},
     "EleutherAI/gpt-neox SinusoidalPositionalEmbedding",
     ""},
    {"transformer-xl",
     CastWay::cast,
     "power",
     {kF, kF, kF, kF},
     "transformers 4.31 modeling_transfo_xl.py PositionalEmbedding: positions in the format of the "
     "word embeddings, the buffer inv_freq cast with the module",
     ""},
    {"zero-init",
     CastWay::zeroInit,
     "power",
     {kF, k32, k32, kF},
     "a float arange under DeepSpeed zero.Init (P2)",
     ""},
    {"module-cast",
     CastWay::cast,
     "power",
     {kF, kF, kF, kF},
     "every stage in the model's format (P3)",
     ""},
    {"hf-llama", CastWay::load, "power", {k32, k32, k32, kF}, "fp32 phase, table cast (P1)", ""},
    {"hf-llama-cast", CastWay::cast, "power", {k32, kF, k32, kF}, "frequencies cast (P5)", ""},
};

}  // namespace

void addSinusoidRecipes(std::vector<Recipe>& rows) {
  for (const Row& row : kRows) {
    const auto& [position, frequency, angle, table] = row.formats;
    std::vector<std::string> settings;
    for (const std::string_view setting :
         {std::string_view("integers"), position, row.form, frequency, angle, table}) {
      settings.emplace_back(setting);
    }
    rows.push_back({std::string(row.id),
                    Scheme::sinusoidal,
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
