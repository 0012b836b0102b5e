// How far the glyphs of an embedded font reach.
#pragma once

#include <string>

namespace poscope {

/// Makes ascents and descents (tables hhea and OS/2) of a TrueType file reach as far as the box of
/// its glyphs (table head). Qt writes outlines in 2048 units to the em but leaves those numbers in
/// the units of the font it read; where that has 1000, Cairo cuts off the tops of glyphs. Bytes
/// that are no TrueType file stay as they are.
void coverGlyphs(std::string& font);

}  // namespace poscope
