// Pages as the programs of others read them: words come back as they were written, and heat maps
// have no seams.
#include <QPainter>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>
#include <map>

#include "app/export/figure_file.h"
#include "tests/app/export/page_readers.h"
#include "tests/app/export/test_figures.h"

namespace poscope::test {
namespace {

struct Page {
  QByteArray bytes;
  ExportReport report;
};

Page pageOf(const Figure& figure, const char* ending, const ExportOptions& options) {
  auto made = figureBytes(figure, std::nullopt, ending, options, {});
  if (!made) {
    qFatal("%s", renderPlain(made.error().text, Language::english).c_str());
  }
  return {made->bytes, made->report};
}

ExportOptions sized(double width, double height) {
  ExportOptions options;
  options.millimetres = QSizeF(width, height);
  return options;
}

QString withoutBlanks(const QString& text) {
  static const QRegularExpression kBlanks("\\s");
  return QString(text).remove(kBlanks);
}

// The words of an svg in which they are text, a line each.
QStringList wordsOfSvg(const QByteArray& svg) {
  QStringList lines;
  QXmlStreamReader xml(svg);
  while (!xml.atEnd()) {
    if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text")) {
      lines.append(withoutBlanks(xml.readElementText(QXmlStreamReader::IncludeChildElements)));
    }
  }
  return lines;
}

// The corners of a path "M1 2H3V4L5 6z"; empty for paths with curves or several parts.
QPolygonF polygonOf(const QString& data) {
  static const QRegularExpression kPolygon("^M[^MC]*z$");
  static const QRegularExpression kStep("([MHVL])([-.0-9]+)(?: ([-.0-9]+))?");
  QPolygonF polygon;
  if (!kPolygon.match(data).hasMatch()) {
    return polygon;
  }
  QPointF at;
  for (auto steps = kStep.globalMatch(data); steps.hasNext();) {
    const auto step = steps.next();
    const double first = step.captured(2).toDouble();
    const bool vertical = step.captured(1) == "V";
    at.setX(vertical ? at.x() : first);
    at.setY(vertical ? first : (step.captured(1) == "H" ? at.y() : step.captured(3).toDouble()));
    polygon << at;
  }
  return polygon;
}

// The shapes of the cells of an svg, in the order in which they are painted: polygons of six
// corners, or fewer at the rim.
struct Cell {
  QPolygonF shape;  // In points.
  QColor colour;
};
std::vector<Cell> cellsOfSvg(const QByteArray& svg) {
  std::vector<Cell> cells;
  QXmlStreamReader xml(svg);
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement || xml.name() != QLatin1String("path")) {
      continue;
    }
    const QPolygonF shape = polygonOf(xml.attributes().value("d").toString());
    const bool stroked = xml.attributes().hasAttribute("stroke");
    const QColor colour(xml.attributes().value("fill").toString());  // Clip paths have none.
    if (shape.size() >= 4 && shape.size() <= 6 && !stroked && colour.isValid()) {
      cells.push_back({shape, colour});
    }
  }
  return cells;
}

// The cells without smoothing, `scale` pixels per point, and the area that they take.
struct Board {
  QImage image;
  QRectF area;  // In points.
};
Board boardOf(const std::vector<Cell>& cells, const QSizeF& points, double scale) {
  Board board;
  board.image = QImage((points * scale).toSize(), QImage::Format_RGB32);
  board.image.fill(Qt::white);
  QPainter painter(&board.image);
  painter.scale(scale, scale);
  painter.setPen(Qt::NoPen);
  for (const Cell& cell : cells) {
    painter.setBrush(cell.colour);
    painter.drawPolygon(cell.shape);
    board.area |= cell.shape.boundingRect();
  }
  return board;
}

constexpr int kFine = 4;  // Pixels of the board along a pixel of a rendered page.

// What a pixel of a page may be: a mixture of the cells that it touches, or that lie less than a
// pixel away: four cells meet at a corner. Least and greatest red, green and blue of these cells,
// for each pixel.
class Mixtures {
 public:
  explicit Mixtures(const QImage& board)
      : low_(board.size() / kFine, QImage::Format_RGB32), high_(low_) {
    for (int y = 0; y < low_.height(); ++y) {
      for (int x = 0; x < low_.width(); ++x) {
        setPixel(board, x, y);
      }
    }
  }

