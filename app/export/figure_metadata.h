// The link inside of exported pictures: written by the picture writers, read back here.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <string>

#include "app/export/picture_format.h"
#include "core/base/result.h"
#include "core/catalogue/links.h"
#include "core/figure/figure.h"

namespace poscope {

/// The key of the png text chunk that holds the link.
inline constexpr char kLinkKey[] = "poscope";

/// <poscope:link xmlns:poscope="urn:poscope:figure">...</poscope:link>, for svg and XMP.
[[nodiscard]] QByteArray linkElement(const std::string& link);

/// An XMP packet with the words of the picture and the figure's link; without dates.
[[nodiscard]] QByteArray xmpPacket(const Figure& figure, const PictureWords& words);

/// For the readers of the formats. The link that stands in `path`; an error of kind file when it is
/// no link or too long for one.
[[nodiscard]] Result<std::string> checkedLink(const QByteArray& link, const QString& path);
/// The link of a file whose link element stands in it as plain text. A file without `ending` was
/// cut off: the error names `kind`.
[[nodiscard]] Result<std::string> linkOfText(QFile& file, const QString& path, const char* kind,
                                             QByteArrayView ending);

/// The link of a picture that Poscope wrote. What the file is decides its first bytes, not
/// its name. The file is hostile input: sizes are capped, no picture is decoded, and the result is
/// one line that starts like a link (parse it with parseLink). Errors of kind file: not readable,
/// too large, no picture of these kinds, damaged, or without a link.
[[nodiscard]] Result<std::string> linkFromFigureFile(const QString& path);

}  // namespace poscope
