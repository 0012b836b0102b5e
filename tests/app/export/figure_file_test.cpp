// Figures as files: cells exact, sizes exact, fonts embedded, nothing lossy, the same bytes twice.
#include "app/export/figure_file.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstring>
#include <map>

#include "app/export/picture_format.h"
#include "tests/app/export/test_figures.h"

namespace poscope::test {
namespace {

ExportOptions sized(double width, double height, double dpi) {
  ExportOptions options;
  options.millimetres = QSizeF(width, height);
  options.dpi = dpi;
  return options;
}

QByteArray bytesOf(const Figure& figure, const char* ending, const ExportOptions& options) {
  const auto made = figureBytes(figure, std::nullopt, ending, options, {});
  if (!made) {
    qFatal("%s", renderPlain(made.error().text, Language::english).c_str());
  }
  return made->bytes;
}

// The streams of a PDF that are compressed, opened; the rest as it is.
QByteArray inflated(const QByteArray& pdf) {
  QByteArray text;
  qsizetype at = 0;
  while (true) {
    const qsizetype start = pdf.indexOf("stream\n", at);
    const qsizetype end = start < 0 ? -1 : pdf.indexOf("endstream", start);
    if (end < 0) {
      return text + pdf.mid(at);
    }
    text += pdf.mid(at, start - at);
    const QByteArray stream = pdf.mid(start + 7, end - start - 7);
    // qUncompress wants the size first; a guess that is too small grows.
    text += stream.startsWith('x') ? qUncompress(QByteArray("\0\1\0\0", 4) + stream) : stream;
    at = end + 9;
  }
}

QList<double> mediaBox(const QByteArray& pdf) {
  const qsizetype start = pdf.indexOf("/MediaBox [") + 11;
  QList<double> corners;
  for (const QByteArray& corner : pdf.mid(start, pdf.indexOf(']', start) - start).split(' ')) {
    if (!corner.isEmpty()) {
      corners.append(corner.toDouble());
    }
  }
  return corners;
}

// The two most frequent colours of the left three quarters (the colour bar is on the right) but the
// page's.
std::vector<QRgb> boardColours(const QImage& image, QRgb page) {
  std::map<QRgb, int> counts;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width() * 3 / 4; ++x) {
      ++counts[image.pixel(x, y)];
    }
  }
  counts.erase(page);
  std::vector<std::pair<int, QRgb>> sorted;
  for (const auto& [colour, count] : counts) {
    sorted.emplace_back(count, colour);
  }
  std::sort(sorted.rbegin(), sorted.rend());
  return {sorted.at(0).second, sorted.at(1).second};
}

// The run of these colours around the middle of the left three quarters, across and down.
QRect boundsOf(const QImage& image, const std::vector<QRgb>& colours) {
  const auto isBoard = [&](int x, int y) {
    return image.rect().contains(x, y) &&
           (image.pixel(x, y) == colours[0] || image.pixel(x, y) == colours[1]);
  };
  const QPoint middle(image.width() * 3 / 8, image.height() / 2);
  QRect bounds(middle, QSize(1, 1));
  while (isBoard(bounds.left() - 1, middle.y())) {
    bounds.setLeft(bounds.left() - 1);
  }
  while (isBoard(bounds.right() + 1, middle.y())) {
    bounds.setRight(bounds.right() + 1);
  }
  while (isBoard(middle.x(), bounds.top() - 1)) {
    bounds.setTop(bounds.top() - 1);
  }
  while (isBoard(middle.x(), bounds.bottom() + 1)) {
    bounds.setBottom(bounds.bottom() + 1);
  }
  return bounds;
}

}  // namespace

class FigureFileTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QVERIFY(folder_.isValid()); }

  void ending_unknown_isAUsageErrorThatNamesThem() {
    for (const char* name : {"x.jpg", "x", ".png", "x.", "png"}) {
      const auto written = writeFigure(checkerFigure(4, 4), {}, at(name), {}, {});
      QVERIFY(!written);
      QCOMPARE(written.error().kind, ErrorKind::usage);
      const std::string message = renderPlain(written.error().text, Language::english);
      QVERIFY(message.find("png, svg, pdf, csv, tsv, npy, json") != std::string::npos);
    }
    QCOMPARE(QDir(folder_.path()).entryList(QDir::Files).size(), 0);
  }

  void ending_decides_data() { endings(); }
  void ending_decides() {
    QFETCH(QString, ending);
    const std::map<QString, QByteArray> starts{
        {"png", "\x89PNG"},       {"svg", "<?xml"},     {"pdf", "%PDF-"}, {"csv", "row \\ column"},
        {"tsv", "row \\ column"}, {"npy", "\x93NUMPY"}, {"json", "{"}};
    const auto path = at(("Figure." + ending.toUpper()).toUtf8().constData());
    const auto written = writeFigure(checkerFigure(4, 4), {}, path, {}, {});
    QVERIFY2(written, written ? "" : renderPlain(written.error().text, Language::english).c_str());
    QFile file(QString::fromStdString(path.string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY2(bytes.startsWith(starts.at(ending)), bytes.left(60).constData());
    QCOMPARE(written->bytes, std::int64_t{bytes.size()});
    QCOMPARE(written->ending, ending.toStdString());
    QVERIFY(!renderPlain(reportSentence(*written), Language::chinese).starts_with('['));
  }

  void file_writtenTwice_isTheSame_data() { endings(); }
  void file_writtenTwice_isTheSame() {
    QFETCH(QString, ending);
    const Figure figure = checkerFigure(6, 9);
    const QByteArray first = bytesOf(figure, ending.toUtf8(), {});
    QCOMPARE(bytesOf(figure, ending.toUtf8(), {}), first);
    QVERIFY(!first.contains("CreationDate"));
    QVERIFY(!first.contains("tIME"));
  }

  void png_hasItsSizeResolutionAndWords() {
    const QByteArray png = bytesOf(checkerFigure(8, 8), "png", sized(84, 60, 300));
    const QImage image = QImage::fromData(png, "PNG");
    QCOMPARE(image.size(), QSize(992, 709));
    QCOMPARE(image.dotsPerMeterX(), 11811);
    QCOMPARE(image.text("poscope"), QString("poscope:sinusoidal?dim=64&length=32"));
    QCOMPARE(image.text("Title"), QString("8 by 8 squares"));
    QVERIFY(image.text("Description").contains("An explanation."));
    QVERIFY(image.text("Software").contains("9.9"));
  }

  // Every pixel of the heat map has the colour of exactly one cell, and the squares are where they
  // belong.
  void png_cellsOfAHeatMap_areExact() {
    constexpr int kRows = 30;  // Cells so small that they show no numbers.
    constexpr int kColumns = 45;
    ExportOptions options;
    options.pixels = QSize(1201, 803);  // No multiple of the cells.
    options.dpi = 150;
    const QImage image =
        QImage::fromData(bytesOf(checkerFigure(kRows, kColumns), "png", options), "PNG");
    const auto colours = boardColours(image, theme(ThemeKind::light).surface.rgb());
    const QRect board = boundsOf(image, colours);
    QVERIFY(board.width() > 400 && board.height() > 200);
    int mixed = 0;
    int wrong = 0;
    for (int y = board.top() + 3; y <= board.bottom() - 3; ++y) {
      for (int x = board.left() + 3; x <= board.right() - 3; ++x) {
        const QRgb colour = image.pixel(x, y);
        mixed += colour != colours[0] && colour != colours[1] ? 1 : 0;
        const double column = (x - board.left() + 0.5) * kColumns / board.width();
        const double row = (y - board.top() + 0.5) * kRows / board.height();
        const auto nearEdge = [](double place) {
          return std::abs(place - std::round(place)) < 0.1;
        };
        const int parity = (static_cast<int>(row) + static_cast<int>(column)) % 2;
        const QRgb first = image.pixel(board.left() + 5, board.top() + 5);
        const QRgb expected = parity == 0 ? first : (first == colours[0] ? colours[1] : colours[0]);
        wrong += !nearEdge(row) && !nearEdge(column) && colour != expected ? 1 : 0;
      }
    }
    QCOMPARE(mixed, 0);
    QCOMPARE(wrong, 0);
  }

  void pdf_pageSize_isExact_data() {
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("height");
    QTest::newRow("nature") << 89.0 << 55.6;
    QTest::newRow("neurips") << 139.7 << 87.3;
    QTest::newRow("halves of points") << 88.0 << 120.12;
    QTest::newRow("just under 100 points") << 80.0 << 35.27;
  }
  void pdf_pageSize_isExact() {
    QFETCH(double, width);
    QFETCH(double, height);
    ExportOptions options = sized(width, height, 300);
    options.caption = false;
    const auto box = mediaBox(bytesOf(checkerFigure(4, 4), "pdf", options));
    QCOMPARE(box.size(), 4);
    QVERIFY(std::abs((box[2] - box[0]) * 25.4 / 72 - width) < 0.002);
    QVERIFY(std::abs((box[3] - box[1]) * 25.4 / 72 - height) < 0.002);
  }

  void pdf_hasFontsAndNoLossyImages_data() {
    QTest::addColumn<QByteArray>("link");
    QTest::newRow("cells") << QByteArray("poscope:sinusoidal");
    QTest::newRow("image") << QByteArray("poscope:sinusoidal?length=4096&dim=512");
    QTest::newRow("curves") << QByteArray("poscope:positions");
    QTest::newRow("bits") << QByteArray("poscope:formats");
  }
  void pdf_hasFontsAndNoLossyImages() {
    QFETCH(QByteArray, link);
    ExportOptions options = sized(150, 100, 300);
    options.language = Language::chinese;
    const QByteArray pdf = inflated(bytesOf(figureOf(link.constData()), "pdf", options));
    QVERIFY(!pdf.contains("DCTDecode"));
    QVERIFY(!pdf.contains("/Type3"));
    QVERIFY(pdf.contains("NotoSansCJKsc"));
    QVERIFY(pdf.contains("InterPoscope"));
    QVERIFY(pdf.contains("/FontFile"));
    QVERIFY(pdf.contains("<poscope:link "));
  }

  void pdf_fontsAreNamedAsSubsets() {
    const QByteArray pdf = inflated(bytesOf(figureOf("poscope:positions"), "pdf", {}));
    static const QRegularExpression kName("/(?:BaseFont|FontName) /([A-Z]{6}\\+)?InterPoscope-");
    int names = 0;
    for (auto found = kName.globalMatch(QString::fromLatin1(pdf)); found.hasNext(); ++names) {
      QVERIFY(!found.next().captured(1).isEmpty());
    }
    QVERIFY(names >= 3);
  }

  void svg_withText_differsInItsWordsOnly() {
    ExportOptions options = sized(139.7, 87.3, 300);
    const Figure figure = figureOf("poscope:sinusoidal");
    const QByteArray outlines = bytesOf(figure, "svg", options);
    options.text = TextForm::text;
    const QByteArray text = bytesOf(figure, "svg", options);
    QVERIFY(text.contains("<text "));
    QVERIFY(text.contains(renderPlain(figure.finding.question, Language::english).c_str()));
    QVERIFY(text.size() < outlines.size());
    const auto head = [](const QByteArray& svg) { return svg.left(svg.indexOf("</metadata>")); };
    QCOMPARE(head(text), head(outlines));
    for (const char* other : {"png", "pdf", "json"}) {
      QCOMPARE(bytesOf(checkerFigure(4, 4), other, options),
               bytesOf(checkerFigure(4, 4), other, sized(139.7, 87.3, 300)));
    }
  }

  // Viewers smooth images whose pixels are large.
  void heatMapAsImage_hasManyPixelsACell() {
    constexpr int kRows = 600;
    constexpr int kColumns = 40;
    const QByteArray svg = bytesOf(checkerFigure(kRows, kColumns), "svg", sized(139.7, 87.3, 300));
    const qsizetype start = svg.indexOf("base64,") + 7;
    QVERIFY(start > 7);
    const QImage image = QImage::fromData(
        QByteArray::fromBase64(svg.mid(start, svg.indexOf('"', start) - start)), "PNG");
    QCOMPARE(image.width() % kColumns, 0);
    QCOMPARE(image.height() % kRows, 0);
    QVERIFY(image.width() > 300 / 25.4 * 100);  // The map is some 110 mm wide.
    const int times = image.width() / kColumns;
    for (int x = 0; x < image.width(); ++x) {
      QCOMPARE(image.pixel(x, 0), image.pixel(x / times % 2 * times, 0));
    }
    QVERIFY(image.pixel(0, 0) != image.pixel(times, 0));
  }

  void pdf_saysItsLanguage() {
    ExportOptions options;
    options.language = Language::chinese;
    QVERIFY(bytesOf(checkerFigure(4, 4), "pdf", options).contains("/Lang (zh-Hans)"));
  }

  // Where cells become a bitmap, the file says so, with its pixels; where they do not, it does not.
  void vector_withABitmap_saysSo_data() {
    QTest::addColumn<QString>("ending");
    for (const PictureFormat& format : pictureFormats()) {
      if (format.vector) {
        QTest::addRow("%s", std::string(format.ending).c_str())
            << QString::fromStdString(std::string(format.ending));
      }
    }
  }
  void vector_withABitmap_saysSo() {
    QFETCH(QString, ending);
    const auto made = figureBytes(figureOf("poscope:sinusoidal?length=4096&dim=512"), std::nullopt,
                                  ending.toStdString(), sized(84, 60, 300), {});
    QVERIFY(made && made->report.picture);
    QCOMPARE(made->report.picture->images.size(), std::size_t{1});
    const QSize pixels = made->report.picture->images.front();
    const auto notices = reportNotices(made->report);
    QVERIFY(!notices.empty());
    const QByteArray said = QByteArray::fromStdString(renderPlain(notices[0], Language::english));
    QVERIFY(said.contains(QByteArray::number(pixels.width())));
    QVERIFY2(made->bytes.contains(said), said.constData());
    const QByteArray plain =
        bytesOf(figureOf("poscope:sinusoidal"), ending.toUtf8(), sized(84, 60, 300));
    QVERIFY(!plain.contains("bitmap"));
  }

  void svg_hasNoTextElementsAndItsSize() {
    const QByteArray svg = bytesOf(figureOf("poscope:sinusoidal"), "svg", sized(139.7, 87.3, 300));
    QVERIFY(!svg.contains("<text"));
    QVERIFY(svg.contains("width=\"139.7000mm\" height=\"87.3000mm\""));
    QVERIFY(svg.contains("<metadata><poscope:link "));
  }

  void npy_ofTheDefaultTable_isTheRoundedFormula() {
    const QByteArray npy =
        bytesOf(figureOf("poscope:sinusoidal?length=50&dim=128&layout=interleaved"), "npy",
                ExportOptions{});
    QVERIFY(npy.contains("'descr': '<f4'"));
    QVERIFY(npy.contains("'shape': (50, 128)"));
    const qsizetype start = npy.size() - 50 * 128 * 4;
    for (int position = 0; position < 50; ++position) {
      for (int column = 0; column < 128; ++column) {
        const double angle = position / std::pow(10000.0, (column / 2 * 2) / 128.0);
        const double exact = column % 2 == 0 ? std::sin(angle) : std::cos(angle);
        float value = 0;
        std::memcpy(&value, npy.constData() + start + (position * 128 + column) * 4, 4);
        QCOMPARE(value, static_cast<float>(exact));
      }
    }
  }

  void standardOutput_writesJsonUnlessTold() {
    ExportOptions options;
    options.layer = "no such layer";  // Fails after the ending is chosen: nothing is printed.
    QCOMPARE(writeFigure(checkerFigure(4, 4), {}, "-", options, {}).error().text.key,
             std::string("export.layer.unknown"));
    options.ending = "gif";
    QCOMPARE(writeFigure(checkerFigure(4, 4), {}, "-", options, {}).error().text.key,
             std::string("export.ending.unknown"));
  }

  void file_thatFails_leavesTheOldOne() {
    const auto path = at("kept.csv");
    QFile file(QString::fromStdString(path.string()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("old");
    file.close();
    ExportOptions options;
    options.layer = "no such layer";
    QVERIFY(!writeFigure(checkerFigure(4, 4), {}, path, options, {}));
    std::stop_source source;
    source.request_stop();
    const auto stopped = writeFigure(checkerFigure(4, 4), {}, path, {}, source.get_token());
    QCOMPARE(stopped.error().kind, ErrorKind::cancelled);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("old"));
  }

  void size_outOfRange_isAUsageErrorAndNoFile() {
    ExportOptions options;
    options.dpi = 5000;
    QCOMPARE(writeFigure(checkerFigure(4, 4), {}, at("big.png"), options, {}).error().kind,
             ErrorKind::usage);
    QVERIFY(!std::filesystem::exists(at("big.png")));
  }

 private:
  static void endings() {
    QTest::addColumn<QString>("ending");
    for (const std::string& ending : exportEndings()) {
      QTest::addRow("%s", ending.c_str()) << QString::fromStdString(ending);
    }
  }
  std::filesystem::path at(const char* name) const {
    return std::filesystem::path(folder_.path().toStdString()) / name;
  }
  QTemporaryDir folder_;
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::FigureFileTest)
#include "figure_file_test.moc"
