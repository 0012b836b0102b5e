// What is known of public models' positions, one row a model: resources/models/facts.json. Those
// that come as presets say here what their config.json says (a test holds both together); others
// have no config in the program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace poscope {

struct ModelFacts {
  std::string id;                ///< Of its preset, where it is one.
  std::string title;             ///< "Llama 2 7B".
  std::string released;          ///< The month in which its weights were announced: "2023-07".
  std::string uses;              ///< The id of its scheme in the table of schemes: "rope", "t5".
  std::string page;              ///< Where it is published: its model card, or its paper.
  double base = 0;               ///< rope_theta; 0 for a scheme without one.
  double localBase = 0;          ///< Of layers that see a window only; 0: as the others.
  std::string scaling = "none";  ///< The id of a RoPE scaling.
  std::int64_t original = 0;     ///< The length before scaling, tokens; 0: not scaled.
  std::int64_t length = 0;       ///< The longest input, tokens; 0: nothing limits it.
  bool lengthFromCard = false;   ///< The config does not say the length: its card or paper does.
  bool preset = true;            ///< It comes with the program.
};

/// The rows of a file; as parseCases (core/cases/case_gallery.h).
[[nodiscard]] Result<std::vector<ModelFacts>> parseModelFacts(std::string_view json,
                                                              std::string_view fileName);

/// Those of resources/models, in the order of their release. A shipped file that does not parse
/// ends the program with its message.
[[nodiscard]] std::span<const ModelFacts> modelFacts();

}  // namespace poscope
