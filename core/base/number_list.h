// Lists of whole numbers as people write them in links and boxes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poscope {

/// "0,8,24" or "0 8 24": numbers from 0 to `most` - 1, in the order in which they stand. Nothing
/// where anything else stands among them.
[[nodiscard]] std::optional<std::vector<std::int64_t>> parseNumberList(std::string_view text,
                                                                       std::int64_t most);

/// "0,8,24".
[[nodiscard]] std::string writeNumberList(const std::vector<std::int64_t>& numbers);

}  // namespace poscope
