#include "core/figure/figure.h"

#include <algorithm>

namespace poscope {

const FactValue* findFact(const Figure& figure, std::string_view name) {
  const auto found = std::find_if(figure.facts.begin(), figure.facts.end(),
                                  [&](const Fact& fact) { return fact.name == name; });
  return found == figure.facts.end() ? nullptr : &found->value;
}

std::int64_t integerFact(const Figure& figure, std::string_view name) {
  const FactValue* fact = findFact(figure, name);
  const auto* number = fact == nullptr ? nullptr : std::get_if<std::int64_t>(fact);
  return number == nullptr ? 0 : *number;
}

}  // namespace poscope
