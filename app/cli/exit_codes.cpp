#include "app/cli/exit_codes.h"

namespace poscope {

std::span<const ExitCodeRow> exitCodeRows() {
  static constexpr ExitCodeRow kRows[] = {{0, "command.exit.0"},
                                          {1, "command.exit.1"},
                                          {2, "command.exit.2"},
                                          {3, "command.exit.3"},
                                          {4, "command.exit.4"}};
  return kRows;
}

}  // namespace poscope
