// JSON of the subcommands: keys in a fixed order, numbers that read back equal.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace poscope {

using Json = nlohmann::ordered_json;

/// Whole numbers without a fraction, "inf" and "-inf" as texts, null for NaN ("there is none").
[[nodiscard]] Json jsonNumber(double number);

/// Indented, with a newline at the end. Bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string jsonText(const Json& json);

}  // namespace poscope
