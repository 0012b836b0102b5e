// Settings and notices as the config.json reader writes them down.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "core/model/model_config.h"

namespace poscope {

/// Writes the setting `name`, in place of an earlier one of the same name.
void putSetting(ModelConfig& config, std::string_view name, std::string value,
                std::string_view keyPath, bool assumed = false);

/// In the words of the notice's row.
void addNotice(ModelConfig& config, NoticeId id, std::string_view keyPath,
               std::vector<TextArgument> arguments = {});

/// A plain whole number where it is one, else the shortest decimal that reads back; no thousands
/// separators.
[[nodiscard]] std::string settingValue(std::int64_t value);
[[nodiscard]] std::string settingValue(double value);

}  // namespace poscope
