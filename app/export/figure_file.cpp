#include "app/export/figure_file.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/export/file_save.h"
#include "app/export/picture_writers.h"
#include "core/catalogue/links.h"
#include "core/figure/data_export.h"

namespace poscope {
namespace {

using DataWriter = Result<std::string> (*)(const Figure&, const ExportOptions&, std::stop_token);

Result<std::string> csvData(const Figure& figure, const ExportOptions& options,
                            std::stop_token stop) {
  return figureCsv(figure, options.layer, options.language, std::move(stop));
}
Result<std::string> npyData(const Figure& figure, const ExportOptions& options,
                            std::stop_token stop) {
  return figureNpy(figure, options.layer, std::move(stop));
}
Result<std::string> jsonData(const Figure& figure, const ExportOptions& options,
                             std::stop_token stop) {
  return figureJson(figure, options.layer, options.language, std::move(stop));
}

// One row a kind of file: a picture or data.
struct FileKind {
  std::string_view ending;
  PictureWriter picture;
  DataWriter data;
  std::int64_t mostCells = 0;  // Data: above this it samples.
  bool vector = false;
};
constexpr std::array<FileKind, 6> kFileKinds{{{"png", pngPicture, nullptr, 0, false},
                                              {"svg", svgPicture, nullptr, 0, true},
                                              {"pdf", pdfPicture, nullptr, 0, true},
                                              {"csv", nullptr, csvData, kMostCsvCells, false},
                                              {"npy", nullptr, npyData, kMostNpyCells, false},
                                              {"json", nullptr, jsonData, kMostJsonCells, false}}};

const FileKind* findKind(std::string_view ending) {
  const auto found = std::find_if(kFileKinds.begin(), kFileKinds.end(),
                                  [&](const FileKind& kind) { return kind.ending == ending; });
  return found == kFileKinds.end() ? nullptr : &*found;
}

std::string endingOf(const std::filesystem::path& path, const ExportOptions& options) {
  if (!options.ending.empty() || path == "-") {
    return options.ending.empty() ? "json" : options.ending;
  }
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return ending.empty() ? ending : ending.substr(1);
}

tl::unexpected<Error> unknownEnding(const std::string& file) {
  std::string endings;
  for (const FileKind& kind : kFileKinds) {
    endings += (endings.empty() ? "." : ", .") + std::string(kind.ending);
  }
  return usageError({"export.ending.unknown", {{"file", file}, {"endings", endings}}});
}

// The link of what is shown: a figure's own link does not know the zoom.
std::string shownLink(const Figure& figure, const std::optional<Zoom>& window) {
  auto state = parseLink(figure.source.link);
  if (!state || !window) {
    return figure.source.link;
  }
  state->zoom = window;
  return formatLink(*state);
}

// Base font size: 9 points on a page of 5.5 inches or more, down to 6.5 in one column (journals ask
// for 5 to 7).
double fontPoints(double pageWidthPoints) {
  return std::clamp(9 * pageWidthPoints / 396, 6.5, 9.0);
}

Result<FigureBytes> pictureBytes(const Figure& figure, const std::optional<Zoom>& window,
                                 PictureWriter write, const ExportOptions& options,
                                 const std::stop_token& stop) {
  const auto size = resolveSize({options.millimetres, options.pixels}, options.dpi);
  if (!size) {
    return tl::unexpected<Error>(size.error());
  }
  const PageOptions page = pageOptions(options, *size, window);
  return write(figure, *size, options.dpi, page, stop).map([&](Picture&& picture) {
    FigureBytes result;
    result.bytes = std::move(picture.bytes);
    result.report.page = *size;
    result.report.picture = picture.report;
    return result;
  });
}

}  // namespace

Text reportSentence(const ExportReport& report) {
  std::vector<TextArgument> arguments{{"path", report.path}, {"bytes", report.bytes}};
  if (!report.page || !report.picture) {
    return {report.sampled ? "export.written.sampled" : "export.written.data", arguments};
  }
  const auto tenths = [](double number) { return std::round(number * 10) / 10; };
  arguments.emplace_back("width", tenths(report.page->millimetres.width()));
  arguments.emplace_back("height", tenths(report.page->millimetres.height()));
  arguments.emplace_back("columns", report.page->pixels.width());
  arguments.emplace_back("rows", report.page->pixels.height());
  arguments.emplace_back("cells", report.picture->heatCells);
  const FileKind* kind = findKind(report.ending);
  if (kind == nullptr || !kind->vector) {
    return {"export.written.pixels", arguments};
  }
  if (report.picture->heatAsImage) {
    return {"export.written.image", arguments};
  }
  return {report.picture->heatCells > 0 ? "export.written.cells" : "export.written.vector",
          arguments};
}

PageOptions pageOptions(const ExportOptions& options, const PageSize& size,
                        const std::optional<Zoom>& window) {
  PageOptions page;
  page.theme = options.theme;
  page.language = options.language;
  page.caption = options.caption;
  page.window = window;
  page.captionPoints = fontPoints(size.points.width());
  return page;
}

std::vector<std::string> exportEndings() {
  std::vector<std::string> endings;
  for (const FileKind& kind : kFileKinds) {
    endings.emplace_back(kind.ending);
  }
  return endings;
}

bool isPictureEnding(std::string_view ending) {
  const FileKind* kind = findKind(ending);
  return kind != nullptr && kind->picture != nullptr;
}

Result<FigureBytes> figureBytes(const Figure& figure, const std::optional<Zoom>& window,
                                std::string_view ending, const ExportOptions& options,
                                std::stop_token stop) {
  const FileKind* kind = findKind(ending);
  if (kind == nullptr) {
    return unknownEnding("." + std::string(ending));
  }
  Figure shown = figure;
  shown.source.link = shownLink(figure, window);
  auto result = kind->picture != nullptr
                    ? pictureBytes(shown, window, kind->picture, options, stop)
                    : kind->data(shown, options, stop).map([](const std::string& data) {
                        FigureBytes bytes;
                        bytes.bytes = QByteArray(data.data(), static_cast<qsizetype>(data.size()));
                        return bytes;
                      });
  if (result) {
    result->report.ending = kind->ending;
    result->report.sampled =
        kind->data != nullptr && layerCells(figure, options.layer).value_or(0) > kind->mostCells;
    result->report.bytes = result->bytes.size();
  }
  return result;
}

Result<ExportReport> writeFigure(const Figure& figure, const std::optional<Zoom>& window,
                                 const std::filesystem::path& path, const ExportOptions& options,
                                 std::stop_token stop) {
  const std::string ending = endingOf(path, options);
  if (findKind(ending) == nullptr) {
    return unknownEnding(path.string());
  }
  auto made = figureBytes(figure, window, ending, options, stop);
  if (!made) {
    return tl::unexpected<Error>(made.error());
  }
  const auto saved = saveWhole(path, made->bytes, stop);
  if (!saved) {
    return tl::unexpected<Error>(saved.error());
  }
  made->report.path = path.string();
  return made->report;
}

}  // namespace poscope
