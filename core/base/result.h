// Errors as values. Bad input never throws across a layer and never aborts.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "core/base/text.h"

namespace poscope {

/// What went wrong, by who has to act. The command line's exit codes follow from it (`exitCode`).
enum class ErrorKind {
  usage,      ///< A wrong parameter, link or command line. Exit code 2.
  file,       ///< A file is not readable, not writable or not what it claims to be. Exit code 3.
  internal,   ///< Our fault, or a device that failed. Exit code 4.
  cancelled,  ///< A newer request or the user stopped it: nothing to show.
};

/// One message that names the thing, the value and what was expected.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  Text text;
  friend bool operator==(const Error&, const Error&) = default;
};

template <typename T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> usageError(Text text) {
  return tl::unexpected<Error>(Error{ErrorKind::usage, std::move(text)});
}
[[nodiscard]] inline tl::unexpected<Error> fileError(Text text) {
  return tl::unexpected<Error>(Error{ErrorKind::file, std::move(text)});
}
[[nodiscard]] inline tl::unexpected<Error> internalError(Text text) {
  return tl::unexpected<Error>(Error{ErrorKind::internal, std::move(text)});
}
[[nodiscard]] inline tl::unexpected<Error> cancelled() {
  return tl::unexpected<Error>(Error{ErrorKind::cancelled, Text("error.cancelled")});
}

#define POSCOPE_CONCAT_2(left, right) left##right
#define POSCOPE_CONCAT(left, right) POSCOPE_CONCAT_2(left, right)
// NOLINTBEGIN(bugprone-macro-parentheses): what is declared cannot stand in parentheses.
#define POSCOPE_TRY_AS(result, declaration, ...)                        \
  auto result = (__VA_ARGS__);                                          \
  if (!result) {                                                        \
    return tl::unexpected<::poscope::Error>(std::move(result).error()); \
  }                                                                     \
  declaration = *std::move(result)
// NOLINTEND(bugprone-macro-parentheses)

/// `POSCOPE_TRY(const Params params, parse(text));` declares the value of a Result, or leaves the
/// function with its error.
#define POSCOPE_TRY(declaration, ...) \
  POSCOPE_TRY_AS(POSCOPE_CONCAT(tryResult, __LINE__), declaration, __VA_ARGS__)

/// The same for a Result<void>, or one whose value is not needed.
#define POSCOPE_CHECK(...)                                                     \
  if (auto checkedResult = (__VA_ARGS__); !checkedResult) {                    \
    return tl::unexpected<::poscope::Error>(std::move(checkedResult).error()); \
  }                                                                            \
  static_assert(true)

/// Exit code of DESIGN 6 for an error: 2 usage, 3 file, 4 internal; a cancelled command counts as
/// internal.
[[nodiscard]] int exitCode(const Error& error);

}  // namespace poscope
