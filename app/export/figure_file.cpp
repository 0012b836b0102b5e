#include "app/export/figure_file.h"

#include <algorithm>
#include <cmath>

#include "app/export/file_save.h"
#include "app/export/picture_format.h"
#include "core/base/suggestion.h"
#include "core/catalogue/links.h"
#include "core/figure/data_export.h"

namespace poscope {
namespace {

// A kind of file is a picture or data.
struct FileKind {
  std::string_view ending;
  const PictureFormat* picture = nullptr;
  const DataFormat* data = nullptr;
};

// Pictures first.
std::span<const FileKind> fileKinds() {
  static const std::vector<FileKind> kKinds = [] {
    std::vector<FileKind> kinds;
    for (const PictureFormat& format : pictureFormats()) {
      kinds.push_back({format.ending, &format, nullptr});
    }
    for (const DataFormat& format : dataFormats()) {
      kinds.push_back({format.ending, nullptr, &format});
    }
    return kinds;
  }();
  return kKinds;
}

const FileKind* findKind(std::string_view ending) {
  for (const FileKind& kind : fileKinds()) {
    if (kind.ending == ending) {
      return &kind;
    }
  }
  return nullptr;
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

PictureSettings pictureSettings(const ExportOptions& options) {
  return {options.dpi, options.text};
}

DataRequest dataRequest(const ExportOptions& options, const std::optional<Zoom>& window) {
  DataRequest request{options.layer,    options.neighbours, options.rows, options.columns, {},
                      options.language, options.sliceNames, options.most};
  if (window) {
    request.window = DataWindow{window->x0, window->x1, window->y0, window->y1};
  }
  return request;
}

}  // namespace

Text reportSentence(const ExportReport& report) {
  std::vector<TextArgument> arguments{
      {"path", report.path}, {"bytes", report.bytes}, {"numbers", report.numbers}};
  if (!report.page || !report.picture) {
    arguments.emplace_back("axes", report.axes);
    const bool words = report.axes.empty() && report.numbers == 0;
    return {words                 ? "export.written.data"
            : report.axes.empty() ? "export.written.numbers"
                                  : "export.written.array",
            arguments};
  }
  const auto tenths = [](double number) { return std::round(number * 10) / 10; };
  arguments.emplace_back("width", tenths(report.page->millimetres.width()));
  arguments.emplace_back("height", tenths(report.page->millimetres.height()));
  arguments.emplace_back("columns", report.page->pixels.width());
  arguments.emplace_back("rows", report.page->pixels.height());
  arguments.emplace_back("cells", report.picture->heatCells);
  const FileKind* kind = findKind(report.ending);
  if (kind == nullptr || kind->picture == nullptr || !kind->picture->vector) {
    return {"export.written.pixels", arguments};
  }
  return {report.picture->heatCells > 0 && report.picture->images.empty() ? "export.written.cells"
                                                                          : "export.written.vector",
          arguments};
}

std::vector<Text> reportNotices(const ExportReport& report) {
  return report.picture ? pageNotices(*report.picture) : std::vector<Text>();
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

Result<PageSize> pageSizeOf(const Figure& figure, const std::optional<Zoom>& window,
                            const ExportOptions& options) {
  constexpr double kHigher = 1.25;
  POSCOPE_TRY(const PageSize standard,
              resolveSize({options.millimetres, options.pixels}, options.dpi));
  if (options.millimetres || options.pixels) {
    return standard;
  }
  const auto showsAll = [&](const PageSize& size) {
    PageOptions laidOut = pageOptions(options, size, window);
    laidOut.sizePoints = size.points;
    FigurePage page(figure, laidOut);
    return page.layOut() && page.leftOut().empty();
  };
  PageSize size = standard;
  for (double times = kHigher; times <= kHighestPage && !showsAll(size); times *= kHigher) {
    const QSizeF millimetres(standard.millimetres.width(), standard.millimetres.height() * times);
    const auto higher = resolveSize({millimetres, {}}, options.dpi);
    if (!higher) {
      break;  // More pixels than a picture may have.
    }
    size = *higher;
  }
  return size;
}

std::vector<std::string> exportEndings() {
  std::vector<std::string> endings;
  for (const FileKind& kind : fileKinds()) {
    endings.emplace_back(kind.ending);
  }
  return endings;
}

bool isTextEnding(std::string_view ending) {
  const FileKind* const kind = findKind(ending);
  return kind != nullptr && (kind->picture != nullptr ? kind->picture->text : kind->data->text);
}

Text unknownEnding(std::string_view file, std::string_view ending) {
  return unknownName("export.ending.unknown", ending, namesOf(exportEndings()), {{"file", file}});
}

bool isPictureEnding(std::string_view ending) {
  const FileKind* kind = findKind(ending);
  return kind != nullptr && kind->picture != nullptr;
}

bool choosesText(std::string_view ending) {
  const FileKind* kind = findKind(ending);
  return kind != nullptr && kind->picture != nullptr && kind->picture->choosesText;
}

struct FigureWriting::Parts {
  std::shared_ptr<const Figure> figure;  ///< With the link of what is shown.
  const FileKind* kind = nullptr;        ///< Of fileKinds().
  ExportOptions options;
  DataRequest request;  ///< This and below: data only.
  DataSummary summary;
  PageSize size;  ///< This and below: pictures only.
  PageOptions pageOptions;
  std::unique_ptr<FigurePage> page;
};

FigureWriting::FigureWriting(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
FigureWriting::FigureWriting(FigureWriting&&) noexcept = default;
FigureWriting::~FigureWriting() = default;

Result<FigureWriting> FigureWriting::begin(const Figure& figure, const std::optional<Zoom>& window,
                                           std::string_view ending, const ExportOptions& options) {
  auto parts = std::make_unique<Parts>();
  parts->kind = findKind(ending);
  if (parts->kind == nullptr) {
    return usageError(unknownEnding("." + std::string(ending), ending));
  }
  Figure shown = figure;
  shown.source.link = shownLink(figure, window);
  parts->figure = std::make_shared<const Figure>(std::move(shown));
  parts->options = options;
  if (parts->kind->picture != nullptr) {
    POSCOPE_TRY(const auto size, pageSizeOf(*parts->figure, window, options));
    parts->size = size;
    parts->pageOptions = parts->kind->picture->page(pageOptions(options, size, window), size,
                                                    pictureSettings(options));
    parts->page = std::make_unique<FigurePage>(*parts->figure, parts->pageOptions);
    POSCOPE_CHECK(parts->page->layOut());
  }
  if (parts->kind->data != nullptr) {
    parts->request = dataRequest(options, window);
    POSCOPE_TRY(parts->summary, parts->kind->data->check(*parts->figure, parts->request));
  }
  return FigureWriting(std::move(parts));
}

std::int64_t FigureWriting::numbers() const {
  return parts_->summary.numbers;
}

FigureWriting::Compute FigureWriting::compute() const {
  if (parts_->page == nullptr) {
    return [](const std::stop_token&) { return Result<Content>(Content()); };
  }
  return [needed = parts_->page->needed()](const std::stop_token& stop) {
    return computeAll(needed, stop);
  };
}

FigureWriting::Encode FigureWriting::dataEncode() const {
  ExportReport report;
  report.ending = parts_->kind->ending;
  report.axes = parts_->summary.axes;
  report.numbers = parts_->summary.numbers;
  return [figure = parts_->figure, request = parts_->request, format = parts_->kind->data, report](
             const WriteBytes& write, const DataControl& control) {
    ExportReport whole = report;
    const WriteBytes counting = [&](std::string_view bytes) {
      whole.bytes += static_cast<std::int64_t>(bytes.size());
      return write(bytes);
    };
    return format->write(*figure, request, counting, control).map([&] { return whole; });
  };
}

FigureWriting::Encode FigureWriting::pictureEncode(PictureEncoding encoding) const {
  ExportReport report;
  report.ending = parts_->kind->ending;
  report.page = parts_->size;
  return [report, encoding = std::move(encoding)](
             const WriteBytes& write, const DataControl& control) -> Result<ExportReport> {
    POSCOPE_TRY(const Picture picture, encoding());
    if (control.stop.stop_requested()) {
      return cancelled();
    }
    ExportReport whole = report;
    whole.picture = picture.report;
    whole.bytes = picture.bytes.size();
    const auto size = static_cast<std::size_t>(picture.bytes.size());
    return write({picture.bytes.constData(), size}).map([&] { return whole; });
  };
}

Result<FigureWriting::Encode> FigureWriting::paint(Content content) {
  if (parts_->page == nullptr) {
    return dataEncode();
  }
  FigurePage& page = *parts_->page;
  const PagePaint ready{page.fill(std::move(content)),
                        [&page](QPainter& painter) { page.paint(painter); }};
  return parts_->kind->picture
      ->paint(*parts_->figure, parts_->size, pictureSettings(parts_->options), parts_->pageOptions,
              ready)
      .map([this](PictureEncoding&& encoding) { return pictureEncode(std::move(encoding)); });
}

Result<FigureBytes> figureBytes(const Figure& figure, const std::optional<Zoom>& window,
                                std::string_view ending, const ExportOptions& options,
                                std::stop_token stop) {
  POSCOPE_TRY(auto writing, FigureWriting::begin(figure, window, ending, options));
  POSCOPE_TRY(auto content, writing.compute()(stop));
  POSCOPE_TRY(const auto encode, writing.paint(std::move(content)));
  return bytesOf(encode, {{}, std::move(stop)});
}

Result<FigureBytes> bytesOf(const FigureWriting::Encode& encode, const DataControl& control) {
  FigureBytes made;
  const WriteBytes keep = [&made](std::string_view bytes) -> Result<void> {
    made.bytes.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return {};
  };
  POSCOPE_TRY(made.report, encode(keep, control));
  return made;
}

Result<ExportReport> writeFigure(const Figure& figure, const std::optional<Zoom>& window,
                                 const std::filesystem::path& path, const ExportOptions& options,
                                 std::stop_token stop) {
  const std::string ending = endingOf(path, options);
  if (findKind(ending) == nullptr) {
    return usageError(unknownEnding(path.string(), ending));
  }
  POSCOPE_TRY(auto writing, FigureWriting::begin(figure, window, ending, options));
  POSCOPE_TRY(auto content, writing.compute()(stop));
  POSCOPE_TRY(const auto encode, writing.paint(std::move(content)));
  return saveFigure(path, encode, {{}, std::move(stop)});
}

Result<ExportReport> saveFigure(const std::filesystem::path& path,
                                const FigureWriting::Encode& encode, const DataControl& control) {
  ExportReport report;
  const FileToSave file{path, [&](const WriteBytes& write) -> Result<void> {
                          POSCOPE_TRY(report, encode(write, control));
                          return {};
                        }};
  POSCOPE_CHECK(saveWhole(file, control.stop));
  report.path = path.string();
  return report;
}

}  // namespace poscope
