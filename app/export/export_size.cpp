#include "app/export/export_size.h"

#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/numbers.h"

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

std::optional<ExportSize> readSize(std::string_view text) {
  const auto width = takeLength(text);
  if (!width || !text.starts_with('x')) {
    return std::nullopt;
  }
  text.remove_prefix(1);
  const auto height = takeLength(text);
  if (!height || !text.empty() || (width->millimetres > 0) != (height->millimetres > 0)) {
    return std::nullopt;
  }
  if (width->millimetres > 0) {
    return ExportSize{
        QSizeF(width->number * width->millimetres, height->number * height->millimetres),
        std::nullopt};
  }
  if (!isWhole(width->number) || !isWhole(height->number)) {
    return std::nullopt;
  }
  return ExportSize{std::nullopt,
                    QSize(static_cast<int>(width->number), static_cast<int>(height->number))};
}

// The unit that was probably meant: one that begins the word ("inch"), is near to it ("mn"), or
// gives the larger number a length that pages have.
QString meantUnit(const QString& written, double larger) {
  constexpr double kMostInches = 20;
  constexpr double kFewestPixelsAsked = 400;
  std::vector<std::string> names;
  for (const Unit& unit : kUnits) {
    const auto name = QString::fromUtf8(unit.name.data(), static_cast<qsizetype>(unit.name.size()));
    if (!name.isEmpty() && written.startsWith(name)) {
      return name;
    }
    names.emplace_back(unit.name);
  }
  if (const auto near = nearNames(written.toStdString(), names); !near.empty()) {
    return QString::fromStdString(near.front());
  }
  return QLatin1String(larger <= kMostInches ? "in" : larger < kFewestPixelsAsked ? "mm" : "px");
}

// Two numbers with mistyped, missing or mixed units, as a size; nothing when it is no such thing.
std::vector<std::string> meantSizes(std::string_view text) {
  static const QRegularExpression kTwoNumbers(
      QStringLiteral("^\\s*([0-9.]+)\\s*([a-z]*?)\\s*[x×*,]\\s*([0-9.]+)\\s*([a-z]*)\\s*$"));
  const auto match = kTwoNumbers.match(
      QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toLower());
  if (!match.hasMatch()) {
    return {};
  }
  const QString given = match.captured(2).isEmpty() ? match.captured(4) : match.captured(2);
  const QString unit =
      meantUnit(given, std::max(match.captured(1).toDouble(), match.captured(3).toDouble()));
  const std::string meant =
      (match.captured(1) + unit + QLatin1Char('x') + match.captured(3) + unit).toStdString();
  return readSize(meant) ? std::vector{meant} : std::vector<std::string>();
}

}  // namespace

std::span<const Paper> papers() {
  return kPapers;
}

Names paperNames() {
  return namesOf(kPapers, &Paper::name, "poscope export --help");
}

Result<ExportSize> paperSize(std::string_view name) {
  for (const Paper& paper : kPapers) {
    if (paper.name == name) {
      return paper.size;
    }
  }
  return usageError(unknownName("export.paper.unknown", name, paperNames()));
}

Result<ExportSize> parseSize(std::string_view text) {
  const auto size = readSize(text);
  if (!size) {
    return usageError(withSuggestion({"export.size.bad", {{"size", text}}}, meantSizes(text)));
  }
  // "84x60" is a page on paper: no figure has so few dots. "84pxx60px" says that they are meant.
  constexpr int kMostMillimetres = 250;
  const bool few =
      size->pixels && std::max(size->pixels->width(), size->pixels->height()) <= kMostMillimetres;
  if (few && text.find("px") == std::string_view::npos) {
    return usageError(withSuggestion({"export.size.few", {{"size", text}}}, meantSizes(text)));
  }
  return *size;
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
