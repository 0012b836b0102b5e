#include "app/cli/output_names.h"

#include <algorithm>

namespace poscope {
namespace {

namespace fs = std::filesystem;

bool isInput(const std::string& output, const std::string& input) {
  std::error_code ignored;
  const fs::path file =
      fs::is_directory(input, ignored) ? fs::path(input) / "config.json" : fs::path(input);
  return !input.empty() && input != "-" && fs::exists(file, ignored) && isSameFile(output, file);
}

}  // namespace

bool isSameFile(const fs::path& one, const fs::path& other) {
  std::error_code failure;
  if (fs::equivalent(one, other, failure)) {
    return true;
  }
  const auto spelled = [](const fs::path& path) {
    std::error_code ignored;
    const fs::path whole = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
    return ignored ? path : whole;
  };
  return spelled(one) == spelled(other);
}

Result<void> checkOutputNames(const std::vector<std::string>& outputs,
                              const std::vector<std::string>& inputs) {
  if (std::count(outputs.begin(), outputs.end(), "-") > 1) {
    return usageError("command.error.stdout.twice");
  }
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    if (*output == "-") {
      continue;
    }
    const bool twice = std::any_of(outputs.begin(), output, [&](const std::string& earlier) {
      return earlier != "-" && isSameFile(*output, earlier);
    });
    if (twice) {
      return usageError({"command.error.output.twice", {{"file", *output}}});
    }
    const auto input = std::find_if(inputs.begin(), inputs.end(), [&](const std::string& each) {
      return isInput(*output, each);
    });
    if (input != inputs.end()) {
      return usageError({"command.error.output.input", {{"file", *output}, {"input", *input}}});
    }
  }
  return {};
}

}  // namespace poscope
