#include <chrono>
#include <csignal>
#include <exception>

#include "app/cli/command_line.h"
#include "app/cli/console.h"
#include "app/cli/subcommands.h"
#include "core/base/numbers.h"

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
  const Console console(line.language.value_or(standard), line.verbosity);
  const auto start = std::chrono::steady_clock::now();
  const int code = runCommand(line, console, programName);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  console.detail({"command.detail.finished", {{"seconds", shortDecimal(taken.count(), 2)}}});
  return code;
}

}  // namespace
}  // namespace poscope

int main(int count, char** arguments) {
  std::signal(SIGXFSZ, SIG_IGN);  // A file that may not grow is an error of writing, too.
  std::signal(SIGPIPE, SIG_IGN);  // A pipe whose reader went away is an error of writing.
  try {
    return poscope::runProgram({arguments + 1, arguments + count}, arguments[0]);
  } catch (const std::exception& error) {
    // Nothing of ours throws; out of memory does.
    const poscope::Console console(poscope::environmentLanguage());
    return console.fail(
        {poscope::ErrorKind::internal, {"command.error.internal", {{"text", error.what()}}}});
  }
}
