// Recipes of KERPLE's logarithmic kernel (PIPELINES 6.4). Adding one: a row here and its two texts.
#include <array>

#include "core/recipe/catalogue.h"

namespace poscope {
namespace {

struct Row {
  std::string_view id;
  CastWay way;
  std::array<std::string_view, 4> formats;  // position, logarithm, product, bias
  std::string_view source;
  std::string_view unverified;
};

constexpr Row kRows[] = {
    {"kerple-log",
     CastWay::load,
     {"fp32", "fp32", "fp32", kModelFormat},
     "Chi et al. 2022, the logarithmic kernel: -p ln(1 + a distance) in fp32, one cast",
     "p and a are an example, not a model's; the authors' code takes every stage in the format of "
     "the scores"},
    {"kerple-log-fp32",
     CastWay::none,
     {"fp32", "fp32", "fp32", "fp32"},
     "Chi et al. 2022, the logarithmic kernel: -p ln(1 + a distance) in fp32, added to fp32 scores",
     "p and a are an example, not a model's"},
};

}  // namespace

void addKerpleRecipes(std::vector<Recipe>& rows) {
  for (const Row& row : kRows) {
    rows.push_back({std::string(row.id),
                    Scheme::kerpleLog,
                    {row.formats.begin(), row.formats.end()},
                    row.id,
                    row.way,
                    row.source,
                    row.unverified});
  }
}

}  // namespace poscope
