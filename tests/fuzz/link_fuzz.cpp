// Links: what is accepted is written and read back as the same state.
#include "core/catalogue/links.h"
#include "core/state/link.h"
#include "tests/fuzz/fuzz_support.h"

using namespace poscope;
using namespace poscope::fuzzing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto state = parseLink(textOf(data, size));
  if (!state) {
    require(state.error().kind == ErrorKind::usage, "a bad link is a usage error");
    requireMessage(state.error().text);
    return 0;
  }
  const std::string link = formatLink(*state);
  require(looksLikeLink(link), "a link begins as one");
  const auto again = parseLink(link);
  require(again.has_value(), "a written link can be read");
  require(*again == *state, "a written link reads back as the same state");
  require(formatLink(*again) == link, "a link is written in one way");
  return 0;
}
