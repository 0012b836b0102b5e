#include <exception>

#include "app/cli/command_line.h"
#include "app/cli/console.h"
#include "app/cli/subcommands.h"

namespace poscope {
namespace {

int runProgram(const std::vector<std::string>& arguments, char* programName) {
  const Language standard = environmentLanguage();
  const Console early(languageOption(arguments).value_or(standard));
  const auto parsed = parseCommandLine(arguments, standard);
  if (!parsed) {
    return early.fail(parsed.error());
  }
  if (const auto* print = std::get_if<PrintOnly>(&*parsed)) {
    return early.print(*print);
  }
  const auto& line = std::get<CommandLine>(*parsed);
  return runCommand(line, Console(line.language.value_or(standard)), programName);
}

}  // namespace
}  // namespace poscope

int main(int count, char** arguments) {
  try {
    return poscope::runProgram({arguments + 1, arguments + count}, arguments[0]);
  } catch (const std::exception& error) {
    // Nothing of ours throws; out of memory does.
    const poscope::Console console(poscope::environmentLanguage());
    return console.fail(
        {poscope::ErrorKind::internal, {"command.error.internal", {{"text", error.what()}}}});
  }
}
