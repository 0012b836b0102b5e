// The kinds of picture files: how each is written, and how the link in it is read back. Pictures
// carry the figure's link and have no date: the same figure gives the same bytes.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QImage>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "app/export/export_size.h"
#include "app/plot/figure_page.h"
#include "core/base/result.h"

namespace poscope {

/// How a file holds text where its kind leaves the choice (PictureFormat::choosesText).
enum class TextForm {
  outlines,  ///< As paths: looks the same everywhere and needs no font.
  text,      ///< As words that name their fonts: can be edited and searched.
};

/// "outlines", "text": what they are called by those who choose, in this order.
[[nodiscard]] std::span<const std::string_view> textFormNames();
/// Nothing when it is no name of these.
[[nodiscard]] std::optional<TextForm> findTextForm(std::string_view name);

/// What is asked of the file beside its page.
struct PictureSettings {
  double dpi = kStandardDpi;  ///< Of pixels.
  TextForm text = TextForm::outlines;
};

struct Picture {
  QByteArray bytes;
  PageReport report;
};

/// A page that is ready to be painted, once.
struct PagePaint {
  PageReport report;
  std::function<void(QPainter& painter)> draw;
};
/// What is left to do when the page is painted; owns what it needs, for any thread.
using PictureEncoding = std::function<Result<Picture>()>;

/// One kind of picture file; its functions stand in a file of their own, <ending>_format.cpp. Its
/// name for people is the text `export.kind.<ending>`.
struct PictureFormat {
  std::string_view ending;
  const char* mime;  ///< On the clipboard.
  bool vector;
  bool choosesText;  ///< Whether it heeds PictureSettings::text.
  /// `options`: theme, language, caption and window; size and scale become those of the kind.
  PageOptions (*page)(PageOptions options, const PageSize& size, const PictureSettings& settings);
  /// With the options of `page`. Errors: those of `paint`; internal when Qt cannot encode.
  Result<PictureEncoding> (*paint)(const Figure& figure, const PageSize& size,
                                   const PictureSettings& settings, const PageOptions& options,
                                   const PagePaint& paint);
  /// Whether a file that starts so is of this kind.
  bool (*matches)(const QByteArray& start);
  /// The link in a file of this kind. Errors as linkFromFigureFile.
  Result<std::string> (*link)(QFile& file, const QString& path);
  bool text = false;  ///< A terminal can show the file.
};

/// In the order in which they are offered.
[[nodiscard]] std::span<const PictureFormat> pictureFormats();
/// nullptr when there is none.
[[nodiscard]] const PictureFormat* findPictureFormat(std::string_view ending);

/// What pictures say of the figure in words.
struct PictureWords {
  QString title;
  QString description;
  QString program;
};
[[nodiscard]] PictureWords pictureWords(const Figure& figure, const PageReport& report,
                                        Language language);
/// What a vector file says of each bitmap in it, with its pixels.
[[nodiscard]] std::vector<Text> imageNotices(const PageReport& report);
/// Everything that is worth knowing of a page: its bitmaps, and what it had no room for.
[[nodiscard]] std::vector<Text> pageNotices(const PageReport& report);

/// Paints the page on a device; an internal error where it takes no painter.
[[nodiscard]] Result<PageReport> paintPage(QPaintDevice& device, const PagePaint& paint,
                                           const char* ending);
[[nodiscard]] tl::unexpected<Error> encodingError(const char* ending, const QString& reason);

/// The picture itself, as the screen holds it. `options`: those of a format that is not `vector`.
struct PaintedImage {
  QImage image;
  PageReport report;
};
[[nodiscard]] Result<PaintedImage> paintImage(const PageSize& size, double dpi,
                                              const PageOptions& options, const PagePaint& paint);

}  // namespace poscope
