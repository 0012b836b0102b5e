// Exported pages as the programs of others read them: poppler's tools, Ghostscript and librsvg.
#pragma once

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace poscope::test {

/// A program that draws page 1 of a file as a picture. `arguments`: %1 dots per inch, %2 the page,
/// %3 the picture to write.
struct PageRenderer {
  const char* name;
  const char* program;
  QStringList arguments;
};

inline const PageRenderer& splash() {
  static const PageRenderer kRow{
      "splash", "pdftoppm", {"-r", "%1", "-png", "-singlefile", "%2", "%3"}};
  return kRow;
}
inline const PageRenderer& cairo() {
  static const PageRenderer kRow{
      "cairo", "pdftocairo", {"-r", "%1", "-png", "-singlefile", "%2", "%3"}};
  return kRow;
}
inline const PageRenderer& ghostscript() {
  static const PageRenderer kRow{
      "ghostscript",
      "gs",
      {"-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=png16m", "-dGraphicsAlphaBits=4",
       "-dTextAlphaBits=4", "-r%1", "-o", "%3.png", "%2"}};
  return kRow;
}
inline const PageRenderer& librsvg() {
  static const PageRenderer kRow{
      "librsvg", "rsvg-convert", {"-d", "%1", "-p", "%1", "-o", "%3.png", "%2"}};
  return kRow;
}

/// Programs that are not installed; the tests need all of them.
inline QStringList missingReaders() {
  QStringList missing;
  for (const char* const program : {"pdftotext", "pdftoppm", "pdftocairo", "gs", "rsvg-convert"}) {
    if (QStandardPaths::findExecutable(program).isEmpty()) {
      missing.append(program);
    }
  }
  return missing;
}

struct ReaderRun {
  bool fine = false;  ///< It ended by itself, with 0, and complained of nothing.
  QByteArray out;
  QByteArray complaints;
};

inline ReaderRun runReader(const QString& program, const QStringList& arguments) {
  constexpr int kPatienceMs = 60'000;
  QProcess process;
  process.start(program, arguments);
  const bool ended = process.waitForFinished(kPatienceMs);
  const QByteArray complaints = process.readAllStandardError();
  return {ended && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0 &&
              complaints.isEmpty(),
          process.readAllStandardOutput(), complaints};
}

/// A null image where the program fails or complains, which it then says.
inline QImage rendered(const PageRenderer& renderer, const QString& page, int dpi) {
  const QTemporaryDir folder;
  const QString picture = folder.filePath("page");
  QStringList arguments;
  for (const QString& argument : renderer.arguments) {
    arguments.append(QString(argument)
                         .replace("%1", QString::number(dpi))
                         .replace("%2", page)
                         .replace("%3", picture));
  }
  const ReaderRun run = runReader(renderer.program, arguments);
  if (!run.fine) {
    qWarning("%s: %s", renderer.name, run.complaints.constData());
    return {};
  }
  return QImage(picture + ".png").convertToFormat(QImage::Format_RGB32);
}

}  // namespace poscope::test
