// Links in exported pictures come back; foreign, cut and hostile files give one clear error.
#include "app/export/figure_metadata.h"
#include "core/catalogue/links.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QImageWriter>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include "app/export/figure_file.h"
#include "tests/app/export/test_figures.h"

namespace poscope::test {
namespace {

constexpr char kLink[] = "poscope:sinusoidal?dim=64&length=32";

QByteArray pngWith(const QString& key, const QString& text) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QImageWriter writer(&buffer, "png");
  writer.setText(key, text);
  QImage image(8, 8, QImage::Format_RGB32);
  image.fill(Qt::white);
  writer.write(image);
  return bytes;
}

}  // namespace

class FigureMetadataTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QVERIFY(folder_.isValid());
    figure_ = checkerFigure(8, 8);
  }

  void link_ofAPicture_comesBack_data() {
    QTest::addColumn<QString>("ending");
    for (const char* ending : {"png", "svg", "pdf"}) {
      QTest::addRow("%s", ending) << ending;
    }
  }
  void link_ofAPicture_comesBack() {
    QFETCH(QString, ending);
    // The name says nothing: the bytes decide.
    const QString path = written(figureBytesOf(ending));
    const auto link = linkFromFigureFile(path);
    QVERIFY2(link, message(link).constData());
    QCOMPARE(*link, std::string(kLink));
  }

  void link_ofAZoomedPicture_hasTheWindow() {
    ExportOptions options;
    options.pixels = QSize(800, 600);
    const auto made = figureBytes(figure_, Zoom{1, 5, 2, 6}, "png", options, {});
    QVERIFY(made);
    const auto link = linkFromFigureFile(written(made->bytes));
    QVERIFY(link);
    const auto state = parseLink(*link);
    QVERIFY(state && state->zoom);
    QCOMPARE(*state->zoom, (Zoom{1, 5, 2, 6}));
  }

  void file_cutShort_isAFileError_data() { link_ofAPicture_comesBack_data(); }
  void file_cutShort_isAFileError() {
    QFETCH(QString, ending);
    const QByteArray whole = figureBytesOf(ending);
    for (const qsizetype size : {qsizetype{0}, qsizetype{4}, qsizetype{9}, qsizetype{20}}) {
      const auto link = linkFromFigureFile(written(whole.left(size)));
      QVERIFY(!link);
      QCOMPARE(link.error().kind, ErrorKind::file);
    }
    // A cut further on may keep the link; whatever comes back is whole.
    for (qsizetype size = 21; size < whole.size(); size += whole.size() / 50 + 1) {
      const auto link = linkFromFigureFile(written(whole.left(size)));
      QVERIFY(!link || *link == kLink);
    }
  }

  void file_withChangedBytes_neverCrashes_data() { link_ofAPicture_comesBack_data(); }
  void file_withChangedBytes_neverCrashes() {
    QFETCH(QString, ending);
    const QByteArray whole = figureBytesOf(ending);
    for (int i = 0; i < 200; ++i) {
      QByteArray changed = whole;
      const qsizetype at = (qsizetype{i} * 7919 + 13) % std::min<qsizetype>(whole.size(), 4000);
      changed[at] = static_cast<char>(changed[at] ^ (1 << (i % 8)));
      const auto link = linkFromFigureFile(written(changed));
      QVERIFY(link ? looksLikeLink(*link) : link.error().kind == ErrorKind::file);
    }
  }

  void file_ofAnotherKind_saysSo() {
    QCOMPARE(key(written("just words")), std::string("export.link.foreign"));
    QCOMPARE(key(written("<html><body></body></html>")), std::string("export.link.foreign"));
    QCOMPARE(key(written("GIF89a...")), std::string("export.link.foreign"));
    QCOMPARE(key(written("")), std::string("export.link.foreign"));
    QCOMPARE(key(folder_.path()), std::string("model.error.folder"));
    QCOMPARE(key("/dev/zero"), std::string("model.error.device"));
    QCOMPARE(key(folder_.filePath("missing.png")), std::string("model.error.missing"));
  }

  void picture_withoutALink_saysSo() {
    QCOMPARE(key(written(pngWith("Comment", "hello"))), std::string("export.link.none"));
    QCOMPARE(key(written(pngWith("poscope", "https://example.org"))),
             std::string("export.link.none"));
    QCOMPARE(key(written(pngWith("poscope", "poscope:a b"))), std::string("export.link.none"));
    QCOMPARE(key(written(pngWith("poscope", "poscope:" + QString(9000, 'x')))),
             std::string("export.link.none"));
    QCOMPARE(key(written("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>")),
             std::string("export.link.none"));
    QCOMPARE(key(written("%PDF-1.4\n%%EOF\n")), std::string("export.link.none"));
    QCOMPARE(key(written("<svg><poscope:link >poscope:x")), std::string("export.link.damaged"));
    QCOMPARE(key(written("%PDF-1.4\n1 0 obj")), std::string("export.link.damaged"));
  }

  // 2^31 - 1 pixels square and nothing behind: only the header may be read.
  void png_ofAHugeSize_isNotDecoded() {
    QByteArray png = pngWith("poscope", kLink);
    QVERIFY(linkFromFigureFile(written(png)));
    qToBigEndian<quint32>(30'000'000, png.data() + 16);
    qToBigEndian<quint32>(30'000'000, png.data() + 20);
    const auto link = linkFromFigureFile(written(png));
    QVERIFY(!link);  // The header's checksum is wrong too.
    QCOMPARE(link.error().kind, ErrorKind::file);
  }

 private:
  QByteArray figureBytesOf(const QString& ending) const {
    ExportOptions options;
    options.millimetres = QSizeF(120, 80);
    options.dpi = 100;
    const auto made = figureBytes(figure_, std::nullopt, ending.toStdString(), options, {});
    if (!made) {
      qFatal("%s", renderPlain(made.error().text, Language::english).c_str());
    }
    return made->bytes;
  }
  QString written(const QByteArray& bytes) const {
    const QString path = folder_.filePath("figure.bin");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
      qFatal("cannot write the test's file");
    }
    return path;
  }
  static std::string key(const QString& path) {
    const auto link = linkFromFigureFile(path);
    return link ? *link : link.error().text.key;
  }
  static QByteArray message(const Result<std::string>& link) {
    return link ? QByteArray()
                : QByteArray::fromStdString(renderPlain(link.error().text, Language::english));
  }

  QTemporaryDir folder_;
  Figure figure_;
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::FigureMetadataTest)
#include "figure_metadata_test.moc"
