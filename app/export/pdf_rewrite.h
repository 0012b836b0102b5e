// What libqpdf does to a finished PDF. This header and its source are C++17: clang 14 refuses the
// headers of libqpdf in C++20, where vectors of incomplete types are destroyed in constant
// expressions.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QSizeF>
#include <QString>
#include <functional>
#include <string>

namespace poscope {

/// For a font by its PostScript name: character that Qt names -> character meant; nullptr to leave
/// it as it is.
using MeantOfFont = std::function<const QHash<char16_t, char16_t>*(const QString& font)>;

/// See finishedPdf. Throws std::exception where the bytes are no PDF.
[[nodiscard]] QByteArray rewrittenPdf(const QByteArray& pdf, const QSizeF& points,
                                      const MeantOfFont& meantOf, const std::string& language);

}  // namespace poscope
