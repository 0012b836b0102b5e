// The words of a command line, made plain before CLI11 reads them.
#pragma once

#include <string>
#include <vector>

namespace poscope {

/// "help export" becomes "export --help"; names that directly follow -o get an -o of their own, so
/// that a word elsewhere is never taken for a file to write; numbers such as -inf stay numbers.
[[nodiscard]] std::vector<std::string> plainArguments(std::vector<std::string> arguments);

}  // namespace poscope
