// Public models' config.json files that are compiled into the program (resources/models).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/model/model_config.h"

namespace poscope {

struct ModelPreset {
  std::string id;         ///< "llama-2-7b"; also the file's name without its ending.
  std::string title;      ///< "Llama 2 7B".
  Text source;            ///< Where the keys were seen, and which of them are not confirmed.
  std::string_view json;  ///< The file's text; lives as long as the program.
};

/// All presets in the order of resources/models/index.json.
[[nodiscard]] std::span<const ModelPreset> modelPresets();

/// nullptr when there is none of this id.
[[nodiscard]] const ModelPreset* findPreset(std::string_view id);
/// Their ids.
[[nodiscard]] Names presetNames();

/// The preset's configuration, named by its title. An unknown id is a usage error that names the
/// nearest ones.
[[nodiscard]] Result<ModelConfig> presetConfig(std::string_view id);

}  // namespace poscope
