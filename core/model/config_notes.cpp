#include "core/model/config_notes.h"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"

namespace poscope {

void putSetting(ModelConfig& config, std::string_view name, std::string value,
                std::string_view keyPath, bool assumed) {
  Setting setting{std::string(name), std::move(value), std::string(keyPath), assumed};
  const auto known =
      std::find_if(config.settings.begin(), config.settings.end(),
                   [&](const Setting& earlier) { return earlier.name == setting.name; });
  if (known == config.settings.end()) {
    config.settings.push_back(std::move(setting));
  } else {
    *known = std::move(setting);
  }
}

void addNotice(ModelConfig& config, NoticeId id, std::string_view keyPath,
               std::vector<TextArgument> arguments) {
  config.notices.push_back(makeNotice(id, keyPath, std::move(arguments)));
}

std::string settingValue(std::int64_t value) {
  return std::to_string(value);
}
std::string settingValue(double value) {
  constexpr double kLargestPlain = 1e15;  // Whole numbers read better without an exponent.
  const bool whole = std::trunc(value) == value && std::abs(value) < kLargestPlain;
  return whole ? std::to_string(static_cast<std::int64_t>(value)) : exactDecimal(value);
}

}  // namespace poscope