  // How far a colour is from all mixtures, of 255.
  [[nodiscard]] int distance(int x, int y, QRgb colour) const {
    const QRgb low = low_.pixel(x, y);
    const QRgb high = high_.pixel(x, y);
    return std::max({qRed(low) - qRed(colour), qRed(colour) - qRed(high),
                     qGreen(low) - qGreen(colour), qGreen(colour) - qGreen(high),
                     qBlue(low) - qBlue(colour), qBlue(colour) - qBlue(high)});
  }

 private:
  void setPixel(const QImage& board, int x, int y) {
    constexpr int kNear = kFine;
    const QRect part = QRect(x * kFine, y * kFine, kFine, kFine)
                           .adjusted(-kNear, -kNear, kNear, kNear)
                           .intersected(board.rect());
    QRgb low = 0xffffffff;
    QRgb high = 0xff000000;
    for (int row = part.top(); row <= part.bottom(); ++row) {
      const auto* line = reinterpret_cast<const QRgb*>(board.constScanLine(row));
      for (int column = part.left(); column <= part.right(); ++column) {
        const QRgb c = line[column];
        low = qRgb(std::min(qRed(low), qRed(c)), std::min(qGreen(low), qGreen(c)),
                   std::min(qBlue(low), qBlue(c)));
        high = qRgb(std::max(qRed(high), qRed(c)), std::max(qGreen(high), qGreen(c)),
                    std::max(qBlue(high), qBlue(c)));
      }
    }
    low_.setPixel(x, y, low);
    high_.setPixel(x, y, high);
  }

  QImage low_;
  QImage high_;
};

// Pixels in the area, given in pixels, whose colour is no mixture of cells: a seam.
int seams(const QImage& page, const Mixtures& mixtures, const QRect& area) {
  constexpr int kTolerance = 6;  // Rounding of a renderer's own.
  int found = 0;
  for (int y = area.top(); y <= area.bottom(); ++y) {
    for (int x = area.left(); x <= area.right(); ++x) {
      found += mixtures.distance(x, y, page.pixel(x, y)) > kTolerance ? 1 : 0;
    }
  }
  return found;
}

}  // namespace

class PageReadersTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const QStringList missing = missingReaders();
    QVERIFY2(missing.isEmpty(), qPrintable("not installed: " + missing.join(", ")));
    QVERIFY(folder_.isValid());
  }

  void page_isReadAndDrawnAlikeByAll_data() { everyFigure(); }
  void page_isReadAndDrawnAlikeByAll() {
    QFETCH(QByteArray, link);
    QFETCH(int, language);
    const Figure figure = figureOf(link.constData());
    ExportOptions options = sized(200, 150);
    options.language = static_cast<Language>(language);
    const QString pdf = saved("page.pdf", pageOf(figure, "pdf", options).bytes);
    const QString svg = saved("page.svg", pageOf(figure, "svg", options).bytes);
    options.text = TextForm::text;
    const QStringList lines = wordsOfSvg(pageOf(figure, "svg", options).bytes);
    compareWords(pdf, lines);
    comparePictures({{splash(), pdf}, {cairo(), pdf}, {ghostscript(), pdf}, {librsvg(), svg}});
  }

  void heatMap_hasNoSeams_data() {
    QTest::addColumn<bool>("checker");
    QTest::addColumn<double>("width");
    QTest::addColumn<int>("dpi");
    // The finest is large: one narrow page is enough for it.
    const std::map<int, std::vector<double>> widths{
        {100, {84, 140, 174}}, {150, {84, 140, 174}}, {300, {84}}};
    for (const bool checker : {false, true}) {
      for (const auto& [dpi, each] : widths) {
        for (const double width : each) {
          QTest::addRow("%s, %g mm, %d dpi", checker ? "checker" : "sinusoidal", width, dpi)
              << checker << width << dpi;
        }
      }
    }
  }
  void heatMap_hasNoSeams() {
    QFETCH(bool, checker);
    QFETCH(double, width);
    QFETCH(int, dpi);
    const Figure figure = checker ? checkerFigure(31, 47) : figureOf("poscope:sinusoidal");
    const ExportOptions options = sized(width, width * 0.7);
    const Page page = pageOf(figure, "pdf", options);
    QVERIFY(page.report.picture->heatCells > 0 && page.report.picture->images.empty());
    const Page vector = pageOf(figure, "svg", options);
    const double pixelsPerPoint = dpi / 72.0;
    const auto cells = cellsOfSvg(vector.bytes);
    QVERIFY(cells.size() > 1000);
    const Board board = boardOf(cells, vector.report.page->points, pixelsPerPoint * kFine);
    const Mixtures mixtures(board.image);
    // Without the frame.
    const int inset = static_cast<int>(std::ceil(2 * pixelsPerPoint));
    const QRect area =
        QRectF(board.area.topLeft() * pixelsPerPoint, board.area.size() * pixelsPerPoint)
            .toAlignedRect()
            .adjusted(inset, inset, -inset, -inset);
    QVERIFY(area.width() > width);
    const QString pdf = saved("page.pdf", page.bytes);
    const QString svg = saved("page.svg", vector.bytes);
    for (const auto& [renderer, file] : std::vector<Drawing>{
             {splash(), pdf}, {cairo(), pdf}, {ghostscript(), pdf}, {librsvg(), svg}}) {
      const QImage image = rendered(renderer, file, dpi);
      QVERIFY(!image.isNull());
      const int found = seams(image, mixtures, area);
      QVERIFY2(found == 0, qPrintable(QString("%1: %2 pixels").arg(renderer.name).arg(found)));
    }
  }

 private:
  // Every view at its defaults and every figure of the articles, in every language.
  static void everyFigure() {
    QTest::addColumn<QByteArray>("link");
    QTest::addColumn<int>("language");
    const auto add = [](const std::string& name, const std::string& link) {
      for (const Language language : allLanguages()) {
        const std::string row = name + ", " + std::string(languageName(language));
        QTest::newRow(row.c_str()) << QByteArray::fromStdString(link) << static_cast<int>(language);
      }
    };
    for (const View& view : views()) {
      add(view.id, "poscope:" + view.id);
      for (const NamedFigure& figure : view.figures) {
        add(figure.name, "poscope:" + view.id + "?" + figure.parameters);
      }
    }
  }

  // What an svg of the same page holds as text is what was drawn.
  static void compareWords(const QString& pdf, const QStringList& lines) {
    const ReaderRun run = runReader("pdftotext", {"-raw", "-enc", "UTF-8", pdf, "-"});
    QVERIFY2(run.fine, run.complaints.constData());
    const QString read = withoutBlanks(QString::fromUtf8(run.out));
    QVERIFY(lines.size() > 3);
    for (const QString& line : lines) {
      QVERIFY2(read.contains(line),
               qPrintable(line + "\nis not in\n" + QString::fromUtf8(run.out)));
    }
  }

  struct Drawing {
    PageRenderer renderer;
    QString file;
  };
  // Edges are smoothed in other ways, so they are compared block by block.
  static void comparePictures(const std::vector<Drawing>& drawings) {
    constexpr int kDpi = 60;
    constexpr int kBlock = 6;
    constexpr int kMostDifference = 64;  // Of 255, in any block.
    QImage first;
    for (const auto& [renderer, file] : drawings) {
      const QImage whole = rendered(renderer, file, kDpi);
      QVERIFY(!whole.isNull());
      const QImage blocks =
          whole.scaled(whole.size() / kBlock, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
      first = first.isNull() ? blocks : first;
      const int difference = greatestDifference(first, blocks);
      QVERIFY2(difference < kMostDifference,
               qPrintable(QString("%1: %2").arg(renderer.name).arg(difference)));
    }
  }

  static int greatestDifference(const QImage& a, const QImage& b) {
    const QSize size = a.size().boundedTo(b.size());
    int greatest = 0;
    for (int y = 0; y < size.height(); ++y) {
      for (int x = 0; x < size.width(); ++x) {
        greatest = std::max(greatest, std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))));
      }
    }
    return greatest;
  }

  QString saved(const char* name, const QByteArray& bytes) const {
    const QString path = folder_.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
      qFatal("%s", qPrintable(file.errorString()));
    }
    return path;
  }

  QTemporaryDir folder_;
};

}  // namespace poscope::test

QTEST_MAIN(poscope::test::PageReadersTest)
#include "page_readers_test.moc"
