#include "core/encoding/scheme.h"

#include <algorithm>
#include <iterator>

namespace poscope {
namespace {

struct NameRow {
  Scheme scheme;
  std::string_view name;
};
constexpr NameRow kNames[] = {{Scheme::sinusoidal, "sinusoidal"},
                              {Scheme::rope, "rope"},
                              {Scheme::alibi, "alibi"},
                              {Scheme::kerpleLog, "kerple-log"},
                              {Scheme::learned, "learned"},
                              {Scheme::relative, "relative"},
                              {Scheme::none, "none"},
                              {Scheme::unknown, "unknown"}};

constexpr bool inOrder() {
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (static_cast<std::size_t>(kNames[i].scheme) != i) {
      return false;
    }
  }
  return std::size(kNames) == static_cast<std::size_t>(Scheme::unknown) + 1;
}
static_assert(inOrder());

}  // namespace

std::string_view schemeName(Scheme scheme) {
  return kNames[static_cast<std::size_t>(scheme)].name;
}

std::optional<Scheme> findScheme(std::string_view name) {
  const auto* const row = std::find_if(std::begin(kNames), std::end(kNames),
                                       [&](const NameRow& each) { return each.name == name; });
  return row == std::end(kNames) ? std::nullopt : std::optional(row->scheme);
}

}  // namespace poscope
