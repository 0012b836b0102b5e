// config.json, and what every view makes of the model.
#include <algorithm>
#include <cmath>

#include "core/catalogue/links.h"
#include "core/catalogue/views.h"
#include "core/model/model_config.h"
#include "core/state/model_params.h"
#include "tests/fuzz/fuzz_support.h"

using namespace poscope;
using namespace poscope::fuzzing;

namespace {

void requireRanges(const ModelConfig& config) {
  const bool badBase =
      std::any_of(config.notices.begin(), config.notices.end(),
                  [](const Notice& notice) { return notice.id == NoticeId::badBase; });
  for (const RopeSetting& setting : config.rope) {
    require(badBase || (std::isfinite(setting.base) && setting.base > 1),
            "a base is finite and over 1, or an error says that it is not");
    for (const auto& [key, number] : setting.scaling.numbers) {
      require(std::isfinite(number), "a number of a scaling is finite");
    }
    for (const auto& [key, list] : setting.scaling.lists) {
      for (const double number : list) {
        require(std::isfinite(number) && number > 0, "a factor of a list is finite and over 0");
      }
    }
  }
  for (const auto& count : {config.heads, config.keyValueHeads, config.headDim, config.rotaryDim,
                            config.hiddenSize, config.context, config.originalContext}) {
    require(!count || *count >= 0, "a count is not negative");
  }
  require(std::isfinite(config.alibiBiasMax) && config.alibiBiasMax > 0,
          "alibi_bias_max is finite and over 0");
}

void requireViews(const ModelConfig& config) {
  for (const View& view : views()) {
    std::vector<Error> refused;
    const State state = withModel(defaultState(view), config, &refused);
    for (const Error& error : refused) {
      requireMessage(error.text);
    }
    const auto again = parseLink(formatLink(state));
    require(again && *again == state, "the link of a model's state reads back equal");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json = textOf(data, size);
  const auto config = parseModelConfig(json, "models--owner--name/snapshots/1/config.json");
  if (!config) {
    require(config.error().kind == ErrorKind::file, "a bad config.json is an error of kind file");
    requireMessage(config.error().text);
    return 0;
  }
  for (const Notice& notice : config->notices) {
    requireMessage(notice.text);
  }
  requireRanges(*config);
  requireViews(*config);
  return 0;
}
