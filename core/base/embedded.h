// Text files that are compiled into the program (sentences, presets). Written by cmake/embed.cmake.
#pragma once

#include <span>
#include <string_view>

namespace poscope {

struct EmbeddedFile {
  std::string_view name;  ///< Path below its folder, such as "en/positions.txt".
  std::string_view text;
};

/// The sentence tables of resources/text.
[[nodiscard]] std::span<const EmbeddedFile> embeddedTexts();

/// The public models' config.json of resources/models, with index.json.
[[nodiscard]] std::span<const EmbeddedFile> embeddedModels();

/// cases.json of resources/cases.
[[nodiscard]] std::span<const EmbeddedFile> embeddedCases();

/// The shells' scripts of resources/completion.
[[nodiscard]] std::span<const EmbeddedFile> embeddedCompletions();

}  // namespace poscope
