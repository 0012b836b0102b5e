// A figure on the clipboard: what export would write, made in the background.
#pragma once

#include <QMimeData>
#include <QObject>
#include <deque>
#include <memory>
#include <optional>

#include "app/export/figure_file.h"
#include "app/jobs/qt_latest.h"

namespace poscope {

/// More numbers are refused: programs read a clipboard as a whole.
inline constexpr std::int64_t kMostCopiedNumbers = std::int64_t{1} << 22;

/// The newest wish wins: an earlier one that is still being made is dropped.
class FigureCopy : public QObject {
  Q_OBJECT

 public:
  explicit FigureCopy(QObject* parent = nullptr);
  ~FigureCopy() override;

  /// As a picture of every kind of pictureFormats(); who pastes takes the kind it knows.
  void copyPicture(const Figure& figure, const std::optional<Zoom>& window,
                   const ExportOptions& options);
  /// The numbers of `options.layer` as tab-separated text, all of them or none.
  void copyData(const Figure& figure, const std::optional<Zoom>& window, ExportOptions options);

 signals:
  /// It is on the clipboard.
  void copied(const poscope::Text& sentence);
  /// Errors as figureBytes; the clipboard holds what it held.
  void failed(const poscope::Error& error);

 private:
  struct Wish;

  void start(Wish wish);
  void next();
  void paint(Result<FigureWriting::Content> content);
  void keep(Result<FigureBytes> made);
  void finish();

  std::unique_ptr<Wish> wish_;
  std::optional<FigureWriting> writing_;
  QtLatest<FigureWriting::Content> content_;
  QtLatest<FigureBytes> bytes_;
};

}  // namespace poscope
