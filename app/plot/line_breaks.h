// Where a text may go on on the next line.
#pragma once

#include <QString>
#include <vector>

namespace poscope {

/// Places where a line may begin, ascending: those of UAX #14, but not beside a slash between
/// ideographs, which is one expression ("是/否").
[[nodiscard]] std::vector<qsizetype> breakPlaces(const QString& text);

/// Whether the rest of `text` from `start` is one ideograph, with marks or without: it is not left
/// alone on a line.
[[nodiscard]] bool isLoneIdeograph(const QString& text, qsizetype start);

}  // namespace poscope
