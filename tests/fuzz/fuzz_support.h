// What the fuzz targets share. A target answers any bytes: a value that holds its promises, or a
// complete message. A broken promise aborts, which libFuzzer and the replay both report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/base/result.h"
#include "tests/core/model/complete_text.h"

/// libFuzzer's entry; each target defines it once.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace poscope::fuzzing {

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void require(bool holds, const char* promise) {
  if (!holds) {
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
  }
}

/// Both languages have the message and every argument is given; it can be rendered.
inline void requireMessage(const Text& text) {
  require(testing::isComplete(text), "a message is complete");
  require(!renderPlain(text, Language::english).empty(), "a message says something");
  require(!renderPlain(text, Language::chinese).empty(), "a message says something in Chinese");
}

}  // namespace poscope::fuzzing
