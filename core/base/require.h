// For what only a mistake of ours can break.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace poscope {

/// Ends the program, naming what was asked for and is not there: a number computed from something
/// else would be worse.
[[noreturn]] inline void missing(std::string_view kind, std::string_view name) {
  std::fprintf(stderr, "poscope: there is no %.*s \"%.*s\"\n", static_cast<int>(kind.size()),
               kind.data(), static_cast<int>(name.size()), name.data());
  std::abort();
}

/// What `found` points to; ends the program when that is nothing.
template <typename T>
[[nodiscard]] T& require(T* found, std::string_view kind, std::string_view name) {
  if (found == nullptr) {
    missing(kind, name);
  }
  return *found;
}

}  // namespace poscope
