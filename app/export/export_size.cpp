#include "app/export/export_size.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/base/words.h"

namespace poscope {
namespace {

constexpr double kMillimetresPerInch = 25.4;
constexpr double kPointsPerInch = 72;
constexpr int kFewestPixels = 16;
constexpr int kMostPixelsOnASide = 32000;  // QPainter's raster engine ends at 32767.
constexpr double kMostPixels = 200e6;      // 800 MB as a picture.

// One column needs more height than 8:5 gives: its finding breaks into more lines.
constexpr QSizeF wide(double millimetres) {
  constexpr double kOneColumn = 100;
  return {millimetres, millimetres < kOneColumn ? millimetres * 4 / 5 : millimetres * 5 / 8};
}

const std::array<Paper, 13> kPapers{{
    {"neurips", {wide(5.5 * kMillimetresPerInch), {}}},
    {"neurips-half", {wide(2.65 * kMillimetresPerInch), {}}},
    {"iclr", {wide(5.5 * kMillimetresPerInch), {}}},
    {"icml", {wide(3.25 * kMillimetresPerInch), {}}},
    {"icml-wide", {wide(6.75 * kMillimetresPerInch), {}}},
    {"acl", {wide(3.3 * kMillimetresPerInch), {}}},
    {"acl-wide", {wide(6.8 * kMillimetresPerInch), {}}},
    {"ieee", {wide(3.5 * kMillimetresPerInch), {}}},
    {"ieee-wide", {wide(7.16 * kMillimetresPerInch), {}}},
    {"nature", {wide(89), {}}},
    {"nature-wide", {wide(183), {}}},
    {"slide", {{}, QSize(1920, 1080)}},
    {"slide-4k", {{}, QSize(3840, 2160)}},
}};

struct Unit {
  std::string_view name;
  double millimetres;  // 0: pixels.
};
constexpr std::array<Unit, 6> kUnits{{{"mm", 1},
                                      {"cm", 10},
                                      {"in", kMillimetresPerInch},
                                      {"pt", kMillimetresPerInch / kPointsPerInch},
                                      {"px", 0},
                                      {"", 0}}};

struct Length {
  double number = 0;
  double millimetres = 0;  // As Unit.
};

// Takes a length from the front of `text`.
std::optional<Length> takeLength(std::string_view& text) {
  Length length;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length.number,
                                            std::chars_format::fixed);
  if (error != std::errc{} || !std::isfinite(length.number) || length.number <= 0) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  for (const Unit& unit : kUnits) {
    if (text.starts_with(unit.name)) {
      text.remove_prefix(unit.name.size());
      length.millimetres = unit.millimetres;
      return length;
    }
  }
  return std::nullopt;
}

bool isWhole(double number) {
  return number == std::floor(number) && number <= 1e6;
}

}  // namespace

std::span<const Paper> papers() {
  return kPapers;
}

Result<ExportSize> paperSize(std::string_view name) {
  for (const Paper& paper : kPapers) {
    if (paper.name == name) {
      return paper.size;
    }
  }
  return usageError(
      {"export.paper.unknown", {{"paper", name}, {"papers", joinWords(kPapers, &Paper::name)}}});
}

Result<ExportSize> parseSize(std::string_view text) {
  const auto bad = [&] { return usageError({"export.size.bad", {{"size", text}}}); };
  std::string_view rest = text;
  const auto width = takeLength(rest);
  if (!width || !rest.starts_with('x')) {
    return bad();
  }
  rest.remove_prefix(1);
  const auto height = takeLength(rest);
  if (!height || !rest.empty() || (width->millimetres > 0) != (height->millimetres > 0)) {
    return bad();
  }
  if (width->millimetres > 0) {
    return ExportSize{
        QSizeF(width->number * width->millimetres, height->number * height->millimetres),
        std::nullopt};
  }
  if (!isWhole(width->number) || !isWhole(height->number)) {
    return bad();
  }
  return ExportSize{std::nullopt,
                    QSize(static_cast<int>(width->number), static_cast<int>(height->number))};
}

Result<PageSize> resolveSize(const ExportSize& size, double dpi) {
  if (!(dpi >= kLowestDpi && dpi <= kHighestDpi)) {
    return usageError(
        {"export.dpi.range", {{"dpi", dpi}, {"lowest", kLowestDpi}, {"highest", kHighestDpi}}});
  }
  QSizeF points(480, 300);
  if (size.millimetres) {
    points = *size.millimetres * (kPointsPerInch / kMillimetresPerInch);
  } else if (size.pixels) {
    points = QSizeF(*size.pixels) * (kPointsPerInch / dpi);
  }
  const QSizeF dots = size.pixels ? QSizeF(*size.pixels) : points * (dpi / kPointsPerInch);
  const double longer = std::max(dots.width(), dots.height());
  const double shorter = std::min(dots.width(), dots.height());
  if (!(shorter >= kFewestPixels) || !(longer <= kMostPixelsOnASide) ||
      !(dots.width() * dots.height() <= kMostPixels)) {
    return usageError({"export.size.range",
                       {{"width", std::round(dots.width())},
                        {"height", std::round(dots.height())},
                        {"side", kMostPixelsOnASide},
                        {"total", static_cast<int>(kMostPixels / 1e6)}}});
  }
  const QSize pixels(static_cast<int>(std::lround(dots.width())),
                     static_cast<int>(std::lround(dots.height())));
  return PageSize{points, points * (kMillimetresPerInch / kPointsPerInch), pixels};
}

}  // namespace poscope
