// A figure as a file: a picture (picture_format.h) or data (data_export.h). The ending decides.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/export/export_size.h"
#include "app/export/picture_format.h"
#include "app/plot/figure_page.h"
#include "app/plot/theme.h"
#include "core/base/byte_sink.h"
#include "core/base/result.h"
#include "core/figure/data_export.h"
#include "core/figure/figure.h"
#include "core/state/link.h"

namespace poscope {

/// Regular values; a field that a kind of file has no use for is ignored.
struct ExportOptions {
  std::optional<QSizeF> millimetres;   ///< Page size; none with no `pixels`: as pageSizeOf says.
  std::optional<QSize> pixels;         ///< Page size at `dpi` dots per inch.
  double dpi = kStandardDpi;           ///< kLowestDpi..kHighestDpi.
  TextForm text = TextForm::outlines;  ///< svg.
  ThemeKind theme = ThemeKind::light;
  Language language = Language::english;
  bool caption = true;  ///< Question, finding and explanation above the plot.
  std::string layer;    ///< Data only: this and the three below, as in a DataRequest.
  bool neighbours = false;
  std::optional<AxisSlice> rows;
  std::optional<AxisSlice> columns;
  SliceNames sliceNames = {};
  std::int64_t most = kMostNumbers;  ///< Data of more numbers are refused.
  std::string ending;  ///< Instead of the file name's: for the standard output ("-"), which writes
                       ///< json otherwise.

  friend bool operator==(const ExportOptions&, const ExportOptions&) = default;
};

/// What was written.
struct ExportReport {
  std::string path;
  std::string ending;
  std::int64_t bytes = 0;
  std::optional<PageSize> page;       ///< Pictures only.
  std::optional<PageReport> picture;  ///< Pictures only: how heat maps were drawn.
  std::int64_t numbers = 0;           ///< This and below: data only, as DataSummary.
  Text axes;
};

/// One sentence for the status bar and stderr: "Wrote fig.pdf: 84 x 60 mm, the heat map as 6,400
/// vector cells."
[[nodiscard]] Text reportSentence(const ExportReport& report);
/// What is to be known of the file beside: bitmaps in it, and what its page had no room for.
[[nodiscard]] std::vector<Text> reportNotices(const ExportReport& report);

/// Endings of all kinds of files, pictures first: "png", "csv".
[[nodiscard]] std::vector<std::string> exportEndings();

/// Whether a terminal can show files of this ending, which is one of exportEndings().
[[nodiscard]] bool isTextEnding(std::string_view ending);

/// What is wrong with a file of an `ending` that is none of them.
[[nodiscard]] Text unknownEnding(std::string_view file, std::string_view ending);

/// Whether files of this ending are pictures; false for data and for endings that are not written.
[[nodiscard]] bool isPictureEnding(std::string_view ending);

/// Whether files of this ending leave the choice how they hold text.
[[nodiscard]] bool choosesText(std::string_view ending);

/// Computes and writes the figure; `window` zooms the main panel, and data files hold every number
/// that it spans. Pictures and json carry the link of what is shown, with the zoom (see
/// figure_metadata.h). "-" is the standard output. For pictures a QApplication must exist and the
/// call comes from its thread, which waits. Errors: usage for an unknown ending (with the endings
/// that exist), a size or layer that does not exist; file with path and reason; as
/// CellSource::cells; cancelled. Nothing is left behind then.
[[nodiscard]] Result<ExportReport> writeFigure(const Figure& figure,
                                               const std::optional<Zoom>& window,
                                               const std::filesystem::path& path,
                                               const ExportOptions& options, std::stop_token stop);

/// The page that the options ask for. Without a size it is as wide as the standard page, and as
/// high as the figure needs to be shown whole, up to kHighestPage times as high. The GUI thread.
/// Errors as resolveSize.
inline constexpr double kHighestPage = 4;
[[nodiscard]] Result<PageSize> pageSizeOf(const Figure& figure, const std::optional<Zoom>& window,
                                          const ExportOptions& options);

/// How the options set a page: look, caption, and a font size that follows the page's width.
[[nodiscard]] PageOptions pageOptions(const ExportOptions& options, const PageSize& size,
                                      const std::optional<Zoom>& window);

/// The same without writing: the bytes that the file would have. For previews and tests.
struct FigureBytes {
  QByteArray bytes;
  ExportReport report;
};
[[nodiscard]] Result<FigureBytes> figureBytes(const Figure& figure,
                                              const std::optional<Zoom>& window,
                                              std::string_view ending, const ExportOptions& options,
                                              std::stop_token stop);

/// figureBytes in steps, for a window that must not wait and for files that fit no memory.
class FigureWriting {
 public:
  using Content = std::vector<CellPicture>;
  using Compute = std::function<Result<Content>(std::stop_token stop)>;
  /// Makes the bytes of the file piece by piece, for any thread; called once.
  using Encode =
      std::function<Result<ExportReport>(const WriteBytes& write, const DataControl& control)>;

  /// GUI thread: lays a picture's page out, and looks whether data are too many. Errors as
  /// figureBytes.
  [[nodiscard]] static Result<FigureWriting> begin(const Figure& figure,
                                                   const std::optional<Zoom>& window,
                                                   std::string_view ending,
                                                   const ExportOptions& options);
  FigureWriting(FigureWriting&&) noexcept;
  ~FigureWriting();

  /// How many numbers a data file will hold; 0 for pictures.
  [[nodiscard]] std::int64_t numbers() const;
  /// The cells of a picture; nothing for data. Any thread, which may outlive this.
  [[nodiscard]] Compute compute() const;
  /// GUI thread, once: paints a picture.
  [[nodiscard]] Result<Encode> paint(Content content);

 private:
  struct Parts;
  explicit FigureWriting(std::unique_ptr<Parts> parts);
  [[nodiscard]] Encode dataEncode() const;
  [[nodiscard]] Encode pictureEncode(std::function<Result<Picture>()> encoding) const;
  std::unique_ptr<Parts> parts_;
};

/// The last step of figureBytes. Any thread.
[[nodiscard]] Result<FigureBytes> bytesOf(const FigureWriting::Encode& encode,
                                          const DataControl& control);

/// The last step of writeFigure: the file. Any thread.
[[nodiscard]] Result<ExportReport> saveFigure(const std::filesystem::path& path,
                                              const FigureWriting::Encode& encode,
                                              const DataControl& control);

}  // namespace poscope
