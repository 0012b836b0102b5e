#include "app/export/figure_metadata.h"

#include <QFile>
#include <algorithm>

#include "app/export/picture_format.h"
#include "core/base/words.h"
#include "core/model/file_bytes.h"
#include "core/state/link.h"

namespace poscope {
namespace {

constexpr qint64 kMostBytes = qint64{256} << 20;
constexpr qsizetype kLongestLink = 8192;
constexpr QByteArrayView kOpening = "<poscope:link ";
constexpr QByteArrayView kClosing = "</poscope:link>";

QByteArray escaped(const QString& text) {
  return text.toHtmlEscaped().toUtf8();
}

QByteArray escaped(const std::string& text) {
  return escaped(QString::fromStdString(text));
}

QByteArray unescaped(QByteArray text) {
  return text.replace("&lt;", "<")
      .replace("&gt;", ">")
      .replace("&quot;", "\"")
      .replace("&amp;", "&");
}

Error problem(const char* key, const QString& path) {
  return {ErrorKind::file, {key, {{"path", path.toStdString()}}}};
}

}  // namespace

Result<std::string> checkedLink(const QByteArray& link, const QString& path) {
  const bool oneLine =
      std::all_of(link.begin(), link.end(), [](char c) { return c > ' ' && c < 0x7F; });
  if (link.size() > kLongestLink || !oneLine || !looksLikeLink(link.toStdString())) {
    return tl::unexpected<Error>(problem("export.link.none", path));
  }
  return link.toStdString();
}

// The metadata stands uncompressed in our svg and pdf files, so no XML or PDF reader is let loose
// on the file.
Result<std::string> linkOfText(QFile& file, const QString& path, const char* kind,
                               QByteArrayView ending) {
  const QByteArray bytes = file.readAll();
  const qsizetype opening = bytes.indexOf(kOpening);
  const qsizetype start = opening < 0 ? -1 : bytes.indexOf('>', opening) + 1;
  const qsizetype end = start <= 0 ? -1 : bytes.indexOf(kClosing, start);
  if (end >= 0 && end - start <= kLongestLink) {
    return checkedLink(unescaped(bytes.mid(start, end - start)), path);
  }
  if (bytes.lastIndexOf(ending) < 0) {
    return fileError({"export.link.damaged", {{"path", path.toStdString()}, {"kind", kind}}});
  }
  return tl::unexpected<Error>(problem("export.link.none", path));
}

QByteArray linkElement(const std::string& link) {
  return kOpening.toByteArray() + "xmlns:poscope=\"urn:poscope:figure\">" + escaped(link) +
         kClosing.toByteArray();
}

QByteArray xmpPacket(const Figure& figure, const PictureWords& words) {
  return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
         "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
         "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
         "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
         "xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\n"
         "<dc:format>application/pdf</dc:format>\n"
         "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" +
         escaped(words.title) +
         "</rdf:li></rdf:Alt></dc:title>\n"
         "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">" +
         escaped(QString(words.description).replace(QLatin1Char('\n'), QLatin1Char(' '))) +
         "</rdf:li></rdf:Alt></dc:description>\n<pdf:Keywords>" + escaped(figure.source.link) +
         "</pdf:Keywords>\n<xmp:CreatorTool>" + escaped(words.program) + "</xmp:CreatorTool>\n" +
         linkElement(figure.source.link) +
         "\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>";
}

Result<std::string> linkFromFigureFile(const QString& path) {
  POSCOPE_CHECK(plainFileBytes(path.toStdString()));
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    return fileError(
        {"export.link.open",
         {{"path", path.toStdString()}, {"reason", file.errorString().toStdString()}}});
  }
  if (file.size() > kMostBytes) {
    return fileError({"export.link.large",
                      {{"path", path.toStdString()},
                       {"bytes", std::int64_t{file.size()}},
                       {"most", std::int64_t{kMostBytes}}}});
  }
  const QByteArray start = file.peek(4096);
  for (const PictureFormat& format : pictureFormats()) {
    if (format.matches(start)) {
      return format.link(file, path);
    }
  }
  const std::string kinds = joinWords(pictureFormats(), &PictureFormat::ending);
  return fileError({"export.link.foreign", {{"path", path.toStdString()}, {"kinds", kinds}}});
}

}  // namespace poscope
